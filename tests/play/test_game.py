"""The game in a pipe: the course's transcript, the options, and lines that are wrong."""

import re
import shlex
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import commands
from t3_game import main

GAME = str(commands.ROOT / "t3_game.py")
HANDOUT = (commands.ROOT / "t3_tools/starter/handout/README.md").read_text(encoding="utf-8")
LOSS = HANDOUT.partition("from `python t3_game.py`:\n\n```\n")[2].partition("```")[0]

call = partial(commands.call, main)


def test_transcript() -> None:
    assert call(typed="1 1 5\n1 0 1\n").stdout == LOSS


@pytest.mark.parametrize(
    ("options", "typed", "ending"),
    [
        (["--board", "640/000/000"], "2 0 3\n", "[W] You Win!"),
        (["--board", "532/205/522"], "1 1 1\n", "[T] Tie Game!"),
        (["--board", "100/104/234 evens", "--play", "evens"], "1 0 2\n", "[L] You Lose!"),
        (["--board", "532/205/522 odds", "--play", "evens"], "", "[T] Tie Game!"),
        (["--board", "640/000/000 odds", "--play", "evens"], "", "[L] You Lose!"),
        (["--board", "640/030/004 odds", "--play", "evens"], "", "[W] You Win!"),
        (["--board", "640/030/004 odds", "--play", "odds"], "", "[L] You Lose!"),
        (["--size", "1"], "0 0 1\n", "[T] Tie Game!"),
        (["--play", "both", "--board", "640/000/000"], "2 0 3\n", "[W] Odds Win!"),
        (["--play", "none"], "", "[W] Evens Win!"),
    ],
)
def test_endings(options: list[str], typed: str, ending: str) -> None:
    assert call(*options, typed=typed).stdout.splitlines()[-1] == ending


@pytest.mark.parametrize(
    ("options", "board", "mover"),
    [
        ("--play odds", "000/000/000", "Player"),
        ("--play evens", "000/000/000", "Opponent"),
        ("--first evens", "000/000/000", "Opponent"),
        ("--play evens --first evens", "000/000/000", "Player"),
        ("--play both --first evens", "000/000/000", "Evens"),
        ("--size 4", "0000/0000/0000/0000", "Player"),
        ("--board 120/000/000", "120/000/000", "Player"),
        ("--board 120/000/000 evens", "120/000/000", "Opponent"),
        ("--board 190/000/000 --max-move 9", "190/000/000", "Player"),
    ],
)
def test_options(options: str, board: str, mover: str) -> None:
    """What the first board is, and who moves first."""
    shown = call(*options.split()).stdout
    first = shown.split("=\n", 3)[-1].partition("\n\n")[0]
    assert re.sub(r"[][, ]", "", first) == board.replace("/", "\n")
    assert re.findall(r"\[(\w+)'", shown)[0] == mover


BAD_OPTIONS = [
    "--size 0",
    f"--size {'9' * 5000}",
    "--time-limit -1",
    "--play odd",
    "--level course",
    "--board 12/000/000",
    "--board 120/000/007",
    "--board 120/000/000 even",
    "--board 120/000/000 --first odds",
    "--board 000/000/000 --size 3",
    f"--board {'/'.join(['0' * 26] * 26)}",
    "--target 100",
    "--play both --level easy",
    "--load 'no\nsuch'",
    "--load /",
    "--load t3_game.py",
    "--load t3_game.py --first odds",
    "--puzzle --level=easy",
    "--puzzle --size=4",
    "--siz 4",
]


def test_bad_options(monkeypatch: pytest.MonkeyPatch, snapshot: Any) -> None:
    monkeypatch.chdir(commands.ROOT)
    complaints = {}
    for options in BAD_OPTIONS:
        done = call(*shlex.split(options), code=2)
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        # Versions of Python list choices differently.
        complaints[options[:40]] = re.sub(r" \((choose|--help) .*\n", "", done.stderr)
    assert complaints == snapshot


def test_help_and_version() -> None:
    shown = call("--help").stdout
    for part in ("--size", "--play", "--puzzle", "examples:", "exit code"):
        assert part in shown
    assert re.fullmatch(r"t3 \d+\.\d+\.\d+\n", call("--version").stdout)


def test_time_limit() -> None:
    """The game says "not proven" only if the time is too short for a proof."""
    shown = call("--size", "9", "--play", "evens", "--time-limit", "0.1").stdout
    assert re.search(r"Turn\] > \(\d,\d\) = \d \(not proven best in the time\)\n", shown)
    assert "(not proven" not in call("--play", "evens", "--time-limit", "inf").stdout


def test_seed() -> None:
    """A seed repeats a game. Without a seed games differ."""
    options = ["--play", "none", "--level", "medium"]
    assert call(*options, "--seed", "5").stdout == call(*options, "--seed", "5").stdout
    assert len({call(*options).stdout for _ in range(6)}) > 1


@pytest.mark.parametrize(
    "typed",
    [b"", b"\xff\xfe\x00\x01", b"x" * 100_000, b"1 1 " + b"9" * 100_000, b"0 0 5", b"undo"],
)
def test_a_mistake_costs_nothing(typed: bytes) -> None:
    """The game complains in one short line, and goes on from the same board."""
    done = call("--board", "200/000/000", typed=typed + b"\n1 1 5\n")
    wrong, right = done.stdout.split("[Player's Turn: Move Options [1, 3, 5]] > ")[1:3]
    assert wrong.splitlines()[-1].startswith("[!] ")
    assert len(wrong.splitlines()[-1]) < 150
    assert right.startswith("1 1 5\n[2, 0, 0]\n[0, 5, 0]\n[0, 0, 0]\n")


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("/no/such/folder/game", "No such file or directory"),
        ("/", "that is not a file"),
        ("/dev/full", "that is not a file"),
        ("/dev/full/game", "Not a directory"),
        (GAME, "that file exists and isn't a saved game"),
        ("~nobody-here/game", "home"),
        ("x" * 5000, "File name too long"),
    ],
)
def test_saving_in_vain(name: str, complaint: str) -> None:
    before = Path(GAME).read_text(encoding="utf-8")
    shown = call(typed=f"save {name}\n1 1 5\n").stdout
    line = next(line for line in shown.splitlines() if line.startswith("[!] Not saved: "))
    assert complaint in line
    assert "[0, 5, 0]" in shown
    assert Path(GAME).read_text(encoding="utf-8") == before


def test_save_and_load(tmp_path: Path) -> None:
    """The loaded game has the same actions and settings, and `undo` works in it."""
    file = tmp_path / "my game"
    options = ["--size", "4", "--target", "30", "--max-move", "9", "--level", "easy"]
    call(*options, "--seed", "1", typed=f"1 1 9\n0 3 1\nsave {file}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["my game"]
    typed = f"save {file}.2\nundo\n0 3 1\nsave {file}.3\n"
    call("--load", str(file), typed=typed)
    texts = [Path(f"{file}{end}").read_text() for end in ("", ".2", ".3")]
    assert len(set(texts)) == 1
    assert texts[0].count(" = ") == 4
    assert "[Odds' Turn] > " in call("--load", str(file), "--play", "none").stdout


@pytest.mark.parametrize("typed", ["quit\n1 1 5\n", " QUIT \n1 1 5\n", ""])
def test_leaving(typed: str) -> None:
    """The game ends at the first prompt, and ignores the lines that follow."""
    shown = call(typed=typed).stdout
    assert shown.count("] > ") == 1
    assert shown.splitlines()[-1] == "Goodbye!"
