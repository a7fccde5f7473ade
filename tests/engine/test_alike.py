"""Keys and distinct actions: what they call alike has the same value."""

import random
from collections.abc import Hashable
from itertools import permutations

import pytest

from oracle import Board, Oracle, Value
from positions import random_position, seeds
from t3_engine.alike import key_of
from t3_engine.position import Position
from t3_engine.rules import members
from t3_play.match import game_with
from t3_state import T3Action, T3State


@pytest.mark.parametrize("seed", seeds(1, 6))
@pytest.mark.parametrize(
    ("size", "holes", "numbers"),
    [(3, 4, [5, 6]), (3, 4, [1, 6]), (3, 3, [1, 2, 3]), (4, 3, [1, 5]), (4, 4, [5, 6])],
)
def test_equal_keys_mean_equal_values(
    seed: int, size: int, holes: int, numbers: list[int]
) -> None:
    """Utility and depth: also where one diagonal, or both, are dead."""
    rng = random.Random(seed)
    oracle = Oracle(size)
    first: dict[Hashable, tuple[Board, Value]] = {}
    compared = 0
    for _ in range(3000):
        values = [0] * holes + rng.choices(numbers, k=size * size - holes)
        rng.shuffle(values)
        board = tuple(tuple(values[i : i + size]) for i in range(0, size * size, size))
        odd = rng.random() < 0.5
        if oracle.is_won(board):
            continue
        key = key_of(Position.of(T3State(odd, board)))
        value = oracle.value(odd, board)
        other, expected = first.setdefault(key, (board, value))
        compared += other != board
        assert (value.utility, value.depth) == (expected.utility, expected.depth)
        if compared > 80:
            return
    assert compared > 50


def mirrored_orders(size: int) -> list[tuple[int, ...]]:
    """The orders of the indices that keep mirrored pairs mirrored."""
    return [
        order
        for order in permutations(range(size))
        if all(a + b == size - 1 for a, b in zip(order, reversed(order)))
    ]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_symmetric_positions_have_equal_keys(size: int) -> None:
    """Rows and columns in another order, exchanged, or reversed; and few others."""
    rng = random.Random(size)
    orders = mirrored_orders(size)
    keys = set()
    equal = 0
    for _ in range(100):
        odd, board = random_position(rng, size, rng.randint(1, size * size))
        key = key_of(Position.of(T3State(odd, board)))
        keys.add(key)
        order = rng.choice(orders)
        turned = [[board[row][col] for col in order] for row in order]
        flipped = [list(row) for row in zip(*board)]
        for other in (turned, flipped, board[::-1]):
            equal += key_of(Position.of(T3State(odd, other))) == key
        assert key_of(Position.of(T3State(not odd, board))) != key
    assert equal > 0.95 * 3 * 100
    assert len(keys) > 60 or size < 4


@pytest.mark.parametrize("placed", [0, 1, 2, 3])
def test_distinct_actions_stand_for_all(placed: int) -> None:
    """Some symmetry of the position takes what is left out to an earlier action."""
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


def test_distinct_actions_are_few_on_any_board() -> None:
    def count(size: int) -> int:
        board = [[0] * size for _ in range(size)]
        board[1][0], board[3][2] = 3, 4
        position = Position.of(T3State(True, board))
        return len(members(position.distinct(position.legal())))

    assert count(12) == count(14) == count(30)
    assert count(13) == count(15) == count(31)


def test_first_actions_of_the_empty_board() -> None:
    """On 3x3: a corner, an edge and the centre; on 8x8 a diagonal or not."""
    for size, cells in ((3, [(0, 0), (0, 1), (1, 1)]), (8, [(0, 0), (0, 1)])):
        position = Position.of(T3State(True, [[0] * size] * size))
        first: dict[Hashable, T3Action] = {}
        for action, child in position.children(members(position.legal())):
            first.setdefault(key_of(child), position.mover.action(action))
        found = [(act.col(), act.row(), act.move()) for act in first.values()]
        assert found == [(*cell, move) for cell in cells for move in (1, 3, 5)]


def test_a_dead_board_has_one_key_for_all_fillings() -> None:
    """Only how many cells are empty matters where no line is live."""
    game = game_with(target=100)
    boards = [[[1, 0], [0, 0]], [[0, 0], [0, 5]], [[3, 0], [0, 0]]]
    keys = {key_of(Position.of(game(True, board))) for board in boards}
    assert len(keys) == 1
    assert key_of(Position.of(game(True, [[1, 0], [0, 1]]))) not in keys
