"""The record of results, with which an interrupted run can be resumed.

Its first line has the settings, and each further one a submission's digest and results.
Several runs may add lines at the same time.
"""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import IO, Any

from t3_play.match import SEEDS
from t3_state import T3Action
from t3_tools.grade.judging.cases import Result
from t3_tools.grade.judging.verdicts import Kind, Sign, Verdict
from t3_tools.grade.submission import Submission
from t3_tools.refused import RefusedError


def _verdict(kind: str, reason: str, action: list[int] | None, sign: str | None) -> Verdict:
    """A verdict as the file has it. Raises ValueError or TypeError if it is none."""
    chosen = T3Action(*action) if action else None
    return Verdict(Kind(kind), reason, chosen, Sign(sign) if sign else None)


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
        if path is None:
            return
        with self._alone() as file:
            try:
                text = file.read()
                if not text:
                    file.write(f"{json.dumps(self.settings)}\n")
                    return
                first, *lines = text.split("\n")
                self.settings = json.loads(first)
                # The last is empty, or was not finished.
                for digest, results in map(json.loads, lines[:-1]):
                    self.results[digest] = [
                        Result(category, number, position, _verdict(*verdict))
                        for category, number, position, verdict in results
                    ]
                if self.settings.keys() != settings.keys():
                    raise ValueError("other settings")
            except (AttributeError, TypeError, ValueError):
                raise RefusedError(f"{str(path)!r} was not written by --resume") from None
            file.truncate(len(text) - len(lines[-1]))
        for name, value in settings.items():
            before = self.settings[name]
            if value not in (None, before):
                here = f"{str(path)!r} has results of {name} {before}, not {value}"
                raise RefusedError(f"{here}: give --resume another file")

    def add(self, submission: Submission, results: list[Result]) -> None:
        """Add the results of a submission, also to the file if there is one.

        The file does not keep what says nothing of the submission.
        """
        self.results[submission.digest()] = results
        if self._path and all(it.verdict.kind != Kind.COULD_NOT_RUN for it in results):
            line = json.dumps([submission.digest(), results], default=astuple)
            with self._alone() as file:
                file.write(f"{line}\n")

    @contextmanager
    def _alone(self) -> Iterator[IO[str]]:
        """The file, while no other run reads or writes it."""
        import fcntl  # not on Windows, where no run begins

        assert self._path
        with self._path.open("a+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            yield file
