"""Hypothesis searches for boards, texts and games that break a rule."""

from contextlib import chdir
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from commands import call
from t3_play.console.commands import COMMANDS
from t3_play.console.start import main
from t3_state import InvalidBoardError, T3Action, T3State

numbers = st.integers(0, 6)
boards = st.integers(1, 5).flatmap(
    lambda size: st.lists(
        st.lists(numbers, min_size=size, max_size=size), min_size=size, max_size=size
    )
)
states = st.builds(T3State, st.booleans(), boards)


@given(states)
def test_notation_round_trips(state: T3State) -> None:
    assert T3State.from_notation(state.notation()) == state


@given(st.text(alphabet="0123456/ odsevn,-٣²\n\t\x00", max_size=30))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        state = T3State.from_notation(text)
    except InvalidBoardError:
        return
    assert state.notation().split() == text.split()


@given(states)
def test_transitions_are_the_legal_actions_in_order(state: T3State) -> None:
    size = state.size
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
        rows = [list(row) for row in state.board]
        rows[action.row()][action.col()] = action.move()
        assert child == state.get_next_state(action) == T3State(not state.odd_turn, rows)


words = st.sampled_from([*COMMANDS, "qiut", "1", "0", "5", "-1", "/dev/full", "/"])
typed = st.lists(
    st.lists(words, max_size=4).map(" ".join) | st.text(max_size=9), max_size=9
)


@settings(max_examples=25)
@given(typed)
def test_whatever_is_typed_the_game_goes_on_or_ends(lines: list[str]) -> None:
    with TemporaryDirectory() as folder, chdir(folder):
        options = ["--play=odds", "--level=easy", "--time-limit=0.01"]
        call(main, *options, typed="\n".join(lines), window=(80, 24), XDG_STATE_HOME=folder)
