"""`grade`: mark submissions, and say why.

submissions.py reads them, cases.py draws positions, questions.py says what to ask about
them and judges the answers, sandbox/ asks, marks.py marks, reports.py and pages.py report.
"""

import importlib.util
import json
import os
import re
import secrets
import sys
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
from click import UsageError
from rich.console import Group
from rich.text import Text

from t3_play.files import write_whole
from t3_tools import options as common
from t3_tools.extras import to_install
from t3_tools.grade import pages
from t3_tools.grade.cases import CATEGORIES, make, recipes
from t3_tools.grade.marks import FULL_MARK, WEIGHTS, Marked, Weights, mark
from t3_tools.grade.reports import details, gradescope, overview, row
from t3_tools.grade.results import Record, Result
from t3_tools.grade.sandbox.examiner import HARMS, PATIENCE, SECONDS, Exam
from t3_tools.grade.sandbox.question import WAIT
from t3_tools.grade.sandbox.supervisor import examine_all
from t3_tools.grade.submissions import Submission, read
from t3_tools.printing import as_csv, brief, say
from t3_tools.workers import executor, map_in_order, progress

PLAIN_WIDTH = 1000
"""The width of output to a pipe or file, so that no line wraps."""

EPILOG = "\b\n" + "\n\n\b\n".join(
    Path(__file__)
    .with_name("help.txt")
    .read_text(encoding="utf-8")
    .format(
        categories="\n".join(f"  {name:18}{it.tests}" for name, it in CATEGORIES.items()),
        full_mark=FULL_MARK,
        wait=WAIT,
        patience=PATIENCE,
        harms=HARMS,
    )
    .split("\n\n")
)
"""Without \\b, click would wrap the lines of a paragraph anew."""


def _weight(text: str) -> tuple[str, float]:
    """A category and its points, as the value of --weight."""
    name, _, points = text.partition("=")
    if name not in CATEGORIES:
        raise ValueError(f"{name!r} is not a category: {', '.join(CATEGORIES)}")
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", points):
        raise ValueError(f"{text!r} is not NAME=POINTS, points from 0")
    return name, float(points)


def _user(text: str) -> tuple[int, int]:
    """The ids of a user and of the group, as the value of --user."""
    try:
        import pwd  # Windows has no pwd, but grade does not run there anyway

        found = pwd.getpwnam(text)
    except (ImportError, KeyError):
        raise ValueError(f"there is no user {text!r}") from None
    return found.pw_uid, found.pw_gid


def marking(command: common.Command) -> common.Command:
    """Add the options that determine the mark."""
    options = [
        click.option(
            "--seed",
            type=common.SEED,
            metavar="N",
            help="The same number draws the same positions. By default a random one, so "
            "that nobody can prepare; it is shown, so that you can repeat it.",
        ),
        click.option(
            "--count",
            type=common.COUNT,
            default=4,
            show_default=True,
            metavar="N",
            help="Cases in each category, odds and evens in turn.",
        ),
        click.option(
            "--timeout",
            type=common.COUNT,
            default=SECONDS,
            show_default=True,
            metavar="SECONDS",
            help="Computing time allowed for each case, including the import of the "
            "submission's files.",
        ),
        click.option(
            "--weight",
            type=_weight,
            multiple=True,
            metavar="NAME=POINTS",
            help="What a failed case of category NAME costs. Can be repeated.",
        ),
    ]
    for option in reversed(options):
        command = option(command)
    return command


