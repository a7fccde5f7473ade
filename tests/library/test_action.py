"""T3Action: its fields, its text, and the order that every tie-break relies on."""

import dataclasses
import itertools
import random

from t3_action import T3Action


def test_reads_its_fields() -> None:
    action = T3Action(1, 2, 3)
    assert (action.col(), action.row(), action.move()) == (1, 2, 3)
    assert (action._col, action._row, action._move) == (1, 2, 3)
    assert dataclasses.replace(action, _move=5) == T3Action(1, 2, 5)


def test_text_forms() -> None:
    assert str(T3Action(1, 2, 3)) == "(1,2) = 3"
    assert repr(T3Action(1, 2, 3)) == "T3Action(1, 2, 3)"


def test_equal_by_value_and_hashable() -> None:
    assert T3Action(1, 2, 3) == T3Action(1, 2, 3)
    assert len({T3Action(1, 2, 3), T3Action(1, 2, 3), T3Action(2, 1, 3)}) == 2
    fields: object = (1, 2, 3)
    assert T3Action(1, 2, 3) != fields


def test_ordered_by_column_then_row_then_number() -> None:
    ordered = [T3Action(*fields) for fields in itertools.product(range(3), repeat=3)]
    assert sorted(random.Random(0).sample(ordered, len(ordered))) == ordered
