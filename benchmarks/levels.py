"""How simple players fare against each level of the computer, on each side of a board.

`python -m benchmarks.levels` lets three players play games on empty boards, 3x3 and 4x4,
against each level, and prints the share of games that they won. They are levels
themselves that overlook nothing: the casual player wins at once if possible, the careful
one also leaves no win at once, and the planner also makes threats that no reply stops.
A visitor's first game is one that the casual player wins about a third of the time. It
takes a few minutes; `--games 60` shows the order.
"""

import argparse
import sys
from functools import partial

from t3_engine import Clock
from t3_play.levels import LEVELS, Level, thinking
from t3_play.program import run
from t3_state import TURNS, T3State

PEOPLE: dict[str, Level] = {
    name: partial(thinking, plies, 0)
    for plies, name in enumerate(("casual", "careful", "planner"), start=1)
}
"""The simulated players."""


def game(level: str, start: T3State, odd: bool, person: str, seed: int) -> list[T3State]:
    """The states of a game that a player plays as odds (if `odd`) or evens."""
    states, sides = [start], {odd: PEOPLE[person], not odd: LEVELS[level]}
    while not states[-1].is_over():
        state = states[-1]
        action = sides[state.odd_turn](state, seed, Clock()).action
        states.append(state.get_next_state(action))
    return states


def share_won(games: list[list[T3State]], odd: bool) -> float:
    """The share of games that odds (if `odd`) or evens win."""
    return sum(states[-1].winner() == TURNS[odd] for states in games) / len(games)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="benchmarks.levels", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games of each kind")
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 4])
    options = parser.parse_args()
    games = options.games
    print(f"{'size, first, you, player':<32}", *[f"{level:>10}" for level in LEVELS])
    for size in options.sizes:
        for odd_first in (True, False):
            for odd in (True, False):
                for person in PEOPLE:
                    start = T3State(odd_first, [[0] * size] * size)
                    name = f"{size} {TURNS[odd_first]:<6}{TURNS[odd]:<6}{person}"
                    cells = []
                    for level in LEVELS:
                        played = [
                            game(level, start, odd, person, seed) for seed in range(games)
                        ]
                        cells.append(f"{share_won(played, odd):10.0%}")
                    print(f"{name:<32}", *cells, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.levels", main))
