"""Results, and the file that keeps them: what was interrupted goes on from there.

The first line of the file says what the cases and the limits come from. Each other line
holds the results of a submission, with its name and the digest of its files.
"""

import json
import math
import os
from pathlib import Path
from typing import Any, NamedTuple

from t3_play.files import write_whole
from t3_play.inputs import parse_action
from t3_state import T3State
from t3_tools.grade.cases import CATEGORIES, Case
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.options import UsageError


class Result(NamedTuple):
    """How a submission did in one case."""

    category: str
    number: int
    position: str
    verdict: Verdict
    seconds: float = 0
    """That it computed."""
    note: str = ""
    """How the verdict came about, if it is not that of the first try."""

    @classmethod
    def of(cls, case: Case, verdict: Verdict, seconds: float = 0) -> "Result":
        """The result in a case."""
        return cls(case.category, case.number, case.position, verdict, round(seconds, 2))

    @classmethod
    def from_json(cls, content: Any) -> "Result":
        """The result that json.dumps has written; raises ValueError or TypeError.

        A submission may have written it, so everything that others rely on is checked.
        """
        category, number, position, (kind, *rest), seconds, note = content
        verdict = Verdict(Kind(kind), *rest)
        for text in (position, note, verdict.reason, verdict.action):
            if not isinstance(text, str):
                raise TypeError(f"{text!r} is no text")
        if category not in CATEGORIES:
            raise ValueError(f"{category!r} is no category")
        if not 0 <= seconds < math.inf:
            raise ValueError(f"{seconds!r} is no number of seconds")
        if verdict.action:
            action = parse_action(verdict.action)
            T3State.from_notation(position).get_next_state(action)  # raises if illegal
        return cls(category, number, position, verdict, seconds, note)


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
