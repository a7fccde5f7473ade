"""A player's score."""

import math
from dataclasses import dataclass


@dataclass
class Score:
    """A player's results, summed over games."""

    wins: int = 0
    ties: int = 0
    losses: int = 0
    faults: int = 0
    """Losses by an exception or an illegal action."""
    actions: int = 0
    judged: int = 0
    """Actions whose exact utility is known."""
    blunders: int = 0
    """Actions that lowered the exact utility."""
    seconds: float = 0
    """Seconds for all actions."""
    worst: float = 0
    """Seconds for the longest action."""

    def add(self, other: "Score") -> None:
        """Add another score."""
        worst = max(self.worst, other.worst)
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        self.worst = worst

    def games(self) -> int:
        """The number of games."""
        return self.wins + self.ties + self.losses

    def points(self) -> float:
        """The share of games won, with a tie as half a win; 0 before the first game."""
        return (self.wins + self.ties / 2) / max(1, self.games())

    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the points: Wilson's interval (1927).

        It holds for few games and one-sided results too. With ties it is wider than needed.
        """
        n, share, z = max(1, self.games()), self.points(), 1.96
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        radius = (
            z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        )
        return max(0.0, middle - radius), min(1.0, middle + radius)

    def blunder_rate(self) -> float | None:
        """The blunders per 100 actions; None if none was judged."""
        return round(100 * self.blunders / self.judged, 2) if self.judged else None

    def report(self) -> dict[str, float | None]:
        """The figures for a table."""
        low, high = self.interval()
        return {
            "games": self.games(),
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "faults": self.faults,
            "score": round(self.points(), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "blunders per 100 actions": self.blunder_rate(),
            "mean seconds": round(self.seconds / max(1, self.actions), 6),
            "worst seconds": round(self.worst, 6),
        }
