"""A reference for classic tic-tac-toe: plain minimax by the definition, unpruned.

It shares no code with `classics/`. A board is a string of nine of X, O and ".", row by
row; a cell is its index there.
"""

from functools import cache
from typing import TypeVar

Mark = TypeVar("Mark")

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
EMPTY = "." * 9


def rows(board: str, x: Mark, o: Mark, empty: Mark) -> list[list[Mark]]:
    """The board as three rows, with these for X, O and "."."""
    cells = [{"X": x, "O": o, ".": empty}[mark] for mark in board]
    return [cells[at : at + 3] for at in (0, 3, 6)]


def winner(board: str) -> str:
    """The player with three in a line, else "."; on a reachable board at most one has."""
    lines = {"".join(board[int(cell)] for cell in line) for line in LINES}
    return "X" if "XXX" in lines else "O" if "OOO" in lines else "."


def is_over(board: str) -> bool:
    """Whether the board is won or full."""
    return winner(board) != "." or "." not in board


def mover(board: str) -> str:
    """The player whose turn it is."""
    return "X" if board.count("X") == board.count("O") else "O"


def free(board: str) -> list[int]:
    """The empty cells, in order."""
    return [cell for cell in range(9) if board[cell] == "."]


def after(board: str, cell: int) -> str:
    """The board after the mover's mark on a cell."""
    return board[:cell] + mover(board) + board[cell + 1 :]


@cache
def value(board: str, depth: int = 9) -> int:
    """1 if X wins, -1 if O wins, 0 for a draw, when both play perfectly.

    A game that is not over after `depth` plies counts as a draw.
    """
    if is_over(board):
        return {"X": 1, "O": -1, ".": 0}[winner(board)]
    if depth == 0:
        return 0
    values = [value(after(board, cell), depth - 1) for cell in free(board)]
    return max(values) if mover(board) == "X" else min(values)


def first_best(board: str, depth: int = 9) -> int:
    """The first cell that keeps the value that a search of `depth` plies finds."""
    return next(
        cell
        for cell in free(board)
        if value(after(board, cell), depth - 1) == value(board, depth)
    )


def best(board: str) -> int:
    """The first cell that wins at once; if none does, the first that keeps the value."""
    wins = [cell for cell in free(board) if winner(after(board, cell)) != "."]
    return wins[0] if wins else first_best(board)


@cache
def size(board: str) -> int:
    """The number of positions that plain minimax visits, this board included."""
    children = [] if is_over(board) else free(board)
    return 1 + sum(size(after(board, cell)) for cell in children)


BOARDS: list[str] = []
"""All boards that play can reach, the empty one first."""

boards = {EMPTY: None}  # a dict keeps the order
while boards:
    BOARDS += boards
    unfinished = [board for board in boards if not is_over(board)]
    boards = dict.fromkeys(
        after(board, cell) for board in unfinished for cell in free(board)
    )
UNFINISHED = [board for board in BOARDS if not is_over(board)]
LATE = [board for board in BOARDS if board.count(".") <= 4]
EARLY = [board for board in BOARDS if board.count(".") > 4]  # the empty one first
