"""Each case tests what its category says."""

from typing import Any

import pytest

from handed_in import SHORT_SIGHTED
from oracle import Oracle, Value
from t3_state import T3Action, T3State
from t3_tools.grade.cases import CATEGORIES, PUZZLES, Recipe, make, recipes
from t3_tools.grade.questions import CHOOSE
from t3_tools.textbook import TextbookPlayer

LENGTHY = ["deep", "4x4", "5x5"]
"""The categories whose positions take the oracle long to solve."""


def values(state: T3State) -> list[Value]:
    """The value of each action by the oracle, in action order."""
    oracle = Oracle(state.size)
    found = []
    for action, child in state.get_transitions():
        after = oracle.value(child.odd_turn, child.board)
        numbers = action.col(), action.row(), action.move()
        found.append(Value(-after.utility, after.depth + 1, numbers))
    return found


def is_of(category: str, state: T3State) -> bool:
    """Whether a position tests what its category says, judged by the oracle's values."""
    found = values(state)
    best = max(found, key=lambda it: (it.utility, -it.depth))
    alike = [it for it in found if it.utility == best.utility]
    earlier = found[: found.index(best)]
    one_best = alike == [best] and bool(earlier)
    threat = any(
        it[:2] == (1, 1) for it in values(T3State(not state.odd_turn, state.board))
    )
    return {
        "immediate-win": one_best and best[:2] == (1, 1),
        "forced-win": one_best and best.utility == 1 and best.depth > 1,
        "block": one_best and best.utility >= 0 and best.depth > 1 and threat,
        "tie": one_best and best.utility == 0,
        "deep": one_best and best[:2] == (0, 6),
        "lost": best.utility == -1 and any(it.depth > best.depth for it in earlier),
        "depth-tie-break": best.utility == 1
        and [it for it in alike if it.depth == best.depth] == [best]
        and any(it.utility == 1 for it in earlier),
        "action-tie-break": bool(earlier)
        and alike[0] == best
        and any(it.depth == best.depth for it in alike[1:]),
        "4x4": one_best and best.depth > 1 and state.size == 4,
        "5x5": one_best and best.depth > 1 and state.size == 5,
    }[category]


@pytest.mark.timeout(120)
@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    "category",
    [
        pytest.param(name, marks=pytest.mark.long) if name in LENGTHY else name
        for name in PUZZLES
    ],
)
def test_puzzles_are_of_their_category(category: str, number: int) -> None:
    case = make(Recipe(5, category, number))
    assert case[:2] == (category, number)
    assert case.question is CHOOSE
    assert case.state.odd_turn == (number == 0)
    assert is_of(category, case.state)
    best = max(values(case.state), key=lambda it: (it.utility, -it.depth))
    assert best.action is not None
    assert TextbookPlayer().choose(case.state) == T3Action(*best.action)
    if category == "deep":
        names: dict[str, Any] = {}
        exec(SHORT_SIGHTED, names)
        assert names["T3Player"]().choose(case.state) != T3Action(*best.action)


@pytest.mark.parametrize("number", range(6))
def test_the_textbook_errs_in_traps(number: int) -> None:
    state = make(Recipe(7, "trap", number)).state
    assert state.odd_turn == (number % 2 == 0)
    found = {it.action: it for it in values(state)}
    best = max(found.values(), key=lambda it: (it.utility, -it.depth))
    action = TextbookPlayer().choose(state)
    assert action is not None
    played = found[action.col(), action.row(), action.move()]
    assert played != best
    assert (played.utility < best.utility) == (number % 2 == 1)


def test_cases_come_from_the_seed() -> None:
    def notations(seed: int, category: str) -> list[str]:
        made = [make(Recipe(seed, category, number)) for number in range(4)]
        return [case.state.notation() for case in made]

    for category in ("terminal", "transitions", "lazy", "unchanged", "trap"):
        assert notations(1, category) == notations(1, category)
        assert notations(1, category) != notations(2, category)
        turns = [notation.split()[1] for notation in notations(1, category)]
        assert turns == ["odds", "evens", "odds", "evens"]


def test_terminal_cases_are_of_all_kinds() -> None:
    kinds = set()
    for number in range(8):
        state = make(Recipe(3, "terminal", number)).state
        assert state.is_over()
        kinds.add((state.odd_turn, state.is_win(), state.size))
    assert len(kinds) == 6


def test_recipes_number_the_cases_of_each_category() -> None:
    ordered = recipes(5, 2)
    for category in CATEGORIES:
        numbers = [recipe.number for recipe in ordered if recipe.category == category]
        assert numbers == ([0] if category == "mypy" else [0, 1])
    assert ordered[: len(CATEGORIES)] == recipes(5, 1)
