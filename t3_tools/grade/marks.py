"""From verdicts to marks."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from t3_tools.grade.cases import CATEGORIES
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind

Weights = Mapping[str, float]
"""The points that a failed case costs, by category."""

FULL_MARK = 100
WEIGHTS: Weights = {name: category.points for name, category in CATEGORIES.items()}
"""The points that a failed case costs by default."""


class Marked(NamedTuple):
    """A submission with its mark and its results, in the order of the report."""

    name: str
    results: list[Result]
    mark: float
    suspicions: Sequence[str] = ()
    """Remarks for the teacher. They cost no points."""


def mark(name: str, results: list[Result], weights: Weights) -> Marked:
    """The submission with its mark. Sorts the results by category and kind of verdict."""
    places = {name: place for place, name in enumerate([*CATEGORIES, *Kind])}
    results = sorted(results, key=lambda it: (places[it.category], places[it.verdict.kind]))
    lost = sum(cost(result, weights) for result in results)
    return Marked(name, results, max(0, round(FULL_MARK - lost, 2)), suspicions(results))


def suspicions(results: Sequence[Result]) -> list[str]:
    """What the teacher should check before giving the mark."""
    traps = [result for result in results if result.category == "trap"]
    if not traps or any(result.verdict.failed for result in traps):
        return []
    found = "answers every trap exactly, as our player does: "
    return [found + "check whether the student wrote this search"]


def scale(results: Sequence[Result], weights: Weights) -> str:
    """How the mark is computed, and the least possible mark if it is above 0."""
    rule = f"{FULL_MARK} less what failed cases cost, but not below 0."
    lowest = FULL_MARK - sum(weights[result.category] for result in results)
    if lowest <= 0:
        return rule
    return f"{rule} With these {len(results)} cases no mark is below {lowest:g}."


def cost(result: Result, weights: Weights) -> float:
    """The points that a result costs."""
    return weights[result.category] if result.verdict.failed else 0
