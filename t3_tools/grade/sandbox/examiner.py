"""Examining one submission: its cases one after the other, each answer judged here.

supervisor.py starts this module for each submission. It reads the arguments of `examine`
from standard input, and writes each result in a line as soon as it is known.
"""

import ctypes
import json
import pickle
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade.cases import TYPES, Case
from t3_tools.grade.results import Result
from t3_tools.grade.sandbox.folders import User, patiently, unpacked
from t3_tools.grade.sandbox.question import WAIT, ask
from t3_tools.grade.sandbox.typecheck import check_types
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import OF_STATE, Kind, Verdict, judge

PATIENCE = 10
"""After this many cases in a row without an answer in time, no further case is tried."""

HARMS = 2
"""After this many cases in a row in which it harms what grades it, no other is tried."""

NOT_TRIED = f"not tried, as {HARMS} times in a row "
"""Before what it did then."""

OURS_STAYS = (
    "FrozenInstanceError",
    "TypeError: 'tuple' object does not support item",
    "AttributeError: 'tuple' object has no attribute",
)
"""How Python's message begins when code changes one of our states, which are frozen."""

PR_SET_DUMPABLE = 4


SECONDS = 15
"""That a submission may compute for each case, unless told otherwise."""


class Exam(NamedTuple):
    """What is asked of every submission, and what it may take."""

    cases: Sequence[Case]
    seconds: int = SECONDS
    """That it may compute for each case."""
    total: int = 900
    """Seconds that it may compute for all cases together."""
    user: User | None = None
    """Who submissions run as, if not as who grades them."""
    patience: int = PATIENCE


def examine(
    submission: Submission, exam: Exam, folder: Path, known: Sequence[Result] = ()
) -> Iterator[Result]:
    """The results of the cases after those `known`; works in a temporary folder.

    Whatever happens, it is this submission's own fault, and no other's.
    """
    results = list(known)
    for case in exam.cases[len(results) :]:
        try:
            verdict, seconds = _examined(submission, exam, folder, case, results)
        except Exception as error:  # it may be anything, as submissions are
            reason = printable(f"it could not be examined: {error!r}")
            verdict, seconds = Verdict(Kind.COULD_NOT_RUN, reason), 0
        results.append(Result.of(case, verdict, seconds))
        yield results[-1]


def _examined(
    submission: Submission, exam: Exam, folder: Path, case: Case, results: Sequence[Result]
) -> tuple[Verdict, float]:
    """The verdict in a case, and the seconds that the submission computed for it."""
    if submission.fault:
        return Verdict(Kind.COULD_NOT_RUN, submission.fault), 0
    if case.question == TYPES:
        return check_types(submission.files, folder), 0
    given_up = _given_up(exam, case, results)
    if given_up:
        return given_up, 0
    with unpacked(submission.files, folder, exam.user) as inner:
        question = inner, case.question, case.state, exam.seconds, exam.user
        answer, seconds = patiently(partial(ask, *question), WAIT * exam.seconds)
    verdict = judge(case, answer)
    if verdict.reason.startswith(OURS_STAYS) and "t3_state.py" not in submission.files:
        more = "; it came without t3_state.py, and ours, which it got, cannot be changed"
        verdict = verdict._replace(reason=verdict.reason + more)
    return verdict, seconds


def _given_up(exam: Exam, case: Case, results: Sequence[Result]) -> Verdict | None:
    """The verdict in a case that is not tried, because of the results of those before."""
    asked = [
        (before.question in OF_STATE, result.verdict)
        for before, result in zip(exam.cases, results)
        if before.question != TYPES
    ]
    harm = [verdict for _, verdict in asked[-HARMS:] if verdict.kind == Kind.HARM]
    if len(harm) == HARMS:
        told = harm[-1].reason.removeprefix(NOT_TRIED)
        return Verdict(Kind.HARM, NOT_TRIED + told)
    # Apart, so that a player which never answers costs no marks of the state, nor its time.
    alike = case.question in OF_STATE
    kinds = [verdict.kind for of_state, verdict in asked if of_state == alike]
    unanswered = [*takewhile((Kind.TIMEOUT, Kind.LATE).__contains__, reversed(kinds))]
    if len(unanswered) >= exam.patience:
        kind = Kind.LATE if Kind.LATE in unanswered else Kind.TIMEOUT
        return Verdict(kind, f"not tried after {exam.patience} in a row")
    if sum(result.seconds for result in results) > exam.total:
        return Verdict(Kind.TIMEOUT, f"not tried after {exam.total} s in all")
    return None


def main() -> None:
    """Do the job that comes on standard input."""
    if sys.platform == "linux":
        # Else a submission, where it has no more rights than this process, could write
        # results itself, or read here where our player is.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    for result in examine(*pickle.load(sys.stdin.buffer)):
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
