"""The interface of the transcript and the terminal."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from t3_play.match import Match
from t3_player import Clock
from t3_state import T3Action

Answer = TypeVar("Answer")


class Screen(Protocol):
    """Shows a game and reads input."""

    interactive: bool
    """Whether to ask the person questions beside those of the course."""

    def say(self, text: str) -> None:
        """Print lines of text."""

    def say_items(self, items: Sequence[str]) -> None:
        """Print a list of short texts, laid out as the screen allows."""

    def legend(self, match: Match) -> str:
        """What the marks on the board mean."""

    def begin(self, match: Match) -> None:
        """Show the match that begins."""

    def changed(self, match: Match) -> None:
        """Show the board after an action, or after one was taken back."""

    def announce(self, match: Match) -> None:
        """Say whose turn it is."""

    def ask(self, match: Match) -> str | None:
        """The next line of input, for an action or a command; None at its end."""

    def read(self, prompt: str) -> str | None:
        """The next line of input after a prompt, None at its end."""

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Do some work. The clock limits it."""

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the computer is about to play in the match."""

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
