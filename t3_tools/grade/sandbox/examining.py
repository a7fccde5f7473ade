"""Examining submissions in all cases, each by itself, many at a time."""

import shutil
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, as_completed
from contextlib import suppress
from functools import cache, partial

from t3_tools.grade import limits
from t3_tools.grade.judging.asks import Json
from t3_tools.grade.judging.cases import PARTS, Case, Result
from t3_tools.grade.judging.marks import Exam
from t3_tools.grade.judging.verdicts import Kind, Sign, Verdict
from t3_tools.grade.sandbox import cgroup, folders
from t3_tools.grade.sandbox.asking import OURS, PYTHON, ask, is_root, no_bubblewrap
from t3_tools.grade.sandbox.typecheck import check_types
from t3_tools.grade.submission import Submission
from t3_tools.handout import PLAYER
from t3_tools.workers import executor

DOUBTFUL = (Kind.STALLED, Kind.HARM, Kind.COULD_NOT_RUN)
"""Verdicts that another submission may have caused, by its load or an attack."""

KNOWN = Case("block", 0, "320/632/003 odds")
"""The case in which a player known to be right is tried."""

CHECKS = 3
"""How often that player may fail: a busy machine may have killed it, once or twice."""


class SandboxError(OSError):
    """Submissions can't be graded on this machine, whatever they are."""


Examined = Generator[tuple[int, list[Result]], None, None]
"""Yields a submission's index in the sequence, and its results in all cases."""


def examine_all(
    submissions: Sequence[Submission], exam: Exam, jobs: int, dask: str | None = None
) -> Examined:
    """Yield the results of each submission as soon as they are known.

    Works in `jobs` processes here, or on the Dask cluster at an address. At the end,
    submissions with a verdict of DOUBTFUL, or that may have killed a worker, are examined
    again while no other one runs.

    Raises SandboxError before any result if a player known to be right fails.
    """
    if not submissions:  # all may be known already
        return
    left = dict(enumerate(submissions))
    again = left.copy()
    try:
        for number, results in _in_workers(left, exam, jobs, dask):
            doubtful = any(it.verdict.kind in DOUBTFUL for it in results)
            if left[number].fault or not doubtful:
                del again[number]
                yield number, results
        for number, submission in again.items():
            alone = _in_workers({number: submission}, exam, 1, dask)
            killed = Verdict(Kind.HARM, "it kills the grader")
            yield next(alone, (number, [case.judge(killed) for case in exam.cases]))
    finally:  # of workers and graders that were killed
        folders.remove_leftovers()
        cgroup.remove_leftovers()


def _in_workers(
    submissions: Mapping[int, Submission], exam: Exam, jobs: int, dask: str | None
) -> Examined:
    """Yield the results of submissions, until one of them kills its worker."""
    most = min(jobs, len(submissions))
    with suppress(BrokenExecutor), executor(most, dask) as workers:
        work = partial(examine, exam=exam)
        futures = {}
        for number, it in submissions.items():
            futures[workers.submit(work, it)] = number
        for future in as_completed(futures):
            yield futures[future], future.result()


def examine(submission: Submission, exam: Exam) -> list[Result]:
    """The results in all cases, the same in all if one can't be asked here.

    Raises SandboxError.
    """
    if submission.fault:
        fault = Verdict(Kind.COULD_NOT_RUN, submission.fault)
        return [case.judge(fault) for case in exam.cases]
    check_sandbox(exam.unsafe)
    results, spent = [], 0.0
    endless: dict[str, Verdict] = {}
    for case in exam.cases:
        part = PARTS[case.part]
        answer: Json = endless.get(part)
        answer = answer or case.not_tried(submission.missing, spent, exam.whole)
        if answer is None:
            answer, seconds = _asked(submission, case, exam.seconds)
            spent += seconds
        result = case.judge(answer)
        if result.verdict.kind == Kind.COULD_NOT_RUN:
            return [it.judge(answer) for it in exam.cases]
        if result.verdict.sign == Sign.IMPORTS:
            endless[part] = result.verdict
        results.append(result)
    return results


def _asked(
    submission: Submission, case: Case, seconds: int
) -> tuple[Json | Verdict, float]:
    """What comes of asking a case, as `ask` returns it."""
    try:
        if case.ask is None:
            return check_types(submission.files, submission.lent), 0
        return ask({**submission.lent, **submission.files}, case, seconds)
    except Exception as error:  # a submission may cause any: by using up all processes, say
        reason = f"it could not be asked here: {type(error).__name__}: {error}"
        return Verdict(Kind.COULD_NOT_RUN, reason), 0


@cache
def check_sandbox(unsafe: bool) -> None:
    """Raise SandboxError if submissions must not run here, or a right player fails here."""
    missing = no_bubblewrap()
    if missing and not unsafe:
        harm = "could read and delete your files"
        remedy = "Install it (Debian, Ubuntu: apt-get install bubblewrap), or add --unsafe"
        if shutil.which("bwrap"):
            remedy = (
                "It is installed, but the system seems to forbid it, as AppArmor does on "
                "Ubuntu 23.10 and later. Load the AppArmor profile for bwrap, grade as "
                "root, or use Docker: docs/grading.md has the commands"
            )
        if is_root():
            harm = f"would be root, as other users can't run {PYTHON}"
            remedy += ". Or grade with a Python that all users can run"
        raise SandboxError(f"{missing}, so submissions {harm}. {remedy}")
    ours = Submission("", {PLAYER: (OURS / PLAYER).read_bytes()})
    for _ in range(CHECKS):
        answer, _ = _asked(ours, KNOWN, limits.SECONDS)
        verdict = KNOWN.judge(answer).verdict
        if not verdict.failed:
            return
    raise SandboxError(
        "nothing is marked, because even our own player fails here: "
        f"{verdict.reason} ({missing or 'in a bubblewrap container'})"
    )
