"""causes() names the slip that explains a player's wrong actions, and no other slip."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("rich")

from course_player import T3Player as CoursePlayer
from handed_in import cases
from oracle import Action, Oracle
from t3_tools.grade.cases import PUZZLES, Case
from t3_tools.grade.causes import causes
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind

ORACLES = {size: Oracle(size) for size in (3, 4, 5)}
ASKED = cases(*PUZZLES)

Player = Callable[[Case], Action]


def by(key: Callable[[int, int, Action], Any]) -> Player:
    """A player that chooses the action with the least key of utility, depth and action."""

    def play(case: Case) -> Action:
        found = []
        for action, child in case.state.get_transitions():
            after = ORACLES[child.size].value(child.odd_turn, child.board)
            taken = (action.col(), action.row(), action.move())
            found.append((-after.utility, after.depth + 1, taken))
        return min(found, key=lambda it: key(*it))[2]

    return play


EXACT = by(lambda u, d, a: (-u, d, a))


def textbook(case: Case) -> Action:
    action = CoursePlayer().choose(case.state)
    assert action is not None
    return action.col(), action.row(), action.move()


def results(player: Player, asked: list[Case]) -> list[Result]:
    """The results of a player in the cases `asked`."""
    return [Result.of(case, case.judge([*player(case)])) for case in asked]


def backwards(action: Action) -> Action:
    col, row, move = action
    return -col, -row, -move


@pytest.mark.parametrize(
    ("player", "slip"),
    [
        (by(lambda u, d, a: (-u, a)), "does not compare depths"),
        (by(lambda u, d, a: (-u, d, backwards(a))), "keeps the last of equal actions"),
        (by(lambda u, d, a: (-u, backwards(a))), "neither compares depths nor keeps"),
        (by(lambda u, d, a: (-u, d, a[1], a[0])), "orders equal actions by row"),
        (by(lambda u, d, a: (-u, -d, a)), "prefers the longest game."),
        (
            by(lambda u, d, a: (-u, -d if u < 0 else d, a)),
            "prefers the longest game when it loses.",
        ),
        (by(lambda u, d, a: (u, d, a)), "takes the worst outcome for the best"),
        (by(lambda u, d, a: a), "takes the first action that there is"),
        (by(lambda u, d, a: backwards(a)), "takes the last action that there is"),
    ],
)
def test_a_slip(player: Player, slip: str) -> None:
    found = results(player, ASKED)
    wrong = sum(it.verdict.kind != Kind.EXACT for it in found)
    assert wrong >= 2
    (told,) = causes(found)
    assert told.startswith(
        f"All {wrong} wrong actions have one likely cause: the search {slip}"
    )


def test_right_actions_have_no_cause() -> None:
    assert causes(results(EXACT, ASKED)) == []


def test_the_pruning_of_the_textbook() -> None:
    (told,) = causes(results(textbook, [*ASKED, *cases("trap")]))
    assert told.startswith(
        "All 3 wrong actions have one likely cause: the search prunes as"
    )


def test_wrong_actions_that_no_slip_explains() -> None:
    """The textbook's slip explains 3 wrong actions. No slip explains the 2 in `tie`."""
    short = by(lambda u, d, a: ((u, d) != (1, 1), a))
    unexplained = results(short, cases("tie"))
    others = [case for case in ASKED if case.category != "tie"]
    (slip,) = causes([*results(textbook, [*others, *cases("trap")]), *unexplained])
    assert slip.startswith(
        "3 of the 5 wrong actions have one likely cause: the search prunes as"
    )
