"""Checking a submission's types with mypy, which runs nothing of it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.submissions import LENT
from t3_tools.grade.judging.verdicts import Kind, Verdict
from t3_tools.grade.sandbox.folders import temporary_folder

SETTINGS = Path(__file__).with_name("course.ini")

CONFINED = ["sh", "-c", 'ulimit -t "$0"; ulimit -v "$1"; shift; exec "$@"']
"""Runs a command with limits: a submission can make mypy compute huge values."""

EVASION = re.compile(rb"(?m)^\s*#\s*mypy:|\A(\s*#.*\n)*\s*#\s*type:\s*ignore")
"""A comment that exempts a file: settings for mypy, or an `ignore` before all else."""


def check_types(files: Mapping[str, bytes], lent: Mapping[str, bytes]) -> Verdict:
    """The verdict of mypy on a submission's files, with SETTINGS, beside those lent to it.

    Raises OSError if the system has no process left.
    """
    for name, content in files.items():
        if EVASION.search(content):
            reason = f"not checked: a comment in {printable(name)} turns mypy off"
            return Verdict(Kind.WRONG, reason)
    command = [*CONFINED, str(limits.MYPY_SECONDS), str(limits.MYPY_MEGABYTES * 1000)]
    command += [sys.executable, "-m", "mypy", "--config-file", str(SETTINGS)]
    command += [f"--cache-dir={os.devnull}", "--no-error-summary"]
    with temporary_folder() as folder:
        # In the files' own folder, they could replace mypy's modules.
        inner = Path(mkdtemp(dir=folder))
        for name, content in {**lent, **files}.items():
            (inner / name).parent.mkdir(parents=True, exist_ok=True)
            (inner / name).write_bytes(content)
        names = [name for name in ["t3_player.py", *LENT] if name in files]
        try:
            done = subprocess.run(
                [*command, *(f"{inner.name}/{name}" for name in names)],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=limits.MYPY_CLOCK,
            )
        except subprocess.TimeoutExpired:
            return Verdict(Kind.STALLED, "mypy takes too long by the clock")
    output = done.stdout.decode(errors="replace").replace(f"{inner.name}/", "")
    if done.returncode == -signal.SIGXCPU:
        return Verdict(Kind.TIMEOUT, "mypy takes too long")
    if done.returncode == 0:
        return Verdict(Kind.EXACT)
    lines = output.split("\n")
    errors = [printable(line) for line in lines if ": error:" in line] or lines[:1]
    more = f"; and {len(errors) - 1} more" if len(errors) > 1 else ""
    return Verdict(Kind.WRONG, errors[0] + more)
