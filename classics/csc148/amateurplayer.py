"""A player who follows three rules, and looks no further than the next marker."""

import random

from board import Board, Marker


class AmateurPlayer:
    """Wins if it can, otherwise blocks if it must, otherwise plays at random."""

    def __init__(self, marker: Marker) -> None:
        self.marker = Marker(marker)  # raises ValueError for a str
        self.opponent = self.marker.opponent()

    def play_turn(self, board: Board) -> Board:
        """The board after this player's turn; raises ValueError if the game is over."""
        cell = self.play_win(board) or self.play_block(board) or self.play_random(board)
        if cell is None or board.is_game_over():
            raise ValueError(f"the game is over:\n{board}")
        return board.after(*cell, self.marker)

    def play_win(self, board: Board) -> tuple[int, int] | None:
        """The first cell (row, col) that wins the game; None if there is none."""
        return winning_cell(board, self.marker)

    def play_block(self, board: Board) -> tuple[int, int] | None:
        """The first cell where the opponent would win; None if there is none."""
        return winning_cell(board, self.opponent)

    def play_random(self, board: Board) -> tuple[int, int] | None:
        """Any empty cell; None if there is none."""
        cells = board.empty_cells()
        return random.choice(cells) if cells else None


def winning_cell(board: Board, marker: Marker) -> tuple[int, int] | None:
    """The first empty cell where `marker` makes three in a line; None if there is none."""
    for cell in board.empty_cells():
        if board.after(*cell, marker).winner() == marker:
            return cell
    return None
