"""What mypy says of the types of a submission."""

import io
import os
import re
import signal
import subprocess
import sys
import tokenize
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from t3_play.program import printable
from t3_tools.grade.sandbox.folders import patiently, unpacked
from t3_tools.grade.submissions import LENDABLE
from t3_tools.grade.verdicts import Kind, Verdict

SETTINGS = Path(__file__).parent.with_name("course.ini")

MYPY_SECONDS, MYPY_CLOCK, MYPY_MEMORY = 120, 480, 2_000_000_000
"""Seconds that mypy may compute, seconds by the clock, and bytes."""

TOO_LONG = "mypy takes too long"

EVASIONS = [
    (r"(?m)^\s*#\s*mypy:", "tells mypy how to check it"),
    # Before the first statement: there it is for the whole file.
    (r"\A(\s*#.*\n)*\s*#\s*type:\s*ignore", "tells mypy to ignore it"),
]
"""What gets a file by unchecked: how such a comment begins, and what it does."""


def check_types(files: Mapping[str, bytes], folder: Path) -> Verdict:
    """Whether mypy accepts the files of a submission, with SETTINGS.

    Works in a new folder in `folder`. Raises OSError if there is no process for it.
    """
    for name, content in files.items():
        for comment, does in EVASIONS:
            if re.search(comment, _decoded(content)):
                reason = f"not checked: {printable(name)} {does}, by a comment"
                return Verdict(Kind.WRONG, reason)
    with unpacked(files, folder) as inner:
        names = [name for name in ["t3_player.py", *LENDABLE] if name in files]
        paths = [f"{inner.name}/{name}" for name in names]
        try:
            done = patiently(partial(_run_mypy, inner.parent, paths))
        except subprocess.TimeoutExpired:
            return Verdict(Kind.LATE, f"{TOO_LONG} by the clock")
    if done.returncode == -signal.SIGXCPU:
        return Verdict(Kind.TIMEOUT, TOO_LONG)
    if done.returncode == 0:
        return Verdict(Kind.EXACT)
    lines = done.stdout.decode(errors="replace").replace(f"{inner.name}/", "").split("\n")
    errors = [printable(line) for line in lines if ": error:" in line] or lines[:1]
    more = f"; and {len(errors) - 1} more" if len(errors) > 1 else ""
    return Verdict(Kind.WRONG, errors[0] + more)


def _decoded(content: bytes) -> str:
    """A Python file as text, whatever encoding it declares."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return content.decode(encoding)
    except (SyntaxError, ValueError):  # mypy will tell
        return content.decode(errors="replace")


def _run_mypy(folder: Path, paths: list[str]) -> "subprocess.CompletedProcess[bytes]":
    """What mypy says of files; raises OSError if it gets no process, or no thread."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(SETTINGS)]
    # The traceback tells the want of a thread from mypy's other ends.
    command += [f"--cache-dir={os.devnull}", "--no-error-summary", "--show-traceback"]
    done = subprocess.run(
        [*command, *paths],
        # Not that of the files: its modules would take the place of mypy's.
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=MYPY_CLOCK,
        preexec_fn=_confine,
    )
    if b"can't start new thread" in done.stdout:
        raise OSError("no thread for mypy")
    return done


def _confine() -> None:
    """In mypy's process: a submission can make mypy compute what is too big."""
    import resource  # where there is none, nothing is graded

    for limit, most in [
        (resource.RLIMIT_AS, (MYPY_MEMORY, MYPY_MEMORY)),
        (resource.RLIMIT_CPU, (MYPY_SECONDS, MYPY_SECONDS + 1)),
    ]:
        with suppress(ValueError, OSError):  # a system may have a lower limit already
            resource.setrlimit(limit, most)
