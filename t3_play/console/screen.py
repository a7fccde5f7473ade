"""The game as plain lines, for pipes and files; Terminal overrides them for people."""

import sys
from collections.abc import Callable
from typing import TypeVar

from t3_play.match import Match, who
from t3_player import Clock
from t3_state import TURNS, T3Action

Answer = TypeVar("Answer")

BANNER = """\
================================
=              T3              =
================================"""


class Screen:
    """Shows a game and reads input."""

    interactive = False
    """Whether to ask the person questions beside those of the course."""
    legend = "On the board, 0 is an empty cell."
    """What the marks on the board mean."""
    goal = ""
    """What a puzzle asks for; empty in a game."""

    def say(self, text: str) -> None:
        """Print lines of text."""
        print(text)

    def begin(self, match: Match) -> None:
        """Show the match that begins."""
        self.say(BANNER)
        self.changed(match)

    def changed(self, match: Match) -> None:
        """Show the board after an action, or after one was taken back."""
        self.say(f"{match.state}\n")

    def announce(self, match: Match) -> None:
        """Say whose turn it is, and what a puzzle asks for."""
        if self.goal:
            self.say(self.goal)
        if match.is_persons(match.state):
            # The course's line has this space too.
            self.say("Enter three space-separated numbers in format: COL ROW NUMBER ")
        else:
            print(f"[{_side(match)} Turn] > ", end="", flush=True)

    def ask(self, match: Match) -> str | None:
        """The next line of input, for an action or a command; None at its end."""
        moves = match.state.get_moves()
        return self.read(f"[{_side(match)} Turn: Move Options {moves}] > ")

    def read(self, prompt: str) -> str | None:
        """The next line of input after a prompt, None at its end; a pipe's is echoed."""
        print(prompt, end="", flush=True)
        # Not input(): after a null character it waits for another line.
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            print()
            return None
        line = line.rstrip("\n")
        if not sys.stdin.isatty():
            print(line)
        return line

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Do some work. The clock limits it."""
        return work(clock)

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the computer is about to play in the match."""
        self.say(f"{action}" if proven else f"{action} (not proven best in the time)")

    def end(self, match: Match) -> None:
        """Show how the match ended."""
        if match.state.is_tie():
            self.say("[T] Tie Game!")
        elif match.play in ("both", "none"):
            self.say(f"[W] {TURNS[not match.state.odd_turn].title()} Win!")
        elif match.is_persons(match.state):
            self.say("[L] You Lose!")
        else:
            self.say("[W] You Win!")


def _side(match: Match) -> str:
    """Whose turn it is, as the course names it: Odds' or Player's."""
    name = who(match, match.state.odd_turn)
    return {"You": "Player's", "The computer": "Opponent's"}.get(name, f"{name}'")
