"""What a teacher hands out: the course's files, with two functions left to be written.

They are made from the files of this project, so that they say and test what those do.
"""

import argparse
import ast
import inspect
import textwrap
from importlib.metadata import metadata
from pathlib import Path

import t3_action
import t3_player
import t3_state
from t3_play.reading import write_whole
from t3_tools.grade.cases import CATEGORIES, MOST_NODES, PUZZLES
from t3_tools.grade.marks import FULL_MARK, WEIGHTS
from t3_tools.grade.sandbox.examiner import Limits
from t3_tools.options import add_folder, add_json
from t3_tools.output import say_json
from t3_tools.starter import game

HELP = "write the files to hand out: all but get_transitions and choose is there"

EXAMPLES = """\
  python -m t3_tools starter handout
  cd handout && pytest
  python -m t3_tools grade handout
"""

ROOT = Path(t3_state.__file__).parent

PLAYER = '''\
"""The player: {title}

{ladder}
"""

from t3_state import T3Action, T3State

__all__ = ["T3Action", "T3Player", "T3State", "choose"]


class T3Player:
    """Plays perfectly, either side, on any board."""

{method}

{function}'''

OPTIONAL = '@pytest.mark.xfail(raises=AssertionError, reason="optional")\n'
"""Marks tests that a submission may fail, but not by another error than a wrong answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_folder(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write the files."""
    folder: Path = options.folder
    contents = files()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in contents.items():
        write_whole(folder / name, text)
    if options.json:
        say_json({"folder": str(folder), "files": list(contents)})
    else:
        print(f"{folder}: {', '.join(contents)}")
    return 0


def files() -> dict[str, str]:
    """What each file to be handed out contains, by its name."""
    return {
        "t3_action.py": inspect.getsource(t3_action),
        "t3_state.py": without_body(inspect.getsource(t3_state), "get_transitions"),
        "t3_player.py": player(),
        "t3_game.py": inspect.getsource(game),
        "t3_tests.py": tests(),
        "mypy.ini": "[mypy]\npython_version = 3.10\nstrict = True\n",
        "pytest.ini": "[pytest]\npython_files = test_*.py *_tests.py\n",
        ".gitignore": ".mypy_cache/\n.pytest_cache/\n.venv/\n__pycache__/\n",
        "README.md": readme(),
    }


def without_body(source: str, name: str) -> str:
    """The source with the body of one function, but for its docstring, to be written."""
    (function,) = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name == name
    )
    docstring, last = function.body[0], function.body[-1]
    rows = source.splitlines(keepends=True)
    stub = " " * docstring.col_offset + 'raise NotImplementedError("yours to write")\n'
    return "".join([*rows[: docstring.end_lineno], stub, *rows[last.end_lineno :]])


def player() -> str:
    """t3_player.py with the ladder, and choose to be written."""
    docstring = ast.get_docstring(ast.parse(inspect.getsource(t3_player)))
    title, ladder = (docstring or "").split("\n\n")[:2]
    choose = textwrap.dedent(inspect.getsource(t3_player.T3Player.choose))
    return PLAYER.format(
        title=title.removeprefix("The player: "),
        ladder=ladder,
        method=textwrap.indent(without_body(choose, "choose"), "    "),
        function=inspect.getsource(t3_player.choose),
    )


def tests() -> str:
    """t3_tests.py without the tests that ask for more than choose.

    Those that a right textbook search fails are optional.
    """
    source = original("t3_tests.py")
    rows: list[str | None] = list(source.splitlines(keepends=True))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and "evaluate" in ast.unparse(node):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            # With the empty line above.
            for row in range(first - 2, node.end_lineno or first):
                rows[row] = None
        elif isinstance(node, ast.ClassDef) and node.name == "TestExactSearch":
            rows[node.lineno - 1] = f"{OPTIONAL}{rows[node.lineno - 1]}"
    return "".join(row for row in rows if row is not None)


def readme() -> str:
    """README.md: student.md, with our rules and what is best, and what `grade` asks."""
    sections = original("README.md").split("\n## ")
    rules = next(section for section in sections if section.startswith("The rules"))
    best = next(section for section in sections if section.startswith('What "best" means'))
    page = Path(__file__).with_name("student.md").read_text(encoding="utf-8")
    return page.format(
        rules=f"## {rules.strip()}",
        best="## " + "\n\n".join(best.split("\n\n")[:2]),
        seconds=Limits().seconds,
        boards=boards(),
        nodes=f"{MOST_NODES:,}",
        full_mark=FULL_MARK,
        categories="\n".join(
            f"| {name} | {WEIGHTS[name]:g} | {tests} |"
            for name, tests in CATEGORIES.items()
        ),
    )


def boards() -> str:
    """The boards that `grade` asks choose about, as a list: size and empty cells."""
    holes: dict[int, set[int]] = {}
    for size, numbers, *_ in PUZZLES.values():
        holes.setdefault(size, set()).update(numbers)
    return "\n".join(
        f"- {size} x {size} with {min(each)} to {max(each)} empty cells"
        for size, each in holes.items()
    )


def original(name: str) -> str:
    """A file of the project; what is installed has README.md as its description."""
    file = ROOT / name
    if name == "README.md" and not file.exists():
        return str(metadata("tic-tac-total").json["description"])
    return file.read_text(encoding="utf-8")
