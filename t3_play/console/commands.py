"""What can be typed at any prompt: a move, or a command."""

import re
from collections.abc import Callable

from t3_play.console import results
from t3_play.console.exercises import exercise_named, next_lesson
from t3_play.console.game import RULES, Game
from t3_play.console.home import Home
from t3_play.console.session import Activity, Playing, Session, new_game
from t3_play.drawing import LEGEND
from t3_play.inputs import expand, in_ascii
from t3_play.levels import LEVELS
from t3_play.puzzles import STRENGTHS

PLACING = "A move is column, row, number: 0 1 5 or 015. The top left is (0,0)."
"""How a move is typed."""

MARKED = "[ ] marks the cells that hint, why or review has just named."
"""What more is marked on a board that stays in sight."""

MOVES = (
    "Moves are numbered from 1, both sides together. 'Win in 3 of their moves' counts only "
    "the winner's moves, if the other side defends well."
)
"""What a move is, and how the distance to a win counts."""


COMMANDS = {
    "help": ("", "this list"),
    "rules": ("", "the rules of the game"),
    "hint": ("", "what to play, or where to look"),
    "why": ("[MOVE]", "what moves lead to"),
    "undo": ("[N]", "take back your last move, or all from move N"),
    "review": ("", "the game, move by move"),
    "swap": ("", "the same start, on the other side"),
    "new": ("[...]", f"a game, such as new 5 hard evens ({', '.join(LEVELS)})"),
    "puzzle": ("[KIND]", f"daily, {', '.join(STRENGTHS)}, or a day such as 2026-01-31"),
    "share": ("", "a text about this puzzle"),
    "stats": ("", "your games and puzzles so far"),
    "learn": ("", "five positions, three minutes"),
    "go": ("", "go on with your game"),
    "home": ("", "the start menu"),
    "quit": ("", "leave (your game is kept)"),
}
"""By name, what may follow a command (empty if nothing may), and what it is for."""


def run(session: Session, activity: Activity) -> None:
    """Go on until the person leaves."""
    session.begin(activity)
    while session.activity:
        if session.activity.advance():
            continue
        if session.store.failed:
            session.store.write()
        line = session.screen.read(session.activity.prompt())
        obey(session, "quit" if line is None else in_ascii(line).strip())
    session.screen.say("Goodbye!")


def words(activity: Activity) -> list[str]:
    """The commands that are possible in an activity."""
    return [
        name for name in COMMANDS if name in EVERYWHERE or hasattr(activity, f"do_{name}")
    ]


def obey(session: Session, line: str) -> None:
    """Obey a line, or say what was wrong."""
    activity = session.activity
    assert activity
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    word = word.lower()
    try:
        if not word:
            activity.enter()
        elif word[0].isalpha() and not re.match("[a-z][0-9]", word):
            _command(session, activity, word, rest.strip())
        else:
            activity.take(line)
    except ValueError as error:
        session.screen.say(f"[!] {error}")


def _command(session: Session, activity: Activity, word: str, rest: str) -> None:
    possible = words(activity)
    if word in COMMANDS and word not in possible:
        raise ValueError(f"You can't use {word} here.")
    name = expand(possible, word, "command")
    if rest and not COMMANDS[name][0]:
        raise ValueError(f"Type {name} on its own.")
    if name in EVERYWHERE:
        EVERYWHERE[name](session, rest)
    else:
        getattr(activity, f"do_{name}")(rest)


def _help(session: Session, rest: str) -> None:
    activity: Activity | None = session.activity
    assert activity
    in_words, lines = session.screen.in_words, [PLACING]
    for name in words(activity):
        takes, purpose = COMMANDS[name]
        typed = f"{name} {takes}".rstrip()
        lines.append(f"{typed}: {purpose}" if in_words else f"  {typed:<13} {purpose}")
    lines.append("Any unambiguous abbreviation works: u for undo.")
    if isinstance(activity, Playing):
        lines += [LEGEND] * (not in_words)
        lines += [MARKED] * session.screen.redraws
        lines.append(MOVES)
    session.screen.say("\n".join(lines))


def _new(session: Session, rest: str) -> None:
    activity = session.activity
    like = activity.match if isinstance(activity, Game) else None
    session.begin(Game(session, new_game(session, rest, like)))


def _leave(session: Session, rest: str) -> None:
    session.activity = None


EVERYWHERE: dict[str, Callable[[Session, str], None]] = {
    "help": _help,
    "rules": lambda session, rest: session.screen.say(RULES),
    "new": _new,
    "puzzle": lambda session, rest: session.begin(exercise_named(session, rest)),
    "stats": lambda session, rest: session.screen.say(results.statistics(session)),
    "learn": lambda session, rest: session.begin(next_lesson(session)),
    "home": lambda session, rest: session.begin(Home(session)),
    "quit": _leave,
}
"""The commands that need no activity of their own. The others are its methods."""
