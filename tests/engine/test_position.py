"""The search's view of a position, against the rules as T3State has them."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from itertools import pairwise, permutations, product

import pytest

from oracle import Board, Oracle
from positions import random_position, seeds
from t3_engine.position import MOST_HOLES, Position, members
from t3_state import T3Action, T3State, is_odds, lines


class Nine(T3State):
    """Odds have five numbers, evens four."""

    MAX_MOVE = 9
    WIN_TARGET = 15


def positions(seed: int) -> list[T3State]:
    """Some states that nobody has won, of several sizes, fillings and games."""
    rng = random.Random(seed)
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


@pytest.mark.parametrize("seed", seeds(1, 4))
def test_threats(seed: int) -> None:
    """Legal, winning and safe actions, each in action order."""
    for state in positions(seed):
        position = Position.of(state)
        legal = list(state.get_transitions())
        assert actions(position, position.legal()) == [action for action, _ in legal]
        assert actions(position, position.winning()) == wins(state)
        assert position.can_win() == bool(wins(state))
        if not position.can_win():
            safe = [action for action, child in legal if not wins(child)]
            assert actions(position, position.safe) == safe


def test_won() -> None:
    rng = random.Random(0)
    won = 0
    for _ in range(500):
        board = [[rng.randint(0, 6) for _ in range(3)] for _ in range(3)]
        state = T3State(True, board)
        assert Position.of(state).is_won() == state.is_win()
        won += state.is_win()
    assert 50 < won < 450


def test_after() -> None:
    """The position after an action is the position of the state after it."""
    for state in positions(7):
        position = Position.of(state)
        for action in members(position.legal()):
            after = position.after(action)
            act = position.mover.action(action)
            expected = Position.of(state.get_next_state(act))
            assert (after.key(), after.safe) == (expected.key(), expected.safe)
            assert after.shape() == expected.shape()


def test_plies_left() -> None:
    """The moves that are left when no line can be completed any more."""

    class NoWin(T3State):
        WIN_TARGET = -1

    class OnlyOnes(NoWin):
        MAX_MOVE = 1

    for game in (NoWin, OnlyOnes):
        for state in (
            game(True),
            game(False),
            game(True, [[1]]),
            game(False, [[1, 0], [0, 1]]),
        ):
            plies, last = 0, state
            while children := list(last.get_transitions()):
                plies, last = plies + 1, children[0][1]
            assert Position.of(state).plies_left() == plies


@pytest.mark.parametrize("key", [Position.key, Position.shape])
@pytest.mark.parametrize(
    ("size", "holes", "numbers"),
    [(3, 4, [5, 6]), (3, 4, [1, 6]), (4, 4, [1, 5])],
)
def test_equal_keys_mean_equal_utility(
    size: int, holes: int, numbers: list[int], key: Callable[[Position], Hashable]
) -> None:
    """Also where spare cells are left out of the key: many boards here have some."""
    rng = random.Random(0)
    oracle = Oracle(size)
    cells = size * size
    patterns = [set(rng.sample(range(cells), holes)) for _ in range(6)]
    first: dict[Hashable, Board] = {}
    compared = 0
    while compared < 300:
        pattern = rng.choice(patterns)
        values = [0 if cell in pattern else rng.choice(numbers) for cell in range(cells)]
        board = tuple(tuple(values[i : i + size]) for i in range(0, cells, size))
        odd = rng.random() < 0.5
        if not oracle.is_won(board):
            equal = first.setdefault(key(Position.of(T3State(odd, board))), board)
            if equal != board:
                expected = oracle.value(odd, equal).utility
                assert oracle.value(odd, board).utility == expected
                compared += 1


@pytest.mark.parametrize(("max_move", "row"), [(6, "2400"), (8, "2200")])
def test_a_spare_cell_more_is_another_key(max_move: int, row: str) -> None:
    """Whoever has to open the row loses by it, and that is the other one then."""
    game: type[T3State] = type("Game", (T3State,), {"MAX_MOVE": max_move})
    oracle = Oracle(4, max_move)
    keys = []
    for spare, rest in enumerate(["6666/6666/6666", "6666/0666/6666", "6666/0666/6066"]):
        state = game.from_notation(f"{row}/{rest} odds")
        assert oracle.value(True, state.board).utility == (1 if spare == 1 else -1)
        position = Position.of(state)
        keys.append((position.key(), position.shape()))
    for smaller, larger in pairwise(keys):
        assert all(a != b for a, b in zip(smaller, larger))


def mirrored_orders(size: int) -> list[tuple[int, ...]]:
    """The orders of the indices that keep mirrored pairs mirrored."""
    return [
        order
        for order in permutations(range(size))
        if all(a + b == size - 1 for a, b in zip(order, reversed(order)))
    ]


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_most_symmetric_positions_have_equal_shapes(size: int) -> None:
    """Rows and columns in another order, or changed for one another, and few alike else."""
    rng = random.Random(size)
    orders = mirrored_orders(size)
    shapes: Counter[Hashable] = Counter()
    equal = 0
    for _ in range(100):
        holes = rng.randint(1, min(size * size, MOST_HOLES))
        odd, board = random_position(rng, size, holes)
        shape = Position.of(T3State(odd, board)).shape()
        shapes[shape] += 1
        order = rng.choice(orders)
        turned = [[board[row][col] for col in order] for row in order]
        flipped = [list(row) for row in zip(*board)]
        reversed_rows = board[::-1]
        for other in (turned, flipped, reversed_rows):
            equal += Position.of(T3State(odd, other)).shape() == shape
        assert Position.of(T3State(not odd, board)).shape() != shape
    assert equal > 0.9 * 3 * 100
    assert len(shapes) > 60 or size < 4


def test_fingerprints() -> None:
    """Equal where the shapes are, and seldom else."""
    compared = 0
    for state in positions(5):
        reached = [Position.of(state)]
        if reached[0].holes() > 6 or reached[0].can_win():
            continue
        for _ in range(2):
            reached = [
                child
                for position in reached
                for _, child in position.children(members(position.legal()))
                if not child.is_won()
            ]
        by_shape = {position.shape(): position.fingerprint for position in reached}
        for position in reached:
            assert by_shape[position.shape()] == position.fingerprint
        compared += len(reached) - len(by_shape)
        assert len(by_shape) < 20 or len(set(by_shape.values())) > len(by_shape) / 4
    assert compared > 1000


@pytest.mark.parametrize("by_mover", [True, False])
def test_lines_that_a_player_may_complete(by_mover: bool) -> None:
    """Those whose holes, or some of them, can be filled up, with one's number last."""
    for state in positions(9):
        if state.size > 3:
            continue
        numbers = range(1, state.MAX_MOVE + 1)
        mine = [n for n in numbers if is_odds(n) == (state.odd_turn == by_mover)]
        expected = 0
        for line in lines(state.size):
            values = [state.board[row][col] for col, row in line]
            needs = {state.WIN_TARGET - sum(values) - n for n in mine}
            others = values.count(0) - 1
            expected += others >= 0 and any(
                sum(filling) in needs
                for count in range(others + 1)
                for filling in product(numbers, repeat=count)
            )
        position = Position.of(state)
        side = position.mover if by_mover else position.mover.opponent
        assert sum(side.completes[code] for code in position.codes) == expected


