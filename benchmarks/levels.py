"""How often simple players beat each level of the computer.

`python -m benchmarks.levels` lets two players begin 1,000 games on the empty 3x3 board
against each level, as odds and as evens, and prints the share that they won. Both win at
once if they can. The careful one also leaves no win at once, if it can. Otherwise they play
at random. It takes about six minutes; `--games 60` is enough to see the order.
"""

import argparse
import random
import sys

from t3_engine.position import Position
from t3_engine.tables import members
from t3_play.levels import LEVELS
from t3_play.program import run
from t3_player import Clock
from t3_state import TURNS, T3Action, T3State


def persons_action(state: T3State, careful: bool, dice: random.Random) -> T3Action:
    """What the casual player, or the careful one, plays in an unfinished state."""
    position = Position.of(state)
    choices = position.winning() if position.can_win() else careful and position.safe
    return position.mover.action(dice.choice(members(choices or position.legal())))


def wins(level: str, odd: bool, careful: bool, seed: int) -> bool:
    """Whether a player who begins, as odds if `odd`, wins a game against a level."""
    state, dice = T3State(odd), random.Random(seed)
    while not state.is_over():
        if state.odd_turn == odd:
            action = persons_action(state, careful, dice)
        else:
            action = LEVELS[level](state, seed, Clock()).action
        state = state.get_next_state(action)
    return state.is_win() and state.odd_turn != odd


def share_won(level: str, odd: bool, careful: bool, games: int) -> float:
    """The share of games that such a player wins."""
    return sum(wins(level, odd, careful, seed) for seed in range(games)) / games


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="benchmarks.levels", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="games of each kind")
    games = parser.parse_args().games
    print("who begins     ", *[f"{level:>8}" for level in LEVELS])
    for careful in (False, True):
        for odd in (True, False):
            shares = [share_won(level, odd, careful, games) for level in LEVELS]
            name = f"{'careful' if careful else 'casual'}, {TURNS[odd]}"
            print(f"{name:<15}", *[f"{share:8.0%}" for share in shares], flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.levels", main))
