"""An action of Tic-Tac-Total: one number placed on one cell."""

from dataclasses import dataclass

__all__ = ["T3Action"]


@dataclass(frozen=True, order=True, init=False, repr=False)
class T3Action:
    """Place the number `move` on the cell in column `col` and row `row`.

    Columns count from the left and rows from the top, both from 0. Actions are
    immutable, hashable, equal by value, and ordered by column, then row, then number:
    the order in which every tie between actions is broken.

    An action by itself is neither legal nor illegal: T3State.is_valid_action decides.

    >>> str(T3Action(1, 2, 3))
    '(1,2) = 3'
    >>> T3Action(0, 2, 5) < T3Action(1, 0, 1)
    True
    """

    _col: int
    _row: int
    _move: int

    def __init__(self, col: int, row: int, move: int) -> None:
        # A frozen dataclass blocks plain assignment, in its own constructor too.
        object.__setattr__(self, "_col", col)
        object.__setattr__(self, "_row", row)
        object.__setattr__(self, "_move", move)

    def col(self) -> int:
        """The column, 0 at the left."""
        return self._col

    def row(self) -> int:
        """The row, 0 at the top."""
        return self._row

    def move(self) -> int:
        """The number placed."""
        return self._move

    def __str__(self) -> str:
        return f"({self._col},{self._row}) = {self._move}"

    def __repr__(self) -> str:
        return f"T3Action({self._col!r}, {self._row!r}, {self._move!r})"
