"""classics/cmsc471: what the assignment requires, its screens, searches and notebook."""

import inspect
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import a2
import A2_utils
import classic
from commands import ROOT, Terminal, call, python

Board = list[list[int]]
FOLDER = Path(a2.__file__).parent
EXAMPLE = "X\ny\n5\n2\n6\n7\n9\n"
A_DRAW = Path(__file__).with_name("draw.txt").read_text(encoding="utf-8")
"""What is typed in the assignment's example of a game, and what the screen then shows."""
SIDE = "\nChoose Human player X or O\nHuman is: "
FIRST = "Do you want to start first?[y/n]: "
MOVE = "Make a move! Choose a position (1..9): "
SIDES = pytest.mark.parametrize("x", [a2.human, a2.ai], ids=["human is X", "ai is X"])
SEARCHES = pytest.mark.parametrize("search", [a2.minimax, a2.alpha_beta])


def board_of(text: str, x: int = a2.human) -> Board:
    """The board with these nine marks, where `x` has the X."""
    cells = [{"X": x, "O": -x, ".": 0}[mark] for mark in text]
    return [cells[at : at + 3] for at in (0, 3, 6)]


def play(typed: str, part: Callable[..., None] = a2.main, *arguments: Any) -> str:
    """What a game, or a `part` of it, prints for these lines, then the end of input."""
    return call(lambda _: part(*arguments), typed=typed).stdout


def signature(function: Callable[..., Any]) -> str:
    return ", ".join(inspect.signature(function).parameters)


WON, FULL, OPENED = map(board_of, ("XXXOO....", "XOXXOOOXX", "X........"))
SHOWN = "\n| X || X || X |\n| O || O ||   |\n|   ||   ||   |\n"
TURN = "ai_choice, human_choice, board"
REQUIREMENTS: dict[str, Callable[[], bool]] = {
    "human is +1, ai is -1": lambda: (a2.human, a2.ai) == (+1, -1),
    "MAX_DEPTH is 9": lambda: a2.MAX_DEPTH == 9,
    "empty_cells(state)": lambda: A2_utils.empty_cells(FULL) == [],
    "set_move": lambda: signature(A2_utils.set_move) == "x, y, player, board",
    "set_move to a taken cell is False": lambda: not A2_utils.set_move(0, 0, -1, OPENED),
    "valid_move(x, y, board)": lambda: signature(A2_utils.valid_move) == "x, y, board",
    "print_board": lambda: play("", A2_utils.print_board, WON, "O", "X") == SHOWN,
    "terminal_test(state, player)": lambda: a2.terminal_test(WON, 1),
    "terminal_test for the other": lambda: not a2.terminal_test(WON, -1),
    "game_over(state)": lambda: a2.game_over(WON),
    "game_over only if somebody has won": lambda: not a2.game_over(FULL),
    "utility(state)": lambda: [a2.utility(it) for it in (WON, FULL)] == [1, 0],
    "minimax": lambda: signature(a2.minimax) == "state, depth, player",
    "minimax at depth 0": lambda: a2.minimax(OPENED, 0, -1) == [-1, -1, 0],
    "minimax when the game is over": lambda: a2.minimax(WON, 4, -1) == [-1, -1, 1],
    "human_plays": lambda: signature(a2.human_plays) == TURN,
    "ai_plays": lambda: signature(a2.ai_plays) == TURN,
}


@pytest.mark.parametrize("requirement", REQUIREMENTS)
def test_requirement(requirement: str) -> None:
    assert REQUIREMENTS[requirement]()


@SIDES
def test_the_rules(x: int) -> None:
    for text in classic.BOARDS:
        board = board_of(text, x)
        winner = classic.winner(text)
        assert a2.terminal_test(board, x) == (winner == "X")
        assert a2.terminal_test(board, -x) == (winner == "O")
        assert a2.game_over(board) == (winner != ".")
        assert a2.utility(board) == {"X": x, "O": -x, ".": 0}[winner]
        assert A2_utils.empty_cells(board) == [
            [*divmod(it, 3)] for it in classic.free(text)
        ]


