"""Each case tests what its category says."""

import random
import sys
from collections import Counter
from contextlib import suppress
from functools import cache
from itertools import chain
from types import SimpleNamespace

import pytest

from commands import ROOT
from handed_in import rank, values
from t3_state import T3Action, T3State
from t3_tools.grade.judging.cases import (
    CATEGORIES,
    Case,
    boards,
    drawn_case,
    exam_cases,
    image,
)
from t3_tools.grade.judging.causes import (
    LONGEST,
    NO_DEPTH,
    Forgetful,
    InOrder,
    Slip,
    imitate,
)
from t3_tools.grade.judging.verdicts import MOST_MET, count_positions, evaluate
from t3_tools.naive import NaivePlayer

MOST_NODES = 30_000
"""The most that the naive search visits, except in traps."""
LENGTHY = ["deep", "pruning"]
"""The categories whose positions take the oracle long to solve."""

PUZZLES = [
    *("immediate-win", "forced-win", "block", "tie", "deep", "lost", "depth-tie-break"),
    *("depth-of-both", "action-tie-break", "again", "4x4", "5x5", "pruning", "trap"),
]
"""The categories in which the best action has a reason of its own."""


def images(category: str, turn: str, *kinds: int) -> list[list[T3State]]:
    """What an exam may show of each board of a category: of all kinds, or of these."""
    return [
        [T3State.from_notation(f"{image(board, number)} {turn}") for number in numbers]
        for at, kind in enumerate(boards()[category, turn])
        if at in kinds or not kinds
        for board, numbers in kind
    ]


def is_of(category: str, state: T3State) -> bool:
    """Whether a position tests what its category says, judged by the oracle's values."""
    by_action = values(state)
    known = list(by_action.values())
    best = max(known, key=rank)
    earlier = known[: known.index(best)]
    alike = [it for it in known if it.utility == best.utility]
    one_best = len(alike) == 1
    opponent = T3State(not state.odd_turn, state.board)
    threat = any(child.is_win() for _, child in opponent.get_transitions())
    naive = solved(state) or next(iter(by_action))
    return {
        "immediate-win": one_best and best[:2] == (1, 1),
        "forced-win": one_best and best.utility == 1 and best.depth > 1,
        "block": one_best and best.utility >= 0 and best.depth > 1 and threat,
        "tie": one_best and best.utility == 0,
        "deep": one_best and best[:2] == (0, 6),
        "lost": best.utility == -1 and any(it.depth > best.depth for it in earlier),
        "depth-tie-break": best[:2] == (1, 1 if state.odd_turn else 3)
        and any(it.utility == 1 for it in earlier),
        "depth-of-both": alike[0] == best and best.depth > 1 and bool(alike[1:]),
        "again": one_best and best.depth > 1,
        "action-tie-break": bool(earlier)
        and alike[0] == best
        and any(it.depth == best.depth for it in alike[1:]),
        "4x4": one_best and best.depth > 1 and state.size == 4,
        "5x5": one_best and best.depth > 1 and state.size == 5,
        "pruning": one_best and best.depth > 1 and len(state.get_open_tiles()) == 6,
        # The naive search throws the game away as evens, and misses a tie-break as odds.
        "trap": (by_action[naive].utility < best.utility) != state.odd_turn,
    }[category]


IN_DEPTH = [Slip(NO_DEPTH), Slip(LONGEST)]
FOR_ONE_SIDE = [Slip(theirs=NO_DEPTH), Slip(theirs=LONGEST)]
IN_ORDER = [Slip(last=True), Slip(by_row=True)]
WRONG = {
    "lost": [*IN_DEPTH, Slip(by_row=True)],
    "depth-tie-break": IN_DEPTH,
    "depth-of-both": FOR_ONE_SIDE,
    "action-tie-break": IN_ORDER,
}
"""The slips that a category is for: they err there, with pruning or without."""
RIGHT = {"depth-of-both": [Slip(NO_DEPTH), Slip(by_row=True)], "action-tie-break": IN_DEPTH}
"""The slips that cost nothing there, even with pruning: a slip on one rung of the ladder
costs the points for that rung only."""


def holds(category: str, state: T3State) -> bool:
    """Whether a position is fair in its category: the naive search solves all but traps."""
    if not is_of(category, state):
        return False
    known = values(state)
    best = max(known, key=lambda it: rank(known[it]))

    def passes(slip: Slip) -> bool:
        return imitate(state, slip) == [best]

    pruned = [it._replace(prunes=True) for it in RIGHT.get(category, [])]
    wrong = WRONG.get(category, [])
    return (
        all(map(passes, pruned))
        and not any(passes(it) or passes(it._replace(prunes=True)) for it in wrong)
        and not (category == "deep" and passes(Slip(plies=5, prunes=True)))
        and (solved(state) == best) == (category != "trap")
    )


@cache
def solved(state: T3State) -> T3Action | None:
    """The action of the naive search; None if it takes more than MOST_NODES."""
    with suppress(TimeoutError):
        return NaivePlayer(MOST_NODES).choose(state)
    return None


