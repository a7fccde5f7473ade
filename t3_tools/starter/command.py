"""`starter`: the files to hand out, with two functions left to write.

Three of the nine are this project's own, and two have a function left to write
(t3_tools/handout.py). README.md is the assignment, EXERCISES.md has questions to answer on
paper, and mypy.ini has the grader's settings.
"""

from itertools import chain
from pathlib import Path

import click

import t3_state
from t3_play.files import write_whole
from t3_tools import options
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, MOST_NODES, positions
from t3_tools.grade.judging.marks import FULL_MARK
from t3_tools.grade.sandbox.typecheck import SETTINGS
from t3_tools.handout import ACTION, LENT, TO_WRITE

EXAMPLES = """\
\b
Examples:
  t3-tools starter ../handout
  t3-tools grade ../handout
"""

ROOT = Path(t3_state.__file__).parent
HANDOUT = Path(__file__).parent / "handout"

COPIES = ["t3_game.py", "t3_tests.py"]
INI_FILES = {
    "pytest.ini": "[pytest]\npython_files = test_*.py *_tests.py\n"
    # The first is for pytest-timeout. The others end pytest where that is missing.
    "timeout = 15\nfaulthandler_timeout = 20\nfaulthandler_exit_on_timeout = true\n",
    ".gitignore": ".mypy_cache/\n.pytest_cache/\n.venv/\n__pycache__/\n",
}
"""Written here, because an installed project has none to copy."""


@click.command(epilog=EXAMPLES)
@click.argument(
    "folder", type=options.new_folder, metavar="DIR", help="A new or empty folder."
)
def starter(folder: Path) -> None:
    """Write the files to hand out, with two functions left to write.

    Write it outside this project's folder, where a second t3_player.py would be in the way.

    Students can grade themselves with the file that `pip wheel --no-deps .` makes. It
    contains a solution, and the handout's README says how to install it apart from their
    own code.
    """
    contents = files()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in contents.items():
        write_whole(folder / name, text)
    print(f"{folder}: {', '.join(contents)}")


def files() -> dict[str, str]:
    """The text of each file, by its name."""
    return {
        **{name: text_of(ROOT / name) for name in COPIES},
        ACTION: LENT[ACTION],
        **TO_WRITE,
        "mypy.ini": text_of(SETTINGS),
        **INI_FILES,
        "README.md": readme(),
        "EXERCISES.md": text_of(HANDOUT / "EXERCISES.md"),
    }


def text_of(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def readme() -> str:
    """The assignment, with the limits, boards and points of `grade`."""
    return text_of(HANDOUT / "README.md").format(
        seconds=limits.SECONDS,
        whole=limits.WHOLE * limits.SECONDS,
        boards=boards(),
        nodes=f"{MOST_NODES:,}",
        full_mark=FULL_MARK,
        categories="\n".join(
            f"| {name} | {category.points:g} | {category.tests} |"
            for name, category in CATEGORIES.items()
        ),
    )


def boards() -> str:
    """The boards on which `grade` calls choose, as a list: size and empty cells."""
    holes: dict[int, set[int]] = {}
    for (category, _), kinds in positions().items():
        question = CATEGORIES[category].question
        if category != "terminal" and question and not question.of_state:
            for board in chain.from_iterable(kinds):
                size = board.count("/") + 1
                holes.setdefault(size, set()).add(board.count("0"))
    return "\n".join(
        f"- {size} x {size} with {min(each)} to {max(each)} empty cells"
        for size, each in sorted(holes.items())
    )
