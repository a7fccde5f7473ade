"""What is kept from one sitting to the next: one file, the same for all games at once.

FORM says what it holds. It is written as a whole after each change, under a lock: a game
that is killed loses nothing, and two at once lose no count. What could not be written, for
a while, is written on top of what others wrote since. A file of another form is set aside.
"""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any

from t3_play.console.screen import patient
from t3_play.program import reason, write_whole
from t3_play.puzzles import FIRST_DAY

Kept = dict[str, Any]
"""What is kept, as FORM says, or a part of it."""

Change = Callable[[Kept], None]
"""Changes what is kept. It may be called again, on what another game has changed."""


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
        self.history: Kept = {}
        self.waiting: list[Change] = []
        """The changes that are not in the file yet."""
        self.write()

    def change(self, change: Change) -> None:
        """Change what is kept; if it can't be written now, in memory until it can."""
        self.waiting.append(change)
        if not self.write():
            change(self.history)

    def write(self) -> bool:
        """Make the changes that wait to what the file holds now; False if that fails."""
        path = None
        try:
            path = state_file()
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path.with_name("lock")):
                for left in path.parent.glob(f".{'[0-9a-f]' * 16}"):
                    left.unlink()  # by a game that was killed while it wrote
                history = self.read(path)
                before = json.dumps(history)
                for change in self.waiting:
                    change(history)
                if json.dumps(history) != before:
                    write_whole(path, json.dumps(history, indent=1) + "\n")
        except (OSError, RuntimeError) as error:
            if not self.failed:
                where = f" in {path.parent}" if path else ""
                self.complain(f"[!] Your games can't be kept{where}: {reason(error)}.")
            self.failed = True
            return False
        if self.failed:
            self.complain("Your games are kept again.")
        self.history, self.waiting, self.failed = history, [], False
        return True

    def read(self, path: Path) -> Kept:
        """What the file holds. A file that holds something else is set aside."""
        with suppress(ValueError, RecursionError):
            text = path.read_text(encoding="utf-8") if path.exists() else "{}"
            history: Kept = json.loads(text)
            if fits(history, FORM):
                return history
        names = (f"{path.name}.broken{number or ''}" for number in count())
        aside = next(it for it in map(path.with_name, names) if not it.exists())
        path.rename(aside)
        self.complain(f"[!] {path} was damaged. It is {aside.name} now; a new one begins.")
        return {}

    def day(self, day: date) -> Kept:
        """What is known of a daily puzzle: wrong tries, if it was shown, when solved."""
        return dict(self.history.get("days", {}).get(day.isoformat(), {}))

    def streaks(self, today: date) -> tuple[int, int]:
        """On how many days in a row that day's puzzle was solved: until now, and at best.

        The days until now may end yesterday. Days after today count for nothing.
        """
        best = run = 0
        for number in range(FIRST_DAY.toordinal(), today.toordinal() + 1):
            day = date.fromordinal(number)
            if self.day(day).get("solved") == day.isoformat():
                run += 1
            elif day < today:
                run = 0
            best = max(best, run)
        return run, best


def count_game(history: Kept, game: str, of: str, result: str) -> None:
    """Count a finished game of a level and board, once, whatever becomes of it later."""
    counted = history.setdefault("counted", [])
    if game not in counted:
        history["counted"] = [*counted, game][-100:]  # two windows can end the same
        counts = history.setdefault("results", {}).setdefault(of, {})
        counts[result] = counts.get(result, 0) + 1
        history["latest"] = [*history.get("latest", []), [of, result]][-2:]


ANY = ""
"""The key of the form that all keys have, except those with their own."""

FORM: dict[str, Any] = {
    "game": object,  # the last: Match.as_json
    "id": str,  # which game that is
    "counted": list,  # the ids of the last games in the results
    "results": {ANY: {ANY: int}},  # {"medium, 4 x 4": {"won": 3, "won with help": 1}}
    "latest": list,  # the last two results: [["medium, 4 x 4", "won"], ...]
    "days": {  # daily puzzles, by day
        ANY: {
            "tries": int,  # by version 2.0: one more than were wrong
            "wrong": {ANY: str},  # what each wrong try led to, by the moves
            "hints": {ANY: bool},  # by the moves before each, and its step
            "shown": bool,  # that the answer was
            "solved": str,  # the day it was opened
        }
    },
    "puzzles": int,  # how many were solved
    "lessons": int,  # how many were learnt
}
"""The form of what is kept: the type of each value, by key. Others may have any."""


def fits(value: Any, form: Any) -> bool:
    """Whether a value has this form."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(
            fits(it, form.get(key, form.get(ANY, object))) for key, it in value.items()
        )
    return isinstance(value, form)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Wait until no other game changes the file, where the system has such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("a") as file:
        with patient(f"Waiting for another game, which holds {path}.\nCtrl-C stops it."):
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
