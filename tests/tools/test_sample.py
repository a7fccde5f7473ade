"""The made-up class of `sample` is graded as the names of its submissions say."""

import csv
from pathlib import Path

import pytest

from commands import FEW_CASES, call, run
from handed_in import POSIX
from t3_tools.__main__ import main
from t3_tools.sample import CHANGES, submissions
from t3_tools.textbook import TextbookPlayer

pytestmark = POSIX


def test_each_submission_is_another() -> None:
    players = [texts["t3_player.py"] for texts in submissions().values()]
    assert len(set(players)) == len(players) == 10
    assert TextbookPlayer.__name__ not in "".join(players)
    assert {"exact", *CHANGES, "wrote-nothing"} == set(submissions())


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_class_is_graded(tmp_path: Path) -> None:
    call(main, "sample", str(tmp_path / "class"))
    options = ["--csv", str(tmp_path / "marks.csv"), "--unsafe"]
    run("t3_tools", "grade", str(tmp_path / "class"), *options, *FEW_CASES)
    with (tmp_path / "marks.csv").open(encoding="utf-8", newline="") as file:
        marks = {row["Student"]: float(row["T3"]) for row in csv.DictReader(file)}
    assert marks.keys() == {"Points Possible", *submissions()}
    full = {name for name, mark in marks.items() if mark == 100}
    assert full == {"Points Possible", "exact", "textbook"}
    assert [name for name, mark in marks.items() if mark == 0] == ["wrote-nothing"]
