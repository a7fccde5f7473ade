"""The handout works once its two functions are written; its tests fail until then."""

import inspect
import re
import shlex
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import t3_player
import t3_state
from commands import FEW_CASES, ROOT, call, python, run
from handed_in import course
from t3_player import T3Player
from t3_state import T3State
from t3_tools import naive
from t3_tools.__main__ import commands, main
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, boards
from t3_tools.grade.judging.causes import Slip, imitate
from t3_tools.grade.judging.marks import FULL_MARK, weighed
from t3_tools.grade.judging.verdicts import MOST_MET
from t3_tools.grade.sandbox.typecheck import SETTINGS
from t3_tools.handout import lent
from t3_tools.sample import CHANGES
from t3_tools.starter.command import files

CHOOSE = inspect.getsource(t3_player.choose)
NAIVE = inspect.getsource(naive).replace("NaivePlayer", "T3Player") + CHOOSE
EXACT = inspect.getsource(t3_player)


@pytest.fixture
def handout(tmp_path: Path) -> Path:
    """A folder with the handout."""
    folder = tmp_path / "a" / "handout"
    call(main, "starter", str(folder))
    return folder


def solve(folder: Path, player: str) -> None:
    """Write get_transitions() and the player."""
    transitions = inspect.getsource(t3_state.T3State.get_transitions)
    stub = " " * 8 + 'raise NotImplementedError("yours to write")\n'
    state = (folder / "t3_state.py").read_text()
    body = transitions.rpartition('"""\n')[2]
    (folder / "t3_state.py").write_text(course(stub, body, state))
    assert stub.strip() in (folder / "t3_player.py").read_text()
    (folder / "t3_player.py").write_text(player)


def pytest_in(folder: Path, *options: str) -> tuple[str, dict[str, int]]:
    """What pytest prints, and the number of tests that it counts for each outcome."""
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *options)
    screen = python(*command, folder=folder, PYTHONPATH="").stdout
    counts = re.findall("([0-9]+) ([a-z]+)", screen.splitlines()[-1])
    return screen, {outcome: int(number) for number, outcome in counts}


def test_folders_that_are_refused(tmp_path: Path) -> None:
    """Nothing is written there."""
    inside, mine = ROOT / "docs" / "handout", tmp_path / "mine"
    mine.write_text("mine")
    for path, said in (
        (inside, "write it elsewhere"),
        *((it, "not an empty folder") for it in (tmp_path, mine)),
    ):
        assert said in call(main, "starter", str(path), code=2).stderr
    assert (mine.read_text(), inside.exists()) == ("mine", False)


@pytest.mark.long
def test_its_tests_fail_what_is_not_written(handout: Path) -> None:
    """Every test outside TestState fails, also each optional one."""
    screen, outcomes = pytest_in(handout, "-k", "not TestState")
    assert "NotImplementedError: yours to write" in screen
    assert "test_wins_at_once" in screen
    assert set(outcomes) == {"failed", "deselected"}


@pytest.mark.long
def test_its_tests_hold_for_what_is_right(handout: Path) -> None:
    """Except for the two that the naive search may fail. Its page says how to play it."""
    solve(handout, NAIVE)
    screen, outcomes = pytest_in(handout)
    assert set(outcomes) == {"passed", "xfailed"}, screen
    assert outcomes["xfailed"] == 2
    (command,) = re.findall("`python3 (.* --board .*?)`", files()["README.md"])
    arguments = shlex.split(command)
    played = python(*arguments, typed="1 1 5\n", folder=handout, PYTHONPATH="")
    assert (played.stderr, "[Opponent's Turn] > (" in played.stdout) == ("", True)


WRONG = {
    **{name: change for name, change in CHANGES.items() if name != "naive"},
    "looks-5-plies-ahead": ("if state.is_tie():", "if depth > 4 or state.is_tie():"),
    "is-for-3x3": ("if state.is_tie():", "if state._state[3:] or state.is_tie():"),
}


@pytest.mark.long
@pytest.mark.parametrize("slip", WRONG)
def test_its_tests_fail_what_is_wrong(handout: Path, slip: str) -> None:
    solve(handout, course(*WRONG[slip], NAIVE))
    screen, outcomes = pytest_in(handout, "-x", "-o", "timeout=4")
    assert "failed" in outcomes, screen


def test_its_page_says_what_grade_does() -> None:
    page = files()["README.md"]
    for told in (
        f"Each case has {limits.SECONDS} seconds",
        f"all cases together have {limits.WHOLE * limits.SECONDS}",
        "visits at most 30,000 states",
        f"yield at most {MOST_MET:.0%} of the different",
        f"{FULL_MARK} at most",
    ):
        assert told in page
    points = weighed()
    rows = [f"| {it} | {points[it]:.3g} | {CATEGORIES[it].tests} |\n" for it in CATEGORIES]
    assert page.endswith("|---|---|---|\n" + "".join(rows))


