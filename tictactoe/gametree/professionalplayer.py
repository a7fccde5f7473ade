"""A player who has seen the whole game."""

from functools import cache

from tictactoe.gametree.board import PLACE_VALUES, Board, Marker
from tictactoe.gametree.node import Node


def generate_game_tree() -> Node:
    """The root of the whole game, with every node rated but the root itself.

    A board that several orders of play lead to is one node. So the tree is a graph, with
    5,478 nodes in place of 549,946.
    """
    root = Node(Board(), Marker.O)
    key = root.board.get_key()
    grow(root, key, {key: root})
    return root


def grow(node: Node, key: int, nodes: dict[int, Node]) -> None:
    """Give a node its children, all nodes below them, and their ratings.

    `key` is the key of its board. `nodes` has all nodes made so far, by their keys. The key
    of a child is computed without its board, so that each board is made only once.
    """
    if node.board.winner():
        return
    mover = node.turn.opponent()
    for row, col in node.board.empty_cells():
        child_key = key + mover * PLACE_VALUES[row][col]
        if child_key not in nodes:
            child = nodes[child_key] = Node(node.board.after(row, col, mover), mover)
            grow(child, child_key, nodes)
            child.rate()
        node.children.append(nodes[child_key])


@cache
def game_tree() -> Node:
    """The tree that all professionals share, built when it is first needed."""
    return generate_game_tree()


class GameTree:
    """A class attribute that builds the game tree when somebody first reads it."""

    def __get__(self, instance: object, owner: type) -> Node:
        return game_tree()


class ProfessionalPlayer:
    """Plays by the game tree, and never loses a game that it plays from the start."""

    gt_root = GameTree()

    def __init__(self, marker: Marker) -> None:
        self.marker = marker
        self.opponent = marker.opponent()

    def play_turn(self, board: Board) -> Board:
        """The board after this player's turn.

        It is a win at once, else a board that can be won, else a tie, else any. Raises
        ValueError if the game is over, or it is not this player's turn.
        """
        if board.is_game_over():
            raise ValueError(f"the game is over:\n{board}")
        node = find_node(board)
        if node.turn == self.marker:
            raise ValueError(f"it is not the turn of {self.marker}:\n{board}")
        preference: list[int] = [self.marker, Marker.NONE, self.opponent]
        best = min(
            node.children,
            # Of the children rated as won, one where the game is over comes first.
            key=lambda child: (preference.index(child.rating), bool(child.children)),
        )
        return type(board)(best.board.cells)


def find_node(board: Board) -> Node:
    """The node of a board that is not over; ValueError if play does not come to it.

    Goes down from the root, a step for each mark, each time to a child whose marks are all
    on the board. Any such child will do: the order of play makes no difference.
    """
    node = ProfessionalPlayer.gt_root
    # Compares cells: a program that imports the module as plain `board` has another Board.
    while node.board.cells != board.cells:
        for child in node.children:
            if child.board.is_part_of(board):
                node = child
                break
        else:
            raise ValueError(f"the board is not one that play comes to:\n{board}")
    return node
