"""T3Player and the two searches behind it, compared with the oracle and the truth files."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from itertools import permutations, product
from typing import Any
from unittest.mock import Mock, patch

import pytest

import course_player
import t3_player
from oracle import Oracle, Value
from positions import game_with, random_position, random_state, truth
from t3_engine import Clock, Search
from t3_engine.position import Position
from t3_player import T3Player, T3State

TRUTH = list(truth())


def recursion(state: T3State) -> tuple[Any, ...]:
    """The value by T3Player's own search, whatever the state."""
    with patch.object(t3_player, "engine", None):
        return T3Player().evaluate(state)


def engine(state: T3State) -> tuple[Any, ...]:
    """The value by t3_engine."""
    return Search(Clock()).evaluate(state)[:3]


SEARCHES = [recursion, engine]


def judge(
    state: T3State,
    expected: Value,
    searches: Sequence[Callable[[T3State], tuple[Any, ...]]] = SEARCHES,
) -> None:
    """Each search finds this value."""
    for search in searches:
        utility, depth, action = search(state)
        value = utility, depth, action and astuple(action)
        assert value == expected, f"{search}: {state.notation()}"


@pytest.mark.parametrize(
    ("kind", "count", "step"),
    [
        ("careful", 30, 1),
        ("trap", 24, 1),
        ("sample", 326, 12),
        pytest.param("sample", 326, 1, marks=pytest.mark.long),
    ],
)
def test_truth(kind: str, count: int, step: int) -> None:
    """In a trap the naive search does not choose the best action."""
    known = [it for it in TRUTH if it.kind == kind]
    assert len(known) == count
    for notation, value, _ in known[::step]:
        state = T3State.from_notation(notation)
        judge(state, value)
        if kind == "trap":
            chosen = course_player.T3Player().choose(state)
            assert chosen and astuple(chosen) != value.action  # noqa: PT018 for mypy


@pytest.mark.parametrize(
    ("size", "holes", "positions"),
    [
        *[(3, 1, 40), (3, 2, 80), (3, 3, 150), (3, 4, 25)],
        *[(4, 2, 60), (4, 4, 20), (5, 3, 30), (5, 4, 5)],
        *[
            pytest.param(*it, marks=pytest.mark.long)
            for it in [(3, 3, 1000), (3, 4, 200), (3, 5, 40), (3, 6, 4), (3, 7, 1)]
        ],
        pytest.param(4, 5, 20, marks=pytest.mark.long),
    ],
)
def test_reachable_positions(size: int, holes: int, positions: int) -> None:
    """Most have 3 holes, where tie-breaks matter most."""
    rng = random.Random(size * holes)
    oracle = Oracle(size)
    for _ in range(positions):
        odd, board = random_position(rng, size, holes)
        judge(T3State(odd, board), oracle.value(odd, board))


@pytest.mark.parametrize(
    ("max_move", "target"),
    [
        (9, 15),
        pytest.param(12, 20, marks=pytest.mark.long),  # two-digit numbers
        (6, 17),  # only a full line of the largest numbers reaches it
        (5, 13),  # odds have one number more than evens
        (4, 9),
        (6, 6),  # one number can win
        (6, 1),
        (2, 4),
        (3, 7),
        (6, 0),  # won as long as a line is empty
        (6, -3),  # never won
        (6, 99),
    ],
)
def test_other_games(max_move: int, target: int) -> None:
    """The searches are exact on random boards, also on those that play can't reach."""
    rng, game = random.Random(max_move), game_with(target, max_move)
    for size, most_holes in [(1, 1), (2, 4), (3, 5), (4, 3)]:
        oracle = Oracle(size, max_move, target)
        for _ in range(12):
            state = random_state(rng, size, rng.randint(0, most_holes), game)
            judge(state, oracle.value(state.odd_turn, state.board))


def test_which_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's own up to 15 empty cells, 6 with other constants, else the engine's."""
    unusable = Mock(Search=Mock(side_effect=ZeroDivisionError))
    monkeypatch.setattr(t3_player, "engine", unusable)
    other = game_with(15)
    T3Player().choose(T3State.from_notation("1000/0000/0000/0000 evens"))
    T3Player().choose(other.from_notation("112/000/000 odds"))
    wide: list[T3State] = [T3State(True, [[0] * 4] * 4)]
    for state in [*wide, other.from_notation("110/000/000 odds")]:
        with pytest.raises(ZeroDivisionError):
            T3Player().choose(state)


@pytest.mark.parametrize("board", ["000/340/020", "030/402/001", "010/023/000"])
def test_alpha_beta_returns_the_utility_or_a_bound(board: str) -> None:
    """Whatever its memo holds of both sides: each window is asked for in every order."""
    states = [T3State.from_notation(f"{board} {side}") for side in ("odds", "evens")]
    oracle = Oracle()
    for windows in permutations([(-1, 0), (0, 1), (-1, 1)]):
        player, search = T3Player(), Search(Clock())
        for state, window in product(states, windows):
            utility = oracle.value(state.odd_turn, state.board).utility
            for found in (
                player.alpha_beta(state, *window),
                search.alpha_beta(Position.of(state), *window),
            ):
                bound = utility <= found <= window[0] or window[1] <= found <= utility
                assert found == utility or bound


def test_a_player_for_several_games_and_threads() -> None:
    """The games share a board and a side's numbers, not the utilities."""
    games: list[type[T3State]] = [T3State, game_with(99), game_with(13, 5)]
    states = [game.from_notation("502/050/004 odds") for game in games]
    player = T3Player()
    assert [player.alpha_beta(state) for state in states] == [-1, 0, 1]
    values = [recursion(state) for state in states]
    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(player.evaluate, states * 2)) == values * 2


def test_the_memory_of_a_player_does_not_grow() -> None:
    player = T3Player()
    player.choose(T3State(True, None))
    assert len(player.memo) > 100
    player.choose(T3State(*random_position(random.Random(0), 3, 1)))
    assert len(player.memo) < 10


@pytest.mark.parametrize(
    ("searches", "size", "odd", "expected"),
    [
        # Exhaustive search found these values and best actions.
        (SEARCHES, 3, True, Value(-1, 4, (0, 0, 1))),
        (SEARCHES, 3, False, Value(1, 3, (0, 0, 2))),
        ([engine], 4, True, Value(1, 5, (0, 0, 3))),
        pytest.param([recursion], 4, True, Value(1, 5, (0, 0, 3)), marks=pytest.mark.long),
        (SEARCHES, 4, False, Value(1, 3, (0, 0, 6))),
        ([engine], 5, True, Value(1, 5, (0, 0, 3))),
        ([engine], 5, False, Value(1, 3, (2, 2, 6))),
        ([engine], 6, True, Value(1, 5, (0, 0, 1))),
        ([engine], 6, False, Value(-1, 4, (0, 0, 2))),
    ],
)
def test_empty_boards(searches: list[Any], size: int, odd: bool, expected: Value) -> None:
    judge(T3State(odd, [[0] * size] * size), expected, searches)
