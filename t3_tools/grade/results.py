"""Results, and the record that keeps them so that an interrupted run can go on.

A record is a file of JSON lines. The first has the settings. Each other line has a
submission's name, the digest of its files, and its results.
"""

import json
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
    """The verdict on a submission in one case."""

    category: str
    number: int
    position: str
    verdict: Verdict
    note: str = ""
    """Why the case was tried again, if that changed the verdict."""

    @classmethod
    def of(cls, case: Case, verdict: Verdict) -> "Result":
        """The result in a case."""
        return cls(case.category, case.number, case.position, verdict)

    @classmethod
    def from_json(cls, content: Any) -> "Result":
        """The inverse of json.dumps; raises ValueError or TypeError.

        Checks every field, because a submission may have forged the text.
        """
        category, number, position, (kind, *rest), note = content
        verdict = Verdict(Kind(kind), *rest)
        for text in (position, note, verdict.reason, verdict.action):
            if not isinstance(text, str):
                raise TypeError(f"{text!r} is no text")
        if category not in CATEGORIES:
            raise ValueError(f"{category!r} is no category")
        if verdict.action:
            action = parse_action(verdict.action)
            T3State.from_notation(position).get_next_state(
                action
            )  # raises ValueError if illegal
        return cls(category, number, position, verdict, note)


Settings = dict[str, Any]
"""What determines the cases and limits: results are valid for equal settings only."""


def settings_of(path: Path) -> Settings | None:
    """The settings in a record; None if there is no record."""
    lines = _lines(path)
    if lines and not isinstance(lines[0].get("seed"), int):
        raise _no_record(path)
    return lines[0] if lines else None


class Record:
    """A record file. Raises UsageError if it has other settings."""

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
        # Drops a truncated last line.
        write_whole(path, "".join(json.dumps(line) + "\n" for line in [first, *entries]))

    def find(self, submission: Submission) -> list[Result] | None:
        """The results of a submission; None if the record has none."""
        return self._known.get((submission.name, submission.digest()))

    def add(self, submission: Submission, results: list[Result]) -> None:
        """Append the results of a submission."""
        entry = {"name": submission.name, "files": submission.digest(), "results": results}
        with self._path.open("a", encoding="utf-8") as file:
            print(json.dumps(entry), file=file, flush=True)
            os.fsync(file.fileno())


def _lines(path: Path) -> list[dict[str, Any]]:
    """The complete lines of a record; none if there is no file."""
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
