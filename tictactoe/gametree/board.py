"""The board, and what may be on a cell of it."""

import enum
from dataclasses import dataclass, field

from tictactoe import rules

PLACE_VALUES = [[3 ** (3 * row + col) for col in range(3)] for row in range(3)]
"""The place value of each cell in the key of a board, in base 3."""


class Marker(enum.IntEnum):
    """What a cell holds. The number is its digit in the key of a board."""

    NONE = 0
    X = 1
    O = 2  # noqa: E741 the letter is the mark

    def opponent(self) -> "Marker":
        """The marker of the other player; raises ValueError for NONE."""
        if self is Marker.NONE:
            raise ValueError("a player is Marker.X or Marker.O, not Marker.NONE")
        return Marker.O if self is Marker.X else Marker.X

    def __str__(self) -> str:
        return self.name if self else "."


@dataclass
class Board:
    """Three rows of Marker, by default empty. It copies the lists that it is given.

    Boards are equal if their cells are.

    >>> print(Board().after(1, 1, Marker.X))
    . . .
    . X .
    . . .
    """

    cells: list[list[Marker]] = field(default_factory=lambda: [[Marker.NONE] * 3] * 3)

    def __post_init__(self) -> None:
        self.cells = [list(row) for row in self.cells]

    def after(self, row: int, col: int, marker: Marker) -> "Board":
        """A new board, with `marker` on an empty cell; ValueError on any other."""
        return Board(rules.place(self.cells, row, col, marker, Marker.NONE))

    def empty_cells(self) -> list[tuple[int, int]]:
        """The empty cells as (row, col), row by row."""
        return rules.empty_cells(self.cells, Marker.NONE)

    def winner(self) -> Marker:
        """The marker that has three in a line; NONE if neither has."""
        return rules.winner(self.cells, Marker.NONE)

    def is_game_over(self) -> bool:
        """Whether the game is won, or no cell is empty."""
        return self.winner() is not Marker.NONE or not self.empty_cells()

    def get_key(self) -> int:
        """A number that no other board has: the cells as digits in base 3."""
        return sum(
            marker * value
            for row, values in zip(self.cells, PLACE_VALUES)
            for marker, value in zip(row, values)
        )

    def is_part_of(self, other: "Board") -> bool:
        """Whether every marker of this board is on the other one too."""
        return all(
            mine in (Marker.NONE, theirs)
            for row, others in zip(self.cells, other.cells)
            for mine, theirs in zip(row, others)
        )

    def __str__(self) -> str:
        return "\n".join(" ".join(map(str, row)) for row in self.cells)
