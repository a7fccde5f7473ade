"""docs/teaching.md names every cause that `grade` knows, with a position that shows it."""

import re

import pytest

from commands import ROOT
from t3_player import T3Player
from t3_state import T3State
from t3_tools.grade.judging.causes import SLIPS, imitate

PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^- (.+?): `([0-9/]+ [a-z]+)`, (.+?)\.", PAGE, re.M)
"""The cause, the position, and the action played."""


def in_short(cause: str) -> str:
    """A cause without its explanation."""
    return re.split(r", as if | \(|, and compared depths that", cause)[0]


def test_every_cause_is_there_once() -> None:
    assert sorted(cause for cause, *_ in ROWS) == sorted(map(in_short, SLIPS))


@pytest.mark.parametrize("cause", SLIPS)
def test_its_position_shows_it(cause: str) -> None:
    ((position, played),) = [row for name, *row in ROWS if name == in_short(cause)]
    slip = SLIPS[cause]._replace(prunes=position.count("0") > 4)  # which takes long without
    assert str(imitate(position, slip)) == played
    assert str(T3Player().choose(T3State.from_notation(position))) != played
