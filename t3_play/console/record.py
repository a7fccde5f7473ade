"""The record of the puzzles that a person has solved, and its file."""

import os
import re
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from t3_play.files import write_whole

FORM = re.compile(r"solved: (\d{1,9})\nstreak: (\d{1,9})\nlast: (\d{4}-\d\d-\d\d|never)\n")
"""What the file holds."""


@dataclass(frozen=True)
class Record:
    """How many puzzles a person has solved, and on how many days in a row."""

    solved: int = 0
    streak: int = 0
    """Days in a row, up to `last`, on which the puzzle of the day was solved."""
    last: date | None = None
    """The last day whose puzzle was solved."""

    def streak_on(self, day: date) -> int:
        """The streak on a day. It ends when a day has passed without its puzzle."""
        alive = self.last in (day, day - timedelta(days=1))
        return self.streak if alive else 0

    def after(self, day: date | None) -> "Record":
        """The record after another puzzle, that of a day if `day` is not None."""
        if day is None:
            return replace(self, solved=self.solved + 1)
        if self.last == day:
            return self
        return Record(self.solved + 1, self.streak_on(day) + 1, day)


def record_file() -> Path:
    """The file, by the XDG specification; raises RuntimeError if there is no home."""
    folder = Path(os.environ.get("XDG_STATE_HOME", ""))
    if not folder.is_absolute():
        folder = Path.home() / ".local" / "state"
    return folder / "tic-tac-total" / "puzzles.txt"


def read(path: Path) -> Record:
    """The record in a file; raises OSError, or ValueError if it holds no record."""
    if not path.exists():
        return Record()
    if not path.is_file():
        raise OSError(f"{path} is not a file")
    with path.open(encoding="utf-8") as file:
        match = FORM.fullmatch(file.read(1000))
    if not match:
        raise ValueError(f"{path} holds something else; move it away")
    solved, streak, last = match.groups()
    return Record(
        int(solved), int(streak), None if last == "never" else date.fromisoformat(last)
    )


def write(record: Record, path: Path) -> None:
    """Write the record to a file; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    last = record.last.isoformat() if record.last else "never"
    text = f"solved: {record.solved}\nstreak: {record.streak}\nlast: {last}\n"
    write_whole(path, text)
