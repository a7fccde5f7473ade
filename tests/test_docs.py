"""The examples, commands, links and rooms in the documentation are right."""

import ast
import doctest
import graphlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import ROOT, python

MODULES = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for pattern in ("t3_*.py", "t3_*/**/*.py", "classics/*/*.py", "bound/*.py")
    for path in ROOT.glob(pattern)
    if ">>>" in path.read_text(encoding="utf-8")
]
FOLDERS = "", "docs/**/", "classics/**/", "bound/"
PAGES = [page for folder in FOLDERS for page in ROOT.glob(f"{folder}*.md")]


@pytest.mark.skipif(sys.flags.optimize > 1, reason="Python left the docstrings out")
@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    failed, tried = doctest.testmod(pytest.importorskip(name))
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize(
    "name", ["README.md", "bound/README.md", "classics/solver/answers.md"]
)
def test_examples_in_documents(name: str) -> None:
    """Those of docs/search.md run as a notebook in test_notebooks.py."""
    failed, tried = doctest.testfile(str(ROOT / name), module_relative=False)
    assert (failed, tried > 0) == (0, True)


def test_the_gate_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"## Test\n\n```\n(.*)\n```", readme)
    assert command
    assert command[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def anchors(page: Path) -> set[str]:
    """The names by which links reach the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", it.lower()).replace(" ", "-") for it in headings}


def test_links() -> None:
    """They lead to files, and to headings of pages."""
    for page in PAGES:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for link in re.findall(r"\]\((?!http)([^)]+\.\w+|[^)]*#[^)]+|LICENSE)\)", text):
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            assert target.exists(), f"{page.name}: {link}"
            assert not anchor or anchor in anchors(target), f"{page.name}: {link}"


@pytest.mark.parametrize("proof", ["bound/cures.v", "docs/ladder.v"])
def test_theorems(proof: str) -> None:
    """Pages link to a proof by the names of its theorems, and leave none out."""
    code, cited = (ROOT / proof).read_text(encoding="utf-8"), set[str]()
    for page in PAGES:
        links = re.findall(r"\[`(\w+)`\]\(([^)]+\.v)\)", page.read_text(encoding="utf-8"))
        cited |= {name for name, link in links if (page.parent / link) == ROOT / proof}
    assert cited == set(re.findall(r"^Theorem (\w+)", code, re.MULTILINE))
    assert cited == set(re.findall(r"^Print Assumptions (\w+)", code, re.MULTILINE))


@pytest.mark.needs("rich")
def test_what_is_drawn(tmp_path: Path) -> None:
    """The trees, and the words of the game's picture, whose frame is rich's."""
    for program in ("trees", "picture"):
        done = python(f"docs/{program}.py", str(tmp_path))
        assert done.returncode == 0, done.stderr
    for path in tmp_path.iterdir():
        texts = [it.read_text("utf-8") for it in (path, ROOT / "docs" / path.name)]
        if path.name == "game.svg":
            texts = [" ".join(re.findall(">([^<]+)</text>", it)) for it in texts]
            assert len(texts[0]) > 20
        assert texts[0] == texts[1]


RULES = {"t3_action", "t3_state"}
LIBRARY = RULES | {"t3_engine", "t3_player"}
MAY_IMPORT: dict[str, set[str]] = {
    "t3_action": set(),
    "t3_state": {"t3_action"},
    "t3_engine": RULES,
    "t3_player": RULES | {"t3_engine"},
    "t3_play": LIBRARY,
    "t3_game": RULES | {"t3_player"},
    "t3_page": LIBRARY | {"t3_play"},
    "t3_tools": LIBRARY | {"t3_play", "t3_page"},
    "classics": set(),
    "bound": set(),
}


def imports(path: Path) -> Iterator[str]:
    """The project's modules that a module imports, and names in them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            own = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [node.module, *own]
        yield from (name for name in names if name.split(".")[0] in MAY_IMPORT)


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_point_one_way(room: str) -> None:
    """Only t3_play has a console. CONTRIBUTING.md names each room."""
    graph = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): {*imports(path)}
        for path in (ROOT / f"{room}.py", *(ROOT / room).rglob("*.py"))
        if path.exists()
    }
    names = set().union(*graph.values())
    assert {name.split(".")[0] for name in names} <= MAY_IMPORT[room] | {room}
    graphlib.TopologicalSorter(graph).prepare()  # raises an error at a circle
    consoles = [name for name in names if name.startswith("t3_play.console")]
    assert room == "t3_play" or not consoles
    assert f"`{room}" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
