"""How a game looks in a terminal."""

import pytest

from t3_clock import Clock
from t3_play.console import finish
from t3_play.drawing import Style
from t3_play.match import Match
from t3_play.sitting import Sitting
from t3_play.terminal import Terminal
from t3_state import T3Action, T3State


def match_of(notation: str, *actions: str) -> Match:
    match = Match(T3State.from_notation(notation))
    for action in actions:
        match.add(T3Action(*map(int, action.split())))
    return match


@pytest.fixture
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def ending(match: Match, capsys: pytest.CaptureFixture[str], resigned: bool = False) -> str:
    Terminal(Style(), animated=False).end(match, resigned)
    return capsys.readouterr().out


@pytest.mark.usefixtures("columns")
@pytest.mark.parametrize(
    ("notation", "actions", "said"),
    [
        (
            "261/001/000 evens",
            ["0 1 6", "0 2 5"],
            "The machine's 1st action threw away a win: (0,1) = 2 wins in 3.",
        ),
        (
            "000/420/110 evens",
            ["2 2 4", "1 0 5", "0 0 6", "2 0 5", "2 1 4"],
            "Your 2nd action threw away a tie: (2,0) = 1 ties in 2.",
        ),
    ],
)
def test_where_the_game_was_lost(
    notation: str, actions: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = Sitting(match_of(notation, *actions), Terminal(Style(), animated=False), 10)
    finish(sitting)
    assert f"\n{said}\n" in capsys.readouterr().out


@pytest.mark.usefixtures("columns")
def test_ends_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    won = ending(match_of("640/004/006 odds", "2 0 3"), capsys)
    assert won.endswith(
        "\nYou win: row 0 is 6 + 4 + 3 = 13 and column 2 is 3 + 4 + 6 = 13 (1 ply).\n"
    )
    tied = ending(match_of("532/215/520 odds", "2 2 1"), capsys)
    assert tied.endswith("\nA tie: there is nothing left to place (1 ply).\n")


def test_ctrl_c_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it comes: the work is stopped, not waited for."""
    clock = Clock()
    calls = []

    def interrupted(*_: object, **__: object) -> None:
        calls.append(1)
        raise KeyboardInterrupt

    monkeypatch.setattr("t3_play.terminal.wait", interrupted)

    def work(clock: Clock) -> float | None:
        while clock.deadline is None:
            pass
        return clock.deadline

    assert Terminal(Style(), animated=False).think(work, clock) == float("-inf")
    assert calls
