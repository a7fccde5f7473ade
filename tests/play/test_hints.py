"""What people are told to do, and what they did."""

import pytest

from t3_engine.clock import Clock
from t3_play.hints import hindsight, hint, last_chance
from t3_play.inputs import parse_action
from t3_play.levels import stubborn
from t3_play.match import Match
from t3_player import Evaluation, T3Player
from t3_state import T3Action, T3State


def hinted(notation: str) -> str:
    state = T3State.from_notation(notation)
    longest = stubborn(state, 0, Clock()).action
    return hint(state, T3Player().evaluate(state), longest)


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("640/000/000 odds", "(2,0) = 3 wins at once: row 0 is 6 + 4 + 3 = 13."),
        (
            "014/401/034 odds",
            "Evens threaten row 2: they need 6 there, and (0,2) = 1 stops them. (0,2) = 1 "
            "ties in 3, and nothing does better.",
        ),
        ("003/023/020 evens", "(0,0) = 2 ties in 5, and nothing does better."),
        (
            "532/215/520 odds",
            "Evens threaten row 2 (with 6) and column 2 (with 6), and (2,2) = 1, 3 or 5 "
            "stop both. (2,2) = 1 ties in 1, and nothing does better.",
        ),
        (
            "120/000/000 evens",
            "(0,1) = 2 wins, in 3 plies at the soonest: odds can only put it off.",
        ),
        (
            "104/000/000 evens",
            "(0,1) = 6 wins, in 3 plies at the soonest: it threatens column 0 (with 6), "
            "and odds can only put it off.",
        ),
        (
            "150/202/003 evens",
            "(1,2) = 4 wins in 3: it threatens row 2 (with 6) and column 1 (with 4), and "
            "odds can't stop that.",
        ),
        (
            "006/500/000 odds",
            "(1,2) = 1 wins in 3: whatever evens place then brings a line within your "
            "reach.",
        ),
        (
            "640/004/000 evens",
            "Odds threaten row 0: they need 3 there, and (2,0) = 2 stops them. (2,0) = 2 "
            "holds out the longest. Whatever you do loses; the shortest way is (0,1) = 2, "
            "which loses in 2.",
        ),
        (
            "205/002/050 odds",
            "Evens threaten row 0 (with 6) and column 2 (with 6), and you can't stop both. "
            "Whatever you do loses: (0,1) = 1 loses in 2, and nothing holds out longer.",
        ),
        (
            "100/060/001 evens",
            "Whatever you place brings a line within reach of odds. Whatever you do loses: "
            "(0,1) = 2 loses in 2, and nothing holds out longer.",
        ),
        (
            "045/016/600 odds",
            "Evens threaten row 0 (with 4), row 1 (with 6) and column 2 (with 2), and you "
            "can't stop all of that. Whatever you do loses: (0,0) = 1 loses in 2, and "
            "nothing holds out longer.",
        ),
        (
            "200/050/000 odds",
            "Evens threaten the diagonal from the top left: they need 6 there, and "
            "(2,2) = 1, 3 or 5 stop them. (2,2) = 1 holds out the longest. Whatever you do "
            "loses; the shortest way is (0,1) = 1, which loses in 2.",
        ),
    ],
)
def test_hint(notation: str, said: str) -> None:
    assert hinted(notation) == said


@pytest.mark.parametrize(
    ("notation", "danger"),
    [
        (
            "640/000/000 evens",
            "they need 3 there, and (2,0) = 2, 4 or 6 stop them.",
        ),
        (
            "660000/000000/000000/000000/000000/000000 evens",
            "they need 1 there, and (2,0) = 2, 4 or 6, (3,0) = 2, 4 or 6, (4,0) = 2, 4 or "
            "6 and 1 more stop them.",
        ),
    ],
)
def test_hint_in_a_hurry(notation: str, danger: str) -> None:
    found = Evaluation(-1, 2, T3Action(2, 0, 2), exact=False)
    assert hint(T3State.from_notation(notation), found) == (
        f"Odds threaten row 0: {danger} (2,0) = 2 looks best, but the time did not "
        "suffice to prove it."
    )


