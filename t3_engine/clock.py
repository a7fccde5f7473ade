"""The limit of a search: counts the positions made, and limits the time."""

import math
import time


class OutOfTimeError(Exception):
    """The time limit was reached."""


class Clock:
    """The clock of one search. It starts at once; `time_limit` is in seconds, or None."""

    def __init__(self, time_limit: float | None = None) -> None:
        self.deadline = None if time_limit is None else time.monotonic() + time_limit
        self.nodes = 0
        """The number of positions made."""

    def spend(self, positions: int) -> None:
        """Count positions made; raises OutOfTimeError past the time limit."""
        self.nodes += positions
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise OutOfTimeError

    def stop(self) -> None:
        """End the time now. Another thread may call this."""
        self.deadline = -math.inf
