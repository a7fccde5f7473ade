"""What limits a search."""

import math
import time


class Clock:
    """Counts positions, and ends a search by a TimeoutError after `time_limit` seconds."""

    def __init__(self, time_limit: float | None = None) -> None:
        if time_limit is not None and not time_limit >= 0:
            raise ValueError(f"a time limit is a number of seconds, not {time_limit!r}")
        self.deadline = math.inf if time_limit is None else time.monotonic() + time_limit
        self.nodes = 0
        """The number of positions made."""
        self.most = math.inf
        """The number of positions made when the search must end."""

    def spend(self, positions: int) -> None:
        """Count positions made; raises TimeoutError when time is up, or past `most`."""
        self.nodes += positions
        if self.nodes > self.most:
            raise TimeoutError
        if self.deadline < math.inf and time.monotonic() >= self.deadline:  # 4 % faster
            raise TimeoutError
