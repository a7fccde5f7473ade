"""Options that several commands share, and the types of their values.

A type is one of click's, or a function that reads a text and raises ValueError.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from t3_play.match import SEEDS

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
