"""The amateur's three rules, each alone, and their order."""

import unittest

from amateurplayer import AmateurPlayer
from board import Board, Marker

N, X, O = Marker  # noqa: E741 the letter is the mark


class TestAmateurPlayer(unittest.TestCase):
    def test_it_wins_rather_than_blocks(self) -> None:
        board = Board([[X, X, N], [O, O, N], [N, N, N]])
        self.assertEqual(AmateurPlayer(X).play_win(board), (0, 2))
        self.assertEqual(AmateurPlayer(O).play_win(board), (1, 2))
        after = Board([[X, X, X], [O, O, N], [N, N, N]])
        self.assertEqual(AmateurPlayer(X).play_turn(board), after)

    def test_it_blocks(self) -> None:
        board = Board([[X, N, N], [N, X, N], [O, N, N]])
        self.assertEqual(AmateurPlayer(O).play_block(board), (2, 2))
        self.assertIsNone(AmateurPlayer(X).play_block(board))

    def test_it_plays_anywhere(self) -> None:
        """300 times are enough to see each of three cells."""
        board = Board([[X, O, X], [O, N, O], [N, X, N]])
        seen = {AmateurPlayer(X).play_random(board) for _ in range(300)}
        self.assertEqual(seen, {(1, 1), (2, 0), (2, 2)})

    def test_it_blocks_rather_than_plays_anywhere(self) -> None:
        board = Board([[X, X, N], [N, O, N], [N, N, N]])
        after = Board([[X, X, O], [N, O, N], [N, N, N]])
        self.assertEqual(AmateurPlayer(O).play_turn(board), after)
        self.assertEqual(board.cells[0][2], N)

    def test_a_full_board_has_no_cell(self) -> None:
        player, full = AmateurPlayer(X), Board([[X, O, X], [X, O, O], [O, X, X]])
        self.assertIsNone(player.play_win(full))
        self.assertIsNone(player.play_block(full))
        self.assertIsNone(player.play_random(full))


if __name__ == "__main__":
    unittest.main()
