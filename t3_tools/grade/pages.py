"""HTML pages: one to hand back for each submission, and one about the class.

Each page is one file that loads nothing and runs no script. Jinja2 fills in templates/ and
escapes all text. This module collects what to fill in.
"""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from t3_play.descriptions import counted
from t3_tools.grade import limits
from t3_tools.grade.intake.files import some
from t3_tools.grade.judging.cases import CATEGORIES, PARTS
from t3_tools.grade.judging.faults import (
    ADVICE,
    case_of,
    faults,
    figures,
    title,
    unexplained,
)
from t3_tools.grade.judging.marks import FULL_MARK, Marked, figure
from t3_tools.grade.reports import all_remarks
from t3_tools.templates import environment

LONGEST = 200
"""The most bytes of a page's name without its ending; file systems take 255."""


def templates() -> Any:
    """The Jinja2 environment; raises UsageError if Jinja2 is not installed."""
    folder = Path(__file__).with_name("templates")
    return environment(folder, "--reports", autoescape=True)


def page(marked: Marked, seconds: int = limits.SECONDS) -> str:
    """The page for a submission, which had `seconds` for a case."""
    template = templates().get_template("report.html")
    return str(
        template.render(
            title=title(marked),
            is_full=marked.mark == FULL_MARK,
            parts=marked.parts(),
            causes=unexplained(marked),
            advice=ADVICE,
            categories=marked.asked(),
            faults=[(it, figures(it)) for it in faults(marked)],
            case_of=case_of,
            seconds=seconds,
            whole=limits.WHOLE * seconds,
        )
    )


def class_page(class_: Sequence[Marked], files: Sequence[str]) -> str:
    """The page about the class, with a link to each submission's page."""
    template = templates().get_template("class.html")
    tens = Counter(min(int(it.mark) // 10, 9) for it in class_)
    rows = [(it, file, _reason(it)) for it, file in zip(class_, files)]
    orders = {"given": rows, "by-mark": sorted(rows, key=lambda it: -it[0].mark)}
    return str(
        template.render(
            title=counted(len(class_), "submission"),
            tens=[tens[ten] for ten in range(10)],
            orders=orders,
            parts=PARTS,
            missed=_missed(class_),
            remarks=all_remarks(class_),
        )
    )


def _reason(marked: Marked) -> str:
    """What cost the most points: a cause or a kind of verdict. Empty if nothing did."""
    costs: dict[str, float] = {"": 0}
    where: dict[str, list[str]] = {}
    for fault in faults(marked):
        kind, words, _ = fault.results[0].verdict
        what = fault.cause or (f"{kind}: {words}" if fault.is_everywhere else kind)
        costs[what] = costs.get(what, 0) + sum(map(marked.worth, fault.results))
        if what == kind:
            where.setdefault(what, []).extend(it.category for it in fault.results)
    what = max(costs, key=lambda it: costs[it])
    places = some(dict.fromkeys(where.get(what, [])))
    return f"{what}{' in ' if places else ''}{places} (-{figure(costs[what])})" * bool(what)


def file_names(class_: Sequence[Marked]) -> list[str]:
    """A file name for each page. No two are equal, even if case is ignored."""
    taken = Counter(["index"])
    names = []
    for marked in class_:
        plain = re.sub(r"[^\w.]+", "_", marked.name).strip("._") or "submission"
        plain = plain.encode()[-LONGEST:].decode(errors="ignore")
        number = taken[plain.casefold()]
        taken[plain.casefold()] += 1
        names.append(f"{plain}~{number}.html" if number else f"{plain}.html")
    return names


def _missed(class_: Sequence[Marked]) -> list[dict[str, Any]]:
    """The categories in which cases failed, those first in which most did."""
    results = [it for marked in class_ for it in marked.results]
    asked = Counter(it.category for it in results)
    failed = Counter(it.category for it in results if it.verdict.failed)
    by = Counter(
        name
        for marked in class_
        for name in {it.category for it in marked.results if it.verdict.failed}
    )
    return [
        {
            "name": name,
            "tests": CATEGORIES[name].tests,
            "by": by[name],
            "share": round(failed[name] / asked[name], 2),
        }
        for name in sorted(failed, key=lambda it: -failed[it] / asked[it])
    ]
