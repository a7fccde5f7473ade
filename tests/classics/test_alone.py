"""Each course's folder, copied alone, runs and passes its tests without the project.

The other half of each program, which the course supplies, is a stand-in here, written from
the assignment's text: so the files can be laid beside the course's own.
"""

import re
import shutil
from pathlib import Path

import pytest

from commands import ROOT, python

STANDARD_LIBRARY = ["-S"]  # without any installed package


def copy(course: str, folder: Path, *names: str) -> Path:
    """Copy a course's files, or the ones with these names, to a folder."""
    for path in (ROOT / "classics" / course).iterdir():
        if path.is_file() and (not names or path.name in names):
            shutil.copy(path, folder)
    return folder


def run(folder: Path, *arguments: str) -> str:
    """What Python prints when it runs in a folder, without an error or a display."""
    done = python(*arguments, folder=folder, PYTHONPATH="", SDL_VIDEODRIVER="dummy")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("course", "file", "printed"),
    [
        ("cmsc471", "a2.py", "Good Bye\n"),
        ("csc148", "testboard.py", "\nOK\n"),
        ("csc148", "testamateur.py", "\nOK\n"),
        *(
            pytest.param(*it, marks=pytest.mark.long)
            for it in [
                ("csc148", "testprofessionalplayer.py", "\nOK\n"),
                ("solver", "tictactoe_solver.py", "(2,2)\nX X O\nO O X\nX O X\n\nA draw\n"),
            ]
        ),
    ],
)
def test_commands(course: str, file: str, printed: str, tmp_path: Path) -> None:
    assert run(copy(course, tmp_path), *STANDARD_LIBRARY, file).endswith(printed)


def test_the_tournaments(tmp_path: Path) -> None:
    """The professional never loses, on either side; each game is counted once."""
    few_games = "import main; main.GAMES = 100; main.main()"
    screen = run(copy("csc148", tmp_path), *STANDARD_LIBRARY, "-c", few_games)
    lines = screen.splitlines()
    assert lines[::2] == [
        "AmateurPlayer (X) against AmateurPlayer (O), games: 100",
        "ProfessionalPlayer (X) against AmateurPlayer (O), games: 100",
        "AmateurPlayer (X) against ProfessionalPlayer (O), games: 100",
    ]
    results = [[int(word) for word in re.findall(r"\d+", line)] for line in lines[1::2]]
    assert [sum(result) for result in results] == [100] * 3
    assert (results[1][1], results[2][0]) == (0, 0)


A_RUNNER = """
import sys, time
import pygame
import tictactoe as ttt

pygame.init()
pygame.display.set_mode((600, 400))
user, board, ai_turn = ttt.O, ttt.initial_state(), False
while True:
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            sys.exit()
    game_over = ttt.terminal(board)
    player = ttt.player(board)
    if game_over:
        winner = ttt.winner(board)
        print("Game Over: Tie." if winner is None else f"Game Over: {winner} wins.")
        pygame.event.post(pygame.event.Event(pygame.QUIT))
    elif user == player:
        i, j = next((i, j) for i in range(3) for j in range(3) if board[i][j] == ttt.EMPTY)
        board = ttt.result(board, (i, j))
    elif ai_turn:
        board = ttt.result(board, ttt.minimax(board))
        ai_turn = False
    else:
        ai_turn = True
    pygame.display.flip()
"""


@pytest.mark.needs("pygame")
class TestCs50:
    def test_a_stand_in_runner(self, tmp_path: Path) -> None:
        """It fills the first empty square each time, and loses to our minimax."""
        copy("cs50", tmp_path, "tictactoe.py")
        (tmp_path / "runner.py").write_text(A_RUNNER, encoding="utf-8")
        assert "Game Over: X wins." in run(tmp_path, "runner.py")

    def test_our_runner_needs_what_the_course_asks_for(self) -> None:
        source = (ROOT / "classics" / "cs50" / "runner.py").read_text(encoding="utf-8")
        needed = set(re.findall(r"\bttt\.(\w+)", source))
        functions = "initial_state player actions result winner terminal utility minimax"
        assert needed <= {"X", "O", "EMPTY", *functions.split()}
