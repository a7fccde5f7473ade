"""The results that are known, in a file: what was interrupted goes on from there.

Its first line says what the cases and the limits come from. Each other line holds the
results of a submission, by its name and by what tells its files from others.
"""

import json
import os
from pathlib import Path
from typing import Any

from t3_play.files import write_whole
from t3_tools.grade.examination import Result
from t3_tools.grade.submissions import Submission
from t3_tools.options import UsageError

Settings = dict[str, Any]
"""What must be the same for results to be the same."""


def settings_of(path: Path) -> Settings | None:
    """The settings of the results in a file, if there are any."""
    lines = _lines(path)
    if lines and not isinstance(lines[0].get("seed"), int):
        raise _no_record(path)
    return lines[0] if lines else None


class Record:
    """The results in a file, and those added; raises UsageError if settings differ."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self._path = path
        first, *entries = _lines(path) or [settings]
        for name, value in settings.items():
            if first.get(name) != value:
                found = first.get(name)
                raise UsageError(f"{str(path)!r} has results of another {name}: {found}")
        try:
            self._known = {
                (entry["name"], entry["files"]): [*map(Result.from_json, entry["results"])]
                for entry in entries
            }
        except (KeyError, TypeError, ValueError):
            raise _no_record(path) from None
        # Without a last line that was not written to its end.
        write_whole(path, "".join(json.dumps(line) + "\n" for line in [first, *entries]))

    def find(self, submission: Submission) -> list[Result] | None:
        """The results of a submission, if they are known."""
        return self._known.get((submission.name, submission.digest()))

    def add(self, submission: Submission, results: list[Result]) -> None:
        """Write the results of a submission."""
        entry = {"name": submission.name, "files": submission.digest(), "results": results}
        with self._path.open("a", encoding="utf-8") as file:
            print(json.dumps(entry), file=file, flush=True)
            os.fsync(file.fileno())


def _lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file that are whole; none if there is no file."""
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        lines = [json.loads(line) for line in text.split("\n")[:-1]]
    except ValueError:
        raise _no_record(path) from None
    if not all(isinstance(line, dict) for line in lines):
        raise _no_record(path)
    return lines


def _no_record(path: Path) -> UsageError:
    return UsageError(f"{str(path)!r} is no file of --resume")
