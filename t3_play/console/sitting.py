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
from t3_play.match import OTHER_SIDE, SEEDS, Match, who
from t3_play.program import reason, this_program
from t3_player import TIE, WIN, Clock
from t3_state import TURNS, T3State

WAIT = 4
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
        self.turning: int | None = None
        """The ply of a finished match at which the loser lost it, if known."""
        self.score: Counter[str] = Counter()
        """How many earlier matches each side has won, and how many were ties."""
        self.saved = ""
        """The match as last saved or loaded."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.state.is_over()

    def think(self, work: Callable[[Clock], T], seconds: float = WAIT) -> T:
        """Do some work within a time limit."""
        return self.screen.think(work, Clock(min(seconds, self.time_limit)))

    def confirm(self, question: str) -> bool:
        """Whether the person says yes; raises LeaveError at the end of input."""
        line = self.screen.read(f"{question} (y/n) > ")
        if line is None:
            raise LeaveError
        return line.strip().lower() in ("y", "yes")

    def begin(self, match: Match) -> None:
        """Begin another match."""
        if self.over:
            self.score[self.result()] += 1
        self.match = match
        self.screen.begin(match)
        self.foretell()

    def another(self, start: T3State, play: str) -> None:
        """Begin a match with these people (a key of PEOPLE), at the same level."""
        seed = (self.match.seed + 1) % SEEDS
        self.begin(Match(start, play, self.match.level, seed))

    def foretell(self) -> None:
        """If the perfect computer can't be beaten from here, say so."""
        match, state = self.match, self.match.state
        if match.play not in OTHER_SIDE or match.level != "perfect" or state.is_over():
            return
        winner = self.think(lambda clock: winning_side(state, clock))
        if winner == "nobody":
            self.screen.say("Perfect never errs: from here you can tie, but not win.")
        elif winner == OTHER_SIDE[match.play]:
            self.screen.say(
                f"Perfect never errs, and {winner} can always win from here. Type swap to "
                f"play {winner}."
            )

    def result(self) -> str:
        """The winner of the finished match, or `ties`."""
        state = self.match.state
        return "ties" if state.is_tie() else who(self.match, not state.odd_turn).lower()

    def tell_score(self) -> None:
        """Say the score, a finished match included; nothing before the first."""
        score = self.score + Counter([self.result()] if self.over else [])
        sides = {who(self.match, odd).lower() for odd in (True, False)}
        if score:
            names = [*sorted(sides, reverse=True), "ties"]
            counts = ", ".join(f"{name} {score[name]}" for name in names)
            self.screen.say(f"Score: {counts}.")

    def save(self, name: str) -> None:
        """Save the match in a file of this name, and say so; raises ValueError."""
        if not (name and name.isprintable()):
            raise ValueError("Add a file name: save game.txt")
        try:
            path = Path(name).expanduser()
            path = path.parent.resolve() / path.name
            saved_games.save(self.match, path, self.saved)
        except (OSError, ValueError, RuntimeError) as error:
            raise ValueError(f"Not saved: {reason(error)}") from None
        self.saved = saved_games.text_of(self.match)
        self.screen.say("Saved. To resume:")
        again = this_program()
        self.screen.say(f"{again} --load {shlex.quote(str(path))}")

    def load(self, name: str) -> None:
        """Go on with a saved match, unless the person declines; raises ValueError."""
        if not name:
            raise ValueError("Add a file name: load game.txt")
        try:
            match, dropped = saved_games.load(Path(name).expanduser())
        except (OSError, ValueError, RuntimeError) as error:
            raise ValueError(f"Not loaded: {reason(error)}") from None
        if not self.may_leave():
            return
        self.begin(match)
        self.saved = saved_games.text_of(match)
        moves = len(match.actions)
        self.screen.say(f"Loaded {name}, after move {moves}." if moves else "Loaded.")
        if dropped:
            self.screen.say(f"[!] The last line was left out. {dropped}")

    def may_leave(self) -> bool:
        """Whether the person agrees to leave an unfinished match that is not saved."""
        if self.over or not self.match.actions:
            return True
        if saved_games.text_of(self.match) == self.saved:
            return True
        return self.confirm("Leave this game without saving it?")
