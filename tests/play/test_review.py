"""What a review says of the moves of a match."""

import random

import pytest

from oracle import Oracle
from positions import random_position, seeds
from t3_play.match import Match
from t3_play.review import review, turning_point
from t3_player import Clock
from t3_state import T3Action, T3State


@pytest.mark.parametrize("seed", seeds(3, 10))
def test_review(seed: int) -> None:
    """Each judgement has the utilities and distances of the oracle."""
    rng, oracle = random.Random(seed), Oracle()
    match = Match(T3State(*random_position(rng, 3, 6)))
    while not match.state.is_over():
        match.add(rng.choice([action for action, _ in match.state.get_transitions()]))
    judged = review(match, Clock())
    assert sorted(judged) == list(range(len(match.actions)))
    lost: dict[bool, int] = {}
    for ply, (state, action) in enumerate(zip(match.states, match.actions)):
        worth = oracle.value(state.odd_turn, state.board).utility
        judgement = judged[ply]
        assert judgement.played.action == action
        assert judgement.best.utility == worth
        if judgement.played.utility != worth:
            lost[state.odd_turn] = ply
    for odd in (True, False):
        assert turning_point(match, odd, judged) == lost.get(odd)


def test_out_of_time_nothing_is_judged() -> None:
    match = Match(T3State(True))
    match.add(T3Action(0, 0, 1))
    clock = Clock()
    clock.deadline = 0
    assert review(match, clock) == {}
    assert turning_point(match, True, {}) is None
