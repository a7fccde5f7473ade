"""How a person has done: the text to share, the statistics, the month's puzzles."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, timedelta
from itertools import groupby

from t3_play.console.session import Session
from t3_play.console.store import State
from t3_play.descriptions import counted, listed
from t3_play.levels import LEVELS
from t3_play.match import SIZES, Match
from t3_play.puzzles import FIRST_DAY, number_of
from t3_play.review import Judgement
from t3_state import TURNS

SQUARES = {
    "lost": ("\N{LARGE RED SQUARE}", "x"),
    "tied": ("\N{LARGE YELLOW SQUARE}", "="),
    "too late": ("\N{LARGE BLUE SQUARE}", "~"),
    "right": ("\N{LARGE GREEN SQUARE}", "o"),
    "": ("\N{WHITE LARGE SQUARE}", "?"),
}
"""By what a try led to, empty if that is not known: its square, and that in ASCII."""

MOST_SQUARES = 9
"""More wrong tries than this are only counted."""

STATES = SOLVED, LATER, SHOWN, OPEN = "solved", "solved later", "answer seen", "open"
"""What is said of a day's puzzle."""


def wrong_tries(record: State) -> list[str]:
    """What the wrong tries at a puzzle led to. Version 2.0 only counted them."""
    return ["wrong"] * (record.get("tries", 1) - 1) + [*record.get("wrong", {}).values()]


def tries(record: State) -> str:
    """How many tries a puzzle took."""
    count = 1 + len(wrong_tries(record))
    return "first try" if count == 1 else f"{count} tries"


def told(wrong: list[str]) -> str:
    """A square for each try at a puzzle, then the same in words.

    >>> told(["lost", "tied", "lost"])[3:]
    '\N{LARGE GREEN SQUARE} 2 lost, 1 tied, then right'
    """
    squares = "".join(SQUARES.get(it, SQUARES["lost"])[0] for it in wrong[:MOST_SQUARES])
    more = f" + {len(wrong) - MOST_SQUARES} " if len(wrong) > MOST_SQUARES else ""
    words = ", ".join(f"{count} {name}" for name, count in Counter(wrong).items())
    how = f"{words}, then right" if wrong else "right at the first try"
    return f"{squares}{more}{SQUARES['right'][0]} {how}"


def puzzle_to_share(session: Session, day: date) -> str:
    """The text about a day's puzzle; raises ValueError if it is not solved."""
    record, today = session.store.day(day), session.today()
    if "solved" not in record:
        raise ValueError(
            "There is nothing to share yet. Solve a daily puzzle, or win a game."
        )
    lines = [told(wrong_tries(record))]
    streak = session.store.streaks(today)[0]
    recent = record["solved"] == day.isoformat() and (today - day).days in (0, 1)
    if recent and streak > 1:
        lines.append(f"{streak} days in a row")
    return to_share(session, f"puzzle {number_of(day)}", day, lines)


def game_to_share(session: Session, match: Match, judged: Mapping[int, Judgement]) -> str:
    """The text about a game that the person has won."""
    size, side = match.start.size, not match.state.odd_turn
    squares = ""
    for ply in range(len(match.actions)):
        if match.states[ply].odd_turn == side:
            judgement = judged.get(ply)
            name = "lost" if judgement and judgement.gave_away else "right"
            squares += SQUARES[name if judgement else ""][0]
    won = f"Won as {TURNS[side]} against {match.level}{', with help' * match.helped}"
    return to_share(session, f"{size} x {size}", session.today(), [squares, won])


def to_share(session: Session, what: str, day: date, lines: list[str]) -> str:
    """A text to share that the screen can show."""
    title = f"Tic-Tac-Total {what}, {day.day} {day:%B %Y}"
    text = "\n".join([title, *lines])
    if session.screen.style.glyphs.bar.isascii():
        text = text.translate({ord(char): sign for char, sign in SQUARES.values()})
    return text


def tally(counts: Mapping[str, int]) -> str:
    """Games won, tied and lost, with those with help apart."""
    parts = []
    for name in ("won", "tied", "lost"):
        helped = counts.get(f"{name} with help", 0)
        more = f" (and {helped} with help)" if helped else ""
        parts.append(f"{name} {counts.get(name, 0)}{more}")
    return ", ".join(parts)


def statistics(session: Session) -> str:
    """All that is kept of games and puzzles, in lines."""
    state = session.store.state
    games = [f"{of}: {tally(it)}" for of, it in sorted(state.get("results", {}).items())]
    now, best = session.store.streaks(session.today())
    lines = games or ["No games yet."]
    lines.append(f"Puzzles solved: {state.get('puzzles', 0)}.")
    lines.append(f"Days solved in a row: {now}, at best {best}.")
    solved = [it for it in state.get("days", {}).values() if "solved" in it]
    took = Counter(min(5, 1 + len(wrong_tries(it))) for it in solved)
    told = [
        f"{at}{' or more' * (at == 5)} ({counted(took[at], 'puzzle')})"
        for at in sorted(took)
    ]
    if told:
        lines.append(f"Daily puzzles by tries: {', '.join(told)}.")
    return "\n".join(lines)


def month(session: Session, text: str) -> str:
    """The days of a month such as 2026-11, or of this one; raises ValueError."""
    today = session.today()
    first = date.max
    with suppress(ValueError):
        first = date.fromisoformat(f"{text}-01") if text else today.replace(day=1)
    if not FIRST_DAY <= first <= today:
        raise ValueError(f"Type a month from {FIRST_DAY:%Y-%m} to {today:%Y-%m}, or none.")
    following = [first + timedelta(at) for at in range(31)]
    days = [it for it in following if it.month == first.month and it <= today]
    by_state: dict[str, list[int]] = {state: [] for state in STATES}
    for day in days:
        by_state[how_it_went(session, day)].append(day.day)
    told = [f"{it.capitalize()}: {spans(by)}." for it, by in by_state.items() if by]
    return "\n".join([f"{first:%B %Y}", *told, f"To open one: puzzle {days[:2][-1]}"])


def spans(numbers: list[int]) -> str:
    """Increasing numbers in short.

    >>> spans([1, 2, 3, 5, 8])
    '1 to 3, 5 and 8'
    """
    runs = groupby(enumerate(numbers), key=lambda it: it[1] - it[0])
    ends = [[number for _, number in run] for _, run in runs]
    return listed(f"{run[0]} to {run[-1]}" if run[1:] else run[0] for run in ends)


def how_it_went(session: Session, day: date) -> str:
    """How the puzzle of a day went: one of STATES."""
    record = session.store.day(day)
    if "solved" in record:
        return SOLVED if record["solved"] == day.isoformat() else LATER
    return SHOWN if record.get("shown") else OPEN


def week(session: Session) -> str:
    """How the puzzles of this week went; empty if none was tried."""
    today = session.today()
    days = [today - timedelta(back) for back in range(today.weekday(), -1, -1)]
    told = [f"{day:%a} {how_it_went(session, day)}" for day in days]
    return f"This week: {', '.join(told)}." if any(map(session.store.day, days)) else ""


def beaten(session: Session) -> str:
    """The levels that the person has beaten without help, by size; empty if none."""
    results, told = session.store.state.get("results", {}), []
    for size in SIZES:
        of = f"{size} x {size}"
        if won := [it for it in LEVELS if results.get(f"{it}, {of}", {}).get("won")]:
            told.append(f"{of} {', '.join(won)}")
    return f"Beaten: {'; '.join(told)}." if told else ""