@pytest.mark.parametrize("category", [name for name in PUZZLES if name not in LENGTHY])
def test_a_puzzle_is_of_its_category(category: str) -> None:
    dice = random.Random(5)
    state = dice.choice(dice.choice(images(category, dice.choice(["odds", "evens"]))))
    assert holds(category, state), state


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("category", PUZZLES)
def test_puzzles_are_of_their_category(category: str) -> None:
    """A fourth of them in all their images, or one, where that takes long."""
    some = slice(1) if category in LENGTHY else slice(None, None, 4)
    for board in images(category, "odds")[some] + images(category, "evens")[some]:
        for state in board[:1] if category in LENGTHY else board:
            assert holds(category, state), state


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("order", ["crn", "CRN", "rcn", "RCN", "ncr", "NCR"])
@pytest.mark.parametrize("full", [True, False])
def test_alpha_beta_meets_far_fewer_positions_than_it_may(order: str, full: bool) -> None:
    """Even if it cuts only where alpha exceeds beta, and lists all transitions first.

    The order is by column, row and number, or from the last. With a full window for each
    action at the root, it can't cut there.
    """
    met = set[T3State]()
    sign = 1 if order.islower() else -1

    def key(transition: tuple[T3Action, T3State]) -> list[int]:
        action, child = transition
        met.add(child)
        known = {"c": action.col(), "r": action.row(), "n": action.move()}
        return [sign * known[it] for it in order.lower()]

    def search(state: T3State, alpha: int, beta: int, widens: bool = False) -> int:
        if state.is_over():
            return -state.is_win()
        best = -2
        for _, child in sorted(state.get_transitions(), key=key):
            best = max(best, -search(child, -beta, -alpha))
            alpha = alpha if widens else max(alpha, best)
            if alpha > beta:
                break
        return best

    dice = random.Random(order)
    state = dice.choice(dice.choice(images("pruning", dice.choice(["odds", "evens"]))))
    search(state, -2, 2, full)
    assert len(met) <= 0.891 * count_positions(state) < MOST_MET * count_positions(state)


IN_MEMO = Slip(prunes=True, remembers=True)
TWICE = [IN_MEMO, Slip(player=Forgetful), Slip(player=InOrder)]


@pytest.mark.parametrize(
    ("turn", "kind", "searches"),
    [
        ("odds", 0, TWICE),
        ("odds", 1, TWICE),
        ("evens", 0, [IN_MEMO._replace(exceeds=True)]),
    ],
)
def test_where_bounds_in_a_memo_mislead(turn: str, kind: int, searches: list[Slip]) -> None:
    """On any board of the kinds that every exam has, if the key is the state alone."""
    for state in chain.from_iterable(images("again", turn, kind)):
        right = evaluate(state).action
        assert right not in [imitate(state, slip)[0] for slip in searches]


@pytest.mark.parametrize(("board", "times"), [("420/003/002", 3), ("002/004/030", 1)])
def test_what_is_asked_before(
    board: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two other positions, if at most five cells are empty: others would take too long."""
    asked = []

    def choose(state: T3State) -> T3Action | None:
        asked.append(state)
        return evaluate(state).action

    monkeypatch.setitem(sys.modules, "t3_player", SimpleNamespace(choose=choose))
    state = T3State.from_notation(f"{board} evens")
    again = Case("again", 0, state.notation())
    assert again.ask
    assert not again.judge(again.ask(state)).verdict.failed
    assert len(set(asked)) == len(asked) == times


@pytest.mark.parametrize("category", [name for name in CATEGORIES if name != "mypy"])
def test_cases_come_from_the_seed(category: str) -> None:
    one, same, other = (
        [drawn_case(seed, category, number).position for number in range(8)]
        for seed in (1, 1, 2)
    )
    assert one == same != other
    assert len(set(one)) == 8
    assert [position.split()[1] for position in one] == ["odds", "evens"] * 4
    for turn in ("odds", "evens"):
        times = Counter(board for kind in boards()[category, turn] for board, _ in kind)
        assert set(times.values()) == {1}


@pytest.mark.parametrize(("category", "number"), [("terminal", 4), ("game-over", 3)])
def test_four_cases_are_of_all_kinds(category: str, number: int) -> None:
    """Won, won in a line with a hole, tied, and full and won."""
    states = [drawn_case(3, category, at).state for at in range(4)]
    kinds = {(it.is_win(), it.is_tie(), it.size, not it.get_open_tiles()) for it in states}
    assert len(kinds) == number


def test_each_exam_has_a_full_won_board() -> None:
    """It is no tie."""
    states = [drawn_case(seed, "game-over", 0).state for seed in range(50)]
    assert all(it.is_win() and not it.get_open_tiles() for it in states)


def test_the_cases_of_an_exam() -> None:
    """Those of choose come last. Each category is numbered from 0."""
    cases = exam_cases(5, 3)
    for name, category in CATEGORIES.items():
        numbers = [case.number for case in cases if case.category == name]
        assert numbers == [0, 1, 2][: category.most]
    parts = [CATEGORIES[case.category].part for case in cases]
    assert list(dict.fromkeys(parts)) == ["T3State", "types", "choose"]


def test_the_page_for_teachers_has_the_points_of_each_part() -> None:
    page = (ROOT / "docs" / "grading.md").read_text(encoding="utf-8")
    told = "T3State has {T3State:g} points, choose {choose:g}, types {types:g}, "
    points = dict.fromkeys((it.part for it in CATEGORIES.values()), 0.0)
    for it in CATEGORIES.values():
        points[it.part] += it.points
    assert told.format(**points) in page
