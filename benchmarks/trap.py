"""How often the naive search plays other actions than the exact player, on 3 x 3.

`python -m benchmarks.trap` takes a few minutes. Random play in which nobody leaves an
immediate win leads to the positions.
"""

import sys
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.positions import careful
from t3_play.program import run
from t3_player import T3Player
from t3_state import T3State
from t3_tools.naive import NaivePlayer

PLACED, COUNT = (3, 4, 5), 500
"""How many numbers are on the boards, and the number of positions with each."""


class Tally(NamedTuple):
    """On how many positions the naive search plays as well as the exact player."""

    same: int
    missed_tie_breaks: int
    """It keeps the utility by another action."""
    worse: int
    """It loses a won or tied position, or ties a won one."""


def tally(states: list[T3State]) -> Tally:
    """Compare the two players on these positions, none of which is over."""
    same = missed = 0
    for state in states:
        exact, action = T3Player().evaluate(state), NaivePlayer().choose(state)
        assert action is not None
        if action == exact.action:
            same += 1
        elif -T3Player().evaluate(state.get_next_state(action)).utility == exact.utility:
            missed += 1
    return Tally(same, missed, len(states) - same - missed)


def main() -> int:
    """Print a row for each number of placed numbers; returns the exit code."""
    columns = "placed", "positions", "same action", "missed tie-break", "worse result"
    table = Table(*columns, box=box.SIMPLE)
    for placed in PLACED:
        counts = tally(careful(3, placed, COUNT))
        table.add_row(str(placed), str(COUNT), *map(str, counts))
    Console().print(table)
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.trap", main))
