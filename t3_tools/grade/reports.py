"""The reports on marked submissions: tables, CSV, JSON and HTML pages.

judging/faults.py says what to report. A page is one file that loads nothing and runs no
script. Jinja2 fills in templates/ and escapes all text.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unicodedata import normalize

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from t3_play.descriptions import counted
from t3_tools.extras import to_install
from t3_tools.grade.judging.cases import CATEGORIES, PARTS
from t3_tools.grade.judging.causes import causes
from t3_tools.grade.judging.faults import faults, figures, title
from t3_tools.grade.judging.marks import Marked, passed, rounded
from t3_tools.grade.judging.verdicts import Kind
from t3_tools.printing import table
from t3_tools.refused import RefusedError


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
    for name in dict.fromkeys(it.category for it in marked.results):
        results = marked.of_category(name)
        kinds = ", ".join(dict.fromkeys(it.verdict.kind for it in results))
        first = min(results, key=lambda it: (not it.verdict.failed, it.number))
        shown = [f"{passed(results)}: {kinds}", first.position, first.verdict.reason]
        tests.append(
            {
                "name": f"{name}: {CATEGORIES[name].tests}",
                "score": round(marked.earned(name), 4),
                "max_score": round(marked.points[name], 4),
                "output": "\n".join(filter(None, shown)),
            }
        )
    output = "\n".join(it.sentence for it in causes(tuple(marked.results)))
    return {"score": marked.mark, "output": output, "tests": tests, **shown_later}


def templates() -> Any:
    """The Jinja2 environment; raises RefusedError if Jinja2 is not installed."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ModuleNotFoundError:
        raise RefusedError(f"--reports needs Jinja2: {to_install('tools')}") from None
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )


def _rendered(name: str, **values: Any) -> str:
    return str(templates().get_template(name).render(values))


def page(marked: Marked) -> str:
    """The page for a submission."""
    reported = [(it, figures(it)) for it in faults(marked)]
    return _rendered("report.html", title=title(marked), marked=marked, faults=reported)


def class_page(class_: Sequence[Marked]) -> str:
    """The page about the class, for the lecture: it has no names, nor links to any."""
    graded = [it for it in class_ if not it.ungraded]
    tens = Counter(min(int(it.mark) // 10, 9) for it in graded)
    missed = Counter(
        name
        for marked in graded
        for name in CATEGORIES
        if any(it.verdict.failed for it in marked.of_category(name))
    )
    tables = {
        "What they share": [(it, "", len(names)) for it, names in _shared(graded)],
        "Categories missed, most missed first": [
            (name, CATEGORIES[name].tests, number) for name, number in missed.most_common()
        ],
    }
    return _rendered(
        "class.html",
        title=f"{counted(len(graded), 'submission')} graded",
        graded=len(graded),
        tens=[tens[ten] for ten in range(10)],
        tables=tables,
    )


def list_page(class_: Sequence[Marked], files: Sequence[str]) -> str:
    """The teacher's list, with a link to each submission's page."""
    rows, heading = [*zip(class_, files)], counted(len(class_), "submission")
    shared = _shared(class_)
    return _rendered("list.html", title=heading, rows=rows, parts=PARTS, shared=shared)


TRAPPED = "Fell into the trap: a cut leaves a bound, not a value"


def _shared(class_: Sequence[Marked]) -> list[tuple[str, list[str]]]:
    """What submissions have in common, and their names: the trap, then likely causes."""
    shared: dict[str, list[str]] = {}
    for marked in class_:
        if any(it.verdict.kind == Kind.BLUNDER for it in marked.of_category("trap")):
            shared.setdefault(TRAPPED, []).append(marked.name)
        for cause in causes(tuple(marked.results)):
            words = f"{cause.words[0].upper()}{cause.words[1:]}"
            shared.setdefault(words, []).append(marked.name)
    return sorted(shared.items(), key=lambda it: (it[0] != TRAPPED, -len(it[1])))


RESERVED = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9\xb9\xb2\xb3])(\..*)?", re.I)
"""The names that are devices on Windows, whatever comes after the dot."""


def file_names(class_: Sequence[Marked]) -> list[str]:
    """A file name for each page. No two are equal, even if case is ignored."""
    taken = Counter(["index", "list"])
    names = []
    for marked in class_:
        short = re.sub(r"[^\w.-]+", "_", marked.name).encode()[-200:]  # of 255 at most
        plain = short.decode(errors="ignore").strip("._-") or "submission"
        plain = f"_{plain}" if RESERVED.fullmatch(plain) else plain
        number = taken[plain.casefold()]
        taken[plain.casefold()] += 1
        names.append(f"{plain}~{number}.html" if number else f"{plain}.html")
    return names
