"""Output of the commands: tables, CSV and short names."""

import csv
import io
import sys
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from t3_player import LOSS, TIE, WIN

COLOURS = {WIN: "green", TIE: "yellow", LOSS: "red"}
"""The colour of each utility. The text says it, too."""


def say(content: RenderableType, in_full: bool = False) -> None:
    """Print on standard output. In full, no line wraps in a pipe or file."""
    width = 1000 if in_full and not sys.stdout.isatty() else None  # None: the terminal's
    Console(highlight=False, markup=False, emoji=False, width=width).print(content)


def table(*headings: str) -> Table:
    """An empty table in the style of all commands."""
    return Table(*headings, box=box.SIMPLE_HEAD, pad_edge=False)


def as_csv(rows: list[dict[str, Any]], delimiter: str = ",") -> str:
    """The rows as comma-separated values, with a header."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def brief(name: str, names: list[str]) -> str:
    """The shortest end of a path, without .py, that no other of `names` has.

    >>> names = ["/home/ann/t3_player.py", "/home/bob/t3_player.py", "eve.py"]
    >>> [brief(name, names) for name in names]
    ['ann/t3_player', 'bob/t3_player', 'eve']
    """
    paths = [Path(each.removesuffix(".py")).parts for each in names]
    parts = Path(name.removesuffix(".py")).parts
    for start in reversed(range(len(parts))):
        end = parts[start:]
        if sum(path[-len(end) :] == end for path in paths) == 1:
            return str(Path(*end))
    return name
