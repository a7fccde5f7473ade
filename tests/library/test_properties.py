"""Hypothesis searches for boards, texts and games that break a rule."""

from contextlib import chdir, suppress
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from commands import call
from t3_play import saved_games
from t3_play.console.commands import COMMANDS, run
from t3_play.console.game import Game
from t3_play.console.screen import Terminal
from t3_play.console.session import Playing, Session
from t3_play.console.store import Store
from t3_play.drawing import Style
from t3_play.match import Match
from t3_play.saved_games import SavedGameError
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


words = st.sampled_from(
    [*COMMANDS, "h", "u", "q", "qiut", "1", "0", "5", "-1", "^C", "/dev/full", "/"]
)
typed = st.lists(words, max_size=4).map(" ".join)
coordinates = st.tuples(*[st.integers(0, 2)] * 2, st.integers(1, 6)).map(
    lambda action: " ".join(map(str, action))
)
typed_lines = st.lists(coordinates | typed | st.text(max_size=20), max_size=12)


@given(typed_lines, st.sampled_from(["odds", "evens", "both"]), st.booleans())
def test_whatever_is_typed_the_game_stays_legal(
    lines: list[str], play: str, first: bool
) -> None:
    screen = Terminal(Style(colour=True))
    sessions = []

    def start(_: object) -> None:
        session = Session(screen, Store(screen.say), time_limit=0.01)
        sessions.append(session)
        run(session, Game(session, Match(T3State(first), play=play, level="easy")))

    with TemporaryDirectory() as folder, chdir(folder):
        env: Any = {"XDG_STATE_HOME": folder}
        with suppress(KeyboardInterrupt):
            call(start, typed="\n".join(lines), window=(80, 24), **env)
    activity = sessions[0].activity
    if not isinstance(activity, Playing):
        return
    match = activity.match
    for state, action, after in zip(match.states, match.actions, match.states[1:]):
        assert state.get_next_state(action) == after
    assert len(match.states) == len(match.actions) + 1
    assert saved_games.match_from(saved_games.text_of(match)) == match


saved = (
    "Tic-Tac-Total\nplay: odds\nlevel: easy\nseed: 1\nstart: 000/000/000 odds\n(1,1) = 5\n"
)


@given(st.integers(0, len(saved)), st.integers(0, len(saved)), st.text(max_size=5))
@example(0, len(saved), saved)
def test_any_edit_of_a_saved_game_is_a_game_or_refused(at: int, to: int, new: str) -> None:
    try:
        match = saved_games.match_from(saved[:at] + new + saved[to:])
    except SavedGameError:
        return
    assert saved_games.match_from(saved_games.text_of(match)) == match
