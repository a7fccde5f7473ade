"""The engine's ladder, rung by rung."""

import random

import pytest

from oracle import Oracle
from positions import random_position, seeds
from t3_engine import Clock, OutOfTimeError, Search
from t3_engine.position import LOSS, WIN, Position
from t3_player import T3Player, T3State


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_alpha_beta_bounds(seed: int) -> None:
    """In any window, and whatever other windows have left in the table."""
    rng = random.Random(seed)
    oracle = Oracle()
    windows = [(-1, 0), (0, 1), (-1, 1), (-2, 0), (0, 2)]
    for _ in range(150):
        odd, board = random_position(rng, 3, rng.choice([3, 4, 4]))
        position = Position.of(T3State(odd, board))
        utility = oracle.value(odd, board).utility
        search = Search(Clock())
        for alpha, beta in rng.choices(windows, k=4):
            found = search.alpha_beta(position, alpha, beta)
            assert utility <= found if found <= alpha else utility >= min(found, beta)
            assert utility >= found if found >= beta else utility <= max(found, alpha)
            lower, upper = search.bounds.get(position.key(), (-1, 1))
            assert lower <= utility <= upper


def test_a_result_below_the_window_bounds_from_above_only() -> None:
    """Odds lose here; asked only whether they win, the search stops at what looks a tie."""
    position = Position.of(T3State.from_notation("100/402/014 odds"))
    search = Search(Clock())
    assert search.alpha_beta(position, 0, 1) == 0
    assert search.bounds[position.key()] == (-1, 0)
    assert search.alpha_beta(position, -1, 1) == -1


def test_no_time_is_over_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the system's clock stands still."""
    monkeypatch.setattr("time.monotonic", lambda: 7.0)
    with pytest.raises(OutOfTimeError):
        Clock(0).spend(1)


def test_what_is_proven_is_not_lost_with_the_time() -> None:
    """Also where the children are few enough for the other search."""
    state = T3State.from_notation("0000/0200/0200/0030 evens")
    position = Position.of(state)
    search = Search(Clock())
    assert search.utility(position) == WIN
    search.clock.stop()
    secured, _, best = search.likeliest(position)
    assert secured == WIN
    child = state.get_next_state(position.mover.action(best))
    assert T3Player().evaluate(child).utility == LOSS
