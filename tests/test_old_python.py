"""If Python is too old, a program prints one line and exits with 1."""

import pytest

from commands import python

PRETENDING = """
import runpy, sys
sys.hexversion = 0x3090000
sys.argv = [sys.argv[1]]
runpy.run_module(sys.argv[0], run_name="__main__")
"""


@pytest.mark.parametrize("module", ["t3_game", "t3_tools", "tictactoe.solver"])
def test_one_line(module: str) -> None:
    done = python("-c", PRETENDING, module)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "needs Python 3.11 or later, and this is 3." in done.stderr
