"""An exam of a teacher's own, which `grade` and check.html ask."""

import itertools
import re
from pathlib import Path

import pytest

from commands import call
from handed_in import COURSE, POSIX, STATE, folder, write
from t3_tools.__main__ import main
from t3_tools.grade.judging.own_exam import own_exam

TEXT = """\
# Week 5
seconds 10
tie 30 odds 400/540/104 evens 050/413/062 004/030/251
transitions 10 odds 000/132/600
"""


def test_an_exam() -> None:
    exam = own_exam(f"{TEXT}mypy 10\n")
    assert [(it.category, it.number, it.position) for it in exam.cases] == [
        ("transitions", 0, "000/132/600 odds"),
        ("mypy", 0, ""),
        ("tie", 0, "400/540/104 odds"),
        ("tie", 1, "050/413/062 evens"),
        ("tie", 2, "004/030/251 evens"),
    ]
    points = {"transitions": 20, "tie": 60, "mypy": 20}
    assert {name: it for name, it in exam.points.items() if it} == points
    assert exam.seconds == 10


@POSIX[0]
def test_grade_asks_an_exam(tmp_path: Path) -> None:
    """It has the points of the file, and no other positions."""
    exam = write(tmp_path / "exam.txt", TEXT)
    player = folder(tmp_path / "a", t3_player=COURSE, t3_state=STATE)
    options = [player, "--exam", exam, "--unsafe"]
    table = call(main, "grade", *options).stdout
    rows = re.findall(r"^ (\S+) +(\d of \d) +(\S+ of \S+)", table, re.M)
    assert rows == [("transitions", "1 of 1", "25 of 25"), ("tie", "3 of 3", "75 of 75")]
    assert "--seed" not in table
    refused = call(main, "grade", *options, "--weight=tie=3", code=2)
    assert "the file has the points" in refused.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# nothing", "there is no position"),
        ("tie 3", "line 1: not CATEGORY POINTS odds"),
        ("tie 0 odds 400/540/104", "nothing is worth any points"),
        (f"{TEXT}tie 2 odds 400/540/104", "line 5: tie has a line already"),
        ("draw 3 odds 400/540/104", "line 1: 'draw' is not one of game-over, "),
        ("mypy 3 odds 400/540/104", "line 1: 'mypy' is not one of "),
        ("tie 3 400/540/104", "line 1: not CATEGORY POINTS odds"),
        ("tie odds 400/540/104", "line 1: not CATEGORY POINTS odds"),
        ("tie 3 odds evens", "line 1: tie has no position"),
        ("tie 3 odds 400/540", "line 1: '400/540 odds': "),
        ("tie 3 odds 661/111/111", "the game is over"),
        ("terminal 3 odds 400/540/104", "the game is not over"),
        ("tie 3 odds 0000/0000/0000/0000", "more than 9 empty cells"),
        ("pruning 3 odds 00060/30000/10000/33353/33333", "more than 7 empty cells"),
        # What our own player fails is refused, too.
        (f"{TEXT}game-over 1 odds 000/000/000", "line 5: game-over, 000/000/000 odds: our"),
        ("again 1 odds 030/522/021 odds 111/100/000", "line 1: again, 111/100/000 odds: "),
        ("seconds 1\nagain 1 odds 000/000/000", "it needs more than 1 s"),
    ],
)
def test_an_exam_that_is_none(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.process_time", itertools.count(step=2).__next__)
    with pytest.raises(ValueError, match=message):
        own_exam(text, tried=True)
