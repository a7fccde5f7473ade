"""The textbook search, as the course teaches it: alpha-beta that breaks ties by depth.

It is not exact. A cut subtree returns a bound, and its depth, that of some line of play
and not of the best, is compared with others all the same. It is here to be played against
and looked at; what is right is in t3_player.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from t3_state import T3Action, T3State


class Found(NamedTuple):
    """What the search returns for a position."""

    utility: int
    """1 if the player who began the search wins, 0 for a tie, -1 if the other wins."""
    end: int
    """The ply, counted from the root, at which the game ends."""
    action: T3Action | None


def search(
    state: T3State,
    alpha: float = -math.inf,
    beta: float = math.inf,
    maximise: bool = True,
    depth: int = 0,
    visit: Callable[[], None] = lambda: None,
) -> Found:
    """Alpha-beta with the course's tie-breaks, on the public methods of T3State.

    `visit` is called once for each position; by an exception it ends the search.
    """
    visit()
    if state.is_win():
        return Found(-1 if maximise else 1, depth, None)
    if state.is_tie():
        return Found(0, depth, None)
    sign = 1 if maximise else -1
    best: Found | None = None
    for action, child in state.get_transitions():
        utility, end, _ = search(child, alpha, beta, not maximise, depth + 1, visit)
        if best is None or (sign * utility, -end) > (sign * best.utility, -best.end):
            best = Found(utility, end, action)
        if maximise:
            alpha = max(alpha, utility)
        else:
            beta = min(beta, utility)
        if beta <= alpha:
            break
    assert best is not None
    return best
