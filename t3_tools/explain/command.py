"""`explain`: what to play in a position, why, and how a search finds it."""

import click
from click import UsageError
from rich.console import Console, Group

from t3_engine import Clock
from t3_play.analysis import Distances
from t3_state import InvalidBoardError, T3State
from t3_tools.explain import mistake, report
from t3_tools.explain.trace import trace
from t3_tools.printing import say

EXAMPLES = """\
\b
Examples:
  t3-tools explain "261/001/000 evens"
  t3-tools explain "120/000/000 evens" --naive
  t3-tools explain "00000/00000/00600/00050/00000 evens"
"""


@click.command(epilog=EXAMPLES)
@click.argument(
    "position",
    nargs=-1,
    required=True,
    help="The rows from the top, 0 for an empty cell, and whose turn it is.",
)
@click.option(
    "--naive",
    is_flag=True,
    help="Compare with the naive search, and show where it goes wrong. Practical with "
    "up to 7 empty cells.",
)
def explain_command(position: tuple[str, ...], naive: bool) -> None:
    """Show what to play in a position, and why.

    (1,2) = 3 is the number 3 in column 1, row 2, counted from 0.
    """
    try:
        state = T3State.from_notation(" ".join(position))
    except InvalidBoardError as error:
        raise UsageError(str(error)) from None
    # Before the status, under which sys.stdout is not the terminal.
    position_shown, search = report.position(state), Distances(Clock())
    with Console(stderr=True).status("Thinking. Ctrl-C ends it."):
        root = trace(state) if naive and not state.is_over() else None
        comparison = mistake.compare(root, search) if root else None
        explained = report.show(state, search, root)
    say(Group(position_shown, explained))
    if comparison:
        say(Group(report.heading("The naive search"), comparison))
