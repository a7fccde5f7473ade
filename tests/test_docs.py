"""The examples, the test command and the layout in the documentation are right."""

import doctest
import importlib
import re
import sys

import pytest

from commands import ROOT

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


def test_the_gate_runs_the_test_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"## Test\n\n```\n(.*)\n```", readme)
    assert command
    assert command[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_layout_names_every_module() -> None:
    layout = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
    packages = [path.parent for path in ROOT.glob("t3_tools/*/__init__.py")]
    for path in [*ROOT.glob("t3_*.py"), *ROOT.glob("t3_play/[a-z]*.py"), *packages]:
        assert f"`{path.name}{'/' if path in packages else ''}`" in layout


@pytest.mark.parametrize(
    ("folder", "heading"),
    [
        ("t3_engine", "## `t3_engine/`"),
        ("t3_play", "## `t3_play/`"),
        ("t3_play/console", "`t3_play/console/` is"),
    ],
)
def test_imports_run_up_the_layout(folder: str, heading: str) -> None:
    """A module imports only modules that the layout lists above it."""
    layout = (ROOT / "docs" / "layout.md").read_text(encoding="utf-8")
    listed = re.findall(r"\| `(\w+)\.py` \|", layout.partition(heading)[2])
    above: list[str] = []
    for name in listed[: len(list((ROOT / folder).glob("[a-z]*.py")))]:
        source = (ROOT / folder / f"{name}.py").read_text(encoding="utf-8")
        package = folder.replace("/", r"\.")
        imported = re.findall(rf"^from {package}\.(\w+) import", source, re.MULTILINE)
        assert set(imported) - {"console"} <= set(above), name
        above.append(name)
