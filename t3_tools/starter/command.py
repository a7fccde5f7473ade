"""`starter`: the files to hand out, with two functions left to write.

Three of the nine are this project's own, and two have a function left to write
(t3_tools/handout.py). In handout/, README.md is the assignment, and EXERCISES.md has
questions to answer on paper. mypy.ini has the grader's settings.
"""

from pathlib import Path

import click
from click import UsageError

import t3_state
from t3_play.program import write_whole
from t3_tools import options
from t3_tools.grade.sandbox.typecheck import SETTINGS
from t3_tools.handout import ACTION, LENT, TESTS, TO_WRITE

EXAMPLES = """\
\b
Examples:
  t3-tools starter ../handout
  t3-tools grade ../handout
"""

ROOT = Path(t3_state.__file__).parent
HANDOUT = Path(__file__).parent / "handout"


@click.command(epilog=EXAMPLES)
@click.argument(
    "folder", type=options.new_folder, metavar="DIR", help="A new or empty folder."
)
def starter(folder: Path) -> None:
    """Write the files to hand out, with two functions left to write.

    Students can grade themselves with a wheel that you build by `pip wheel --no-deps .` and
    hand out. It contains a solution, and the handout's README says how to install it apart
    from their own code.
    """
    if ROOT in folder.resolve().parents:
        raise UsageError(
            "in this project, two t3_player.py would clash: write it elsewhere, such as to "
            "../handout"
        )
    contents = files()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in contents.items():
        write_whole(folder / name, text)
    print(f"{folder}: {', '.join(contents)}")


def files() -> dict[str, str]:
    """The text of each file, by its name."""
    names = "README.md", "EXERCISES.md", "pytest.ini", ".gitignore"
    paths = [ROOT / "t3_game.py", ROOT / TESTS, *(HANDOUT / name for name in names)]
    copies = {path.name: path.read_text(encoding="utf-8") for path in paths}
    settings = SETTINGS.read_text(encoding="utf-8")
    return {**copies, "mypy.ini": settings, ACTION: LENT[ACTION], **TO_WRITE}
