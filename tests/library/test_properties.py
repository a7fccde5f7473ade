"""Hypothesis searches for texts and games that break a rule."""

from contextlib import chdir
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from commands import call
from t3_play.console.commands import COMMANDS
from t3_play.console.start import main
from t3_state import InvalidBoardError, T3State


@given(st.text(alphabet="0123456/ odsevn,-٣²\n\t\x00", max_size=30))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    try:
        state = T3State.from_notation(text)
    except InvalidBoardError:
        return
    assert state.notation().split() == text.split()


words = st.sampled_from([*COMMANDS, "qiut", "1", "0", "5", "-1", "/dev/full", "/"])
typed = st.lists(
    st.lists(words, max_size=4).map(" ".join) | st.text(max_size=9), max_size=9
)


@settings(max_examples=25)
@given(typed)
def test_whatever_is_typed_the_game_goes_on_or_ends(lines: list[str]) -> None:
    limit = patch("t3_play.console.session.WAIT", 0.01)
    with TemporaryDirectory() as folder, chdir(folder), limit:
        options = ["--play=odds", "--level=easy"]
        call(main, *options, typed="\n".join(lines), window=(80, 24), XDG_STATE_HOME=folder)
