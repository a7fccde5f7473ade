"""What the text programs print and accept, and the console's functions for turns."""

import inspect
import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from commands import ROOT, call, python, run
from tictactoe import console, selfplay

CONSOLE = "tictactoe.console"
EXAMPLE = "X\ny\n5\n2\n6\n7\n9\n"
A_DRAW = Path(__file__).with_name("draw.txt").read_text(encoding="utf-8")
"""What is typed in the course's example of a game, and what it then prints."""

SIDE = "\nChoose Human player X or O\nHuman is: "
FIRST = "Do you want to start first?[y/n]: "
MOVE = "Make a move! Choose a position (1..9): "


def play(typed: str, part: Callable[..., None] = console.main, *arguments: object) -> str:
    """What a game, or a `part` of it, prints for these lines, then the end of input."""
    return call(lambda _: part(*arguments), typed=typed).stdout


class TestTurns:
    """The functions that a course's own runner calls."""

    def test_parameters(self) -> None:
        """They have the course's names, so that a runner can pass them by name."""
        course: dict[Callable[..., object], str] = {
            console.set_move: "x y player board",
            console.valid_move: "x y board",
            console.print_board: "board ai_choice human_choice",
            console.human_plays: "ai_choice human_choice board",
            console.ai_plays: "ai_choice human_choice board",
            console.terminal_test: "state player",
            console.minimax: "state depth player",
        }
        for function, parameters in course.items():
            assert " ".join(inspect.signature(function).parameters) == parameters

    def test_valid_move(self) -> None:
        board = [[0, 0, 1], [0, -1, 0], [0, 0, 0]]
        free = {(0, 0), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}
        for x, y in itertools.product(range(-3, 5), repeat=2):
            assert console.valid_move(x, y, board) == ((x, y) in free)

    def test_ai_opens_anywhere(self) -> None:
        """A seed makes the opening repeatable."""

        def opening(seed: int) -> list[list[int]]:
            random.seed(seed)
            board = [[0] * 3 for _ in range(3)]
            console.ai_plays("X", "O", board)
            return board

        openings = list(map(opening, range(100)))
        assert openings == list(map(opening, range(100)))
        assert len(set(map(str, openings))) == 9
        assert all(sum(map(sum, board)) == console.ai for board in openings)

    @pytest.mark.parametrize(("limit", "cell"), [(-1, 0), (0, 0), (1, 0), (2, 5)])
    def test_a_depth_limit(
        self, limit: int, cell: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A limit below 1 counts as 1. Only a limit of 2 shows the human's threat."""
        monkeypatch.setattr(console, "MAX_DEPTH", limit)
        board = [[0, 0, 0], [1, 1, 0], [-1, 0, 0]]
        console.ai_plays("O", "X", board)
        assert board[cell // 3][cell % 3] == console.ai

    def test_no_turn_after_the_end(self) -> None:
        won = [[1, 1, 1], [-1, -1, 0], [0, 0, 0]]
        full = [[1, -1, 1], [1, -1, -1], [-1, 1, 1]]
        for board in (won, full):
            before = [list(row) for row in board]
            assert play("1\n", console.human_plays, "O", "X", board) == ""
            assert play("", console.ai_plays, "O", "X", board) == ""
            assert board == before


SESSIONS = {
    "the ai wins": (9, "O\nY\n1\n2\n4\n"),
    "the ai starts": (9, "o\nN\n"),
    "the human wins": (1, "X\nY\n4\n5\n6\n"),
    "spaces around answers": (9, " x\ny \n\t5\t\n"),
    "half": (9, "X\n"),
    "nothing": (9, ""),
}
"""How far the ai looks ahead, and what is typed."""


class TestConsole:
    def test_the_example_of_the_course(self) -> None:
        assert run(CONSOLE, typed=EXAMPLE).stdout == A_DRAW

    @pytest.mark.parametrize("name", SESSIONS)
    def test_session(
        self, name: str, snapshot: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        depth, typed = SESSIONS[name]
        monkeypatch.setattr(console, "MAX_DEPTH", depth)
        monkeypatch.setattr("random.choice", lambda cells: cells[4])
        assert play(typed) == snapshot

    def test_bad_input_asks_again(self) -> None:
        """Each question prints one line of complaint, and appears again."""
        bad = ["hello", "", "0", "10", "-1", "1 2", "+5", "\u0661", "\u00b9", "9" * 100_000]
        screen = play("\n".join([*bad, "X", *bad, "Y", *bad, "5", "5", ""]))
        for question in (SIDE, FIRST, MOVE):
            for typed in bad:
                assert screen.count(f"{question}{typed}\nInvalid choice\n{question}") == 1
        assert screen.count("Invalid choice") == 3 * len(bad)
        assert screen.endswith(f"{MOVE}5\nCell is not empty!\n{MOVE}\nBye\n")

    @pytest.mark.parametrize(
        ("typed", "last"),
        [("^C", "Good Bye"), ("X ^C", "Good Bye"), ("X y ^C", "Bye"), ("X y 5", "Bye")],
    )
    def test_ctrl_c(self, typed: str, last: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """At each question, and while the ai thinks."""
        monkeypatch.setattr(console, "minimax", Mock(side_effect=KeyboardInterrupt))
        lines = typed.replace(" ", "\n") + "\n"
        done = call(lambda _: console.main(), typed=lines, window=(80, 24), code=130)
        assert done.stdout.splitlines()[-1] == last

    def test_undecodable_input(self) -> None:
        """The console refuses bytes that are no text, and ends at the end of input."""
        screen = run(CONSOLE, typed=b"\xff\xfe\x00\x01\n").stdout
        assert screen.count("Invalid choice") == 1
        assert screen.endswith(f"{SIDE}\nGood Bye\n")

    def test_in_a_terminal(self) -> None:
        """The screen shows the numbers of the squares, then what a pipe gets."""
        screen = call(lambda _: console.main(), typed=EXAMPLE, window=(80, 24)).stdout
        squares = "| 1 || 2 || 3 |\n| 4 || 5 || 6 |\n| 7 || 8 || 9 |\n"
        assert screen == squares + A_DRAW


@pytest.mark.long
def test_selfplay_in_the_documents() -> None:
    page = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
    for line in call(selfplay.main).stdout.splitlines()[1:]:
        _, *results, positions, _ = line.split()
        assert results == ["0", "18", "0"]  # all draws
        assert positions in page


def test_bad_numbers_of_games() -> None:
    bad = ["0", "-1", "x", "1.5", "", "\u0663", "1000000000", f"0{10**9}", "9" * 5000]
    for games in bad:
        done = call(selfplay.main, "--games", games, code=2)
        assert "is not a whole number from 1" in done.stderr
        assert done.stdout == ""


def test_the_window_without_pygame() -> None:
    hide = "import runpy, sys; sys.modules['pygame'] = None; "
    play = "sys.argv = ['tictactoe']; runpy.run_module('tictactoe', run_name='__main__')"
    done = python("-c", hide + play)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("tictactoe: the window needs pygame-ce: pip install pygame-ce\n")


def test_options_that_are_not_there() -> None:
    complaint = run(CONSOLE, "--games", "3", code=2).stderr
    assert "unrecognized arguments: --games 3" in complaint
    assert run(CONSOLE, "--help").stdout.startswith("usage: ")
