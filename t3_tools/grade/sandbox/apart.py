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

MEMORY = f"reading it takes more than {limits.READING_MEGABYTES} MB of memory"


def apart(read: Callable[[], Read], seconds: int) -> Read:
    """What `read` returns in a process of its own, within limits.

    Raises OSError with the reason if it raises an exception, or takes too much. Where there
    are no processes, as in a browser, it is called here.
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
    if not content:
        is_late = os.WIFSIGNALED(status) and os.WTERMSIG(status) != signal.SIGKILL
        raise OSError(f"reading it takes more than {seconds} s" if is_late else MEMORY)
    found: tuple[Read, str] = pickle.loads(content)
    result, reason = found
    if reason:
        raise OSError(reason)
    return result


def _answer(read: Callable[[], Read], seconds: int, results: int, end: int) -> None:
    """Send the result, or the reason why there is none, and end this process."""
    try:
        os.close(results)
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(seconds * limits.WAIT + limits.GRACE)
            _limit(seconds)
            answer = pickle.dumps((read(), ""))
        except MemoryError:
            answer = pickle.dumps((None, MEMORY))
        except Exception as error:  # of archives, that may be any
            answer = pickle.dumps((None, str(error) or type(error).__name__))
        with open(end, "wb") as pipe:
            pipe.write(answer)
    finally:
        os._exit(0)


def _limit(seconds: int) -> None:
    import resource  # which Windows lacks

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    before = 0
    with suppress(OSError):  # not Linux
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        before = pages * os.sysconf("SC_PAGE_SIZE")
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    allowed = before + limits.READING_MEGABYTES * 1_000_000
    if before and (most == resource.RLIM_INFINITY or allowed < most):
        resource.setrlimit(resource.RLIMIT_AS, (allowed, most))
