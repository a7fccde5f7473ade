"""What is kept from one sitting to the next: one file, the same for all games at once.

FORM says what it holds. It is written as a whole after each change, under a lock: a game
that is killed loses nothing, and two at once lose no count. What could not be written, for
a while, is written on top of what others wrote since. An entry of another form counts as
none.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from t3_play.files import write_whole
from t3_play.program import reason

State = dict[str, Any]

Change = Callable[[State], None]
"""Changes what is kept. It may be called again, on what another game has changed."""

REMEMBERED = 100
"""So many games are known to be counted: two windows can end the same one."""


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
        """Is told when nothing can be kept, and when it can again."""
        self.failed = False
        self.state: State = {}
        self.waiting: list[Change] = []
        """The changes that are not in the file yet."""
        self.write()

    def change(self, change: Change) -> None:
        """Change what is kept; if it can't be written now, in memory until it can."""
        self.waiting.append(change)
        if not self.write():
            change(self.state)

    def write(self) -> bool:
        """Make the changes that wait to what the file holds now; False if that fails."""
        path = None
        try:
            path = state_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path.with_name("lock")):
                state = self.read(path)
                before = json.dumps(state)
                for change in self.waiting:
                    change(state)
                if json.dumps(state) != before:
                    write_whole(path, json.dumps(state, indent=1) + "\n")
        except (OSError, RuntimeError) as error:
            if not self.failed:
                where = f" in {path.parent}" if path else ""
                self.complain(f"[!] Your games can't be kept{where}: {reason(error)}.")
            self.failed = True
            return False
        if self.failed:
            self.complain("Your games are kept again.")
        self.state, self.waiting, self.failed = state, [], False
        return True

    def read(self, path: Path) -> State:
        """What the file holds. A file that holds something else is set aside."""
        try:
            state = json.loads(path.read_text(encoding="utf-8"))
            if isinstance(state, dict):
                found: State = sound(state, FORM)
                return found
        except FileNotFoundError:
            return {}
        except (ValueError, RecursionError):
            pass
        names = (f"{path.name}.broken{number or ''}" for number in count())
        aside = next(it for it in map(path.with_name, names) if not it.exists())
        path.rename(aside)
        self.complain(f"[!] {path} was damaged. It is {aside.name} now; a new one begins.")
        return {}

    def day(self, day: date) -> State:
        """What is known of a daily puzzle: wrong tries, if it was shown, when solved."""
        return dict(self.state.get("days", {}).get(day.isoformat(), {}))

    def keep_day(self, day: date, change: Change) -> None:
        """Change what is known of a daily puzzle, while it is not solved."""

        def on_day(state: State) -> None:
            known = state.setdefault("days", {}).setdefault(day.isoformat(), {})
            if "solved" not in known:
                change(known)
                if "solved" in known:
                    count_puzzle(state)

        self.change(on_day)

    def streaks(self, today: date) -> tuple[int, int]:
        """On how many days in a row that day's puzzle was solved: until now, and at best.

        The days until now may end yesterday. Days after today count for nothing.
        """
        days = self.state.get("days", {}).items()
        solved = sorted(day for day, entry in days if entry.get("solved") == day)
        best = run = 0
        last = date.min
        for day in map(date.fromisoformat, solved):
            if day <= today:
                run = run + 1 if (day - last).days == 1 else 1
                best, last = max(best, run), day
        return run if (today - last).days <= 1 else 0, best


def count_puzzle(state: State) -> None:
    """Count a solved puzzle."""
    state["puzzles"] = state.get("puzzles", 0) + 1


def count_game(state: State, game: str, of: str, result: str) -> None:
    """Count a finished game of a level and board, once, whatever becomes of it later."""
    counted = state.setdefault("counted", [])
    if game not in counted:
        state["counted"] = [*counted, game][-REMEMBERED:]
        counts = state.setdefault("results", {}).setdefault(of, {})
        counts[result] = counts.get(result, 0) + 1
        state["latest"] = [*state.get("latest", []), [of, result]][-2:]


ANY = ""
"""The key of the form that all keys have, except those with their own."""

FORM: dict[str, Any] = {
    "game": dict,  # the last: Match.as_json
    "id": str,  # which game that is
    "counted": list,  # the ids of the last games in the results
    "results": {ANY: {ANY: int}},  # {"medium, 4 x 4": {"won": 3, "won with help": 1}}
    "latest": list,  # the last two results: [["medium, 4 x 4", "won"], ...]
    "days": {  # daily puzzles, by day
        ANY: {
            "tries": int,  # by version 2.0: one more than were wrong
            "wrong": {ANY: str},  # what each wrong try led to, by the moves
            "shown": bool,  # that the answer was
            "solved": date,  # the day it was opened
        }
    },
    "puzzles": int,  # how many were solved
    "lessons": int,  # how many were learnt
}
"""The form of what is kept: the type of each value, by key. What has none stays."""


def sound(value: Any, form: Any) -> Any:
    """The value if it has this form, of a table the entries that have it; else None."""
    if isinstance(form, dict):
        if not isinstance(value, dict):
            return None
        entries = {
            key: sound(it, form.get(key, form.get(ANY))) for key, it in value.items()
        }
        return {key: it for key, it in entries.items() if it is not None}
    if form is date:
        with suppress(ValueError):
            return value if str(date.fromisoformat(str(value))) == value else None
        return None
    positive = not isinstance(value, int) or value > 0
    return value if form is None or (type(value) is form and positive) else None


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
