"""Positions with different values have different keys."""

import pytest

from oracle import Oracle
from positions import DIFFERENT, game_with
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_state import T3State


@pytest.mark.parametrize("pair", DIFFERENT.values(), ids=DIFFERENT)
def test_different_values_have_different_keys(pair: tuple[str, str]) -> None:
    one, other = map(T3State.from_notation, pair)
    values = [Oracle().value(it.odd_turn, it.board)[:2] for it in (one, other)]
    assert values[0] != values[1]
    assert key_of(Position.of(one)) != key_of(Position.of(other))


def test_the_constants_are_in_the_key() -> None:
    """Otherwise equal positions of two games that differ in the largest number only."""
    keys = [
        key_of(Position.of(game_with(13, largest).from_notation("001/004/201 evens")))
        for largest in (6, 8)
    ]
    assert keys[0] != keys[1]
