"""A player who knows three rules, and looks no further than the next placement."""

import random

from tictactoe import rules
from tictactoe.gametree.board import Board, Marker
from tictactoe.rules import Cell


class AmateurPlayer:
    """Wins where it can, else blocks where it must, else plays at random.

    The random cells come from `rng`, or from the module `random`. A seed makes either
    repeatable.
    """

    def __init__(self, marker: Marker, rng: random.Random | None = None) -> None:
        self.marker = marker
        self.opponent = marker.opponent()
        self.choice = rng.choice if rng else random.choice

    def play_turn(self, board: Board) -> Board:
        """The board after this player's turn; raises ValueError if the game is over."""
        cell = self.play_win(board) or self.play_block(board) or self.play_random(board)
        if cell is None or board.is_game_over():
            raise ValueError(f"the game is over:\n{board}")
        return board.after(*cell, self.marker)

    def play_win(self, board: Board) -> Cell | None:
        """The first cell that wins the game; None if there is none."""
        return winning_cell(board, self.marker)

    def play_block(self, board: Board) -> Cell | None:
        """The first cell where the opponent would win; None if there is none."""
        return winning_cell(board, self.opponent)

    def play_random(self, board: Board) -> Cell | None:
        """Any empty cell; None if there is none."""
        cells = board.empty_cells()
        return self.choice(cells) if cells else None


def winning_cell(board: Board, marker: Marker) -> Cell | None:
    """The first cell where `marker` makes three in a line; None if there is none."""
    for cell in board.empty_cells():
        if rules.completes(board.cells, cell, marker):
            return cell
    return None
