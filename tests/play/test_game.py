"""The game in a pipe: the options, and lines that are wrong."""

import io
import re
import shlex
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import commands
from t3_play.console.start import main, parse_options

call = partial(commands.call, main)


@pytest.mark.parametrize(
    ("options", "start", "is_persons"),
    [
        ("--size 3", "000/000/000 evens", True),
        ("--size 4", "0000/0000/0000/0000 odds", True),
        ("--play odds", "0000/0000/0000/0000 odds", True),
        ("--size 3 --play evens", "000/000/000 odds", False),
        ("--size 3 --play both", "000/000/000 odds", True),
        ("--board 120/000/000", "120/000/000 odds", True),
        ("--board 120/000/000 evens", "120/000/000 evens", True),
        ("--board 120/000/000 evens --play odds", "120/000/000 evens", False),
    ],
)
def test_options(options: str, start: str, is_persons: bool) -> None:
    """What the first board is, and whether a person begins."""
    match = parse_options(options.split()).match
    assert (match.start.notation(), match.is_persons(match.start)) == (start, is_persons)


BAD_OPTIONS = [
    "--level course",
    "--board 12/000/000",
    "--board 120/000/007",
    "--board 120/000/000 even",
    "--board 000/000/000 --size 3",
    f"--board {'/'.join(['0' * 13] * 13)}",
    "--board 643/000/000 evens",
    "--siz 4",
]


def test_bad_options(monkeypatch: pytest.MonkeyPatch, snapshot: Any) -> None:
    monkeypatch.chdir(commands.ROOT)
    complaints = []
    for options in BAD_OPTIONS:
        done = call(*shlex.split(options), code=2)
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        # Versions of Python list choices differently.
        complaints.append(re.sub(r" \((choose|--help) .*\n", "", done.stderr))
    assert "\n".join(complaints) == snapshot


def test_into_a_string(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A StringIO has no encoding."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("1 1 5\n"))
    monkeypatch.setattr("sys.stdout", shown := io.StringIO())
    assert main(["--play", "odds", "--size", "3"]) == 0
    assert "The computer: " in shown.getvalue()


def test_help_and_version() -> None:
    shown = call("--help").stdout
    for part in ("--size", "--play", "examples:", "exit code"):
        assert part in shown
    assert re.fullmatch(r"t3 \d+\.\d+\.\d+\n", call("--version").stdout)


@pytest.mark.parametrize(("seconds", "said"), [(0.0001, True), (600, False)])
def test_time_limit(seconds: float, said: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game says "not proven" only if the time is too short for a proof."""
    monkeypatch.setattr("t3_play.console.session.WAIT", seconds)
    options = ["--board=1000/0000/0000/0000 evens", "--play=odds", "--level=perfect"]
    assert (", which is not proven to be best\n" in call(*options).stdout) == said


def test_seed() -> None:
    """A seed repeats a game. Without a seed games differ."""
    options = ["--play", "evens", "--level", "medium"]
    assert call(*options, "--seed", "5").stdout == call(*options, "--seed", "5").stdout
    assert len({call(*options).stdout for _ in range(6)}) > 1


@pytest.mark.parametrize(
    "typed",
    [b"", b"\xff\xfe\x00\x01", b"x" * 100_000, b"1 1 " + b"9" * 100_000, b"0 0 5", b"undo"],
)
def test_a_mistake_costs_nothing(typed: bytes) -> None:
    """The game complains in one short line, and goes on from the same board."""
    options = ["--board", "200/000/000", "--play", "both"]
    done = call(*options, typed=typed + b"\n1 1 5\n")
    complaints = [line for line in done.stdout.splitlines() if line.startswith("[!] ")]
    assert len(complaints) == bool(typed), done.stdout
    assert all(len(line) < 200 for line in complaints)
    assert "│  ·  │> 5 <│  ·  │" in done.stdout


def test_plain_lines_are_not_cut() -> None:
    """A pipe has no width: the widest board has its right side, and text one line."""
    shown = call("--size", "12", "--play", "both", typed="rules\n", COLUMNS="40").stdout
    assert max(map(len, shown.splitlines())) > 90
    assert re.search(r"^Odds place 1, .* a tie\.$", shown, re.MULTILINE)
