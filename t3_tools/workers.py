"""Work in other processes, here or on a Dask cluster, with a progress bar."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from t3_tools.extras import to_install
from t3_tools.refused import RefusedError

WORKER_SECONDS = 60
"""Seconds to wait for a cluster's first worker. After an attack, all may be restarting."""


def executor(jobs: int, dask: str | None) -> AbstractContextManager[Executor]:
    """`jobs` processes here, or the workers of the Dask cluster at an address.

    An exception in the block ends the work in progress. Raises RefusedError if there is no
    such cluster, and BrokenExecutor if the work kills workers.
    """
    return _processes(jobs) if dask is None else _cluster(dask)


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    # A fork would lack this process's threads.
    context = multiprocessing.get_context("spawn")
    try:
        processes = ProcessPoolExecutor(jobs, context, initializer=_prepare)
    except PermissionError as error:
        raise OSError("processes need /dev/shm, where you may not write") from error
    with processes as workers:
        try:
            # Processes are started by the first tasks, and inherit what is ignored.
            before = signal.signal(signal.SIGINT, signal.SIG_IGN)
            for _ in range(jobs):
                workers.submit(int)
            signal.signal(signal.SIGINT, before)
            yield workers
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise


def _prepare() -> None:
    """Ignore Ctrl-C in a worker, as the main process handles it, and end with that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Windows lets no process inherit it
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    parent.join()
    os._exit(1)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError:
        raise RefusedError(f"--dask needs its package: {to_install('cluster')}") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise RefusedError(f"no Dask scheduler answers at {address}: {error}") from None
    try:
        with client, client.get_executor(pure=False) as workers:
            try:
                client.wait_for_workers(1, timeout=WORKER_SECONDS)
            except TimeoutError:
                raise RefusedError(f"the cluster at {address} has no workers") from None
            try:
                yield workers
            except BaseException:
                workers.shutdown(wait=False)
                raise
    except KilledWorker as error:
        raise BrokenExecutor(str(error)) from None


def progress(title: str) -> Progress:
    """A progress bar for the time of the block, on a terminal only."""
    return Progress(
        title,
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
