"""The engine: what T3Player answers, faster and on wider boards.

`Search(clock)` answers what the search of t3_player.py does, of every state that it
`plays`. `ForcedWins` tells whether one side can force a win within so many plies, the
other prolonging the game. A `Clock` limits their time.
"""

from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.forced import ForcedWins
from t3_engine.ladder import Search
from t3_state import T3State

__all__ = ["Clock", "ForcedWins", "OutOfTimeError", "Search", "plays"]

RULES = [
    "get_moves",
    "get_next_state",
    "get_open_tiles",
    "get_transitions",
    "is_tie",
    "is_valid_action",
    "is_win",
]
"""The methods of T3State that make the rules."""


def plays(state: object) -> bool:
    """Whether `state` is of a game of the engine: a T3State with any constants.

    A subclass with methods of its own for the rules is another game.
    """
    return isinstance(state, T3State) and all(
        getattr(type(state), name) is getattr(T3State, name) for name in RULES
    )