def _folder(text: str) -> Path:
    """A folder, or the path of a new one, as the value of --reports."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise ValueError(f"{text!r} is not a folder")
    return path


@click.command(epilog=EPILOG)
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    metavar="PATH...",
    help="One submission: a folder or zip file with t3_player.py, at its top or in src/; "
    "or any .py file, which is the player. If t3_state.py or t3_action.py is missing, it "
    "gets ours. Or a class: a folder or zip file with the files of all, as Canvas names "
    "them, NAME_ID_t3_player.py.",
)
@marking
@click.option(
    "--resume",
    type=common.new_file,
    metavar="FILE",
    help="Save each submission's results as soon as they are known. If you repeat the "
    "command, it grades only submissions that are new or changed.",
)
@click.option(
    "--csv",
    type=common.new_file,
    metavar="FILE",
    help="Write a row for each submission.",
)
@click.option(
    "--gradescope",
    type=common.new_file,
    metavar="FILE",
    help="Write results.json as Gradescope reads it, for one submission. Before the due "
    "date students see the verdicts, but positions and reasons only in the first case of "
    "each category.",
)
@click.option(
    "--reports",
    type=_folder,
    metavar="DIR",
    help="Write a page to hand back for each submission, and index.html about all.",
)
@click.option(
    "--user",
    type=_user,
    metavar="NAME",
    help="For root: run submissions with the rights of this user only, such as nobody.",
)
@common.workers
def grade(**chosen: Any) -> None:
    """Mark submissions: exact or not, and why not."""
    options = SimpleNamespace(**chosen)
    if not hasattr(os, "fork"):
        raise UsageError("grade needs Linux, macOS or WSL")
    submissions = _handed_in(options.paths, divide=not options.gradescope)
    if options.user and os.getuid() != 0:
        raise UsageError("--user is for root")
    if options.gradescope and len(submissions) > 1:
        raise UsageError("--gradescope takes one submission")
    if importlib.util.find_spec("mypy") is None:
        raise UsageError(f"grade needs mypy: {to_install('tools')}")
    if options.reports:
        pages.templates()
    weights = {**WEIGHTS, **dict(options.weight)}
    record = _open_record(options)
    marked = _mark_all(submissions, options, record, weights)
    try:
        one, *others = marked
        shown = overview(marked, weights) if others else details(one, weights)
        again = f"The same cases again: --seed {options.seed} --count {options.count}"
        say(Group(shown, Text(again)), None if sys.stdout.isatty() else PLAIN_WIDTH)
    finally:  # save even if printing fails
        if options.csv:
            write_whole(options.csv, as_csv(list(map(row, marked))))
        if options.reports:
            _write_reports(options.reports, marked, weights)
        if options.gradescope:
            report = gradescope(marked[0], weights)
            write_whole(options.gradescope, json.dumps(report, indent=2))


def _handed_in(paths: tuple[str, ...], divide: bool) -> list[Submission]:
    """The submissions at all paths, with short names."""
    found = read(paths, divide)
    names = [each.name for each in found]
    return [each._replace(name=brief(each.name, names)) for each in found]


def _open_record(options: SimpleNamespace) -> Record | None:
    """The record of --resume. Draws a seed if neither the record nor --seed has one."""
    settings = {name: getattr(options, name) for name in ("seed", "count", "timeout")}
    record = Record(options.resume, settings) if options.resume else None
    settings = record.settings if record else settings
    if settings["seed"] is None:
        settings["seed"] = drawn_seed()
    options.seed = settings["seed"]
    return record


def drawn_seed() -> int:
    """A random seed."""
    return 1 + secrets.randbelow(999_999_998)


def _mark_all(
    submissions: list[Submission],
    options: SimpleNamespace,
    record: Record | None,
    weights: Weights,
) -> list[Marked]:
    """The marks of all submissions. Saves each result at once: the run may end early."""
    results = [record.find(each) if record else None for each in submissions]

    def marked() -> list[Marked]:
        return [
            mark(submission.name, known, weights)
            for submission, known in zip(submissions, results)
            if known is not None
        ]

    missing = [number for number, known in enumerate(results) if known is None]
    if missing:
        with executor(options.jobs, options.dask) as workers:
            wanted = recipes(options.seed, options.count)
            cases = map_in_order(workers, make, wanted, "positions")
        seconds = options.timeout
        left = [submissions[number] for number in missing]
        heard = _say if len(left) == 1 else None
        exam = Exam(cases, seconds, options.user)
        examined = examine_all(left, exam, options.jobs, options.dask, heard)
        with closing(examined), progress("submissions") as shown:
            for place, found in shown.track(examined, total=len(left)):
                results[missing[place]] = found
                if record:
                    record.add(left[place], found)
                if options.csv:
                    with suppress(OSError):  # the write at the end reports the error
                        write_whole(options.csv, as_csv(list(map(row, marked()))))
    return marked()


def _say(result: Result) -> None:
    """Print one result."""
    case = f"{result.category} {result.number + 1}"
    with suppress(OSError):  # the table at the end shows it
        print(f"{case:20}{result.verdict.kind}", flush=True)


def _write_reports(folder: Path, marked: list[Marked], weights: Weights) -> None:
    """Write a page for each submission, and index.html for all."""
    folder.mkdir(parents=True, exist_ok=True)
    files = pages.file_names(marked)
    for file, each in zip(files, marked):
        write_whole(folder / file, pages.report(each, weights))
    write_whole(folder / "index.html", pages.class_report(marked, files))
