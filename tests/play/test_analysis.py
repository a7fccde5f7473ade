"""What actions lead to in a position, and what those of a match gave away."""

import pytest

from t3_engine import Clock
from t3_play.analysis import Distances, Prospect
from t3_play.levels import odds_win
from t3_play.match import new_match
from t3_play.review import Judgement, review, turning_point
from t3_player import T3Action, T3State


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


def test_out_of_time_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor said to be best, if it wins, but it is not known how soon."""
    won, sooner = Prospect(T3Action(0, 0, 1), 1), Prospect(T3Action(0, 0, 3), 1, 3)
    judgement = Judgement(won, sooner, proven=True)
    assert judgement.in_words() == "odds win"
    match, clock = new_match(3, play="odds"), Clock()
    for col, number in enumerate((1, 2, 1)):
        match.add(T3Action(col, 0, number))
    clock.deadline = 0
    assert review(match, clock) == {}
    assert turning_point({}) is None
    judgements = iter([judgement, None, judgement])
    monkeypatch.setattr("t3_play.review.judge", lambda *_: next(judgements))
    assert review(match, Clock()) == {2: judgement}  # nothing before a gap
