"""The engine's ladder, rung by rung."""

import pytest

from t3_engine import Clock, OutOfTimeError, Search
from t3_engine.position import LOSS, WIN, Position
from t3_engine.rules import members
from t3_player import T3Player, T3State


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
    assert search.utilities.of(position) == WIN
    search.clock.stop()
    secured, _, best = search.likeliest(position)
    assert secured == WIN
    child = state.get_next_state(position.mover.action(best))
    assert T3Player().evaluate(child).utility == LOSS


def test_of_the_wins_that_are_known_the_soonest_is_played() -> None:
    """Also where another comes first, and how long it takes is not known."""
    position = Position.of(T3State.from_notation("210/002/001 evens"))
    search = Search(Clock())
    children = position.children(members(position.legal()))
    wins = [action for action, it in children if search.utilities.of(it) == LOSS]
    search.clock.stop()
    _, _, best = search.likeliest(position)
    assert str(position.mover.action(wins[0])) == "(0,1) = 2"  # which wins in 5
    assert str(position.mover.action(best)) == "(1,2) = 6"  # in 3
