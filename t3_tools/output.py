"""What the commands have in common in what they print and save."""

import argparse
import io
import json
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table

from t3_match import write_whole
from t3_player import LOSS, TIE, WIN, Evaluation
from t3_state import T3Action

COLOURS = {WIN: "green", TIE: "yellow", LOSS: "red"}
"""The style of each utility. A colour never says what the text does not say too."""

PICTURE_WIDTH = 100
"""The columns of a picture at the most."""


def say(content: RenderableType) -> None:
    """Print on standard output, as wide as the terminal, or 80 columns."""
    Console(highlight=False, markup=False, emoji=False).print(content)


def table(*headings: str) -> Table:
    """An empty table in the style of all."""
    return Table(*headings, box=box.SIMPLE_HEAD, pad_edge=False)


def say_json(content: object) -> None:
    """Print JSON on standard output."""
    print(json.dumps(content, indent=2))


def writable(text: str) -> Path:
    """A file that can be written, as the value of an option."""
    path = Path(text)
    if path.exists() and not path.is_file():
        raise argparse.ArgumentTypeError(f"{text!r} is not a file")
    if not path.parent.is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {str(path.parent)!r}")
    return path


def add_svg(parser: argparse.ArgumentParser) -> None:
    """Add --svg."""
    parser.add_argument(
        "--svg", type=writable, metavar="FILE", help="save what is shown as a picture too"
    )


def save_svg(content: RenderableType, path: Path, title: str) -> None:
    """Save the picture of what `say` prints, in colour, as wide as it has to be."""
    console = Console(
        file=io.StringIO(),
        record=True,
        width=PICTURE_WIDTH,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        highlight=False,
        markup=False,
        emoji=False,
    )
    console.width = console.measure(content).maximum
    console.print(content)
    write_whole(path, console.export_svg(title=title))


def facts(action: T3Action) -> dict[str, int]:
    """An action for JSON."""
    return {"col": action.col(), "row": action.row(), "move": action.move()}


def valued(value: Evaluation) -> dict[str, Any]:
    """A value with its action for JSON; utility and depth are null if not proven."""
    return {
        "action": value.action and facts(value.action),
        "utility": value.utility if value.exact else None,
        "depth": value.depth if value.exact else None,
    }
