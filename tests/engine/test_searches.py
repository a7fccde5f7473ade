"""Each search by itself against the oracle, and the ladder when time runs out."""

import itertools
import math
import random
from collections.abc import Iterator
from unittest.mock import Mock

import pytest

from oracle import Oracle
from positions import game_with, random_position, random_state
from t3_engine import Clock, ForcedWins, Search
from t3_engine.position import LOSS, Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_state import T3State

games = pytest.mark.parametrize(("max_move", "target"), [(6, 13), (4, 7), (9, 15), (2, 5)])


@games
@pytest.mark.parametrize("wide", [0, 25])
def test_utilities(
    max_move: int, target: int, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By alpha-beta, and by forced wins as on wide boards, from 2 x 2 to 4 x 4."""
    monkeypatch.setattr("t3_engine.search.WIDE", wide)
    rng, game = random.Random(7), game_with(target, max_move)
    for size in (2, 3, 4):
        search, oracle = Search(Clock()), Oracle(size, max_move, target)
        for _ in range(40):
            state = random_state(rng, size, rng.randint(1, 4), game)
            if not state.is_win():
                utility = oracle.value(state.odd_turn, state.board).utility
                position = Position.of(state)
                assert search.known(position) in (None, utility)
                assert search.utility(position) == utility


@games
def test_forced_wins(max_move: int, target: int) -> None:
    rng, game = random.Random(0), game_with(target, max_move)
    oracles = {size: Oracle(size, max_move, target) for size in (2, 3)}
    for size in [2] * 60 + [3] * 100:
        oracle = oracles[size]
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


@pytest.mark.usefixtures("ticks")
def test_an_interrupted_search_goes_on_where_it_was() -> None:
    position = Position.of(T3State(True, [[0] * 6] * 6))
    search = ForcedWins(True, Clock())
    for interrupted in range(2000):
        search.clock = Clock(time_limit=100)
        try:
            assert search.within(position, 7)
        except TimeoutError:
            continue
        assert interrupted > 0
        return
    pytest.fail("interrupted too often to end")


def test_a_game_too_long_for_the_stack_ends_as_time_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Search, "alpha_beta", Mock(side_effect=RecursionError))
    assert not Search(Clock()).answer(T3State(True, [[0] * 5] * 5)).exact


@pytest.mark.parametrize("size", [4, 6])
def test_each_search_checks_the_time(size: int, ticks: Iterator[int]) -> None:
    """Alpha-beta, on 4x4, and forced wins, on 6x6, end soon after the limit."""
    value = Search(Clock(20)).answer(T3State(True, [[0] * size] * size))
    assert not value.exact
    assert 20 < next(ticks) < 40 + 3 * size * size


@pytest.mark.usefixtures("ticks")
def test_answers_in_time() -> None:
    """Exact, or else lower bounds, which neither miss a win at once nor lose at once."""
    rng = random.Random(1)
    inexact = 0
    for time_limit in [0, 10, 50] * 25:
        state = T3State(*random_position(rng, 4, rng.randint(5, 16)))
        if rng.random() < 0.5:  # a crowded board, which may be a tie
            state = T3State(True, [rng.choices([0, 5, 6], k=5) for _ in range(5)])
        value = Search(Clock(time_limit)).answer(state)
        if value.exact:
            assert value == Search(Clock()).evaluate(state)
            continue
        inexact += 1
        child = state.get_next_state(value.action)
        after = Search(Clock()).evaluate(child)
        assert -after.utility >= value.utility
        assert after.depth + 1 >= value.depth
        position = Position.of(state)
        assert not position.can_win()
        assert not position.safe or not Position.of(child).can_win()
    assert inexact > 10


@pytest.mark.parametrize("notation", ["100/000/000 evens", "003/023/020 evens"])
def test_the_known_utility_is_kept(notation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last answer before an exact one already has the exact utility."""
    state = T3State.from_notation(notation)
    values = [Search(Clock(0)).answer(state)]
    while not values[-1].exact:
        monkeypatch.setattr("time.monotonic", itertools.count().__next__)
        values.append(Search(Clock(3 * len(values))).answer(state))
    assert values[-2].utility == values[-1].utility >= 0


def test_time_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """None below 0; that of 0 ends at once, though the system's clock need not advance."""
    monkeypatch.setattr("time.monotonic", lambda: 7.0)
    with pytest.raises(TimeoutError):
        Clock(0).spend(1)
    for wrong in (-1, float("nan")):
        with pytest.raises(ValueError, match="a number of seconds"):
            Clock(wrong)
    clock = Clock()
    clock.most = 3
    clock.spend(3)
    with pytest.raises(TimeoutError):
        clock.spend(1)


def test_the_soonest_known_win_is_played() -> None:
    """A slower win comes first in action order, and the search does not know its depth."""
    state = T3State.from_notation("210/002/001 evens")
    position = Position.of(state)
    clock = Clock()
    search = Search(clock)
    children = position.children(members(position.legal()))
    wins = [action for action, it in children if search.utility(it) == LOSS]
    clock.deadline = 0
    assert str(position.mover.action(wins[0])) == "(0,1) = 2"  # wins in 5 plies
    assert str(search.best_known(state).action) == "(1,2) = 6"  # wins in 3
