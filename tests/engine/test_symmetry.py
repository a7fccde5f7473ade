"""Positions with equal keys have equal values; distinct actions stand for all."""

import random
from collections.abc import Hashable
from itertools import permutations

import pytest

from oracle import Board, Oracle, Value
from positions import DIFFERENT, game_with, random_position, random_state
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_state import T3Action, T3State


@pytest.mark.parametrize(
    ("size", "holes", "numbers", "max_move", "target"),
    [
        (3, 4, [5, 6], 6, 13),
        (4, 2, [1, 5], 6, 13),
        (3, 3, [1, 9], 9, 15),
        (6, 2, [4, 5], 5, 25),
    ],
)
def test_equal_keys_mean_equal_values(
    size: int, holes: int, numbers: list[int], max_move: int, target: int
) -> None:
    """Utility and depth are equal, even if one diagonal is dead, or both are."""
    rng = random.Random(0)
    oracle = Oracle(size, max_move, target)
    game = game_with(target, max_move)
    first: dict[Hashable, tuple[Board, Value]] = {}
    compared = 0
    while compared < 6:
        state = random_state(rng, size, holes, game, numbers)
        if not state.is_win():
            key = key_of(Position.of(state))
            value = oracle.value(state.odd_turn, state.board)
            other, expected = first.setdefault(key, (state.board, value))
            compared += other != state.board
            assert value[:2] == expected[:2]


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


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_turned_and_mirrored_boards_have_equal_keys(size: int) -> None:
    rng = random.Random(size)
    for _ in range(40):
        state = random_state(rng, size, rng.randint(1, size * size))
        images, board = [], state.board
        for _ in range(4):
            board = tuple(zip(*board[::-1], strict=True))  # a quarter turn
            images += [board, board[::-1]]
        keys = {key_of(Position.of(T3State(state.odd_turn, image))) for image in images}
        assert keys == {key_of(Position.of(state))}


@pytest.mark.parametrize("placed", [0, 1, 2, 3])
def test_distinct_actions_stand_for_all(placed: int) -> None:
    """A symmetry of the position maps each action left out to an earlier distinct one.

    A symmetry is an order of rows and columns that keeps mirrored pairs mirrored.
    """
    rng, cells = random.Random(placed), range(6)
    mirrored = [
        it for it in permutations(cells) if all(it[5 - i] == 5 - it[i] for i in cells)
    ]
    for _ in range(5):
        odd, board = random_position(rng, 6, 36 - placed)
        position = Position.of(T3State(odd, board))
        kept = set(members(position.distinct(position.legal())))
        orders = [
            order
            for order in mirrored
            if tuple(tuple(board[row][col] for col in order) for row in order) == board
        ]
        standing = {position.mover.action(index) for index in kept}
        for index in set(members(position.legal())) - kept:
            act = position.mover.action(index)
            images = {
                T3Action(order[act.col()], order[act.row()], act.move()) for order in orders
            }
            assert min(images) < act
            assert min(images) in standing
