"""The examples, the test command and the layout in the documentation are right."""

import ast
import doctest
import graphlib
import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT
from positions import truth
from t3_state import T3Action, T3State

MODULES = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for pattern in ("t3_*.py", "t3_*/**/*.py", "tictactoe/**/*.py")
    for path in ROOT.glob(pattern)
    if ">>>" in path.read_text(encoding="utf-8")
]


@pytest.mark.skipif(sys.flags.optimize > 1, reason="Python left the docstrings out")
@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/how-it-works.md",
        pytest.param("docs/search.md", marks=pytest.mark.long),
    ],
)
def test_examples_in_documents(name: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert tried > 0
    assert failed == 0


FEW = [known for known in truth() if known.notation.split()[0].count("0") < 5][::6]
"""Some positions of the truth files with at most four holes, which take little time."""


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """The functions and classes that docs/search.md defines."""
    text = (ROOT / "docs" / "search.md").read_text(encoding="utf-8")
    defined: dict[str, Any] = {}
    for example in doctest.DocTestParser().get_examples(text):
        if example.source.startswith(("def ", "class ", "from ", "minimax.nodes =")):
            exec(example.source, defined)
    return defined


def test_each_section_keeps_the_utility(page: dict[str, Any]) -> None:
    for name in ("AlphaBeta", "Threats", "Ordered", "Table"):
        search = page[name]()
        for notation, value, _ in FEW:
            state = T3State.from_notation(notation)
            assert search.alpha_beta(state) == value.utility, name


def test_the_first_and_the_last_are_exact(page: dict[str, Any]) -> None:
    for search in (page["minimax"], page["Exact"]().evaluate):
        for notation, (utility, depth, action), _ in FEW:
            assert action
            value = search(T3State.from_notation(notation))
            assert value == (utility, depth, T3Action(*action))


def test_the_gate_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"## Test\n\n```\n(.*)\n```", readme)
    assert command
    assert command[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


RULES = {"t3_action", "t3_state"}
MAY_IMPORT: dict[str, set[str]] = {
    "t3_action": set(),
    "t3_state": {"t3_action"},
    "t3_engine": RULES,
    "t3_player": RULES | {"t3_engine"},
    "t3_play": RULES | {"t3_engine", "t3_player"},
    "t3_game": RULES | {"t3_player", "t3_play"},
    "t3_tools": RULES | {"t3_engine", "t3_player", "t3_play"},
    "tictactoe": set(),
}


def imports(room: str) -> dict[str, set[str]]:
    """The project's modules that each module of a room imports."""
    files = [ROOT / f"{room}.py", *(ROOT / room).rglob("*.py")]
    graph = {}
    for path in filter(Path.exists, files):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                modules = {f"{node.module}.{alias.name}" for alias in node.names}
                names |= modules | {node.module}
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        graph[module] = {name for name in names if name.split(".")[0] in MAY_IMPORT}
    return graph


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_point_one_way(room: str) -> None:
    graph = imports(room)
    imported = {name.split(".")[0] for names in graph.values() for name in names}
    assert imported <= MAY_IMPORT[room] | {room}
    graphlib.TopologicalSorter(graph).prepare()  # raises an error at a circle
    if room == "t3_tools":
        names = set().union(*graph.values())
        assert not any(name.startswith("t3_play.console") for name in names)


def test_the_layout_names_every_folder() -> None:
    layout = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
    packages = {path.parent for path in ROOT.glob("*/__init__.py")}
    tools = {path.parent for path in ROOT.glob("t3_tools/*/__init__.py")}
    assert tools
    for folder in packages | tools:
        assert f"`{folder.name}/`" in layout
