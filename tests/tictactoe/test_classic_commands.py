"""What the text programs print and accept, and the console's functions for turns."""

import inspect
import itertools
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from commands import ROOT, Terminal, call, python, run
from tictactoe import console, selfplay
from tictactoe.gametree import main as gametree

CONSOLE = "tictactoe.console"
SELFPLAY = "tictactoe.selfplay"
GAMETREE = "tictactoe.gametree.main"
SOLVER = "tictactoe.solver"
A_DRAW = Path(__file__).with_name("draw.txt").read_text(encoding="utf-8")
"""The course's example of a game."""

SQUARES = """\
| 1 || 2 || 3 |
| 4 || 5 || 6 |
| 7 || 8 || 9 |
"""

SIDE = "\nChoose Human player X or O\nHuman is: "
FIRST = "Do you want to start first?[y/n]: "
MOVE = "Make a move! Choose a position (1..9): "


def play(
    lines: str, part: Callable[..., None] = console.main, *arguments: object, code: int = 0
) -> str:
    """What a game, or a `part` of it, prints if each word of `lines` is a line typed."""
    typed = "".join(f"{line}\n" for line in lines.split())
    return call(lambda _: part(*arguments), typed=typed, code=code).stdout


class TestTurns:
    """The functions that a course's own runner calls."""

    @pytest.mark.parametrize(
        ("function", "parameters"),
        [
            (console.set_move, "x y player board"),
            (console.valid_move, "x y board"),
            (console.print_board, "board ai_choice human_choice"),
            (console.human_plays, "ai_choice human_choice board"),
            (console.ai_plays, "ai_choice human_choice board"),
            (console.terminal_test, "state player"),
            (console.minimax, "state depth player"),
        ],
    )
    def test_parameters(self, function: Callable[..., object], parameters: str) -> None:
        """They have the course's names, so that a runner can pass them by name."""
        assert " ".join(inspect.signature(function).parameters) == parameters

    def test_valid_move(self) -> None:
        board = [[0, 0, 1], [0, -1, 0], [0, 0, 0]]
        taken = {(0, 2), (1, 1)}
        for x, y in itertools.product(range(-3, 5), repeat=2):
            on_board = 0 <= x < 3 and 0 <= y < 3
            assert console.valid_move(x, y, board) == (on_board and (x, y) not in taken)

    def test_human_plays(self) -> None:
        board = [[-1, 0, 0], [0, 0, 0], [0, 0, 0]]
        played = play("0 10 1 six 6", console.human_plays, "O", "X", board)
        assert board == [[-1, 0, 0], [0, 0, 1], [0, 0, 0]]
        assert played == (
            "Human turn [X]\n\n| O ||   ||   |\n|   ||   ||   |\n|   ||   ||   |\n"
            f"{MOVE}0\nInvalid choice\n{MOVE}10\nInvalid choice\n"
            f"{MOVE}1\nCell is not empty!\n{MOVE}six\nInvalid choice\n{MOVE}6\n"
        )

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

    @pytest.mark.parametrize(("limit", "col"), [(-1, 0), (0, 0), (1, 0), (2, 2)])
    def test_a_depth_limit(
        self, limit: int, col: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A limit below 1 counts as 1. Only a limit of 2 shows the human's threat."""
        monkeypatch.setattr(console, "MAX_DEPTH", limit)
        board = [[0, 0, 0], [1, 1, 0], [-1, 0, 0]]
        console.ai_plays("O", "X", board)
        placed = (0, 0) if col == 0 else (1, 2)
        assert board[placed[0]][placed[1]] == console.ai

    @pytest.mark.parametrize(
        "board",
        [[[1, 1, 1], [-1, -1, 0], [0, 0, 0]], [[1, -1, 1], [1, -1, -1], [-1, 1, 1]]],
    )
    def test_no_turn_after_the_end(self, board: list[list[int]]) -> None:
        before = [list(row) for row in board]
        assert play("1", console.human_plays, "O", "X", board) == ""
        assert play("", console.ai_plays, "O", "X", board) == ""
        assert board == before


class TestConsole:
    def test_the_example_of_the_course(self) -> None:
        assert run(CONSOLE, typed="X\ny\n5\n2\n6\n7\n9\n").stdout == A_DRAW

    def test_the_ai_wins(self) -> None:
        """The console prints the won board under the heading of the ai's turn."""
        assert play("O Y 1 2 4").endswith(
            f"{MOVE}4\nAI turn [X]\n\n| O || O || X |\n| O || X ||   |\n|   ||   ||   |\n"
            "AI turn [X]\n\n| O || O || X |\n| O || X ||   |\n| X ||   ||   |\nAI Wins!\n"
        )

    def test_the_human_wins(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The ai takes the first empty cell here, because the real ai never loses."""
        monkeypatch.setattr(
            console, "minimax", lambda state, *_: [*console.empty_cells(state)[0], 0]
        )
        assert play("X Y 4 5 6").endswith(
            "6\nHuman turn [X]\n\n| O || O ||   |\n| X || X || X |\n|   ||   ||   |\n"
            "Human Wins!\n"
        )

    @pytest.mark.parametrize(("mark", "other"), ["XO", "OX", "xO", "oX"])
    @pytest.mark.parametrize("starts", "YyNn")
    def test_sides(self, mark: str, other: str, starts: str) -> None:
        shown = play(f"{mark} {starts}")
        mine = f"Human turn [{mark.upper()}]"
        theirs = f"AI turn [{other}]"
        start = f"{SIDE}{mark}\n{FIRST}{starts}\n"
        assert shown.startswith(start + (mine if starts in "Yy" else theirs))
        assert shown.count(mine) == 1
        assert shown.count(theirs) == (starts in "Nn")
        assert shown.endswith(f"{MOVE}\nBye\n")

    @pytest.mark.parametrize(
        "typed",
        [
            *["hello", "", "0", "10", "-1", "1 2", "+5", "\u0661", "\u00b9"],
            "9" * 100_000,
        ],
    )
    def test_bad_input_asks_again(self, typed: str) -> None:
        """Each question prints one line of complaint, and appears again."""
        lines = [typed, "X", typed, "Y", typed, "5", "5", ""]
        shown = call(lambda _: console.main(), typed="\n".join(lines)).stdout
        for question in (SIDE, FIRST, MOVE):
            assert shown.count(f"{question}{typed}\nInvalid choice\n{question}") == 1
        assert shown.count("Invalid choice") == 3
        assert shown.endswith(f"{MOVE}5\nCell is not empty!\n{MOVE}\nBye\n")

    def test_spaces_around_an_answer(self) -> None:
        shown = call(lambda _: console.main(), typed=" x\ny \n\t5\t\n").stdout
        assert "Invalid choice" not in shown
        assert "|   || X ||   |" in shown

    @pytest.mark.parametrize(
        ("lines", "end"),
        [("", f"{SIDE}\nGood Bye\n"), ("X", f"{FIRST}\nGood Bye\n")]
        + [(lines, f"{MOVE}\nBye\n") for lines in ("X Y", "X Y 5", "X N", "X Y 5 5")],
    )
    def test_end_of_input(self, lines: str, end: str) -> None:
        assert play(lines).endswith(end)

    def test_ctrl_c(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("builtins.input", Mock(side_effect=["X", KeyboardInterrupt]))
        assert play("", code=130).splitlines()[-1] == "Good Bye"

    def test_ctrl_c_while_the_ai_thinks(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(console, "minimax", interrupted)
        shown = play("X Y 5", code=130)
        assert shown.endswith("|   || X ||   |\n|   ||   ||   |\n\nBye\n")

    def test_undecodable_input(self) -> None:
        """The console refuses bytes that are no text, and ends at the end of input."""
        shown = run(CONSOLE, typed=b"\xff\xfe\x00\x01\n").stdout
        assert shown.count("Invalid choice") == 1
        assert shown.endswith(f"{SIDE}\nGood Bye\n")

    @pytest.mark.long
    def test_in_a_terminal(self) -> None:
        """The screen shows the numbers of the squares, then what a pipe gets."""
        terminal = Terminal(CONSOLE)
        screen = ""
        questions = ["Human is: ", FIRST, *[MOVE] * 5]
        for question, line in zip(questions, ["X", "y", *"52679"], strict=True):
            screen += terminal.wait_for(question) + question
            terminal.type(line)
        assert (screen + terminal.finish(0)).replace("\r\n", "\n") == SQUARES + A_DRAW


class TestSelfPlay:
    @pytest.mark.long
    def test_table_in_the_documents(self) -> None:
        """The document has each line that selfplay prints, but for the seconds."""
        page = (ROOT / "docs" / "how-it-works.md").read_text(encoding="utf-8")
        for line in call(selfplay.main).stdout.splitlines():
            assert line[:50] in page


class TestGameTree:
    def test_both_tournaments(self) -> None:
        shown = call(gametree.main, "--games", "100", "--seed", "3").stdout
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
        """With a seed, a tournament has the same result alone as after another one."""

        def shown(*options: str) -> str:
            return call(gametree.main, "--games", "100", *options).stdout

        amateur = shown("amateur", "--seed", "3")
        professional = shown("professional", "--seed", "3")
        assert amateur.count("games: 100") == 1
        assert professional.count("games: 100") == 2
        assert shown("--seed", "3") == amateur + professional
        assert shown("amateur", "--seed", "4") != amateur

    @pytest.mark.long
    def test_progress_in_a_terminal_only(self) -> None:
        assert run(GAMETREE, "amateur", "--games", "500").stderr == ""
        terminal = Terminal(GAMETREE, "amateur", "--games", "500")
        screen = terminal.finish(0)
        assert "\r0 of 500 games\r5 of 500 games" in screen
        # The program erases the count before it prints the result.
        assert "495 of 500 games\r\x1b[KAmateurPlayer (X)" in screen

    @pytest.mark.long
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


@pytest.mark.parametrize("main", [selfplay.main, gametree.main])
@pytest.mark.parametrize(
    "games", ["0", "-1", "x", "1.5", "", "\u0663", "1000000000", f"0{10**9}", "9" * 5000]
)
def test_bad_numbers_of_games(main: Callable[[Sequence[str]], None], games: str) -> None:
    done = call(main, "--games", games, code=2)
    assert "is not a whole number from 1" in done.stderr
    assert done.stdout == ""


def test_the_window_without_pygame() -> None:
    """The program prints one line, which says how to install pygame."""
    hide = "import runpy, sys; sys.modules['pygame'] = None; "
    play = "sys.argv = ['tictactoe']; runpy.run_module('tictactoe', run_name='__main__')"
    done = python("-c", hide + play)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == ("tictactoe: the window needs pygame-ce: pip install pygame-ce\n")


@pytest.mark.parametrize("module", [CONSOLE, SOLVER])
def test_options_that_are_not_there(module: str) -> None:
    assert "unrecognized arguments: --games 3" in run(module, "--games", "3", code=2).stderr
    assert run(module, "--help").stdout.startswith("usage: ")
