"""The value of each action on the ladder, as T3Player has it."""

import random

from positions import random_position
from t3_engine import Value
from t3_player import T3Player, T3State
from t3_tools.values import evaluate_actions

SYMMETRIC = ["00/00 odds", "030/202/030 odds", "1221/2002/2002/1221 odds"]


def test_what_each_action_leads_to() -> None:
    """The best first. A symmetry makes actions alike."""
    rng, player = random.Random(0), T3Player()
    states = [T3State(*random_position(rng, 3, rng.randint(0, 5))) for _ in range(30)]
    for state in [*states, *map(T3State.from_notation, ["643/000/000 evens", *SYMMETRIC])]:
        expected = []
        for action, child in [] if state.is_win() else state.get_transitions():
            utility, depth, _ = player.evaluate(child)
            expected.append(Value(-utility, depth + 1, action))
        found = evaluate_actions(state)
        assert found == sorted(expected, key=lambda it: (-it.utility, it.depth))
        assert not found or found[0][:3] == player.evaluate(state)
