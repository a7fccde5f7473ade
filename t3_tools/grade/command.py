"""`grade`: the marks of submissions, with the reasons.

A submission (submissions.py) is examined (examination.py) by a process of its own, which
supervision.py watches: it is asked (sandbox.py) about the cases of cases.py, and what it
answers is judged (verdicts.py). The processes hold up whatever it does to itself, and end
what it leaves behind; they are no prison. What that means, and what to do about it, is in
LIMITS, a part of the help.
"""

import argparse
import hashlib
import json
import os
import re
import secrets
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

from rich.console import Group
from rich.text import Text

from t3_play.files import write_whole
from t3_tools import options as common
from t3_tools.grade import pages
from t3_tools.grade.cases import CATEGORIES, make, recipes
from t3_tools.grade.examination import PATIENCE, Limits
from t3_tools.grade.marks import FAULTS, FULL_MARK, WEIGHTS, Marked, Weights, mark
from t3_tools.grade.record import Record, settings_of
from t3_tools.grade.reports import (
    as_json,
    costs_of,
    details,
    gradescope,
    junit,
    overview,
    row,
)
from t3_tools.grade.sandbox import WAIT
from t3_tools.grade.submissions import Submission, read
from t3_tools.grade.supervision import examine_all
from t3_tools.grade.suspicion import suspicions
from t3_tools.grade.typechecks import COURSE
from t3_tools.options import UsageError
from t3_tools.output import as_csv, brief, say, say_json
from t3_tools.work import executor, map_in_order, progress

PLAIN_WIDTH = 1000
"""The columns of what is shown where no terminal sets a limit: as many as need be."""

HELP = "mark submissions: exact or not, and why not"

LIMITS = """\
what it does not protect against:
  A submission runs as you, with your rights. Each answer is had in a process of its own,
  within limits of time and memory, which is killed with what it started. What comes
  out of it is taken for a claim and judged elsewhere. But a submission can read, change and
  delete your files, use the network, kill or stop your other processes, this program among
  them, leave one behind if it kills what watches over it, and write where this program
  prints, so what is written to files is surer than what is shown. Nothing that it is given
  leads to our player, but it may search the disk for it, or look at the command lines of
  other processes: what answers every trap exactly is reported as a suspicion. The checks
  `lazy` and `unchanged` are made in its process, where it can cheat. Root can give it the
  rights of another user, by --user, which keeps it from most of this. On macOS, what it
  starts and leaves behind goes on running if it has left its process group. If you do not
  know who wrote it, grade it in a container, here without network, on files that it can't
  change:

    docker build -t t3 - <<< $'FROM python:3.12\\nRUN pip install rich mypy'
    docker run --rm --network none --memory 4g --pids-limit 256 --cap-drop ALL \\
      -v "$PWD":/t3:ro -v /path/to/class:/class:ro -w /t3 t3 \\
      sh -c 'python -m t3_tools grade /class/*'
"""

