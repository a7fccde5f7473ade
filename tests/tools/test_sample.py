"""The made-up class of `sample` is graded as the names of its submissions say."""

import csv
from pathlib import Path
from typing import Any

import pytest

from commands import call
from handed_in import POSIX
from t3_player import T3Player
from t3_tools.__main__ import main
from t3_tools.grade.judging.cases import drawn_case, exam_cases
from t3_tools.naive import NaivePlayer
from t3_tools.sample import CHANGES, submissions

pytestmark = POSIX

TIE_BREAKS = "lost", "depth-tie-break", "action-tie-break", "tie"


def test_each_submission_is_another() -> None:
    players = [texts["t3_player.py"] for texts in submissions().values()]
    assert len(set(players)) == len(players) == 10
    assert NaivePlayer.__name__ not in "".join(players)
    assert {"exact", *CHANGES, "wrote-nothing"} == set(submissions())


@pytest.mark.parametrize("name", [it for it in CHANGES if it != "does-not-prune"])
def test_a_change_makes_mistakes(name: str) -> None:
    """Without one, the search is right where it is asked."""
    player: dict[str, Any] = {}
    exec(submissions()[name]["t3_player.py"], player)
    asked = [it.state for it in exam_cases(12, 2) if it.category in TIE_BREAKS]
    right = [player["choose"](state) == T3Player().choose(state) for state in asked]
    assert all(right) == (name == "naive")


@pytest.mark.long
def test_the_class_is_graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each submission has a row."""
    asked = [drawn_case(1, name, 0) for name in ("transitions", *TIE_BREAKS)]
    monkeypatch.setattr("t3_tools.grade.options.exam_cases", lambda seed, count: asked)
    call(main, "sample", str(tmp_path / "class"))
    given = ["--csv", str(tmp_path / "marks.csv"), "--unsafe", "--seed=1"]
    call(main, "grade", str(tmp_path / "class"), *given)
    with (tmp_path / "marks.csv").open(encoding="utf-8", newline="") as file:
        marks = {row["student"]: row["mark"] for row in csv.DictReader(file)}
    assert marks.keys() == {*submissions()}
    assert marks["exact"] == marks["naive"] == "35"
    assert float(marks["keeps-the-last-of-equals"]) < 35
    assert [name for name, mark in marks.items() if not mark] == ["wrote-nothing"]
