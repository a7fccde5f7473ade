"""The game tree, and the professional on a won, a tied and a lost board.

Why these three cases: they are all the values that a board can have, and each catches
another fault. A player who only knows the amateur's rules misses the win that takes two
turns. One who takes any child that is not lost, or trusts ratings made for the wrong side,
misses the only move that ties. One who looks only for children rated as won or tied finds
no move at all on a lost board.
"""

import unittest
from collections.abc import Iterator

from board import Board, Marker
from node import Node
from professionalplayer import ProfessionalPlayer, generate_game_tree

N, X, O = Marker  # noqa: E741 the letter is the mark
RESULTS: dict[int, Marker] = {}


def boards_after(board: Board, mover: Marker) -> list[Board]:
    """The boards after each turn of the mover; none if the game is over."""
    cells = [] if board.is_game_over() else board.empty_cells()
    return [board.after(row, col, mover) for row, col in cells]


def result_of(board: Board, mover: Marker) -> Marker:
    """Who wins with best play, by plain minimax, without the tree; N for a tie."""
    key = board.get_key()
    if key not in RESULTS:
        other = mover.opponent()
        results = [result_of(after, other) for after in boards_after(board, mover)]
        best = mover if mover in results else N if N in results else other
        RESULTS[key] = best if results else board.winner()
    return RESULTS[key]


def nodes_of(root: Node) -> list[Node]:
    """The root and all nodes below it, each object once."""
    nodes, waiting = {id(root): root}, [root]
    while waiting:
        for child in waiting.pop().children:
            if id(child) not in nodes:
                nodes[id(child)] = child
                waiting.append(child)
    return list(nodes.values())


class TestGameTree(unittest.TestCase):
    nodes = nodes_of(generate_game_tree())

    def test_each_board_is_one_node(self) -> None:
        keys = {node.board.get_key() for node in self.nodes}
        self.assertEqual((len(self.nodes), len(keys)), (5478, 5478))

    def test_the_root_is_not_rated(self) -> None:
        root = self.nodes[0]
        self.assertEqual((root.board, root.turn, root.rating), (Board(), O, -1))

    def test_children_have_one_marker_more(self) -> None:
        for node in self.nodes:
            mover = node.turn.opponent()
            boards = [child.board for child in node.children]
            self.assertEqual(boards, boards_after(node.board, mover))
            self.assertTrue(all(child.turn == mover for child in node.children))

    def test_a_rating_is_the_result_of_best_play(self) -> None:
        for node in self.nodes[1:]:
            self.assertEqual(node.rating, result_of(node.board, node.turn.opponent()))


class TestProfessionalPlayer(unittest.TestCase):
    def turns(self, outcome: str) -> Iterator[tuple[Marker, Board, Board]]:
        """Each board where the mover can "win" or "tie", or must "lose", and its turn.

        A turn is the mover, the board before and the board after.
        """
        for node in nodes_of(ProfessionalPlayer.gt_root):
            mover = node.turn.opponent()
            best = {mover: "win", N: "tie", node.turn: "lose"}[result_of(node.board, mover)]
            if node.children and best == outcome:
                after = ProfessionalPlayer(mover).play_turn(node.board)
                self.assertIn(after, [child.board for child in node.children])
                yield mover, node.board, after

    def test_it_wins_a_won_board(self) -> None:
        """At once if it can."""
        for mover, board, after in self.turns("win"):
            at_once = any(it.winner() for it in boards_after(board, mover))
            self.assertEqual(after.winner(), mover if at_once else N)
            self.assertEqual(result_of(after, mover.opponent()), mover)

    def test_it_ties_a_tied_board(self) -> None:
        for mover, _, after in self.turns("tie"):
            self.assertEqual(result_of(after, mover.opponent()), N)

    def test_it_plays_on_in_a_lost_board(self) -> None:
        self.assertEqual(len([*self.turns("lose")]), 632)

    def test_the_tree_is_not_changed_through_a_board(self) -> None:
        opening = ProfessionalPlayer(X).play_turn(Board())
        opening.cells[2] = [O, O, O]
        self.assertEqual(ProfessionalPlayer(X).play_turn(Board()).winner(), N)

    def test_it_refuses_what_has_no_answer(self) -> None:
        """A finished game, the other player's turn, and boards that no game leads to."""
        for row in ([X, X, X], [N, N, N], [O, N, N], [X, X, N]):
            with self.assertRaises(ValueError):
                ProfessionalPlayer(O).play_turn(Board([row, [N] * 3, [N] * 3]))


if __name__ == "__main__":
    unittest.main()
