"""`starter`: the files to hand out, with two functions left to write.

Three of the nine are this project's own, and two have a function left to write
(t3_tools/handout.py). README.md is the assignment, EXERCISES.md has questions to answer on
paper, and mypy.ini has the grader's settings.
"""

import sys
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import click
from click import UsageError

import t3_state
from t3_play.descriptions import listed
from t3_play.files import write_whole
from t3_state import T3State
from t3_tools import options
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, MOST_NODES, Case, positions
from t3_tools.grade.judging.marks import FULL_MARK, weighed
from t3_tools.grade.judging.own_exam import own_exam
from t3_tools.grade.sandbox.typecheck import SETTINGS
from t3_tools.handout import ACTION, LENT, TO_WRITE, course_game, in_game
from t3_tools.starter.material import USUAL, Material, material, texts
from t3_tools.templates import environment

EXAMPLES = """\
\b
Examples:
  t3-tools starter ../handout --due "10 May, on Canvas"
  t3-tools starter ../handout --target 15 --max-move 9
  t3-tools grade ../handout
"""

ROOT = Path(t3_state.__file__).parent
HANDOUT = Path(__file__).parent / "handout"

TESTS = "t3_tests.py"
COPIES = ["t3_game.py", TESTS]
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
@options.game
@click.option(
    "--due", default="", metavar="TEXT", help="When and where to hand in, for README.md."
)
def starter(folder: Path, target: int, max_move: int, due: str) -> None:
    """Write the files to hand out, with two functions left to write.

    Write it outside this project's folder, where a second t3_player.py would be in the way.

    With --target or --max-move, constants, texts and tests are those of another game. The
    file DIR-exam.txt, beside the folder, has positions of that game, for --exam of grade,
    page and autograder. Finding them takes a minute or two.

    Students can grade themselves with the file that `pip wheel --no-deps .` makes. It
    contains a solution, and the handout's README says how to install it apart from their
    own code.
    """
    whole = folder.resolve()
    exam = whole.with_name(f"{whole.name}-exam.txt")
    try:
        game = course_game(target, max_move)
        if game != T3State and exam.exists():
            raise ValueError(f"{str(exam)!r} exists already")
        if game != T3State:
            print("Looking for positions takes a minute or two.", file=sys.stderr)
        shown = material(game)
    except ValueError as error:
        raise UsageError(str(error)) from None
    contents = files(shown, due)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in contents.items():
        write_whole(folder / name, text)
    print(f"{folder}: {', '.join(contents)}")
    if shown.exam:
        write_whole(exam, shown.exam)
        print(f"{exam}: for --exam of grade, page and autograder; not for students")


def files(shown: Material = USUAL, due: str = "") -> dict[str, str]:
    """The text of each file, by its name."""
    templates = environment(HANDOUT, "starter", keep_trailing_newline=True)
    known = {**texts(shown), **marking(shown.exam), "due": due}
    templates.globals["in_words"] = partial(listed, conjunction="or")

    def filled(name: str) -> str:
        return str(templates.get_template(name).render(known))

    written = {
        **{name: text_of(ROOT / name) for name in COPIES},
        ACTION: LENT[ACTION],
        **TO_WRITE,
        "mypy.ini": text_of(SETTINGS),
        **INI_FILES,
        "README.md": filled("README.md"),
        "EXERCISES.md": filled("EXERCISES.md"),
    }
    if not known["usual"]:
        general, _, _ = written[TESTS].partition("class TestState:")
        written[TESTS] = general + filled(f"{TESTS}.txt")
    return {
        name: in_game(text, shown.game) if name.endswith(".py") else text
        for name, text in written.items()
    }


def text_of(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def marking(exam: str) -> dict[str, Any]:
    """What the assignment says about marks: limits, boards and points."""
    own = own_exam(exam) if exam else None
    points = own.points if own else weighed()
    asked = own.cases if own else usual_cases()
    return {
        "seconds": limits.SECONDS,
        "whole": limits.WHOLE * limits.SECONDS,
        "boards": boards(asked),
        "nodes": f"{MOST_NODES:,}",
        "full_mark": FULL_MARK,
        "categories": [
            (name, f"{points[name]:.3g}", it.tests)
            for name, it in CATEGORIES.items()
            if not own or any(case.category == name for case in asked)
        ],
    }


def usual_cases() -> list[Case]:
    """All cases that `grade` may ask about."""
    return [
        Case(category, 0, T3State.from_notation(f"{board} {turn}"))
        for (category, turn), kinds in positions().items()
        for board in chain.from_iterable(kinds)
    ]


def boards(asked: Sequence[Case]) -> str:
    """The boards on which choose is called, as a list: size and empty cells."""
    holes: dict[int, set[int]] = {}
    for case in asked:
        if case.category != "terminal" and CATEGORIES[case.category].part == "choose":
            empty = len(case.state.get_open_tiles())
            holes.setdefault(case.state.size, set()).add(empty)
    return "\n".join(
        f"- {size} x {size} with {min(each)} to {max(each)} empty cells"
        for size, each in sorted(holes.items())
    )
