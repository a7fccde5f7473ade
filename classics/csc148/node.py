"""A node of the game tree."""

from dataclasses import dataclass, field

from board import Board, Marker

UNRATED = -1


@dataclass(eq=False)
class Node:
    """A board, the nodes it can lead to, and `turn`, the marker that was just placed.

    A node stores only what its board determines, and no parent, because several orders of
    play lead to the same board. At the root nobody has placed a marker yet: its `turn` is
    O, so that X comes next, and it needs no rating, because nobody moves to it.
    """

    board: Board
    turn: Marker
    children: list["Node"] = field(default_factory=list, repr=False)
    rating: int = UNRATED
    """The marker that wins if both play perfectly, NONE for a tie; UNRATED at the root."""

    def rate(self) -> None:
        """Set the rating: a leaf's from its board, any other node's from its children.

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
