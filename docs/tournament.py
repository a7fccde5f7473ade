"""Print how many of 40 games each player wins: `python3 tournament.py ann.py bob.py`.

It runs the players' code with your rights, beside a t3_state.py whose get_transitions is
written.
"""

import random
import runpy
import sys
from collections.abc import Callable
from os.path import isfile
from traceback import extract_tb

from t3_state import T3Action, T3State

Choose = Callable[[T3State], T3Action]


def choose_of(name: str) -> Choose:
    """The player in a file."""
    if not isfile(name):
        sys.exit(f"There is no file {name}.")
    choose: Choose | None = runpy.run_path(name).get("choose")
    return choose or sys.exit(f"{name} has no function choose.")


def play(players: list[Choose]) -> list[int]:
    """The games that each of two players wins."""
    won = [0, 0]
    for game in range(40):
        # Each start twice, with sides swapped.
        dice, turn = random.Random(game // 2), game % 2
        state = T3State(dice.random() < 0.5, None)
        while len(state.get_open_tiles()) > 5:
            children = [child for _, child in state.get_transitions()]
            state = dice.choice([child for child in children if not child.is_win()])
        while not (state.is_win() or state.is_tie()):
            state, turn = state.get_next_state(players[turn](state)), 1 - turn
        won[1 - turn] += state.is_win()
    return won


if len(sys.argv) != 3:
    sys.exit("Name two players' files: python3 tournament.py ann.py bob.py")
try:
    print(*play([choose_of(name) for name in sys.argv[1:]]))
except Exception as error:  # the players' code may raise anything
    file, line, *_ = extract_tb(error.__traceback__)[-1]
    sys.exit(f"{file}, line {line}: {type(error).__name__}: {error}")
