"""The engine: the answers of T3Player on wide boards that are nearly empty, or in time.

`Search` finds the value of any T3State, on boards of any size, before its `Clock` runs out.
`ForcedWins` says whether one side can force a win within a number of plies.
"""

from t3_engine.clock import Clock
from t3_engine.forced_wins import ForcedWins
from t3_engine.search import Search, Value

__all__ = ["Clock", "ForcedWins", "Search", "Value"]
