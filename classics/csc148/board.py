"""The board, and the markers on it."""

import enum
from dataclasses import dataclass, field

CELLS = [(row, col) for row in range(3) for col in range(3)]
LINES = [
    *[CELLS[at : at + 3] for at in (0, 3, 6)],
    *[CELLS[at::3] for at in (0, 1, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]
"""The eight lines, each as its three cells (row, col)."""

PLACE_VALUES = [[3 ** (3 * row + col) for col in range(3)] for row in range(3)]
"""The place value of each cell in the key of a board, in base 3."""


class Marker(enum.IntEnum):
    """What is on a cell. The number is its digit in the key of a board."""

    NONE = 0
    X = 1
    O = 2  # noqa: E741 the letter is the mark

    def opponent(self) -> "Marker":
        """The other player's marker; raises ValueError for NONE."""
        if self is Marker.NONE:
            raise ValueError("a player is Marker.X or Marker.O, not Marker.NONE")
        return Marker.O if self is Marker.X else Marker.X

    def __str__(self) -> str:
        return self.name if self else "None"


@dataclass
class Board:
    """Three rows of three Markers, empty unless others are given, whose lists are copied.

    Boards are equal if their cells are. `cells[row][col]` may be set by hand.

    >>> board = Board()
    >>> board.cells[1][1] = Marker.X
    >>> print(board)
    None | None | None
    ---------------------------------
    None | X | None
    ---------------------------------
    None | None | None
    """

    cells: list[list[Marker]] = field(default_factory=lambda: [[Marker.NONE] * 3] * 3)

    def __post_init__(self) -> None:
        self.cells = [list(row) for row in self.cells]

    def after(self, row: int, col: int, marker: Marker) -> "Board":
        """A new board, with `marker` on an empty cell; raises ValueError for any other."""
        if (row, col) not in CELLS or self.cells[row][col] != Marker.NONE:
            raise ValueError(f"({row},{col}) is not an empty cell of\n{self}")
        board = Board(self.cells)
        board.cells[row][col] = marker
        return board

    def empty_cells(self) -> list[tuple[int, int]]:
        """The empty cells as (row, col), row by row."""
        return [(row, col) for row, col in CELLS if self.cells[row][col] == Marker.NONE]

    def winner(self) -> Marker:
        """The marker that has three in a line; NONE if neither has."""
        cells = self.cells
        for (a, b), (c, d), (e, f) in LINES:
            if cells[a][b] == cells[c][d] == cells[e][f] != Marker.NONE:
                return cells[a][b]
        return Marker.NONE

    def is_game_over(self) -> bool:
        """Whether the game is won, or no cell is empty."""
        return self.winner() != Marker.NONE or not self.empty_cells()

    def get_key(self) -> int:
        """A number that no other board has: the cells as digits in base 3."""
        return sum(self.cells[row][col] * PLACE_VALUES[row][col] for row, col in CELLS)

    def __str__(self) -> str:
        rows = [" | ".join(map(str, row)) for row in self.cells]
        return f"\n{'-' * 33}\n".join(rows)
