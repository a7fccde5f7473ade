"""Asking a submission, in other processes, whatever it does there.

Each question has processes of its own, made for it and killed after it, so that nothing of
one question reaches the next. What they run is t3_tools/grade/runner.py, from a copy: their
command line, folder, variables and open files do not lead to this project.
"""

import builtins
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile, mkdtemp
from typing import TypeVar

import t3_state
from t3_play.program import printable
from t3_state import T3State
from t3_tools.grade.submissions import LENDABLE
from t3_tools.grade.verdicts import Kind, Verdict

MEMORY = 1000
"""The megabytes that a process of a submission may have."""
WAIT = 4
"""Seconds by the clock for each that a submission may compute.

What it computes does not depend on what else the machine does, how long that takes does: so
the clock is only there for what sleeps."""
GRACE = 15
"""Seconds for the watcher to start, to clean up and to report, beside those."""

OUTPUT_LIMIT = 200_000
"""The bytes that are read of what the watcher prints: more than it may pass on."""
ENDING = "(exit -?[0-9]+|signal [A-Z0-9]+|timeout|flood) ([0-9]{1,9}\\.[0-9]{3})"
"""How a submission's process has ended and what it took, as the watcher prints it first."""

RUNNER = Path(__file__).with_name("runner.py")
OURS = Path(t3_state.__file__).parent

JANITOR = """
cat
for _ in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$1" && exit; sleep 1; done
"""
"""Removes a folder when its standard input ends, as it does with whoever holds it."""


User = tuple[int, int]
"""The ids of a user and of the group."""

Done = TypeVar("Done")


def patiently(attempt: Callable[[], Done], seconds: int = GRACE) -> Done:
    """What `attempt` returns, which raises OSError as long as it gets no process.

    Another submission may have taken all that there are; but it is killed after `seconds`.
    """
    give_up = time.monotonic() + seconds + GRACE
    while True:
        try:
            return attempt()
        except OSError:
            if time.monotonic() > give_up:
                raise
        time.sleep(0.02)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A new folder, gone when the block ends or when this process does, however it ends."""
    folder = mkdtemp(prefix="t3_")
    janitor = patiently(
        partial(
            subprocess.Popen,
            ["sh", "-c", JANITOR, "sh", folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is not for it
        ),
    )
    try:
        yield Path(folder)
    finally:
        with suppress(subprocess.TimeoutExpired):  # a submission may have stopped it
            janitor.communicate(timeout=GRACE)
        janitor.kill()
        janitor.wait()
        remove(folder)


def remove(folder: str | Path) -> None:
    """Remove a folder, if it is there."""
    # Not Python's own way, which folders within folders can bring to its end.
    command = ["rm", "-rf", str(folder)]
    patiently(partial(subprocess.run, command, stderr=subprocess.DEVNULL))


@contextmanager
def unpacked(
    files: Mapping[str, bytes], folder: Path, user: User | None = None
) -> Iterator[Path]:
    """A folder in a new one in `folder`, with these files and of ours what they lack.

    It is the user's, if one is named.
    """
    temporary = Path(mkdtemp(dir=folder))
    try:
        inner = temporary / "submission"
        inner.mkdir()
        ours = {name: (OURS / name).read_bytes() for name in LENDABLE}
        for name, content in (ours | dict(files)).items():
            (inner / name).write_bytes(content)
        for place in (folder, temporary, inner):
            if user:
                os.chown(place, *user)
        yield inner
    finally:
        remove(temporary)


def ask(
    folder: Path, question: str, state: T3State, seconds: int, user: User | None = None
) -> tuple[str | Verdict, float]:
    """Put a question about a position to the submission whose files are in `folder`.

    A copy of the runner is made beside it.

    Returns the answer, a line of printable characters, or why there is none, and the
    seconds that count: what it computed, or the WAITth part of the time by the clock, if
    that is more or all that is known. It may compute for `seconds`, and take WAIT times as
    long by the clock, and a moment to start and to clean up. Raises OSError if there is no
    process for it.
    """
    clock, begun = WAIT * seconds, time.monotonic()
    runner = folder.parent / RUNNER.name
    runner.write_bytes(RUNNER.read_bytes())
    # The Python that a virtual environment, perhaps in this project, was made from.
    python = os.path.realpath(sys.executable)
    command = [python, "-S", "-B", str(runner), str(folder)]
    command += [
        *map(str, (seconds, clock, MEMORY)),
        f"{user[0]}:{user[1]}" if user else "-",
        question,
        *state.notation().split(),
        str(state.MAX_MOVE),
    ]
    # Into a file, not a pipe: a submission that finds its way there is held by the limit
    # on the files that it writes.
    with TemporaryFile() as output:
        try:
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                # The rest is not the submission's business. And where the order of a set
                # of strings decides what it plays, that is the same every time.
                env={"PATH": os.defpath, "PYTHONHASHSEED": "0"},
                start_new_session=True,
                timeout=clock + GRACE,
            )
        except subprocess.TimeoutExpired:
            stopped = f"could not be stopped within {GRACE} seconds more"
            return Verdict(Kind.TIMEOUT, stopped), (time.monotonic() - begun) / WAIT
        output.seek(0)
        first, *sent = output.read(OUTPUT_LIMIT).decode(errors="replace").split("\n")
    if first == "no process":
        raise OSError("no process for it")
    ending = re.fullmatch(ENDING, first)
    if not ending:
        told = "the process that watches over it was killed, or written over"
        return Verdict(Kind.CRASH, told), (time.monotonic() - begun) / WAIT
    how, used = ending.groups()
    return _answer(how, sent, seconds), float(used)


def _answer(how: str, sent: list[str], seconds: int) -> str | Verdict:
    """What came of a question, from how the child ended and the lines that it sent."""
    ready = sent[:1] == ["ready"]
    reply = sent[1:] if ready else sent
    # After the last line break comes nothing, or a line that was not sent to its end.
    first, _, text = reply[0].partition(" ") if len(reply) > 1 else ("", "", "")
    text = re.sub(" at 0x[0-9a-f]+", "", text)  # where a thing lies, each time elsewhere
    if first == "answer":
        return printable(text)
    if first == "error":
        kind = Kind.CRASH if ready else Kind.COULD_NOT_RUN
        return Verdict(kind, printable(text), hint=_without_words(text))
    if how == "timeout":
        where = "" if ready else ", while being imported"
        return Verdict(Kind.TIMEOUT, f"no answer in {seconds} s{where}")
    told = (
        "it sends without end where its answer belongs"
        if how == "flood"
        else f"its process ended without an answer: {how}"
    )
    hint = "its process ended without an answer"
    return Verdict(Kind.CRASH if ready else Kind.COULD_NOT_RUN, told, hint=hint)


def _without_words(error: str) -> str:
    """What exception it is and where: no words in which a submission could tell more."""
    name = error.partition(":")[0].partition(" ")[0]
    place = re.search(r" \((t3_(player|state|action)\.py, line [0-9]{1,5})\)$", error)
    told = name if hasattr(builtins, name) else "an exception"
    return f"{told} in {place[1]}" if place else told
