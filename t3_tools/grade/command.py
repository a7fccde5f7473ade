"""`grade`: mark submissions, and say why.

submissions.py reads them, sandbox/ asks them about the cases of cases.py, verdicts.py
judges the answers, marks.py marks, reports.py and pages.py report.
"""

import argparse
import importlib.util
import json
import os
import re
import secrets
import sys
from contextlib import closing, suppress
from pathlib import Path

from rich.console import Group
from rich.text import Text

from t3_play.files import write_whole
from t3_tools import options as common
from t3_tools.grade import pages
from t3_tools.grade.cases import CATEGORIES, make, recipes
from t3_tools.grade.marks import FULL_MARK, WEIGHTS, Marked, Weights, mark
from t3_tools.grade.reports import details, gradescope, overview, row
from t3_tools.grade.results import Record, Result
from t3_tools.grade.sandbox.examiner import HARMS, PATIENCE, SECONDS, Exam
from t3_tools.grade.sandbox.question import WAIT
from t3_tools.grade.sandbox.supervisor import examine_all
from t3_tools.grade.submissions import Submission, read
from t3_tools.options import UsageError, to_install
from t3_tools.printing import as_csv, brief, say
from t3_tools.workers import executor, map_in_order, progress

PLAIN_WIDTH = 1000
"""The width of output to a pipe or file, so that no line wraps."""

HELP = "mark submissions: exact or not, and why not"

EXAMPLES = (
    Path(__file__)
    .with_name("help.txt")
    .read_text(encoding="utf-8")
    .format(
        categories="\n".join(f"  {name:18}{what}" for name, what in CATEGORIES.items()),
        full_mark=FULL_MARK,
        wait=WAIT,
        patience=PATIENCE,
        harms=HARMS,
    )
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="one submission: a folder or zip file with t3_player.py, at its top or in "
        "src/; or any .py file, which is the player. If t3_state.py or t3_action.py is "
        "missing, it gets ours. Or a class: a folder or zip file with the files of all, as "
        "Canvas names them, NAME_ID_t3_player.py",
    )
    add_marking(parser)
    for name, text in {
        "--resume": "save each submission's results as soon as they are known; if you "
        "repeat the command, it grades only submissions that are new or changed",
        "--csv": "write a row for each submission",
        "--gradescope": "write results.json as Gradescope reads it, for one submission; "
        "before the due date students see the verdicts, but positions and reasons only in "
        "the first case of each category",
    }.items():
        parser.add_argument(name, type=common.writable, metavar="FILE", help=text)
    parser.add_argument(
        "--reports",
        type=_folder,
        metavar="DIR",
        help="write a page to hand back for each submission, and index.html about all",
    )
    parser.add_argument(
        "--user",
        type=_user,
        metavar="NAME",
        help="for root: run submissions with the rights of this user only, such as nobody",
    )
    common.add_workers(parser)


def add_marking(parser: argparse.ArgumentParser) -> None:
    """Add the options that determine the mark."""
    parser.add_argument(
        "--seed",
        type=common.seed_number,
        metavar="N",
        help="the same number draws the same positions (default: a random one, so that "
        "nobody can prepare; it is shown, so that you can repeat it)",
    )
    parser.add_argument(
        "--count",
        type=common.whole_number,
        default=4,
        metavar="N",
        help="cases in each category, odds and evens in turn (default: %(default)s)",
    )
    parser.add_argument(
        "--timeout",
        type=common.whole_number,
        default=SECONDS,
        metavar="SECONDS",
        help="computing time allowed for each case, including the import of the "
        "submission's files (default: %(default)s)",
    )
    parser.add_argument(
        "--weight",
        type=_weight,
        action="append",
        default=[],
        metavar="NAME=POINTS",
        help="what a failed case of category NAME costs; can be repeated",
    )


def _weight(text: str) -> tuple[str, float]:
    """A category and its points, as the value of --weight."""
    name, _, points = text.partition("=")
    if name not in CATEGORIES:
        raise argparse.ArgumentTypeError(
            f"{name!r} is not a category: {', '.join(CATEGORIES)}"
        )
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", points):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=POINTS, points from 0")
    return name, float(points)


def _user(text: str) -> tuple[int, int]:
    """The ids of a user and of the group, as the value of --user."""
    try:
        import pwd  # Windows has no pwd, but grade does not run there anyway

        found = pwd.getpwnam(text)
    except (ImportError, KeyError):
        raise argparse.ArgumentTypeError(f"there is no user {text!r}") from None
    return found.pw_uid, found.pw_gid


def _folder(text: str) -> Path:
    """A folder, or the path of a new one, as the value of --reports."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return path


def run(options: argparse.Namespace) -> int:
    """Grade the submissions that the options name, and print the marks."""
    if not hasattr(os, "fork"):
        raise UsageError("grade needs Linux, macOS or WSL")
    submissions = _handed_in(options.paths)
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
    return 0


def _handed_in(paths: list[str]) -> list[Submission]:
    """The submissions at all paths, with short names."""
    found = [submission for path in paths for submission in read(path)]
    names = [each.name for each in found]
    return [each._replace(name=brief(each.name, names)) for each in found]


def _open_record(options: argparse.Namespace) -> Record | None:
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
    options: argparse.Namespace,
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
