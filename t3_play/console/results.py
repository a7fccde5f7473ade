"""How a person has done: the text to share, the statistics, the month's puzzles."""

import calendar
import re
from collections import Counter
from collections.abc import Mapping
from datetime import date

from t3_play.console.session import Session
from t3_play.console.store import State
from t3_play.match import Match
from t3_play.puzzles import FIRST_DAY, number_of
from t3_play.review import Judgement
from t3_state import TURNS

MISSED, FOUND, UNKNOWN = "\N{LARGE RED SQUARE}\N{LARGE GREEN SQUARE}\N{WHITE LARGE SQUARE}"
IN_ASCII = {MISSED: "x", FOUND: "o", UNKNOWN: "?"}

MOST_SQUARES = 9
"""More wrong tries than this are only counted."""

BAR = 20
"""The longest bar."""


def tries(record: State) -> str:
    """How many tries a puzzle took."""
    count = record.get("tries", 1)
    return "first try" if count == 1 else f"{count} tries"


def puzzle_to_share(session: Session, day: date) -> str:
    """The text about a day's puzzle; raises ValueError if it is not solved."""
    record, today = session.store.day(day), session.today()
    if "solved" not in record:
        raise ValueError(
            "There is nothing to share yet. Solve a daily puzzle, or win a game."
        )
    wrong = record.get("tries", 1) - 1
    squares = MISSED * wrong if wrong <= MOST_SQUARES else f"{MISSED} x {wrong} "
    lines = [f"Tic-Tac-Total puzzle {number_of(day)}, {in_full(day)}", squares + FOUND]
    if record["solved"] == day.isoformat() and (today - day).days in (0, 1):
        lines.append(f"Streak {session.store.streaks(today)[0]}")
    return shown(session, lines)


def game_to_share(session: Session, match: Match, judged: Mapping[int, Judgement]) -> str:
    """The text about a game that the person has won."""
    size, side = match.start.size, not match.state.odd_turn
    squares = ""
    for ply in range(len(match.actions)):
        if match.states[ply].odd_turn == side:
            judgement = judged.get(ply)
            known = MISSED if judgement and judgement.gave_away else FOUND
            squares += known if judgement else UNKNOWN
    won = f"Won as {TURNS[side]} against {match.level}{', with help' * match.helped}"
    title = f"Tic-Tac-Total {size} x {size}, {in_full(session.today())}"
    return shown(session, [title, squares, won])


def shown(session: Session, lines: list[str]) -> str:
    """The lines as a text that the screen can show."""
    text = "\n".join(lines)
    if session.screen.style.glyphs.bar.isascii():
        text = "".join(IN_ASCII.get(char, char) for char in text)
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
    took = Counter(min(5, it.get("tries", 1)) for it in solved)
    if took:
        lines.append("Tries at daily puzzles:")
    for count in range(1, 1 + max(took, default=0)):
        bar = "#" * -(-took[count] * BAR // max(BAR, *took.values()))
        more = " or more" if count == 5 else ""
        lines.append(f"  {count}{more} {bar} {took[count]}")
    return "\n".join(lines)


def month(session: Session, text: str) -> str:
    """The days of a month such as 2026-11, or of this one; raises ValueError."""
    today = session.today()
    asked = re.fullmatch(r"(\d{4})-(\d\d?)", text or f"{today:%Y-%m}")
    first, last = [(it.year, it.month) for it in (FIRST_DAY, today)]
    chosen = (int(asked[1]), int(asked[2])) if asked else (0, 0)
    if not first <= chosen <= last or not 1 <= chosen[1] <= 12:
        raise ValueError(f"Type a month from {FIRST_DAY:%Y-%m} to {today:%Y-%m}, or none.")
    weeks = calendar.Calendar().monthdatescalendar(*chosen)
    lines = [f"{date(*chosen, 1):%B %Y}", "Mo  Tu  We  Th  Fr  Sa  Su"]
    for week in weeks:
        days = [mark(session, it) if it.month == chosen[1] else "   " for it in week]
        lines.append(" ".join(days).rstrip())
    lines.append("* solved that day, + later, x answer seen, - open")
    lines.append(f"To open one: puzzle {min(today, weeks[1][0])}")
    return "\n".join(lines)


def mark(session: Session, day: date) -> str:
    """A day of the month, and how its puzzle went."""
    record = session.store.day(day)
    sign = "x" if record.get("shown") else "-"
    if "solved" in record:
        sign = "*" if record["solved"] == day.isoformat() else "+"
    return f"{day.day:>2}{sign if day <= session.today() else ' '}"
