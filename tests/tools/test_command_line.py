"""All commands: their help, their errors, and the packages and modules they need."""

import os
import re
from functools import partial
from pathlib import Path

import pytest

from commands import ROOT, call, python, run
from handed_in import COURSE, folder, write
from t3_tools import extras, options
from t3_tools.__main__ import commands, main

NAMES = list(commands().commands)
tools = partial(call, main)
WIDE = "/".join(["0" * 25] * 25) + " odds"


def test_help_lists_the_commands() -> None:
    text = tools().stdout
    assert text == tools("--help").stdout
    listed = text.partition("\nCommands:\n")[2]
    assert re.findall(r"(?m)^  ([a-z]+)(?:  |$)", listed) == NAMES
    assert "..." not in listed


@pytest.mark.parametrize("name", NAMES)
def test_help_has_examples(name: str) -> None:
    lines = tools(name, "--help").stdout.splitlines()
    examples = lines[lines.index("  Examples:") :]
    assert any(line.startswith(f"    t3-tools {name}") for line in examples)
    assert max(map(len, lines)) <= 80
    assert name != "grade" or "docs/grading.md" in "".join(lines)


def test_a_command_loads_no_other() -> None:
    code = """if True:
        import sys
        from t3_tools.__main__ import main
        main(["solve", "--help"])
        assert "t3_tools.solve" in sys.modules
        assert "t3_tools.grade" not in sys.modules
    """
    done = python("-c", code)
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["examine"], "No such command 'examine'."),
        (["--loud"], "No such option '--loud'"),
        (["explain"], "Missing argument 'POSITION...'."),
        (["grade", "x", "--jobs", "0"], "'--jobs': 0 is not in the range"),
        (["autograder", "no/such.zip"], "'FILE': the folder "),
        (["autograder", "a\nb\x1b/c"], "'FILE': the folder "),
        (["page", "site", "--exam", "LICENSE"], "'LICENSE': line 1: not CATEGORY"),
        (["explain", "nonsense"], "'nonsense' is not a board followed by odds or evens"),
        (["explain", "120/00/000 odds"], "board not square"),
        (["explain", "128/000/000 odds"], "(2,0) holds '8'"),
        (["explain", WIDE, "--naive"], "a tree of more than 100,000 positions"),
    ],
)
def test_errors_are_one_line(arguments: list[str], complaint: str) -> None:
    done = tools(*arguments, code=2)
    error = done.stderr
    assert (done.stdout, complaint in error) == ("", True)
    assert error.removesuffix("\n").isprintable()


WRITERS = [f"grade . {it}" for it in ("--csv", "--gradescope", "--resume", "--reports")]
WRITERS += ["autograder", "page", "sample", "solve --write", "starter"]


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no folder to write in vain in")
@pytest.mark.parametrize("command", WRITERS)
def test_what_can_not_be_written(command: str) -> None:
    """Each command finds it before it does anything else."""
    error = tools(*command.split(), "/proc/x", code=2).stderr
    assert "can't write to '/proc': " in error
    assert error.count("\n") == 1


def test_a_disk_without_room(tmp_path: Path) -> None:
    """Nothing new can be written there, and nothing of it is left."""
    resource = pytest.importorskip("resource")
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        for new in (options.new_file, options.new_folder):
            with pytest.raises(ValueError, match="can't write to"):
                new(f"{tmp_path}/new")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="grade needs a POSIX system")
def test_beside_a_submission(tmp_path: Path) -> None:
    """The folder one stands in is not on the path: it may be a submission.

    Its t3_player.py does not replace ours, nor its other modules those of Python. An empty
    part of PYTHONPATH is the folder one stands in, too.
    """
    for name in ("t3_player", "random", "signal", "socket", "pickle", "threading"):
        write(tmp_path / "here" / f"{name}.py", "1 / 0")
    graded = folder(tmp_path / "graded", t3_player=COURSE)
    exam = write(tmp_path / "exam.txt", "block 70 odds 320/632/003")
    done = run(
        *("t3_tools", "grade", graded, "--exam", exam, "--jobs=2", "--unsafe"),
        folder=tmp_path / "here",
        PYTHONPATH=f"{ROOT}{os.pathsep}",
    )
    assert "graded: 100 of 100" in done.stdout


def test_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """In the folder of the project, in another, and where the project is a package."""
    monkeypatch.chdir(ROOT)
    assert extras.to_install("tools") == "pip install -e '.[tools]'"
    monkeypatch.chdir(tmp_path)
    assert extras.to_install("tools") == f"pip install -e '{ROOT}[tools]'"
    monkeypatch.setattr(extras, "__file__", str(tmp_path / "t3_tools" / "options.py"))
    assert extras.to_install("cluster") == "pip install 'tic-tac-total[cluster]'"


def test_without_packages() -> None:
    complaint = "t3-tools: the tools need click: pip install -e '.[tools]'\n"
    done = python("-S", "-m", "t3_tools")
    assert (done.stderr, done.returncode, done.stdout) == (complaint, 1, "")


def test_without_modules_that_windows_lacks() -> None:
    lacking = "sys.modules.update(dict.fromkeys(['fcntl', 'pwd', 'resource', 'termios']))"
    code = f"import sys; {lacking}; from t3_tools.__main__ import main; sys.exit(main([]))"
    done = python("-c", code)
    assert (done.stderr, done.returncode) == ("", 0)