def test_hint_where_the_longest_is_not_known() -> None:
    state = T3State.from_notation("205/002/050 odds")
    found = Evaluation(-1, 2, T3Action(0, 1, 1))
    assert hint(state, found).endswith("Whatever you do loses: (0,1) = 1 loses in 2.")


@pytest.mark.parametrize(
    ("start", "actions", "said"),
    [
        (
            "000/000/000 odds",
            ["1 1 5", "0 0 2", "1 0 1", "2 2 6"],
            "Before odds' (1,0) = 1 the diagonal from the top left had 7 and needed 6: "
            "(2,2) = 1, 3 or 5 would have stopped that.",
        ),
        (
            "600/000/000 odds",
            ["1 0 3", "2 0 4"],
            "Odds' (1,0) = 3 had brought row 0 from 6 to 9, and so within reach: "
            "evens needed 4 there.",
        ),
        (
            "205/002/050 odds",
            ["0 1 1", "1 0 6"],
            "Before odds' (0,1) = 1 row 0 had 7 and needed 6, and it was not the only such "
            "line: they can't all be stopped.",
        ),
        (
            "336/500/020 evens",
            ["1 1 2", "0 2 5"],
            "Before evens' (1,1) = 2 column 0 had 8 and needed 5, and what stops that "
            "opens another line.",
        ),
        (
            "660000/000000/000000/000000/000000/000000 evens",
            ["0 5 2", "2 0 1"],
            "Before evens' (0,5) = 2 row 0 had 12 and needed 1: (2,0) = 2, 4 or 6, "
            "(3,0) = 2, 4 or 6, (4,0) = 2, 4 or 6 and 1 more would have stopped that.",
        ),
        ("640/000/000 odds", ["2 2 1", "1 1 2", "2 0 3"], None),
        ("640/000/000 odds", ["2 0 3"], None),
    ],
)
def test_last_chance(start: str, actions: list[str], said: str | None) -> None:
    match = Match(T3State.from_notation(start))
    for action in actions:
        match.add(parse_action(action))
    assert match.state.is_win()
    assert last_chance(match.states, match.actions) == ([said] if said else [])


def test_who_could_have_won_is_told_so_otherwise() -> None:
    match = Match(T3State.from_notation("640/630/000 odds"))
    match.add(T3Action(2, 2, 1))
    match.add(T3Action(2, 1, 4))
    assert match.state.is_win()
    assert last_chance(match.states, match.actions) == []


@pytest.mark.parametrize(
    ("start", "actions", "resigned", "said"),
    [
        (
            "000/000/000 odds",
            ["1 1 5", "0 0 2", "1 0 1", "2 2 6"],
            False,
            "But odds had lost from the start, against perfect play.",
        ),
        (
            "000/000/000 odds",
            [],
            True,
            "Odds had lost from the start, against perfect play.",
        ),
        (
            "120/000/000 evens",
            [],
            True,
            "It was not lost: (0,1) = 2 wins in 3.",
        ),
        (
            "261/001/000 evens",
            ["0 1 6", "0 2 5"],
            False,
            "Evens' 1st action threw away a win: (0,1) = 2 wins in 3.",
        ),
        (
            "043/000/056 odds",
            ["1 1 5", "0 1 6", "2 1 3", "0 2 2"],
            False,
            "Odds' 2nd action threw away a win: (0,2) = 5 wins in 1.",
        ),
    ],
)
def test_hindsight(start: str, actions: list[str], resigned: bool, said: str) -> None:
    """Its last sentence."""
    match = Match(T3State.from_notation(start), play="both")
    for action in actions:
        match.add(parse_action(action))
    assert hindsight(match, resigned, Clock())[-1] == said


def test_hindsight_in_a_hurry() -> None:
    """It keeps to what takes no search."""
    match = Match(T3State.from_notation("600/000/000 odds"))
    for action in ("1 0 3", "2 0 4"):
        match.add(parse_action(action))
    clock = Clock()
    clock.stop()
    assert hindsight(match, False, clock) == last_chance(match.states, match.actions)
