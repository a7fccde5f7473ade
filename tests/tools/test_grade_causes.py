"""causes() names the slip that explains a player's wrong actions, and no other slip."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

pytest.importorskip("rich")

from handed_in import COURSE, SHORT_SIGHTED, course
from oracle import Oracle
from t3_state import T3State
from t3_tools.grade.cases import Case, exam_cases
from t3_tools.grade.causes import causes
from t3_tools.grade.questions import CHOOSE
from t3_tools.grade.results import Result

ORACLES = {size: Oracle(size) for size in (3, 4, 5)}
Action = tuple[int, int, int]
Player = Callable[[T3State], Action]


@cache
def asked() -> list[Case]:
    """The cases of an exam that ask for an action, but those that take the oracle long."""
    left_out = ("pruning", "terminal", "deep")
    return [
        it
        for it in exam_cases(7, 4)
        if it.question == CHOOSE and it.category not in left_out
    ]


@cache
def values(state: T3State) -> list[tuple[int, int, Action]]:
    """The utility and depth of each action, in action order."""
    found = []
    for action, child in state.get_transitions():
        after = ORACLES[child.size].value(child.odd_turn, child.board)
        taken = (action.col(), action.row(), action.move())
        found.append((-after.utility, after.depth + 1, taken))
    return found


def by(key: Callable[[int, int, Action], Any]) -> Player:
    """A player that chooses the action with the least key of utility, depth and action."""
    return lambda state: min(values(state), key=lambda it: key(*it))[2]


def player(source: str) -> Player:
    """The player of a module like tests/course_player.py."""
    names: dict[str, Any] = {}
    exec(source, names)

    def play(state: T3State) -> Action:
        action = names["T3Player"]().choose(state)
        return action.col(), action.row(), action.move()

    return play


def results(player: Player) -> list[Result]:
    """The results of a player."""
    return [it.judge(list(player(it.state))) for it in asked()]


def backwards(action: Action) -> Action:
    col, row, move = action
    return -col, -row, -move


EXACT = by(lambda u, d, a: (-u, d, a))
FIRST = by(lambda u, d, a: a)
NO_DEPTH = by(lambda u, d, a: (-u, a))


QUICK_SLIPS: list[tuple[Player, str]] = [
    (player(COURSE), "pruned as the textbook does"),
    (
        player(course("end < best[1]", "end <= best[1]")),
        "kept the last of equal actions, not the first, as with <= in place of <.",
    ),
]
SLIPS: list[tuple[Player, str]] = [
    (NO_DEPTH, "compared no depths."),
    (FIRST, "took the first action that there is."),
    (by(lambda u, d, a: (-u, d, backwards(a))), "kept the last of equal actions"),
    (by(lambda u, d, a: (-u, backwards(a))), "compared no depths, and kept the"),
    (by(lambda u, d, a: (-u, d, a[1], a[0])), "tried the cells by row before column."),
    (by(lambda u, d, a: (-u, -d, a)), "preferred the longest game."),
    (by(lambda u, d, a: (-u, -d if u < 0 else d, a)), "preferred the longest game wh"),
    (by(lambda u, d, a: (u, d, a)), "took its own worst outcome for the best"),
    (by(lambda u, d, a: backwards(a)), "took the last action that there is."),
    (
        player(course("depth == 5", "depth == 3", SHORT_SIGHTED)),
        "looked only 3 plies ahead.",
    ),
    (
        player(course("or sign * utility > sign", "or sign * utility >= sign")),
        "compared no depths, and kept the last of equal actions, as with <=",
    ),
]


@pytest.mark.parametrize(
    ("player", "slip"),
    [*QUICK_SLIPS, *[pytest.param(*it, marks=pytest.mark.long) for it in SLIPS]],
)
def test_a_slip(player: Player, slip: str) -> None:
    """It is named, as it explains each half of the cases."""
    (cause,) = causes(results(player))
    assert cause.startswith(f"It plays as if it {slip}")


def test_slips_of_one_side() -> None:
    """One side plays right, or both have slips of their own."""
    share, cause = causes(results(lambda it: (EXACT if it.odd_turn else FIRST)(it)))
    assert share.endswith("wrong actions are with evens to move.")
    assert cause.startswith("With evens to move, it plays as if it took the first action")
    odds, evens = causes(results(lambda it: (NO_DEPTH if it.odd_turn else FIRST)(it)))
    assert odds.startswith("With odds to move, it plays as if it compared no depths.")
    assert evens.startswith("With evens to move, it plays as if it took the first action")


def test_what_no_slip_explains() -> None:
    """Right actions, random ones, and a slip in half of the cases have no cause."""
    assert causes(results(EXACT)) == []
    dice = random.Random(1)
    assert causes(results(lambda state: dice.choice(values(state))[2])) == []
    half = {it.state for it in asked() if it.number < 2}
    assert causes(results(lambda it: (FIRST if it in half else EXACT)(it))) == []
