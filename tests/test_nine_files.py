"""The course's nine files play, pass their tests and answer exactly by themselves."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from commands import ROOT, Terminal, python
from positions import truth
from t3_action import T3Action

MODULES = [path.name for path in ROOT.glob("t3_*.py")]
NINE = [*MODULES, "mypy.ini", "pytest.ini", ".gitignore", "README.md"]

GAME = "1 1\n9 9 9\n1 1 2\nfoo\n\n1 1 5\n1 1 1\nbar\n1 0 1\n"
"""The lines of the sample game, and six invalid lines."""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder with copies of the nine files."""
    assert len(NINE) == 9
    for name in NINE:
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def python_in(
    folder: Path, *arguments: str, typed: str = "", path: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with `path` as its PYTHONPATH.

    Without -m Python finds no installed packages. The project may be one of those.
    """
    packages = [] if "-m" in arguments else ["-S"]
    return python(*packages, *arguments, typed=typed, folder=folder, PYTHONPATH=path)


def test_the_game(alone: Path) -> None:
    """Without t3_play the game prints the same, except for its lines about bad input."""
    done = python_in(alone, "t3_game.py", typed=GAME)
    with_t3_play = python_in(ROOT, "t3_game.py", typed=GAME, path=str(ROOT))
    one, other = (
        re.sub(r"(?m)^\[!\].*\n", "", screen)
        for screen in (done.stdout, with_t3_play.stdout)
    )
    assert one == other
    assert done.stdout.count("[!]") == 7
    assert done.stdout.count("For example, for (0,0) = 1 type: 0 0 1\n") == 3
    assert done.stdout.count("For example, for (0,1) = 1 type: 0 1 1\n") == 1
    assert (done.returncode, done.stderr) == (0, "")


def test_the_sample_game(alone: Path) -> None:
    """The game's output ends with the sample in the handout."""
    handout = ROOT / "t3_tools" / "starter" / "handout" / "README.md"
    text = handout.read_text(encoding="utf-8")
    (sample,) = (block for block in text.split("```\n") if "You Lose!" in block)
    assert python_in(alone, "t3_game.py", typed="1 1 5\n1 0 1\n").stdout.endswith(sample)


@pytest.mark.parametrize(
    ("option", "value", "output", "complaint"),
    [
        ("--board", "250/010/400 odds", "[2, 5, 0]\n[0, 1, 0]\n[4, 0, 0]\n\nEnter", ""),
        ("--size", "4", "", "options other than --board need the folder t3_play"),
        ("--board", "250/010 odds", "", "board not square: 2 rows, but row 0 has 3 cells"),
    ],
)
def test_options(alone: Path, option: str, value: str, output: str, complaint: str) -> None:
    done = python_in(alone, "t3_game.py", option, value, typed="0 1 1\n")
    assert (output in done.stdout, complaint in done.stderr) == (True, True)
    if complaint:
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def run_tests(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the tests in a folder, without an installed project."""
    return python_in(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options)


def test_their_tests(alone: Path) -> None:
    """Our player passes also the tests that the textbook's search may fail."""
    done = run_tests(alone, "--runxfail")
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.needs("mypy")
def test_their_types(alone: Path) -> None:
    done = python_in(alone, "-m", "mypy", "--strict", *MODULES)
    assert done.stdout.startswith("Success: no issues found in 5 source files")


HANGS = """
def hangs(*_):
    while True: pass
T3Player.choose = hangs
"""


@pytest.mark.long
def test_a_choose_that_does_not_end_stops_the_tests(alone: Path) -> None:
    """Without pytest-timeout, too, and they show the line where it hangs."""
    player = alone / "t3_player.py"
    player.write_text(player.read_text() + HANGS)
    done = run_tests(alone, "-p", "no:timeout", "-o", "faulthandler_timeout=2")
    assert done.returncode == 1
    assert 't3_player.py", line' in done.stderr + done.stdout


PLAYER_FAILS = """
import t3_player
def fails(*_): raise ZeroDivisionError
t3_player.T3Player.choose = t3_player.T3Player.evaluate = fails
import sys, t3_game
t3_game.main(sys.argv[1:])
"""


def test_the_machine_is_t3player(alone: Path) -> None:
    for folder, path in ((alone, ""), (ROOT, str(ROOT))):
        done = python_in(folder, "-c", PLAYER_FAILS, typed="1 1 5\n", path=path)
        assert done.stdout.endswith("[0, 0, 0]\n\n[Opponent's Turn] > ")
        assert done.stderr.endswith("\nZeroDivisionError\n")
    program = alone / "terminal" / "fails.py"  # beside no t3_game.py but the project's
    program.parent.mkdir()
    program.write_text(PLAYER_FAILS)
    terminal = Terminal("fails", "--level=perfect", folder=program.parent)
    terminal.wait_for("(1, 3 or 5) > ")
    terminal.type("1 1 5")
    terminal.wait_for("\nZeroDivisionError")


def test_the_player_searches_by_the_generator(alone: Path) -> None:
    """Without t3_engine, choose() raises what get_transitions() raises."""
    program = """
from t3_player import *
def broken(self): raise NotImplementedError("yours to write")
T3State.get_transitions = broken
T3Player().choose(T3State(True))
"""
    done = python_in(alone, "-c", program)
    assert done.stderr.endswith("NotImplementedError: yours to write\n")


CHOOSE_ALL = """
import sys
from t3_player import *
for line in sys.stdin:
    board, turn = line.split()
    rows = [[int(digit) for digit in row] for row in board.split("/")]
    print(choose(T3State(turn == "odds", rows)))
"""


@pytest.mark.parametrize("path", ["", str(ROOT)], ids=["alone", "with t3_engine in reach"])
def test_beside_the_state_of_a_course(tmp_path: Path, path: str) -> None:
    """t3_player.py answers exactly on the T3State of course_state.py, which has no hash."""
    shutil.copy(ROOT / "t3_player.py", tmp_path)
    shutil.copy(ROOT / "tests" / "course_state.py", tmp_path / "t3_state.py")
    known = list(truth())[::12]
    typed = "".join(f"{it.notation}\n" for it in known)
    done = python_in(tmp_path, "-c", CHOOSE_ALL, typed=typed, path=path)
    assert done.stderr == ""
    expected = [T3Action(*it.value.action) for it in known if it.value.action]
    assert done.stdout.splitlines() == list(map(str, expected))


CLASS = "class T3Player:"
FUNCTION = "def choose(state):\n    return Player().choose(state)\n\n\nclass Player:"
COPY, CHANGE = "copy.deepcopy(state)", "state._state[0].__setitem__(0, 0) or state"


@pytest.mark.parametrize(
    ("old", "new", "outcome"),
    [
        (CLASS, CLASS, " 2 xfailed "),  # the textbook's search errs there
        (CLASS, FUNCTION, " 2 xfailed "),
        (COPY, CHANGE, "test_changes_nothing"),
    ],
    ids=["class", "function", "changes its state"],
)
def test_our_tests_beside_the_files_of_a_course(
    tmp_path: Path, old: str, new: str, outcome: str
) -> None:
    for name in ("t3_tests.py", "pytest.ini"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copy(ROOT / "tests" / "course_state.py", tmp_path / "t3_state.py")
    player = (ROOT / "tests" / "course_player.py").read_text()
    assert player.count(old) == 1
    (tmp_path / "t3_player.py").write_text(player.replace(old, new))
    (tmp_path / "t3_action.py").write_text("from t3_state import T3Action as T3Action\n")
    done = run_tests(tmp_path, *["-k", "changes_nothing"] * (old == COPY))
    assert done.returncode == (old == COPY), done.stdout
    assert outcome in done.stdout
