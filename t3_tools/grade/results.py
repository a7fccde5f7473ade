"""Results, and the record that keeps them so that an interrupted run can go on.

A record is a JSON file: the settings, and the results of each submission by its digest.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

from click import UsageError

from t3_play.files import write_whole
from t3_play.inputs import parse_action
from t3_state import T3State
from t3_tools.grade.cases import CATEGORIES, Case
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind, Verdict


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
        if type(number) is not int:
            raise TypeError(f"{number!r} is not a number")
        if category not in CATEGORIES:
            raise ValueError(f"{category!r} is no category")
        if verdict.action:
            state = T3State.from_notation(position)
            state.get_next_state(parse_action(verdict.action))  # an error if it is illegal
        return cls(category, number, position, verdict, note)


Settings = dict[str, Any]
"""What determines the cases and limits: results are valid for equal settings only."""


class Record:
    """The file of --resume. Raises UsageError if it has other settings, or is no record."""

    def __init__(self, path: Path, settings: Settings) -> None:
        """Read the file, if there is one. If a setting is None, it is that of the file."""
        self._path = path
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            self.settings, known = json.loads(text) if text else (settings, {})
            self._known = {it: [*map(Result.from_json, known[it])] for it in known}
            if self.settings.keys() != settings.keys():
                raise ValueError("other settings")
        except (AttributeError, TypeError, ValueError):
            raise UsageError(f"{str(path)!r} was not written by --resume") from None
        for name, value in settings.items():
            found = self.settings[name]
            if value not in (None, found):
                raise UsageError(f"{str(path)!r} has results of another {name}: {found}")

    def find(self, submission: Submission) -> list[Result] | None:
        """The results of a submission; None if the record has none."""
        return self._known.get(submission.digest())

    def add(self, submission: Submission, results: list[Result]) -> None:
        """Save the results of a submission, with all that are known."""
        self._known[submission.digest()] = results
        write_whole(self._path, json.dumps([self.settings, self._known]))
