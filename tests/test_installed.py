"""What is installed works, in any folder, and names itself as it was called."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from commands import FEW_CASES, ROOT, environment

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", "__pycache__", "build", "*.egg-info", "node_modules"
)


def build(source: Path, folder: Path) -> str:
    """Build the wheel of a source in a folder; what building it has said."""
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "-w", str(folder)]
    done = subprocess.run(
        [*command, str(source)],
        env=environment(PYTHONPATH=""),
        capture_output=True,
        text=True,
        check=False,
    )
    if "setuptools" in done.stderr and done.returncode:
        pytest.skip("the build needs setuptools, from an index or installed")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the wheel, and what building it has said."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT, folder / "source", ignore=LEFT_OUT)
    return folder, build(folder / "source", folder)


@pytest.fixture(scope="module")
def unpacked(built: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is in the sdist."""
    folder = tmp_path_factory.mktemp("sdist")
    backend = "import sys, setuptools.build_meta as it; it.build_sdist(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", backend, str(folder)],
        cwd=built[0] / "source",
        env=environment(PYTHONPATH=""),
        capture_output=True,
        text=True,
        check=False,
    )
    if "ModuleNotFoundError" in done.stderr or "license" in done.stderr:
        pytest.skip("the sdist needs a setuptools that reads the licence")
    assert done.returncode == 0, done.stderr
    (archive,) = folder.glob("*.tar.gz")
    # In a process: Pythons differ in the filter that they ask for, or know.
    subprocess.run([sys.executable, "-m", "tarfile", "-e", archive, folder], check=True)
    archive.unlink()
    (inner,) = folder.iterdir()
    return inner


@pytest.fixture(scope="module")
def installed(built: tuple[Path, str]) -> Path:
    """The folder that the wheel is installed in."""
    folder, _ = built
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target"]
    subprocess.run([*command, str(site), str(wheel)], env=environment(), check=True)
    return site


def run(site: Path, folder: Path, command: str, *options: str) -> str:
    """What an installed command prints, in a folder."""
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


def test_the_build_warns_of_nothing(built: tuple[Path, str]) -> None:
    _, said = built
    lines = [line.strip() for line in said.lower().splitlines()]
    found = [line for line in lines if "warn" in line or "deprec" in line]
    # What pip says of its indices is of this machine.
    assert [line for line in found if not line.startswith("warning: location ")] == []


def test_metadata(installed: Path) -> None:
    (metadata,) = installed.glob("*.dist-info/METADATA")
    text = metadata.read_text(encoding="utf-8")
    assert "\nLicense-Expression: MIT\n" in text
    assert "\nLicense-File: LICENSE\n" in text
    assert "\nDescription-Content-Type: text/markdown\n" in text
    assert "Typing :: Typed" not in text


def test_the_sdist_builds_the_same_wheel(
    built: tuple[Path, str], unpacked: Path, tmp_path: Path
) -> None:
    build(unpacked, tmp_path)
    contents = []
    for folder in (built[0], tmp_path):
        (wheel,) = folder.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            contents.append({name: archive.read(name) for name in archive.namelist()})
    assert contents[0] == contents[1]


@pytest.mark.parametrize(
    "tests", [["t3_tests.py", "tests/library"], ["tests/test_docs.py", "tests/tools"]]
)
def test_the_tests_run_from_the_sdist(unpacked: Path, tests: list[str]) -> None:
    """A few of those that need files beside them, and all can be collected."""
    few = "course or truth or starter or docs or types or autograder"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", few]
    done = subprocess.run(
        [*command, *tests],
        cwd=unpacked,
        env=environment(PYTHONPATH=""),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_what_is_handed_out_and_graded(installed: Path, tmp_path: Path) -> None:
    pytest.importorskip("rich")
    pytest.importorskip("mypy")
    run(installed, tmp_path, "t3-tools", "starter", "handout")
    assert "# Tic-Tac-Total" in (tmp_path / "handout" / "README.md").read_text()
    shown = run(installed, tmp_path, "t3-tools", "grade", "handout", *FEW_CASES)
    assert "yours to write" in shown
    assert "mypy.ini" not in shown
    run(installed, tmp_path, "t3-tools", "autograder", "autograder.zip")
    assert sorted(os.listdir(tmp_path)) == ["autograder.zip", "handout"]


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "120/000/000 evens"],
        ["arena", "medium", "easy", "--games=2", "--jobs=1"],
        ["atlas", "3"],
    ],
)
def test_other_tools(installed: Path, tmp_path: Path, command: list[str]) -> None:
    pytest.importorskip("rich")
    assert run(installed, tmp_path, "t3-tools", *command)


def test_names_in_help(installed: Path, tmp_path: Path) -> None:
    shown = run(installed, tmp_path, "t3", "--help")
    assert shown.startswith("usage: t3 [options]\n")
    assert "\n  t3 --play evens " in shown
    assert "python" not in shown
    pytest.importorskip("rich")
    shown = run(installed, tmp_path, "t3-tools", "explain", "--help")
    assert shown.startswith("usage: t3-tools explain ")
    assert "\n  t3-tools explain " in shown
    assert "python -m" not in shown
