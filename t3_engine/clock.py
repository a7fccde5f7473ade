"""What limits a search: t3_player.Clock, or one that counts in another way."""

from typing import Protocol


class Clock(Protocol):
    """Counts the positions made, and ends the search."""

    nodes: int
    """The number of positions made."""

    def spend(self, positions: int) -> None:
        """Count positions made; raises TimeoutError when the search must end."""
