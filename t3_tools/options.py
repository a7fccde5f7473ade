"""The types of what several commands take: numbers, and places to write to.

A type is one of click's, or a function that reads a text and raises ValueError.
"""

import os
from pathlib import Path
from tempfile import TemporaryFile

import click

from t3_play.match import SEEDS
from t3_play.program import reason

COUNT = click.IntRange(1, 999_999)
SEED = click.IntRange(0, SEEDS - 1)


ROOM = 1_000_000
"""The bytes for which there must be room on the disk before the work begins."""


def folder(text: str) -> Path:
    """The path of a folder to write, or to make; raises ValueError if it can't be.

    That is tried: rights say little to root, and nothing of a full disk.
    """
    path = Path(text)
    place = next(it for it in [path, *path.absolute().parents] if it.exists())
    try:
        with TemporaryFile(dir=place) as file:
            file.write(bytes(ROOM))
    except OSError as error:
        raise ValueError(f"can't write to {str(place)!r}: {reason(error)}") from None
    return path


def new_folder(text: str) -> Path:
    """The path of a new or empty folder to write; raises ValueError if it can't be."""
    path = Path(text)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise ValueError(f"{text!r} exists, and is not an empty folder")
    return folder(text)


def new_file(text: str) -> Path:
    """The path of a file to write; raises ValueError if it can't be written."""
    path = Path(text)
    if path.exists() and not path.is_file():
        raise ValueError(f"{text!r} is not a file")
    above = os.path.dirname(os.path.realpath(path))
    if not os.path.isdir(above):
        raise ValueError(f"the folder {above!r} doesn't exist")
    folder(above)
    return path
