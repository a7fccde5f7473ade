"""Positions with equal keys have equal values; distinct actions stand for all."""

import random
from collections.abc import Hashable
from itertools import permutations

import pytest

from oracle import Board, Oracle, Value
from positions import random_position, random_state, seeds
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_play.match import game_with
from t3_state import T3Action, T3State


@pytest.mark.parametrize("seed", seeds(1, 4))
@pytest.mark.parametrize(
    ("size", "holes", "numbers", "max_move", "target"),
    [
        (3, 4, [5, 6], 6, 13),
        (3, 4, [1, 6], 6, 13),
        (3, 3, [1, 2, 3], 6, 13),
        (4, 3, [1, 5], 6, 13),
        (4, 4, [5, 6], 6, 13),
        (3, 3, [1, 9], 9, 15),
        (4, 3, [1, 4], 4, 11),
        (5, 2, [6], 6, 29),
        (6, 2, [4, 5], 5, 25),
    ],
)
def test_equal_keys_mean_equal_values(
    seed: int, size: int, holes: int, numbers: list[int], max_move: int, target: int
) -> None:
    """Utility and depth are equal, also if one diagonal is dead, or both are."""
    rng = random.Random(seed)
    oracle = Oracle(size, max_move, target)
    game = game_with(target, max_move)
    first: dict[Hashable, tuple[Board, Value]] = {}
    compared = 0
    while compared < 12:
        state = random_state(rng, size, holes, game, numbers)
        if not state.is_win():
            key = key_of(Position.of(state))
            value = oracle.value(state.odd_turn, state.board)
            other, expected = first.setdefault(key, (state.board, value))
            compared += other != state.board
            assert value[:2] == expected[:2]


def mirrored_orders(size: int) -> list[tuple[int, ...]]:
    """All orders of row or column indices that keep mirrored pairs mirrored."""
    return [
        order
        for order in permutations(range(size))
        if all(a + b == size - 1 for a, b in zip(order, reversed(order)))
    ]


@pytest.mark.parametrize("placed", [0, 1, 2, 3])
def test_distinct_actions_stand_for_all(placed: int) -> None:
    """A symmetry of the position maps each action left out to an earlier distinct one."""
    rng = random.Random(placed)
    size = 6
    for _ in range(5):
        odd, board = random_position(rng, size, size * size - placed)
        position = Position.of(T3State(odd, board))
        kept = set(members(position.distinct(position.legal())))
        orders = [
            order
            for order in mirrored_orders(size)
            if all(
                board[order[row]][order[col]] == board[row][col]
                for col in range(size)
                for row in range(size)
            )
        ]
        standing = {position.mover.action(index) for index in kept}
        for index in set(members(position.legal())) - kept:
            act = position.mover.action(index)
            images = {
                T3Action(order[act.col()], order[act.row()], act.move()) for order in orders
            }
            assert min(images) < act
            assert min(images) in standing
