"""`grade`: the marks of submissions, with the reasons.

A submission is run in processes of its own (sandbox.py) on the cases of cases.py, and what
it answers is judged here (verdicts.py). The processes hold up whatever it does to itself,
and end what it leaves behind; they are no prison. What that means, and what to do about
it, is in LIMITS, a part of the help.
"""

import argparse
import json
import os
import re
import sys
from concurrent.futures import BrokenExecutor
from functools import partial

from t3_play.reading import write_whole
from t3_tools import options as common
from t3_tools.grade.cases import CATEGORIES, Case, make, recipes
from t3_tools.grade.marks import FULL_MARK, WEIGHTS, mark
from t3_tools.grade.reports import as_json, details, gradescope, overview, row
from t3_tools.grade.submissions import (
    PATIENCE,
    Result,
    Submission,
    examine,
    read,
    the_same_in_all,
)
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.options import UsageError
from t3_tools.output import as_csv, say, say_json
from t3_tools.work import executor, map_in_order

PLAIN_WIDTH = 1000
"""The columns of what is shown where no terminal sets a limit: as many as need be."""

HELP = "mark submissions: exact or not, and why not"

LIMITS = """\
what it does not protect against:
  A submission runs as you, with your rights. Each answer is had in a process of its own,
  within limits of time and memory, which is killed with what it started. What comes
  out of it is taken for a claim and judged elsewhere. But a submission can read, change and
  delete your files, use the network, kill your other processes, this program among them,
  leave one behind if it kills what watches over it, and write where this program prints,
  so what is written to files is surer than what is shown. The checks `lazy` and `unchanged`
  are made in its process, where it can cheat. If you do not know who wrote it, grade it in
  a container, here without network, on files that it can't change:

    docker build -t t3 - <<< $'FROM python:3.12\\nRUN pip install rich mypy'
    docker run --rm --network none --memory 4g --pids-limit 256 --cap-drop ALL \\
      -v "$PWD":/t3:ro -v /path/to/class:/class:ro -w /t3 t3 \\
      sh -c 'python -m t3_tools grade /class/*'
"""

EXAMPLES = f"""\
  python -m t3_tools grade handed_in/alice
  python -m t3_tools grade handed_in/* --csv marks.csv --jobs 2
  python -m t3_tools grade . --seed 2027 --count 6 --timeout 30
  python -m t3_tools grade alice.py --weight trap=1 --weight mypy=0
  python -m t3_tools grade /autograder/submission --gradescope results.json

categories:
{"".join(f"  {name:18}{tests}" + chr(10) for name, tests in CATEGORIES.items())}
marks:
  {FULL_MARK}, less 2 for each failed case, less 5 if mypy complains, but not below 0.
  A case is failed by anything but the exact answer: also by one of the right value but with
  the wrong tie-break. Traps cost nothing, because there the textbook's pruning, which
  courses prescribe, is wrong itself. --weight changes what a failed case costs; with a
  --count below 4 it should, or there is less to lose. After {PATIENCE} timeouts in a row
  the other cases are not tried, and count as timeouts.

{LIMITS}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a folder with t3_player.py, whose .py files are used, but no folders or "
        "data in it; or the player alone, a .py file of any name; t3_state.py and "
        "t3_action.py beside it are used too, or else ours",
    )
    parser.add_argument(
        "--seed",
        type=common.seed_number,
        default=1,
        metavar="N",
        help="the same number draws the same positions (default: %(default)s)",
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
        help="for each case, with the import (default: %(default)s)",
    )
    parser.add_argument(
        "--weight",
        type=_weight,
        action="append",
        default=[],
        metavar="CATEGORY=POINTS",
        help="what a failed case of a category costs; can be repeated",
    )
    parser.add_argument(
        "--csv",
        type=common.writable,
        metavar="FILE",
        help="write a row for each submission",
    )
    parser.add_argument(
        "--gradescope",
        type=common.writable,
        metavar="FILE",
        help="write results.json as Gradescope reads it, for one submission",
    )
    common.add_json(parser)
    common.add_workers(parser)


def _weight(text: str) -> tuple[str, float]:
    """A category and its points, as the value of --weight."""
    category, _, points = text.partition("=")
    if category not in CATEGORIES:
        raise argparse.ArgumentTypeError(
            f"{category!r} is not a category: {', '.join(CATEGORIES)}"
        )
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", points):
        raise argparse.ArgumentTypeError(f"{text!r} is not CATEGORY=POINTS, points from 0")
    return category, float(points)


def run(options: argparse.Namespace) -> int:
    """Grade what the options name, and tell the marks."""
    if not hasattr(os, "fork"):
        raise UsageError("grade needs Linux, macOS or WSL")
    if options.gradescope and len(options.paths) > 1:
        raise UsageError("--gradescope takes one submission")
    weights = {**WEIGHTS, **dict(options.weight)}
    submissions = [read(path) for path in options.paths]
    with executor(options.jobs, options.dask) as workers:
        wanted = recipes(options.seed, options.count)
        cases = map_in_order(workers, make, wanted, "positions")
    examined = _examine_all(submissions, cases, options.timeout, options.jobs, options.dask)
    marked = [mark(*pair, weights) for pair in zip(submissions, examined)]
    try:
        if options.json:
            say_json(as_json(marked, weights, options))
        else:
            one, *others = marked
            shown = overview(marked, weights) if others else details(one, weights)
            say(shown, width=None if sys.stdout.isatty() else PLAIN_WIDTH)
    finally:  # marks that can't be shown are saved, as those that can't be saved are shown
        if options.csv:
            write_whole(options.csv, as_csv(list(map(row, marked))))
        if options.gradescope:
            report = gradescope(marked[0], weights)
            write_whole(options.gradescope, json.dumps(report, indent=2))
    return 0


def _examine_all(
    submissions: list[Submission],
    cases: list[Case],
    seconds: int,
    jobs: int,
    dask: str | None,
) -> list[list[Result]]:
    """How all do. One that kills its worker costs the others nothing."""
    work = partial(examine, cases=cases, seconds=seconds)
    try:
        with executor(jobs, dask) as workers:
            return map_in_order(workers, work, submissions, "submissions")
    except BrokenExecutor:
        if len(submissions) == 1:
            return [the_same_in_all(cases, Verdict(Kind.CRASH, "it kills what grades it"))]
        # Some one has done it: each is alone with its worker now.
        return [
            _examine_all([each], cases, seconds, jobs=1, dask=None)[0]
            for each in submissions
        ]
