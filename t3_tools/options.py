"""Options that several commands share."""

import argparse
import os
import shlex
from functools import partial
from pathlib import Path

from t3_play.inputs import number_to, value_of
from t3_play.saved_games import SETTINGS


class UsageError(ValueError):
    """A request that can't be met. The program prints one line and exits with code 2."""


def to_install(extra: str) -> str:
    """The pip command that installs an extra of this project."""
    project = Path(__file__).resolve().parent.parent
    if not (project / "pyproject.toml").is_file():
        return f"pip install 'tic-tac-total[{extra}]'"
    place = "." if project == Path.cwd() else project
    return f"pip install -e {shlex.quote(f'{place}[{extra}]')}"


whole_number = value_of(partial(number_to, 999_999_999))
"""The value of an option that is a whole number from 1."""

seed_number = value_of(SETTINGS["seed"])
"""The value of --seed."""


def writable(text: str) -> Path:
    """The value of an option that names a file to write; its folder must exist."""
    path = Path(text)
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file")
    folder = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"there is no folder {folder!r}")
    return path


def new_folder(text: str) -> Path:
    """The value of an option that names a new or empty folder."""
    path = Path(text)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise argparse.ArgumentTypeError(f"{text!r} exists, and is not an empty folder")
    return path


def add_folder(parser: argparse.ArgumentParser) -> None:
    """Add DIR, the folder to write."""
    parser.add_argument(
        "folder", metavar="DIR", type=new_folder, help="a new or empty folder"
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add --jobs and --dask, which say where the work is done."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--jobs",
        type=whole_number,
        default=os.cpu_count() or 1,
        metavar="N",
        help="work in N processes (default: one for each processor, here %(default)s)",
    )
    group.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="work on the Dask cluster whose scheduler is at ADDRESS, such as "
        "tcp://127.0.0.1:8786; its workers must have this project installed",
    )
