"""The searches of docs/search.md, compared with the truth files.

test_docs.py tests that the page's examples print what the page says.
"""

import doctest
from typing import Any

import pytest

from commands import ROOT
from positions import truth
from t3_state import T3Action, T3State

FEW = [known for known in truth() if known.notation.split()[0].count("0") < 5][::6]
"""Some positions of the truth files with at most four holes, which take little time."""


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """The functions and classes that the page defines."""
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    defined: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(text):
        if example.source.startswith(("def ", "class ", "from ", "minimax.nodes =")):
            exec(example.source, defined)
    return defined


def test_each_section_keeps_the_utility(page: dict[str, Any]) -> None:
    for name in ("AlphaBeta", "Threats", "Ordered", "Table"):
        search = page[name]()
        for notation, value, _ in FEW:
            state = T3State.from_notation(notation)
            assert search.alpha_beta(state) == value.utility, name


def test_the_first_and_the_last_are_exact(page: dict[str, Any]) -> None:
    for search in (page["minimax"], page["Exact"]().evaluate):
        for notation, (utility, depth, action), _ in FEW:
            assert action
            value = search(T3State.from_notation(notation))
            assert value == (utility, depth, T3Action(*action))
