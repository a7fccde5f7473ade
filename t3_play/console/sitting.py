"""A sitting: one game after another, with a score, and questions to the person."""

import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from t3_play import saved_games
from t3_play.console.hindsight import TurningPoint
from t3_play.console.screen import Screen
from t3_play.levels import BY_STRENGTH
from t3_play.match import SEEDS, Match
from t3_play.program import reason, this_program
from t3_player import Clock
from t3_state import TURNS, T3State

T = TypeVar("T")


class LeaveError(Exception):
    """The person leaves the game."""


class Sitting:
    """One game after another: the match on the board, and the score so far."""

    def __init__(self, match: Match, screen: Screen, time_limit: float) -> None:
        self.match = match
        self.screen = screen
        self.time_limit = time_limit
        """Seconds for each action of the machine, each `hint` and each `why`."""
        self.resigned = False
        """Whether the side to move has resigned."""
        self.turning: TurningPoint | None = None
        """The turning point of a finished match, if known."""
        self.score: Counter[str] = Counter()
        """How many earlier matches each side has won, and how many were ties."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.resigned or self.match.state.is_over()

    def think(self, work: Callable[[Clock], T]) -> T:
        """Do some work within the time limit."""
        return self.screen.think(work, Clock(self.time_limit))

    def complain(self, text: str) -> bool:
        """Say what was wrong. Returns False: the turn goes on."""
        self.screen.say(f"[!] {text}")
        return False

    def confirm(self, question: str) -> bool:
        """Ask until the answer is yes or no. If the screen is not interactive, it is yes.

        Raises LeaveError at the end of input.
        """
        while self.screen.interactive:
            line = self.screen.read(f"{question} (y/n) > ")
            if line is None:
                raise LeaveError
            answer = line.strip().lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")
            self.complain("Type y for yes, or n for no.")
        return True

    def begin(self, start: T3State, play: str) -> None:
        """Begin another match with these people (a key of PEOPLE)."""
        if self.over:
            self.score[self.result()] += 1
        seed = (self.match.seed + 1) % SEEDS
        self.match = Match(start, play, self.next_level(), seed)
        self.resigned = False
        self.screen.begin(self.match)

    def result(self) -> str:
        """The winner, or `ties`."""
        if not self.resigned and self.match.state.is_tie():
            return "ties"
        odd = not self.match.state.odd_turn
        if self.match.play in ("both", "none"):
            return TURNS[odd]
        return "you" if TURNS[odd] == self.match.play else "the machine"

    def next_level(self) -> str:
        """The level of the next match: a stronger one after a person's win."""
        level = self.match.level
        if self.over and self.result() == "you" and level in BY_STRENGTH[:-1]:
            return BY_STRENGTH[BY_STRENGTH.index(level) + 1]
        return level

    def tell_score(self) -> None:
        """Say the score, this match included."""
        score = self.score + Counter([self.result()])
        sides = ("you", "the machine")
        if self.match.play in ("both", "none"):
            sides = ("odds", "evens")
        parts = [f"{name} {score[name]}" for name in (*sides, "ties")]
        self.screen.say(f"Score: {', '.join(parts)}.")

    def save(self, name: str) -> bool:
        """Save the match and say so; returns whether that worked."""
        if not name.isprintable():
            return self.complain("Not saved: that is no name for a file.")
        try:
            path = Path(name).expanduser()
            path = path.parent.resolve() / path.name
            if saved_games.would_replace(self.match, path) and not self.confirm(
                f"{path.name} holds another game. Replace it?"
            ):
                return self.complain("Not saved.")
            saved_games.save(self.match, path)
        except (OSError, ValueError, RuntimeError) as error:
            return self.complain(f"Not saved: {reason(error)}")
        self.screen.say("Saved. To go on with it:")
        again = this_program("python t3_game.py")
        self.screen.say(f"{again} --load {shlex.quote(str(path))}")
        return True

    def may_leave(self, question: str = "Leave this game?") -> bool:
        """Whether the person wants to leave an unfinished match. Offers to save it.

        The end of input counts as yes. Raises LeaveError if the answer is to quit.
        """
        if self.over or not (self.screen.interactive and self.match.actions):
            return True
        while True:
            line = self.screen.read(f"{question} (y/n, s to save it) > ")
            answer = "y" if line is None else line.strip().lower()
            if answer in ("y", "yes") or (answer in ("s", "save") and self._saved()):
                return True
            if answer in ("n", "no"):
                return False
            if answer == "quit":
                raise LeaveError
            self.complain("Type y for yes, n to play on, or s to save the game first.")

    def _saved(self) -> bool:
        """Ask for file names until the match is saved; False if no name is given."""
        while True:
            name = self.screen.read("The name of the file, or Enter for none > ")
            if not name or not name.strip():
                return False
            if self.save(name.strip()):
                return True
