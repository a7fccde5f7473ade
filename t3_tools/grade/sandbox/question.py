"""Asking a submission one question, in processes that live for that question only.

No question can affect the next. The processes run a copy of cell.py. Their command line,
folder, environment and open files do not lead to this project.
"""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from t3_play.program import printable
from t3_state import T3State
from t3_tools.grade.sandbox.folders import GRACE, User
from t3_tools.grade.verdicts import Kind, Verdict

MEMORY = 1000
"""The most megabytes of memory of a submission's process."""
WAIT = 4
"""Seconds on the clock for each CPU second.

CPU time does not depend on the machine's load. The clock only stops sleepers.
"""

OUTPUT_LIMIT = 200_000
"""The most bytes to read of the watcher's output; more than it passes on."""
ENDING = "(exit -?[0-9]+|signal [A-Z0-9]+|timeout|late|flood) ([0-9]{1,9}\\.[0-9]{3})"
"""The watcher's first line: how the submission's process ended, and its CPU seconds."""

CELL = Path(__file__).with_name("cell.py")

STOPPED = Verdict(Kind.HARM, "it stops its watcher")
KILLED = Verdict(Kind.HARM, "it kills its watcher, or overwrites it")


def ask(
    folder: Path, question: str, state: T3State, seconds: int, user: User | None = None
) -> tuple[str | Verdict, float]:
    """Ask the submission in `folder` a question about a state.

    Puts a copy of cell.py beside the folder. The submission may compute for `seconds`; it
    has WAIT times as long on the clock.

    Returns the answer, a line of printable characters, or a Verdict that says why there is
    none; and the CPU seconds. Raises OSError if the system has no process left.
    """
    cell = folder.parent / CELL.name
    cell.write_bytes(CELL.read_bytes())
    # The interpreter behind a virtual environment, whose path may lie in this project.
    command = [os.path.realpath(sys.executable), "-S", "-B", str(cell), str(folder)]
    command += [
        *map(str, (seconds, WAIT * seconds, MEMORY)),
        f"{user[0]}:{user[1]}" if user else "-",
        question,
        *state.notation().split(),
    ]
    # A file, not a pipe: if a submission finds it, the limit on written files holds.
    with TemporaryFile() as output:
        watcher = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            # Hides the other variables. The fixed hash seed keeps the order of sets of
            # strings.
            env={"PATH": os.defpath, "PYTHONHASHSEED": "0"},
            start_new_session=True,
        )
        if _is_stopped(watcher):
            return STOPPED, 0.0
        output.seek(0)
        first, *sent = output.read(OUTPUT_LIMIT).decode(errors="replace").split("\n")
    if first == "no process":
        raise OSError("no process for it")
    ending = re.fullmatch(ENDING, first)
    if not ending:
        return KILLED, 0.0
    return _answer(ending[1], sent, seconds), float(ending[2])


def _is_stopped(watcher: "subprocess.Popen[bytes]") -> bool:
    """Wait for a watcher to end. Returns whether the submission stopped it."""
    # No time limit: the watcher has its own, unless it is stopped or killed.
    _, status = os.waitpid(watcher.pid, os.WUNTRACED)
    stopped = os.WIFSTOPPED(status)
    assert watcher.stdin is not None
    watcher.stdin.close()  # makes it clean up
    if stopped:
        watcher.send_signal(signal.SIGCONT)
        with suppress(subprocess.TimeoutExpired):
            watcher.wait(GRACE)
        watcher.kill()
        watcher.wait()
    else:
        watcher.returncode = os.waitstatus_to_exitcode(status)
    return stopped


def _answer(how: str, sent: list[str], seconds: int) -> str | Verdict:
    """The answer or the verdict, from how the child ended and the lines that it sent."""
    ready = sent[:1] == ["ready"]
    reply = sent[1:] if ready else sent
    # A line counts only if a line break ends it.
    first, _, text = reply[0].partition(" ") if len(reply) > 1 else ("", "", "")
    text = re.sub(" at 0x[0-9a-f]+", "", text)  # addresses differ from run to run
    if first == "answer":
        return printable(text)
    if first == "error":
        kind = Kind.CRASH if ready else Kind.COULD_NOT_RUN
        return Verdict(kind, printable(text))
    where = "" if ready else ", while being imported"
    if how == "timeout":
        return Verdict(Kind.TIMEOUT, f"no answer in {seconds} s{where}")
    if how == "late":
        told = f"no answer in {WAIT * seconds} s by the clock{where}"
        return Verdict(Kind.LATE, told)
    told = f"its process ended without an answer: {how}"
    if how == "flood":
        told = "it sends without end where its answer belongs"
    return Verdict(Kind.CRASH if ready else Kind.COULD_NOT_RUN, told)
