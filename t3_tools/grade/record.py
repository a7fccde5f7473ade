"""The record of results, with which an interrupted run can be resumed.

Its first line has the settings, and each further one a submission's digest and results.
"""

import json
import os
import secrets
from pathlib import Path
from typing import Any

from t3_play.match import SEEDS
from t3_tools.grade.intake.submissions import Submission
from t3_tools.grade.judging.verdicts import Kind, Result, Verdict
from t3_tools.refused import RefusedError


class Record:
    """The file of --resume: the settings, and each submission's results by its digest."""

    def __init__(self, path: Path | None, settings: dict[str, Any]) -> None:
        """Read the file, or begin it. A seed of None is that of the file, or drawn.

        Raises RefusedError if the file is not a record, or one of other settings.
        """
        self._path = path
        self.settings = {**settings}
        if settings["seed"] is None:
            self.settings["seed"] = secrets.randbelow(SEEDS)
        self.results: dict[str, list[Result]] = {}
        content = path.read_bytes() if path and path.exists() else b""
        if content:
            self._read(content)
        else:
            self._write(self.settings)
        for name, value in settings.items():
            before = self.settings[name]
            if value not in (None, before):
                here = f"{str(path)!r} has results of {name} {before}, not {value}"
                raise RefusedError(f"{here}: give --resume another file")

    def _read(self, content: bytes) -> None:
        try:
            first, *lines, unfinished = content.split(b"\n")
            settings = json.loads(first)
            if settings.keys() != self.settings.keys():
                raise ValueError("other settings")
            self.settings = settings
            for line in lines:
                digest, results = json.loads(line)
                self.results[digest] = [
                    Result(category, number, where, Verdict(Kind(kind), *words))
                    for category, number, where, (kind, *words) in results
                ]
        except (AttributeError, TypeError, ValueError):
            name = str(self._path)
            raise RefusedError(f"{name!r} was not written by --resume") from None
        assert self._path
        os.truncate(self._path, len(content) - len(unfinished))

    def add(self, submission: Submission, results: list[Result]) -> None:
        """Add the results of a submission, also to the file if there is one."""
        self.results[submission.digest()] = results
        self._write([submission.digest(), results])

    def _write(self, line: object) -> None:
        if self._path:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(line)}\n")
