"""Reports on marked submissions: tables, CSV, and the JSON for Gradescope."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from t3_tools.grade.cases import CATEGORIES, PARTS
from t3_tools.grade.causes import causes
from t3_tools.grade.marks import FULL_MARK, Marked, Points, of_part
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind
from t3_tools.printing import table

FORMULA = ("=", "+", "-", "@")
"""A spreadsheet runs a cell that begins with one of these."""

NOT_IMPORTED = "(read only)"
"""Canvas does not import a column that has this in its second row."""


def rows(marked: Iterable[Marked], points: Points) -> list[dict[str, str]]:
    """The rows of the CSV: what is possible, then each submission.

    Canvas imports it: the columns up to the mark, whose heading is to be the assignment's.
    """
    worth = {part: sum(points[name] for name in of_part(part)) for part in PARTS} | points
    most = {name: f"{each:.4g} {NOT_IMPORTED}" for name, each in worth.items()}
    first = {"Student": "Points Possible", "ID": "", "Section": "", "T3": f"{FULL_MARK}"}
    others = {"LATE": NOT_IMPORTED, **most, "remarks": NOT_IMPORTED}
    return [first | others, *map(_row, marked)]


def _row(marked: Marked) -> dict[str, str]:
    number, late = marked.submission.number, marked.submission.late
    groups = {part: of_part(part) for part in PARTS} | {name: [name] for name in CATEGORIES}
    cells = {
        "Student": marked.name,
        "ID": number,
        "Section": "",
        "T3": f"{marked.mark:g}",
        "LATE": "LATE" if late else "",
        **{name: f"{marked.earned(group):.4g}" for name, group in groups.items()},
        "remarks": "; ".join(remarks(marked)),
    }
    return {
        name: f"'{cell}" if cell.startswith(FORMULA) else cell
        for name, cell in cells.items()
    }


def gradescope(marked: Marked) -> Any:
    """The results.json for Gradescope: a test for each part, then one for each case.

    Until the due date students see the verdict of a failed case, but not its position and
    reason. These are in a test of their own, shown after the due date. In the first case of
    each category students see them at once, and the likely causes above all tests. Only the
    teacher sees remarks.
    """
    if marked.submission.fault:
        return {"score": 0, "output": marked.submission.fault}
    tests: list[dict[str, object]] = [
        {
            "name": part,
            "score": round(marked.earned(of_part(part)), 4),
            "max_score": round(marked.possible(of_part(part)), 4),
            "visibility": "visible",
        }
        for part in PARTS
    ]
    for result in marked.results:
        kind, reason, _ = result.verdict
        lost = marked.worth(result) if result.verdict.failed else 0
        shown = [f"{kind} (-{lost:.3g})" if lost else str(kind)]
        hidden = [text for text in (result.position, reason) if text]
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
    told = remarks(marked)
    if told:
        tests.append(
            {
                "name": "for the teacher",
                "output": "\n".join(told),
                "visibility": "hidden",
            }
        )
    output = "\n".join(causes(marked.results))
    return {"score": marked.mark, "output": output, "tests": tests}


def details(marked: Marked) -> RenderableType:
    """The report on one submission: points by category, mark, and each fault."""
    kinds = _kinds(marked.results)
    shown = _table("category", "cases", *kinds, "points")
    for category, results in by_category(marked.results):
        numbers = Counter(result.verdict.kind for result in results)
        counts = [numbers[kind] for kind in kinds]
        _add(shown, category, len(results), *counts, marked.share([category]))
    parts = ", ".join(f"{part} {share}" for part, share in marked.parts().items() if share)
    lines = [
        Text(f"{marked.name}: {marked.mark:g} of {FULL_MARK}", "bold"),
        Text(parts),
        *map(Text, [*causes(marked.results), *remarks(marked)]),
    ]
    for alike in faults(marked.results):
        lines.append(Text())
        for name, positions in _places(alike, marked.results):
            lines.append(Text(f"{name:18}{', '.join(positions)}".rstrip(), "bold"))
        lines.append(Text(f"  {alike[0].verdict.kind}: {alike[0].verdict.reason}"))
    return Group(shown, *lines)


def _places(
    alike: list[Result], results: list[Result]
) -> Iterator[tuple[str, Iterable[str]]]:
    """Where a fault occurs: whole parts, and else categories and positions."""
    whole = parts_of(alike, results)
    for part, number in whole.items():
        yield f"all {number} cases of {part}", ()
    for category, same in by_category(alike):
        if CATEGORIES[category].part not in whole:
            yield category, [result.position for result in same]


def parts_of(alike: Iterable[Result], results: Iterable[Result]) -> dict[str, int]:
    """The parts in which all cases are among these, and the numbers of cases.

    What fails a whole part, as code that does not compile, has nothing to do with boards.
    """
    these, asked = (
        Counter(CATEGORIES[it.category].part for it in group) for group in (alike, results)
    )
    return {part: asked[part] for part in PARTS if these[part] == asked[part] > 1}


def by_category(results: Iterable[Result]) -> Iterator[tuple[str, list[Result]]]:
    """Each category with its results."""
    for category, group in groupby(results, lambda result: result.category):
        yield category, list(group)


def faults(results: Iterable[Result]) -> list[list[Result]]:
    """The failed results, worst first, with equal faults grouped.

    What mypy says of code that does not compile is left out: the crashes say it.
    """
    found: dict[object, list[Result]] = {}
    failed = [result for result in results if result.verdict.failed]
    broken = any(it.verdict.reason.startswith("SyntaxError") for it in failed)
    for result in failed:
        if not (broken and "[syntax]" in result.verdict.reason):
            # If a verdict names an action, it holds for its position only.
            position = result.position if result.verdict.action else ""
            found.setdefault((result.verdict, position), []).append(result)
    order = list(Kind)
    return sorted(found.values(), key=lambda it: -order.index(it[0].verdict.kind))


def remarks(marked: Marked) -> list[str]:
    """What the teacher should know: how it was read, and which cases were tried again."""
    fault, notes = marked.submission.fault, marked.submission.notes
    again = [
        f"{it.category} {it.number + 1}: {it.note}" for it in marked.results if it.note
    ]
    return [*filter(None, [fault]), *notes, *again]


def overview(marked: list[Marked]) -> RenderableType:
    """The table of a class: a row for each submission."""
    kinds = _kinds(chain.from_iterable(each.results for each in marked))
    shown = _table("submission", "mark", *PARTS, *kinds)
    shown.collapse_padding = True
    for each in marked:
        numbers = Counter(result.verdict.kind for result in each.results)
        earned = [f"{each.earned(of_part(part)):.3g}" for part in PARTS]
        counts = [numbers[kind] for kind in kinds]
        _add(shown, each.name, f"{each.mark:g}", *earned, *counts)
    lines = [Text(f"{each.name}: {remark}") for each in marked for remark in remarks(each)]
    return Group(shown, *lines)


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
