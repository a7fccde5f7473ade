"""Saved games: the text that a match is kept in, and its file.

A saved game is text that a person can read and edit:

    Tic-Tac-Total
    play: odds
    level: medium
    seed: 7
    start: 000/000/000 odds
    (1,1) = 5
    (0,0) = 6

First come the settings, ending with `start`, then the actions. Only the first line and
`start` are required. Empty lines and what follows a # are ignored.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from t3_play.files import write_whole
from t3_play.inputs import number_to, one_of, parse_action
from t3_play.levels import LEVELS
from t3_play.match import PEOPLE, SEEDS, Match
from t3_state import T3State

TITLE = "Tic-Tac-Total"
"""The first line of a saved game."""

SETTINGS: dict[str, Callable[[str], Any]] = {
    "play": partial(one_of, PEOPLE),
    "level": partial(one_of, LEVELS),
    "seed": partial(number_to, SEEDS - 1, least=0),
    "helped": lambda text: one_of(["yes"], text) == "yes",
    "start": str,
}
"""The settings of a saved game, and how to read their values."""


class SavedGameError(ValueError):
    """A text is not a saved game, or has an error. The message names the line."""


def text_of(match: Match) -> str:
    """The match as a saved game."""
    settings = {
        "play": match.play,
        "level": match.level,
        "seed": match.seed,
        **({"helped": "yes"} if match.helped else {}),
        "start": match.start.notation(),
    }
    rows = [f"{name}: {value}" for name, value in settings.items()]
    return "\n".join([TITLE, *rows, *map(str, match.actions), ""])


def match_from(text: str) -> Match:
    """The match that a saved game describes; raises SavedGameError."""
    settings: dict[str, Any] = {}
    match = None
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition("#")[0].strip()
        try:
            if number == 1:
                if content != TITLE:
                    raise ValueError(f"a saved game begins with {TITLE!r}")
            elif not content:
                continue
            elif match is None:
                name, value = setting(content)
                if name in settings:
                    raise ValueError(f"{name} is already set")
                settings[name] = value
                if name == "start":
                    start = T3State.from_notation(settings.pop("start"))
                    match = Match(start, **settings)
            else:
                match.add(parse_action(content))
        except ValueError as error:
            raise SavedGameError(f"line {number}: {error}") from None
    if match is None:
        example = "start: 000/000/000 odds"
        raise SavedGameError(f"line {number}: there is no start, such as {example!r}")
    return match


def setting(content: str) -> tuple[str, Any]:
    """The name and the value of a setting such as `play: odds`; raises ValueError."""
    name, colon, value = (part.strip() for part in content.partition(":"))
    if name in ("target", "max-move"):
        raise ValueError(f"{name}: a game with other rules can no longer be played here")
    if not colon or name not in SETTINGS:
        raise ValueError(f"unknown setting {content!r} ({', '.join(SETTINGS)})")
    return name, SETTINGS[name](value)


def save(match: Match, path: Path) -> None:
    """Write a match to a file: all of it or, raising OSError, nothing.

    What is there already is replaced only if it is an earlier state of the match.
    """
    if path.exists():
        try:
            old = load(path)
        except SavedGameError:
            raise OSError("that file exists and isn't a saved game") from None
        earlier = match.start, match.actions[: len(old.actions)]
        if (old.start, old.actions) != earlier:
            raise OSError("that file holds another game; choose another name")
    write_whole(path, text_of(match))


def load(path: Path) -> Match:
    """The match in a file; raises OSError or SavedGameError."""
    if path.exists() and not path.is_file():
        raise OSError("that is not a file")  # a folder or a device
    # Some editors put a mark first, which -sig drops.
    return match_from(path.read_text(encoding="utf-8-sig", errors="backslashreplace"))
