"""From verdicts to points, and from points to the mark."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from t3_tools.grade.cases import CATEGORIES, PARTS
from t3_tools.grade.results import Result
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind

FULL_MARK = 100

Points = dict[str, float]
"""What the cases of each category are worth together. All add up to FULL_MARK."""


def weighed(weights: Iterable[tuple[str, float]] = ()) -> Points:
    """The points of the categories, if some have other weights than usual.

    A weight is that of a category or of one of PARTS, whose categories then share it as
    they shared their points before. Raises ValueError if no category has any weight.
    """
    found = {name: category.points for name, category in CATEGORIES.items()}
    for name, weight in weights:
        these = [it for it in CATEGORIES if name in (it, CATEGORIES[it].part)]
        before = sum(found[it] for it in these)
        for it in these:
            found[it] = weight * (found[it] / before if before else 1 / len(these))
    total = sum(found.values())
    if total == 0:
        raise ValueError("nothing is worth any points")
    return {name: weight * FULL_MARK / total for name, weight in found.items()}


class Marked(NamedTuple):
    """A submission with its results, in the order of reports."""

    submission: Submission
    results: list[Result]
    points: Points

    @classmethod
    def of(cls, submission: Submission, results: list[Result], points: Points) -> "Marked":
        """The submission with its results, sorted by category and kind of verdict."""
        places = {name: place for place, name in enumerate([*CATEGORIES, *Kind])}
        order = sorted(
            results, key=lambda it: (places[it.category], places[it.verdict.kind])
        )
        return cls(submission, order, points)

    @property
    def name(self) -> str:
        """The name of the submission."""
        return self.submission.name

    @property
    def mark(self) -> float:
        """The points that it has."""
        return round(self.earned(CATEGORIES), 1)

    def worth(self, result: Result) -> float:
        """The points of a case: those of its category, divided among its cases."""
        cases = sum(other.category == result.category for other in self.results)
        return self.points[result.category] / cases

    def earned(self, categories: Collection[str]) -> float:
        """The points for the cases that it passed in some categories."""
        return sum(
            self.worth(result)
            for result in self.results
            if result.category in categories and not result.verdict.failed
        )

    def possible(self, categories: Collection[str]) -> float:
        """The points that all cases of some categories are worth."""
        return sum(self.points[name] for name in categories)

    def parts(self) -> dict[str, str]:
        """The points in each of PARTS, as in `30 of 35`."""
        return {part: self.share(of_part(part)) for part in PARTS}

    def share(self, categories: Collection[str]) -> str:
        """The points in some categories, as in `30 of 35`; empty if they have none."""
        possible = self.possible(categories)
        return f"{self.earned(categories):.3g} of {possible:.3g}" if possible else ""


def of_part(part: str) -> list[str]:
    """The categories of a part."""
    return [name for name, category in CATEGORIES.items() if category.part == part]
