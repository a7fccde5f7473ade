"""What a game is shown on: a transcript or a terminal."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from t3_clock import Clock
from t3_play.match import Match
from t3_state import TURNS, T3Action

Answer = TypeVar("Answer")


class Screen(Protocol):
    """How a game looks, and how what is typed comes in."""

    interactive: bool
    """Whether somebody is there to be asked."""
    legend: str
    """What the marks on the board mean."""

    def say(self, text: str) -> None:
        """Print lines of text."""

    def begin(self, match: Match) -> None:
        """Show what is played, and the board."""

    def board(self, match: Match) -> None:
        """Show the board."""

    def announce(self, match: Match) -> None:
        """Say whose turn it is."""

    def prompt(self, match: Match) -> str:
        """What a person is asked for an action with."""

    def read(self, prompt: str) -> str | None:
        """The next line of input, None at its end."""

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Have some work done, that the clock may end."""

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""


def side(match: Match) -> str:
    """Whose turn it is, as Odds' or Player's."""
    if match.play in ("both", "none"):
        return f"{TURNS[match.state.odd_turn].title()}'"
    return "Player's" if match.is_persons(match.state) else "Opponent's"


def whose(match: Match) -> str:
    """Whose turn it is, as somebody at a terminal is told."""
    name = side(match)
    return {"Player's": "Your", "Opponent's": "The machine's"}.get(name, name)
