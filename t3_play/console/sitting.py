"""A sitting: one game after another, with a score, and questions to the person."""

import shlex
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from t3_engine.position import Position
from t3_play import saved_games
from t3_play.analysis import Distances
from t3_play.console.screen import Screen
from t3_play.match import OTHER_SIDE, SEEDS, Match
from t3_play.program import reason, this_program
from t3_player import TIE, WIN, Clock
from t3_state import TURNS, T3State

PATIENCE = 2
"""Seconds that a person waits at most for what is not a move of the computer."""

SOLVED = 6
"""On empty boards of this size and larger odds can always win, whoever begins."""

T = TypeVar("T")


def winning_side(state: T3State, clock: Clock) -> str | None:
    """Who can win from here whatever the other does, or `nobody`; None if unproven."""
    known = type(state) is T3State and state.size >= SOLVED
    if known and not any(map(any, state.board)):
        return TURNS[True]
    try:
        utility = Distances(clock).utility(Position.of(state))
    except TimeoutError:
        return None
    return "nobody" if utility == TIE else TURNS[state.odd_turn == (utility == WIN)]


class LeaveError(Exception):
    """The person leaves the game."""


class Sitting:
    """One game after another: the match on the board, and the score so far."""

    def __init__(self, match: Match, screen: Screen, time_limit: float) -> None:
        self.match = match
        self.screen = screen
        self.time_limit = time_limit
        """Seconds for each move of the computer."""
        self.resigned = False
        """Whether the side to move has resigned."""
        self.turning: int | None = None
        """The ply of a finished match at which the loser lost it, if known."""
        self.score: Counter[str] = Counter()
        """How many earlier matches each side has won, and how many were ties."""
        self.saved = ""
        """The match as last saved or loaded."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.resigned or self.match.state.is_over()

    def think(self, work: Callable[[Clock], T], seconds: float = PATIENCE) -> T:
        """Do some work within a time limit."""
        return self.screen.think(work, Clock(min(seconds, self.time_limit)))

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

    def begin(self, match: Match) -> None:
        """Begin another match."""
        if self.over:
            self.score[self.result()] += 1
        self.match, self.resigned = match, False
        self.screen.begin(match)
        self.foretell()

    def another(self, start: T3State, play: str) -> None:
        """Begin a match with these people (a key of PEOPLE), at the same level."""
        seed = (self.match.seed + 1) % SEEDS
        self.begin(Match(start, play, self.match.level, seed))

    def foretell(self) -> None:
        """If the perfect computer can't be beaten from here, say so."""
        match, state = self.match, self.match.state
        against = self.screen.interactive and match.play in OTHER_SIDE
        if not against or match.level != "perfect" or state.is_over():
            return
        winner = self.think(lambda clock: winning_side(state, clock))
        if winner == "nobody":
            self.screen.say("Perfect never errs: from here you can tie, but not win.")
        elif winner == OTHER_SIDE[match.play]:
            self.screen.say(
                f"Perfect never errs, and from here {winner} can always win. To take their "
                "side type swap."
            )

    def result(self) -> str:
        """The winner, or `ties`."""
        if not self.resigned and self.match.state.is_tie():
            return "ties"
        odd = not self.match.state.odd_turn
        if self.match.play in ("both", "none"):
            return TURNS[odd]
        return "you" if TURNS[odd] == self.match.play else "computer"

    def tell_score(self) -> None:
        """Say the score, a finished match included; nothing before the first."""
        score = self.score + Counter([self.result()] if self.over else [])
        sides = ("you", "computer")
        if self.match.play in ("both", "none"):
            sides = ("odds", "evens")
        if score:
            parts = [f"{name} {score[name]}" for name in (*sides, "ties")]
            self.screen.say(f"Score: {', '.join(parts)}.")

    def save(self, name: str) -> bool:
        """Save the match and say so; returns whether that worked."""
        if not name.isprintable():
            return self.complain("Not saved: a file can't have that name.")
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
        self.saved = saved_games.text_of(self.match)
        self.screen.say("Saved. To resume:")
        again = this_program("python t3_game.py")
        self.screen.say(f"{again} --load {shlex.quote(str(path))}")
        return True

    def load(self, name: str) -> bool:
        """Go on with a saved match; returns whether that worked."""
        try:
            match, dropped = saved_games.load(Path(name).expanduser())
        except (OSError, ValueError, RuntimeError) as error:
            return self.complain(f"Not loaded: {reason(error)}")
        if not self.may_leave("Abandon this game for the saved one?"):
            return False
        self.begin(match)
        self.saved = saved_games.text_of(match)
        if dropped:
            self.complain(f"Loaded without its last line. {dropped}")
        return True

    def may_leave(self, question: str = "Leave this game?") -> bool:
        """Whether the person wants to leave an unfinished match. Offers to save it.

        The end of input counts as yes. Raises LeaveError if the answer is to quit.
        """
        if self.over or not (self.screen.interactive and self.match.actions):
            return True
        if saved_games.text_of(self.match) == self.saved:
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
