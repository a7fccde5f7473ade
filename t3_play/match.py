"""A game that is being played: its history, and the file it is kept in.

A saved game is text that a person can read and edit:

    Tic-Tac-Total
    play: odds
    level: medium
    seed: 7
    start: 000/000/000 odds
    (1,1) = 5
    (0,0) = 6

The settings come first, the start last of them, then the actions. Only the start is a
must. A game with other rules also has `target` and `max-move`. Empty lines and what
follows a # are ignored.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

from t3_play.levels import LEVELS
from t3_play.reading import number_to, one_of, parse_action, write_whole
from t3_state import IllegalActionError, T3Action, T3State

TITLE = "Tic-Tac-Total"
"""The first line of a saved game."""

ENCODING = "utf-8-sig"
"""For reading one: some editors begin a text with a mark, which -sig takes away."""

PEOPLE = {"odds": [True], "evens": [False], "both": [True, False], "none": []}
"""Which sides are played by people, True for odds; the machine plays the others."""

OTHER_SIDE = {"odds": "evens", "evens": "odds"}
"""What people play when they have changed sides with the machine."""

LARGEST_SIZE, LARGEST_TARGET, LARGEST_NUMBER = 25, 99, 19
"""Of the games that can be played: what is bigger takes long, or is too wide to show."""

SEEDS = 10**9
"""A seed is a whole number from 0 to below this."""


class SavedGameError(ValueError):
    """A text that is no saved game, or one with a mistake: says in which line."""


@cache
def game_with(
    target: int = T3State.WIN_TARGET, max_move: int = T3State.MAX_MOVE
) -> type[T3State]:
    """The states of the game with this target sum and largest number."""
    if (target, max_move) == (T3State.WIN_TARGET, T3State.MAX_MOVE):
        return T3State
    return type("T3State", (T3State,), {"WIN_TARGET": target, "MAX_MOVE": max_move})


@dataclass
class Match:
    """A game from its start to where it is now, who plays it, and how to go back."""

    start: T3State
    play: str = "odds"
    """Who is played by people, a key of PEOPLE."""
    level: str = "perfect"
    """How well the machine plays, a key of LEVELS."""
    seed: int = 0
    """What decides where the level leaves something to chance."""
    actions: list[T3Action] = field(default_factory=list, init=False)
    """What was played so far."""
    states: list[T3State] = field(init=False)
    """The start, and the state after each action."""

    def __post_init__(self) -> None:
        if self.start.size > LARGEST_SIZE:
            raise ValueError(f"a board has {LARGEST_SIZE} rows at most")
        self.states = [self.start]

    @property
    def state(self) -> T3State:
        """Where the game is now."""
        return self.states[-1]

    def is_persons(self, state: T3State) -> bool:
        """Whether it is a person's turn in `state`."""
        return state.odd_turn in PEOPLE[self.play]

    def add(self, action: T3Action) -> None:
        """Play an action; raises IllegalActionError if that is not possible."""
        if self.state.is_over():
            raise IllegalActionError(f"{action}: the game is over already")
        self.states.append(self.state.get_next_state(action))
        self.actions.append(action)

    def undo(self) -> list[T3Action]:
        """Take back what was played since, and with, the last action of a person.

        Returns it, or an empty list if no person has played yet.
        """
        persons = [
            ply for ply, state in enumerate(self.states[:-1]) if self.is_persons(state)
        ]
        if not persons:
            return []
        taken = self.actions[persons[-1] :]
        del self.actions[persons[-1] :]
        del self.states[persons[-1] + 1 :]
        return taken

    def text(self) -> str:
        """The match as a saved game."""
        settings: dict[str, str | int] = {
            "play": self.play,
            "level": self.level,
            "seed": self.seed,
        }
        if type(self.start) is not T3State:
            settings |= {"target": self.start.WIN_TARGET, "max-move": self.start.MAX_MOVE}
        settings["start"] = self.start.notation()
        rows = [f"{name}: {value}" for name, value in settings.items()]
        return "\n".join([TITLE, *rows, *map(str, self.actions), ""])

    @classmethod
    def from_text(cls, text: str) -> "Match":
        """The match that a saved game describes; raises SavedGameError."""
        settings: dict[str, Any] = {}
        match = None
        for number, line in enumerate(text.split("\n"), start=1):
            content = _content(line)
            try:
                if number == 1:
                    if content != TITLE:
                        raise ValueError(f"a saved game begins with {TITLE!r}")
                elif content and match is None:
                    name, value = _setting(content)
                    if name in settings:
                        raise ValueError(f"{name} is set already")
                    settings[name] = value
                    if name == "start":
                        match = _begin(**settings)
                elif content and match is not None:
                    match.add(parse_action(content))
            except ValueError as error:
                raise SavedGameError(f"line {number}: {error}") from None
        if match is None:
            example = "start: 000/000/000 odds"
            raise SavedGameError(f"line {number}: there is no start, such as {example!r}")
        return match

    def would_replace(self, path: Path) -> bool:
        """Whether a file holds a game that is not the beginning of this one."""
        try:
            old = self.load(path)
        except (OSError, SavedGameError):
            return False
        return (old.start, old.actions) != (self.start, self.actions[: len(old.actions)])

    def save(self, path: Path) -> None:
        """Write the match to a file: all of it or, raising OSError, nothing.

        What is there already is replaced only if it is a saved game.
        """
        if path.exists():
            if not path.is_file():
                raise OSError("that is not a file")
            with path.open(encoding=ENCODING, errors="replace") as file:
                if _content(file.readline(1000)) != TITLE:  # another file may have no end
                    raise OSError("a file of that name is there, and it is no saved game")
        write_whole(path, self.text())

    @classmethod
    def load(cls, path: Path) -> "Match":
        """The match in a file; raises OSError or SavedGameError."""
        if path.exists() and not path.is_file():
            raise OSError("that is not a file")  # but a folder, or without an end
        try:
            return cls.from_text(path.read_text(encoding=ENCODING))
        except UnicodeDecodeError as error:
            line = 1 + error.object.count(b"\n", 0, error.start)
            raise SavedGameError(f"line {line}: it is not text in UTF-8") from None


SETTINGS: dict[str, Callable[[str], Any]] = {
    "play": partial(one_of, PEOPLE),
    "level": partial(one_of, LEVELS),
    "seed": partial(number_to, SEEDS - 1, least=0),
    "target": partial(number_to, LARGEST_TARGET),
    "max-move": partial(number_to, LARGEST_NUMBER),
    "start": str,
}
"""What can be set in a saved game, and how the value is read."""


def _content(line: str) -> str:
    """What a line of a saved game says, but for the comment."""
    return line.partition("#")[0].strip()


def _setting(content: str) -> tuple[str, Any]:
    """The name and the value of a setting such as `play: odds`; raises ValueError."""
    name, colon, value = (part.strip() for part in content.partition(":"))
    if not colon or name not in SETTINGS:
        raise ValueError(f"{content!r} is no setting, of {', '.join(SETTINGS)}")
    return name.replace("-", "_"), SETTINGS[name](value)


def _begin(
    start: str,
    target: int = T3State.WIN_TARGET,
    max_move: int = T3State.MAX_MOVE,
    **settings: Any,
) -> Match:
    """The match with these settings."""
    return Match(game_with(target, max_move).from_notation(start), **settings)
