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
from t3_state import T3Action, T3State, lines

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


def test_doubles_and_what_leaves_none() -> None:
    """By the definitions: two new threats at once, none for the opponent, no safe reply."""
    met = set()
    for state in positions():
        position = Position.of(state)
        if position.can_win() or state.size == 1:
            continue
        doubles, sensible, squeezing = 0, position.sensible(), position.squeezing()
        for action, child in position.children(members(position.safe)):
            after = state.get_next_state(position.mover.action(action))
            threats = line_threats(after, state.get_moves())
            double = len(threats - line_threats(state, state.get_moves())) >= 2
            doubles |= double << action
            squeezed = bool(child.empty) and not child.safe
            assert squeezing >> action & 1 or not squeezed
            assert sensible >> action & 1 or child.doubles()
            met |= {("double", double), ("squeezed", squeezed)}
            met.add(("sensible", bool(sensible >> action & 1)))
        assert position.doubles() == doubles
    assert len(met) == 6


def line_threats(state: T3State, moves: list[int]) -> set[tuple[tuple[int, int], ...]]:
    """The lines that a player with these numbers could complete in one action."""
    values = {
        line: [state.board[row][col] for col, row in line] for line in lines(state.size)
    }
    return {
        line
        for line, on_line in values.items()
        if 0 in on_line and state.WIN_TARGET - sum(on_line) in moves
    }


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
