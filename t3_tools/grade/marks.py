"""From verdicts to marks."""

from collections.abc import Mapping
from typing import NamedTuple

from t3_tools.grade.cases import CATEGORIES
from t3_tools.grade.submissions import Result, Submission
from t3_tools.grade.verdicts import Kind

Weights = Mapping[str, float]
"""The points that a failed case costs, by category."""

FULL_MARK = 100
WEIGHTS: Weights = dict.fromkeys(CATEGORIES, 2.0) | {"trap": 0.0, "mypy": 5.0}
"""What failed cases cost unless told otherwise."""


class Marked(NamedTuple):
    """A submission with its results, by category, and its mark."""

    name: str
    results: list[Result]
    mark: float


def mark(submission: Submission, results: list[Result], weights: Weights) -> Marked:
    """The mark of a submission, and its results put in the order of the tables."""
    places = {name: place for place, name in enumerate([*CATEGORIES, *Kind])}
    results = sorted(results, key=lambda it: (places[it.category], places[it.verdict.kind]))
    lost = sum(cost(result, weights) for result in results)
    return Marked(submission.name, results, max(0, round(FULL_MARK - lost, 2)))


def cost(result: Result, weights: Weights) -> float:
    """The points that a result takes from the mark."""
    return weights[result.category] if result.verdict.failed else 0
