"""How the game's process starts and ends: after Ctrl-C, a closed pipe, or an error."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

import commands
from t3_play import program

# Runs the game, and raises SIGINT when the game imports the module that argv[1] names.
INTERRUPTED_START = """
import runpy, signal, sys

class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, CtrlC())
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("t3_play", run_name="__main__")
"""


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize(
    "imported", ["argparse", "t3_play.console", "t3_play.console.screen"]
)
def test_ctrl_c_in_the_start(imported: str) -> None:
    done = commands.python("-c", INTERRUPTED_START, imported)
    assert (done.stdout, done.stderr) == ("", "")
    assert done.returncode in (-signal.SIGINT, program.INTERRUPTED)


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
def test_ctrl_c_in_a_pipe() -> None:
    board = f"{'0000000/' * 4}0001000/0000000/0000000 evens"
    options = ["--play=odds", "--level=perfect"]
    arguments = ["-m", "t3_play", "--board", board, *options]
    game = commands.start(*arguments, output=subprocess.PIPE)
    assert game.stdout
    while "You: odds" not in game.stdout.readline():  # the computer thinks next
        pass
    game.send_signal(signal.SIGINT)
    shown, complaint = game.communicate()
    assert (game.returncode, complaint) == (130, "")
    assert shown.endswith("\nGoodbye!\n")


def test_in_the_folder_of_a_student(tmp_path: Path) -> None:
    (tmp_path / "t3_player.py").write_text("1 / 0")
    done = commands.run("t3_play", "--play=evens", folder=tmp_path)
    assert done.stdout.endswith("Goodbye!\n")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(2, "No such file", "a\nb"), "t3: a b: No such file\n"),
        (OSError(28, "No space left on device"), "t3: No space left on device\n"),
        (MemoryError(), "t3: MemoryError\n"),
    ],
)
def test_what_is_said_of_an_error(
    error: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:

    def work() -> int:
        raise error

    assert program.run("t3", work) == 1
    assert capsys.readouterr().err == said