EXAMPLES = f"""\
  python -m t3_tools grade handed_in/alice
  python -m t3_tools grade handed_in/* --csv marks.csv --resume marks.jsonl
  python -m t3_tools grade canvas.zip --seed 2027 --count 6 --timeout 30
  python -m t3_tools grade alice.py --weight trap=1 --weight mypy=0
  python -m t3_tools grade handed_in/* --weight blunder=2 --weight tie-break=1
  python -m t3_tools grade handed_in/* --reports pages --junit results.xml

categories:
{"".join(f"  {name:18}{tests}" + chr(10) for name, tests in CATEGORIES.items())}
marks:
  {FULL_MARK}, less 2 for each failed case, less 5 if mypy complains, but not below 0.
  A case is failed by anything but the exact answer: also by one of the right value but with
  the wrong tie-break. Traps cost nothing, because there the textbook's pruning, which
  courses prescribe, is wrong itself; nor does legality, because the is_valid_action that
  courses hand out lets evens play anywhere: --weight legality=2 makes it count.
  --weight changes what a failed case costs; with a --count below 4 it should, or there is
  less to lose. A blunder and a tie-break can have a weight of their own, for partial
  credit: then such a fault costs that, in any category, but never more than the category.
  After {PATIENCE} timeouts in a row the other cases are not tried, and count as timeouts.

{LIMITS}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a folder or a zip file with t3_player.py, whose .py files are used, or "
        "those in its folder src, but no other folders or data in it; one with the files "
        "of many, NAME_ID_t3_player.py, as Canvas names them; or the player alone, a .py "
        "file of any name, with t3_state.py and t3_action.py from beside it, or else ours",
    )
    add_marking(parser)
    parser.add_argument(
        "--resume",
        type=common.writable,
        metavar="FILE",
        help="write each submission's results when they are known; if the file is there, "
        "those of unchanged files are taken from it",
    )
    parser.add_argument(
        "--csv",
        type=common.writable,
        metavar="FILE",
        help="write a row for each submission",
    )
    parser.add_argument(
        "--reports",
        type=_folder,
        metavar="DIR",
        help="write a page to hand back for each submission, and index.html about all",
    )
    parser.add_argument(
        "--gradescope",
        type=common.writable,
        metavar="FILE",
        help="write results.json as Gradescope reads it, for one submission; but for the "
        "first case of each category, students see positions and right answers only after "
        "the due date",
    )
    parser.add_argument(
        "--junit",
        type=common.writable,
        metavar="FILE",
        help="write all results as JUnit's XML, which many systems read",
    )
    parser.add_argument(
        "--user",
        type=_user,
        metavar="NAME",
        help="run submissions as this user, such as nobody, with no more rights (as root)",
    )
    common.add_json(parser)
    common.add_workers(parser)


def add_marking(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what the mark is, and what students see."""
    parser.add_argument(
        "--seed",
        type=common.seed_number,
        metavar="N",
        help="the same number draws the same positions (default: one that is drawn, and "
        "told, so that nobody can prepare for it)",
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
        default=15,
        metavar="SECONDS",
        help="that it may compute for each case, with the import; by the clock it has "
        f"{WAIT} times as long (default: %(default)s)",
    )
    parser.add_argument(
        "--total",
        type=common.whole_number,
        default=Limits().total,
        metavar="SECONDS",
        help="the same for all cases of a submission; what is left then is not tried, and "
        "counts as a timeout (default: %(default)s)",
    )
    parser.add_argument(
        "--weight",
        type=_weight,
        action="append",
        default=[],
        metavar="NAME=POINTS",
        help="what a failed case of a category costs, or what a fault costs at most, which "
        f"is {' or '.join(dict.fromkeys(FAULTS.values()))}; can be repeated",
    )
    parser.add_argument(
        "--mypy-config",
        type=_settings,
        default=COURSE.read_bytes(),
        metavar="FILE",
        help="a mypy.ini (default: one that asks for typed definitions, and for no calls "
        "of what is untyped)",
    )
    parser.add_argument(
        "--reveal", action="store_true", help="let students see them at once in Gradescope"
    )


def _weight(text: str) -> tuple[str, float]:
    """A category or a fault and its points, as the value of --weight."""
    name, _, points = text.partition("=")
    names = dict.fromkeys([*CATEGORIES, *FAULTS.values()])
    if name not in names:
        raise argparse.ArgumentTypeError(
            f"{name!r} is not a category or a fault: {', '.join(names)}"
        )
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", points):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=POINTS, points from 0")
    return name, float(points)


def _user(text: str) -> tuple[int, int]:
    """The ids of a user and of the group, as the value of --user."""
    try:
        import pwd  # where there is none, nothing is graded

        found = pwd.getpwnam(text)
    except (ImportError, KeyError):
        raise argparse.ArgumentTypeError(f"there is no user {text!r}") from None
    return found.pw_uid, found.pw_gid


def _folder(text: str) -> Path:
    """A folder, or one that can be made, as the value of --reports."""
    path = Path(text)
    if path.exists() and not path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r} is not a folder")
    return path


def _settings(text: str) -> bytes:
    """What is in a file, as the value of --mypy-config."""
    try:
        return Path(text).read_bytes()
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: {error.strerror}") from None


