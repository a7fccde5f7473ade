"""Keys of positions, and the work that these take; the searches show what else they say."""

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from oracle import Oracle
from positions import DIFFERENT, game_with
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_state import T3State


@pytest.mark.parametrize("odd", [True, False])
def test_the_work_for_a_child_does_not_grow_with_the_board(
    odd: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work is what is read in the tables by line; lines without stones need none."""
    read: Counter[int] = Counter()

    class Counted(list[Any]):
        def __getitem__(self, line: Any) -> Any:
            read[size] += 1
            return super().__getitem__(line)

        def __iter__(self) -> Iterator[Any]:
            return map(self.__getitem__, range(len(self)))

    for size in (8, 20):
        board = [[0] * size for _ in range(size)]
        board[0][0] = board[0][1] = 1
        position = Position.of(T3State(odd, board))
        opponent = position.mover.opponent
        monkeypatch.setattr(opponent, "answers", Counted(opponent.answers))
        children = position.children(members(position.safe))
        next(children)  # what lines ask is read once, for the first
        read.clear()
        made = len([*itertools.islice(children, 40)])
        assert 0 < read[size] <= 4 * made  # a cell is on four lines at most


def test_tables_are_made_as_they_are_read() -> None:
    """Making all of them takes seconds on a wide board or with large numbers."""
    state = game_with(3000, 1000)(True, [[0] * 20] * 20)
    mover = Position.of(state).mover
    assert {*map(len, mover.answers)} == {1}
    assert {*map(len, mover.becomes)} == {0}


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
