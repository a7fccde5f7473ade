"""What can be typed at any prompt: a move, or a command."""

from collections.abc import Callable
from typing import NamedTuple

from t3_play.console.exercises import Learning, Solving, exercise_named
from t3_play.console.game import Game, load
from t3_play.console.home import Home
from t3_play.console.session import Activity, LeaveError, Playing, Session
from t3_play.descriptions import rules
from t3_play.inputs import begun
from t3_play.levels import LEVELS
from t3_play.match import PEOPLE
from t3_play.puzzles import LESSONS, STRENGTHS
from t3_state import T3State

LEGEND = """\
> < mark each side's last number, / and \\ the ends of the diagonals.
* marks a line that the side to move can complete now, and the numbers of a line that won.
! marks a line that the other side can complete with its next number.
A dead line can no longer win.
On a board without borders, +6 needs 6 more, x is a dead column, and W has won."""
"""What the marks on the board mean."""

PLACING = "  0 1 5 or 015  column, row, number; (0,0) is the top left"
"""How a move is typed."""

MOVES = (
    'Move 3 is the third number of the game. "Win in 3 of their moves" counts only the '
    "winner's, and holds however well the other side resists."
)
"""What a move is, and how the distance to a win counts."""


class Command(NamedTuple):
    """A command."""

    places: str
    """Where it is possible: places of Activity."""
    takes: str
    """What may follow it; empty if nothing may."""
    purpose: str
    obey: Callable[[Session, str], None]
    """Takes what follows; raises ValueError, which says what was wrong."""


def run(session: Session, activity: Activity) -> None:
    """Go on until the person leaves."""
    screen = session.screen
    try:
        session.begin(activity)
        while activity_now := session.activity:
            if activity_now.goes_on():
                continue
            screen.words = completions(activity_now.place)
            line = screen.read(activity_now.prompt())
            if line is None:
                break
            obey(session, line.strip())
    except LeaveError:
        pass
    screen.say("Goodbye!")


def obey(session: Session, line: str) -> None:
    """Obey a line, or say what was wrong."""
    activity = session.activity
    assert activity
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    word = word.lower()
    try:
        if isinstance(activity, Home) and word in activity.choices():
            activity.choose(word)
        elif not word:
            activity.go_on()
        elif word[0].isalpha() or word == "?":
            name = ALIASES.get(word, word)
            possible = words(activity.place)
            if name in COMMANDS and name not in possible:
                raise ValueError(f"{name} is not possible here.")
            name = begun(possible, name, "command")
            command = COMMANDS[name]
            if rest and not command.takes:
                raise ValueError(f"Nothing may follow {name}.")
            command.obey(session, rest.strip())
        else:
            activity.take(line)
    except ValueError as error:
        session.screen.say(f"[!] {error}")


def words(place: str) -> list[str]:
    """The commands that are possible in a place."""
    return [name for name, command in COMMANDS.items() if place in command.places.split()]


def completions(place: str) -> list[str]:
    """What Tab completes there: commands, and what may follow them."""
    return [*words(place), *LEVELS, *PEOPLE, "daily"]


def playing(session: Session) -> Playing:
    """The game or exercise that the person is at."""
    assert isinstance(session.activity, Playing)
    return session.activity


def game(session: Session) -> Game:
    """The game that the person is at."""
    assert isinstance(session.activity, Game)
    return session.activity


def solving(session: Session) -> Solving:
    """The exercise that the person is at."""
    assert isinstance(session.activity, Solving)
    return session.activity


def _help(session: Session, rest: str) -> None:
    activity: Activity | None = session.activity
    assert activity
    lines = [PLACING]
    for name in words(activity.place):
        command = COMMANDS[name]
        lines.append(f"  {f'{name} {command.takes}':<13} {command.purpose}")
    session.screen.say("\n".join(lines))
    session.screen.say("Any unambiguous abbreviation works: u for undo.")
    if isinstance(activity, Playing):
        session.screen.say(f"{LEGEND}\n{MOVES}")


def _rules(session: Session, rest: str) -> None:
    activity = session.activity
    start = activity.match.start if isinstance(activity, Playing) else T3State(True)
    session.screen.say(rules(start))


def _new(session: Session, rest: str) -> None:
    activity = session.activity
    (activity if isinstance(activity, Game) else Home(session)).new(rest)


def _review(session: Session, rest: str) -> None:
    if (line := game(session).review().strip()) not in ("", "q"):
        obey(session, line)


def _leave(session: Session, rest: str) -> None:
    raise LeaveError


COMMANDS = {
    "help": Command("home game puzzle", "", "this list", _help),
    "rules": Command("home game puzzle", "", "the rules of the game", _rules),
    "hint": Command(
        "game puzzle",
        "",
        "what to play",
        lambda on, rest: on.screen.say(playing(on).hint()),
    ),
    "why": Command(
        "game puzzle",
        "[MOVE]",
        "what moves lead to",
        lambda on, rest: on.screen.say(playing(on).why(rest)),
    ),
    "answer": Command(
        "puzzle",
        "",
        "the right move (doesn't count)",
        lambda on, rest: on.screen.say(solving(on).answer()),
    ),
    "undo": Command(
        "game puzzle",
        "[N]",
        "take back your last move, or to move N",
        lambda on, rest: playing(on).undo(rest),
    ),
    "next": Command("puzzle", "", "another one", lambda on, rest: solving(on).next()),
    "review": Command("game", "", "the game, move by move", _review),
    "level": Command(
        "game", "LEVEL", ", ".join(LEVELS), lambda on, rest: game(on).set_level(rest)
    ),
    "swap": Command("game", "", "change sides", lambda on, rest: game(on).swap()),
    "new": Command("home game puzzle", "[...]", "a game: new, new 5 hard evens", _new),
    "save": Command(
        "game", "FILE", "save the game in a file", lambda on, rest: game(on).save(rest)
    ),
    "load": Command("home game", "FILE", "open a saved game", load),
    "puzzle": Command(
        "home game puzzle",
        "[KIND]",
        f"daily, {', '.join(STRENGTHS)}, number or date",
        lambda on, rest: on.begin(exercise_named(on, rest)),
    ),
    "learn": Command(
        "home game puzzle",
        "",
        f"{len(LESSONS)} positions, three minutes",
        lambda on, rest: on.begin(Learning(on, 0)),
    ),
    "home": Command("game puzzle", "", "what waits", lambda on, rest: on.begin(Home(on))),
    "quit": Command("home game puzzle", "", "leave; your game waits", _leave),
}
"""The commands, by name."""

ALIASES = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "n": "new"}
"""Other words for commands."""
