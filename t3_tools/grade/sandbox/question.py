"""Asking a submission one question, in a process that lives for that question only.

The process runs a copy of cell.py. It has a folder of its own, which is gone afterwards.
Its command line, folder, environment and open files do not lead to this project.
"""

import inspect
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from t3_play.program import printable
from t3_state import T3State
from t3_tools.grade.questions import Question
from t3_tools.grade.sandbox.cell import Json
from t3_tools.grade.sandbox.folders import User
from t3_tools.grade.verdicts import Kind, Verdict

Process = subprocess.Popen[bytes]

MEMORY = 1000
"""The most megabytes of memory of a submission's process."""
WAIT = 4
"""Seconds on the clock for each CPU second allowed.

CPU time does not depend on the machine's load. The limit by the clock is for processes that
wait and use no CPU time.
"""
LOAD = 12
"""Further seconds on the clock for each CPU second used: the machine may be busy."""

OUTPUT_LIMIT = 100_000
"""The most bytes that a submission's process may send."""

CELL = Path(__file__).with_name("cell.py")


def ask(
    folder: Path,
    question: Question,
    state: T3State,
    seconds: int,
    user: User | None = None,
) -> Json | Verdict:
    """Ask the submission in `folder` a question about a state.

    Puts a copy of cell.py beside the folder. The process may use `seconds` of CPU time.
    When it ends, or takes too long, it is killed with all that it started.

    Returns the answer, or a Verdict that says why there is none. Raises
    OSError if the system has no process left.
    """
    cell = folder.parent / CELL.name
    cell.write_bytes(CELL.read_bytes())
    # The real path of Python, because its path in a virtual environment may lead here.
    command = [os.path.realpath(sys.executable), "-S", "-B", str(cell), str(folder)]
    command += [str(seconds), str(MEMORY), f"{user[0]}:{user[1]}" if user else "-"]
    command += [inspect.getsource(question.ask), *state.notation().split()]
    others, before = _children(), _computed()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        # Hides the other variables. The fixed hash seed keeps the order of sets of strings.
        env={"PATH": os.defpath, "PYTHONHASHSEED": "0"},
        start_new_session=True,
    )
    try:
        how, sent = _watch(process, seconds)
    finally:
        _clean_up(process, others)
    if how == "signal SIGKILL" and _computed() - before > seconds:  # it ignored SIGXCPU
        how = "timeout"
    return _answer(how, sent, seconds)


def _watch(process: Process, seconds: int) -> tuple[str, bytes]:
    """Wait until a process ends or must be ended. Returns how it ended, and what it sent.

    The first is `exit CODE`, `signal NAME`, `timeout` (too much CPU time), `late` (too long
    on the clock) or `flood` (too much output).
    """
    assert process.stdout is not None
    sent = b""
    with process.stdout as pipe:
        os.set_blocking(pipe.fileno(), False)
        deadline = time.monotonic() + WAIT * seconds
        while time.monotonic() < deadline + LOAD * _computed_by(process.pid):
            code = process.poll()
            # Polls before it reads: if the process has ended, this read gets all that is
            # left. The pipe may stay open, if a process that it started holds it.
            with suppress(BlockingIOError):
                sent += os.read(pipe.fileno(), OUTPUT_LIMIT)
            if len(sent) > OUTPUT_LIMIT:
                return "flood", sent
            if code == -signal.SIGXCPU:
                return "timeout", sent
            if code is not None:
                signals = {-it.value: f"signal {it.name}" for it in signal.Signals}
                return signals.get(code, f"exit {code}"), sent
            time.sleep(0.005)
    return "late", sent


def _computed() -> float:
    """The CPU seconds of all children of this process that have ended."""
    used = os.times()
    return used.children_user + used.children_system


def _clean_up(process: Process, others: set[int]) -> None:
    """Kill a process and, as far as possible, all that it started.

    Kills its process group. If the caller adopts orphans, also kills the caller's children,
    except `others`, which the caller had before.
    """
    give_up = time.monotonic() + 5
    while time.monotonic() < give_up:
        with suppress(ProcessLookupError, PermissionError):  # already ended
            os.killpg(process.pid, signal.SIGKILL)
        started = _children() - others
        if process.poll() is not None and not started:
            return
        for pid in started - {process.pid}:
            with suppress(ProcessLookupError, PermissionError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.001)


def _children() -> set[int]:
    """The children of this process; none where /proc is missing."""
    found = set()
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(_status(int(place.name))[1]) == os.getpid():
                found.add(int(place.name))
    return found


def _computed_by(pid: int) -> float:
    """The CPU seconds of a process so far; 0 where /proc is missing."""
    with suppress(OSError):
        return sum(map(int, _status(pid)[11:13])) / os.sysconf("SC_CLK_TCK")
    return 0


def _status(pid: int) -> list[bytes]:
    """The fields of /proc/PID/stat after the name, which may contain anything."""
    return Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()


def _answer(how: str, sent: bytes, seconds: int) -> Json | Verdict:
    """The answer or the verdict, from how the process ended and what it sent."""
    line, end, _ = sent.partition(b"\n")
    if end:
        try:
            reply = json.loads(line)
            if "answer" in reply:
                return reply["answer"]
            return Verdict(Kind.CRASH, printable(str(reply["error"])))
        except (ValueError, TypeError, LookupError, RecursionError):
            return Verdict(Kind.WRONG, f"sends {line[:300]!r}, which is no answer")
    if how == "timeout":
        return Verdict(Kind.TIMEOUT, f"no answer in {seconds} s")
    if how == "late":
        return Verdict(Kind.LATE, f"no answer in over {WAIT * seconds} s by the clock")
    if how == "flood":
        return Verdict(Kind.CRASH, "it writes too much into the pipe for its answer")
    return Verdict(Kind.CRASH, f"its process ended without an answer: {how}")
