"""The board: lines, ties, keys, and that boards share no lists."""

import itertools
import unittest

from board import Board, Marker

N, X, O = Marker  # noqa: E741 the letter is the mark


class TestBoard(unittest.TestCase):
    def test_each_line_wins(self) -> None:
        lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
        for line, marker in itertools.product(lines, (X, O)):
            board = Board()
            for cell in map(int, line):
                self.assertEqual(board.winner(), N)
                board = board.after(*divmod(cell, 3), marker)
            self.assertEqual(board.winner(), marker)
            self.assertTrue(board.is_game_over())

    def test_a_full_board_that_nobody_has_won_is_a_tie(self) -> None:
        self.assertFalse(Board([[X, O, X], [X, O, O], [N, X, X]]).is_game_over())
        tie, won = (Board([[X, O, X], row, [O, X, X]]) for row in ([X, O, O], [O, X, O]))
        self.assertEqual((tie.winner(), won.winner()), (N, X))
        self.assertTrue(tie.is_game_over())
        self.assertEqual(tie.empty_cells(), [])

    def test_every_key_is_different(self) -> None:
        """The keys of all 19,683 ways to fill nine cells are the numbers below 3 ** 9."""
        keys = {
            Board([[*cells[:3]], [*cells[3:6]], [*cells[6:]]]).get_key()
            for cells in itertools.product(Marker, repeat=9)
        }
        self.assertEqual(keys, set(range(3**9)))
        self.assertEqual(Board().get_key(), 0)

    def test_a_board_does_not_change_another(self) -> None:
        board = Board()
        copied, after = Board(board.cells), board.after(1, 1, O)
        board.cells[0][0] = X
        self.assertEqual(board.cells[1:], [[N, N, N], [N, N, N]])
        self.assertEqual(copied, Board())
        self.assertEqual(after.cells, [[N, N, N], [N, O, N], [N, N, N]])

    def test_only_empty_cells_can_be_filled(self) -> None:
        board = Board().after(1, 1, O)
        for row, col in [(1, 1), (3, 0), (0, 3), (-1, 0), (0, -1)]:
            with self.assertRaises(ValueError):
                board.after(row, col, X)


if __name__ == "__main__":
    unittest.main()
