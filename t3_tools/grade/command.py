"""`grade`: mark submissions, and say why.

intake/ reads them, judging/ says what to ask them and what the answers are worth, sandbox/
asks. record.py keeps the results; reports.py, pages.py and gradebook.py report them.
"""

import csv
import importlib.util
import json
import os
import sys
from contextlib import closing, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
from rich.console import Group
from rich.table import Table
from rich.text import Text

from t3_play import __version__
from t3_play.descriptions import counted
from t3_play.program import printable, write_whole
from t3_tools.extras import to_install
from t3_tools.grade import pages, reports
from t3_tools.grade.gradebook import Gradebook
from t3_tools.grade.intake.archives import some
from t3_tools.grade.intake.platforms import pattern
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.judging.cases import Result
from t3_tools.grade.judging.faults import faults, figures, grave
from t3_tools.grade.judging.marks import Exam, Marked, Points
from t3_tools.grade.judging.verdicts import Kind, Verdict
from t3_tools.grade.options import MARKING, exam_of
from t3_tools.grade.record import Record
from t3_tools.grade.sandbox import cgroup
from t3_tools.grade.sandbox.asking import gives_up_rights, is_root, no_bubblewrap
from t3_tools.grade.sandbox.examining import examine_all
from t3_tools.grade.submission import LENT, Submission, lendable
from t3_tools.handout import PLAYER
from t3_tools.options import COUNT, folder, new_file
from t3_tools.printing import as_csv, brief, say, table
from t3_tools.refused import RefusedError
from t3_tools.workers import progress

EPILOG = """\
\b
Examples:
  t3-tools grade my_folder
  t3-tools grade canvas.zip --csv marks.csv --reports pages
  t3-tools grade handed_in/* --resume marks.json --weight trap=5

docs/grading.md explains the marks, the limits, and how to grade safely, with Canvas, Moodle
or Gradescope.
"""


HELP = {
    "paths": "A student's folder, zip, tar or Python file. Or a class: what you downloaded "
    "from Canvas, Moodle, Blackboard, Brightspace or Gradescope, or everybody's folders.",
    "resume": "Keep results there. The same command then grades only what is new or "
    "changed.",
    "csv": "Write a row for each submission.",
    "gradebook": "The gradebook that you exported from Canvas, Moodle, Brightspace or "
    "Gradescope. --csv then writes it with marks, scaled to the assignment's points.",
    "assignment": "How the assignment's heading in --gradebook begins, if there are "
    "several.",
    "gradescope": "Write results.json for Gradescope, for one submission. See "
    "docs/grading.md.",
    "reports": "Write a page for each submission, list.html with all names and marks, and "
    "index.html without names, for the lecture.",
    "one": "Each PATH is one student's.",
    "class": "Each folder or archive in PATH is one student's, whatever its name.",
    "names": "How paths begin with a student's name, as a regular expression, for sections "
    "and other platforms. See docs/grading.md.",
    "list": "Show how PATH is read, and grade nothing.",
    "lend": "Your course's own t3_state.py and helpers, for submissions that lack them.",
    "unsafe": "Grade a class without bubblewrap.",
    "jobs": "Work in N processes.",
    "dask": "Work on the Dask cluster whose scheduler is at ADDRESS instead, such as "
    "tcp://127.0.0.1:8786. Its workers must have this project installed.",
}
PRESENT = click.Path(exists=True, dir_okay=False, path_type=Path)
CORES, EACH = os.cpu_count() or 1, "one for each processor"


