"""Actions: small values, with an order that every tie-break relies on."""

import copy
import dataclasses
import pickle
import random

import pytest

from t3_action import T3Action


def test_reads_its_fields() -> None:
    action = T3Action(col=1, row=2, move=3)
    assert (action.col(), action.row(), action.move()) == (1, 2, 3)
    assert (action._col, action._row, action._move) == (1, 2, 3)


def test_text_forms() -> None:
    assert str(T3Action(1, 2, 3)) == "(1,2) = 3"
    assert repr(T3Action(1, 2, 3)) == "T3Action(1, 2, 3)"


def test_equal_by_value_and_hashable() -> None:
    assert T3Action(1, 2, 3) == T3Action(1, 2, 3)
    assert len({T3Action(1, 2, 3), T3Action(1, 2, 3), T3Action(2, 1, 3)}) == 2
    fields: object = (1, 2, 3)
    assert T3Action(1, 2, 3) != fields


def test_ordered_by_column_then_row_then_number() -> None:
    ordered = [
        T3Action(col, row, move)
        for col in range(3)
        for row in range(3)
        for move in range(3)
    ]
    shuffled = random.Random(0).sample(ordered, len(ordered))
    assert sorted(shuffled) == ordered
    assert T3Action(0, 2, 6) < T3Action(1, 0, 1)
    assert T3Action(1, 0, 6) < T3Action(1, 1, 1)
    assert T3Action(1, 1, 1) < T3Action(1, 1, 3)


@pytest.mark.parametrize("field", ["_col", "_row", "_move"])
def test_immutable(field: str) -> None:
    action = T3Action(1, 2, 3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(action, field, 0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        delattr(action, field)


def test_copies_and_pickles() -> None:
    action = T3Action(1, 2, 3)
    assert copy.deepcopy(action) == action
    assert pickle.loads(pickle.dumps(action)) == action
