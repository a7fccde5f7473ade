"""The course's nine files play, pass their tests and answer exactly by themselves."""

import re
import shutil
import subprocess
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import t3_game
import t3_tests
from commands import ROOT, Terminal, call, python
from positions import truth
from t3_action import T3Action

MODULES = [path.name for path in ROOT.glob("t3_*.py")]
NINE = [*MODULES, "mypy.ini", "pytest.ini", ".gitignore", "README.md"]

README = (ROOT / "t3_tools/starter/handout/README.md").read_text(encoding="utf-8")
EXAMPLE = README.partition("t3_game.py`:\n\n```\n")[2].partition("```")[0]
"""The assignment's example playthrough."""

COURSE_STATE = (ROOT / "tests" / "course_state.py").read_text(encoding="utf-8")
COURSE_PLAYER = (ROOT / "tests" / "course_player.py").read_text(encoding="utf-8")
COURSE_ACTION = "from t3_state import T3Action as T3Action\n"
CHOOSE_ALONE = """
from typing import Optional
from t3_state import *
def choose(state: "T3State") -> Optional["T3Action"]:
    return next(state.get_transitions())[0]
"""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A folder with copies of the nine files."""
    assert len(NINE) == 9
    for name in NINE:
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def python_in(folder: Path, *arguments: str, typed: str = "", path: str = "") -> Any:
    """Run Python in a folder, with `path` as its PYTHONPATH, and no installed packages."""
    return python("-S", *arguments, typed=typed, folder=folder, PYTHONPATH=path)


alone_and_not = pytest.mark.parametrize("path", ["", str(ROOT)], ids=["alone", "all there"])


# The game.


@alone_and_not
def test_the_example_playthrough(alone: Path, path: str) -> None:
    """The same, to the byte, in a pipe and in a terminal."""
    done = python_in(alone, "t3_game.py", typed="1 1 5\n1 0 1\n", path=path)
    assert (done.stdout, done.stderr, done.returncode) == (EXAMPLE, "", 0)
    terminal = Terminal("t3_game", folder=alone, PYTHONPATH=path)
    shown = ""
    for line, prompt in (("1 1 5", "] > "), ("", "Turn] > "), ("1 0 1", "] > ")):
        shown += terminal.wait_for(prompt) + prompt
        if line:
            terminal.type(line)
    assert shown + terminal.finish(0) == EXAMPLE.replace("\n", "\r\n")


def test_who_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the two constants say: the human is odds or evens, and odds or evens begin."""
    for player_odds, odds_starts in product((True, False), repeat=2):
        monkeypatch.setattr(t3_game, "PLAYER_ODDS", player_odds)
        monkeypatch.setattr(t3_game, "ODDS_STARTS", odds_starts)
        shown = call(t3_game.main, typed="quit\n").stdout
        assert ("[Opponent's Turn]" in shown) == (player_odds != odds_starts)
        assert f"Options {[1, 3, 5] if player_odds else [2, 4, 6]}]" in shown
        won = call(t3_game.main, "--board", "643/000/000 odds").stdout
        assert won.endswith("[L] You Lose!\n" if player_odds else "[W] You Win!\n")


@pytest.mark.parametrize(
    ("position", "typed", "ending"),
    [
        ("640/000/000 odds", "2 0 3", "[W] You Win!"),
        ("532/205/522 odds", "1 1 1", "[T] Tie Game!"),
        ("000/000/000 odds", "^C", "Goodbye!"),
        ("000/000/000 odds", "1 1 5\nquit", "Goodbye!"),
        ("000/000/000 odds", "1 1 5", "Goodbye!"),
    ],
)
def test_endings(position: str, typed: str, ending: str) -> None:
    done = call(t3_game.main, "--board", position, typed=f"{typed}\n", window=(80, 24))
    assert done.stdout.endswith(f"\n{ending}\n")


def test_a_mistake_costs_nothing() -> None:
    """The game complains in one line and asks again; otherwise it goes on as ever."""
    wrong = ["1 1", "9 9 9", "1 1 2", "foo", "", "1 1 5.0", "9" * 5000]
    shown = call(t3_game.main, typed="\n".join(["1 1 5", *wrong, "1 0 1\n"])).stdout
    for it in wrong:
        asked = re.escape(f"[Player's Turn: Move Options [1, 3, 5]] > {it}\n[!] ")
        shown, complaints = re.subn(f"{asked}.*\n", "", shown, count=1)
        assert complaints == 1
    assert shown == EXAMPLE


def test_help_and_bad_positions() -> None:
    """Help names the rules, how to leave, and the full game."""
    shown = call(t3_game.main, "--help").stdout
    for said in ("exactly 13", "To leave, type quit.", "python3 -m t3_play"):
        assert said in shown
    for position in ("250/010 odds", "250/010/400", "250/010/407 odds"):
        done = call(t3_game.main, "--board", position, code=2)
        assert f"{position!r} is not a square board" in done.stderr


# Beside the files of a course: a t3_state.py that has the skeleton's methods and no others.


def beside_a_course(folder: Path, player: str, *names: str) -> Path:
    """A folder with a course's files, this player, and these files of ours."""
    for name in names:
        shutil.copy(ROOT / name, folder)
    (folder / "t3_state.py").write_text(COURSE_STATE)
    (folder / "t3_action.py").write_text(COURSE_ACTION)
    (folder / "t3_player.py").write_text(player)
    return folder


CHOOSES = "from t3_state import *\ndef choose(state): return {}\n"
NEITHER = "t3_player.py has neither choose(state) nor T3Player().choose"
WITHOUT = ["from t3_state import *\n", "class T3Player: pass\n"]


