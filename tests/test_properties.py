"""What holds for every board, whatever is on it: searched for counter-examples."""

import pytest

pytest.importorskip("hypothesis")

from hypothesis import given
from hypothesis import strategies as st

from oracle import Oracle
from t3_player import T3Player
from t3_state import InvalidBoardError, T3Action, T3State

numbers = st.integers(0, 6)
boards = st.integers(1, 5).flatmap(
    lambda size: st.lists(
        st.lists(numbers, min_size=size, max_size=size), min_size=size, max_size=size
    )
)
states = st.builds(T3State, st.booleans(), boards)
small_boards = st.lists(
    st.lists(numbers, min_size=3, max_size=3), min_size=3, max_size=3
).filter(lambda board: sum(row.count(0) for row in board) <= 4)


@given(states)
def test_notation_round_trips(state: T3State) -> None:
    assert T3State.from_notation(state.notation()) == state


@given(st.text(alphabet="0123456/ odsevn,-٣²", max_size=30) | st.text(max_size=30))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        state = T3State.from_notation(text)
    except InvalidBoardError:
        return
    assert state.notation().split() == text.split()


@given(states)
def test_transitions_are_the_legal_actions_in_order(state: T3State) -> None:
    size = len(state._state)
    everything = [
        T3Action(col, row, move)
        for col in range(-1, size + 1)
        for row in range(-1, size + 1)
        for move in range(-1, 9)
    ]
    legal = [action for action in everything if state.is_valid_action(action)]
    transitions = list(state.get_transitions())
    assert [action for action, _ in transitions] == legal
    for action, child in transitions:
        assert child == state.get_next_state(action)
        changed = [
            (col, row, child._state[row][col])
            for col in range(size)
            for row in range(size)
            if child._state[row][col] != state._state[row][col]
        ]
        assert changed == [(action.col(), action.row(), action.move())]
        assert child._odd_turn is not state._odd_turn


@given(st.booleans(), small_boards)
def test_the_player_agrees_with_the_oracle(odd: bool, board: list[list[int]]) -> None:
    found = T3Player().evaluate(T3State(odd, board))
    utility, depth, action = Oracle().value(odd, tuple(map(tuple, board)))
    assert (found.utility, found.depth) == (utility, depth)
    assert found.action == (action and T3Action(*action))
