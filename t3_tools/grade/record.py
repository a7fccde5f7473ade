"""The record of results, with which an interrupted run can be resumed."""

import json
from pathlib import Path
from typing import Any

from click import UsageError

from t3_play.files import write_whole
from t3_tools.grade.intake.submissions import Submission
from t3_tools.grade.judging.verdicts import Kind, Result, Verdict

Settings = dict[str, Any]
"""What determines the cases and limits: results are valid for equal settings only."""


TYPED = ("seed", "count", "timeout")
"""Settings that are options whose values a person types."""


class Record:
    """The file of --resume: the settings, and each submission's results by its digest."""

    def __init__(self, path: Path | None, settings: Settings) -> None:
        """Read the file, if there is one. If a setting is None, it is that of the file.

        Raises UsageError if the file has other settings, or is not a record.
        """
        self._path = path
        self.settings = settings
        self.results: dict[str, list[Result]] = {}
        if path is None or not path.exists():
            return
        try:
            self.settings, known = json.loads(path.read_text(encoding="utf-8"))
            for digest, results in known.items():
                self.results[digest] = [
                    Result(category, number, where, Verdict(Kind(kind), *words))
                    for category, number, where, (kind, *words) in results
                ]
            if self.settings.keys() != settings.keys():
                raise ValueError("other settings")
        except (AttributeError, TypeError, ValueError):
            raise UsageError(f"{str(path)!r} was not written by --resume") from None
        for name, value in settings.items():
            before = self.settings[name]
            if value not in (None, before):
                here = f"{str(path)!r} has results of {name} {before}, not {value}"
                again = f"type --{name} {before}, or " if name in TYPED else ""
                raise UsageError(f"{here}: {again}give --resume another file")

    def add(self, submission: Submission, results: list[Result]) -> None:
        """Add the results of a submission, and save all if there is a file."""
        self.results[submission.digest()] = results
        if self._path:
            write_whole(self._path, json.dumps([self.settings, self.results]))
