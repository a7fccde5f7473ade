"""What actions lead to in a position, and what those of a match gave away."""

import random

import pytest

from oracle import Oracle
from positions import random_position, seeds
from t3_engine import Clock
from t3_play.analysis import Distances, Prospect, prospects
from t3_play.levels import odds_win
from t3_play.match import new_match
from t3_play.review import Judgement, review, turning_point, victory
from t3_player import T3Action, T3State


@pytest.mark.parametrize(
    ("size", "holes", "count"),
    [
        *[(3, [holes], 20) for holes in (1, 2, 3, 4)],
        pytest.param(3, [1, 2, 3, 4, 4, 5], 300, marks=pytest.mark.long),
        pytest.param(4, [4, 6, 7], 8, marks=pytest.mark.long),
    ],
)
def test_prospects(size: int, holes: list[int], count: int) -> None:
    """As the oracle, whose winner hurries and whose loser delays."""
    rng, oracle = random.Random(size + holes[0]), Oracle(size)
    for _ in range(count):
        state = T3State(*random_position(rng, size, rng.choice(holes)))
        found = prospects(state, Clock())
        assert sorted(it.action for it in found) == [a for a, _ in state.get_transitions()]
        assert found == sorted(found, key=lambda it: it.rank())
        for it in found:
            child = state.get_next_state(it.action)
            there = child.odd_turn, child.board
            assert it.utility == -oracle.value(*there).utility
            assert it.distance == (1 + oracle.lasts(*there) if it.utility else None)


def test_a_win_that_is_known_stays_so_when_time_runs_out() -> None:
    """The action is one that keeps it, though not the fastest as far as is known."""
    state, clock = T3State.from_notation("120/000/000 evens"), Clock()
    clock.most = 7
    found = Distances(clock).outlook(state)
    assert not found.proven
    assert found.utility == 1
    assert Distances(Clock()).prospect(state, found.actions[0]).utility == 1


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("odd", [True, False])
def test_who_wins_an_empty_board(size: int, odd: bool) -> None:
    best = Distances(Clock()).outlook(T3State(odd, [[0] * size] * size))
    assert odds_win(size, odd) == ((best.utility == 1) == odd)


def test_the_order_of_prospects() -> None:
    """Quick wins, slow wins, ties, unproven actions, slow losses, quick losses."""
    action = T3Action(0, 0, 1)
    order = [(1, 1), (1, 3), (1, 5), (0, None), (None, None), (-1, 6), (-1, 4), (-1, 2)]
    found = [Prospect(action, *it) for it in order]
    mixed = found[1::2] + found[::2]
    assert sorted(mixed, key=Prospect.rank) == found


@pytest.mark.parametrize("seed", seeds(1, 6))
def test_review(seed: int) -> None:
    """Each judgement has the utilities and distances of the oracle."""
    rng, oracle = random.Random(seed), Oracle()
    match = new_match(start=T3State(*random_position(rng, 3, 6)))
    while not match.state.is_over():
        match.add(rng.choice([action for action, _ in match.state.get_transitions()]))
    judged = review(match, Clock())
    assert sorted(judged) == list(range(len(match.actions)))
    turned = None
    for ply, (state, action) in enumerate(zip(match.states, match.actions)):
        worth = oracle.value(state.odd_turn, state.board).utility
        judgement = judged[ply]
        assert judgement.played.action == action
        assert judgement.best.utility == worth
        if judgement.played.utility != worth:
            turned = ply
    assert turning_point(match, judged) == turned
    later = {ply: it for ply, it in judged.items() if ply >= (turned or 0)}
    assert victory(match, later) == victory(match, judged)  # which needs no more


def test_out_of_time_nothing_is_judged() -> None:
    """Nor said to be best, if it wins, but it is not known how soon."""
    won, sooner = Prospect(T3Action(0, 0, 1), 1), Prospect(T3Action(0, 0, 3), 1, 3)
    assert Judgement(won, sooner, proven=True).in_words() == "odds win"
    late, lost = Prospect(T3Action(0, 0, 1), -1, 4), Prospect(T3Action(0, 0, 3), -1)
    assert Judgement(late, lost, proven=True).in_words().endswith("; nothing is better")
    match = new_match(3, play="odds")
    match.add(T3Action(0, 0, 1))
    clock = Clock()
    clock.deadline = 0
    assert review(match, clock) == {}
    assert turning_point(match, {}) is None
