"""The engine's ladder when time runs out."""

import pytest

from t3_engine import Search
from t3_engine.position import LOSS, WIN, Position
from t3_engine.tables import members
from t3_player import Clock, T3Player, T3State


def test_a_time_limit_of_zero_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's clock need not advance."""
    monkeypatch.setattr("time.monotonic", lambda: 7.0)
    with pytest.raises(TimeoutError):
        Clock(0).spend(1)


def test_a_proven_win_is_played_when_time_runs_out() -> None:
    """Proof numbers prove the win."""
    state = T3State.from_notation("0000/0200/0200/0030 evens")
    position = Position.of(state)
    clock = Clock()
    search = Search(clock)
    assert search.utilities.of(position) == WIN
    clock.deadline = 0
    best = search.best_known(state)
    assert (best.utility, best.exact) == (WIN, False)
    child = state.get_next_state(best.action)
    assert T3Player().evaluate(child).utility == LOSS


def test_the_soonest_known_win_is_played() -> None:
    """A slower win comes first in action order, and the search does not know its depth."""
    state = T3State.from_notation("210/002/001 evens")
    position = Position.of(state)
    clock = Clock()
    search = Search(clock)
    children = position.children(members(position.legal()))
    wins = [action for action, it in children if search.utilities.of(it) == LOSS]
    clock.deadline = 0
    assert str(position.mover.action(wins[0])) == "(0,1) = 2"  # wins in 5 plies
    assert str(search.best_known(state).action) == "(1,2) = 6"  # wins in 3
