"""Values on the ladder, utility and depth: of every action, and in words."""

from collections.abc import Hashable

from t3_engine import Clock, Value
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_play.analysis import Distances
from t3_play.descriptions import completed
from t3_player import LOSS, WIN
from t3_state import TURNS, T3Action, T3State


def evaluate_actions(state: T3State, search: Distances | None = None) -> list[Value]:
    """The value of each action in `state`, the best first. Empty if the game is over.

    The order is by utility (win, tie, loss), then depth, then action.

    >>> state = T3State(False, [[5, 3, 2], [2, 1, 5], [5, 2, 0]])
    >>> for value in evaluate_actions(state):
    ...     print(value.utility, value.depth, value.action)
    1 1 (2,2) = 6
    0 1 (2,2) = 2
    0 1 (2,2) = 4
    """
    search = search or Distances(Clock())
    values, known = [], dict[Hashable, Value]()
    for action, child in () if state.is_over() else state.get_transitions():
        key = key_of(Position.of(child))  # the same for alike positions
        known[key] = known.get(key) or search.evaluate(child)
        values.append(before(known[key], action))
    return sorted(values, key=lambda it: (-it.utility, it.depth, it.action))


def before(after: Value, action: T3Action) -> Value:
    """The value of `action` for whoever takes it, from the value of the state after."""
    return Value(-after.utility, after.depth + 1, action)


def best_play(state: T3State, search: Distances) -> str:
    """What both sides play from a state on, and how the game ends, in words.

    >>> state = T3State.from_notation("040/000/343 odds")
    >>> best_play(state, Distances(Clock()))
    'odds play (1,1) = 5, and column 1 is 4 + 5 + 4 = 13'
    """
    told = []
    while action := search.evaluate(state).action:
        told.append(f"{TURNS[state.odd_turn]} play {action}")
        state = state.get_next_state(action)
    end = completed(state) if state.is_win() else "the game is a tie"
    return ", ".join([*told, f"and {end}" if told else end])


def in_words(value: Value) -> str:
    """A utility and a depth in words. Ply 1 is the next action.

    >>> in_words(Value(WIN, 3, None))
    'wins at ply 3'
    """
    words = {WIN: "wins", LOSS: "loses"}.get(value.utility, "ties")
    return f"{words} at ply {value.depth}"
