"""Each course's folder, copied alone, runs and passes its tests without the project."""

import re
import shutil
from pathlib import Path

import pytest

from commands import ROOT, python

STANDARD_LIBRARY = ["-S"]  # without any installed package


def copy(course: str, folder: Path) -> Path:
    """Copy a course's files to a folder."""
    for path in (ROOT / "classics" / course).iterdir():
        if path.is_file():
            shutil.copy(path, folder)
    return folder


def run(folder: Path, *arguments: str) -> str:
    """What Python prints when it runs in a folder, without an error."""
    done = python(*arguments, folder=folder, PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    ("course", "file", "printed"),
    [
        ("cs50", "tictactoe.py", ""),
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


def test_what_programs_need_of_the_course() -> None:
    """What a course's own tictactoe.py or A2_utils.py has, so they run beside it."""
    runner = (ROOT / "classics" / "cs50" / "runner.py").read_text(encoding="utf-8")
    functions = "initial_state player actions result winner terminal utility minimax"
    needed = set(re.findall(r"\bttt\.(\w+)", runner))
    assert needed <= {"X", "O", "EMPTY", *functions.split()}
    script = (ROOT / "classics" / "cmsc471" / "a2.py").read_text(encoding="utf-8")
    assert re.findall(r"A2_utils(.*)", script) == [
        " import empty_cells, print_board, set_move"
    ]
