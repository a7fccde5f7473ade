"""The game as plain lines."""

import sys
from collections.abc import Callable, Sequence

from t3_engine.clock import Clock
from t3_play.console.screen import Answer
from t3_play.descriptions import by_value
from t3_play.match import Match, side
from t3_player import Evaluation
from t3_state import TURNS, T3Action, T3State

BANNER = """\
================================
=              T3              =
================================"""


class Transcript:
    """Plain lines, for pipes and files: the same at any time, in any place."""

    interactive = False
    """Whether somebody is there to be asked."""
    legend = "On the board, 0 is an empty cell."

    def say(self, text: str) -> None:
        """Print lines of text."""
        print(text)

    def say_items(self, items: Sequence[str]) -> None:
        """Print short texts, one in a line."""
        self.say("\n".join(items))

    def begin(self, match: Match) -> None:
        """Show the title and the board."""
        self.say(BANNER)
        self.changed(match)

    def changed(self, match: Match) -> None:
        """Show the board."""
        self.say(f"{match.state}\n")

    def announce(self, match: Match) -> None:
        """Say whose turn it is."""
        if match.is_persons(match.state):
            # With the space at its end that the course has there.
            self.say("Enter three space-separated numbers in format: COL ROW NUMBER ")
        else:
            print(f"[{side(match)} Turn] > ", end="", flush=True)

    def ask(self, match: Match) -> str | None:
        """The next line of input, for an action or a command; None at its end."""
        moves = match.state.get_moves()
        return self.read(f"[{side(match)} Turn: Move Options {moves}] > ")

    def read(self, prompt: str) -> str | None:
        """The next line of input, None at its end. It is printed too, as if typed."""
        print(prompt, end="", flush=True)
        # Not input(), which waits for another line after one with a null character.
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            print()
            return None
        line = line.rstrip("\n")
        if not sys.stdin.isatty():
            print(line)
        return line

    def think(self, work: Callable[[Clock], Answer], clock: Clock) -> Answer:
        """Have some work done, that the clock may end."""
        return work(clock)

    def played(self, match: Match, action: T3Action, proven: bool) -> None:
        """Show what the machine is about to play in the match."""
        self.say(f"{action}" if proven else f"{action} (not proven best in the time)")

    def values(self, state: T3State, values: Sequence[Evaluation]) -> None:
        """Show what all actions in a state lead to, given in order, the best first."""
        self.say("\n".join(by_value(values)))

    def end(self, match: Match, resigned: bool) -> None:
        """Show how the game ended."""
        if not resigned and match.state.is_tie():
            self.say("[T] Tie Game!")
        elif match.play in ("both", "none"):
            self.say(f"[W] {TURNS[not match.state.odd_turn].title()} Win!")
        elif match.is_persons(match.state):
            self.say("[L] You Lose!")
        else:
            self.say("[W] You Win!")
