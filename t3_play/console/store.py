r"""What is kept from one sitting to the next: one file, the same for all games at once.

    {
      "game": "Tic-Tac-Total\nplay: evens\n...",     the last game, as a saved game
      "results": {"medium": {"won": 3, "lost": 5}},   by level
      "days": {                                       daily puzzles
        "2026-11-24": {"tries": 2, "shown": true},
        "2026-11-25": {"solved": "2026-11-25"}
      },
      "puzzles": 12,                                  how many were solved
      "lessons": 5                                    how many were learnt
    }

The file is written as a whole after each change, under a lock, so that a game that is
killed loses nothing, and two games at once lose no count.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from t3_play.files import write_whole
from t3_play.program import reason

State = dict[str, Any]

FORMS: dict[str, type] = {
    "game": str,
    "results": dict,
    "days": dict,
    "puzzles": int,
    "lessons": int,
}
"""The type of each entry."""


def state_file() -> Path:
    """The file, by the XDG specification; raises RuntimeError if there is no home."""
    folder = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not folder.is_absolute():
        folder = Path.home() / ".local" / "state"
    return folder / "tic-tac-total" / "state.json"


class Store:
    """The file, and what it held when it was last read or written."""

    def __init__(self, complain: Callable[[str], None]) -> None:
        self.complain = complain
        """Is told, once, why nothing can be kept."""
        self.failed = False
        self.state: State = {}
        self.change(lambda state: None)

    def change(self, change: Callable[[State], None]) -> None:
        """Change what is kept. If the file can't be written, only what is in memory."""
        changed = False
        try:
            path = state_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path.with_name("lock")):
                if path.exists() and not self.failed:
                    self.state = self.read(path)
                before = json.dumps(self.state)
                change(self.state)
                changed = True
                if json.dumps(self.state) != before:
                    write_whole(path, json.dumps(self.state, indent=1) + "\n")
        except (OSError, RuntimeError) as error:
            if not changed:
                change(self.state)
            if not self.failed:
                self.complain(f"[!] Your games can't be kept: {reason(error)}.")
            self.failed = True

    def read(self, path: Path) -> State:
        """What the file holds. A file that holds something else is set aside."""
        with suppress(ValueError, RecursionError):
            state = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(state, dict) and sound(state):
                return state
        aside = path.with_name(f"{path.name}.broken")
        path.replace(aside)
        self.complain(f"[!] {path} was damaged. It is {aside.name} now; a new one begins.")
        return {}

    def day(self, day: date) -> State:
        """What is known of a daily puzzle: tries, if it was shown, when it was solved."""
        return dict(self.state.get("days", {}).get(day.isoformat(), {}))

    def keep_day(self, day: date, entries: State) -> None:
        """Keep what is known of a daily puzzle, while it is not solved."""

        def change(state: State) -> None:
            known = state.setdefault("days", {}).setdefault(day.isoformat(), {})
            if "solved" not in known:
                known.update(entries)

        self.change(change)

    def streak(self, today: date) -> int:
        """On how many days in a row, until now, that day's puzzle was solved.

        They may end yesterday; or later than today, if the clock went back since.
        """
        solved = {
            date.fromisoformat(day)
            for day, entry in self.state.get("days", {}).items()
            if entry.get("solved") == day
        }
        last = max(solved, default=date.min)
        days = 0
        while last - timedelta(days=days) in solved:
            days += 1
        return days if last >= today - timedelta(days=1) else 0


def count(state: State, level: str, result: str, games: int = 1) -> None:
    """Count a finished game, won, lost or tied; -1 takes it back."""
    counts = state.setdefault("results", {}).setdefault(level, {})
    counts[result] = counts.get(result, 0) + games


def sound(state: State) -> bool:
    """Whether all entries are of their types, and days are days."""
    try:
        for day, entry in state.get("days", {}).items():
            date.fromisoformat(day)
            entry.get("tries")
        for counts in state.get("results", {}).values():
            sum(counts.values())
    except (AttributeError, TypeError, ValueError):
        return False
    return all(isinstance(state.get(name, kind()), kind) for name, kind in FORMS.items())


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other game changes the file, where the system has such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
