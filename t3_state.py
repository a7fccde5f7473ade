"""A position of Tic-Tac-Total: the board, whose turn it is, and the rules.

Two players alternate. Odds place 1, 3 or 5 and evens 2, 4 or 6, on any empty cell.
Whoever makes a row, a column or a corner-to-corner diagonal sum to exactly 13 wins at
once, whether or not that line is full. A full board without such a line is a tie.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Self

from t3_action import T3Action

__all__ = ["IllegalActionError", "InvalidBoardError", "T3Action", "T3State"]

Cell = tuple[int, int]
"""A column and a row, both from 0."""

Line = tuple[Cell, ...]
"""The cells of a row, a column or a diagonal."""

TURNS = {True: "odds", False: "evens"}
"""The name of the side to move, by T3State's `odd_turn`."""


@cache
def lines(size: int) -> tuple[Line, ...]:
    """The lines of a board of `size` x `size` cells, each once.

    Rows from the top come first, then columns from the left, then the two diagonals. On
    the board of one cell they are all the same line.
    """
    span = range(size)
    rows = [tuple((col, row) for col in span) for row in span]
    columns = [tuple((col, row) for row in span) for col in span]
    falling = tuple((at, at) for at in span)
    rising = tuple((at, size - 1 - at) for at in span)
    return tuple(dict.fromkeys([*rows, *columns, falling, rising]))


