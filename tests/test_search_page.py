"""The players of docs/search.md, judged by the truth files and the oracle.

That its examples print what it says is tested with those of the other pages.
"""

import doctest
from typing import Any

import pytest

from commands import ROOT
from oracle import Oracle
from positions import truth
from t3_state import T3Action, T3State

FEW = [known for known in truth() if known.notation.split()[0].count("0") < 5][::6]
"""Some of the truth files that plain Python is quick about."""

VALUES = {size: Oracle(size) for size in (3, 4)}

UTILITIES = ["AlphaBeta", "Threats", "DeadLines", "Ordered", "Table", "Spare", "Named"]


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """What is defined on the page."""
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    defined: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(text):
        if example.source.startswith(
            ("def ", "class ", "from ", "DEAD ", "minimax.nodes =")
        ):
            exec(example.source, defined)
    return defined


@pytest.mark.parametrize("name", UTILITIES)
def test_each_section_keeps_the_utility(page: dict[str, Any], name: str) -> None:
    search = page[name]()
    for known in FEW:
        state = T3State.from_notation(known.notation)
        assert search.utility(state) == known.value.utility
        child = state.get_next_state(search.choose(state))
        after = VALUES[child.size].value(child.odd_turn, child.board)
        assert -after.utility == known.value.utility


@pytest.mark.parametrize("name", ["minimax", "Exact", "Proof"])
def test_the_first_and_the_last_are_exact(page: dict[str, Any], name: str) -> None:
    value = page[name] if name == "minimax" else page[name]().evaluate
    for known in FEW:
        utility, depth, action = known.value
        assert action
        found = value(T3State.from_notation(known.notation))
        assert found == (utility, depth, T3Action(*action))


def test_proof_numbers_answer_both_questions(page: dict[str, Any]) -> None:
    for known in FEW:
        state = T3State.from_notation(known.notation)
        for odd in (True, False):
            side = 1 if odd == state.odd_turn else -1
            won, _ = page["wins"](state, odd)
            assert won == (known.value.utility == side)


def test_equal_actions_are_asked_about_once(page: dict[str, Any]) -> None:
    """What is left out has an equal among those kept."""
    for known in FEW[::5]:
        state = T3State.from_notation(known.notation)
        kept = dict(page["firsts"](state))
        values = {value_of(child) for child in kept.values()}
        for action, child in state.get_transitions():
            assert value_of(child) in values
            assert action in kept or min(kept) < action


def value_of(state: T3State) -> tuple[int, int]:
    """The utility and depth of a state, by the oracle."""
    found = VALUES[state.size].value(state.odd_turn, state.board)
    return found.utility, found.depth
