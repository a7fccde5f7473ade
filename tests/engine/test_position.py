"""Position, compared with the rules in T3State."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from positions import game_with, random_position
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_state import T3Action, T3State

Nine = game_with(15, 9)
"""In this game odds have five numbers, evens four."""


def positions() -> list[T3State]:
    """States that nobody has won: several sizes and numbers of holes, two games."""
    rng = random.Random(0)
    states = []
    for size in (1, 2, 3, 4, 5):
        for _ in range(20):
            odd, board = random_position(rng, size, rng.randint(0, size * size))
            states += [T3State(odd, board), Nine(odd, board)]
    return [state for state in states if not state.is_win()]


def actions(position: Position, chosen: int) -> list[T3Action]:
    return [position.mover.action(action) for action in members(chosen)]


def wins(state: T3State) -> list[T3Action]:
    return [action for action, child in state.get_transitions() if child.is_win()]


def test_threats() -> None:
    for state in positions()[::2]:
        position = Position.of(state)
        legal = list(state.get_transitions())
        assert actions(position, position.legal()) == [action for action, _ in legal]
        for index, (_, child) in zip(members(position.legal()), legal):
            after, expected = position.after(index), Position.of(child)
            assert (key_of(after), after.safe) == (key_of(expected), expected.safe)
        winning = [position.mover.action(action) for action in position.winning()]
        assert winning == wins(state)
        assert position.can_win() == bool(wins(state))
        if not position.can_win():
            safe = [action for action, child in legal if not wins(child)]
            assert actions(position, position.safe) == safe


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
