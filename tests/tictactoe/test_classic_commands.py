"""The text programs as a person meets them, and the functions of the console's turns."""

import io
import os
import random
import re
import subprocess
import sys
from functools import partial
from typing import Any

import pytest

from commands import ROOT, Terminal, buffered_and_not, call, environment, run
from tictactoe import command, console, selfplay
from tictactoe.gametree import main as gametree

CONSOLE = "tictactoe.console"
SELFPLAY = "tictactoe.selfplay"
GAMETREE = "tictactoe.gametree.main"
SOLVER = "tictactoe.solver"
MODULES = [CONSOLE, SELFPLAY, GAMETREE, SOLVER]

play_console = partial(call, lambda _: command.run(console.main))
run_selfplay = partial(call, lambda options: command.run(partial(selfplay.main, options)))
run_gametree = partial(call, lambda options: command.run(partial(gametree.main, options)))

AI_WINS = """\
Tic-tac-toe: three in a row, column or diagonal win. Ctrl-C leaves.
The squares are numbered from 1 to 9, row by row.
Choose X or O: X
Do you start, Y or N? Y

|   ||   ||   |
|   ||   ||   |
|   ||   ||   |
You play X. Which square, 1..9? 5

|   ||   ||   |
|   || X ||   |
|   ||   ||   |
AI plays O on square 1.

| O ||   ||   |
|   || X ||   |
|   ||   ||   |
You play X. Which square, 1..9? 2

| O || X ||   |
|   || X ||   |
|   ||   ||   |
AI plays O on square 8.

| O || X ||   |
|   || X ||   |
|   || O ||   |
You play X. Which square, 1..9? 3

| O || X || X |
|   || X ||   |
|   || O ||   |
AI plays O on square 7.

| O || X || X |
|   || X ||   |
| O || O ||   |
You play X. Which square, 1..9? 9

| O || X || X |
|   || X ||   |
| O || O || X |
AI plays O on square 4.

| O || X || X |
| O || X ||   |
| O || O || X |
AI Wins!
"""


