"""Reports on marked submissions: tables, CSV, and the JSON for Gradescope."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from t3_tools.grade.cases import CATEGORIES
from t3_tools.grade.causes import causes
from t3_tools.grade.marks import FULL_MARK, Marked, Weights, cost, scale
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind
from t3_tools.printing import table

FORMULA = ("=", "+", "-", "@")
"""A spreadsheet runs a cell that begins with one of these."""


def row(marked: Marked) -> dict[str, Any]:
    """A row of the CSV: the mark, and the cases passed in each category."""
    passed = Counter(it.category for it in marked.results if not it.verdict.failed)
    numbers = {category: passed[category] for category in CATEGORIES}
    name = f"'{marked.name}" if marked.name.startswith(FORMULA) else marked.name
    return {"submission": name, "mark": f"{marked.mark:g}", **numbers}


def gradescope(marked: Marked, weights: Weights) -> Any:
    """The results.json for Gradescope: a test with all points, then one for each case.

    Until the due date students see the verdict of a failed case, but not its position and
    reason. These are in a test of their own, shown after the due date. In the first case of
    each category students see them at once.
    """
    tests: list[dict[str, object]] = [
        {
            "name": scale(marked.results, weights),
            "score": marked.mark,
            "max_score": FULL_MARK,
            "visibility": "visible",
        }
    ]
    for result in marked.results:
        kind, reason, _ = result.verdict
        points = cost(result, weights)
        shown = [f"{kind} (-{points:g})" if points else str(kind)]
        hidden = [text for text in (result.position, reason, result.note) if text]
        if result.number == 0:
            shown, hidden = shown + hidden, []
        for texts, visibility in ((shown, "visible"), (hidden, "after_due_date")):
            if texts and (visibility == "visible" or result.verdict.failed):
                tests.append(
                    {
                        "name": f"{result.category} {result.number + 1}",
                        "status": "failed" if result.verdict.failed else "passed",
                        "output": "\n".join(texts),
                        "visibility": visibility,
                    }
                )
    return {
        "score": marked.mark,
        "tests": tests,
    }


def details(marked: Marked, weights: Weights) -> RenderableType:
    """The report on one submission: results by category, mark, and each fault."""
    kinds = _kinds(marked.results)
    shown = _table("category", "cases", *kinds, "points")
    for category, results, points in by_category(marked.results, weights):
        numbers = Counter(result.verdict.kind for result in results)
        _add(shown, category, len(results), *(numbers[kind] for kind in kinds), points)
    lines = [
        Text(f"{marked.name}: {marked.mark:g} of {FULL_MARK}", "bold"),
        Text(scale(marked.results, weights)),
    ]
    lines += [Text(f"suspicion: {each}") for each in marked.suspicions]
    lines += map(Text, [*causes(marked.results), *notes(marked.results)])
    for alike in faults(marked.results):
        lines.append(Text())
        for category, same in groupby(alike, lambda result: result.category):
            positions = ", ".join(result.position for result in same)
            lines.append(Text(f"{category:18}{positions}".rstrip(), "bold"))
        lines.append(Text(f"  {alike[0].verdict.kind}: {alike[0].verdict.reason}"))
    return Group(shown, *lines)


def by_category(
    results: Iterable[Result], weights: Weights
) -> Iterator[tuple[str, list[Result], str]]:
    """Each category, its results, and the points that they cost, as text."""
    for category, group in groupby(results, lambda result: result.category):
        these = list(group)
        lost = sum(cost(result, weights) for result in these)
        yield (
            category,
            these,
            f"-{lost:g}" if lost else "" if weights[category] else "no weight",
        )


def faults(results: Iterable[Result]) -> list[list[Result]]:
    """The failed results, worst first, with equal faults grouped."""
    found: dict[object, list[Result]] = {}
    for result in results:
        if result.verdict.kind != Kind.EXACT:
            # If a verdict names an action, it holds for its position only.
            position = result.position if result.verdict.action else ""
            found.setdefault((result.verdict, position), []).append(result)
    order = list(Kind)
    return sorted(found.values(), key=lambda it: -order.index(it[0].verdict.kind))


def remarks(marked: Iterable[Marked]) -> list[tuple[str, str]]:
    """Remarks for the teacher, each with the name of its submission."""
    return [
        (each.name, remark)
        for each in marked
        for remark in [*each.suspicions, *notes(each.results)]
    ]


def notes(results: Iterable[Result]) -> list[str]:
    """A note for each case whose verdict changed when it was tried again."""
    return [f"{it.category} {it.number + 1}: {it.note}" for it in results if it.note]


def overview(marked: list[Marked], weights: Weights) -> RenderableType:
    """The table of a class: a row for each submission."""
    kinds = _kinds(chain.from_iterable(each.results for each in marked))
    shown = _table("submission", "mark", *kinds)
    shown.collapse_padding = True
    for each in marked:
        numbers = Counter(result.verdict.kind for result in each.results)
        counts = [numbers[kind] for kind in kinds]
        _add(shown, each.name, f"{each.mark:g}", *counts)
    lines = [Text(f"{name}: {remark}") for name, remark in remarks(marked)]
    return Group(shown, *lines, Text(scale(marked[0].results, weights)))


def _kinds(results: Iterable[Result]) -> list[Kind]:
    """The verdicts that a table has columns for: `exact`, and those that occur."""
    found = {Kind.EXACT, *(result.verdict.kind for result in results)}
    return [kind for kind in Kind if kind in found]


def _table(name: str, *numbers: str) -> Table:
    shown = table()
    shown.add_column(name, overflow="fold")
    for number in numbers:
        shown.add_column(number, justify="right")
    return shown


def _add(shown: Table, *cells: str | int) -> None:
    """Add a row, with empty cells for zeros."""
    shown.add_row(*(str(cell) if cell else "" for cell in cells))
