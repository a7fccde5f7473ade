"""The made-up class of `sample` is graded as the names of its submissions say."""

import csv
from pathlib import Path

import pytest

from commands import call
from handed_in import POSIX
from t3_tools.__main__ import main
from t3_tools.grade.judging.cases import drawn_case
from t3_tools.naive import NaivePlayer
from t3_tools.sample import CHANGES, submissions

pytestmark = POSIX

TIE_BREAKS = "lost", "depth-tie-break", "action-tie-break", "tie"


def test_each_submission_is_another() -> None:
    players = [texts["t3_player.py"] for texts in submissions().values()]
    assert len(set(players)) == len(players) == 10
    assert NaivePlayer.__name__ not in "".join(players)
    assert {"exact", *CHANGES, "wrote-nothing"} == set(submissions())


@pytest.mark.long
def test_the_class_is_graded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each submission has a row, and each change makes mistakes, where it can."""
    names = ("transitions", "lost", "depth-tie-break", "action-tie-break", "tie")
    asked = [drawn_case(12, name, number) for name in names for number in (0, 1)]
    monkeypatch.setattr("t3_tools.grade.options.exam_cases", lambda seed, count: asked)
    call(main, "sample", str(tmp_path / "class"))
    given = ["--csv", str(tmp_path / "marks.csv"), "--unsafe", "--seed=1"]
    call(main, "grade", str(tmp_path / "class"), *given)
    with (tmp_path / "marks.csv").open(encoding="utf-8", newline="") as file:
        marks = {row["student"]: row["mark"] for row in csv.DictReader(file)}
    assert marks.keys() == {*submissions()}
    assert [it for it in marks if not marks[it]] == ["wrote-nothing"]
    assert {it for it in marks if marks[it] == "35"} == {"exact", "naive", "does-not-prune"}
