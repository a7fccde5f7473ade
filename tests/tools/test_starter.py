"""What is handed out: it works when the two functions are written, and says so if not."""

import inspect
import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("rich")

import t3_state
from commands import FEW_CASES, ROOT, environment, run
from t3_tools.starter.command import files

FILES = "t3_action.py t3_game.py t3_player.py t3_state.py t3_tests.py"
OTHERS = ".gitignore README.md mypy.ini pytest.ini"

CHOOSE = """
    def choose(self, state: T3State) -> T3Action | None:
        return self.value(state)[2]

    def value(self, state: T3State) -> tuple[int, int, T3Action | None]:
        if state.is_win():
            return -1, 0, None
        best: tuple[int, int, T3Action | None] | None = None
        for action, child in state.get_transitions():
            utility, depth, _ = self.value(child)
            if best is None or (-utility, -1 - depth) > (best[0], -best[1]):
                best = -utility, depth + 1, action
                if best[:2] == (1, 1):
                    break
        return best or (0, 0, None)
"""
"""As a student may write it: minimax that stops only where nothing can be better."""


starter = partial(run, "t3_tools", "starter")


def solve(folder: Path) -> None:
    """Write the two functions, as a student does."""
    transitions = inspect.getsource(t3_state.T3State.get_transitions)
    body = transitions.partition('at.\n        """\n')[2]
    assert "yield" in body
    stub = 'raise NotImplementedError("yours to write")\n'
    state = (folder / "t3_state.py").read_text()
    assert state.count(stub) == 1
    (folder / "t3_state.py").write_text(state.replace(" " * 8 + stub, body))
    player = (folder / "t3_player.py").read_text()
    assert player.count(stub) == 1
    head, method = player.split("    def choose(self")
    function = method.partition(stub)[2]
    (folder / "t3_player.py").write_text(head.rstrip() + "\n" + CHOOSE + function)


def pytest_in(folder: Path) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment(PYTHONPATH=""),
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_the_files(tmp_path: Path) -> None:
    starter(str(tmp_path / "a" / "handout"))
    names = sorted(path.name for path in (tmp_path / "a" / "handout").iterdir())
    assert names == sorted([*FILES.split(), *OTHERS.split()])


def test_the_files_need_no_docstrings(tmp_path: Path) -> None:
    """Python leaves them out when told to optimise."""
    starter(str(tmp_path / "handout"), PYTHONOPTIMIZE="2")
    written = {path.name: path for path in (tmp_path / "handout").iterdir()}
    assert {name: path.read_text() for name, path in written.items()} == files()


@pytest.mark.long
@pytest.mark.timeout(120)
def test_unsolved_and_solved(tmp_path: Path) -> None:
    starter(str(tmp_path))
    before = pytest_in(tmp_path)
    assert "NotImplementedError: yours to write" in before
    assert "test_wins_at_once" in before
    solve(tmp_path)
    after = pytest_in(tmp_path)
    assert " passed" in after
    assert "failed" not in after
    assert (
        subprocess.run(
            [sys.executable, "t3_game.py"],
            cwd=tmp_path,
            env=environment(PYTHONPATH=""),
            input="quit\n",
            capture_output=True,
            text=True,
            check=True,
        ).stdout.count("[Player's Turn")
        == 2
    )


@pytest.mark.long
@pytest.mark.timeout(120)
def test_full_marks_for_who_writes_the_two(tmp_path: Path) -> None:
    starter(str(tmp_path))
    solve(tmp_path)
    shown = run("t3_tools", "grade", str(tmp_path), *FEW_CASES, "--json").stdout
    (graded,) = json.loads(shown)["submissions"]
    assert [case for case in graded["cases"] if case["verdict"] != "exact"] == []
    assert graded["mark"] == 100


@pytest.mark.long
@pytest.mark.timeout(120)
def test_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    starter(str(tmp_path))
    command = [sys.executable, "-m", "mypy", "."]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment(PYTHONPATH=""),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("Success"), done.stdout


def test_what_is_given_is_ours() -> None:
    """All of it, but for the two bodies."""
    handout = files()
    for name in ("t3_action.py", "t3_state.py"):
        ours = (ROOT / name).read_text().splitlines()
        theirs = handout[name].splitlines()
        assert [line for line in theirs if "yours to write" not in line] == [
            line for line in ours if line in theirs
        ]
    assert "evaluate" not in handout["t3_tests.py"]
    assert handout["t3_tests.py"].count("def test_") > 15


def test_its_console_reads_as_ours() -> None:
    """The same transcript, given the same player."""
    typed = ["1 1 5", "1 0 1"]
    ours, theirs = (
        subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment(),
            input="\n".join(typed),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for command in (["t3_game.py"], ["-m", "t3_tools.starter.game"])
    )
    for line in typed:  # ours repeats what it reads from a pipe
        ours = ours.replace(f"] > {line}\n", "] > ")
    assert theirs == ours


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    assert "no empty folder" in starter(str(tmp_path), code=2).stderr
    assert "no empty folder" in starter(str(tmp_path / "mine"), code=2).stderr
    assert (tmp_path / "mine").read_text() == "mine"


def test_the_stubs_say_what_to_do() -> None:
    docstring = inspect.getsource(t3_state.T3State.get_transitions).split('"""')[1]
    assert docstring.splitlines()[0] in files()["t3_state.py"]
