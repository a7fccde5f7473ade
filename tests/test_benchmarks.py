"""The benchmarks measure what they say."""

import pytest

from benchmarks.audit import audit, by_engine
from benchmarks.positions import careful, scattered
from benchmarks.signature import signature
from t3_player import T3Player
from t3_state import T3State


def test_signature() -> None:
    """Fails if a search makes more or fewer positions. A commit may change the numbers."""
    assert list(signature().values()) == [1_785, 20_931, 66_957]


def test_sets_of_positions() -> None:
    for states, holes in ((careful(4, 3, 10), 13), (scattered(4, 6, 10), 6)):
        assert [len(state.get_open_tiles()) for state in states] == [holes] * 10
        for state in states:
            assert not state.is_win()
            assert not any(child.is_win() for _, child in state.get_transitions())
    assert careful(4, 3, 10) == careful(4, 3, 10)


class Seven(T3State):
    """The game in which 7 wins."""

    WIN_TARGET = 7


@pytest.mark.parametrize("asked", ["player", "engine"])
def test_audit_of_a_small_game(asked: str) -> None:
    evaluate = by_engine if asked == "engine" else T3Player().evaluate
    counts, wrong = audit(Seven, 2, evaluate)
    assert wrong == 0
    assert counts == {1: 456, -1: 2}
    of_each, wrong = audit(Seven, 2, evaluate, most=1)
    assert wrong == 0
    assert counts.total() / 8 <= of_each.total() < counts.total()
