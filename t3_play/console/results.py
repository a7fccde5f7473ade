"""How a person has done: the text to share, the statistics, the week's puzzles."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta

from t3_play.console.session import Session
from t3_play.console.store import Kept
from t3_play.descriptions import counted
from t3_play.levels import LEVELS
from t3_play.match import SIZES
from t3_play.puzzles import of_day

SQUARES = {"tied": "\N{LARGE YELLOW SQUARE}", "too late": "\N{LARGE BLUE SQUARE}"}
"""The square of a wrong try, by what it led to. Another is red."""


def told(record: Kept) -> str:
    """A square for each try at a solved puzzle, then the same in words, and the hints.

    >>> told({"wrong": {"1": "lost", "2": "tied"}, "hints": {"3": True}})[2:]
    '\N{LARGE GREEN SQUARE} 1 lost, 1 tied, then right, 1 hint'
    >>> told({"tries": 3})[2:]
    '\N{LARGE GREEN SQUARE} 2 wrong, then right'
    """
    # Version 2.0 only counted the tries.
    wrong = [*record.get("wrong", {}).values(), *["wrong"] * (record.get("tries", 1) - 1)]
    hints = len(record.get("hints", {}))
    squares = "".join(SQUARES.get(it, "\N{LARGE RED SQUARE}") for it in wrong)
    words = ", ".join(f"{count} {name}" for name, count in Counter(wrong).items())
    how = f"{words}, then right" if wrong else "right at the first try"
    help = f", {counted(hints, 'hint')}" if hints else ""
    return f"{squares}\N{LARGE GREEN SQUARE} {how}{help}"


def score(session: Session, day: date) -> str:
    """What to say of a day's puzzle that is solved, to share it."""
    record, today = session.store.day(day), session.today()
    title = f"Tic-Tac-Total {of_day(day).title.lower()}, {day.day} {day:%B %Y}"
    lines = ["Solved. You can share this:", title, told(record)]
    streak = session.store.streaks(today)[0]
    recent = record["solved"] == day.isoformat() and (today - day).days in (0, 1)
    if recent and streak > 1:
        lines.append(f"{streak} days in a row")
    return "\n".join(lines)


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
    history = session.store.history
    games = [f"{of}: {tally(it)}" for of, it in sorted(history.get("results", {}).items())]
    now, best = session.store.streaks(session.today())
    lines = games or ["No games yet."]
    lines.append(f"Puzzles solved: {history.get('puzzles', 0)}.")
    lines.append(f"Days solved in a row: {now}, at best {best}.")
    return "\n".join(lines)


def week(session: Session) -> str:
    """How the puzzles of this week went; empty if none was tried."""
    today, went = session.today(), []
    days = [today - timedelta(back) for back in range(today.weekday(), -1, -1)]
    for day, record in zip(days, map(session.store.day, days)):
        seen = "answer seen" if "shown" in record else "open"
        went.append(f"{day:%a} {'solved' if 'solved' in record else seen}")
    return f"This week: {', '.join(went)}." if any(map(session.store.day, days)) else ""


def beaten(session: Session) -> str:
    """The levels that the person has beaten without help, by size; empty if none."""
    results, sizes = session.store.history.get("results", {}), []
    for size in SIZES:
        of = f"{size} x {size}"
        if won := [it for it in LEVELS if results.get(f"{it}, {of}", {}).get("won")]:
            sizes.append(f"{of} {', '.join(won)}")
    return f"Beaten: {'; '.join(sizes)}." if sizes else ""
