"""The exact value of every first action on an empty board, with either side beginning."""

from collections import defaultdict
from concurrent.futures import Executor
from operator import attrgetter
from pathlib import Path

import click
from rich import box
from rich.columns import Columns
from rich.console import Group
from rich.table import Table
from rich.text import Text

from t3_engine import Clock, Search, Value
from t3_play.analysis import symmetric_actions
from t3_play.files import write_whole
from t3_state import TURNS, Cell, T3State
from t3_tools import options
from t3_tools.printing import COLOURS, as_svg, say
from t3_tools.values import before, in_words, rank
from t3_tools.workers import executor, map_in_order

EXAMPLES = """\
\b
Examples:
  t3-tools atlas 3
  t3-tools atlas 5 --jobs 4 --svg atlas-5.svg
"""

LEGEND = "3 W5: with 3 in this cell the side that begins wins at ply 5. T ties, L loses."

LARGEST = 8
"""The largest board that the command solves. It takes a few minutes."""


@click.command(epilog=EXAMPLES)
@click.argument(
    "size",
    type=click.IntRange(1, LARGEST),
    metavar="N",
    help=f"Columns and rows, at most {LARGEST}. Up to 6 takes seconds, 8 a few minutes.",
)
@click.option(
    "--svg", type=options.new_file, metavar="FILE", help="Save the boards as a picture too."
)
@options.workers
def atlas(size: int, svg: Path | None, jobs: int, dask: str | None) -> None:
    """Print the exact value of every first action.

    It covers the empty N x N board, with either side beginning.
    """
    with executor(jobs, dask) as workers:
        values = first_actions(size, workers)
    boards = [Group(_title(odd, it), _board(size, it)) for odd, it in values.items()]
    picture = Group(Columns(boards, padding=(0, 3)), LEGEND)
    say(picture)
    if svg:
        width = max(len(LEGEND), 16 * size + 8)  # the boards fit side by side
        title = f"T3, {size} x {size}: first actions"
        write_whole(svg, as_svg(picture, title, width))


def first_actions(size: int, workers: Executor) -> dict[bool, list[Value]]:
    """The values of the first actions, in action order, if odds (True) or evens begin.

    Actions that a symmetry of the board maps to one another have the same value. The
    workers solve one of each such group.
    """
    atlas = {}
    for odd, side in TURNS.items():
        start = T3State(odd, [[0] * size] * size)
        groups = symmetric_actions(start)
        states = [start.get_next_state(group[0]) for group in groups]
        after_each = map_in_order(workers, _value, states, f"{side} begin")
        values = [
            before(after, action)
            for group, after in zip(groups, after_each)
            for action in group
        ]
        atlas[odd] = sorted(values, key=attrgetter("action"))
    return atlas


def _value(state: T3State) -> Value:
    """The value of a state, by the engine: it has most cells empty."""
    return Search(Clock()).evaluate(state)


def _title(odd: bool, values: list[Value]) -> str:
    """The best first action and its result, in words."""
    best = min(values, key=rank)  # the earliest of equal ones: they are in action order
    return f"{TURNS[odd].title()} begin: {best.action} {in_words(best)}"


def _board(size: int, values: list[Value]) -> Table:
    """A board that shows in each cell the value of each number there."""
    cells: dict[Cell, Text] = defaultdict(Text)
    for value in values:
        assert value.action is not None
        style = COLOURS[value.utility]
        text = f"{value.action.move()} {'TWL'[value.utility]}{value.depth}"
        cell = cells[value.action.col(), value.action.row()]
        cell.append("\n" if cell else "").append(text, style)
    board = Table("", *map(str, range(size)), box=box.SQUARE, show_lines=True)
    for row in range(size):
        board.add_row(str(row), *(cells[col, row] for col in range(size)))
    return board
