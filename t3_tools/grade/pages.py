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
from t3_tools.grade.judging.faults import (
    ADVICE,
    case_of,
    faults,
    figures,
    title,
    unexplained,
)
from t3_tools.grade.judging.marks import Marked
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
    return str(
        template.render(
            title=counted(len(class_), "submission"),
            submissions=list(zip(class_, files)),
            parts=PARTS,
            hardest=_hardest(class_),
            remarks=all_remarks(class_),
        )
    )


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


def _hardest(class_: Sequence[Marked]) -> list[dict[str, Any]]:
    """The categories, those that most submissions fail first."""
    results = [it for marked in class_ for it in marked.results]
    asked = Counter(it.category for it in results)
    failed = Counter(it.category for it in results if it.verdict.failed)
    return [
        {
            "name": name,
            "tests": CATEGORIES[name].tests,
            "failed": failed[name],
            "asked": asked[name],
        }
        for name in sorted(asked, key=lambda it: -failed[it] / asked[it])
    ]
