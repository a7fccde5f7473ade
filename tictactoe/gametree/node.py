"""A node of the game tree."""

from dataclasses import dataclass, field

from tictactoe.gametree.board import Board, Marker

UNRATED = -1


@dataclass(eq=False)
class Node:
    """A board, the nodes it can lead to, and the marker that was placed last: `turn`.

    At the root nothing was placed yet. Its `turn` is O, so that X comes next.
    """

    board: Board
    turn: Marker
    children: list["Node"] = field(default_factory=list, repr=False)
    rating: int = UNRATED
    """The marker that wins if both play perfectly, NONE for a tie; UNRATED before."""

    def rate(self) -> None:
        """Set the rating. A leaf takes it from its board, other nodes from their children.

        The opponent of `turn` is to move here, and picks the child.
        """
        opponent = self.turn.opponent()
        ratings = {child.rating for child in self.children}
        if not ratings:
            self.rating = self.board.winner()
        elif opponent in ratings:
            self.rating = opponent
        elif ratings == {self.turn}:
            self.rating = self.turn
        else:
            self.rating = Marker.NONE
