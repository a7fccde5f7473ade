"""classics/cmsc471: what the assignment requires, its screens, searches and notebook."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import a2
import A2_utils
import classic
from commands import call, python

Board = list[list[int]]
FOLDER = Path(a2.__file__).parent
EXAMPLE = "X\ny\n5\n2\n6\n7\n9\n"  # the game in the assignment, a draw
SIDE = "\nChoose Human player X or O\nHuman is: "
FIRST = "Do you want to start first?[y/n]: "
MOVE = "Make a move! Choose a position (1..9): "


def board_of(text: str, x: int = a2.human) -> Board:
    """The board with these nine marks, where `x` has the X."""
    return classic.rows(text, x, -x, 0)


def play(typed: str, part: Callable[..., None] = a2.main, *arguments: Any) -> str:
    """What a game, or a `part` of it, prints for these lines, then the end of input."""
    return call(lambda _: part(*arguments), typed=typed).stdout


WON, FULL = map(board_of, ("XXXOO....", "XOXXOOOXX"))


def test_cells_off_the_board() -> None:
    """They are not valid, and a negative index does not count from the end."""
    for cell in [(-1, 0), (0, -1), (3, 0), (0, 3)]:
        board = board_of("." * 9)
        assert not A2_utils.valid_move(*cell, board)
        assert not A2_utils.set_move(*cell, 1, board)
        assert board == board_of("." * 9)


@pytest.mark.parametrize("search", [a2.minimax, a2.alpha_beta])
def test_searches(search: Callable[..., list[int]]) -> None:
    """The first best cell and its value. Where the depth runs out, it counts a draw."""
    early = [(text, 4) for text in classic.EARLY[::100]]
    for at, (text, most) in enumerate([(text, 9) for text in classic.LATE[::25]] + early):
        x = (a2.human, a2.ai)[at % 2]
        for depth in (at % 5, most):
            board = board_of(text, x)
            cell = (-1, -1)
            if depth and not classic.is_over(text):
                cell = divmod(classic.first_best(text, depth), 3)
            player = x if classic.mover(text) == "X" else -x
            assert search(board, depth, player) == [*cell, x * classic.value(text, depth)]
            assert board == board_of(text, x)


def test_the_cuts() -> None:
    a2.visited.clear()
    assert a2.alpha_beta(board_of("X........"), 8, a2.ai) == [1, 1, 0]
    assert a2.visited["alpha-beta"] == 2338


@pytest.mark.long
@pytest.mark.parametrize(("limit", "loses"), [(5, True), (6, False)])
def test_question_4(limit: int, loses: bool) -> None:
    assert bool(a2.lost_positions(limit)) == loses


@pytest.mark.parametrize(
    ("marks", "limit", "played"),
    [(".........", 9, "123456789"), ("O..XX..O.", 5, "23679"), ("O..XX..O.", 6, "6")],
)
def test_max_depth(
    marks: str, limit: int, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ai plays anywhere while MAX_DEPTH or more cells are empty; then it searches."""
    monkeypatch.setattr(a2, "MAX_DEPTH", limit)
    cells, seen = A2_utils.empty_cells(board_of(marks)), set[int]()
    for _ in range(300):
        board = board_of(marks)
        a2.ai_plays("O", "X", board)
        seen.update(3 * row + col + 1 for row, col in cells if board[row][col])
    assert "".join(map(str, sorted(seen))) == played


def test_no_turn_after_the_end() -> None:
    for board in (WON, FULL):
        before = [list(row) for row in board]
        assert play("1\n", a2.human_plays, "O", "X", board) == ""
        assert play("", a2.ai_plays, "O", "X", board) == ""
        assert board == before


def test_the_example() -> None:
    """In a terminal, in a pipe and in a notebook."""
    screen = play(EXAMPLE)
    assert call(lambda _: a2.main(), typed=EXAMPLE, window=(80, 24)).stdout == screen
    cells = json.loads((FOLDER / "A2.ipynb").read_text(encoding="utf-8"))["cells"]
    printed = ["".join(it["text"]) for cell in cells for it in cell.get("outputs", [])]
    assert screen in printed


def test_a_turn_and_an_end_for_each_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win is shown under the heading of whoever moved last."""
    end = "AI turn [X]\n\n| O || O || X |\n| O || X ||   |\n| X ||   ||   |\nAI Wins!\n"
    assert play("O\nY\n1\n2\n4\n").endswith(end)
    monkeypatch.setattr("random.choice", lambda cells: cells[-1])
    assert f"{FIRST}n\nAI turn [O]\n" in play("x\nn\n")
    monkeypatch.setattr(a2, "MAX_DEPTH", 0)
    board = "| X || X || X |\n|   ||   ||   |\n|   || O || O |\n"
    end = f"Human turn [X]\n\n{board}Human Wins!\n"
    assert play("X\nY\n1\n2\n3\n").endswith(end)


BAD = ["hello", "", "0", "10", "-1", "1 2", "\u00b9", "9" * 100_000]


def test_bad_input_asks_again() -> None:
    """The first two questions do so silently, a move with one line of complaint."""
    screen = play("\n".join([*BAD, " x\t", *BAD, "Y ", *BAD, " 05", "5", ""]))
    for typed in BAD:
        assert f"{SIDE}{typed}\n{SIDE}" in screen
        assert f"{FIRST}{typed}\n{FIRST}" in screen
        assert f"{MOVE}{typed}\nInvalid choice\n{MOVE}" in screen
    assert screen.count("Invalid choice") == len(BAD)
    assert screen.endswith(f"{MOVE}5\nCell is not empty!\n{MOVE}\nBye\n")


def test_bytes_that_are_not_text() -> None:
    done = python("a2.py", typed=b"\xff\xfe\x00\n", folder=FOLDER)
    assert (done.stdout, done.stderr) == (f"{SIDE}\n{SIDE}\nGood Bye\n", "")


@pytest.mark.parametrize(
    ("typed", "last"),
    [("", "Good Bye"), ("X\n", "Good Bye"), ("X\ny\n", "Bye"), ("X\ny\n5\n", "Bye")],
)
@pytest.mark.parametrize("interrupt", ["", "^C\n"], ids=["end of input", "Ctrl-C"])
def test_leaving(typed: str, last: str, interrupt: str) -> None:
    window = (80, 24) if interrupt else None
    done = call(lambda _: a2.main(), typed=typed + interrupt, window=window)
    assert done.stdout.splitlines()[-1] == last


def test_leaving_a_game_of_another_runner(capsys: pytest.CaptureFixture[str]) -> None:
    """The turn itself says goodbye and ends the program."""
    with patch("builtins.input", side_effect=EOFError), pytest.raises(SystemExit):
        a2.human_plays("O", "X", board_of("." * 9))
    assert capsys.readouterr().out.endswith("\nBye\n")
