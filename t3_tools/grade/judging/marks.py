"""From verdicts to points, and from points to the mark."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, PARTS, Case, Result
from t3_tools.grade.judging.verdicts import Kind
from t3_tools.refused import RefusedError

FULL_MARK = 100

Points = dict[str, float]
"""What the cases of each category are worth together. All add up to FULL_MARK."""


def rounded(points: float) -> str:
    """Points in whole numbers, or with one decimal."""
    return f"{round(points, 1):g}"


def categories(name: str = "") -> list[str]:
    """The categories of a part, a category alone, or all if there is no name."""
    return [it for it, category in CATEGORIES.items() if name in ("", it, category.part)]


def weighed(weights: Iterable[tuple[str, float]] = ()) -> Points:
    """The points of the categories, if some have other weights than usual.

    A weight is that of a category or of one of PARTS, whose categories then share it as
    they shared their points before. Raises RefusedError if no category has any weight.
    """
    points = {name: category.points for name, category in CATEGORIES.items()}
    for name, weight in weights:
        these = categories(name)
        before = sum(points[it] for it in these)
        for it in these:
            points[it] = weight * (points[it] / before if before else 1 / len(these))
    total = sum(points.values())
    if total == 0:
        raise RefusedError("nothing is worth any points")
    return {name: weight * FULL_MARK / total for name, weight in points.items()}


class Exam(NamedTuple):
    """The cases for every submission, in the order in which to ask, and the limits."""

    cases: list[Case]
    points: Points
    seconds: int = limits.SECONDS
    """CPU seconds for a case."""
    unsafe: bool = False
    """Whether to ask where submissions may do harm."""

    @property
    def whole(self) -> int:
        """CPU seconds for a submission. What is left is not tried."""
        return limits.WHOLE * self.seconds


class Marked(NamedTuple):
    """A submission with its results, in the order of reports.

    Methods that take a name are about a part, a category, or all if there is no name.
    """

    name: str
    results: list[Result]
    points: Points
    remarks: tuple[str, ...] = ()
    """What the teacher should know of how the submission was read."""
    number: str = ""
    """The student's number on the platform."""
    costs: tuple[str, ...] = ()
    """What cost it most, for tables of a class."""

    @classmethod
    def of(cls, name: str, results: list[Result], points: Points, **known: Any) -> "Marked":
        """The results, sorted by category and kind of verdict."""
        order = [*CATEGORIES, *Kind]
        ordered = sorted(
            results, key=lambda it: (order.index(it.category), order.index(it.verdict.kind))
        )
        return cls(name, ordered, points, **known)

    @property
    def mark(self) -> float:
        """The points that it has."""
        return round(self.earned(), 1)

    @property
    def ungraded(self) -> bool:
        """Whether files or the machine kept it from being asked: it has no mark."""
        return any(it.verdict.kind == Kind.COULD_NOT_RUN for it in self.results)

    @property
    def outcome(self) -> str:
        """The mark, or that there is none."""
        return "not graded" if self.ungraded else rounded(self.mark)

    def about(self, name: str = "") -> list[Result]:
        """The results there."""
        return [it for it in self.results if it.category in categories(name)]

    def worth(self, result: Result) -> float:
        """The points of a case: those of its category, divided among its cases."""
        return self.points[result.category] / len(self.about(result.category))

    def earned(self, name: str = "") -> float:
        """The points for the cases that it passed."""
        return sum(self.worth(it) for it in self.about(name) if not it.verdict.failed)

    def share(self, name: str) -> str:
        """The points earned and possible, as in `30 of 35`; empty if none are."""
        possible = sum(self.points[it] for it in categories(name))
        if self.ungraded or not possible:
            return ""
        return f"{rounded(self.earned(name))} of {rounded(possible)}"

    def asked(self) -> list[dict[str, str]]:
        """For each category asked: what it tests, how many cases passed, and points."""
        rows = []
        for name in dict.fromkeys(it.category for it in self.results):
            passes = [not it.verdict.failed for it in self.about(name)]
            passed = f"{sum(passes)} of {len(passes)}"
            points = self.share(name) or "not counted"
            tests = CATEGORIES[name].tests
            rows.append({"name": name, "tests": tests, "passed": passed, "points": points})
        return rows

    def parts(self) -> dict[str, str]:
        """The share in each of PARTS."""
        return {part: self.share(part) for part in PARTS}
