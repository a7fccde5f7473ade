"""Programs that can't write their output say so in one line, or end silently."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import ROOT, buffered_and_not, environment

CLASSICS = ["tictactoe.console", "tictactoe.solver"]


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
@pytest.mark.parametrize(
    "command",
    [
        ["t3_game"],
        *(pytest.param([name], marks=pytest.mark.long) for name in CLASSICS),
        pytest.param(["benchmarks.signature"], marks=pytest.mark.long),
        pytest.param(["t3_tools", "atlas", "2", "--jobs=1"], marks=pytest.mark.long),
    ],
)
def test_nobody_reads(command: list[str], unbuffered: str, closed: int) -> None:
    if command[0] in ("benchmarks.signature", "t3_tools"):
        pytest.importorskip("rich")
    assert complaint(closed, *command, unbuffered=unbuffered) == ""


@buffered_and_not
@pytest.mark.parametrize("options", [[], ["--help"]])
@pytest.mark.parametrize(
    "program",
    ["t3_game", *(pytest.param(it, marks=pytest.mark.long) for it in CLASSICS)],
)
def test_the_disk_is_full(
    program: str, options: list[str], unbuffered: str, full: int
) -> None:
    said = complaint(full, program, *options, unbuffered=unbuffered)
    assert re.fullmatch("(t3|tictactoe): .*\n", said)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("streams", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "program",
    [
        "t3_game",
        *(pytest.param(it, marks=pytest.mark.long) for it in CLASSICS),
        pytest.param("tictactoe.gametree.main", marks=pytest.mark.long),
    ],
)
def test_without_standard_streams(program: str, streams: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$0" -m "$1" {streams}', sys.executable, program],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
