"""The game as plain lines."""

import sys
from collections.abc import Callable, Sequence

from t3_play.console.screen import Answer
from t3_play.match import Match, who
from t3_player import Clock
from t3_state import TURNS, T3Action

BANNER = """\
================================
=              T3              =
================================"""


class Transcript:
    """Plain lines for pipes and files, laid out the same everywhere."""

    interactive = False

    def say(self, text: str) -> None:
        """Print lines of text."""
        print(text)

    def say_items(self, items: Sequence[str]) -> None:
        """Print short texts, one on each line."""
        self.say("\n".join(items))

    def legend(self, match: Match) -> str:
        """What the marks on the board mean."""
        return "On the board, 0 is an empty cell."

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
            # The course's line has this space too.
            self.say("Enter three space-separated numbers in format: COL ROW NUMBER ")
        else:
            print(f"[{_side(match)} Turn] > ", end="", flush=True)

    def ask(self, match: Match) -> str | None:
        """The next line of input, for an action or a command; None at its end."""
        moves = match.state.get_moves()
        return self.read(f"[{_side(match)} Turn: Move Options {moves}] > ")

    def read(self, prompt: str) -> str | None:
        """The next line of input, None at the end; from a pipe it is echoed."""
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


def _side(match: Match) -> str:
    """Whose turn it is, as the course names it: Odds' or Player's."""
    name = who(match, match.state.odd_turn)
    return {"You": "Player's", "The computer": "Opponent's"}.get(name, f"{name}'")
