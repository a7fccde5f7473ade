"""Reading what was handed in, in a process of its own, which may fail."""

import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from t3_tools.grade import limits

Read = TypeVar("Read")


class FailedError(OSError):
    """What was to be read can't be, or takes too much."""


def apart(read: Callable[[], Read], seconds: int) -> Read:
    """What `read` returns in a process of its own, within limits.

    Raises FailedError with the reason if it raises an exception, or takes too much;
    TimeoutError if that is only time on the clock, which a busy machine may cost; and
    another OSError if the system has no process left. Where there are no processes, as in
    a browser, it is called here.
    """
    if not hasattr(os, "fork") or sys.platform == "emscripten":
        return read()
    results, end = os.pipe()
    with warnings.catch_warnings(action="ignore"):  # of threads: none of them is needed
        child = os.fork()
        if not child:
            _answer(read, seconds, results, end)
    os.close(end)
    try:
        with open(results, "rb") as pipe:
            content = pipe.read()
    finally:
        _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) == -signal.SIGALRM:
        raise TimeoutError("reading it takes too long by the clock")
    if not content:
        most = f"{seconds} s or {limits.READING_MEGABYTES} MB of memory"
        raise FailedError(f"reading it takes more than {most}")
    found: tuple[Read, str] = pickle.loads(content)
    result, reason = found
    if reason:
        raise FailedError(reason)
    return result


def _answer(read: Callable[[], Read], seconds: int, results: int, end: int) -> None:
    """Send the result, or the reason why there is none, and end this process."""
    try:
        os.close(results)
        _limit(seconds)
        try:
            answer = pickle.dumps((read(), ""))
        except MemoryError:
            return
        except Exception as error:  # of archives, that may be any
            answer = pickle.dumps((None, str(error) or type(error).__name__))
        with open(end, "wb") as pipe:
            pipe.write(answer)
    finally:
        os._exit(0)


def _limit(seconds: int) -> None:
    """Limit this process, which is to end with the grader."""
    import ctypes
    import resource  # which Windows lacks

    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(seconds * limits.WAIT + limits.GRACE)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    with suppress(OSError, ValueError):  # not Linux, or there is a lower limit
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        before = pages * os.sysconf("SC_PAGE_SIZE")
        most = before + limits.READING_MEGABYTES * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
