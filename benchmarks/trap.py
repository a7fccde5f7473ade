"""How often the naive search plays other actions than the exact player, on 3 x 3.

`python -m benchmarks.trap` takes a few minutes. Random play in which nobody leaves an
immediate win leads to the positions.
"""

import sys
from collections import Counter

from benchmarks.positions import careful
from t3_play.program import run
from t3_player import T3Player
from t3_state import T3State
from t3_tools.naive import NaivePlayer

COUNT = 500
"""The number of positions with as many numbers on the board."""

ANSWERS = "same action", "missed tie-break", "worse result"
"""A missed tie-break keeps the utility."""


def answer(state: T3State) -> str:
    """How the naive search answers in a position that is not over: one of ANSWERS."""
    exact, action = T3Player().evaluate(state), NaivePlayer().choose(state)
    if action == exact.action:
        return ANSWERS[0]
    utility = -T3Player().evaluate(state.get_next_state(action)).utility
    return ANSWERS[1 if utility == exact.utility else 2]


def counts(placed: int) -> list[int]:
    """How often the naive search gives each of the ANSWERS, with `placed` numbers."""
    found = Counter(map(answer, careful(3, placed, COUNT)))
    return [found[it] for it in ANSWERS]


def main() -> None:
    """Print a row for each count of numbers on the board."""
    print("placed", "positions", *ANSWERS, sep="   ")
    for placed in (3, 4, 5):
        print(
            "{:<9}{:<12}{:<14}{:<19}{}".format(placed, COUNT, *counts(placed)), flush=True
        )


if __name__ == "__main__":
    sys.exit(run("benchmarks.trap", main))
