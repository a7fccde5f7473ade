"""The game's advice: which action to play, and which lines are threats."""

import random

import pytest

from oracle import Oracle
from positions import random_position, seeds
from t3_play.advice import advice, danger
from t3_play.analysis import prospects
from t3_play.levels import best_action
from t3_player import Clock, Evaluation, T3Player
from t3_state import T3Action, T3State


def advised(notation: str) -> str:
    """The text of `hint` for a position."""
    state, clock = T3State.from_notation(notation), Clock()
    best = T3Player().evaluate(state)
    return " ".join(advice(state, best_action(state, best, clock), best, clock))


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("640/000/000 odds", "Play (2,0) = 3 to win at once: row 0 is 6 + 4 + 3 = 13."),
        (
            "014/401/034 odds",
            "Evens threaten row 2 (6 on (0,2)); (0,2) = 1 alone stops that. Play "
            "(0,2) = 1: it ties, and nothing does better.",
        ),
        (
            "150/202/003 evens",
            "Play (1,2) = 4: evens win whatever odds do, with this number and at most 1 "
            "more. Then evens threaten row 2 (6 on (0,2)) and column 1 (4 on (1,1)), "
            "and nothing stops both.",
        ),
        (
            "006/500/000 odds",
            "Play (1,2) = 1: odds win whatever evens do, with this number and at most 1 "
            "more. Then whatever evens place brings a line within reach of odds.",
        ),
        (
            "205/002/050 odds",
            "Against best play odds lose. Play (0,2) = 3: nothing lasts longer.",
        ),
        (
            "200/050/000 odds",
            "Against best play odds lose. Play (2,2) = 3: nothing lasts longer.",
        ),
    ],
)
def test_advice(notation: str, said: str) -> None:
    assert advised(notation) == said


def test_advice_when_time_ran_out() -> None:
    state = T3State.from_notation("640/000/000 evens")
    found = Evaluation(-1, 2, T3Action(2, 0, 2), exact=False)
    assert advice(state, T3Action(2, 0, 2), found, Clock()) == [
        "Odds threaten row 0 (3 on (2,0)); (2,0) = 2, 4 or 6 stop that.",
        "(2,0) = 2 looks best, but time ran out before that was proven.",
    ]


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("000/050/000 evens", []),
        ("640/000/000 odds", []),
        (
            "205/002/050 odds",
            [
                "Evens threaten row 0 (6 on (1,0)) and column 2 (6 on (2,2)), and nothing "
                "stops both."
            ],
        ),
        (
            "000/006/550 evens",
            [
                "Odds threaten row 2 (3 on (2,2)), and whatever stops that opens another "
                "line."
            ],
        ),
    ],
)
def test_danger(notation: str, said: list[str]) -> None:
    assert danger(T3State.from_notation(notation)) == said


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_advice_is_among_the_best_of_all(seed: int) -> None:
    """The action that `hint` names is as good as the first one that `why` lists."""
    rng, oracle, clock = random.Random(seed), Oracle(), Clock()
    for _ in range(30):
        state = T3State(*random_position(rng, 3, rng.randint(1, 6)))
        found = prospects(state, clock)
        if not found:
            continue
        best = T3Player().evaluate(state)
        action = best_action(state, best, clock)
        (chosen,) = [it for it in found if it.action == action]
        assert chosen.rank() == found[0].rank()
        assert chosen.utility == oracle.value(state.odd_turn, state.board).utility
