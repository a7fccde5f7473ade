"""The zip file for Gradescope is complete, and grades once it is unpacked."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from commands import FEW_CASES, ROOT, environment
from handed_in import COURSE, POSIX, STATE, killer, write
from t3_tools.__main__ import main

pytestmark = POSIX


def unpacked(path: Path, *options: str) -> Path:
    """Write and unpack the zip file; returns the folder that stands for /autograder."""
    assert main(["autograder", str(path / "autograder.zip"), *options]) == 0
    place = path / "autograder"
    with zipfile.ZipFile(path / "autograder.zip") as archive:
        archive.extractall(place / "source")
    in_string = str(place).replace("'", "\\'")
    for name, where in ("run_autograder", shlex.quote(str(place))), ("grade.py", in_string):
        script = place / "source" / name
        write(script, script.read_text(encoding="utf-8").replace("/autograder", where))
    for name in ("setup.sh", "run_autograder"):
        assert archive.getinfo(name).external_attr >> 16 == 0o755
        shutil.copy(place / "source" / name, place)
    (place / "results").mkdir()
    return place


def test_what_is_in_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Submissions can read run_autograder, which has no seed, but nothing in source."""
    options = ["--seed=716253", "--weight=block=3", "--weight=trap=1"]
    place = unpacked(tmp_path, *options)
    source = place / "source"
    assert "seed 716253" in capsys.readouterr().out
    script = (source / "grade.py").read_text(encoding="utf-8")
    for option in [*options, "--count=4", "--timeout=15"]:
        assert f"'{option}'" in script
    assert "716253" not in (place / "run_autograder").read_text(encoding="utf-8")
    setup = (place / "setup.sh").read_text(encoding="utf-8")
    assert "chmod -R go-rwx /autograder/source\n" in setup
    assert "-r /autograder/source/requirements.txt" in setup
    needed = (source / "requirements.txt").read_text(encoding="utf-8").split()
    assert needed == [f"{it}=={version(it)}" for it in ("click", "rich", "mypy")]
    assert not {"tests", "classics", "bound"} & {it.name for it in source.iterdir()}


@pytest.mark.needs("git", ".git/HEAD")
def test_line_ends_in_a_checkout() -> None:
    """They are those of Unix on Windows, too: Gradescope can't run scripts with others."""
    listed = subprocess.check_output(["git", "ls-files", "--eol"], cwd=ROOT, text=True)
    assert all("eol=lf" in line for line in listed.splitlines())


def test_an_exam_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exam = write(tmp_path / "exam.txt", "block 70 odds 320/632/003\n")
    source = unpacked(tmp_path, f"--exam={exam}") / "source"
    assert "the cases are your own" in capsys.readouterr().out
    assert f"--exam={source}/exam.txt" in (source / "grade.py").read_text(encoding="utf-8")
    assert (source / "exam.txt").read_bytes() == Path(exam).read_bytes()
    both = ["--weight=block=1", f"--exam={exam}"]
    assert main(["autograder", str(tmp_path / "a.zip"), *both]) == 2


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="Gradescope runs Linux")
@pytest.mark.parametrize(("player", "score"), [(COURSE, 100), (killer(), 33), (None, None)])
def test_grading(tmp_path: Path, player: str | None, score: float | None) -> None:
    """The unpacked file grades a good submission, a hostile one and none, on its own."""
    place = unpacked(tmp_path, *FEW_CASES)
    files = {"t3_player.py": player, "t3_state.py": STATE} if player else {}
    write(place / "submission", {**files})
    (place / "python" / "bin").mkdir(parents=True)  # setup.sh needs a network to fill it
    (place / "python" / "bin" / "python").symlink_to(sys.executable)
    installed = os.pathsep.join(it for it in sys.path if it.endswith("-packages"))
    env = environment(PYTHONPATH=installed)
    run = ["bash", "run_autograder"]
    done = subprocess.run(run, cwd=place, env=env, check=True, stdout=subprocess.PIPE)
    assert (b" of 100" if player else b": not graded") in done.stdout
    results = json.loads((place / "results" / "results.json").read_text())
    assert results.get("score") == score
    if player is None:
        assert results["output"] == "Not graded: no t3_player.py"
    else:
        assert sum(test.get("score", 0) for test in results["tests"]) == score
    assert str(ROOT) not in json.dumps(results)


@pytest.mark.long
@pytest.mark.parametrize("package", ["python3.11-venv", "no such package"])
def test_setting_up_where_python_is_old(tmp_path: Path, package: str) -> None:
    """As on Gradescope's default image. The build fails with a reason if none is newer."""
    place, tools = unpacked(tmp_path), tmp_path / "tools"
    write(place / "source" / "requirements.txt", "")
    setup = (place / "setup.sh").read_text().replace("apt-get update", "true")
    write(place / "setup.sh", setup.replace("/autograder/", f"{shlex.quote(str(place))}/"))
    link = shlex.join(["ln", "-s", sys.executable, f"{tools}/python3.11"])
    wanted = f'[ "$1 $3" = "install {package}" ] || exit 100'
    for name, script in ("python3", "exit 1"), ("apt-get", f"{wanted}\n{link}"):
        Path(write(tools / name, f"#!/bin/sh\n{script}\n")).chmod(0o755)
    for name in ("bash", "chmod", "dirname", "env", "ln"):
        (tools / name).symlink_to(shutil.which(name) or "")
    command, env = ["bash", str(place / "setup.sh")], {"PATH": str(tools)}
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    made = place / "python" / "bin" / "python"
    assert made.exists() == (done.returncode == 0) == (package == "python3.11-venv")
    assert made.exists() or "neither here nor in apt is a Python from 3.11" in done.stderr