def test_its_page_names_the_boards() -> None:
    empty: dict[int, set[int]] = {}
    for (category, _), kinds in boards().items():
        if category != "terminal" and CATEGORIES[category].part == "choose":
            for board, _ in chain.from_iterable(kinds):
                empty.setdefault(board.count("/") + 1, set()).add(board.count("0"))
    told = re.findall("- (.*) x .* with (.*) to (.*) empty", files()["README.md"])
    assert [tuple(map(int, it)) for it in told] == [
        (size, min(each), max(each)) for size, each in sorted(empty.items())
    ]


def test_its_page_says_how_to_grade_oneself() -> None:
    typed = re.findall("`../t3-tools/bin/t3-tools (.*?)`", files()["README.md"])
    named = [shlex.split(it) for it in typed]
    assert [name for name, *_ in named] == ["grade", "explain"]
    for name, *arguments in named:
        commands().commands[name].make_context(name, arguments)


@pytest.mark.long
@pytest.mark.timeout(120)
def test_full_marks_for_who_writes_the_two(handout: Path) -> None:
    done = python("-m", "mypy", ".", folder=handout, PYTHONPATH="")
    assert done.stdout.startswith("Success"), done.stdout
    solve(handout, EXACT)
    screen = run("t3_tools", "grade", str(handout), *FEW_CASES).stdout
    assert "\nhandout: 100 of 100\n" in screen
    (heading,) = re.findall(r"^ category .*", screen, re.M)
    assert heading.split() == ["category", "passed", "points"]


def test_what_is_given_is_ours() -> None:
    """Except for the stub, the given lines are lines of our files, in the same order."""
    handout = files()
    others = {"mypy.ini", "pytest.ini", ".gitignore", "README.md", "EXERCISES.md"}
    assert handout.keys() == others | {path.name for path in ROOT.glob("t3_*.py")}
    for name in ("t3_action.py", "t3_state.py"):
        ours = lent(name).splitlines()
        theirs = [it for it in handout[name].splitlines() if "yours to write" not in it]
        assert theirs == [line for line in ours if line in theirs]
        changed = set(ours) - set((ROOT / name).read_text().splitlines())
        assert len(changed) == (1 if "action" in name else 2)
    # Course code may annotate as the assignment does, and note a score on an action.
    names: dict[str, Any] = {}
    exec(handout["t3_action.py"], names)
    names["T3Action"](0, 0, 1).score = 1
    assert "import Any, ClassVar, Optional, Self, Tuple\n" in handout["t3_state.py"]
    assert handout["t3_tests.py"] == (ROOT / "t3_tests.py").read_text()
    assert handout["mypy.ini"] == SETTINGS.read_text()


def test_its_trap_is_as_told() -> None:
    """As `explain --naive` shows it, which other tests compare with the oracle."""
    page = " ".join(files()["README.md"].split())
    (told,) = re.findall("In `261/001/000 evens`, for example(.*?)wins for odds", page)
    named = re.findall(r"\(\d,\d\) = \d", told)
    assert named == ["(0,1) = 2", "(0,1) = 6", "(0,2) = 1", "(0,2) = 5"]


def test_the_trap_of_its_exercise() -> None:
    """It isn't the one that its page explains. The key in docs/teaching.md is right."""
    told = re.search(
        r"8\. In `(.*?)`, (.*?) wins\. Many players take (.*?)\.", files()["EXERCISES.md"]
    )
    assert told
    notation, right, wrong = told.groups()
    assert notation not in files()["README.md"]
    state = T3State.from_notation(notation)
    exact, naively = T3Player().choose(state), naive.NaivePlayer().choose(state)
    assert (str(exact), str(naively)) == (right, wrong)
    assert naively
    left = state.get_next_state(naively)
    first, child = next(left.get_transitions())
    assert any(it.is_win() for _, it in child.get_transitions())
    key = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    answer = " ".join(key.split("8. It looks at ")[1].split("\n9.")[0].split())
    assert answer.startswith(f"{first}, which lets evens win.")
    assert f"knows that {wrong} " in answer
    assert answer.endswith(f"Odds' best reply is {T3Player().choose(left)}.")


def test_the_friend_of_its_exercise_keeps_the_last_of_equals() -> None:
    (notation,) = re.findall("1. In `(.*?)`", files()["EXERCISES.md"])
    (played,) = re.findall("friend's player takes (.*?) there", files()["EXERCISES.md"])
    (action,) = imitate(T3State.from_notation(notation), Slip(last=True))
    assert played == str(action)
