"""The positions that are measured: seeded, so the same on every machine."""

import random

from t3_engine.position import Position
from t3_engine.tables import members
from t3_play.analysis import symmetric_actions
from t3_state import TURNS, T3State


def empty(size: int, odd: bool) -> T3State:
    """The empty board, odds to move if `odd`."""
    return T3State(odd, [[0] * size] * size)


def first_actions(size: int) -> list[T3State]:
    """The positions after one action, one for each that are symmetric."""
    starts = [empty(size, odd) for odd in TURNS]
    return [
        start.get_next_state(group[0])
        for start in starts
        for group in symmetric_actions(start)
    ]


def careful(size: int, placed: int, count: int) -> list[T3State]:
    """Random positions with `placed` numbers, where nobody leaves an immediate win.

    Either player begins. Each ply is a random safe action; play that runs out of them
    starts again. So the player to move has no immediate win either.
    """
    rng = random.Random(1000 * size + placed)
    states: list[T3State] = []
    while len(states) < count:
        odd = rng.random() < 0.5
        state = empty(size, odd)
        for _ in range(placed):
            position = Position.of(state)
            if not position.safe:
                break
            action = rng.choice(members(position.safe))
            state = state.get_next_state(position.mover.action(action))
        else:
            if not state.is_tie():
                states.append(state)
    return states


def scattered(size: int, holes: int, count: int) -> list[T3State]:
    """Random boards with `holes` empty cells.

    Nobody has won or can win at once, so that there is something to search.
    """
    rng = random.Random(1000 * size + holes)
    states: list[T3State] = []
    while len(states) < count:
        values = [0] * holes + [rng.randint(1, 6) for _ in range(size * size - holes)]
        rng.shuffle(values)
        board = [values[i : i + size] for i in range(0, size * size, size)]
        state = T3State(rng.random() < 0.5, board)
        if not state.is_win() and not Position.of(state).can_win():
            states.append(state)
    return states
