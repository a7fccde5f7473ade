"""Checking a submission's types with mypy, which runs nothing of it."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.judging.verdicts import Kind, Verdict
from t3_tools.grade.sandbox import run_mypy
from t3_tools.grade.sandbox.folders import temporary_folder

SETTINGS = Path(__file__).with_name("course.ini")

CONFINED = ["sh", "-c", 'ulimit -t "$0"; ulimit -v "$1"; shift; exec "$@"']
"""Runs a command with limits: a submission can make mypy compute huge values."""

RUN_MYPY = Path(run_mypy.__file__).read_text(encoding="utf-8")


def check_types(files: Mapping[str, bytes], lent: Mapping[str, bytes]) -> Verdict:
    """The verdict of mypy on a submission's files, with SETTINGS, beside those lent to it.

    It is refused where it keeps mypy from checking it. Raises OSError if the system has no
    process left.
    """
    if stub := next((name for name in files if name.endswith(".pyi")), ""):
        return Verdict(Kind.WRONG, f"not checked: mypy reads {stub}, but Python does not")
    command = [*CONFINED, str(limits.MYPY_SECONDS), str(limits.MYPY_MEGABYTES * 1000)]
    command += [sys.executable, "-c", RUN_MYPY, "--config-file", str(SETTINGS)]
    command += [f"--cache-dir={os.devnull}", "--no-error-summary"]
    command += ["--linecount-report=reports", "--lineprecision-report=reports"]
    with temporary_folder() as folder:
        # In the files' own folder, they could replace mypy's modules.
        inner = Path(mkdtemp(dir=folder))
        for name, content in {**lent, **files}.items():
            (inner / name).parent.mkdir(parents=True, exist_ok=True)
            (inner / name).write_bytes(content)
        names = [it for it in files if it.endswith(".py") and "/" not in it]
        said = folder / "said"
        try:
            with said.open("wb") as output:
                done = subprocess.run(
                    [*command, *(f"{inner.name}/{name}" for name in names)],
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    timeout=limits.WAIT * limits.MYPY_SECONDS,
                )
        except subprocess.TimeoutExpired:
            return Verdict(Kind.STALLED, "mypy takes too long by the clock")
        with said.open(errors="replace") as output:
            first, errors = "", 0
            for line in output:
                errors += (is_error := ": error:" in line)
                if not first or (is_error and errors == 1):
                    first = printable(line[:500].replace(f"{inner.name}/", "").strip())
        unchecked = "" if done.returncode else _unchecked(folder / "reports")
    if done.returncode == -signal.SIGXCPU:
        return Verdict(Kind.TIMEOUT, "mypy takes too long")
    if unchecked:
        return Verdict(Kind.WRONG, f"not checked: {unchecked}")
    if done.returncode == 0:
        return Verdict(Kind.EXACT)
    if done.returncode == run_mypy.EXEMPT:
        return Verdict(Kind.WRONG, f"not checked: comments in {first} turn mypy off")
    more = f"; and {errors - 1} more" if errors > 1 else ""
    return Verdict(Kind.WRONG, first + more)


def _unchecked(reports: Path) -> str:
    """What mypy was told to skip, by its own reports; empty if that is little."""
    total = (reports / "linecount.txt").read_text(errors="replace").split()
    typed, functions = map(int, total[2:4])
    if typed < functions:
        return f"{functions - typed} of {functions} functions have no types"
    table = (reports / "lineprecision.txt").read_text(errors="replace").splitlines()[2:]
    lines, unreached = (sum(int(row.split()[at]) for row in table) for at in (-6, -1))
    if unreached > run_mypy.few_of(lines):
        return f"mypy reaches only {lines - unreached} of {lines} lines"
    return ""