@pytest.mark.parametrize(
    ("player", "ours", "course"),
    [
        *[(player, "", "") for player in (CHOOSE_ALONE, COURSE_PLAYER)],
        *[(player, f"[!] {NEITHER}\n", f"[!] {NEITHER}\n") for player in WITHOUT],
        (CHOOSES.format("1 / 0"), "ZeroDivisionError", "ZeroDivisionError"),
        (CHOOSES.format("None"), "[!] Not possible: None is", "[!] Not possible: None\n"),
        (CHOOSES.format("T3Action('0', 0, 2)"), ": the column must be an int", "TypeError"),
        (CHOOSES.format("T3Action(0, 0, 8)"), ": cell (0,0) already", ": (0,0) = 8\n"),
    ],
)
def test_what_the_game_says_of_a_player(
    alone: Path, player: str, ours: str, course: str
) -> None:
    """Beside our files and beside a course's, whose state can't say why."""
    options = "t3_game.py", "--board", "264/001/440 evens"
    (alone / "t3_player.py").write_text(player)
    for said in (ours, course):
        done = python_in(alone, *options, typed="1 1 1\nbar\n")
        assert ("[Opponent's Turn] > " in done.stdout) == (player not in WITHOUT)
        assert (said in done.stderr, done.returncode) == (True, bool(said))
        assert bool(done.stderr) == bool(said)
        beside_a_course(alone, player)


@pytest.mark.parametrize("player", WITHOUT)
def test_a_player_without_choose(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests say in words what is missing."""
    names: dict[str, object] = {}
    exec(player, names)
    monkeypatch.setattr(t3_tests, "t3_player", SimpleNamespace(**names))
    with pytest.raises(pytest.fail.Exception, match=re.escape(NEITHER)):
        t3_tests.best("640/100/150 odds")


CHOOSE_ALL = """
import sys
from t3_player import *
for line in sys.stdin:
    board, turn = line.split()
    rows = [[int(digit) for digit in row] for row in board.split("/")]
    print(choose(T3State(turn == "odds", rows)))
"""


@alone_and_not
def test_the_player_beside_the_state_of_a_course(tmp_path: Path, path: str) -> None:
    """t3_player.py answers exactly on the T3State of course_state.py, which has no hash."""
    player = (ROOT / "t3_player.py").read_text(encoding="utf-8")
    folder = beside_a_course(tmp_path, player)
    known = [(it.notation, it.value.action) for it in truth() if it.value.action][::24]
    typed = "".join(f"{notation}\n" for notation, _ in known)
    done = python_in(folder, "-c", CHOOSE_ALL, typed=typed, path=path)
    expected = "".join(f"{T3Action(*action)}\n" for _, action in known)
    assert (done.stdout, done.stderr) == (expected, "")


# The tests and the types.


def run_tests(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run t3_tests.py as a program in a folder, without plugins or an installed project."""
    return python(
        "t3_tests.py",
        folder=folder,
        PYTHONPATH="",
        PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
        PYTEST_ADDOPTS=" ".join(["-q -p no:cacheprovider", *options]),
    )


def test_their_tests(alone: Path) -> None:
    """Our player passes also the tests that the naive search may fail."""
    done = run_tests(alone, "--runxfail")
    assert done.returncode == 0, done.stdout
    assert "33 passed" in done.stdout


COPY, CHANGE = "copy.deepcopy(state)", "state._state[0].__setitem__(0, 0) or state"
BEST = "best = (utility, end, action)"


def test_our_tests_beside_the_files_of_a_course(tmp_path: Path) -> None:
    """They expect the naive search to err. A changed state and a float fail."""
    folder = beside_a_course(tmp_path, COURSE_PLAYER, "t3_tests.py", "pytest.ini")
    done = run_tests(folder)
    assert (done.returncode, " 2 xfailed " in done.stdout) == (0, True)
    assert COURSE_PLAYER.count(COPY) == COURSE_PLAYER.count(BEST) == 1
    player = COURSE_PLAYER.replace(COPY, CHANGE)
    player = player.replace(BEST, f"{BEST}; action._move += 0.0")
    (folder / "t3_player.py").write_text(player)
    shown = run_tests(folder, "-k", "'changes_nothing or wins_at_once'").stdout
    assert "TestPlayer.test_changes_nothing" in shown
    assert "not all are ints" in shown


HANGS = """
def hangs(*_):
    while True: pass
choose = hangs
"""


@pytest.mark.long
def test_a_choose_that_does_not_end_stops_the_tests(alone: Path) -> None:
    """Without pytest-timeout, too, and they show the line where it hangs."""
    player = alone / "t3_player.py"
    player.write_text(player.read_text() + HANGS)
    done = run_tests(alone, "-o", "faulthandler_timeout=2")
    assert done.returncode == 1
    assert 't3_player.py", line' in done.stderr + done.stdout


@pytest.mark.long
@pytest.mark.needs("mypy")
def test_their_types(alone: Path) -> None:
    """With a player that has choose alone, or T3Player alone, and with a course's state.

    With their mypy.ini, too.
    """
    method = CHOOSE_ALONE.replace("def choose(", "class T3Player:\n  def choose(self, ")
    ours = {name: (ROOT / name).read_text() for name in NINE}
    course = {"t3_state.py": COURSE_STATE, "t3_action.py": COURSE_ACTION}
    players = [{"t3_player.py": player} for player in (CHOOSE_ALONE, method)]
    for settings in (ours["mypy.ini"], "[mypy]\nstrict = True\n"):
        for others in ({}, *players, course):
            for name, text in (ours | others | {"mypy.ini": settings}).items():
                (alone / name).write_text(text)
            done = python("-m", "mypy", ".", folder=alone, PYTHONPATH="")
            assert done.stdout.startswith("Success: no issues found in 5 source files")
