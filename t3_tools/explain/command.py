"""`explain`: what to play in a position, why, and how a search finds it."""

import argparse

from rich.console import Console, Group, RenderableType

from t3_play.inputs import seconds, value_of
from t3_state import InvalidBoardError, T3State
from t3_tools.explain import drawing, mistake, report
from t3_tools.explain.explanation import Explanation, explain
from t3_tools.explain.recording import Visit, record
from t3_tools.options import UsageError
from t3_tools.printing import say

HELP = "what to play in a position, and why"
EXAMPLES = """\
  t3-tools explain "261/001/000 evens"
  t3-tools explain "261/351/000 evens" --tree
  t3-tools explain "120/000/000 evens" --textbook
  t3-tools explain "00000/00000/00600/00050/00000 evens" --time-limit 5

A position is the rows from the top, 0 for an empty cell, and whose turn it is.
An action (1,2) = 3 is column 1, row 2, number 3; both count from 0.
"""

TIME_LIMIT = 60
"""Seconds for the values, by default. Up to 4 x 4 one second is enough."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "position", nargs="+", metavar="POSITION", help="such as 120/000/000 evens"
    )
    parser.add_argument(
        "--tree",
        action="store_true",
        help="also show the alpha-beta search, with at most about 6 empty cells",
    )
    parser.add_argument(
        "--textbook",
        action="store_true",
        help="compare with the textbook search, and show where it goes wrong",
    )
    parser.add_argument(
        "--time-limit",
        type=value_of(seconds),
        default=TIME_LIMIT,
        metavar="SECONDS",
        help="for the values (default: %(default)s); what is not proven by then is marked",
    )


def run(options: argparse.Namespace) -> int:
    """Explain a position."""
    try:
        state = T3State.from_notation(" ".join(options.position))
    except InvalidBoardError as error:
        raise UsageError(str(error)) from None
    with Console(stderr=True).status("Thinking. Ctrl-C ends it."):
        root = record(state) if options.tree or options.textbook else None
        found = explain(state, options.time_limit)
    say(_text(found, root, options))
    return 0


def _text(
    found: Explanation, root: Visit | None, options: argparse.Namespace
) -> RenderableType:
    """The sections that the options ask for."""
    parts = [report.position(found.state)]
    if root:
        parts += [report.heading("Alpha-beta"), drawing.legend(root)]
    if root and options.tree:
        parts += [report.heading("Its tree"), drawing.draw(root, drawing.readable(root))]
    if root and options.textbook:
        parts += [report.heading("The textbook"), mistake.compare(root)]
    return Group(*parts, report.show(found))
