"""Boards of `tictactoe.gametree` from those of the judge in classic.py, and back."""

import classic
from tictactoe.gametree import Board, Marker

MARKERS = {"X": Marker.X, "O": Marker.O, ".": Marker.NONE}


def board_of(text: str) -> Board:
    """The board with these nine marks."""
    return Board([[MARKERS[mark] for mark in text[at : at + 3]] for at in (0, 3, 6)])


def text_of(board: Board) -> str:
    """The nine marks of a board, as it prints them."""
    return str(board).replace("\n", "").replace(" ", "")


def cells(text: str) -> list[tuple[int, int]]:
    """The empty cells as (row, col)."""
    return [divmod(cell, 3) for cell in classic.free(text)]
