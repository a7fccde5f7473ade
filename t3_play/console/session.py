"""A session: what the person is at, one line of input after another."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import date
from typing import TypeVar

from t3_play.console.layout import Scene
from t3_play.console.screen import Screen
from t3_play.console.store import Store
from t3_play.match import Match, example_number
from t3_player import Clock

T = TypeVar("T")

WAIT = 4
"""Seconds that a person waits at most for what is not a move of the computer."""

TYPING = (
    "Type column, row and number: {0} {1} {2} puts {2} on ({0},{1}). The top left cell is "
    "(0,0). Type help for more."
)


class LeaveError(Exception):
    """The person leaves."""


class Session:
    """The screen, what is kept, and what the person is at."""

    def __init__(self, screen: Screen, store: Store, time_limit: float) -> None:
        self.screen = screen
        self.store = store
        self.time_limit = time_limit
        """Seconds for each move of the computer."""
        self.activity: Activity | None = None
        self.told = False
        """Whether the person knows how to type a move."""
        self.typed = ""
        """A line that was typed already, to be obeyed next."""

    def begin(self, activity: "Activity") -> None:
        """Leave what the person is at for something else."""
        self.activity = activity
        activity.begin()

    def think(self, work: Callable[[Clock], T], seconds: float = WAIT) -> T:
        """Do some work within a time limit."""
        return self.screen.think(work, Clock(min(seconds, self.time_limit)))

    def today(self) -> date:
        """The day, by the computer's clock."""
        return date.today()


class Activity(ABC):
    """What a person is at: the home screen, a game, a puzzle or a lesson.

    A method `do_hint` obeys the command `hint` (as in Python's cmd.Cmd). It takes what
    follows the word, and raises ValueError, which says what was wrong.
    """

    def __init__(self, session: Session) -> None:
        self.session = session

    @abstractmethod
    def scene(self) -> Scene:
        """What the screen shows."""

    @abstractmethod
    def prompt(self) -> str:
        """What the person is asked."""

    @abstractmethod
    def go_on(self) -> None:
        """What Enter does."""

    @abstractmethod
    def take(self, line: str) -> None:
        """Play a move that was typed; raises ValueError."""

    def begin(self) -> None:
        """Show where it begins."""
        self.show()

    def show(self) -> None:
        """Show how it stands."""
        self.session.screen.show(self.scene())

    def goes_on(self) -> bool:
        """Do what needs no person, such as a computer's move; False if nothing does."""
        return False


class Playing(Activity):
    """A game or an exercise: a match on the board."""

    match: Match

    def begin(self) -> None:
        """Show the board, and the first time how to type."""
        super().begin()
        if not self.session.told and self.match.play != "none":
            self.session.told = True
            row = min(1, self.match.start.size - 1)
            number = example_number(self.match)
            self.session.screen.say(TYPING.format(0, row, number))
