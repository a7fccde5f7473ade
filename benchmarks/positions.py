"""The positions that are measured: seeded, so the same on every machine."""

import random

from t3_play.analysis import safe_actions
from t3_state import T3State


def empty(size: int, odd: bool) -> T3State:
    """The empty board, odds to move if `odd`."""
    return T3State(odd, [[0] * size] * size)


def careful(size: int, placed: int, count: int) -> list[T3State]:
    """Random positions with `placed` numbers, where nobody leaves an immediate win.

    Either player begins. Each ply is a random safe action; play that runs out of them
    starts again. So the player to move has no immediate win either.
    """
    rng = random.Random(1000 * size + placed)
    states: list[T3State] = []
    while len(states) < count:
        state = empty(size, rng.random() < 0.5)
        for _ in range(placed):
            actions = safe_actions(state)
            if not actions:
                break
            state = state.get_next_state(rng.choice(actions))
        else:
            if not state.is_tie():
                states.append(state)
    return states
