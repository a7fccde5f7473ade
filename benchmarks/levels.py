"""How simple players fare against each level of the computer, on each side of a board.

`python -m benchmarks.levels` lets two players play games on empty boards, 3x3 and 4x4,
against each level, and prints the share of games that they won. Both players win at once
if they can. The careful one also leaves no win at once, if it can. Otherwise they play at
random. A visitor's first game is one that the casual player wins about half the time. It
takes a few minutes; `--games 60` shows the order.
"""

import argparse
import random
import sys

from t3_engine import Clock
from t3_engine.position import Position
from t3_engine.tables import members
from t3_play.levels import LEVELS
from t3_play.program import run
from t3_state import TURNS, T3Action, T3State


def persons_action(state: T3State, careful: bool, dice: random.Random) -> T3Action:
    """What the casual player, or the careful one, plays in an unfinished state."""
    position = Position.of(state)
    choices = position.winning() if position.can_win() else careful and position.safe
    return position.mover.action(dice.choice(members(choices or position.legal())))


def game(level: str, start: T3State, odd: bool, careful: bool, seed: int) -> list[T3State]:
    """The states of a game that a player plays as odds (if `odd`) or evens."""
    states, dice = [start], random.Random(seed)
    while not states[-1].is_over():
        state = states[-1]
        if state.odd_turn == odd:
            action = persons_action(state, careful, dice)
        else:
            action = LEVELS[level](state, seed, Clock()).action
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
                for careful in (False, True):
                    start = T3State(odd_first, [[0] * size] * size)
                    kind = "careful" if careful else "casual"
                    name = f"{size} {TURNS[odd_first]:<6}{TURNS[odd]:<6}{kind}"
                    cells = []
                    for level in LEVELS:
                        played = [
                            game(level, start, odd, careful, seed) for seed in range(games)
                        ]
                        cells.append(f"{share_won(played, odd):10.0%}")
                    print(f"{name:<32}", *cells, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.levels", main))
