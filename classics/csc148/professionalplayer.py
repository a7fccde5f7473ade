"""The whole game as a tree, and a player who knows it."""

from typing import ClassVar

from board import PLACE_VALUES, Board, Marker
from node import Node


def generate_game_tree(nodes: dict[int, Node] | None = None) -> Node:
    """The root of the whole game, with every node rated except the root itself.

    Different orders of play lead to the same board, which is one node here. So the "tree"
    is a graph of 5,478 nodes instead of a tree of 549,946. `nodes`, if given, takes each
    node by the key of its board.
    """
    root = Node(Board(), Marker.O)
    grow(root, root.board.get_key(), {} if nodes is None else nodes)
    return root


def grow(node: Node, key: int, nodes: dict[int, Node]) -> None:
    """Give a node its children, and all that is below them, rated.

    `key` is the key of its board; `nodes` takes the node, and has every node made so far,
    by its key. A child's key is computed without its board, so no board is made twice.
    """
    nodes[key] = node
    if node.board.winner():
        return
    mover = node.turn.opponent()
    for row, col in node.board.empty_cells():
        child_key = key + mover * PLACE_VALUES[row][col]
        if child_key not in nodes:
            child = Node(node.board.after(row, col, mover), mover)
            grow(child, child_key, nodes)
            child.rate()
        node.children.append(nodes[child_key])


class ProfessionalPlayer:
    """Plays by the game tree, and never loses a game that it plays from the start."""

    nodes: ClassVar[dict[int, Node]] = {}
    gt_root = generate_game_tree(nodes)

    def __init__(self, marker: Marker) -> None:
        self.marker = Marker(marker)  # raises ValueError for a str
        self.opponent = self.marker.opponent()

    def play_turn(self, board: Board) -> Board:
        """The board after this player's turn.

        It wins at once if it can; otherwise it goes to a won board, else to a tied one, or
        to any. Raises ValueError if the game is over, if it is not this player's turn, or
        if no game leads to the board.
        """
        if board.is_game_over():
            raise ValueError(f"the game is over:\n{board}")
        node = self.nodes.get(board.get_key())
        if node is None:
            raise ValueError(f"no game leads to this board:\n{board}")
        if node.turn == self.marker:
            raise ValueError(f"it is not {self.marker}'s turn:\n{board}")
        preference: list[int] = [self.marker, Marker.NONE, self.opponent]
        best = min(
            node.children,
            # Of the won boards, one where the game is over comes first.
            key=lambda child: (preference.index(child.rating), bool(child.children)),
        )
        return Board(best.board.cells)
