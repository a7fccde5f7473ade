"""How a person has done: the text to share, the statistics, the month's puzzles."""

import calendar
import re
from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta

from t3_play.console.session import Session
from t3_play.console.store import State
from t3_play.descriptions import listed
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

SIGNS = {"*": "solved", "+": "solved later", "x": "answer seen", "-": "open"}
"""What is said of a day's puzzle."""

BAR = 20
"""The longest bar."""


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
    lines = [
        f"Tic-Tac-Total puzzle {number_of(day)}, {in_full(day)}",
        told(wrong_tries(record)),
    ]
    streak = session.store.streaks(today)[0]
    recent = record["solved"] == day.isoformat() and (today - day).days in (0, 1)
    if recent and streak > 1:
        lines.append(f"{streak} days in a row")
    return shown(session, lines)


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
    title = f"Tic-Tac-Total {size} x {size}, {in_full(session.today())}"
    return shown(session, [title, squares, won])


def shown(session: Session, lines: list[str]) -> str:
    """The lines as a text that the screen can show."""
    text = "\n".join(lines)
    if session.screen.style.glyphs.bar.isascii():
        text = text.translate({ord(char): sign for char, sign in SQUARES.values()})
    return text


def in_full(day: date) -> str:
    """A day as people write it."""
    return f"{day.day} {day:%B %Y}"


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
    lines.append(f"Puzzles solved: {state.get('puzzles', 0)}. Streak: {now}, best {best}.")
    solved = [it for it in state.get("days", {}).values() if "solved" in it]
    took = Counter(min(5, 1 + len(wrong_tries(it))) for it in solved)
    if took:
        lines.append("Tries at daily puzzles:")
    for count in range(1, 1 + max(took, default=0)):
        bar = "#" * -(-took[count] * BAR // max(BAR, *took.values()))
        row = f"  {count}{' or more' * (count == 5)}"
        row += ":" if session.screen.in_words else f" {bar}"
        lines.append(f"{row} {took[count]}")
    return "\n".join(lines)


def month(session: Session, text: str) -> str:
    """The days of a month such as 2026-11, or of this one; raises ValueError."""
    today = session.today()
    asked = re.fullmatch(r"(\d{4})-(\d\d?)", text or f"{today:%Y-%m}")
    first, last = [(it.year, it.month) for it in (FIRST_DAY, today)]
    chosen = (int(asked[1]), int(asked[2])) if asked else (0, 0)
    if not first <= chosen <= last or not 1 <= chosen[1] <= 12:
        raise ValueError(f"Type a month from {FIRST_DAY:%Y-%m} to {today:%Y-%m}, or none.")
    if session.screen.in_words:
        return month_in_words(session, *chosen)
    weeks = calendar.Calendar().monthdatescalendar(*chosen)
    lines = [f"{date(*chosen, 1):%B %Y}", "Mo  Tu  We  Th  Fr  Sa  Su"]
    for week in weeks:
        days = [mark(session, it) if it.month == chosen[1] else "   " for it in week]
        lines.append(" ".join(days).rstrip())
    lines.append(", ".join(f"{sign} {words}" for sign, words in SIGNS.items()))
    lines.append(f"To open one: puzzle {min(today, weeks[1][0])}")
    return "\n".join(lines)


def month_in_words(session: Session, year: int, month: int) -> str:
    """How the puzzles of a month went, for screen readers."""
    days = [date(year, month, 1 + at) for at in range(calendar.monthrange(year, month)[1])]
    by_sign: dict[str, list[int]] = {sign: [] for sign in SIGNS}
    for day in days:
        if day <= session.today():
            by_sign[sign_of(session, day)].append(day.day)
    told = [f"{SIGNS[it].capitalize()}: {listed(by)}." for it, by in by_sign.items() if by]
    return "\n".join([f"{days[0]:%B %Y}", *told])


def mark(session: Session, day: date) -> str:
    """A day of the month, and how its puzzle went."""
    return f"{day.day:>2}{sign_of(session, day) if day <= session.today() else ' '}"


def sign_of(session: Session, day: date) -> str:
    """How the puzzle of a day went: a key of SIGNS."""
    record = session.store.day(day)
    if "solved" in record:
        return "*" if record["solved"] == day.isoformat() else "+"
    return "x" if record.get("shown") else "-"


def week(session: Session) -> str:
    """How the puzzles of this week went; empty if none was tried."""
    today = session.today()
    days = [today - timedelta(back) for back in range(today.weekday(), -1, -1)]
    told = [f"{day:%a} {SIGNS[sign_of(session, day)]}" for day in days]
    return f"This week: {', '.join(told)}." if any(map(session.store.day, days)) else ""


def beaten(session: Session) -> str:
    """The levels that the person has beaten without help, by size; empty if none."""
    results, told = session.store.state.get("results", {}), []
    for size in SIZES:
        of = f"{size} x {size}"
        if won := [it for it in LEVELS if results.get(f"{it}, {of}", {}).get("won")]:
            told.append(f"{of} {', '.join(won)}")
    return f"Beaten: {'; '.join(told)}." if told else ""
