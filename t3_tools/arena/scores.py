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
    first_fault: str = ""
    """The first of them, in words."""
    actions: int = 0
    thrown: int = 0
    """Games in which an action threw away a win or a tie."""
    wasted: int = 0
    """Plies by which actions of the highest utility missed the smallest depth."""
    missed: int = 0
    """Actions of the highest utility and smallest depth that were not the earliest."""
    seconds: float = 0
    """Seconds for all actions."""

    def add(self, other: "Score") -> None:
        """Add another score."""
        first = self.first_fault or other.first_fault
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        self.first_fault = first

    def points(self) -> float:
        """The share of games won, with a tie as half a win; 0 before the first game."""
        games = self.wins + self.ties + self.losses
        return (self.wins + self.ties / 2) / max(1, games)

    def rank(self) -> tuple[float, ...]:
        """Sort key, best first."""
        return -self.points(), self.thrown, self.wasted, self.missed
