"""What can be typed at any prompt, a move or a command, and the start menu."""

import re
from collections.abc import Callable
from unicodedata import normalize

from t3_play.console.exercises import Learning, puzzle_named
from t3_play.console.game import AIM, RULES, Game
from t3_play.console.results import beaten, statistics, week
from t3_play.console.session import Activity, Playing, last_game, new_game, under_way
from t3_play.descriptions import listed
from t3_play.inputs import expand
from t3_play.levels import LEVELS
from t3_play.match import match_in_words
from t3_play.puzzles import FIRST_DAY, LESSONS, STRENGTHS, of_day

COMMANDS = {
    "help": ("", "this list"),
    "rules": ("", "the rules of the game"),
    "hint": ("", "what to play, or where to look"),
    "why": ("[MOVE]", "what moves lead to"),
    "undo": ("[N]", "take back your last move, or all from move N"),
    "review": ("", "the game, move by move"),
    "board": ("[PART]", "its lines in words, or row 1, column 0, diagonal, cell 0 2"),
    "new": ("[...]", f"a game, such as new 5 hard evens ({', '.join(LEVELS)})"),
    "puzzle": ("[KIND]", f"today's, a day's such as 2026-01-31, or {', '.join(STRENGTHS)}"),
    "stats": ("", "your games and puzzles so far"),
    "learn": ("", "five positions, three minutes"),
    "go": ("", "go on with your game"),
    "home": ("", "the start menu"),
    "quit": ("", "leave (your game is kept)"),
}
"""By name, what may follow a command (empty if nothing may), and what it is for."""

NAMES = {"?": "help", "lessons": "learn", "share": "puzzle"}
"""Other names of commands. `share` opens the puzzle on the board again, or today's: if it
is solved, that shows what can be shared."""


def run(activity: Activity) -> None:
    """Begin an activity, and go on until the person leaves."""
    session = activity.session
    session.begin(activity)
    while session.activity:
        session.activity.advance()
        if session.store.failed:
            session.store.write()
        line = session.screen.read(session.activity.prompt())
        # A keyboard may type signs and letters in full width.
        typed = "quit" if line is None else normalize("NFKC", line)
        obey(session.activity, typed.strip())
    session.screen.say("Goodbye!")


def words(activity: Activity) -> list[str]:
    """The commands that are possible in an activity."""
    return [it for it in COMMANDS if it in EVERYWHERE or hasattr(activity, f"do_{it}")]


def obey(activity: Activity, line: str) -> None:
    """Obey a line, or say what was wrong."""
    word, rest = (*line.split(maxsplit=1), "", "")[:2]
    if word.lower() == "share":
        rest = rest or f"{getattr(activity, 'day', '')}"
    word = NAMES.get(word.lower(), word.lower())
    try:
        if not word:
            activity.enter()
        elif word[0].isalpha() and not re.match("[a-z][0-9]", word):
            _command(activity, word, rest.strip())
        else:
            activity.take(line)
    except ValueError as error:
        activity.session.screen.say(f"[!] {error}")


def _command(activity: Activity, word: str, rest: str) -> None:
    possible = words(activity)
    if word in COMMANDS and word not in possible:
        raise ValueError(f"You can't use {word} here.")
    name = expand(possible, word, "command")
    if rest and not COMMANDS[name][0]:
        raise ValueError(f"Type {name} on its own.")
    if name in EVERYWHERE:
        EVERYWHERE[name](activity, rest)
    else:
        getattr(activity, f"do_{name}")(rest)


def _help(activity: Activity, rest: str) -> None:
    in_words, lines = activity.session.screen.in_words, []
    for name in words(activity):
        takes, purpose = COMMANDS[name]
        typed = f"{name} {takes}".rstrip()
        lines.append(f"{typed}: {purpose}" if in_words else f"  {typed:<13} {purpose}")
    lines.append("Any unambiguous abbreviation works: u for undo.")
    if isinstance(activity, Playing):
        lines.append(activity.how_to_move())
        lines.append(
            "Moves are numbered from 1, both sides together. 'Win in 3 of their moves' "
            "counts only the winner's moves, if the other side defends well."
        )
    activity.session.screen.say("\n".join(lines))


def _new(activity: Activity, rest: str) -> None:
    session, like = activity.session, activity.match if isinstance(activity, Game) else None
    session.begin(Game(session, new_game(session, rest, like)))


class Home(Activity):
    """The start menu: a line, and the first letter of a command, for all that waits."""

    def choices(self) -> dict[str, str]:
        """What waits, by the command for it, the first thing first."""
        session, history = self.session, self.session.store.history
        again = " again" if history.get("lessons") == len(LESSONS) else ""
        learn = {"learn": f"learn{again}: five positions, three minutes"}
        game = {"new": f"new game: {match_in_words(new_game(session))}"}
        if match := under_way(session):
            game = {"go": f"go on: {match_in_words(match)}", **game}
        puzzle = {"puzzle": f"today's puzzle: {self.puzzle()}"}
        if session.today() < FIRST_DAY:
            puzzle = {}
        if {"solved", "shown"} & {*session.store.day(session.today())}:
            return game | puzzle | learn
        visited = any(map(history.get, ("game", "lessons", "days")))
        return puzzle | game | learn if visited else learn | puzzle | game

    def puzzle(self) -> str:
        """Today's puzzle, or its result."""
        today, store = self.session.today(), self.session.store
        record, puzzle, (streak, _) = store.day(today), of_day(today), store.streaks(today)
        size = puzzle.state.size
        said = f"{size} x {size}, win within {puzzle.moves} of your moves"
        if "solved" in record:
            said = "solved"
        elif "shown" in record:
            said = "you have seen the answer"
        return f"{said}, streak {streak}" if streak > 1 else said

    def advance(self) -> None:
        """Say what waits."""
        lines = [f"  {name[0]}  {text}" for name, text in self.choices().items()]
        kept = [week(self.session), beaten(self.session)]
        if "game" in self.session.store.history and not last_game(self.session):
            kept.append("Your last game can't go on in this version.")
        lines = [f"Tic-Tac-Total. {AIM}", "", *lines, "", *filter(None, kept)]
        self.session.screen.say("\n".join(lines))

    def enter(self) -> None:
        """Begin what comes first."""
        obey(self, next(iter(self.choices())))

    def prompt(self) -> str:
        """What is asked for."""
        letters = [name[0] for name in self.choices()]
        return f"Choose {listed(letters, 'or')}, or press Enter for {letters[0]} > "

    def do_go(self, rest: str) -> None:
        """Go on with the last game; raises ValueError if there is none."""
        match, history = under_way(self.session), self.session.store.history
        if match is None:
            raise ValueError("No game is under way.")
        self.session.begin(Game(self.session, match, history.get("id", "")))


EVERYWHERE: dict[str, Callable[[Activity, str], None]] = {
    "help": _help,
    "rules": lambda at, rest: at.session.screen.say(RULES),
    "new": _new,
    "puzzle": lambda at, rest: at.session.begin(puzzle_named(at.session, rest)),
    "stats": lambda at, rest: at.session.screen.say(statistics(at.session)),
    "learn": lambda at, rest: at.session.begin(Learning(at.session)),
    "home": lambda at, rest: at.session.begin(Home(at.session)),
    "quit": lambda at, rest: at.session.begin(None),
}
"""The commands that need no activity of their own. The others are its methods."""
