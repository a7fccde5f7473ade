"""The exact value of every first action on an empty board, for either side that begins."""

import argparse
from concurrent.futures import Executor
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from t3_play.analysis import equal_actions
from t3_play.words import in_short, in_words
from t3_player import Evaluation, T3Player
from t3_state import TURNS, T3State
from t3_tools.options import UsageError, add_json, add_svg, add_workers, whole_number
from t3_tools.output import COLOURS, say, say_json, value_json
from t3_tools.pictures.boards import LEGEND as DRAWN_LEGEND
from t3_tools.pictures.boards import board
from t3_tools.pictures.svg import Picture, in_rows, paragraph, stacked
from t3_tools.work import executor, map_in_order

HELP = "the exact value of every first action on the N x N board, for either side"
EXAMPLES = """\
  python -m t3_tools atlas 3
  python -m t3_tools atlas 5 --jobs 4 --svg atlas-5.svg
  python -m t3_tools atlas 8 --json
"""

LEGEND = """\
W wins, T ties, L loses for who begins,
in so many plies. * is the best action."""

LARGEST_SIZE = 8
"""Columns and rows of the largest board that is solved within minutes."""

Atlas = dict[bool, list[Evaluation]]
"""The value of each first action, in action order, by whether odds begin."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "size",
        type=whole_number,
        metavar="N",
        help=f"columns and rows, {LARGEST_SIZE} at the most; up to 6 takes "
        "seconds, 8 some minutes",
    )
    add_svg(parser)
    add_json(parser)
    add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Find the values, and show them."""
    size = options.size
    if size > LARGEST_SIZE:
        most = f"{LARGEST_SIZE} x {LARGEST_SIZE}"
        raise UsageError(f"{size} x {size} is too big: boards are solved up to {most}")
    with executor(options.jobs, options.dask) as workers:
        atlas = first_actions(size, workers)
    if options.json:
        sides = {TURNS[odd]: _values_json(values) for odd, values in atlas.items()}
        say_json({"size": size, **sides})
    else:
        say(Group(*[_grid(size, odd, values) for odd, values in atlas.items()], LEGEND))
    if options.svg:
        picture(size, atlas).save(options.svg)
    return 0


def first_actions(size: int, workers: Executor) -> Atlas:
    """The value of every first action on the empty board, in action order.

    Actions that a symmetry of the board takes to one another are worth the same, so the
    workers are given only one of them.
    """
    starts = {odd: T3State(odd, [[0] * size] * size) for odd in TURNS}
    groups = [(odd, group) for odd in TURNS for group in equal_actions(starts[odd])]
    found = map_in_order(
        workers,
        T3Player().evaluate,
        [starts[odd].get_next_state(group[0]) for odd, group in groups],
        f"{size} x {size}",
    )
    worth = {
        (odd, action): after.before(action)
        for (odd, group), after in zip(groups, found)
        for action in group
    }
    return {
        odd: [worth[odd, action] for action, _ in starts[odd].get_transitions()]
        for odd in TURNS
    }


def picture(size: int, atlas: Atlas) -> Picture:
    """The empty board with every value in its cell, once for each side that begins."""
    boards = []
    for odd, values in atlas.items():
        empty, top = T3State(odd, [[0] * size] * size), best(values).action
        boards.append(board(empty, values=values, best=top, caption=_title(odd, values)))
    parts = [in_rows(boards, ""), paragraph(DRAWN_LEGEND)]
    return stacked(parts, f"T3, {size} x {size}: what every first action is worth")


def _title(odd: bool, values: list[Evaluation]) -> str:
    """What the board is worth for the side that begins."""
    top = best(values)
    return f"{TURNS[odd].title()} begin: {top.action} {in_words(top)}"


def best(values: list[Evaluation]) -> Evaluation:
    """The best of some values in action order."""
    return min(values, key=Evaluation.rank)


def _grid(size: int, odd: bool, values: list[Evaluation]) -> Group:
    """The values as a grid of the board's cells, a line for each number in each."""
    top = best(values)
    table = Table(box=box.SQUARE, show_lines=True)
    cells = {(col, row): Text() for col in range(size) for row in range(size)}
    for value in values:
        assert value.action is not None
        cell = cells[value.action.col(), value.action.row()]
        cell.append(f"{chr(10) if cell else ''}{value.action.move()} ")
        star = "*" if value is top else " "
        cell.append(f"{in_short(value)}{star}", style=COLOURS[value.utility])
    table.add_column("")
    for col in range(size):
        table.add_column(str(col), justify="center")
    for row in range(size):
        table.add_row(str(row), *[cells[col, row] for col in range(size)])
    return Group(Text(_title(odd, values), style="bold"), table)


def _values_json(values: list[Evaluation]) -> dict[str, Any]:
    return {**value_json(best(values)), "actions": [value_json(value) for value in values]}
