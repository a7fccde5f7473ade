"""Examining a class. Each submission has an examiner process of its own.

If the submission stops or kills it, that costs the other submissions nothing.
"""

import json
import os
import pickle
import select
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import ExitStack, suppress
from functools import partial
from tempfile import TemporaryFile

from t3_tools.grade.cases import Case
from t3_tools.grade.results import Result
from t3_tools.grade.sandbox.examiner import Exam
from t3_tools.grade.sandbox.folders import GRACE, OURS, patiently, temporary_folder
from t3_tools.grade.sandbox.question import WAIT
from t3_tools.grade.sandbox.typecheck import MYPY_CLOCK
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.workers import executor

STOPPED = Verdict(Kind.HARM, "it stops the grader")
KILLED = Verdict(Kind.HARM, "it kills the grader")
FORGED = Verdict(Kind.HARM, "it overwrites the output of the grader")

LINE_LIMIT = 100_000
"""The most bytes to read at once, and the most that an unfinished line may have."""

AGAIN_PATIENCE = 2
"""The patience (see Exam) when cases are tried again."""

AGAIN = (Kind.LATE, Kind.HARM)
"""Verdicts that another submission may have caused, by its load or an attack."""

Examined = Generator[tuple[int, list[Result]], None, None]
"""Yields a submission's index in the sequence, and its results in all cases."""

Heard = Callable[[Result], None] | None
"""Called with each result when it is known, but not on a cluster."""


def examine_all(
    submissions: Sequence[Submission],
    exam: Exam,
    jobs: int,
    dask: str | None = None,
    heard: Heard = None,
) -> Examined:
    """Yield the results of each submission as soon as they are known.

    Works in `jobs` processes here, or on the Dask cluster at an address. At the end, cases
    with a verdict of AGAIN are tried again while no other submission runs.
    """
    with ExitStack() as stack:
        examine: Callable[[Sequence[Submission], Exam], Examined]
        if dask is None:
            examine = partial(_examine_here, jobs=jobs, heard=heard)
        else:
            workers = stack.enter_context(executor(jobs, dask))
            examine = partial(_examine_on_cluster, workers=workers)
        doubtful = {}
        for number, results in examine(submissions, exam):
            if any(result.verdict.kind in AGAIN for result in results):
                doubtful[number] = results
            else:
                yield number, results
        for number, results in doubtful.items():
            pairs = zip(exam.cases, results)
            asked = [case for case, result in pairs if result.verdict.kind in AGAIN]
            again = exam._replace(cases=asked, patience=AGAIN_PATIENCE)
            ((_, second),) = examine([submissions[number]], again)
            yield number, _merged(results, second)


def _merged(results: Sequence[Result], second: Sequence[Result]) -> list[Result]:
    """The first results; the second one wherever only the first has a verdict of AGAIN."""
    left = iter(second)
    merged = []
    for result in results:
        if result.verdict.kind in AGAIN:
            again = next(left)
            if again.verdict.kind not in AGAIN:
                kind, reason, _ = result.verdict
                note = f"first {kind} ({reason}), so it was tried again alone"
                result = again._replace(note=note)
        merged.append(result)
    return merged


def _examine_on_cluster(
    submissions: Sequence[Submission], exam: Exam, workers: Executor
) -> Examined:
    from distributed import KilledWorker

    examine = partial(_examine_one, exam=exam)
    numbers = {workers.submit(examine, it): at for at, it in enumerate(submissions)}
    for future in as_completed(numbers):
        try:
            yield numbers[future], future.result()
        except KilledWorker:  # it or another submission killed the worker
            yield numbers[future], [Result.of(case, KILLED) for case in exam.cases]


def _examine_one(submission: Submission, exam: Exam) -> list[Result]:
    ((_, results),) = _examine_here([submission], exam, 1, None)
    return results


