"""The notebooks are their sources, and run; that of docs/lesson checks its exercises."""

import ast
import doctest
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT, python

LESSON = ROOT / "docs" / "lesson" / "search.ipynb"
A2 = ROOT / "classics" / "cmsc471" / "A2.ipynb"


def cells_of(notebook: Path) -> list[dict[str, Any]]:
    """The cells of a notebook file, without the times in what they print."""
    text = re.sub(r" +\d+\.\d\d\\n", "", notebook.read_text(encoding="utf-8"))
    cells: list[dict[str, Any]] = json.loads(text)["cells"]
    return cells


@pytest.mark.needs("jupytext", "nbclient")
def test_notebooks_are_their_sources() -> None:
    from notebooks import lesson, script

    written = [(it["cell_type"], "".join(it["source"])) for it in cells_of(LESSON)]
    assert written == [(cell.cell_type, cell.source) for cell in lesson().cells]
    assert script(cells_of(A2)) == A2.with_name("a2.py").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.needs("jupytext", "nbclient", "ipykernel")
def test_notebooks_run(tmp_path: Path) -> None:
    """They print what they printed when they were written."""
    ours = [ROOT / name for name in ("t3_action.py", "t3_state.py", "t3_player.py")]
    for source in (*ours, LESSON.with_name("exercises.md"), *A2.parent.glob("A2*")):
        shutil.copy(source, tmp_path)
    done = python(str(ROOT / "tests" / "notebooks.py"), str(tmp_path))
    assert done.returncode == 0, done.stderr
    for notebook in (LESSON, A2):
        assert cells_of(tmp_path / notebook.name) == cells_of(notebook)


ASIDE = "'", '"', "if engine and", "raise AssertionError"
"""How statements begin that docs/search.md leaves out: docstrings, what is for wide boards,
and what is never reached."""


def statements(source: str) -> dict[str, list[str]]:
    """What each function and method does, without its types, by name and parameters."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            names = ", ".join(argument.arg for argument in node.args.args)
            lines = map(ast.unparse, node.body)
            found[f"{node.name}({names})"] = [
                it for it in lines if not it.startswith(ASIDE)
            ]
    return found


def test_the_last_step_is_the_player() -> None:
    """And the functions it uses; alpha_beta is put together over the steps."""
    page = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_examples(page)
    shown = statements("".join(it.source for it in examples if not it.want))
    player = statements((ROOT / "t3_player.py").read_text(encoding="utf-8"))
    alike = {name for name, lines in player.items() if shown.get(name) == lines}
    methods = {"evaluate(self, state)", "ends_within(self, state, utility, plies)"}
    functions = {"promising(state)", "count_threats(state, moves)", "can_win(state)"}
    assert alike >= methods | functions | {"outcome(state)"}


FIND = """
def find_trap():
    rows = trap.notation().split()[0].split("/")
    for board in (rows[1:] + rows[:1], [rows[1], rows[2], rows[0]], rows):
        state = T3State.from_notation("/".join(board) + " evens")
        left = state.get_next_state(naive(state)[2])
        if state != trap and Exact().evaluate(state)[0] == Exact().evaluate(left)[0]:
            return state
"""
POSITION = "T3State.from_notation('120/000/001 {}')"
BEST = """
def best_moves(tree):
    return [at for at, it in enumerate(tree) if -search(it, sign=-1)[0] == search(tree)[0]]
"""
ANSWERS = {
    "best_moves": (BEST, "def best_moves(tree): return search(tree)[1]"),
    "first": (POSITION.format("odds"), POSITION.format("odds")),
    "second": (POSITION.format("evens"), POSITION.format("odds")),
    "plies": ("5", "3"),
    "find_trap": (FIND, "def find_trap(): return trap"),
}
"""A right and a wrong answer for each name that an exercise asks for."""


def answered(cell: str, which: int) -> str:
    """A cell with the right (0) or the wrong (1) answers in place of its own."""
    for name, answers in ANSWERS.items():
        answer = answers[which]
        if cell.startswith((f"class {name}", f"def {name}")):
            return answer
        cell = f"\n{cell}".replace(f"\n{name} = ...", f"\n{name} = {answer}")[1:]
    return cell


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_exercises(capsys: pytest.CaptureFixture[str]) -> None:
    """Each check tells no answer, a wrong one and a right one apart."""
    code = [it for it in cells_of(LESSON) if it["cell_type"] == "code"]
    cells = ["".join(it["source"]) for it in code]
    begin = next(at for at, cell in enumerate(cells) if cell.startswith("def check("))
    names: dict[str, Any] = {}
    for cell in cells[:begin]:
        exec(cell, names)
    for which, said in enumerate(["right", "not right yet: try again", "not answered yet"]):
        capsys.readouterr()
        for cell in cells[begin:]:
            exec(answered(cell, which) if which < 2 else cell, names)
        assert capsys.readouterr().out.splitlines() == 4 * [said]
