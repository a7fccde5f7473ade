"""Installed commands work in any folder. Their help shows the commands' names."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from commands import FEW_CASES, ROOT, environment, python

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", "__pycache__", "build", "*.egg-info", "node_modules"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which pip installs the wheel. Fails if its build warns."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_OUT)
    options = ["-v", "--no-deps", "-w", str(folder), str(folder / "source")]
    done = python("-m", "pip", "wheel", *options, PYTHONPATH="")
    if "setuptools" in done.stderr and done.returncode:
        pytest.skip("the build needs setuptools, from an index or installed")
    assert done.returncode == 0, done.stderr
    for line in (done.stdout + done.stderr).lower().splitlines():
        # A warning about a location comes from the pip settings of this machine.
        if not line.strip().startswith("warning: location "):
            assert "warn" not in line
            assert "deprec" not in line
    (wheel,) = folder.glob("*.whl")
    options = ["-q", "--no-deps", "--target", str(folder / "site"), str(wheel)]
    assert python("-m", "pip", "install", *options).returncode == 0
    return folder / "site"


def run(site: Path, folder: Path, command: str, *options: str) -> str:
    """What an installed command prints when it runs in a folder."""
    done = subprocess.run(
        [site / "bin" / command, *options],
        cwd=folder,
        env=environment(PYTHONPATH=str(site)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_starter_grade_and_autograder(installed: Path, tmp_path: Path) -> None:
    run(installed, tmp_path, "t3-tools", "starter", "handout")
    assert "# Tic-Tac-Total" in (tmp_path / "handout" / "README.md").read_text()
    report = run(installed, tmp_path, "t3-tools", "grade", "handout", *FEW_CASES)
    assert "choose in t3_player.py is not written" in report
    assert "mypy.ini" not in report
    run(installed, tmp_path, "t3-tools", "autograder", "autograder.zip")
    assert sorted(os.listdir(tmp_path)) == ["autograder.zip", "handout"]


def test_names_in_help(installed: Path, tmp_path: Path) -> None:
    for command, example in [("t3", "t3 --play evens"), ("t3-tools explain",) * 2]:
        text = run(installed, tmp_path, *command.split(), "--help")
        assert text.lower().startswith(f"usage: {command} ")
        assert f"  {example} " in text
        assert "python" not in text.replace("python3 t3_game.py", "")
