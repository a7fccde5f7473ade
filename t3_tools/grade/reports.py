"""What is told of marked submissions: tables, JSON, CSV, and what Gradescope reads."""

import argparse
from collections import Counter
from collections.abc import Iterable
from itertools import chain, groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from t3_tools.grade.cases import CATEGORIES
from t3_tools.grade.marks import FULL_MARK, Marked, Weights, cost
from t3_tools.grade.submissions import Result
from t3_tools.grade.verdicts import Kind
from t3_tools.output import brief, table


def row(marked: Marked) -> dict[str, Any]:
    """A row of the CSV: the mark, and the number of cases passed in each category."""
    passed = Counter(it.category for it in marked.results if not it.verdict.failed)
    numbers = {category: passed[category] for category in CATEGORIES}
    return {"submission": marked.name, "mark": f"{marked.mark:g}", **numbers}


def as_json(marked: list[Marked], weights: Weights, options: argparse.Namespace) -> Any:
    """Everything, for machines."""
    return {
        "seed": options.seed,
        "count": options.count,
        "timeout": options.timeout,
        "weights": weights,
        "submissions": [
            {
                "name": name,
                "mark": mark,
                "cases": [
                    {
                        "category": result.category,
                        "position": result.position or None,
                        "verdict": result.verdict.kind,
                        "reason": result.verdict.reason,
                        "lost": cost(result, weights),
                    }
                    for result in results
                ],
            }
            for name, results, mark in marked
        ],
    }


def gradescope(marked: Marked, weights: Weights) -> Any:
    """What Gradescope reads. A test's maximum is what failing it costs.

    So the points that the tests lack add up to what was lost; `score` is the mark itself.
    """
    return {
        "score": marked.mark,
        "output": f"{FULL_MARK} less what failed tests cost, but not below 0.",
        "tests": [
            {
                "name": f"{result.category} {result.position}".strip(),
                "score": weights[result.category] - cost(result, weights),
                "max_score": weights[result.category],
                "status": "failed" if result.verdict.failed else "passed",
                "output": ": ".join(filter(None, result.verdict[:2])),
            }
            for result in marked.results
        ],
    }


def details(marked: Marked, weights: Weights) -> RenderableType:
    """The results by category, the mark, and each fault."""
    kinds = _kinds(marked.results)
    shown = _table("category", "cases", *kinds, "points")
    for category, group in groupby(marked.results, lambda result: result.category):
        results = list(group)
        numbers = Counter(result.verdict.kind for result in results)
        lost = sum(cost(result, weights) for result in results)
        points = f"-{lost:g}" if lost else "" if weights[category] else "no weight"
        _add(shown, category, len(results), *(numbers[kind] for kind in kinds), points)
    lines = [Text(f"{marked.name}: {marked.mark:g} of {FULL_MARK}", "bold")]
    faults = [result for result in marked.results if result.verdict.kind != Kind.EXACT]
    for verdict in dict.fromkeys(result.verdict for result in faults):
        lines.append(Text())
        alike = [result for result in faults if result.verdict == verdict]
        for category, same in groupby(alike, lambda result: result.category):
            positions = ", ".join(result.position for result in same)
            lines.append(Text(f"{category:18}{positions}".rstrip(), "bold"))
        lines.append(Text(f"  {verdict.kind}: {verdict.reason}"))
    return Group(shown, *lines)


def overview(marked: list[Marked], weights: Weights) -> RenderableType:
    """A row for each submission."""
    weighty = [[it for it in each.results if weights[it.category]] for each in marked]
    kinds = _kinds(chain.from_iterable(weighty))
    shown = _table("submission", "mark", *kinds, "unweighted")
    shown.collapse_padding = True
    names = [name for name, _, _ in marked]
    for (name, results, mark), counted in zip(marked, weighty):
        numbers = Counter(result.verdict.kind for result in counted)
        others = [it for it in results if it.verdict.failed and not weights[it.category]]
        counts = [numbers[kind] for kind in kinds]
        _add(shown, brief(name, names), f"{mark:g}", *counts, len(others))
    return shown


def _kinds(results: Iterable[Result]) -> list[Kind]:
    """The verdicts that a table needs: what there is, and `exact`."""
    found = {Kind.EXACT, *(result.verdict.kind for result in results)}
    return [kind for kind in Kind if kind in found]


def _table(name: str, *numbers: str) -> Table:
    shown = table()
    shown.add_column(name, overflow="fold")
    for number in numbers:
        shown.add_column(number, justify="right")
    return shown


def _add(shown: Table, *cells: str | int) -> None:
    """Add a row; a number that is 0 is left out."""
    shown.add_row(*(str(cell) if cell else "" for cell in cells))
