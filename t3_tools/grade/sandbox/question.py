"""Asking a submission one question, in processes that are made for it and killed after it.

Nothing of one question reaches the next. What runs is a copy of cell.py: its command line,
folder, variables and open files do not lead to this project.
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
"""The megabytes that a process of a submission may have."""
WAIT = 4
"""Seconds by the clock for each second that a submission may compute.

What it computes does not depend on what else the machine does, how long that takes does."""

OUTPUT_LIMIT = 200_000
"""The bytes that are read of what the watcher prints: more than it may pass on."""
ENDING = "(exit -?[0-9]+|signal [A-Z0-9]+|timeout|late|flood) ([0-9]{1,9}\\.[0-9]{3})"
"""How a submission's process ended and what it computed, as the watcher prints it first."""

CELL = Path(__file__).with_name("cell.py")

STOPPED = Verdict(Kind.HARM, "it stops the process that watches over it")
KILLED = Verdict(Kind.HARM, "it kills the process that watches over it, or writes over it")


def ask(
    folder: Path, question: str, state: T3State, seconds: int, user: User | None = None
) -> tuple[str | Verdict, float]:
    """Put a question about a position to the submission whose files are in `folder`.

    A copy of cell.py is made beside it. The submission may compute for `seconds`, and take
    WAIT times as long by the clock.

    Returns the answer, a line of printable characters, or a Verdict that says why there is
    none; and the seconds that it computed. Raises OSError if there is no process for it.
    """
    cell = folder.parent / CELL.name
    cell.write_bytes(CELL.read_bytes())
    # The Python that a virtual environment, perhaps in this project, was made from.
    command = [os.path.realpath(sys.executable), "-S", "-B", str(cell), str(folder)]
    command += [
        *map(str, (seconds, WAIT * seconds, MEMORY)),
        f"{user[0]}:{user[1]}" if user else "-",
        question,
        *state.notation().split(),
    ]
    # Into a file, not a pipe: a submission that finds its way there is held by the limit
    # on the files that it writes.
    with TemporaryFile() as output:
        watcher = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            # The rest is not the submission's business. And where the order of a set of
            # strings decides what it plays, that is the same every time.
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
    """Wait until a watcher has ended; whether the submission has stopped it."""
    # Without a limit of time: the watcher has its own, unless it is stopped or killed.
    _, status = os.waitpid(watcher.pid, os.WUNTRACED)
    stopped = os.WIFSTOPPED(status)
    assert watcher.stdin is not None
    watcher.stdin.close()  # which tells it to clean up
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
    """What came of a question, from how the child ended and the lines that it sent."""
    ready = sent[:1] == ["ready"]
    reply = sent[1:] if ready else sent
    # After the last line break comes nothing, or a line that was not sent to its end.
    first, _, text = reply[0].partition(" ") if len(reply) > 1 else ("", "", "")
    text = re.sub(" at 0x[0-9a-f]+", "", text)  # an address differs each time
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
