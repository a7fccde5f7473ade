"""Watching a submission's process from outside, and counting what it uses."""

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress

from t3_tools.grade import limits
from t3_tools.grade.judging.verdicts import Kind, Verdict, late

SOFT_LIMIT, KILLED = 128 + signal.SIGXCPU, 128 + signal.SIGKILL
"""The exit codes where the CPU time reached a limit; something else may also kill."""


def watch(
    process: "subprocess.Popen[bytes]", used: Callable[[], tuple[float, bool]], seconds: int
) -> tuple[Verdict | None, bytes, float]:
    """Wait until a process of cell.py answers, ends, or takes too much.

    `used` is that of a Group, or of ByHand. Returns the verdict if it did not answer, what
    it sent, and the CPU seconds of the submission.
    """
    assert process.stdout
    output, sent, is_open = process.stdout.fileno(), b"", True
    began, start = time.monotonic(), 0.0
    while True:
        # Before reading: if it has ended, this reads all that is left. The pipe may stay
        # open, if a process that it started holds it.
        code = process.poll()
        pause = 0.05 if code is None else 0
        ready, _, _ = select.select([output] if is_open else [], [], [], pause)
        if ready:
            read = os.read(output, limits.ANSWER)
            is_open = bool(read)
            if read and not sent:  # it was being made until now
                began, (start, _) = time.monotonic(), used()
            sent += read
        spent, memory_is_out = used()
        cpu, clock = spent - start, time.monotonic() - began
        most = seconds if code == KILLED else seconds + 1
        imported = sent.startswith(b"\n\n")
        if b"\n" in sent.lstrip(b"\n"):
            verdict = None
        elif len(sent) > limits.ANSWER:
            verdict = Verdict(Kind.CRASH, "it writes too much into the pipe for its answer")
        elif memory_is_out:
            together = f"more than {limits.ALL_MEGABYTES} MB of memory together"
            verdict = Verdict(Kind.CRASH, f"its processes use {together}")
        elif code == SOFT_LIMIT or cpu > most:
            verdict = late(Kind.TIMEOUT, f"{seconds} s", imported)
        elif code is not None:
            verdict = _ended(code)
        elif not sent and clock < limits.GRACE:
            continue
        elif clock > (wait := limits.WAIT * seconds):
            verdict = late(Kind.STALLED, f"over {wait} s by the clock", imported)
        else:
            continue
        return verdict, sent[: limits.ANSWER], cpu


def _ended(code: int) -> Verdict:
    """The verdict by the exit code of the process that waited for the submission."""
    if code < 0:
        return Verdict(Kind.HARM, "it kills the process that watches it")
    if code == KILLED:
        reason = "its process was killed, perhaps for its memory"
        return Verdict(Kind.COULD_NOT_RUN, reason)
    how = f"exit {code}"
    with suppress(ValueError):
        how = f"signal {signal.Signals(code - 128).name}"
    return Verdict(Kind.CRASH, f"its process ended without an answer: {how}")


class ByHand:
    """Counts the processes of a submission where there is no control group.

    They are those that a process started, of its process group, and of a user. One that has
    ended counts as it was last seen.
    """

    def __init__(self, first: int, user: int | None) -> None:
        self._first, self._user = first, user
        self._ticks: dict[tuple[int, int], int] = {}
        """Of CPU time, for each process seen: its number, and when it began."""

    def used(self) -> tuple[float, bool]:
        """The CPU seconds, and whether memory ran out; nothing where /proc is missing."""
        parents, ticks = {}, {}
        its = {self._first}
        for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
            with suppress(OSError, ValueError):
                pid, place = int(name), f"/proc/{int(name)}"
                with open(f"{place}/stat", "rb") as file:
                    # After the name, which may contain anything.
                    fields = [*map(int, file.read().rpartition(b")")[2].split()[1:20])]
                key = pid, fields[18]
                parents[pid], ticks[key] = fields[0], fields[10] + fields[11]
                is_its = self._user and os.stat(place).st_uid == self._user
                if is_its or fields[1] == self._first or key in self._ticks:
                    its.add(pid)
        while more := {pid for pid, it in parents.items() if it in its} - its:
            its |= more
        self._ticks |= {key: it for key, it in ticks.items() if key[0] in its}
        is_out = sum(map(_kilobytes, its)) > limits.ALL_MEGABYTES * 1000
        return sum(self._ticks.values()) / os.sysconf("SC_CLK_TCK"), is_out


def _kilobytes(pid: int) -> int:
    """The memory of a process, with all that it shares but files."""
    with suppress(OSError), open(f"/proc/{pid}/status", "rb") as file:
        return sum(map(int, re.findall(rb"Rss(?:Anon|Shmem):\s+(\d+)", file.read())))
    return 0
