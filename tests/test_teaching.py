"""docs/teaching.md names every cause that `grade` knows, with a position that shows it."""

import re

import pytest

from commands import ROOT
from t3_player import T3Player
from t3_state import T3State
from t3_tools.grade.judging.causes import SLIPS, imitate
from t3_tools.values import before, in_short

PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
ROWS = re.findall(r"(?m)^\| (.+?) \| `(.+?)` \| (\(\d,\d\) = \d) ([WTL]\d) \|", PAGE)
"""The cause, the position, the action played, and its result."""


def without_reason(cause: str) -> str:
    """A cause without its explanation."""
    return re.split(r", as if | \(|, and compared depths that", cause)[0]


def test_every_cause_is_there_once() -> None:
    assert sorted(cause for cause, *_ in ROWS) == sorted(map(without_reason, SLIPS))


@pytest.mark.parametrize("cause", SLIPS)
def test_its_position_shows_it(cause: str) -> None:
    ((position, *told),) = [row for name, *row in ROWS if name == without_reason(cause)]
    slip = SLIPS[cause]._replace(prunes=position.count("0") > 4)  # which takes long without
    state = T3State.from_notation(position)
    played = imitate(state, slip)
    best = T3Player().evaluate(state)
    value = before(T3Player().evaluate(state.get_next_state(played)), played)
    assert played != best.action
    assert told == [str(played), in_short(value)]
