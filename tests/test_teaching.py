"""docs/teaching.md names every cause that `grade` knows, with a position that shows it."""

import re

import pytest

from commands import ROOT
from t3_player import T3Player
from t3_state import T3State
from t3_tools.grade.judging.causes import SLIPS, imitate
from t3_tools.values import before, in_words

PAGE = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
RESULT = r"(\(\d,\d\) = \d) ((?:wins|ties|loses)[^|]*?)"
ROWS = re.findall(rf"(?m)^\| (.+?) \| `(.+?)` \| {RESULT} \| {RESULT} \|", PAGE)
"""The cause, the position, the action played and its result, the right one and its."""


def in_short(cause: str) -> str:
    """A cause without its explanation."""
    return re.split(r", as if | \(|, and compared depths that", cause)[0]


def test_every_cause_is_there_once() -> None:
    assert sorted(cause for cause, *_ in ROWS) == sorted(map(in_short, SLIPS))


@pytest.mark.parametrize("cause", SLIPS)
def test_its_position_shows_it(cause: str) -> None:
    ((position, *told),) = [row for name, *row in ROWS if name == in_short(cause)]
    slip = SLIPS[cause]._replace(prunes=position.count("0") > 4)  # which takes long without
    state = T3State.from_notation(position)
    played = imitate(state, slip)
    best = T3Player().evaluate(state)
    value = before(T3Player().evaluate(state.get_next_state(played)), played)
    assert played != best.action
    assert told == [str(played), in_words(value), str(best.action), in_words(best)]
