"""How programs end where they can't run or print: in one line, or silently."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import ROOT, buffered_and_not, environment, python

CLASSICS = ["tictactoe.console", "tictactoe.solver"]
programs = pytest.mark.parametrize(
    "program", ["t3_game", *(pytest.param(it, marks=pytest.mark.long) for it in CLASSICS)]
)


@pytest.fixture
def closed() -> Iterator[int]:
    """The write end of a pipe whose read end is closed."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.fixture
def full() -> Iterator[int]:
    """A file on which every write fails, as on a full disk."""
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    output = os.open("/dev/full", os.O_WRONLY)
    yield output
    os.close(output)


def complaint(output: int, *command: str, unbuffered: str) -> str:
    """Standard error of a program that prints to `output`. Fails unless it exits with 1."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr


@buffered_and_not
@programs
def test_nobody_reads(program: str, unbuffered: str, closed: int) -> None:
    assert complaint(closed, program, unbuffered=unbuffered) == ""


@pytest.mark.long
@buffered_and_not
@pytest.mark.parametrize("command", ["benchmarks.signature", "t3_tools atlas 2 --jobs=1"])
def test_nobody_reads_what_rich_prints(command: str, unbuffered: str, closed: int) -> None:
    pytest.importorskip("rich")
    assert complaint(closed, *command.split(), unbuffered=unbuffered) == ""


@buffered_and_not
@programs
def test_the_disk_is_full(program: str, unbuffered: str, full: int) -> None:
    for options in ([], ["--help"]):
        said = complaint(full, program, *options, unbuffered=unbuffered)
        assert re.fullmatch("(t3|tictactoe): .*\n", said)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("streams", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
@programs
def test_without_standard_streams(program: str, streams: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$0" -m "$1" {streams}', sys.executable, program],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


PRETENDING = """
import runpy, sys
sys.hexversion = 0x3090000
sys.argv = [sys.argv[1]]
runpy.run_module(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("module", ["t3_game", "t3_tools", "tictactoe.solver"])
def test_python_is_too_old(module: str) -> None:
    done = python("-c", PRETENDING, module)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "needs Python 3.11 or later, and this is 3." in done.stderr
