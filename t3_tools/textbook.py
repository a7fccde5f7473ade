"""The textbook search, as the course teaches it: alpha-beta that breaks ties by depth.

It is not exact. A cut subtree returns a bound, and its depth, that of some line of play
and not of the best, is compared with others all the same. It is here to be played against
and looked at; what is right is in t3_player.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from t3_state import T3Action, T3State


class Found(NamedTuple):
    """What the search returns for a position."""

    utility: int
    """1 if the player who began the search wins, 0 for a tie, -1 if the other wins."""
    end: int
    """The ply, counted from the root, at which the game ends."""
    action: T3Action | None


NOT_YET = Found(0, 0, None)


@dataclass
class Visit:
    """What the search saw of a position, kept to be looked at."""

    state: T3State
    maximise: bool = True
    """Whether it is the turn of the player who began."""
    action: T3Action | None = None
    """The action that led here; None at the root."""
    alpha: float = -math.inf
    """What the player who began is sure of elsewhere, when the search came here."""
    beta: float = math.inf
    """What the other player can hold that one to elsewhere."""
    children: list[Visit] = field(default_factory=list)
    """The positions after it, in order, without those that a cut left out."""
    found: Found = NOT_YET
    """What the search returned, once it has."""


def search(
    state: T3State,
    alpha: float = -math.inf,
    beta: float = math.inf,
    maximise: bool = True,
    depth: int = 0,
    visit: Callable[[], None] = lambda: None,
    record: Visit | None = None,
) -> Found:
    """Alpha-beta with the course's tie-breaks, on the public methods of T3State.

    `visit` is called once for each position; by an exception it ends the search. What
    comes after the state is added to `record`, if that is given.
    """
    visit()
    if state.is_win():
        return Found(-1 if maximise else 1, depth, None)
    if state.is_tie():
        return Found(0, depth, None)
    sign = 1 if maximise else -1
    best: Found | None = None
    for action, child in state.get_transitions():
        after = record and Visit(child, not maximise, action, alpha, beta)
        found = search(child, alpha, beta, not maximise, depth + 1, visit, after)
        if record and after:
            after.found = found
            record.children.append(after)
        utility, end, _ = found
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
