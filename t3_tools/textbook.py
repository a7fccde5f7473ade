"""The textbook search, as the course teaches it: alpha-beta that breaks ties by depth.

It is not exact. A subtree that was cut returns a bound, with the depth of some line of
play, not of the best. The search compares this depth with others all the same. `arena`
plays against it, and `explain` shows where it errs. The exact player is in t3_player.
"""

import math
from typing import NamedTuple

from t3_state import T3Action, T3State


class Found(NamedTuple):
    """What the search returns for a position."""

    utility: int
    """1 if the player who began the search wins, 0 for a tie, -1 if the other wins."""
    end: int
    """The ply, counted from the root, at which the game ends."""
    action: T3Action | None


class TextbookPlayer:
    """Alpha-beta with the course's tie-breaks, on the public methods of T3State.

    A subclass may override `search`, which is called once for each position, to watch it
    or to stop it by an exception.
    """

    def choose(self, state: T3State) -> T3Action | None:
        """What the textbook plays; None if the game is over."""
        return self.search(state).action

    def search(
        self,
        state: T3State,
        alpha: float = -math.inf,
        beta: float = math.inf,
        maximise: bool = True,
        depth: int = 0,
    ) -> Found:
        """What a position is found to be worth, `depth` plies after the root.

        `maximise` tells whether it is the turn of the player who began the search. That
        player has at least `alpha` by another action, and at most `beta` by a reply that
        the opponent has elsewhere.
        """
        if state.is_win():
            return Found(-1 if maximise else 1, depth, None)
        if state.is_tie():
            return Found(0, depth, None)
        sign = 1 if maximise else -1
        best: Found | None = None
        for action, child in state.get_transitions():
            utility, end, _ = self.search(child, alpha, beta, not maximise, depth + 1)
            if best is None or (sign * utility, -end) > (sign * best.utility, -best.end):
                best = Found(utility, end, action)
            if maximise:
                alpha = max(alpha, utility)
            else:
                beta = min(beta, utility)
            if beta <= alpha:
                break
        assert best is not None  # a game that is not over has an action
        return best
