"""Options that determine the mark, shared by the commands that grade."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from t3_play.program import reason
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, PARTS, exam_cases
from t3_tools.grade.judging.marks import Exam, weighed
from t3_tools.grade.judging.own_exam import own_exam
from t3_tools.options import COUNT, SEED
from t3_tools.refused import RefusedError


def exam(name: str) -> str:
    """The text of a file, which is an exam. Raises ValueError if it is none."""
    try:
        text = Path(name).read_text(encoding="utf-8")
        own_exam(text, tried=True)
    except OSError as error:
        raise ValueError(f"{name!r} can't be read: {reason(error)}") from None
    except ValueError as error:
        raise ValueError(f"{name!r}: {error}") from None
    return text


def weight(text: str) -> tuple[str, float]:
    """A category or a part and its points, as the value of --weight."""
    name, _, points = text.partition("=")
    if name not in (*PARTS, *CATEGORIES):
        names = ", ".join([*PARTS, *CATEGORIES])
        raise ValueError(f"there is no part or category {name!r}; choose from {names}")
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", points):
        raise ValueError(f"{text!r} is not NAME=POINTS, with points of 0 or more")
    return name, float(points)


HELP = {
    "seed": "Chooses the positions. The default is random, and printed at the end.",
    "weight": f"What a category or a part ({', '.join(PARTS)}) is worth. All are scaled to "
    "100. Can be repeated.",
    "exam": "Ask about the positions of this file (see docs/page.md), for its points, "
    "whatever --seed and --count are.",
}
MARKING = [
    click.Option(["--seed"], type=SEED, metavar="N", help=HELP["seed"]),
    click.Option(
        ["--count"],
        type=COUNT,
        default=4,
        show_default=True,
        metavar="N",
        help="Number of cases per category (odds and evens alternate).",
    ),
    click.Option(
        ["--timeout"],
        type=COUNT,
        default=limits.SECONDS,
        show_default=True,
        metavar="SECONDS",
        help="Computing time for each case, including imports.",
    ),
    click.Option(
        ["--weight"], type=weight, multiple=True, metavar="NAME=POINTS", help=HELP["weight"]
    ),
    click.Option(["--exam"], type=exam, metavar="FILE", help=HELP["exam"]),
]
"""The options that determine the mark."""


def exam_of(chosen: Mapping[str, Any]) -> Exam:
    """The exam that the values of MARKING ask for, with a seed of None as 0.

    Raises RefusedError if there is none: with both --exam and --weight, or without points.
    """
    if chosen["exam"] and chosen["weight"]:
        raise RefusedError("--weight is not for --exam: the file has the points")
    if chosen["exam"]:
        return own_exam(chosen["exam"])
    cases = exam_cases(chosen["seed"] or 0, chosen["count"])
    return Exam(cases, weighed(chosen["weight"]), chosen["timeout"])
