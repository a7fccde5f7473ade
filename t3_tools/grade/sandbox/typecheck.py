"""Checking a submission's types with mypy."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from t3_play.program import printable
from t3_tools.grade.sandbox.folders import patiently, unpacked
from t3_tools.grade.submissions import LENDABLE
from t3_tools.grade.verdicts import Kind, Verdict

SETTINGS = Path(__file__).parent.with_name("course.ini")

MYPY_SECONDS, MYPY_CLOCK, MYPY_MEMORY = 120, 480, 2000
"""Limits for mypy: CPU seconds, seconds on the clock, megabytes of memory."""

TOO_LONG = "mypy takes too long"

EVASION = re.compile(rb"(?m)^\s*#\s*mypy:|\A(\s*#.*\n)*\s*#\s*type:\s*ignore")
"""A comment that exempts a file: settings for mypy, or an `ignore` before all else."""


def check_types(files: Mapping[str, bytes], folder: Path) -> Verdict:
    """The verdict of mypy on a submission's files, with SETTINGS.

    Works in a new folder in `folder`. Raises OSError if the system has no process left.
    """
    for name, content in files.items():
        if EVASION.search(content):
            reason = f"not checked: a comment in {printable(name)} turns mypy off"
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


def _run_mypy(folder: Path, paths: list[str]) -> "subprocess.CompletedProcess[bytes]":
    """Run mypy on files; raises OSError if the system has no process or thread left."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(SETTINGS)]
    # Only the traceback shows that mypy lacked a thread.
    command += [f"--cache-dir={os.devnull}", "--no-error-summary", "--show-traceback"]
    done = subprocess.run(
        [*command, *paths],
        # In the files' own folder, they could replace mypy's modules.
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
    """Limit mypy's process: a submission can make mypy compute huge values."""
    from t3_tools.grade.sandbox.cell import confine  # not on Windows

    confine(MYPY_MEMORY, MYPY_SECONDS)
