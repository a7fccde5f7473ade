"""The engine: T3Player's answers, on wide boards that are nearly empty, or in time."""

from t3_engine.clock import Clock
from t3_engine.forced_wins import ForcedWins
from t3_engine.search import Search, Value

__all__ = ["Clock", "ForcedWins", "Search", "Value"]
