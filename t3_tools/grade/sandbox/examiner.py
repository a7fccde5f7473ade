"""Examining one submission, case by case. Its answers are judged here.

supervisor.py starts this module for each submission. It reads the arguments of `examine`
from standard input, and prints each result on a line as soon as it is known.
"""

import ctypes
import json
import os
import pickle
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade.cases import Case
from t3_tools.grade.results import Result
from t3_tools.grade.sandbox.folders import User, patiently, unpacked
from t3_tools.grade.sandbox.question import WAIT, ask
from t3_tools.grade.sandbox.typecheck import check_types
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind, Verdict

PATIENCE = 10
"""After this many cases in a row without an answer in time, further ones are not tried.

Cases about T3State alone and cases about the player count separately."""

HARMS = 2
"""After this many cases in a row in which a submission stops, kills or overwrites the
grader, further ones are not tried."""

NOT_TRIED = f"not tried, as {HARMS} times in a row "
"""How the reason of a verdict begins if the case was not tried after such harm."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36

SECONDS = 15
"""The default for CPU seconds per case."""


class Exam(NamedTuple):
    """The cases for every submission, and the limits."""

    cases: Sequence[Case]
    seconds: int = SECONDS
    """CPU seconds per case."""
    user: User | None = None
    """The user whose rights submissions get; None for those of the grader."""
    patience: int = PATIENCE


def examine(
    submission: Submission, exam: Exam, folder: Path, known: Sequence[Result] = ()
) -> Iterator[Result]:
    """Yield the results of the cases after those `known`. Works in a temporary folder.

    Any error counts against this submission only.
    """
    results = list(known)
    for case in exam.cases[len(results) :]:
        try:
            verdict = _examined(submission, exam, folder, case, results)
        except Exception as error:  # a submission may cause any error
            reason = printable(f"it could not be examined: {error!r}")
            verdict = Verdict(Kind.COULD_NOT_RUN, reason)
        results.append(Result.of(case, verdict))
        yield results[-1]


def _examined(
    submission: Submission, exam: Exam, folder: Path, case: Case, results: Sequence[Result]
) -> Verdict:
    """The verdict in a case."""
    if submission.fault:
        return Verdict(Kind.COULD_NOT_RUN, submission.fault)
    if case.question is None:
        return check_types(submission.files, folder)
    given_up = _given_up(exam, case, results)
    if given_up:
        return given_up
    with unpacked({**submission.lent, **submission.files}, folder, exam.user) as inner:
        question = inner, case.question, case.state, exam.seconds, exam.user
        return case.judge(patiently(partial(ask, *question), WAIT * exam.seconds))


def _given_up(exam: Exam, case: Case, results: Sequence[Result]) -> Verdict | None:
    """The verdict in a case that is not tried because of earlier ones; None to try it."""
    asked = [
        (before.question.of_state, result.verdict)
        for before, result in zip(exam.cases, results)
        if before.question
    ]
    harm = [verdict for _, verdict in asked[-HARMS:] if verdict.kind == Kind.HARM]
    if len(harm) == HARMS:
        told = harm[-1].reason.removeprefix(NOT_TRIED)
        return Verdict(Kind.HARM, NOT_TRIED + told)
    # If only the player never answers, the cases about the state are still tried.
    alike = case.question is not None and case.question.of_state
    kinds = [verdict.kind for of_state, verdict in asked if of_state == alike]
    unanswered = [*takewhile((Kind.TIMEOUT, Kind.LATE).__contains__, reversed(kinds))]
    if len(unanswered) >= exam.patience:
        kind = Kind.LATE if Kind.LATE in unanswered else Kind.TIMEOUT
        return Verdict(kind, f"not tried, after {exam.patience} in a row without an answer")
    return None


def main() -> None:
    """Examine the submission that standard input describes, in a child process.

    This process becomes the child's guard. Each is the parent of the next: supervisor,
    guard, examiner, submission. A submission that stops its parent and its parent's parent
    does not reach the supervisor, which would stop all grading.
    """
    # Denies access, in /proc, to the memory, folder and open files of guard and examiner.
    # A submission with the same rights could write results there, or find our player.
    _control(PR_SET_DUMPABLE, 0)
    examiner = os.fork()
    if examiner != 0:
        _guard(examiner)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # which cleans up
    _control(PR_SET_PDEATHSIG, signal.SIGTERM)
    # Orphans of a submission become children of this process, so it finds them.
    _control(PR_SET_CHILD_SUBREAPER, 1)
    for result in examine(*pickle.load(sys.stdin.buffer)):
        print(json.dumps(result), flush=True)


def _guard(examiner: int) -> None:
    """Wait for the examiner to end. If it is stopped, stop too: the supervisor notices."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # If the supervisor is killed, this ends, and so does the examiner (on Linux).
    _control(PR_SET_PDEATHSIG, signal.SIGKILL)
    while os.WIFSTOPPED(os.waitpid(examiner, os.WUNTRACED)[1]):
        os.kill(os.getpid(), signal.SIGSTOP)


def _control(option: int, value: int) -> None:
    """Set an attribute of this process, where prctl exists."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main()
