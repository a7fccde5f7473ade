"""How programs end where they can't run or print: in one line, or silently."""

import os
import re
import subprocess
import sys

import pytest

from commands import ROOT, buffered_and_not, environment, python


def complaint(output: int, command: str, unbuffered: str) -> str:
    """Standard error of a program that prints to `output`. Fails unless it exits with 1."""
    arguments = ["-m", *command.split()]
    done = python(*arguments, output=output, PYTHONUNBUFFERED=unbuffered)
    os.close(output)
    assert done.returncode == 1
    return done.stderr


@buffered_and_not
@pytest.mark.parametrize("command", ["t3_game", "t3_play --play evens"])
def test_output_that_fails(command: str, unbuffered: str) -> None:
    """Nobody reads it, or the disk is full."""
    reader, writer = os.pipe()
    os.close(reader)
    assert complaint(writer, command, unbuffered) == ""
    if os.path.exists("/dev/full"):
        error = complaint(os.open("/dev/full", os.O_WRONLY), command, unbuffered)
        assert re.fullmatch(r"(t3|t3_game\.py): .*\n", error)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("streams", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_without_standard_streams(streams: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$0" -m t3_play {streams}', sys.executable],
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


@pytest.mark.parametrize("module", ["t3_game", "t3_tools"])
def test_python_is_too_old(module: str) -> None:
    done = python("-c", PRETENDING, module)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "needs Python 3.11 or later, and this is 3." in done.stderr
