"""Saved games: the text that a match is kept in, and its file.

A saved game is text that a person can read and edit:

    Tic-Tac-Total
    play: odds
    level: medium
    seed: 7
    start: 000/000/000 odds
    (1,1) = 5
    (0,0) = 6
    swap

First come the settings, ending with `start`, then the actions. Only the first line and
`start` are required. A game with other rules also has `target` and `max-move`. `swap`
stands where a person and the machine changed sides. Empty lines and what follows a # are
ignored.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from t3_play.files import write_whole
from t3_play.inputs import number_to, one_of, parse_action
from t3_play.levels import LEVELS
from t3_play.match import (
    LARGEST_NUMBER,
    LARGEST_TARGET,
    OTHER_SIDE,
    PEOPLE,
    SEEDS,
    Match,
    game_with,
)
from t3_state import TURNS, T3State

TITLE = "Tic-Tac-Total"
"""The first line of a saved game."""

SWAP = "swap"
"""The line where a person and the machine change sides."""

ENCODING = "utf-8-sig"
"""For reading. Some editors put a mark first, which -sig drops."""

SETTINGS: dict[str, Callable[[str], Any]] = {
    "play": partial(one_of, PEOPLE),
    "level": partial(one_of, LEVELS),
    "seed": partial(number_to, SEEDS - 1, least=0),
    "target": partial(number_to, LARGEST_TARGET),
    "max-move": partial(number_to, LARGEST_NUMBER),
    "start": str,
}
"""The settings of a saved game, and how to read their values."""


class SavedGameError(ValueError):
    """A text is not a saved game, or has an error. The message names the line."""


def text_of(match: Match) -> str:
    """The match as a saved game."""
    plays = [*played_by(match), match.play]
    settings: dict[str, str | int] = {
        "play": plays[0],
        "level": match.level,
        "seed": match.seed,
    }
    if type(match.start) is not T3State:
        settings |= {"target": match.start.WIN_TARGET, "max-move": match.start.MAX_MOVE}
    settings["start"] = match.start.notation()
    rows = [f"{name}: {value}" for name, value in settings.items()]
    for action, play, then in zip(match.actions, plays, plays[1:]):
        rows += [str(action)] + [SWAP] * (play != then)
    return "\n".join([TITLE, *rows, ""])


def played_by(match: Match) -> list[str]:
    """The `play` setting in force at each action of a match."""
    if match.play not in OTHER_SIDE:
        return [match.play] * len(match.actions)
    return [
        TURNS[state.odd_turn == by_person]
        for state, by_person in zip(match.states, match.by_person)
    ]


def match_from(text: str) -> Match:
    """The match that a saved game describes; raises SavedGameError."""
    settings: dict[str, Any] = {}
    match = None
    for number, line in enumerate(text.split("\n"), start=1):
        content = _content(line)
        try:
            if number == 1:
                if content != TITLE:
                    raise ValueError(f"a saved game begins with {TITLE!r}")
            elif not content:
                continue
            elif match is None:
                name, value = setting(content)
                if name in settings:
                    raise ValueError(f"{name} is set already")
                settings[name] = value
                if name == "start":
                    match = begin(**settings)
            elif content == SWAP and match.play in OTHER_SIDE:
                match.play = OTHER_SIDE[match.play]
            else:
                match.add(parse_action(content))
        except ValueError as error:
            raise SavedGameError(f"line {number}: {error}") from None
    if match is None:
        example = "start: 000/000/000 odds"
        raise SavedGameError(f"line {number}: there is no start, such as {example!r}")
    return match


def setting(content: str, separator: str = ":") -> tuple[str, Any]:
    """The name and the value of a setting such as `play: odds`; raises ValueError."""
    name, found, value = (part.strip() for part in content.partition(separator))
    if not found or name not in SETTINGS:
        raise ValueError(f"{content!r} is no setting ({', '.join(SETTINGS)})")
    return name.replace("-", "_"), SETTINGS[name](value)


def begin(
    start: str,
    target: int = T3State.WIN_TARGET,
    max_move: int = T3State.MAX_MOVE,
    **settings: Any,
) -> Match:
    """A new match with these settings; `start` is notation."""
    return Match(game_with(target, max_move).from_notation(start), **settings)


def would_replace(match: Match, path: Path) -> bool:
    """Whether a file holds a game that `match` does not continue."""
    try:
        old = load(path)
    except (OSError, SavedGameError):
        return False
    return (old.start, old.actions) != (match.start, match.actions[: len(old.actions)])


def save(match: Match, path: Path) -> None:
    """Write a match to a file: all of it or, raising OSError, nothing.

    What is there already is replaced only if it is a saved game.
    """
    if path.exists():
        if not path.is_file():
            raise OSError("that is not a file")
        with path.open(encoding=ENCODING, errors="replace") as file:
            first = file.readline(1000)  # another file may have one huge line
            if _content(first) != TITLE:
                raise OSError("a file of that name is there, and it is no saved game")
    write_whole(path, text_of(match))


def load(path: Path) -> Match:
    """The match in a file; raises OSError or SavedGameError."""
    if path.exists() and not path.is_file():
        raise OSError("that is not a file")  # a folder or a device
    try:
        return match_from(path.read_text(encoding=ENCODING))
    except UnicodeDecodeError as error:
        line = 1 + error.object[: error.start].count(b"\n")
        raise SavedGameError(f"line {line}: it is not text in UTF-8") from None


def _content(line: str) -> str:
    """A line of a saved game without its comment."""
    return line.partition("#")[0].strip()
