"""How a game looks in a terminal."""

import threading
from collections.abc import Collection, Iterator
from concurrent.futures import Future
from contextlib import suppress
from unittest.mock import Mock

import pytest

from t3_play.console.terminal import Terminal
from t3_play.drawing import Style
from t3_play.match import Match, game_with
from t3_player import Clock
from t3_state import T3Action, T3State


def match_of(notation: str, *actions: str) -> Match:
    match = Match(T3State.from_notation(notation))
    for action in actions:
        match.add(T3Action(*map(int, action.split())))
    return match


@pytest.fixture
def columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def ending(match: Match, capsys: pytest.CaptureFixture[str], resigned: bool = False) -> str:
    Terminal(Style(), animated=False).end(match, resigned)
    return capsys.readouterr().out


@pytest.mark.usefixtures("columns")
def test_ends_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    won = ending(match_of("640/004/006 odds", "2 0 3"), capsys)
    assert won.endswith(
        "\nYou win: row 0 is 6 + 4 + 3 = 13 and column 2 is 3 + 4 + 6 = 13, after 1 move\n"
        "  in all.\n"
    )
    tied = ending(match_of("532/215/520 odds", "2 2 1"), capsys)
    assert tied.endswith("\nA tie: the board is full, after 1 move in all.\n")


def work_until_stopped(clock: Clock) -> bool:
    with suppress(TimeoutError):
        while True:
            clock.spend(1)
    return True


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_what_stops_the_work(
    error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    """think() stops the work after Ctrl-C, and if the terminal is gone (OSError)."""
    clock = Clock()
    monkeypatch.setattr("t3_play.console.terminal.wait", Mock(side_effect=error))
    with suppress(OSError):
        assert Terminal(Style(), animated=False).think(work_until_stopped, clock)
        assert error is KeyboardInterrupt  # only then does think() return
    assert clock.deadline == 0


@pytest.mark.parametrize(
    ("animated", "shown"),
    [
        (True, "\rThinking: 1 s. Ctrl-C stops it.\rThinking: 2 s. Ctrl-C stops it.\r"),
        (False, "Thinking. Ctrl-C stops it.\n"),
    ],
)
def test_how_thinking_is_shown(
    animated: bool,
    shown: str,
    ticks: Iterator[int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An animated terminal finally erases the text."""
    assert next(ticks) == 0  # thinking starts after second 0
    enough = threading.Event()
    waits = iter([False, False, True])

    def wait(futures: Collection[Future[bool]], timeout: float) -> None:
        if next(waits):
            enough.set()
            assert [future.result() for future in futures] == [True]

    def work(clock: Clock) -> bool:
        return enough.wait(10)

    monkeypatch.setattr("t3_play.console.terminal.wait", wait)
    assert Terminal(Style(), animated).think(work, Clock())
    out = capsys.readouterr().out
    assert out.startswith(shown)
    assert out.removeprefix(shown).strip() == ""


def beginning(match: Match, capsys: pytest.CaptureFixture[str]) -> str:
    """What the terminal shows first, as one row of text."""
    Terminal(Style(), animated=False).begin(match)
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("play", "sides"),
    [
        ("odds", "You: odds (1, 3 or 5). Computer (easy): evens (2, 4 or 6)."),
        ("evens", "You: evens (2, 4 or 6). Computer (easy): odds (1, 3 or 5)."),
        ("both", "Odds: 1, 3 or 5. Evens: 2, 4 or 6."),
    ],
)
def test_the_start(play: str, sides: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The terminal shows the aim, both sides, and how to type."""
    number = 6 if play == "evens" else 5
    assert beginning(Match(T3State(True), play, "easy"), capsys) == (
        f"Tic-Tac-Total: make a row, column or diagonal sum to 13. {sides} "
        f"Type column, row and number: 0 1 {number} puts {number} on (0,1), which is "
        "column 0, row 1. Both count from 0 at the top left. Type help for more."
    )


@pytest.mark.parametrize(
    ("target", "aim"),
    [
        (12, "make a row, column or diagonal sum to 12."),
        (13, "no line can sum to 13 here, so it will be a tie."),
    ],
)
def test_the_start_says_whether_a_line_can_win(
    target: int, aim: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match(game_with(target)(True, [[0] * 2] * 2))
    assert f"Tic-Tac-Total: {aim}" in beginning(match, capsys)


@pytest.mark.usefixtures("columns")
def test_a_game_of_the_machine_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal shows the board at the start, and after each action.

    Each board has borders, and marks around the last number of each side.
    """
    monkeypatch.setattr("t3_play.console.terminal.DELAY", 0)
    match = match_of("640/000/000 odds")
    match.play = "none"
    terminal = Terminal(Style(), animated=False)
    terminal.begin(match)
    assert "10, needs 3*" in capsys.readouterr().out
    for action in (T3Action(0, 2, 1), T3Action(1, 2, 2), T3Action(2, 2, 3)):
        match.add(action)
        terminal.changed(match)
    rows = capsys.readouterr().out.splitlines()
    assert [row[4:26] for row in rows if row.startswith("    2 |")] == [
        "2 |> 1 <|  .  |  .  | ",
        "2 |> 1 <|>(2)<|  .  | ",
        "2 |  1  |>(2)<|> 3 <| ",
    ]


@pytest.mark.parametrize(
    ("columns", "prompt"),
    [
        (50, "Your turn: COLUMN ROW NUMBER (1, 3 or 5) > "),
        (49, "Your turn (1, 3 or 5) > "),
    ],
)
def test_a_prompt_leaves_room_for_an_action(
    columns: int, prompt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # `str` replaces input(), so ask() returns its own prompt as the typed line.
    monkeypatch.setenv("COLUMNS", f"{columns}")
    monkeypatch.setattr("builtins.input", str)
    assert Terminal(Style(), animated=False).ask(match_of("000/000/000 odds")) == prompt
