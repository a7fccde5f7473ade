"""causes() names the slip that explains a player's wrong actions, and no other slip."""

import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from handed_in import course, values
from oracle import Action
from t3_state import T3State
from t3_tools.grade.judging import asks
from t3_tools.grade.judging.asks import in_json
from t3_tools.grade.judging.cases import Case, Result, drawn_case, exam_cases
from t3_tools.grade.judging.causes import (
    BOUNDS,
    BY_CHANCE,
    Forgetful,
    InOrder,
    Slip,
    causes,
    imitate,
)
from t3_tools.sample import submissions

Player = Callable[[T3State], Action]


@cache
def asked() -> list[Case]:
    """The cases of an exam that ask for an action, where few cells are empty."""
    every = [it for it in exam_cases(7, 4) if it.ask == asks.choose]
    small = [it for it in every if len(it.state.get_open_tiles()) < 5]
    return [it for it in small if it.category != "terminal"]


def by(key: Callable[[int, int, Any], Any]) -> Player:
    """A player that chooses the action with the least key of utility, depth and action."""

    def play(state: T3State) -> Action:
        action = min(values(state).values(), key=lambda it: key(*it)).action
        assert action
        return action

    return play


def player(source: str) -> Player:
    """The player of a module like tests/course_player.py."""
    names: dict[str, Any] = {}
    exec(source, names)

    def play(state: T3State) -> Action:
        action = names["T3Player"]().choose(state)
        return action.col(), action.row(), action.move()

    return play


def exchanged(state: T3State) -> Action:
    """An action with column and row exchanged, even if that is not legal."""
    col, row, move = EXACT(state)
    return row, col, move


def judged(player: Player, cases: list[Case]) -> list[Result]:
    """The results of a player in some cases."""
    return [it.judge(list(player(it.state))) for it in cases]


def causes_of(player: Player) -> list[str]:
    found = causes(tuple(judged(player, asked())))
    assert all(it.verdict.failed for cause in found for it in cause.results)
    return [it.sentence for it in found]


EXACT = by(lambda u, d, a: (-u, d, a))
FIRST = by(lambda u, d, a: a)
LAST = by(lambda u, d, a: [-it for it in a])
NO_DEPTH = by(lambda u, d, a: (-u, a))

NOT_WON = "if not state.get_open_tiles():\n            return 0, depth, None\n        if"
CHANGES = [
    ("return 0, depth", "return -1, depth", "took a tie for a loss"),
    ("return 0, depth", "return -9, depth", "took a tie for worse than a loss"),
    ("if state.is_win", f"{NOT_WON} state.is_win", "asked if the board is full before it"),
    (
        *('best: Optional[Tuple[float, int, "T3Action"]] = None', "best = 0, 99, None"),
        "began with a best utility of 0 (not minus infinity).",
    ),
    (
        *("or sign * utility > sign", "or sign * utility >= sign"),
        "compared no depths, and kept the last of actions that only look equal",
    ),
]
"""What is replaced in the course solution."""
SAMPLE = {
    "naive": "pruned as the naive search does",
    "compares-no-depths": "compared no depths",
    "keeps-the-last-of-equals": "kept the last of actions that only look equal (a cut lea",
    "prefers-the-longest-game": "preferred the longest game",
    "has-a-wrong-sign": "took the worst utility for the best (wrong sign)",
    "looks-4-plies-ahead": "looked only 3 plies ahead",  # changed: few cells are empty
    "goes-row-by-row": "tried the cells by row before column.",
}
"""The causes of the mistakes in the class of `t3-tools sample`."""
TEXTS = {it: submissions()[it]["t3_player.py"].replace("== 4", "== 3") for it in SAMPLE}

SLIPS = [
    *((player(course(old, new)), it) for old, new, it in CHANGES),
    *((player(TEXTS[name]), it) for name, it in SAMPLE.items()),
    (FIRST, "took the first legal action"),
    (by(lambda u, d, a: (-u, -d if u < 0 else d, a)), "preferred the longest game wh"),
    (by(lambda u, d, a: (u, d, a)), "minimised where it should maximise"),
    (LAST, "took the last legal action."),
    (by(lambda u, d, a: (-u, d, a[:2], -a[2])), "tried the highest number first."),
    (exchanged, "exchanged column and row in its action."),
]


