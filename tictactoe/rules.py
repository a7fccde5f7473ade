"""The rules of tic-tac-toe, for boards of any three values.

A board is three rows of three cells, read as `board[row][col]`, both from 0 at the top
left. Each program has its own values for the cells, such as None, "X" and "O", or 0, 1 and
-1. So a function that must recognise an empty cell takes the value of one as `empty`.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

if sys.hexversion < 0x30B0000:
    # All four programs import this module first, so none ends with a traceback.
    sys.exit("tictactoe needs Python 3.11 or later, and this is " + sys.version.split()[0])

T = TypeVar("T")
Cell = tuple[int, int]
Line = tuple[Cell, ...]

CELLS = tuple((row, col) for row in range(3) for col in range(3))
"""All cells, row by row."""

ROWS: tuple[Line, ...] = (CELLS[:3], CELLS[3:6], CELLS[6:])
COLUMNS: tuple[Line, ...] = tuple(zip(*ROWS))
DIAGONALS: tuple[Line, ...] = (((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)))
LINES = ROWS + COLUMNS + DIAGONALS
"""The eight lines, each as its three cells (row, col)."""

PARTNERS = {
    cell: [[other for other in line if other != cell] for line in LINES if cell in line]
    for cell in CELLS
}
"""For each cell, the other two of each line through it."""


class IllegalActionError(ValueError):
    """A placement that the rules forbid on the board it was tried on."""


def winning_lines(board: Sequence[Sequence[T]], empty: T) -> Iterator[Line]:
    """The lines that hold three of the same mark."""
    for line in LINES:
        (a, b), (c, d), (e, f) = line
        if empty != board[a][b] == board[c][d] == board[e][f]:
            yield line


def winner(board: Sequence[Sequence[T]], empty: T) -> T:
    """The mark that has three in a line; `empty` if none has."""
    for (row, col), *_ in winning_lines(board, empty):
        return board[row][col]
    return empty


def empty_cells(board: Sequence[Sequence[T]], empty: T) -> list[Cell]:
    """The empty cells as (row, col), row by row."""
    return [(row, col) for row, col in CELLS if board[row][col] == empty]


def completes(board: Sequence[Sequence[T]], cell: Cell, mark: T) -> bool:
    """Whether `mark` on this cell makes three in a line with the marks that are there."""
    return any(mark == board[a][b] == board[c][d] for (a, b), (c, d) in PARTNERS[cell])


def wins_first(cells: Iterable[Cell], board: Sequence[Sequence[T]], mark: T) -> list[Cell]:
    """The cells in a new order: first those where `mark` wins at once, then the others.

    A search that tries cells in this order, and keeps the first of the best, never passes
    over a win at once for one that takes longer.
    """
    return sorted(cells, key=lambda cell: not completes(board, cell, mark))


def check_cell(row: int, col: int) -> None:
    """Raise IllegalActionError unless these are two ints from 0 to 2."""
    # Not isinstance: True and False would pass as 1 and 0.
    if not (type(row) is type(col) is int and 0 <= row <= 2 and 0 <= col <= 2):
        raise IllegalActionError(
            f"there is no cell ({row!r},{col!r}): rows and columns go from 0 to 2"
        )


def place(
    board: Sequence[Sequence[T]], row: int, col: int, mark: T, empty: T
) -> list[list[T]]:
    """A copy of `board` with `mark` on an empty cell; IllegalActionError on any other."""
    check_cell(row, col)
    if board[row][col] != empty:
        raise IllegalActionError(f"the cell ({row},{col}) is taken")
    rows = [list(cells) for cells in board]
    rows[row][col] = mark
    return rows
