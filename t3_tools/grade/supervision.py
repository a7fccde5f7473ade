"""Examining submissions, each in a process that may be stopped, killed or lost."""

import json
import os
import pickle
import select
import subprocess
import sys
import time
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import as_completed
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile

from t3_tools.grade.cases import TYPES, Case
from t3_tools.grade.examination import Job, Limits, Result
from t3_tools.grade.sandbox import GRACE, OURS, WAIT, patiently, temporary_folder
from t3_tools.grade.submissions import Submission
from t3_tools.grade.typechecks import MYPY_SECONDS, standard_types
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.work import executor

STOPPED = Verdict(Kind.TIMEOUT, "it stops what grades it")
KILLED = Verdict(Kind.CRASH, "it kills what grades it")
FORGED = Verdict(Kind.CRASH, "it writes where its results belong")

LINE_LIMIT = 100_000
"""The bytes of a result; more than there are in any."""

Examined = Generator[tuple[int, list[Result]], None, None]
"""The number of a submission in the sequence, and its results in all cases."""


def examine_all(
    submissions: Sequence[Submission],
    cases: Sequence[Case],
    limits: Limits,
    jobs: int,
    dask: str | None = None,
) -> Examined:
    """The results of each submission, as soon as they are known.

    Works in `jobs` processes here or on the Dask cluster at an address. A submission that
    harms what grades it costs the others nothing.
    """
    if dask is None:
        yield from _examine_here(submissions, cases, limits, jobs)
        return
    with executor(jobs, dask) as workers:
        from distributed import KilledWorker

        alone = partial(_examine_one, cases=cases, limits=limits)
        numbers = {workers.submit(alone, it): at for at, it in enumerate(submissions)}
        lost = []
        for future in as_completed(numbers):
            try:
                yield numbers[future], future.result()
            except KilledWorker:  # by its fault, or by that of another
                lost.append(numbers[future])
        for number in lost:  # one at a time
            try:
                yield number, workers.submit(alone, submissions[number]).result()
            except KilledWorker:
                yield number, [Result.of(case, KILLED) for case in cases]


def _examine_one(
    submission: Submission, cases: Sequence[Case], limits: Limits
) -> list[Result]:
    ((_, results),) = _examine_here([submission], cases, limits, jobs=1)
    return results


def _examine_here(
    submissions: Sequence[Submission], cases: Sequence[Case], limits: Limits, jobs: int
) -> Examined:
    waiting = deque(enumerate(submissions))
    at_work: dict[int, _Examiner] = {}
    with ExitStack() as stack:
        known_types = None
        if len(submissions) > 1:
            folder = stack.enter_context(temporary_folder())
            known_types = standard_types(limits.mypy, folder)
        try:
            while waiting or at_work:
                while waiting and len(at_work) < jobs:
                    number, submission = waiting.popleft()
                    at_work[number] = _Examiner(submission, cases, limits, known_types)
                select.select([each.pipe for each in at_work.values()], [], [], 1)
                for number, each in list(at_work.items()):
                    each.listen()
                    if each.done:
                        at_work.pop(number).close()
                        yield number, each.results
        finally:
            for each in at_work.values():
                each.close()


class _Examiner:
    """A process that examines a submission, another if it ends, and what they have told."""

    def __init__(
        self,
        submission: Submission,
        cases: Sequence[Case],
        limits: Limits,
        known_types: Path | None,
    ) -> None:
        self.results: list[Result] = []
        self._stack = ExitStack()
        folder = self._stack.enter_context(temporary_folder())
        self._job = Job(submission, cases, limits, folder, known_types)
        self._start()

    def _start(self) -> None:
        with TemporaryFile() as job:
            pickle.dump(self._job._replace(results=self.results), job)
            job.seek(0)
            self._process = patiently(
                partial(
                    subprocess.Popen,
                    [sys.executable, "-m", "t3_tools.grade.examination"],
                    stdin=job,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    cwd=OURS,
                    start_new_session=True,  # Ctrl-C is not for it
                )
            )
        assert self._process.stdout is not None
        self.pipe = self._process.stdout.fileno()
        os.set_blocking(self.pipe, False)
        self._unread = b""
        self._heard = time.monotonic()

    @property
    def done(self) -> bool:
        """Whether there is a result of each case."""
        return len(self.results) == len(self._job.cases)

    def listen(self) -> None:
        """Take in what the process has told; go on with another if it won't tell more."""
        fault = None
        try:
            told = os.read(self.pipe, LINE_LIMIT)
            *lines, self._unread = (self._unread + told).split(b"\n")
            for line in lines:
                self._take(Result.from_json(json.loads(line)))
            if not told:
                fault = KILLED
        except BlockingIOError:
            if time.monotonic() > self._heard + self._longest():
                fault = STOPPED
        except (ValueError, TypeError):
            fault = FORGED
        if len(self._unread) > LINE_LIMIT:
            fault = FORGED
        if fault is not None and not self.done:
            self._end()
            spent = time.monotonic() - self._heard
            self.results.append(Result.of(self._next, fault, spent))
            self._start()

    def _take(self, result: Result) -> None:
        """Take in a result; raises ValueError if it is not that of the next case."""
        if self.done or result[:3] != Result.of(self._next, KILLED)[:3]:
            raise ValueError("not the result of the next case")
        self.results.append(result)
        self._heard = time.monotonic()

    @property
    def _next(self) -> Case:
        return self._job.cases[len(self.results)]

    def _longest(self) -> int:
        """The seconds that the next case can take: to get a process, to be asked, to go."""
        extra = MYPY_SECONDS if self._next.question == TYPES else 0
        return 3 * (WAIT * self._job.limits.seconds + GRACE) + WAIT * extra

    def _end(self) -> None:
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def close(self) -> None:
        """End the process, and remove the folder."""
        self._end()
        self._stack.close()
