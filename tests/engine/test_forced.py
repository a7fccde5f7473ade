"""Forced wins within a number of plies, compared with the oracle's plain search."""

import math
import random

import pytest

from oracle import Oracle
from positions import random_state, seeds
from t3_engine import ForcedWins
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_play.match import game_with
from t3_player import Clock
from t3_state import T3State


@pytest.mark.parametrize("seed", seeds(1, 3))
@pytest.mark.parametrize(("max_move", "target"), [(6, 13), (6, 9), (4, 7), (9, 15), (2, 5)])
def test_agrees_with_plain_search(max_move: int, target: int, seed: int) -> None:
    rng, game = random.Random(seed), game_with(target, max_move)
    for size in [2] * 200 + [3] * 200:
        oracle = Oracle(size, max_move, target)
        holes = rng.randint(2, 4)
        state = random_state(rng, size, holes, game)
        odd, board, position = state.odd_turn, state.board, Position.of(state)
        if state.is_win() or not position.safe:  # needs no search
            continue
        for attacker in (True, False):
            forced = ForcedWins(attacker, Clock())
            limits = rng.sample(range(1, holes + 2), holes + 1)
            plain = oracle.wins_within if odd == attacker else oracle.loses_within
            for plies in limits:  # one ForcedWins answers all, in any order
                expected = plain(odd, board, plies)
                assert forced.within(position, plies) == expected
                key = key_of(position)
                assert expected or plies < forced.wins_within.get(key, math.inf)
                assert not expected or plies > forced.holds_for.get(key, 0)


@pytest.mark.parametrize(
    ("size", "odd", "plies"), [(4, True, 7), (12, True, 7), (8, False, 8)]
)
def test_empty_boards(size: int, odd: bool, plies: int) -> None:
    """Odds win an empty board within `plies`, not within fewer. Evens do not win before."""
    position = Position.of(T3State(odd, [[0] * size] * size))
    forced = ForcedWins(True, Clock())
    assert not forced.within(position, plies - 2)
    assert forced.within(position, plies)
    assert forced.wins_within[key_of(position)] == plies
    assert forced.holds_for[key_of(position)] == plies - 2
    assert not ForcedWins(False, Clock()).within(position, plies - 1)


@pytest.mark.usefixtures("ticks")
def test_an_interrupted_search_goes_on_where_it_was() -> None:
    position = Position.of(T3State(True, [[0] * 6] * 6))
    search = ForcedWins(True, Clock())
    for interrupted in range(2000):
        search.clock = Clock(time_limit=200)
        try:
            assert search.within(position, 7)
        except TimeoutError:
            continue
        assert interrupted > 0
        return
    pytest.fail("interrupted too often to end")
