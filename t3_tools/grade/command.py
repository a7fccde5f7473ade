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
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import BrokenExecutor
from functools import partial
from itertools import chain, groupby
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from t3_play.reading import write_whole
from t3_tools import options as common
from t3_tools.grade.cases import CATEGORIES, Case, make, orders
from t3_tools.grade.sandbox import CRASH
from t3_tools.grade.submissions import (
    PATIENCE,
    Result,
    Submission,
    examine,
    read,
    the_same_in_all,
)
from t3_tools.grade.verdicts import EXACT, KINDS, Verdict
from t3_tools.options import UsageError
from t3_tools.output import as_csv, brief, say, say_json, table
from t3_tools.work import executor, map_in_order

FULL_MARK = 100
WEIGHTS = dict.fromkeys(CATEGORIES, 2.0) | {"trap": 0.0, "mypy": 5.0}
"""The points that a failed case of a category costs, unless told otherwise."""

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


class Marked(NamedTuple):
    """A submission with its results, by category, and its mark."""

    name: str
    results: list[Result]
    mark: float


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
    weights = WEIGHTS | dict(options.weight)
    submissions = [read(path) for path in options.paths]
    with executor(options.jobs, options.dask) as workers:
        wanted = orders(options.seed, options.count)
        cases = map_in_order(workers, make, wanted, "positions")
    examined = _examine_all(submissions, cases, options.timeout, options.jobs, options.dask)
    marked = [_mark(*pair, weights) for pair in zip(submissions, examined)]
    try:
        if options.json:
            say_json(_json(marked, weights, options))
        else:
            shown = _one(marked[0], weights) if len(marked) == 1 else _all(marked, weights)
            say(shown, width=None if sys.stdout.isatty() else PLAIN_WIDTH)
    finally:  # marks that can't be shown are saved, as those that can't be saved are shown
        if options.csv:
            write_whole(options.csv, as_csv(list(map(_row, marked))))
        if options.gradescope:
            report = _gradescope(marked[0], weights)
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
            return [the_same_in_all(cases, Verdict(CRASH, "it kills what grades it"))]
        # Some one has done it: each is alone with its worker now.
        return [
            _examine_all([each], cases, seconds, jobs=1, dask=None)[0]
            for each in submissions
        ]


Weights = Mapping[str, float]


def _mark(submission: Submission, results: list[Result], weights: Weights) -> Marked:
    """The mark of a submission, and its results put in the order of the tables."""
    places = {name: place for place, name in enumerate([*CATEGORIES, *KINDS])}
    results = sorted(results, key=lambda it: (places[it.category], places[it.verdict.kind]))
    lost = sum(_cost(result, weights) for result in results)
    return Marked(submission.name, results, max(0, round(FULL_MARK - lost, 2)))


def _cost(result: Result, weights: Weights) -> float:
    return weights[result.category] if result.verdict.failed else 0


def _row(marked: Marked) -> dict[str, Any]:
    """A row of the CSV: the mark, and the number of cases passed in each category."""
    passed = Counter(it.category for it in marked.results if not it.verdict.failed)
    numbers = {category: passed[category] for category in CATEGORIES}
    return {"submission": marked.name, "mark": f"{marked.mark:g}", **numbers}


def _json(marked: list[Marked], weights: Weights, options: argparse.Namespace) -> Any:
    return {
        "seed": options.seed,
        "count": options.count,
        "timeout": options.timeout,
        "weights": weights,
        "submissions": [
            {
                "name": name,
                "mark": mark,
                "cases": [
                    {
                        "category": result.category,
                        "position": result.position or None,
                        "verdict": result.verdict.kind,
                        "reason": result.verdict.reason,
                        "lost": _cost(result, weights),
                    }
                    for result in results
                ],
            }
            for name, results, mark in marked
        ],
    }


def _gradescope(marked: Marked, weights: Weights) -> Any:
    """What Gradescope reads. A test's maximum is what failing it costs.

    So the points that the tests lack add up to what was lost; `score` is the mark itself.
    """
    return {
        "score": marked.mark,
        "output": f"{FULL_MARK} less what failed tests cost, but not below 0.",
        "tests": [
            {
                "name": f"{result.category} {result.position}".strip(),
                "score": weights[result.category] - _cost(result, weights),
                "max_score": weights[result.category],
                "status": "failed" if result.verdict.failed else "passed",
                "output": ": ".join(filter(None, result.verdict[:2])),
            }
            for result in marked.results
        ],
    }


def _one(marked: Marked, weights: Weights) -> RenderableType:
    """The results by category, the mark, and each fault."""
    kinds = _kinds(marked.results)
    shown = _table("category", "cases", *kinds, "points")
    for category, group in groupby(marked.results, lambda result: result.category):
        results = list(group)
        numbers = Counter(result.verdict.kind for result in results)
        lost = sum(_cost(result, weights) for result in results)
        points = f"-{lost:g}" if lost else "" if weights[category] else "no weight"
        _add(shown, category, len(results), *(numbers[kind] for kind in kinds), points)
    lines = [Text(f"{marked.name}: {marked.mark:g} of {FULL_MARK}", "bold")]
    faults = [result for result in marked.results if result.verdict.kind != EXACT]
    for verdict in dict.fromkeys(result.verdict for result in faults):
        lines.append(Text())
        alike = [result for result in faults if result.verdict == verdict]
        for category, same in groupby(alike, lambda result: result.category):
            positions = ", ".join(result.position for result in same)
            lines.append(Text(f"{category:18}{positions}".rstrip(), "bold"))
        lines.append(Text(f"  {verdict.kind}: {verdict.reason}"))
    return Group(shown, *lines)


def _all(marked: list[Marked], weights: Weights) -> RenderableType:
    """A row for each submission."""
    weighty = [[it for it in each.results if weights[it.category]] for each in marked]
    kinds = _kinds(chain.from_iterable(weighty))
    shown = _table("submission", "mark", *kinds, "unweighted")
    shown.collapse_padding = True
    names = [name for name, _, _ in marked]
    for (name, results, mark), counted in zip(marked, weighty):
        numbers = Counter(result.verdict.kind for result in counted)
        others = [it for it in results if it.verdict.failed and not weights[it.category]]
        counts = [numbers[kind] for kind in kinds]
        _add(shown, brief(name, names), f"{mark:g}", *counts, len(others))
    return shown


def _kinds(results: Iterable[Result]) -> list[str]:
    """The verdicts that a table needs: what there is, and `exact`."""
    found = {EXACT, *(result.verdict.kind for result in results)}
    return [kind for kind in KINDS if kind in found]


def _table(name: str, *numbers: str) -> Table:
    shown = table()
    shown.add_column(name, overflow="fold")
    for number in numbers:
        shown.add_column(number, justify="right")
    return shown


def _add(shown: Table, *cells: str | int) -> None:
    """Add a row; a number that is 0 is left out."""
    shown.add_row(*(str(cell) if cell else "" for cell in cells))
