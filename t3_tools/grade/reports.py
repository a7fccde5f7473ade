"""The reports on marked submissions: tables, CSV and JSON; pages.py has those in HTML.

judging/faults.py says what to report.
"""

from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from t3_tools.grade.judging.cases import CATEGORIES, PARTS
from t3_tools.grade.judging.causes import causes
from t3_tools.grade.judging.faults import faults, title
from t3_tools.grade.judging.marks import Marked, rounded
from t3_tools.grade.judging.verdicts import Kind
from t3_tools.printing import table


def details(marked: Marked) -> RenderableType:
    """The report on one submission: points by category, mark, and each fault."""
    rows = _table("category", "passed", "points")
    for row in marked.asked():
        rows.add_row(row["name"], row["passed"], row["points"])
    parts = ", ".join(f"{part} {share}" for part, share in marked.parts().items() if share)
    lines = [Text(title(marked), "bold"), Text(parts), *map(Text, marked.remarks)]
    for fault in faults(marked):
        heading, kind, first = fault.heading, "", fault.results[0]
        if not fault.cause:
            kind = f"{first.verdict.kind}: "
            if first.position and not fault.is_everywhere:
                heading = f"{heading}: {first.position}"
        lines += [Text(), Text(heading, "bold")]
        lines += [Text(f"  {kind}{reason}") for reason in fault.reasons]
    return Group(*[] if marked.ungraded else [rows], *lines)


def overview(class_: list[Marked]) -> RenderableType:
    """The table of a class: submissions, and then remarks with whose they are."""
    rows = _table("submission", "mark", *PARTS)
    names: dict[str, list[str]] = {}
    for marked in class_:
        rows.add_row(marked.name, marked.outcome, *marked.parts().values())
        for remark in (*marked.remarks, *marked.costs):
            names.setdefault(remark, []).append(marked.name)
    lines = [f"{', '.join(these)}: {remark}" for remark, these in names.items()]
    return Group(rows, *map(Text, lines))


def _table(name: str, *numbers: str) -> Table:
    rows = table(name, *numbers)
    rows.columns[0].overflow = "fold"
    for column in rows.columns[1:]:
        column.justify = "right"
    return rows


def rows(class_: Sequence[Marked]) -> list[dict[str, str]]:
    """The rows of the CSV: the mark, the remarks, and the points of each category.

    Those who could not be graded have empty cells for them.
    """
    found = [
        {
            "student": marked.name,
            "number": marked.number,
            "mark": _points(marked),
            "remarks": "; ".join((*marked.remarks, *marked.costs)),
            **{name: _points(marked, name) for name in [*PARTS, *CATEGORIES]},
        }
        for marked in class_
    ]
    return [{name: _as_text(it) for name, it in row.items()} for row in found]


def _points(marked: Marked, name: str = "") -> str:
    return "" if marked.ungraded else rounded(marked.earned(name))


def _as_text(cell: str) -> str:
    """A cell that no spreadsheet runs. Some run a formula with a full-width sign."""
    return f"'{cell}" if normalize("NFKC", cell[:1]) in ("=", "+", "-", "@") else cell


def gradescope(marked: Marked) -> Any:
    """The results.json for Gradescope: a test for each category.

    At once, students see the mark, the points, the position and reason of each category's
    first case that failed, and likely causes. A test that is not visible would hide the
    mark. What is printed, the whole report, they see after the due date.

    If it could not be graded, there is no score.
    """
    shown_later = {"stdout_visibility": "after_due_date"}
    if marked.ungraded:
        why = max(marked.results, key=lambda it: it.verdict.kind == Kind.COULD_NOT_RUN)
        return {"output": f"Not graded: {why.verdict.reason}", **shown_later}
    tests = []
    for row in marked.asked():
        name, results = row["name"], marked.about(row["name"])
        kinds = ", ".join(dict.fromkeys(it.verdict.kind for it in results))
        first = min(results, key=lambda it: (not it.verdict.failed, it.number))
        shown = [f"{row['passed']}: {kinds}", first.position, first.verdict.reason]
        tests.append(
            {
                "name": f"{name}: {row['tests']}",
                "score": round(marked.earned(name), 4),
                "max_score": round(marked.points[name], 4),
                "output": "\n".join(filter(None, shown)),
            }
        )
    output = "\n".join(it.sentence for it in causes(tuple(marked.results)))
    return {"score": marked.mark, "output": output, "tests": tests, **shown_later}
