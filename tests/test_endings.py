"""Programs end quietly when who reads what they print has had enough of it."""

import os
import subprocess
import sys

import pytest

from commands import ROOT, buffered_and_not, environment

SHOW_CASE = "120/000/000 evens"


def without_a_reader(*command: str, **env: str) -> "subprocess.CompletedProcess[bytes]":
    """A program that prints into a pipe whose reader is gone."""
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        return subprocess.run(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env=environment(**env),
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=subprocess.PIPE,
            check=False,
        )


@buffered_and_not
@pytest.mark.parametrize(
    "command",
    [
        ["benchmarks.signature"],
        ["benchmarks.family", "--size=3", "--count=2"],
        ["benchmarks.speed", "--sizes=3", "--count=0", "--rivals=0"],
        ["t3_tools", "explain", SHOW_CASE],
        ["t3_tools", "explain", SHOW_CASE, "--json"],
        ["t3_tools", "atlas", "2", "--jobs=1"],
        ["t3_tools", "arena", "easy", "random", "--games=2", "--jobs=1"],
    ],
    ids=" ".join,
)
@pytest.mark.long
def test_a_pipe_that_closes_early(command: list[str], unbuffered: str) -> None:
    pytest.importorskip("rich")
    done = without_a_reader(*command, PYTHONUNBUFFERED=unbuffered)
    assert done.stderr == b""
    assert done.returncode == 1
