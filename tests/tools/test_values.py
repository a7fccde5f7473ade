"""The value of each action on the ladder, as the oracle and T3Player have it."""

import random

import pytest

from oracle import Oracle
from positions import random_position
from t3_engine import Clock, Search, Value
from t3_player import T3Player, T3State
from t3_tools.values import before, evaluate_actions, rank


def test_what_each_action_leads_to() -> None:
    rng, oracle = random.Random(0), Oracle()
    states = [T3State(*random_position(rng, 3, rng.randint(0, 5))) for _ in range(30)]
    for state in [*states, T3State.from_notation("643/000/000 evens")]:
        found = evaluate_actions(state)
        expected = []
        for action, child in [] if state.is_win() else state.get_transitions():
            value = oracle.value(child.odd_turn, child.board)
            expected.append(Value(-value.utility, value.depth + 1, action))
        assert found == sorted(expected, key=lambda it: (-it.utility, it.depth))
        if found:
            assert found[0][:3] == T3Player().evaluate(state)


@pytest.mark.parametrize("board", ["00/00", "000/050/000", "1001/0220/0220/1001"])
@pytest.mark.parametrize("turn", ["odds", "evens"])
def test_actions_that_a_symmetry_makes_alike(board: str, turn: str) -> None:
    state = T3State.from_notation(f"{board} {turn}")
    expected = [
        before(Search(Clock()).evaluate(child), action)
        for action, child in state.get_transitions()
    ]
    assert evaluate_actions(state) == sorted(expected, key=rank)
