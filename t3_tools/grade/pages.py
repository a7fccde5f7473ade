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
from t3_tools.grade.judging.cases import CATEGORIES, PARTS
from t3_tools.grade.judging.faults import faults, figures, title
from t3_tools.grade.judging.marks import FULL_MARK, Marked
from t3_tools.grade.reports import all_remarks
from t3_tools.templates import environment


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
            categories=marked.asked(),
            faults=[(it, figures(it)) for it in faults(marked)],
            seconds=seconds,
            whole=limits.WHOLE * seconds,
        )
    )


def class_page(class_: Sequence[Marked], files: Sequence[str]) -> str:
    """The page about the class, with a link to each submission's page."""
    template = templates().get_template("class.html")
    tens = Counter(min(int(it.mark) // 10, 9) for it in class_)
    rows = [(it, file, _reason(it)) for it, file in zip(class_, files)]
    missed = Counter(
        name
        for marked in class_
        for name in CATEGORIES
        if any(it.verdict.failed and marked.worth(it) for it in marked.of_category(name))
    )
    orders = {"given": rows, "by-mark": sorted(rows, key=lambda it: -it[0].mark)}
    return str(
        template.render(
            title=counted(len(class_), "submission"),
            tens=[tens[ten] for ten in range(10)],
            orders=orders,
            parts=PARTS,
            missed=missed.most_common(),
            tests={name: category.tests for name, category in CATEGORIES.items()},
            remarks=all_remarks(class_),
        )
    )


def _reason(marked: Marked) -> str:
    """What cost the most points: a cause or a kind of verdict. Empty if nothing did."""
    costs: Counter[str] = Counter()
    for fault in faults(marked):
        kind, words, _ = fault.results[0].verdict
        for result in fault.results:
            why = f": {words}" if fault.is_everywhere else f" in {result.category}"
            costs[fault.cause or kind + why] += round(1000 * marked.worth(result))
    return next((it for it, cost in costs.most_common(1) if cost), "")


def file_names(class_: Sequence[Marked]) -> list[str]:
    """A file name for each page. No two are equal, even if case is ignored."""
    taken = Counter(["index"])
    names = []
    for marked in class_:
        plain = re.sub(r"[^\w.-]+", "_", marked.name).strip("._-") or "submission"
        plain = plain.encode()[-200:].decode(errors="ignore")  # file systems take 255
        number = taken[plain.casefold()]
        taken[plain.casefold()] += 1
        names.append(f"{plain}~{number}.html" if number else f"{plain}.html")
    return names
