"""A node of the game tree."""

from dataclasses import dataclass, field

from tictactoe.gametree.board import Board, Marker

UNRATED = -1


@dataclass(eq=False)
class Node:
    """A board, the marker that was placed last, and the boards it can lead to.

    At the root nothing was placed yet. Its turn is O, so that X comes next.
    """

    board: Board
    turn: Marker
    children: list["Node"] = field(default_factory=list, repr=False)
    rating: int = UNRATED
    """The marker that wins if both play perfectly, NONE for a tie; UNRATED before."""

    def rate(self) -> None:
        """Set the rating: of a leaf by its board, else by the ratings of the children.

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