def _examine_here(
    submissions: Sequence[Submission], exam: Exam, jobs: int, heard: Heard
) -> Examined:
    waiting = deque(enumerate(submissions))
    at_work: dict[int, _Examiner] = {}
    try:
        while waiting or at_work:
            while waiting and len(at_work) < jobs:
                number, submission = waiting.popleft()
                at_work[number] = _Examiner(submission, exam, heard)
            select.select([each.pipe for each in at_work.values()], [], [], 0.2)
            for number, each in list(at_work.items()):
                each.listen()
                if each.done:
                    at_work.pop(number).close()
                    yield number, each.results
    finally:
        for each in at_work.values():
            each.close()


class _Examiner:
    """Examines one submission in a process, replaced if the submission ends it."""

    def __init__(self, submission: Submission, exam: Exam, heard: Heard) -> None:
        self.results: list[Result] = []
        self._heard = heard
        self._stack = ExitStack()
        folder = self._stack.enter_context(temporary_folder())
        self._exam = exam
        self._job = submission, exam, folder
        self._start()

    def _start(self) -> None:
        with TemporaryFile() as job:
            pickle.dump((*self._job, self.results), job)
            job.seek(0)
            self._process = patiently(
                partial(
                    subprocess.Popen,
                    [sys.executable, "-m", "t3_tools.grade.sandbox.examiner"],
                    stdin=job,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    cwd=OURS,
                    start_new_session=True,  # Ctrl-C must not reach it
                )
            )
        assert self._process.stdout is not None
        self.pipe = self._process.stdout.fileno()
        os.set_blocking(self.pipe, False)
        self._unread = b""
        self._deadline = time.monotonic() + self._longest()

    @property
    def done(self) -> bool:
        """Whether all cases have results."""
        return len(self.results) == len(self._exam.cases)

    def listen(self) -> None:
        """Read new results. If the process has failed, note why and start another."""
        fault = None
        try:
            told = os.read(self.pipe, LINE_LIMIT)
        except BlockingIOError:
            told = None
        if self._is_stopped() or (told is None and time.monotonic() > self._deadline):
            fault = STOPPED
        elif told == b"":
            fault = KILLED
        elif told:
            *lines, self._unread = (self._unread + told).split(b"\n")
            try:
                for line in lines:
                    self._take(Result.from_json(json.loads(line)))
            except (ValueError, TypeError):
                fault = FORGED
        if len(self._unread) > LINE_LIMIT:
            fault = FORGED
        if fault is not None and not self.done:
            self._end()
            self._add(Result.of(self._next, fault))
            if not self.done:
                self._start()

    def _is_stopped(self) -> bool:
        """Whether the process was stopped since the last call."""
        try:
            _, status = os.waitpid(self._process.pid, os.WNOHANG | os.WUNTRACED)
        except ChildProcessError:
            # The guard has ended, which on Linux ends the examiner, too (see examiner.py).
            # But if the examiner is stopped, it must first go on.
            self._signal(signal.SIGCONT)
            return False
        return os.WIFSTOPPED(status)

    def _take(self, result: Result) -> None:
        """Add a result; raises ValueError if it is not that of the next case."""
        if self.done or result[:3] != Result.of(self._next, KILLED)[:3]:
            raise ValueError("not the result of the next case")
        self._add(result)
        if not self.done:
            self._deadline = time.monotonic() + self._longest()

    def _add(self, result: Result) -> None:
        self.results.append(result)
        if self._heard:
            self._heard(result)

    @property
    def _next(self) -> Case:
        return self._exam.cases[len(self.results)]

    def _longest(self) -> int:
        """The most seconds for the next case, with starting and cleaning up."""
        extra = 0 if self._next.question else MYPY_CLOCK
        return 10 * (WAIT * self._exam.seconds + GRACE) + extra

    def _end(self) -> None:
        """End the process, if it has not ended. It cleans up, unless it hangs."""
        assert self._process.stdout is not None
        self._signal(signal.SIGTERM)
        self._signal(signal.SIGCONT)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self._signal(signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to guard and examiner."""
        with suppress(ProcessLookupError, PermissionError):  # they have ended
            os.killpg(self._process.pid, number)

    def close(self) -> None:
        """Kill the process and remove the folder."""
        self._end()
        self._stack.close()
