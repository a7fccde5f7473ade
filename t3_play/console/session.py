"""A session: what the person is at, one line of input after another."""

import signal
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from t3_engine import Clock
from t3_play.advice import look_at
from t3_play.console.screen import Screen, patient
from t3_play.console.store import Store
from t3_play.descriptions import cells_in, listed, name_of
from t3_play.drawing import part_in_words
from t3_play.inputs import expand, number_in
from t3_play.levels import LEVELS
from t3_play.match import PEOPLE, SEEDS, SIZES, Match, new_match
from t3_state import TURNS, T3Action, T3State

T = TypeVar("T")

WAIT = 5
"""Seconds that a person waits at most, for a move of the computer, too."""


@dataclass
class Session:
    """The screen, what is kept, and what the person is at."""

    screen: Screen
    store: Store
    activity: "Activity | None" = None
    """None before and after all."""
    explained: bool = False
    """Whether the person knows how to type a move."""

    today = staticmethod(date.today)

    def begin(self, activity: "Activity | None") -> None:
        """Leave what the person is at for something else, or for good."""
        self.activity = activity
        if activity:
            activity.begin()

    def think(self, work: Callable[[Clock], T]) -> T:
        """Do some work within WAIT seconds.

        In a terminal say so if it takes long; Ctrl-C then stops it.
        """
        clock = Clock(WAIT)
        if not self.screen.edge:
            return work(clock)

        def stop(*_: object) -> None:
            clock.deadline = 0

        handler = signal.signal(signal.SIGINT, stop)
        try:
            with patient("Thinking. Ctrl-C stops it."):
                return work(clock)
        finally:
            signal.signal(signal.SIGINT, handler)


class Activity(ABC):
    """What a person is at: the start menu, a game, a puzzle or a lesson.

    A method `do_hint` obeys the command `hint` (as in Python's cmd.Cmd). It takes what
    follows the word, and raises ValueError, which says what was wrong.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    def begin(self) -> None:
        """Leave the board of what was before."""
        self.session.screen.show(None)

    @abstractmethod
    def advance(self) -> None:
        """Do what needs no person, such as a computer's move, before each prompt."""

    @abstractmethod
    def prompt(self) -> str:
        """What the person is asked."""

    @abstractmethod
    def enter(self) -> None:
        """Do what Enter stands for."""

    def take(self, line: str) -> None:
        """Play a move that was typed; raises ValueError."""
        raise ValueError("There is no board yet.")


class Playing(Activity):
    """A game or an exercise: a match on the board."""

    following = "another game"
    """What comes after it."""
    last_hint = "Type hint again for the number."
    """What is said before the last step of a hint."""

    def __init__(self, session: Session, match: Match) -> None:
        super().__init__(session)
        self.match = match
        self.steps = Counter[T3State]()
        """The step of the last hint, 1 to 3, by the position."""

    @property
    def over(self) -> bool:
        """Whether it has ended: for a game, when the match has."""
        return self.match.state.is_over()

    @abstractmethod
    def follow(self) -> Activity:
        """What follows."""

    def advance(self) -> None:
        """Say the first time how to move."""
        if not (self.session.explained or self.over):
            self.session.explained = True
            also = "You can also type hint, why, home, help or quit."
            self.session.screen.say(f"{self.how_to_move()} {also}")

    def how_to_move(self) -> str:
        """What to type for a move, by one that is legal if the board has room."""
        number = self.match.state.get_moves()[-1]
        cells = [*self.match.state.get_open_tiles(), (0, 1)]
        col, row = next((cell for cell in cells if cell[0] != cell[1]), cells[0])
        typed = f"{col} {row} {number} puts {number} on ({col},{row})"
        return f"Type column, row and number: {typed}. The top left cell is (0,0)."

    def begin(self) -> None:
        """Show the board."""
        super().begin()
        self.show()

    @abstractmethod
    def show(self) -> None:
        """Show how it stands, with a title."""

    def prompt(self) -> str:
        """Ask for a move, or at the end for Enter."""
        if self.over:
            return f"Press Enter for {self.following}, or home > "
        state = self.match.state
        whose = f"{TURNS[state.odd_turn].title()}'" if self.match.play == "both" else "Your"
        own = listed(state.get_moves(), "or")
        board = "" if self.session.screen.redraws else ", or Enter for the board"
        return f"{whose} turn: COLUMN ROW NUMBER ({own}){board} > "

    def unfinished(self) -> T3State:
        """The state; raises ValueError if it has ended."""
        if self.over:
            raise ValueError(f"It is over. Press Enter for {self.following}.")
        return self.match.state

    def enter(self) -> None:
        """Go to what follows if it has ended, else show the board if it is not in sight."""
        if self.over:
            self.session.begin(self.follow())
        elif not self.session.screen.redraws:
            self.show()

    def do_board(self, asked: str) -> None:
        """Say the lines of the board, or a line or a cell; raises ValueError."""
        self.session.screen.say("\n".join(part_in_words(self.match.state, asked)))

    def do_hint(self, rest: str) -> None:
        """Say which line to look at, then which cell, then what to play, and why."""
        state = self.unfinished()
        step = self.steps[state] = min(3, self.steps[state] + 1)
        action, said = self.advice(step)
        cells = cells_in(said)
        if action and step == 1:
            line = look_at(state, action)
            said, cells = f"Look at {name_of(line)}. Type hint again for the cell.", {*line}
        elif action and step == 2:
            cells = {(action.col(), action.row())}
            said = f"The cell is ({action.col()},{action.row()}). {self.last_hint}"
        self.session.screen.say(said, cells)

    @abstractmethod
    def advice(self, step: int) -> tuple[T3Action | None, str]:
        """What to play, if a hint may lead there by steps, and all there is to say.

        Keeps that the person has had this step of a hint.
        """


def last_game(session: Session) -> Match | None:
    """The game that was played last; None if none, or nothing sound, is kept."""
    with suppress(AttributeError, KeyError, OverflowError, TypeError, ValueError):
        kept = session.store.history["game"]
        start, play, level = kept["start"], kept["play"], kept["level"]
        if play in PEOPLE and level in LEVELS:
            seed, helped = int(kept["seed"]), kept["helped"] is True
            match = Match(T3State.from_notation(start), play, level, seed, helped)
            for action in kept["actions"]:
                match.add(T3Action(*map(int, action)))
            return match
    return None


def under_way(session: Session) -> Match | None:
    """The last game, if it has begun and is not over."""
    match = last_game(session)
    return match if match and match.actions and not match.state.is_over() else None


def new_game(session: Session, line: str = "", like: Match | None = None) -> Match:
    """A match like another, or like the last, but of the size, level and side in the line.

    Raises ValueError.
    """
    like = like or last_game(session) or new_match()
    given, names = dict[str, str](), [*LEVELS, *PEOPLE]
    for word in line.split():
        name = expand(names, word, "level or side") if word[0].isalpha() else word
        kind = "level" if name in LEVELS else "side" if name in PEOPLE else "size"
        if kind in given:
            raise ValueError(f"Which {kind}: {given[kind]} or {name}?")
        given[kind] = name
    size = number_in(SIZES, given.get("size", f"{like.start.size}"))
    side = given.get("side", like.play if like.play == "both" else None)
    return new_match(size, given.get("level", like.level), side, (like.seed + 1) % SEEDS)