def crowded(seed: int) -> Iterator[tuple[bool, list[list[int]], Position]]:
    """5 x 5 boards of high numbers, so that most lines are dead, with no threat."""
    rng = random.Random(seed)
    for _ in range(400):
        board = [[rng.choice([0, 5, 6, 6]) for _ in range(5)] for _ in range(5)]
        odd = rng.random() < 0.5
        position = Position.of(T3State(odd, board))
        if not T3State(odd, board).is_win() and not position.can_win():
            yield odd, board, position


def spare_cells(board: list[list[int]]) -> list[tuple[int, int]]:
    """The (col, row) of the empty cells whose lines all exceed the target."""
    live = [line for line in lines(5) if sum(board[row][col] for col, row in line) <= 13]
    return [
        (col, row)
        for col in range(5)
        for row in range(5)
        if board[row][col] == 0 and not any((col, row) in line for line in live)
    ]


def test_two_spare_cells_more_change_nothing() -> None:
    compared = 0
    for odd, board, position in crowded(0):
        if len(spare := spare_cells(board)) > 2:
            for col, row in spare[:2]:
                board[row][col] = 1
            fewer = Position.of(T3State(odd, board))
            assert (fewer.key(), fewer.shape()) == (position.key(), position.shape())
            compared += 1
    assert compared > 30


def test_candidates_reach_whatever_safe_actions_reach() -> None:
    left_out = 0
    for _, board, position in crowded(1):
        candidates = members(position.candidates())
        assert set(candidates) <= set(members(position.safe))
        assert {position.after(action).shape() for action in candidates} == {
            position.after(action).shape() for action in members(position.safe)
        }
        left_out += len(spare_cells(board)) > 1 and position.candidates() != position.safe
    assert left_out > 30