@dataclass(frozen=True, init=False, repr=False)
class T3State:
    """An immutable position: the board and whether odds are to move.

    `state` is the board as rows from the top, each a sequence of ints from the left, with
    0 for an empty cell. None is the empty board of DEFAULT_SIZE. The board may be of any
    size and partly filled, even if no game could lead to it. The T3State keeps a copy of
    the board. Raises InvalidBoardError if the board is not square, has no cell, or holds
    anything but ints from 0 to MAX_MOVE.

    States are hashable. Two states are equal if they have the same class, board and turn.
    Course code may read the board as `_state[row][col]` and the turn as `_odd_turn`.

    A subclass that overrides MAX_MOVE (the largest number, at least 2), WIN_TARGET (the
    sum that wins) or DEFAULT_SIZE is another game.

    >>> state = T3State(True, [[2, 1, 0], [0, 5, 0], [0, 0, 0]])
    >>> state.notation()
    '210/050/000 odds'
    >>> str(state.get_next_state(T3Action(2, 0, 3))).splitlines()[0]
    '[2, 1, 3]'
    """

    MAX_MOVE: ClassVar[int] = 6
    WIN_TARGET: ClassVar[int] = 13
    DEFAULT_SIZE: ClassVar[int] = 3

    _odd_turn: bool
    _state: tuple[tuple[int, ...], ...]

    # The rules.

    def get_moves(self) -> list[int]:
        """The numbers that the player to move may place, in ascending order."""
        return numbers(self._odd_turn, self.MAX_MOVE)

    def get_open_tiles(self) -> list[Cell]:
        """The empty cells as (col, row), by column, then row."""
        span = range(self.size)
        return [(col, row) for col in span for row in span if self._state[row][col] == 0]

    def get_transitions(self) -> Generator[tuple[T3Action, Self], None, None]:
        """Every legal action with the state that it leads to, in action order.

        The generator builds a state only when asked for it.
        """
        moves = self.get_moves()
        for col, row in self.get_open_tiles():
            for move in moves:
                action = T3Action(col, row, move)
                yield action, self._after(action)

    def get_next_state(self, act: T3Action | None) -> Self:
        """The position after `act`; raises IllegalActionError if it is not legal."""
        reason = self.why_illegal(act)
        if act is None or reason:  # None, too, has a reason, which mypy can't know
            raise IllegalActionError(f"{act} in {self.notation()}: {reason}")
        return self._after(act)

    def winning_lines(self) -> Iterator[Line]:
        """The lines that sum to WIN_TARGET."""
        for line in lines(self.size):
            if sum([self._state[row][col] for col, row in line]) == self.WIN_TARGET:
                yield line

    def is_win(self) -> bool:
        """Whether a line sums to WIN_TARGET: the player who just moved has won."""
        return any(self.winning_lines())

    def is_tie(self) -> bool:
        """Whether the board is full and nobody has won."""
        return not self.get_open_tiles() and not self.is_win()

    def is_over(self) -> bool:
        """Whether the game has ended, by a win or in a tie."""
        return self.is_win() or not self.get_open_tiles()

    def winner(self) -> str | None:
        """The name of the side that has won, odds or evens; None if nobody has.

        >>> T3State(True, [[6, 4, 3], [0, 0, 0], [0, 0, 0]]).winner()
        'evens'
        """
        return TURNS[not self._odd_turn] if self.is_win() else None

    def is_valid_action(self, act: T3Action | None) -> bool:
        """Whether `act` is legal here, as why_illegal says."""
        return self.why_illegal(act) is None

    def why_illegal(self, act: T3Action | None) -> str | None:
        """Why `act` is not legal here, in words; None if it is legal.

        An action is legal if it places one of the mover's own numbers on an empty cell of
        the board. It does not matter whether the game is over.
        """
        if not isinstance(act, T3Action):
            return f"{act!r} is not a T3Action"
        col, row, move = act.col(), act.row(), act.move()
        last = self.size - 1
        if not all(type(at) is int and 0 <= at <= last for at in (col, row)):
            return f"there is no cell ({col},{row}): cells go from (0,0) to ({last},{last})"
        if self._state[row][col] != 0:
            return f"cell ({col},{row}) already holds {self._state[row][col]}"
        if type(move) is not int or move not in self.get_moves():
            own = " or ".join(", ".join(map(str, self.get_moves())).rsplit(", ", 1))
            return f"{TURNS[self._odd_turn]} can't place {move!r}, only {own}"
        return None

    def _after(self, act: T3Action) -> Self:
        """The position after an action known to be legal."""
        rows = list(self._state)
        cells = list(rows[act.row()])
        cells[act.col()] = act.move()
        rows[act.row()] = tuple(cells)
        # Without the constructor and its checks: a legal action can't make a bad board.
        state = object.__new__(type(self))
        object.__setattr__(state, "_odd_turn", not self._odd_turn)
        object.__setattr__(state, "_state", tuple(rows))
        return state

    # The board.

    def __init__(
        self, odd_turn: bool, state: Sequence[Sequence[int]] | None = None
    ) -> None:
        if odd_turn not in (True, False):
            raise InvalidBoardError(
                f"the turn is True (odds) or False (evens), not {odd_turn!r}"
            )
        if state is None:
            state = [[0] * self.DEFAULT_SIZE] * self.DEFAULT_SIZE
        object.__setattr__(self, "_odd_turn", bool(odd_turn))
        object.__setattr__(self, "_state", self._checked(state))

    @property
    def size(self) -> int:
        """The number of rows, and of columns."""
        return len(self._state)

    @property
    def board(self) -> tuple[tuple[int, ...], ...]:
        """The numbers, as `board[row][col]`; 0 where a cell is empty."""
        return self._state

    @property
    def odd_turn(self) -> bool:
        """Whether odds are to move; if not, evens are."""
        return self._odd_turn

    def __init_subclass__(cls) -> None:
        """Refuse constants that are no ints, and a game in which evens have no number."""
        super().__init_subclass__()
        for name in ("MAX_MOVE", "WIN_TARGET", "DEFAULT_SIZE"):
            if type(getattr(cls, name)) is not int:
                raise TypeError(f"{name} is an int, not {getattr(cls, name)!r}")
        if cls.MAX_MOVE < 2:
            raise ValueError(
                f"MAX_MOVE is 2 or more, not {cls.MAX_MOVE}: evens need a number"
            )

    @classmethod
    def _checked(cls, board: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
        """`board` as tuples; raises InvalidBoardError, which says what part is wrong."""
        try:
            rows = tuple(tuple(row) for row in board)
        except TypeError:
            raise InvalidBoardError(f"board is not a list of rows: {board!r}") from None
        if not rows:
            raise InvalidBoardError("board has no cell")
        for row, cells in enumerate(rows):
            if len(cells) != len(rows):
                raise InvalidBoardError(
                    f"board not square: {_count(len(rows), 'row')}, "
                    f"but row {row} has {_count(len(cells), 'cell')}"
                )
            for col, number in enumerate(cells):
                # Not isinstance: True and False would pass as 1 and 0.
                if type(number) is not int or not 0 <= number <= cls.MAX_MOVE:
                    raise InvalidBoardError(
                        f"({col},{row}) holds {number!r}, not a whole number "
                        f"from 0 to {cls.MAX_MOVE}"
                    )
        return rows

    # The board in one line.

    @classmethod
    def from_notation(cls, text: str) -> Self:
        """The position that `text` describes, as notation() writes it.

        It is the board, a space, and whose turn it is: odds or evens. The board is its rows
        from the top, joined by "/", with one digit per cell. Where MAX_MOVE is above 9,
        commas separate the numbers of a row.

        Raises InvalidBoardError, with the text and what is wrong in it.

        >>> T3State.from_notation("210/050/000 evens").get_moves()
        [2, 4, 6]
        """
        turns = {name: odd_turn for odd_turn, name in TURNS.items()}
        words = text.split() if isinstance(text, str) else []
        if len(words) != 2 or words[1] not in turns:
            raise InvalidBoardError(
                f"{text!r} is not a board and a turn, such as "
                f"{cls(True).notation()!r}, or evens in place of odds"
            )
        values = {str(number): number for number in range(cls.MAX_MOVE + 1)}
        rows = [
            row.split(",") if cls.MAX_MOVE > 9 else list(row) for row in words[0].split("/")
        ]
        # Anything but a number stays text. The constructor refuses it and says where.
        board: list[list[Any]] = [[values.get(cell, cell) for cell in row] for row in rows]
        try:
            return cls(turns[words[1]], board)
        except InvalidBoardError as error:
            raise InvalidBoardError(f"{text!r}: {error}") from None

    def notation(self) -> str:
        """The position in one line, such as `210/050/000 evens`; see from_notation."""
        separator = "," if self.MAX_MOVE > 9 else ""
        board = "/".join(separator.join(map(str, row)) for row in self._state)
        return f"{board} {TURNS[self._odd_turn]}"

    def __str__(self) -> str:
        return "\n".join(str(list(row)) for row in self._state)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_notation({self.notation()!r})"


def is_odds(number: int) -> bool:
    """Whether a number is one that odds place, not evens."""
    return number % 2 == 1


def numbers(odd: bool, largest: int) -> list[int]:
    """The numbers up to `largest`, in order: those of odds if `odd`, else those of evens.

    >>> numbers(False, 6)
    [2, 4, 6]
    """
    return list(range(1 if odd else 2, largest + 1, 2))


class InvalidBoardError(ValueError):
    """A board, a turn or a notation that describes no position."""


class IllegalActionError(ValueError):
    """An action that the rules forbid in the position it was tried in."""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