@click.command(epilog=EPILOG, params=[*MARKING])
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", help=HELP["paths"])
@click.option("--resume", type=new_file, metavar="FILE", help=HELP["resume"])
@click.option("--csv", type=new_file, metavar="FILE", help=HELP["csv"])
@click.option("--gradebook", type=PRESENT, metavar="FILE", help=HELP["gradebook"])
@click.option("--assignment", default="", metavar="NAME", help=HELP["assignment"])
@click.option("--gradescope", type=new_file, metavar="FILE", help=HELP["gradescope"])
@click.option("--reports", type=folder, metavar="DIR", help=HELP["reports"])
@click.option("--one", is_flag=True, help=HELP["one"])
@click.option("--class", "class_", is_flag=True, help=HELP["class"])
@click.option("--names", type=pattern, metavar="PATTERN", help=HELP["names"])
@click.option("--list", is_flag=True, help=HELP["list"])
@click.option("--lend", type=lendable, metavar="FOLDER", help=HELP["lend"])
@click.option("--unsafe", is_flag=True, help=HELP["unsafe"])
@click.option(
    "--jobs", type=COUNT, default=CORES, show_default=EACH, metavar="N", help=HELP["jobs"]
)
@click.option("--dask", metavar="ADDRESS", help=HELP["dask"])
def grade(**chosen: Any) -> None:
    """Mark submissions, and explain each mistake."""
    options = SimpleNamespace(**chosen)
    _refuse(options)
    exam_of(chosen)  # refuse it before anything is read
    submissions = _submissions(options)
    if options.list:
        say(_listed(submissions), in_full=True)
        return
    book = _gradebook(options, submissions)
    asked = sha256((options.exam or "").encode()).hexdigest()[:8]
    settings = {"seed": options.seed, "count": options.count, "timeout": options.timeout}
    # Another version may ask other questions.
    record = Record(options.resume, {**settings, "exam": asked, "version": __version__})
    exam = exam_of({**chosen, "seed": record.settings["seed"]})
    # A single submission may run without bubblewrap.
    is_safe = len(submissions) == 1 and not is_root()
    exam = exam._replace(unsafe=options.unsafe or is_safe)
    left = [it for it in submissions if it.digest() not in record.results]
    if left:
        _announce(exam)
    try:
        examined = examine_all(left, exam, options.jobs, options.dask)
        with closing(examined), progress("submissions") as bar:
            for place, results in bar.track(examined, total=len(left)):
                record.add(left[place], results)
    finally:  # it may be stopped, or fail
        if any(it.digest() in record.results for it in submissions):
            _report(submissions, options, exam, record, book)


def _report(
    submissions: list[Submission],
    options: SimpleNamespace,
    exam: Exam,
    record: Record,
    book: Gradebook | None,
) -> None:
    """Print what is known, with the options that repeat the cases, and write it."""
    stopped = Verdict(Kind.COULD_NOT_RUN, "not examined: grading was stopped")
    left = [case.judge(stopped) for case in exam.cases]
    class_ = [
        _marked(it, record.results.get(it.digest(), left), exam.points)
        for it in submissions
    ]
    if book and (ungraded := [it.name for it in class_ if it.ungraded]):
        _tell(f"No mark for {some(ungraded)} in the gradebook: could not be graded")
    report = reports.overview(class_) if class_[1:] else reports.details(class_[0])
    again = f"--seed {record.settings['seed']} --count {options.count}"
    lines = [Text(f"To repeat these cases: {again}")]
    if options.exam or options.gradescope:
        lines = []
    try:
        say(Group(report, *lines), in_full=True)
    finally:  # save even if printing fails
        _write(class_, options, book)


def _refuse(options: SimpleNamespace) -> None:
    """Raise RefusedError for options that don't go together, or if something is missing."""
    if options.gradebook and not options.csv:
        raise RefusedError("--gradebook needs --csv, the file to write")
    if (options.class_ or options.names) and (options.one or options.gradescope):
        raise RefusedError("--class and --names are not for --one or --gradescope")
    if not hasattr(os, "fork"):
        raise RefusedError("grade needs Linux, macOS or WSL")
    if importlib.util.find_spec("mypy") is None:
        raise RefusedError(f"grade needs mypy: {to_install('tools')}")
    if options.reports:
        pages.templates()


def _submissions(options: SimpleNamespace) -> list[Submission]:
    """The submissions, under short names."""
    one = options.one or bool(options.gradescope)
    try:
        found = read(options.paths, one, options.class_, options.names)
    except ValueError as error:
        raise RefusedError(str(error)) from None
    if not found:
        raise RefusedError(f"no work to grade in {some(found.unread)}")
    if options.gradescope and len(found) > 1:
        raise RefusedError("--gradescope takes one submission")
    names = [brief(it.name, [it.name for it in found]) for it in found]
    _tell(f"{found.how}: {counted(len(found), 'student')}: {some(names)}")
    if found.unread:
        _tell(f"Not read: {some(found.unread, 50)}")
    lent = options.lend or LENT
    return [it._replace(name=name, lent=lent) for it, name in zip(found, names)]


