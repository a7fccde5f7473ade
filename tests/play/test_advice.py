"""The game's advice: which action to play, and which lines are threats."""

from typing import Any

from t3_engine import Clock
from t3_play.advice import advice, danger, grouped
from t3_play.analysis import Distances, Outlook, Prospect
from t3_state import T3Action, T3State

ADVISED = [
    "640/000/000 odds",
    "014/401/034 odds",
    "150/202/003 evens",
    "006/500/000 odds",
    "205/002/050 odds",
    "200/050/000 odds",
    "010/210/240 odds",
]


def test_advice(snapshot: Any) -> None:
    """What `hint` says of positions that are won, tied and lost."""
    said = []
    for notation in ADVISED:
        state, search = T3State.from_notation(notation), Distances(Clock())
        said += [notation, *advice(state, search.outlook(state), search)]
    assert "\n".join(said) == snapshot


def test_advice_when_time_ran_out() -> None:
    state = T3State.from_notation("000/000/000 evens")
    unproven = Outlook(None, None, [T3Action(2, 0, 2)], proven=False)
    (sentence,) = advice(state, unproven, Distances(Clock()))
    assert sentence.startswith("(2,0) = 2 looks best, but")


def test_most_moves_are_only_counted() -> None:
    """The best come first. None is named that is not proven."""
    special, *others = [action for action, _ in T3State(True).get_transitions()]
    choices = [*[Prospect(action, 1) for action in others], Prospect(special, -1)]
    rest = "The 26 moves that are not named here: odds win"
    assert grouped(choices) == [rest, "(0,0) = 1: evens win"]
    assert grouped(choices[:10]) == ["All 10 moves: odds win"]
    assert grouped(choices[:9])[0].startswith("(0,0) = 3 or 5, ")
    unproven = [Prospect(action, None) for action in others]
    assert grouped([Prospect(special, 0), *unproven]) == [
        "(0,0) = 1: it's a tie",
        "26 moves: not proven in time",
    ]


def test_where_a_threat_is() -> None:
    """At most three cells are named; nothing is, if the side to move wins at once."""
    five, six = (f"64{'0' * (n - 2)}/{'/'.join(['0' * n] * (n - 1))} evens" for n in (5, 6))
    (said,) = danger(T3State.from_notation(five))
    assert said.startswith("Odds threaten row 0 (3 on (2,0), (3,0) or (4,0)). ")
    assert "row 0 (3 on any empty cell). " in danger(T3State.from_notation(six))[0]
    assert danger(T3State.from_notation("640/052/000 odds")) == []
