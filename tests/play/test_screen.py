"""How a game looks in a terminal."""

import pytest

from t3_clock import Clock
from t3_play.console import Console
from t3_play.match import Match, game_with
from t3_play.terminal import Terminal
from t3_state import T3Action, T3State


def match_of(notation: str, *actions: str) -> Match:
    match = Match(T3State.from_notation(notation))
    for action in actions:
        match.add(T3Action(*map(int, action.split())))
    return match


@pytest.fixture
def columns(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setenv("COLUMNS", str(getattr(request, "param", 80)))


def board(match: Match, capsys: pytest.CaptureFixture[str], colour: bool = False) -> str:
    Terminal(colour=colour, animated=False).board(match)
    return capsys.readouterr().out


@pytest.mark.usefixtures("columns")
def test_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert board(match_of("120/000/000 evens", "2 2 6"), capsys) == (
        "\n"
        "     0     1     2\n"
        "  +-----+-----+-----+\n"
        "0 |  1  | (2) |  .  |\n"
        "  +-----+-----+-----+\n"
        "1 |  .  |  .  |  .  |\n"
        "  +-----+-----+-----+\n"
        "2 |  .  |  .  |>(6)<|\n"
        "  +-----+-----+-----+\n"
        "\n"
    )


@pytest.mark.usefixtures("columns")
def test_both_lines_that_win(capsys: pytest.CaptureFixture[str]) -> None:
    shown = board(match_of("640/004/006 odds", "2 0 3"), capsys)
    assert "0 |*(6)*|*(4)*|* 3 <|\n" in shown
    assert "1 |  .  |  .  |*(4)*|\n" in shown
    assert "2 |  .  |  .  |*(6)*|\n" in shown


@pytest.mark.usefixtures("columns")
def test_colours_say_what_the_marks_say(capsys: pytest.CaptureFixture[str]) -> None:
    shown = board(match_of("640/015/000 odds", "2 0 3"), capsys, colour=True)
    assert "\033[33;7m*(6)*\033[0m" in shown
    assert "\033[36;1;7m* 3 <\033[0m" in shown
    assert "\033[36m  5  \033[0m" in shown
    assert "\033[2m  .  \033[0m" in shown


@pytest.mark.parametrize("columns", [20], indirect=True)
@pytest.mark.usefixtures("columns")
def test_board_in_little_room(capsys: pytest.CaptureFixture[str]) -> None:
    shown = board(match_of("1200/0000/0000/0000 evens", "3 3 6"), capsys)
    assert shown == (
        "\n   0  1  2  3\n0  1 (2) .  .\n1  .  .  .  .\n2  .  .  .  .\n3  .  .  . >6<\n\n"
    ).replace(" .\n", " . \n")


@pytest.mark.usefixtures("columns")
@pytest.mark.parametrize(
    ("size", "max_move"), [(25, 6), (25, 9), (12, 6), (15, 12), (25, 1)]
)
def test_every_board_fits(
    size: int, max_move: int, capsys: pytest.CaptureFixture[str]
) -> None:
    game = game_with(99, max_move)
    rows = board(Match(game(True, [[max_move] * size] * size)), capsys).splitlines()
    assert max(map(len, rows)) < (80 if max_move < 10 else 104)


def ending(match: Match, capsys: pytest.CaptureFixture[str], resigned: bool = False) -> str:
    Terminal(colour=False, animated=False).end(match, resigned)
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
    Console(match_of(notation, *actions), Terminal(False, False), 10).play()
    assert capsys.readouterr().out.endswith(f"{said}\n")


@pytest.mark.usefixtures("columns")
def test_ends_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    won = ending(match_of("640/004/006 odds", "2 0 3"), capsys)
    assert won.startswith(
        "You win: row 0 is 6 + 4 + 3 = 13 and column 2 is 3 + 4 + 6 = 13 (1 ply)."
    )
    tied = ending(match_of("532/215/520 odds", "2 2 1"), capsys)
    assert tied == "A tie: there is nothing left to place (1 ply).\n"


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

    assert Terminal(colour=False, animated=False).think(work, clock) == float("-inf")
    assert calls
