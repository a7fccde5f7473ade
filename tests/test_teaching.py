"""The mistakes in docs/teaching.md are as told, and its tournament counts wins."""

import re
import shutil
from pathlib import Path

import pytest

from commands import ROOT, call, python
from t3_engine import Clock, Search
from t3_state import T3State
from t3_tools.__main__ import main
from t3_tools.grade.judging.causes import SLIPS, imitate
from t3_tools.values import before

PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
VARIANTS = """
compared no depths, and kept the last of equal actions    041/460/210 odds   (2,1) = 5 W3
let the opponent prefer the longest game                  410/106/200 odds   (1,1) = 1 L4
let the opponent take the worst utility                   125/001/004 evens  (0,1) = 2 T4
looked only 1 ply ahead                                   301/402/300 evens  (1,0) = 2 L4
looked only 2 plies ahead                                 004/001/235 evens  (0,0) = 2 T4
looked only 4 plies ahead                                 002/433/000 evens  (0,0) = 2 T5
looked only 5 plies ahead                                 000/020/320 odds   (0,0) = 1 L4
forgot the diagonal from the top left                     006/250/043 odds   (0,0) = 1 L2
forgot the diagonal from the top right                    236/005/004 odds   (1,1) = 5 L2
looked no further after a win                             003/060/640 odds   (1,0) = 1 W3
"""
"""Rows like those of the page, for causes that no player in test_grade_causes.py has."""

PATTERN = r"(?m)^(.+?)  +(\S+ \w+)  +(\(\d,\d\) = \d) ([WTL]\d)$"
ROWS = re.findall(PATTERN, PAGE) + re.findall(PATTERN, VARIANTS)
"""The cause, the position, the action played, and its result."""


def without_reason(cause: str) -> str:
    """A cause without its explanation."""
    return re.split(r", as if | \(", cause)[0]


@pytest.mark.parametrize(("cause", "position", "action", "result"), ROWS)
def test_a_position_shows_its_cause(
    cause: str, position: str, action: str, result: str
) -> None:
    slip = next(it for it, words in SLIPS.items() if without_reason(words) == cause)
    slip = slip._replace(prunes=slip.prunes or position.count("0") > 4)
    state = T3State.from_notation(position)
    (played,) = imitate(state, slip)
    assert played
    best = Search(Clock()).evaluate(state)
    value = before(Search(Clock()).evaluate(state.get_next_state(played)), played)
    assert played != best.action
    assert (action, result) == (str(played), f"{'TWL'[value.utility]}{value.depth}")


def test_the_tournament(tmp_path: Path) -> None:
    """It counts each player's wins: an exact one's, and as many of either of two alike."""
    shutil.copy(ROOT / "docs" / "tournament.py", tmp_path)
    first = "def choose(state): return next(state.get_transitions())[0]"
    (tmp_path / "first.py").write_text(first)

    exact = str(ROOT / "t3_player.py")
    for one, other, won in (
        (exact, "first.py", "29 0\n"),
        ("first.py", exact, "0 29\n"),
        ("first.py", "first.py", "2 2\n"),
    ):
        assert python("tournament.py", one, other, folder=tmp_path).stdout == won


@pytest.mark.needs("click", "rich")
def test_a_tournament_that_cant_be_played(tmp_path: Path) -> None:
    """Beside the handout, or without a player, it says why in one line."""
    folder = tmp_path / "handout"
    call(main, "starter", str(folder))
    shutil.copy(ROOT / "docs" / "tournament.py", folder)
    for players, told in (
        (["t3_player.py"] * 2, "t3_state.py, line "),
        (["absent.py"] * 2, "no file absent.py"),
        (["t3_action.py"] * 2, "t3_action.py has no function choose"),
        (["t3_player.py"], "Name two players' files"),
    ):
        done = python("tournament.py", *players, folder=folder, PYTHONPATH="")
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert told in line