def _listed(submissions: list[Submission]) -> Table:
    """How each student's work is read: what is graded, what is beside it, what asks."""
    listed = table("student", "number", "attempt", "graded", "beside it", "remarks")
    for it in submissions:
        graded = it.graded.removeprefix(f"{it.attempt}/")
        beside = [path for path in it.files if path not in (Path(graded).name, PLAYER)]
        remarks = "\n".join(it.remarks)
        cells = (it.name, it.number, it.attempt, graded, some(beside, 10), remarks)
        listed.add_row(*map(Text, cells))
    return listed


def _marked(submission: Submission, results: list[Result], points: Points) -> Marked:
    """The submission, marked, with what cost it most.

    If it can't be reported, it is not graded, and the remark says why.
    """
    known = {"number": submission.number, "remarks": submission.remarks}
    marked = Marked.of(submission.name, results, points, **known)
    try:
        found = faults(marked)
        for fault in found:
            figures(fault)
    except Exception as error:  # must not cost the others their reports
        reason = f"no report on it: {type(error).__name__}: {error}"[:300]
        told = Verdict(Kind.COULD_NOT_RUN, printable(reason))
        marked = marked._replace(results=[replace(it, verdict=told) for it in results])
        found = faults(marked)
    costs = [it for it in grave(found, marked) if it not in marked.remarks]
    return marked._replace(costs=tuple(costs))


def _gradebook(options: SimpleNamespace, submissions: list[Submission]) -> Gradebook | None:
    """The table of --gradebook; raises RefusedError if no submission has a row there."""
    if not options.gradebook:
        return None
    name = printable(str(options.gradebook))
    try:
        book = Gradebook(options.gradebook.read_bytes(), options.assignment)
        places = book.places(submissions)
    except (ValueError, csv.Error) as error:
        raise RefusedError(f"{name} is not a gradebook to fill in: {error}") from None
    left = [it.name for at, it in enumerate(submissions) if at not in places.values()]
    why = f"{some(left)}: no row, or several, or number and name differ"
    if not places:
        raise RefusedError(f"{name} has no row for any student: {why}")
    without = f". No mark for {why}" if left else ""
    _tell(f"{name} has a row for {counted(len(places), 'submission')}{without}")
    return book


def _announce(exam: Exam) -> None:
    """Print the limits, and what submissions can do to this machine."""
    by = "the system, in control groups"
    if not cgroup.home():
        by = "this program, as it can make no control group"
    lines = [
        f"Computing time: {exam.seconds} s for a case, {exam.whole} s for a submission.",
        f"Memory, processes and computing time: counted by {by}.",
    ]
    if (reason := no_bubblewrap()) and exam.unsafe:
        harm = "use the network"
        if not gives_up_rights():
            harm = f"do all that you can: read and delete files, stop programs, {harm}"
        lines.append(f"Caution: {reason}, so submissions can {harm}. See docs/grading.md.")
    _tell(*lines)


def _tell(*lines: str) -> None:
    """Print what is not part of the report."""
    with suppress(OSError):
        print(*lines, sep="\n", file=sys.stderr)


def _write(class_: list[Marked], options: SimpleNamespace, book: Gradebook | None) -> None:
    """Write the files of --csv, --reports and --gradescope."""
    if options.csv:
        table = book.filled(class_) if book else as_csv(reports.rows(class_))
        write_whole(options.csv, table)
    if options.reports:
        options.reports.mkdir(parents=True, exist_ok=True)
        files = pages.file_names(class_)
        for file, marked in zip(files, class_):
            write_whole(options.reports / file, pages.page(marked))
        write_whole(options.reports / "list.html", pages.class_page(class_, files))
        write_whole(options.reports / "index.html", pages.class_page(class_))
    if options.gradescope:
        write_whole(options.gradescope, json.dumps(reports.gradescope(class_[0]), indent=2))
