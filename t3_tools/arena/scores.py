"""A player's score."""

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

    def add(self, other: "Score") -> None:
        """Add another score."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def points(self) -> float:
        """The share of games won, with a tie as half a win; 0 before the first game."""
        games = self.wins + self.ties + self.losses
        return (self.wins + self.ties / 2) / max(1, games)

    def blunder_rate(self) -> float | None:
        """The blunders per 100 actions; None if none was judged."""
        return 100 * self.blunders / self.judged if self.judged else None