@pytest.mark.parametrize(("player", "slip"), SLIPS, ids=[it for _, it in SLIPS])
def test_a_slip(player: Player, slip: str) -> None:
    (cause,) = causes_of(player)
    assert slip in cause
    (number,) = re.findall(r"This explains (?:all|\d+ of the) (\d+) wrong actions", cause)
    assert (
        ("may play" in cause) == cause.endswith("too few to be sure.") == (int(number) < 4)
    )


@pytest.mark.parametrize(("others", "found"), [(1, True), (2, False)])
def test_nine_of_ten_wrong_actions_are_enough(others: int, found: bool) -> None:
    states = {it: (FIRST(it.state), LAST(it.state)) for it in asked()}
    wrong = [it for it in asked() if EXACT(it.state) not in states[it]][:10]
    results = judged(LAST, wrong[:others]) + judged(FIRST, wrong[others:])
    said = " ".join(it.sentence for it in causes(tuple(results)))
    assert (f"This explains {10 - others} of the 10 wrong actions" in said) == found
    few = [causes(tuple(results[2:end]))[0].sentence for end in (5, 6)]
    assert ["may play" in it for it in few] == [True, False]  # three, and four


def test_slips_of_one_side() -> None:
    """One side plays right, or both have slips of their own."""
    (cause,) = causes_of(lambda it: (EXACT if it.odd_turn else FIRST)(it))
    odds, evens = causes_of(lambda it: (NO_DEPTH if it.odd_turn else FIRST)(it))
    assert odds.startswith("With odds to move, it plays as if it compared no depths, or")
    for first in (cause, evens):
        start = "With evens to move, it plays as if it took the first legal action"
        assert first.startswith(start)


@pytest.mark.parametrize("slip", BY_CHANCE)
def test_a_choice_by_chance(slip: Slip) -> None:
    """That it answers differently when asked again, and among which it chooses."""
    dice = random.Random(2)
    (unchanged,) = [it for it in exam_cases(7, 1) if it.category == "unchanged"]
    fact = unchanged.ask(unchanged.state) if unchanged.ask else []
    answers = [fact[0], "when asked again, choose() answers differently: x, y"]
    results = [unchanged.judge(answers)]
    for it in asked():
        action = dice.choice(imitate(it.state, slip))
        results.append(it.judge(in_json(action)))
    again, cause = [it.sentence for it in causes(tuple(results))]
    assert again == "It answers differently when asked again."
    assert f"as if it {BY_CHANCE[slip]}. This explains all" in cause


@pytest.mark.parametrize(
    ("slip", "number"),
    [
        (Slip(prunes=True, remembers=True), 6),
        pytest.param(Slip(prunes=True, player=Forgetful), 2, marks=pytest.mark.long),
        pytest.param(Slip(prunes=True, player=InOrder), 2, marks=pytest.mark.long),
    ],
)
@pytest.mark.timeout(300)
def test_a_bound_in_the_memo(slip: Slip, number: int) -> None:
    """It is told from a search that looks only a few plies ahead."""
    of = ("again", "block", "trap")
    cases = [it for it in exam_cases(7, 4) if it.category in of]
    results = [it.judge(in_json(*imitate(it.state, slip))) for it in cases]
    (cause,) = causes(tuple(results))
    assert (cause.words, len(cause.results)) == (BOUNDS, number)


@pytest.mark.parametrize("errors", [3, 4])
def test_right_answers_where_a_search_with_the_slip_errs(errors: int) -> None:
    """They speak against it, however many others there are."""
    others = [it for it in asked() if NO_DEPTH(it.state) == EXACT(it.state)]
    ties = [drawn_case(7, "depth-tie-break", number) for number in (0, 2, 4, 6)]
    results = judged(EXACT, [*others, *ties[errors:]]) + judged(NO_DEPTH, ties[:errors])
    assert len(results) > 14
    assert len(causes(tuple(results))) == (errors == 4)


def test_what_no_slip_explains() -> None:
    """Right actions, random ones, and a slip in half of the cases have no cause."""
    dice = random.Random(1)
    half = {it.state for it in asked() if it.number < 2}
    for player in (
        EXACT,
        by(lambda u, d, a: dice.random()),
        lambda it: (FIRST if it in half else EXACT)(it),
    ):
        assert causes_of(player) == []