def test_cells_off_the_board() -> None:
    """They are not valid, and a negative index does not count from the end."""
    for cell in [(-1, 0), (0, -1), (3, 0), (0, 3)]:
        board = board_of("." * 9)
        assert not A2_utils.valid_move(*cell, board)
        assert not A2_utils.set_move(*cell, 1, board)
        assert board == board_of("." * 9)


EARLY = [text for text in classic.BOARDS if text.count(".") > 4]
LATE = [text for text in classic.BOARDS if text.count(".") <= 4]


@SEARCHES
@SIDES
@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(EARLY[::3], id="early", marks=pytest.mark.long),
        pytest.param(LATE, id="late"),
    ],
)
def test_every_board(search: Callable[..., list[int]], x: int, texts: list[str]) -> None:
    """The first best cell and its value. Where the depth runs out, it counts a draw."""
    for at, text in enumerate(texts):
        for depth in (at % 5, 9):
            board = board_of(text, x)
            cell = (-1, -1)
            if depth and not classic.is_over(text):
                cell = divmod(classic.first_best(text, depth), 3)
            player = x if classic.mover(text) == "X" else -x
            assert search(board, depth, player) == [*cell, x * classic.value(text, depth)]
            assert board == board_of(text, x)


@pytest.mark.parametrize(
    ("human_wins", "ai_wins", "same"),
    [(10, -10, True), (10, -1, True), (1, -10, True), (1, 1, False)],
)
def test_question_1(
    human_wins: int, ai_wins: int, same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A win may count more, as long as it is above a draw and the ai's win below."""
    texts = [text for text in LATE[::12] if not classic.is_over(text)]

    def moves() -> list[list[int]]:
        return [
            a2.minimax(board_of(text), 9, 1 if classic.mover(text) == "X" else -1)[:2]
            for text in texts
        ]

    best, utility = moves(), a2.utility
    counts = {1: human_wins, -1: ai_wins, 0: 0}
    monkeypatch.setattr(a2, "utility", lambda state: counts[utility(state)])
    assert (moves() == best) == same


def test_the_ai_opens_anywhere() -> None:
    boards = [board_of("." * 9) for _ in range(300)]
    for board in boards:
        a2.ai_plays("X", "O", board)
    assert len(set(map(str, boards))) == 9


@pytest.mark.parametrize(("limit", "played"), [(6, "5"), (5, "12568")])
def test_max_depth(limit: int, played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With five empty cells, a MAX_DEPTH of 6 searches, and one of 5 plays anywhere."""
    monkeypatch.setattr(a2, "MAX_DEPTH", limit)
    seen = set()
    for _ in range(100):
        board = board_of("O..XX..O.")
        a2.ai_plays("O", "X", board)
        seen.add(str(board))
    cells = [divmod(int(cell), 3) for cell in played]
    boards = [board_of("O..XX..O.") for _ in cells]
    for cell, board in zip(cells, boards):
        A2_utils.set_move(*cell, a2.ai, board)
    assert seen == {str(board) for board in boards}


def test_no_turn_after_the_end() -> None:
    for board in (WON, FULL):
        before = [list(row) for row in board]
        assert play("1\n", a2.human_plays, "O", "X", board) == ""
        assert play("", a2.ai_plays, "O", "X", board) == ""
        assert board == before


def test_the_example() -> None:
    """Line by line, through a pipe and in a terminal."""
    done = python("a2.py", typed=EXAMPLE, folder=FOLDER, PYTHONPATH="")
    assert (done.stdout, done.stderr, done.returncode) == (A_DRAW, "", 0)
    in_terminal = call(lambda _: a2.main(), typed=EXAMPLE, window=(80, 24))
    assert in_terminal.stdout == A_DRAW


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


def test_bad_input_asks_again() -> None:
    """Each question prints one line of complaint, and appears again."""
    bad = ["hello", "", "0", "10", "-1", "1 2", "+5", "\u0661", "\u00b9", "9" * 100_000]
    screen = play("\n".join([*bad, " x\t", *bad, "Y ", *bad, " 5", "5", ""]))
    for question in (SIDE, FIRST, MOVE):
        for typed in bad:
            assert f"{question}{typed}\nInvalid choice\n{question}" in screen
    assert screen.count("Invalid choice") == 3 * len(bad)
    assert screen.endswith(f"{MOVE}5\nCell is not empty!\n{MOVE}\nBye\n")


def test_bytes_that_are_not_text() -> None:
    done = python("a2.py", typed=b"\xff\xfe\x00\n", folder=FOLDER)
    assert done.stderr == ""
    assert done.stdout.endswith("Invalid choice\n" + SIDE + "\nGood Bye\n")


@pytest.mark.parametrize(
    ("typed", "last"),
    [("", "Good Bye"), ("X\n", "Good Bye"), ("X\ny\n", "Bye"), ("X\ny\n5\n", "Bye")],
)
@pytest.mark.parametrize("interrupt", ["", "^C\n"], ids=["end of input", "Ctrl-C"])
def test_leaving(typed: str, last: str, interrupt: str) -> None:
    window = (80, 24) if interrupt else None
    done = call(lambda _: a2.main(), typed=typed + interrupt, window=window)
    assert done.stdout.splitlines()[-1] == last


def test_leaving_a_game_of_another_runner(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The turn itself says goodbye and ends the program."""
    monkeypatch.setattr("builtins.input", Mock(side_effect=EOFError))
    with pytest.raises(SystemExit):
        a2.human_plays("O", "X", board_of("." * 9))
    assert capsys.readouterr().out.endswith("\nBye\n")


def test_in_a_pseudo_terminal() -> None:
    terminal = Terminal("a2", folder=FOLDER, PYTHONPATH="")
    for question, answer in [("Human is: ", "o"), (FIRST, "y"), (MOVE, "5")]:
        terminal.wait_for(question)
        terminal.type(answer)
    terminal.wait_for(MOVE)
    terminal.interrupt()
    assert terminal.finish(0).endswith("Bye\r\n")


def cells_of(notebook: str) -> list[tuple[str, str, list[str]]]:
    """Type, source and printed text of each cell, without the times in the text."""
    return [
        (
            cell["cell_type"],
            "".join(cell["source"]),
            [
                re.sub(r" +\d+\.\d\d\n", "", "".join(it["text"]))
                for it in cell.get("outputs", [])
            ],
        )
        for cell in json.loads(notebook)["cells"]
    ]


@pytest.mark.needs("jupytext")
def test_the_notebook_is_the_script() -> None:
    import jupytext

    script = jupytext.read(FOLDER / "a2.py")
    notebook = (FOLDER / "A2.ipynb").read_text(encoding="utf-8")
    assert [cell[:2] for cell in cells_of(notebook)] == [
        (cell.cell_type, cell.source) for cell in script.cells
    ]


STAND_IN = """
# Written from the assignment: the same functions, with a board of any size, by loops.
def empty_cells(state):
    cells = []
    for x, row in enumerate(state):
        for y, cell in enumerate(row):
            if cell == 0:
                cells.append([x, y])
    return cells

def valid_move(x, y, board):
    return [x, y] in empty_cells(board)

def set_move(x, y, player, board):
    if valid_move(x, y, board):
        board[x][y] = player
        return True
    else:
        return False

def print_board(board, ai_choice, human_choice):
    chars = {-1: ai_choice, +1: human_choice, 0: ' '}
    print()
    for row in board:
        for cell in row:
            print(f'| {chars[cell]} |', end='')
        print()
"""


@pytest.mark.long
@pytest.mark.needs("jupytext", "nbclient", "ipykernel")
def test_the_notebook_runs(tmp_path: Path) -> None:
    """Beside another A2_utils.py it prints what it printed beside ours."""
    shutil.copy(FOLDER / "a2.py", tmp_path)
    (tmp_path / "A2_utils.py").write_text(STAND_IN, encoding="utf-8")
    command = ROOT / "tests" / "notebooks.py"
    subprocess.run([sys.executable, command, tmp_path], check=True, capture_output=True)
    written = (FOLDER / "A2.ipynb").read_text(encoding="utf-8")
    assert cells_of((tmp_path / "A2.ipynb").read_text(encoding="utf-8")) == cells_of(
        written
    )
