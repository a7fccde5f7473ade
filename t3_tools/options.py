"""Options that several commands share, and the types of their values.

A type is one of click's, or a function that reads a text and raises ValueError.
"""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from t3_play.match import SEEDS
from t3_play.program import reason
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, PARTS
from t3_tools.grade.judging.marks import Points, weighed
from t3_tools.grade.judging.own_exam import own_exam

Command = TypeVar("Command", bound=Callable[..., None])

COUNT = click.IntRange(1, 999_999)
SEED = click.IntRange(0, SEEDS - 1)


def new_file(text: str) -> Path:
    """The path of a file to write; raises ValueError if its folder doesn't exist."""
    path = Path(text)
    if path.exists() and not path.is_file():
        raise ValueError(f"{text!r} is not a file")
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise ValueError(f"the folder {str(folder)!r} doesn't exist")
    return path


def new_folder(text: str) -> Path:
    """The path of a new or empty folder; raises ValueError if it is neither."""
    path = Path(text)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise ValueError(f"{text!r} exists, and is not an empty folder")
    return path


def exam(name: str) -> str:
    """The text of a file, which is an exam. Raises ValueError if it is none."""
    try:
        text = Path(name).read_text(encoding="utf-8")
        own_exam(text)
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


def marking(command: Command) -> Command:
    """Add the options that determine the mark."""
    options = [
        click.option(
            "--seed",
            type=SEED,
            metavar="N",
            help="Chooses the positions. The default is random, and printed at the end.",
        ),
        click.option(
            "--count",
            type=COUNT,
            default=4,
            show_default=True,
            metavar="N",
            help="Number of cases per category (odds and evens alternate).",
        ),
        click.option(
            "--timeout",
            type=COUNT,
            default=limits.SECONDS,
            show_default=True,
            metavar="SECONDS",
            help="Computing time for each case, including imports.",
        ),
        click.option(
            "--weight",
            type=weight,
            multiple=True,
            metavar="NAME=POINTS",
            help=f"What a category or a part ({', '.join(PARTS)}) is worth. All are "
            "scaled to 100. Can be repeated.",
        ),
        click.option(
            "--exam",
            type=exam,
            metavar="FILE",
            help="Ask about the positions of this file (see docs/page.md), for its points, "
            "whatever --seed and --count are.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def points_of(exam: str | None, weights: Sequence[tuple[str, float]]) -> Points:
    """The points by --exam or --weight. Raises ValueError if both are given."""
    if exam and weights:
        raise ValueError("--weight is not for --exam: the file has the points")
    return own_exam(exam).points if exam else weighed(weights)


def workers(command: Command) -> Command:
    """Add --jobs and --dask, which say where the work is done."""
    jobs = click.option(
        "--jobs",
        type=COUNT,
        default=os.cpu_count() or 1,
        show_default="one for each processor",
        metavar="N",
        help="Work in N processes.",
    )
    dask = click.option(
        "--dask",
        metavar="ADDRESS",
        help="Work on the Dask cluster whose scheduler is at ADDRESS instead, such as "
        "tcp://127.0.0.1:8786. Its workers must have this project installed.",
    )
    return jobs(dask(command))
