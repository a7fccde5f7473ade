"""The exact value of every first action on an empty board, for either side that begins."""

import argparse
from concurrent.futures import Executor

from rich.console import Group
from rich.table import Table

from t3_play.analysis import equal_actions
from t3_play.descriptions import in_short, in_words
from t3_player import Evaluation, T3Player
from t3_state import TURNS, T3Action, T3State
from t3_tools.options import UsageError, add_workers, whole_number, writable
from t3_tools.pictures.boards import LEGEND, board
from t3_tools.pictures.svg import Picture, in_rows, paragraph, stacked
from t3_tools.printing import say, table
from t3_tools.workers import executor, map_in_order

HELP = "the exact value of every first action on the N x N board, for either side"
EXAMPLES = """\
  python -m t3_tools atlas 3
  python -m t3_tools atlas 5 --jobs 4 --svg atlas-5.svg
"""

TOLD = "W wins, T ties, L loses for the side that begins, in so many plies."
"""What the values mean."""

LARGEST = 8
"""The largest board whose values the command finds, in some minutes."""

Atlas = dict[bool, list[Evaluation]]
"""The value of each first action, in action order, by whether odds begin."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "size",
        type=whole_number,
        metavar="N",
        help=f"columns and rows, at most {LARGEST}; up to 6 takes seconds, 8 some minutes",
    )
    parser.add_argument(
        "--svg", type=writable, metavar="FILE", help="save the boards as a picture too"
    )
    add_workers(parser)


def run(options: argparse.Namespace) -> int:
    """Find the values, and show them."""
    size = options.size
    if size > LARGEST:
        raise UsageError(f"{size} x {size} is too big: at most {LARGEST} x {LARGEST}")
    with executor(options.jobs, options.dask) as workers:
        atlas = first_actions(size, workers)
    titles = [_title(odd, values) for odd, values in atlas.items()]
    say(Group(*titles, "", _values(size, atlas), TOLD))
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
    parts = [in_rows(boards, ""), paragraph(LEGEND)]
    return stacked(parts, f"T3, {size} x {size}: what every first action is worth")


def _title(odd: bool, values: list[Evaluation]) -> str:
    """What the board is worth for the side that begins."""
    top = best(values)
    return f"{TURNS[odd].title()} begin: {top.action} {in_words(top)}"


def best(values: list[Evaluation]) -> Evaluation:
    """The best of some values in action order."""
    return min(values, key=Evaluation.rank)


def _values(size: int, atlas: Atlas) -> Table:
    """What each number is worth, a line for all cells that a symmetry makes equal."""
    worth = {value.action: value for values in atlas.values() for value in values}
    numbers = range(1, T3State.MAX_MOVE + 1)
    shown = table("cells", *map(str, numbers))
    for alike in equal_actions(T3State(True, [[0] * size] * size)):
        if alike[0].move() == numbers[0]:
            cells = [(action.col(), action.row()) for action in alike]
            found = [worth[T3Action(*cells[0], number)] for number in numbers]
            names = " ".join(f"({col},{row})" for col, row in cells)
            shown.add_row(names, *map(in_short, found))
    return shown