class TestTurns:
    """The three functions that write to their board."""

    def test_set_move(self) -> None:
        board = [[0] * 3 for _ in range(3)]
        assert console.set_move(0, 2, console.human, board)
        assert board == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]
        for x, y in ((0, 2), (3, 0), (0, 3), (-1, 0), (0, -1)):
            assert not console.set_move(x, y, console.ai, board)
        assert board == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]

    def test_constants(self) -> None:
        assert (console.human, console.ai, console.MAX_DEPTH) == (1, -1, 9)

    def test_human_plays(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        board = [[-1, 0, 0], [0, 0, 0], [0, 0, 0]]
        monkeypatch.setattr(sys, "stdin", io.StringIO("0\n10\n1\nsix\n6\n"))
        console.human_plays("O", "X", board)
        assert board == [[-1, 0, 0], [0, 0, 1], [0, 0, 0]]
        shown = capsys.readouterr().out
        assert shown.startswith("\n| O ||   ||   |\n|   ||   ||   |\n|   ||   ||   |\n")
        assert shown.count("Please type one of: 1 2 3 4 5 6 7 8 9\n") == 3
        assert shown.count("That square is taken.\n") == 1

    def test_human_plays_without_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        board = [[0] * 3 for _ in range(3)]
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        with pytest.raises(EOFError):
            console.human_plays("O", "X", board)
        assert board == [[0] * 3] * 3

    def test_ai_opens_anywhere(self) -> None:
        openings = set()
        for seed in range(100):
            random.seed(seed)
            first, second = ([[0] * 3 for _ in range(3)] for _ in range(2))
            console.ai_plays("X", "O", first)
            assert sum(map(sum, first)) == console.ai
            openings.add(str(first))
            random.seed(seed)
            console.ai_plays("X", "O", second)
            assert second == first
        assert len(openings) == 9

    def test_ai_plays_minimax(self, capsys: pytest.CaptureFixture[str]) -> None:
        board = [[1, 1, 0], [0, -1, 0], [0, 0, 0]]
        console.ai_plays("O", "X", board)
        assert board == [[1, 1, -1], [0, -1, 0], [0, 0, 0]]
        assert capsys.readouterr().out.endswith("AI plays O on square 3.\n")

    @pytest.mark.parametrize(
        "board",
        [[[1, 1, 1], [-1, -1, 0], [0, 0, 0]], [[1, -1, 1], [1, -1, -1], [-1, 1, 1]]],
    )
    def test_no_turn_after_the_end(self, board: list[list[int]]) -> None:
        before = [list(row) for row in board]
        console.human_plays("O", "X", board)
        console.ai_plays("O", "X", board)
        assert board == before


class TestConsole:
    def test_transcript(self) -> None:
        assert run(CONSOLE, typed=b"X\nY\n5\n2\n3\n9\n").stdout == AI_WINS

    def test_a_draw(self) -> None:
        shown = play_console(typed=b"O\nY\n5\n2\n7\n6\n9\n").stdout
        assert shown.endswith("| X || O || X |\n| X || O || O |\n| O || X || O |\nDraw!\n")

    def test_a_win(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Against a machine that does not look ahead, for the other one never loses."""
        monkeypatch.setattr(
            console, "minimax", lambda state, *_: [*console.empty_cells(state)[0], 0]
        )
        monkeypatch.setattr(sys, "stdin", io.StringIO("X\nY\n4\n5\n6\n"))
        console.main()
        assert capsys.readouterr().out.endswith(
            "| O || O ||   |\n| X || X || X |\n|   ||   ||   |\nHuman Wins!\n"
        )

    @pytest.mark.parametrize("mark", ["X", "O", "x", " o "])
    @pytest.mark.parametrize("starts", ["Y", "N"])
    def test_sides(self, mark: str, starts: str) -> None:
        shown = play_console(typed=f"{mark}\n{starts}\n".encode()).stdout
        mine = mark.strip().upper()
        theirs = "O" if mine == "X" else "X"
        first = re.search(r"(You|AI) plays? (.)(?:\.| on)", shown)
        assert first
        assert first.groups() == (("You", mine) if starts == "Y" else ("AI", theirs))
        assert shown.endswith("\nGoodbye!\n")

    @pytest.mark.parametrize(
        "typed",
        [
            b"hello",
            b"",
            b"0",
            b"10",
            b"-1",
            b"1.0",
            b"1 2",
            "\u0661".encode(),
            "\u00b9".encode(),
            b"\xff\xfe\x00\x01",
            b"9" * 100_000,
        ],
    )
    def test_bad_input_asks_again(self, typed: bytes) -> None:
        """At each of the questions, in one line."""
        lines = [typed, b"X", typed, b"Y", typed, b"5", b"5"]
        shown = play_console(typed=b"\n".join(lines)).stdout
        for choices in ("X O", "Y N", "1 2 3 4 5 6 7 8 9"):
            assert shown.count(f"\nPlease type one of: {choices}\n") == 1
        assert shown.endswith(
            "That square is taken.\nYou play X. Which square, 1..9? \nGoodbye!\n"
        )

    @pytest.mark.parametrize("typed", [b"", b"X\n", b"X\nY\n", b"X\nY\n5\n", b"X"])
    def test_end_of_input(self, typed: bytes) -> None:
        assert play_console(typed=typed).stdout.endswith(" \nGoodbye!\n")

    def test_in_a_terminal(self) -> None:
        terminal = Terminal(CONSOLE)
        screen = ""
        for prompt, line in (
            ("O: ", "X"),
            ("N? ", "Y"),
            ("1..9? ", "5"),
            ("You play X. Which square, 1..9? ", "2"),
            ("You play X. Which square, 1..9? ", "3"),
            ("You play X. Which square, 1..9? ", "9"),
        ):
            screen += terminal.wait_for(prompt) + prompt
            terminal.type(line)
        assert (screen + terminal.finish(0)).replace("\r\n", "\n") == AI_WINS

    def test_a_null_character_in_a_terminal(self) -> None:
        terminal = Terminal(CONSOLE)
        terminal.wait_for("X or O: ")
        terminal.type("\x00\x1b[A")
        terminal.wait_for("Please type one of: X O")
        terminal.wait_for("X or O: ")
        terminal.process.sendeof()
        assert terminal.finish(0).endswith("Goodbye!\r\n")

    @pytest.mark.parametrize("lines", [[], ["X"], ["X", "Y"]])
    def test_ctrl_c(self, lines: list[str]) -> None:
        terminal = Terminal(CONSOLE)
        for line in lines:
            terminal.wait_for("? " if line == "Y" else ": ")
            terminal.type(line)
        terminal.wait_for(["X or O: ", "Y or N? ", "1..9? "][len(lines)])
        terminal.interrupt()
        assert terminal.finish(130).endswith("Goodbye!\r\n")


class TestSelfPlay:
    def test_table(self) -> None:
        """Both sides open, all games are draws, and pruning saves most of the work."""
        header, *rows = run_selfplay("--games", "4").stdout.splitlines()
        assert header.split() == [
            "wins",
            "draws",
            "losses",
            "positions",
            "visited",
            "seconds",
        ]
        assert all(len(row) == len(header) for row in rows)
        (name, *minimax), (other, *alpha_beta) = (row.split() for row in rows)
        assert (name, other) == ("minimax", "alpha-beta")
        assert minimax[:3] == alpha_beta[:3] == ["0", "4", "0"]
        positions, fewer = (int(row[3].replace(",", "")) for row in (minimax, alpha_beta))
        assert fewer * 5 < positions
        assert float(minimax[4]) > float(alpha_beta[4]) >= 0

    def test_positions_visited(self) -> None:
        """As many as there are calls of the search."""
        calls = 0

        def search(state: console.Board, depth: int, player: int) -> list[int]:
            nonlocal calls
            calls += 1
            cells = console.empty_cells(state)
            if not cells or console.game_over(state):
                return [-1, -1, 0]
            for row, col in cells:
                state[row][col] = player
                search(state, depth - 1, -player)
                state[row][col] = 0
            return [*cells[0], 0]

        contestant = selfplay.Contestant("counted", search, console.human)
        board = [[1, -1, 1], [0, 0, 0], [0, 0, -1]]
        contestant.move(board)
        assert contestant.positions == calls > 5
        assert board == [[1, -1, 1], [1, 0, 0], [0, 0, -1]]

    def test_results_and_openings(self) -> None:
        """A loss of one is a win of the other; openers alternate, squares advance."""

        def first(state: console.Board, depth: int, player: int) -> list[int]:
            boards.append([list(row) for row in state])
            return [*console.empty_cells(state)[0], 0]

        boards: list[console.Board] = []
        strong = selfplay.Contestant("strong", selfplay.alpha_beta, console.ai)
        weak = selfplay.Contestant("weak", first, console.human)
        result = selfplay.play(strong, weak, 4)
        assert boards[0] == [[0, 0, 0], [0, console.ai, 0], [0, 0, 0]]
        assert result == console.ai
        assert [sum(one.games.values()) for one in selfplay.compete(3)] == [3, 3]

    def test_wins_and_losses_are_each_others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seen = []

        def play(opener: selfplay.Contestant, _: selfplay.Contestant, square: int) -> int:
            seen.append((opener.name, square))
            return console.ai if len(seen) < 3 else console.human

        monkeypatch.setattr(selfplay, "play", play)
        minimax, alpha_beta = selfplay.compete(20)
        assert minimax.games == {1: 18, -1: 2}
        assert alpha_beta.games == {1: 2, -1: 18}
        names = ["minimax", "alpha-beta"]
        assert seen[:18] == [(name, square) for square in range(9) for name in names]
        assert seen[18:] == [(name, 0) for name in names]


class TestGameTree:
    def test_both_tournaments(self) -> None:
        shown = run(GAMETREE, "--games", "100", "--seed", "3").stdout
        pattern = (
            r"(\w+) \(X\) against (\w+) \(O\), games: 100\n"
            r"X has (\d+) wins, (\d+) losses, (\d+) ties\n"
        )
        rows = re.findall(pattern, shown)
        assert re.sub(pattern, "", shown) == ""
        assert [row[:2] for row in rows] == [
            ("AmateurPlayer", "AmateurPlayer"),
            ("ProfessionalPlayer", "AmateurPlayer"),
            ("AmateurPlayer", "ProfessionalPlayer"),
        ]
        assert all(sum(map(int, row[2:])) == 100 for row in rows)
        assert rows[1][3] == rows[2][2] == "0"

    def test_one_tournament_and_the_seed(self) -> None:
        """With a seed a tournament is the same on its own as in the row."""
        options = ["--games", "100", "--seed", "3"]
        amateur = run_gametree("amateur", *options).stdout
        professional = run_gametree("professional", *options).stdout
        assert amateur.count("games: 100") == 1
        assert professional.count("games: 100") == 2
        assert run_gametree(*options).stdout == amateur + professional
        assert run_gametree("amateur", *options[:2], "--seed", "4").stdout != amateur

    def test_progress_in_a_terminal_only(self) -> None:
        assert run(GAMETREE, "amateur", "--games", "500").stderr == ""
        terminal = Terminal(GAMETREE, "amateur", "--games", "500")
        screen = terminal.finish(0)
        assert "\r0 of 500 games\r5 of 500 games" in screen
        # The count is gone before the result is printed.
        assert "495 of 500 games\r\x1b[KAmateurPlayer (X)" in screen

    def test_ctrl_c(self) -> None:
        terminal = Terminal(GAMETREE, "--games", "100000000")
        terminal.wait_for("of 100,000,000 games")
        terminal.process.sendintr()
        assert terminal.finish(130).endswith("Goodbye!\r\n")


class TestSolver:
    def test_plays_a_draw(self) -> None:
        states = run(SOLVER).stdout.split("\n\n")
        assert len(states) == 11
        assert states[0] == ". . .\n. . .\n. . ."
        assert states[1] == "X plays (0,0)\nX . .\n. . .\n. . ."
        assert states[10] == "A draw\n"
        for number, shown in enumerate(states[1:10], 1):
            assert shown.startswith("XO"[(number + 1) % 2] + " plays (")
            board = shown.split("\n", 1)[1]
            assert board.count(".") == 9 - number


@pytest.mark.parametrize("run_it", [run_selfplay, run_gametree])
@pytest.mark.parametrize("games", ["0", "-1", "x", "1.5", "", "\u0663", "9" * 5000])
def test_bad_options(run_it: Any, games: str) -> None:
    done = run_it("--games", games, code=2)
    assert "is not a whole number from 1" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "options", [["--seed", "x"], ["beginner"], ["--games"], ["amateur", "professional"]]
)
def test_more_bad_options(options: list[str]) -> None:
    complaint = run_gametree(*options, code=2).stderr
    assert complaint.startswith("usage: python -m tictactoe.")


def test_ctrl_c_in_self_play() -> None:
    terminal = Terminal(SELFPLAY, "--games", "1000")
    terminal.wait_for("of 1,000 games")
    terminal.process.sendintr()
    assert terminal.finish(130).endswith("Goodbye!\r\n")


@buffered_and_not
@pytest.mark.parametrize("module", MODULES)
def test_output_that_nobody_reads(module: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", module, *(["--games", "2"] if module == SELFPLAY else [])],
        cwd=ROOT,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 1
    assert re.fullmatch(r"tictactoe: .*\n", done.stderr)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@buffered_and_not
@pytest.mark.parametrize("options", [[], ["--help"]])
@pytest.mark.parametrize("module", [CONSOLE, SOLVER])
def test_output_to_a_full_disk(module: str, options: list[str], unbuffered: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", module, *options],
            cwd=ROOT,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert re.fullmatch(r"tictactoe: .*\n", done.stderr)


@pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell")
@pytest.mark.parametrize("streams", ["<&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("module", [CONSOLE, GAMETREE, SOLVER])
def test_without_standard_streams(module: str, streams: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f'"$0" -m "$1" {streams}', sys.executable, module],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_window_without_pygame() -> None:
    """One line says how to install it."""
    hide = "import runpy, sys; sys.modules['pygame'] = None; "
    play = "sys.argv = ['tictactoe']; runpy.run_module('tictactoe', run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", hide + play],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("tictactoe: the window needs pygame-ce: pip install pygame-ce\n")


def test_the_window_tells_its_options() -> None:
    assert "--screenshots DIR" in run("tictactoe", "--help").stdout


@pytest.mark.parametrize("module", MODULES)
def test_importing_starts_nothing(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        check=True,
    )
    assert done.stdout == b""


def test_answers_by_a_patched_input(monkeypatch: pytest.MonkeyPatch) -> None:
    """As those who grade console programs do it."""
    answers = iter(["0", "x", "5"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    board = [[0] * 3 for _ in range(3)]
    console.human_plays("O", "X", board)
    assert board == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


def ai_never_loses(board: list[list[int]], turn: int, seen: set[str]) -> None:
    """Follow every line of play of the human from here on."""
    assert not console.terminal_test(board, console.human)
    if str(board) in seen or console.game_over(board):
        return
    seen.add(str(board))
    for row, col in console.empty_cells(board):
        after = [list(cells) for cells in board]
        if turn == console.ai:
            console.ai_plays("O", "X", after)
        else:
            console.set_move(row, col, console.human, after)
        ai_never_loses(after, -turn, seen)
        if turn == console.ai:
            break


@pytest.mark.parametrize("square", range(9))
def test_the_ai_never_loses(square: int) -> None:
    """Whoever opens, on whichever square."""
    for opener in (console.human, console.ai):
        board = [[0] * 3 for _ in range(3)]
        console.set_move(*divmod(square, 3), opener, board)
        ai_never_loses(board, -opener, set())


def test_a_lower_depth_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ai then looks less far ahead: here it takes the first square, and could lose."""
    board = [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    monkeypatch.setattr(console, "MAX_DEPTH", 5)
    console.ai_plays("O", "X", board)
    assert board[0] == [1, -1, 0]


@pytest.mark.parametrize("module", [CONSOLE, SOLVER])
def test_options_that_are_not_there(module: str) -> None:
    assert "unrecognized arguments: --games 3" in run(module, "--games", "3", code=2).stderr
    assert run(module, "--help").stdout.startswith("usage: ")