def run(options: argparse.Namespace) -> int:
    """Grade what the options name, and tell the marks."""
    if not hasattr(os, "fork"):
        raise UsageError("grade needs Linux, macOS or WSL")
    submissions = [each for path in options.paths for each in read(path)]
    if options.user and os.getuid() != 0:
        raise UsageError("--user is for root")
    if options.gradescope and len(submissions) > 1:
        raise UsageError("--gradescope takes one submission")
    weights = {**WEIGHTS, **dict(options.weight)}
    record = _open_record(options)
    marked, costs = _mark_all(submissions, options, record, weights)
    try:
        if options.json:
            say_json(as_json(marked, weights, options))
        else:
            one, *others = marked
            shown = overview(marked, weights) if others else details(one, weights)
            again = f"The same cases again: --seed {options.seed} --count {options.count}"
            width = None if sys.stdout.isatty() else PLAIN_WIDTH
            say(Group(shown, Text(costs), Text(again)), width)
    finally:  # marks that can't be shown are saved, as those that can't be saved are shown
        if options.csv:
            write_whole(options.csv, as_csv(list(map(row, marked))))
        if options.junit:
            write_whole(options.junit, junit(marked))
        if options.reports:
            _write_reports(options.reports, marked, weights, costs)
        if options.gradescope:
            report = gradescope(marked[0], weights, options.reveal)
            write_whole(options.gradescope, json.dumps(report, indent=2))
    return 0


def _open_record(options: argparse.Namespace) -> Record | None:
    """The file of --resume; draws the seed, if neither it nor an option says it."""
    found = settings_of(options.resume) if options.resume else None
    if options.seed is None:
        options.seed = found["seed"] if found else drawn_seed()
    if not options.resume:
        return None
    settings = {
        name: getattr(options, name) for name in ("seed", "count", "timeout", "total")
    }
    mypy = hashlib.sha256(options.mypy_config).hexdigest()
    return Record(options.resume, {**settings, "mypy": mypy})


def drawn_seed() -> int:
    """A seed that nobody knows before."""
    return 1 + secrets.randbelow(999_999_998)


def _mark_all(
    submissions: list[Submission],
    options: argparse.Namespace,
    record: Record | None,
    weights: Weights,
) -> tuple[list[Marked], str]:
    """The marks of all, and what they have cost.

    What is known is written at once: there may be no end.
    """
    clock, computed = time.monotonic(), sum(os.times()[:4])
    results = [record.find(each) if record else None for each in submissions]
    missing = [number for number, known in enumerate(results) if known is None]
    if missing:
        with executor(options.jobs, options.dask) as workers:
            wanted = recipes(options.seed, options.count)
            cases = map_in_order(workers, make, wanted, "positions")
        limits = Limits(options.timeout, options.total, options.mypy_config, options.user)
        left = [submissions[number] for number in missing]
        examined = examine_all(left, cases, limits, options.jobs, options.dask)
        with closing(examined), progress("submissions") as shown:
            for place, found in shown.track(examined, total=len(left)):
                results[missing[place]] = found
                if record:
                    record.add(left[place], found)
                if options.csv:
                    known = [
                        mark(submission.name, each, weights)
                        for submission, each in zip(submissions, results)
                        if each
                    ]
                    with suppress(OSError):  # in the end it is told, after the marks
                        write_whole(options.csv, as_csv(list(map(row, known))))
    whole = [each or [] for each in results]
    costs = costs_of(
        [result for number in missing for result in whole[number]],
        time.monotonic() - clock,
        None if options.dask else sum(os.times()[:4]) - computed,
    )
    marked = [
        mark(submission.name, each, weights)._replace(suspicions=told)
        for submission, each, told in zip(
            submissions, whole, suspicions(submissions, whole)
        )
    ]
    return marked, costs


def _write_reports(
    folder: Path, marked: list[Marked], weights: Weights, costs: str
) -> None:
    """Write a page about each submission, and one about all."""
    folder.mkdir(parents=True, exist_ok=True)
    files = pages.file_names(marked)
    names = [each.name for each in marked]
    for file, each in zip(files, marked):
        named = each._replace(name=brief(each.name, names))
        write_whole(folder / file, pages.report(named, weights))
    write_whole(folder / "index.html", pages.class_report(marked, files, costs))
