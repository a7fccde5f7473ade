"""The naive search: alpha-beta that also compares depths, as the assignment's order asks.

Textbooks compare utilities alone, and are right. This search is not exact: a cut returns a
bound, with the depth of one line of play, which need not be the best, and the search
compares that depth with others. `explain` shows where it errs. The exact player is in
t3_player.
"""

import math
from typing import NamedTuple

from t3_state import T3Action, T3State


class NaiveResult(NamedTuple):
    """The result for a position."""

    utility: int
    """1 if the player who began the search wins, 0 for a tie, -1 if the other wins."""
    end: int
    """The ply, counted from the root, at which the game ends."""
    action: T3Action | None


class NaivePlayer:
    """Alpha-beta with the course's tie-breaks, on the public methods of T3State.

    `search` is called once for each position, so a subclass can trace it. It raises
    TimeoutError if it is called more than `most_nodes` times.
    """

    def __init__(self, most_nodes: float = math.inf) -> None:
        self.nodes_left = most_nodes

    def choose(self, state: T3State) -> T3Action | None:
        """The action that the naive search chooses; None if the game is over."""
        return self.search(state, -math.inf, math.inf, True, 0).action

    def search(
        self, state: T3State, alpha: float, beta: float, maximise: bool, depth: int
    ) -> NaiveResult:
        """The result for a position, `depth` plies after the root.

        `maximise` is True if the player who began the search is to move. That player is
        sure of `alpha` by another action. `beta` is the most that the opponent allows, by
        another reply.
        """
        self.nodes_left -= 1
        if self.nodes_left < 0:
            raise TimeoutError
        if state.is_win():
            return NaiveResult(-1 if maximise else 1, depth, None)
        if state.is_tie():
            return NaiveResult(0, depth, None)
        sign = 1 if maximise else -1
        best: NaiveResult | None = None
        for action, child in state.get_transitions():
            utility, end, _ = self.search(child, alpha, beta, not maximise, depth + 1)
            if best is None or (sign * utility, -end) > (sign * best.utility, -best.end):
                best = NaiveResult(utility, end, action)
            if maximise:
                alpha = max(alpha, utility)
            else:
                beta = min(beta, utility)
            if beta <= alpha:
                break
        assert best is not None  # any unfinished game has an action
        return best
