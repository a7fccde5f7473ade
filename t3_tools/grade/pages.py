"""The reports on marked submissions as HTML pages.

A page is one file that loads nothing and runs no script. Jinja2 fills in templates/ and
escapes all text.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from t3_play.descriptions import counted
from t3_tools.extras import to_install
from t3_tools.grade.judging.cases import CATEGORIES, PARTS
from t3_tools.grade.judging.causes import causes
from t3_tools.grade.judging.faults import ADVICE, faults, figures, title
from t3_tools.grade.judging.marks import Marked
from t3_tools.grade.judging.verdicts import Kind
from t3_tools.refused import RefusedError


def templates() -> Any:
    """The Jinja2 environment; raises RefusedError if Jinja2 is not installed."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ModuleNotFoundError:
        raise RefusedError(f"reports need Jinja2: {to_install('tools')}") from None
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )


def _rendered(name: str, **values: Any) -> str:
    return str(templates().get_template(name).render(values))


def page(marked: Marked, heading: str = "") -> str:
    """The page for a submission. Its heading is usually the name and the mark."""
    reported = [(it, figures(it)) for it in faults(marked)]
    return _rendered(
        "report.html",
        title=heading or title(marked),
        marked=marked,
        topics=[(it, [*group]) for it, group in groupby(reported, lambda it: it[0].topic)],
        has_boards=any(boards for _, boards in reported),
        advice=ADVICE,
    )


def class_page(class_: Sequence[Marked], files: Sequence[str] = ()) -> str:
    """The page about the class, for the lecture: it has no names, nor links to any.

    With the files of the submissions' pages it is the teacher's, who has both.
    """
    graded = [it for it in class_ if not it.ungraded]
    tens = Counter(min(it.mark // 10, 9) for it in graded)
    missed = Counter(
        name
        for marked in graded
        for name in dict.fromkeys(it.category for it in marked.results if it.verdict.failed)
    )
    tables = {
        "Marks": [(f"{ten * 10} to {ten * 10 + 10}", "", tens[ten]) for ten in range(10)],
        "What they share": [
            (words, ", ".join(names) if files else "", len(names))
            for words, names in _shared(graded)
        ],
        "Categories missed, most missed first": [
            (name, CATEGORIES[name].tests, number) for name, number in missed.most_common()
        ],
    }
    return _rendered(
        "class.html",
        title=f"{counted(len(graded), 'submission')} graded",
        rows=[*zip(class_, files)],
        parts=PARTS,
        graded=len(graded),
        tables=tables,
    )


TRAPPED = "Fell into the trap: a cut leaves a bound, not a value"


def _shared(class_: Sequence[Marked]) -> list[tuple[str, list[str]]]:
    """What submissions have in common, and their names: the trap, then likely causes."""
    shared: dict[str, list[str]] = {}
    for marked in class_:
        if any(it.verdict.kind == Kind.BLUNDER for it in marked.about("trap")):
            shared.setdefault(TRAPPED, []).append(marked.name)
        for cause in causes(tuple(marked.results)):
            words = f"{cause.words[0].upper()}{cause.words[1:]}"
            shared.setdefault(words, []).append(marked.name)
    return sorted(shared.items(), key=lambda it: (it[0] != TRAPPED, -len(it[1])))


TAKEN = ["index", "list", "con", "prn", "aux", "nul"]
TAKEN += [
    f"{port}{number}" for port in ("com", "lpt") for number in "0123456789\xb9\xb2\xb3"
]
"""The names of other pages, and of devices on Windows."""


def file_names(class_: Sequence[Marked]) -> list[str]:
    """A file name for each page. No two are equal, even if case is ignored."""
    times = Counter(TAKEN)
    names = []
    for marked in class_:
        short = re.sub(r"[^\w-]+", "_", marked.name).encode()[-200:]  # of 255 at most
        plain = short.decode(errors="ignore").strip("_-") or "submission"
        number = times[plain.casefold()]
        times[plain.casefold()] += 1
        names.append(f"{plain}~{number}.html" if number else f"{plain}.html")
    return names
