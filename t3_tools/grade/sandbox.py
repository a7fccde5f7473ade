"""Asking a submission, in other processes, whatever it does there.

Each question has processes of its own, made for it and killed after it, so that nothing of
one question reaches the next. What they run is t3_tools/grade/runner.py.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypeVar

from t3_play.words import printable
from t3_state import T3State
from t3_tools.grade.verdicts import Kind, Verdict

MEMORY = 1000
"""The megabytes that a process of a submission may have."""
GRACE = 15
"""Seconds for the watcher to start, to clean up and to report, beside the timeout."""

OUTPUT_LIMIT = 200_000
"""The bytes that are read of what the watcher prints: more than it may pass on."""
ENDINGS = "exit -?[0-9]+|signal [A-Z0-9]+|timeout|flood"
"""How a submission's process may have ended, by the first line that the watcher prints."""

RUNNER = Path(__file__).with_name("runner.py")


Done = TypeVar("Done")


def patiently(attempt: Callable[[], Done], seconds: int) -> Done:
    """What `attempt` returns, which raises OSError as long as it gets no process.

    Another submission may have taken all that there are; but it has `seconds` for that, and
    is killed then.
    """
    give_up = time.monotonic() + seconds + GRACE
    while True:
        try:
            return attempt()
        except OSError:
            if time.monotonic() > give_up:
                raise
        time.sleep(0.02)


def ask(folder: Path, question: str, state: T3State, seconds: int) -> str | Verdict:
    """Put a question about a position to the submission whose files are in `folder`.

    Returns the answer, a line of printable characters, or why there is none. Takes
    `seconds` at most, and a moment to start and to clean up. Raises OSError if there is no
    process for it.
    """
    command = [sys.executable, "-I", "-S", "-B", str(RUNNER), str(folder), str(seconds)]
    command += [str(MEMORY), question, *state.notation().split(), str(state.MAX_MOVE)]
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
                env={"PATH": os.defpath},  # the rest is not the submission's business
                start_new_session=True,
                timeout=seconds + GRACE,
            )
        except subprocess.TimeoutExpired:
            return Verdict(
                Kind.TIMEOUT, f"could not be stopped within {GRACE} seconds more"
            )
        output.seek(0)
        how, *sent = output.read(OUTPUT_LIMIT).decode(errors="replace").split("\n")
    if how == "no process":
        raise OSError("no process for it")
    return _answer(how if re.fullmatch(ENDINGS, how) else "", sent, seconds)


def _answer(how: str, sent: list[str], seconds: int) -> str | Verdict:
    """What came of a question, from how the child ended and the lines that it sent."""
    ready = sent[:1] == ["ready"]
    reply = sent[1:] if ready else sent
    # After the last line break comes nothing, or a line that was not sent to its end.
    kind, _, text = reply[0].partition(" ") if len(reply) > 1 else ("", "", "")
    if kind == "answer":
        return printable(text)
    if kind == "error":
        return Verdict(Kind.CRASH if ready else Kind.COULD_NOT_RUN, printable(text))
    if how == "timeout":
        where = "" if ready else ", while being imported"
        return Verdict(Kind.TIMEOUT, f"no answer in {seconds} s{where}")
    if not how:
        return Verdict(
            Kind.CRASH, "the process that watches over it was killed, or written over"
        )
    told = (
        "it sends without end where its answer belongs"
        if how == "flood"
        else f"its process ended without an answer: {how}"
    )
    return Verdict(Kind.CRASH if ready else Kind.COULD_NOT_RUN, told)
