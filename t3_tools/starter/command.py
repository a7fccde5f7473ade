"""`starter`: the files to hand out, with two functions left to write.

Three of the nine are this project's own, and two have a function left to write
(t3_tools/handout.py). README.md is the assignment, EXERCISES.md has questions to answer on
paper, and mypy.ini has the grader's settings.
"""

from itertools import chain
from pathlib import Path
from typing import Any

import click
from click import UsageError

import t3_state
from t3_play.files import write_whole
from t3_tools import options
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, MOST_NODES, positions
from t3_tools.grade.judging.marks import FULL_MARK, weighed
from t3_tools.grade.judging.questions import MOST_MET
from t3_tools.grade.sandbox.typecheck import SETTINGS
from t3_tools.handout import ACTION, LENT, TO_WRITE
from t3_tools.templates import environment

EXAMPLES = """\
\b
Examples:
  t3-tools starter ../handout --due "10 May, on Canvas"
  t3-tools grade ../handout
"""

ROOT = Path(t3_state.__file__).parent
HANDOUT = Path(__file__).parent / "handout"

COPIES = {
    "t3_game.py": ROOT / "t3_game.py",
    "t3_tests.py": ROOT / "t3_tests.py",
    "mypy.ini": SETTINGS,
}
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
@click.option(
    "--due", default="", metavar="TEXT", help="When and where to hand in, for README.md."
)
def starter(folder: Path, due: str) -> None:
    """Write the files to hand out, with two functions left to write.

    Students can grade themselves with the file that `pip wheel --no-deps .` makes. It
    contains a solution, and the handout's README says how to install it apart from their
    own code.
    """
    if ROOT in folder.resolve().parents:
        raise UsageError(
            "in this project, two t3_player.py would clash: write it elsewhere, such as to "
            "../handout"
        )
    contents = files(due)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in contents.items():
        write_whole(folder / name, text)
    print(f"{folder}: {', '.join(contents)}")


def files(due: str = "") -> dict[str, str]:
    """The text of each file, by its name."""
    templates = environment(HANDOUT, "starter", keep_trailing_newline=True)
    known = {**marking(), "due": due}
    return {
        **{name: path.read_text(encoding="utf-8") for name, path in COPIES.items()},
        ACTION: LENT[ACTION],
        **TO_WRITE,
        **INI_FILES,
        **{
            name: templates.get_template(name).render(known)
            for name in ("README.md", "EXERCISES.md")
        },
    }


def marking() -> dict[str, Any]:
    """What the assignment says about marks: limits, boards and points."""
    points = weighed()
    return {
        "seconds": limits.SECONDS,
        "whole": limits.WHOLE * limits.SECONDS,
        "boards": boards(),
        "nodes": f"{MOST_NODES:,}",
        "met": f"{MOST_MET:,}",
        "full_mark": FULL_MARK,
        "categories": [
            (name, f"{points[name]:.3g}", it.tests) for name, it in CATEGORIES.items()
        ],
    }


def boards() -> list[tuple[int, int, int]]:
    """The boards on which choose is called: size, fewest and most empty cells."""
    empty: dict[int, set[int]] = {}
    for (category, _), kinds in positions().items():
        if category != "terminal" and CATEGORIES[category].part == "choose":
            for board, _ in chain.from_iterable(kinds):
                empty.setdefault(board.count("/") + 1, set()).add(board.count("0"))
    return [(size, min(each), max(each)) for size, each in sorted(empty.items())]
