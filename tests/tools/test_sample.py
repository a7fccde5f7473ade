"""The made-up class of `sample` is graded as the names of its submissions say."""

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
@pytest.mark.timeout(600)
def test_the_class_is_graded(tmp_path: Path) -> None:
    call(main, "sample", str(tmp_path / "class"))
    options = ["--csv", str(tmp_path / "marks.csv"), "--unsafe"]
    run("t3_tools", "grade", str(tmp_path / "class"), *options, *FEW_CASES)
    rows = (tmp_path / "marks.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert len(rows) == 10
    full = [row for row in rows if ",100.0," in f"{row}," or ",100," in f"{row},"]
    names = sorted(name for name in submissions() if any(name in row for row in full))
    assert names == ["exact", "textbook"]
