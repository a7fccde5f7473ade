"""Print how many of 40 games each player wins: `python3 tournament.py ann.py bob.py`.

It belongs in the handout's folder, and runs the players' code with your rights.
"""

import random
import runpy
import sys

from t3_state import T3State

players = [runpy.run_path(name)["choose"] for name in sys.argv[1:]]
won = [0, 0]
for game in range(40):
    dice, turn = random.Random(game // 2), game % 2  # each start twice, with sides swapped
    state = T3State(dice.random() < 0.5, None)
    while len(state.get_open_tiles()) > 5:
        children = [child for _, child in state.get_transitions()]
        state = dice.choice([child for child in children if not child.is_win()])
    while not (state.is_win() or state.is_tie()):
        state, turn = state.get_next_state(players[turn](state)), 1 - turn
    won[1 - turn] += state.is_win()
print(*won)
