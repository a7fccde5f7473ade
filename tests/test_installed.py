"""Installed commands work in any folder. Their help shows the commands' names."""

import os
import shutil
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

import t3_play
from commands import FEW_CASES, ROOT, python

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", "__pycache__", "build", "*.egg-info", "node_modules"
)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution."""
    if int(version("setuptools").split(".")[0]) < 77:
        pytest.skip("not installed: setuptools>=77")
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_OUT)
    build = "from setuptools import build_meta; build_meta.build_sdist('..')"
    done = python("-c", build, folder=folder / "source", PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    (archive,) = folder.glob("*.tar.gz")
    done = python("-m", "tarfile", "-e", str(archive), str(folder))
    assert done.returncode == 0, done.stderr
    return Path(str(archive).removesuffix(".tar.gz"))


@pytest.fixture(scope="module")
def installed(unpacked: Path) -> Path:
    """The folder into which pip installs the wheel."""
    options = ["-q", "--no-deps", "--no-build-isolation", "-w", "..", "."]
    done = python("-m", "pip", "wheel", *options, folder=unpacked, PYTHONPATH="")
    assert done.returncode == 0, done.stderr
    (wheel,) = unpacked.parent.glob("*.whl")
    site = unpacked.parent / "site"
    options = ["-q", "--no-deps", "--target", str(site), str(wheel)]
    assert python("-m", "pip", "install", *options).returncode == 0
    return site


def run(site: Path, folder: Path, command: str, *options: str) -> str:
    """What an installed command prints when it runs in a folder."""
    program = str(site / "bin" / command)
    done = python(program, *options, folder=folder, PYTHONPATH=str(site))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_source_distribution_has_every_file(unpacked: Path) -> None:
    if not ((ROOT / ".git").exists() and shutil.which("git")):
        pytest.skip("not a clone")
    git = ["git", "ls-files"]
    listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]
    assert [name for name in names if not (unpacked / name).exists()] == []


def test_starter_grade_and_autograder(installed: Path, tmp_path: Path) -> None:
    run(installed, tmp_path, "t3-tools", "starter", "handout")
    assert "# Tic-Tac-Total" in (tmp_path / "handout" / "README.md").read_text()
    report = run(installed, tmp_path, "t3-tools", "grade", "handout", *FEW_CASES)
    assert "choose in t3_player.py is not written" in report
    assert "mypy.ini" not in report
    run(installed, tmp_path, "t3-tools", "autograder", "autograder.zip")
    assert sorted(os.listdir(tmp_path)) == ["autograder.zip", "handout"]


def test_names_in_help(installed: Path, tmp_path: Path) -> None:
    for command, example in [("t3", "t3 --play both --size 4"), ("t3-tools explain",) * 2]:
        text = run(installed, tmp_path, *command.split(), "--help")
        assert text.lower().startswith(f"usage: {command} ")
        assert f"  {example} " in text
        assert "python" not in text.replace("python3 t3_game.py", "")
        program = command.split()[0]
        printed = run(installed, tmp_path, program, "--version")
        assert printed == f"{program} {t3_play.__version__}\n"


def test_the_library_and_the_page(installed: Path, tmp_path: Path) -> None:
    code = "from t3_player import *; print(choose(T3State(False, None)))"
    done = python("-c", code, folder=tmp_path, PYTHONPATH=str(installed))
    assert done.stdout == "(0,0) = 2\n", done.stderr
    for name in ("bound.html", "save.js", "cures.v", "../t3_page/web/src/main.js"):
        assert (installed / "bound" / name).is_file()
