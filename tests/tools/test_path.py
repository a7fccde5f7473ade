"""The folder one stands in is not on the path of the tools: it may be a submission."""

import os
from pathlib import Path

import pytest

pytest.importorskip("rich")

from commands import ROOT, python

PLAYER = """
class T3Player:
    def choose(self, state):
        return next(state.get_transitions())[0]
"""


@pytest.mark.parametrize("path", [str(ROOT), f"{ROOT}{os.pathsep}"])
def test_beside_a_submission(tmp_path: Path, path: str) -> None:
    """Its t3_player.py does not replace ours, nor its other modules those of Python.

    An empty part of PYTHONPATH is the folder one stands in, too.
    """
    (tmp_path / "t3_player.py").write_text(PLAYER)
    for name in ("random", "signal", "socket", "pickle", "threading"):
        (tmp_path / f"{name}.py").write_text("1 / 0")
    options = ["arena", "t3_player.py", "perfect", "--empty=3", "--games=2", "--jobs=2"]
    done = python("-m", "t3_tools", *options, folder=tmp_path, PYTHONPATH=path)
    assert done.stderr == ""
    assert done.returncode == 0
    assert "perfect" in done.stdout
