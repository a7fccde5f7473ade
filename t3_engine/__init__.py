"""The engine: the answers of T3Player on wide boards that are nearly empty.

`Search(clock)` finds the same as the search of t3_player.py, for any T3State.
`ForcedWins` says whether one side can force a win within a number of plies. The clock
(for example t3_player.Clock) ends a search by raising TimeoutError.
"""

from t3_engine.forced_wins import ForcedWins
from t3_engine.ladder import Search

__all__ = ["ForcedWins", "Search"]
