"""The engine: the answers of T3Player, faster and on wider boards.

`Search(clock)` finds the same as the search of t3_player.py, for every state that it
`plays`. `ForcedWins` says whether one side can force a win within a number of plies. A
`Clock` limits their time.
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
    """Whether the engine knows the game of `state`: a T3State with any constants.

    A subclass that overrides rule methods is another game.
    """
    return isinstance(state, T3State) and all(
        getattr(type(state), name) is getattr(T3State, name) for name in RULES
    )
