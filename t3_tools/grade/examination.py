"""How a submission does in the cases, one after the other.

`python -m t3_tools.grade.examination` is what supervision.py starts for each submission: it
reads a Job from standard input, and writes each result when it is known, in a line.
"""

import ctypes
import json
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from t3_play.inputs import parse_action
from t3_play.program import printable
from t3_state import T3State
from t3_tools.grade.cases import TYPES, Case
from t3_tools.grade.sandbox import WAIT, User, ask, patiently, unpacked
from t3_tools.grade.submissions import Submission
from t3_tools.grade.typechecks import COURSE, check_types
from t3_tools.grade.verdicts import QUESTIONS, Kind, Verdict, judge

PATIENCE = 10
"""After so many timeouts in a row no further case is tried."""

OURS_STAYS = (
    "FrozenInstanceError",
    "TypeError: 'tuple' object does not support item",
    "AttributeError: 'tuple' object has no attribute",
)
"""How what Python says begins when a state is changed that can't be."""

PR_SET_DUMPABLE = 4


class Limits(NamedTuple):
    """What a submission may take, and what is asked of its types."""

    seconds: int = 15
    """That it may compute for each case."""
    total: int = 900
    """Seconds for all cases together."""
    mypy: bytes = COURSE.read_bytes()
    """The settings, as in a mypy.ini."""
    user: User | None = None
    """Who submissions run as, if not as who grades them."""


class Result(NamedTuple):
    """How a submission did in one case."""

    category: str
    number: int
    position: str
    verdict: Verdict
    seconds: float = 0
    """Of its own: what it computed, or the WAITth part of the time by the clock."""

    @classmethod
    def of(cls, case: Case, verdict: Verdict, seconds: float = 0) -> "Result":
        """The result in a case."""
        return cls(case.category, case.number, case.position, verdict, round(seconds, 2))

    @classmethod
    def from_json(cls, content: Any) -> "Result":
        """The result that json.dumps has written; raises ValueError or TypeError.

        A submission may have come to write it, so all is looked at on which others rely.
        """
        category, number, position, (kind, *rest), seconds = content
        verdict = Verdict(Kind(kind), *rest)
        for value in (category, position, verdict.reason, verdict.hint, verdict.action):
            if not isinstance(value, str):
                raise TypeError(f"{value!r} is no text")
        if not isinstance(verdict.excused, bool):
            raise TypeError(f"{verdict.excused!r} is neither true nor false")
        if verdict.action:
            action = parse_action(verdict.action)
            T3State.from_notation(position).get_next_state(action)  # raises if illegal
        return cls(category, number, position, verdict, float(seconds))


class Job(NamedTuple):
    """What there is to do: the cases, but for those whose results are there already."""

    submission: Submission
    cases: Sequence[Case]
    limits: Limits
    folder: Path
    """A temporary one."""
    known_types: Path | None = None
    """Of standard_types."""
    results: Sequence[Result] = ()


def examine(job: Job) -> Iterator[Result]:
    """The results of the cases that have none yet.

    Whatever happens, it is this submission's own fault, and no other's.
    """
    results = list(job.results)
    for case in job.cases[len(results) :]:
        try:
            known = _not_asked(job, case, results)
            verdict, seconds = (known, 0.0) if known else _asked(job, case)
        except Exception as error:  # it may be anything, as submissions are
            reason = printable(f"it could not be examined: {error!r}")
            verdict = Verdict(Kind.COULD_NOT_RUN, reason, hint="it could not be examined")
            seconds = 0
        results.append(Result.of(case, verdict, seconds))
        yield results[-1]


def _not_asked(job: Job, case: Case, results: Sequence[Result]) -> Verdict | None:
    """The verdict in a case that need not be tried, given the results of those before."""
    limits = job.limits
    if job.submission.fault:
        return Verdict(Kind.COULD_NOT_RUN, job.submission.fault)
    if case.question == TYPES:
        return None
    # Apart, so that a player which never answers costs no marks of the state, nor its time.
    asks_player = QUESTIONS[case.question].asks_player
    before = [
        result.verdict.kind
        for asked, result in zip(job.cases, results)
        if asked.question != TYPES and QUESTIONS[asked.question].asks_player == asks_player
    ]
    late = takewhile(lambda kind: kind == Kind.TIMEOUT, reversed(before))
    if len(list(late)) >= PATIENCE:
        return Verdict(Kind.TIMEOUT, f"not tried after {PATIENCE} in a row")
    if sum(result.seconds for result in results) > limits.total:
        return Verdict(Kind.TIMEOUT, f"not tried after {limits.total} s in all")
    return None


def _asked(job: Job, case: Case) -> tuple[Verdict, float]:
    """The verdict in a case, and the seconds that it took."""
    submission, limits = job.submission, job.limits
    if case.question == TYPES:
        before = sum(os.times()[2:4])
        told = submission.files, limits.mypy, job.folder, job.known_types
        verdict = check_types(*told)
        return verdict, sum(os.times()[2:4]) - before
    with unpacked(submission.files, job.folder, limits.user) as folder:
        question = folder, case.question, case.state, limits.seconds, limits.user
        attempt = partial(ask, *question)
        answer, seconds = patiently(attempt, WAIT * limits.seconds)
    verdict = judge(case, answer)
    if verdict.reason.startswith(OURS_STAYS) and "t3_state.py" not in submission.files:
        more = "; it came without t3_state.py, and ours, which it got, cannot be changed"
        verdict = verdict._replace(reason=verdict.reason + more)
    return verdict, seconds


def main() -> None:
    """Do the job that comes on standard input."""
    if sys.platform == "linux":
        # Else a submission, where it has no more rights than this process, could write
        # results itself, or read here where our player is.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    for result in examine(pickle.load(sys.stdin.buffer)):
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
