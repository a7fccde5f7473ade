"""`explain`: what to play in a position, why, and how a search finds it."""

import click
from click import UsageError
from rich.console import Console, Group

from t3_play.inputs import seconds
from t3_play.match import LARGEST_SIZE
from t3_state import InvalidBoardError, T3State
from t3_tools.explain import mistake, report
from t3_tools.explain.explanation import explain
from t3_tools.explain.recording import record
from t3_tools.printing import say

EXAMPLES = """\
\b
Examples:
  t3-tools explain "261/001/000 evens"
  t3-tools explain "120/000/000 evens" --textbook
  t3-tools explain "00000/00000/00600/00050/00000 evens" --time-limit 5
"""


@click.command(epilog=EXAMPLES)
@click.argument(
    "position",
    nargs=-1,
    required=True,
    help="The rows from the top, 0 for an empty cell, and whose turn it is.",
)
@click.option(
    "--textbook",
    is_flag=True,
    help="Compare with the textbook search, and show where it goes wrong. Practical with "
    "up to 7 empty cells.",
)
@click.option(
    "--time-limit",
    type=seconds,
    default="60",  # up to 4 x 4 one second is enough
    show_default=True,
    metavar="SECONDS",
    help="Limits the search for values; marks those not proven in time.",
)
def explain_command(position: tuple[str, ...], textbook: bool, time_limit: float) -> None:
    """Show what to play in a position, and why.

    (1,2) = 3 is the number 3 in column 1, row 2, counted from 0.
    """
    try:
        state = T3State.from_notation(" ".join(position))
    except InvalidBoardError as error:
        raise UsageError(str(error)) from None
    if state.size > LARGEST_SIZE:
        raise UsageError(f"a board of {state.size} is too big: {LARGEST_SIZE} at most")
    with Console(stderr=True).status("Thinking. Ctrl-C ends it."):
        root = record(state) if textbook else None
        explanation = explain(state, time_limit)
    parts = [report.position(state)]
    if root:
        parts += [report.heading("The textbook"), mistake.compare(root)]
    say(Group(*parts, report.show(explanation)))
