"""Forced wins within a limit of plies, against plain search by the definition."""

import random
from functools import cache

import pytest

from oracle import Board, Oracle
from positions import random_position, seeds
from t3_engine import Clock, ForcedWins, OutOfTimeError
from t3_engine.position import Position
from t3_play.match import game_with
from t3_state import T3State


def wins_within(
    oracle: Oracle, attacker: bool, odd: bool, board: Board, plies: int
) -> bool:
    """Whether the attacker forces a win within `plies`: every action, no pruning."""

    @cache
    def forced(odd: bool, board: tuple[int, ...], plies: int) -> bool:
        if oracle._is_won(board):
            return odd != attacker
        children = [
            (*board[:i], number, *board[i + 1 :])
            for i, value in enumerate(board)
            for number in (oracle.numbers[odd] if value == 0 else ())
        ]
        if plies == 0 or not children:
            return False
        results = (forced(not odd, child, plies - 1) for child in children)
        return any(results) if odd == attacker else all(results)

    return forced(odd, sum(board, ()), plies)


@pytest.mark.parametrize("seed", seeds(1, 5))
@pytest.mark.parametrize(("max_move", "target"), [(6, 13), (6, 9), (4, 7), (9, 15), (2, 5)])
@pytest.mark.parametrize("size", [2, 3])
def test_agrees_with_plain_search(size: int, max_move: int, target: int, seed: int) -> None:
    rng = random.Random(seed)
    oracle = Oracle(size, max_move, target)
    game = game_with(target, max_move)
    for _ in range(300):
        holes = rng.randint(2, 4)
        values = [0] * holes + rng.choices(range(1, max_move + 1), k=size * size - holes)
        rng.shuffle(values)
        board = tuple(tuple(values[i : i + size]) for i in range(0, size * size, size))
        odd = rng.random() < 0.5
        position = Position.of(game(odd, board))
        if oracle.is_won(board) or not position.safe:  # decided at sight
            continue
        for attacker in (True, False):
            forced = ForcedWins(attacker, Clock())
            limits = list(range(1, holes + 2))
            rng.shuffle(limits)
            for plies in limits:  # in any order, with one table
                expected = wins_within(oracle, attacker, odd, board, plies)
                assert forced.within(position, plies) == expected
                proven, refuted = forced.limits(position)
                assert expected or proven is None or plies < proven
                assert not expected or plies > refuted


@pytest.mark.parametrize(
    ("size", "odd", "plies"), [(4, True, 7), (12, True, 7), (8, False, 8)]
)
def test_empty_boards(size: int, odd: bool, plies: int) -> None:
    """Odds win them within so many plies, and within no fewer."""
    position = Position.of(T3State(odd, [[0] * size] * size))
    forced = ForcedWins(True, Clock())
    assert not forced.within(position, plies - 2)
    assert forced.within(position, plies)
    assert forced.limits(position) == (plies, plies - 2)
    assert not ForcedWins(False, Clock()).within(position, plies - 1)


def test_a_player_who_must_spoil_a_line_loses() -> None:
    """Evens threaten nothing after their action, and odds have no safe one."""
    position = Position.of(T3State.from_notation("314/000/142 evens"))
    forced = ForcedWins(False, Clock())
    assert not forced.within(position, 1)
    assert forced.within(position, 3)


@pytest.mark.usefixtures("ticks")
def test_an_interrupted_search_goes_on_where_it_was() -> None:
    position = Position.of(T3State(True, [[0] * 6] * 6))
    search = ForcedWins(True, Clock())
    for interrupted in range(2000):
        search.clock = Clock(time_limit=200)
        try:
            assert search.within(position, 7)
        except OutOfTimeError:
            continue
        assert interrupted > 0
        return
    pytest.fail("interrupted too often to end")


def test_random_wide_positions_are_consistent() -> None:
    """A win within some plies is one within more, and only one side has one."""
    rng = random.Random(3)
    for _ in range(15):
        odd, board = random_position(rng, 6, 30)
        position = Position.of(T3State(odd, board))
        winners = set()
        for attacker in (True, False):
            forced = ForcedWins(attacker, Clock())
            told = [forced.within(position, plies) for plies in range(1, 7)]
            assert told == sorted(told)
            if told[-1]:
                winners.add(attacker)
        assert len(winners) < 2
