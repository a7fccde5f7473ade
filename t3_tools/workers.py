"""Work in other processes, here or on a Dask cluster, with its progress shown."""

import asyncio
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager
from datetime import timedelta
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from t3_tools.options import UsageError, to_install

LINE_SECONDS = 10
"""Seconds from one line of progress to the next, where there is no terminal."""

WORKER_SECONDS = 10
"""Seconds that a cluster may be without workers."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def executor(jobs: int, dask: str | None) -> AbstractContextManager[Executor]:
    """Workers: `jobs` processes here, or those of the Dask cluster at an address.

    An exception in the block ends the work under way. Raises UsageError if there is no
    such cluster, and BrokenExecutor if the work kills workers.
    """
    return _processes(jobs) if dask is None else _cluster(dask)


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    # Not forked: the threads of this process would be missing in its copies.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_leave_interrupts) as workers:
        try:
            yield workers
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise


def _leave_interrupts() -> None:
    """Ignore Ctrl-C in a worker: the process that shares out the work answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C in this process, and in each process that the block starts."""
    if sys.platform == "win32":  # it has no signal masks
        yield
        return
    held_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held_before)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError:
        raise UsageError(f"--dask needs its package: {to_install('cluster')}") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {address}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except (TimeoutError, asyncio.TimeoutError):  # which Python 3.10 tells apart
        client.close()
        raise UsageError(f"the Dask cluster at {address} has no workers") from None
    try:
        with client, client.get_executor(pure=False) as workers:
            try:
                yield workers
            except BaseException:
                workers.shutdown(wait=False)
                raise
    except KilledWorker as error:
        raise BrokenExecutor(str(error)) from None


def finished(
    workers: Executor,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    title: str,
) -> Generator[tuple[int, Result], None, None]:
    """The result of a function for each task, with the task's number, as they end.

    Standard error shows how many there are, and how long the rest will take: by a bar on a
    terminal, elsewhere by a line every LINE_SECONDS.
    """
    with _interrupts_held():  # submitting starts the workers
        numbers = {workers.submit(function, task): at for at, task in enumerate(tasks)}
    start = told = time.monotonic()
    with progress(title) as shown:
        done = shown.track(as_completed(numbers), total=len(numbers))
        for count, future in enumerate(done, start=1):
            yield numbers[future], future.result()
            now = time.monotonic()
            if shown.disable and now - told >= LINE_SECONDS:
                told = now
                left = timedelta(
                    seconds=round((now - start) / count * (len(numbers) - count))
                )
                line = f"{title}: {count} of {len(numbers)}, about {left} to go"
                print(line, file=sys.stderr, flush=True)


def map_in_order(
    workers: Executor,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    title: str,
) -> list[Result]:
    """The results of a function for each task, in order; shows progress as `finished`."""
    results = dict(finished(workers, function, tasks, title))
    return [results[number] for number in sorted(results)]


def progress(title: str) -> Progress:
    """A bar on a terminal, for the time of the block, that shows how far the work is."""
    return Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
