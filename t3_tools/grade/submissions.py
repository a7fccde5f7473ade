"""A submission: its files, and how it does in the cases."""

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import t3_state
from t3_play.words import printable
from t3_tools.grade.cases import Case
from t3_tools.grade.sandbox import ask, patiently
from t3_tools.grade.verdicts import QUESTIONS, Kind, Verdict, judge
from t3_tools.options import UsageError

OURS = Path(t3_state.__file__).parent
LENDABLE = ["t3_state.py", "t3_action.py"]
"""What a submission need not have: it then gets ours."""

FILE_LIMIT = 1_000_000
"""The bytes of a Python file that is read."""
PATIENCE = 10
"""After so many timeouts in a row no further case is tried."""
MYPY_SECONDS = 120
MYPY_MEMORY = 2_000_000_000
"""Bytes."""


class Submission(NamedTuple):
    """What was handed in."""

    name: str
    files: dict[str, bytes]
    """The Python files, by name."""
    fault: str = ""
    """Why there is nothing to run."""


class Result(NamedTuple):
    """How a submission did in one case."""

    category: str
    position: str
    verdict: Verdict


def read(path: str) -> Submission:
    """The submission at a path; raises UsageError if there is nothing.

    That is a folder, with the Python files in it, or one file that is the player, with the
    files of LENDABLE that lie beside it.
    """
    if not os.path.lexists(path):
        raise UsageError(f"there is no {path!r}")
    place, name = Path(path), printable(path)
    try:
        if place.is_file() and place.name == "t3_player.py":
            place = place.parent
        if place.is_dir():
            # Not __init__.py: the files would be a package then, for mypy.
            paths = {file.name: file for file in place.glob("*.py")}
            paths.pop("__init__.py", None)
        elif place.suffix == ".py":
            paths = {lent: place.with_name(lent) for lent in LENDABLE}
            paths["t3_player.py"] = place
        else:
            return Submission(name, {}, "it is neither a folder nor a Python file")
        files = {key: _content(file) for key, file in paths.items() if file.is_file()}
    except OSError as error:
        return Submission(name, {}, printable(str(error)))
    if "t3_player.py" not in files:
        return Submission(name, {}, "it has no t3_player.py")
    return Submission(name, files)


def _content(path: Path) -> bytes:
    if path.stat().st_size > FILE_LIMIT:
        raise OSError(f"{path.name} has more than {FILE_LIMIT} bytes")
    return path.read_bytes()


def the_same_in_all(cases: Sequence[Case], verdict: Verdict) -> list[Result]:
    """A verdict in each case, and with mypy."""
    found = [Result(case.category, case.state.notation(), verdict) for case in cases]
    return [*found, Result("mypy", "", verdict)]


def examine(submission: Submission, cases: Sequence[Case], seconds: int) -> list[Result]:
    """How a submission does in each case, with so many seconds for it, and with mypy.

    Whatever happens, it is this submission's own fault, and no other's.
    """
    if submission.fault:
        return the_same_in_all(cases, Verdict(Kind.COULD_NOT_RUN, submission.fault))
    try:
        return _examine(submission, cases, seconds)
    except Exception as error:
        reason = printable(f"it could not be examined: {error!r}")
        return the_same_in_all(cases, Verdict(Kind.COULD_NOT_RUN, reason))


def _examine(submission: Submission, cases: Sequence[Case], seconds: int) -> list[Result]:
    found = []
    # Apart, so that a player which never answers costs no marks of the state, nor its time.
    late = {True: 0, False: 0}
    for case in cases:
        asks_player = QUESTIONS[case.question].asks_player
        if late[asks_player] == PATIENCE:
            verdict = Verdict(Kind.TIMEOUT, f"not tried after {PATIENCE} in a row")
        else:
            with _unpacked(submission, seconds) as folder:
                attempt = partial(ask, folder, case.question, case.state, seconds)
                answer = patiently(attempt, seconds)
            verdict = judge(case.question, case.state, answer)
            late[asks_player] = late[asks_player] + 1 if verdict.kind == Kind.TIMEOUT else 0
        found.append(Result(case.category, case.state.notation(), verdict))
    return [*found, Result("mypy", "", _check_types(submission, seconds))]


@contextmanager
def _unpacked(submission: Submission, seconds: int) -> Iterator[Path]:
    """A new folder with the files of a submission, and of ours what it lacks."""
    temporary = mkdtemp(prefix="t3_")
    try:
        folder = Path(temporary) / "submission"
        folder.mkdir()
        ours = {name: (OURS / name).read_bytes() for name in LENDABLE}
        for name, content in (ours | submission.files).items():
            (folder / name).write_bytes(content)
        yield folder
    finally:
        # Not Python's own way, which folders within folders can bring to its end.
        remove = ["rm", "-rf", temporary]
        patiently(partial(subprocess.run, remove, stderr=subprocess.DEVNULL), seconds)


def _confine_mypy() -> None:
    """In mypy's process: a submission can make mypy compute what is too big."""
    import resource  # where there is none, nothing is graded

    with suppress(ValueError, OSError):  # a system may have a lower limit already
        resource.setrlimit(resource.RLIMIT_AS, (MYPY_MEMORY, MYPY_MEMORY))


def _check_types(submission: Submission, seconds: int) -> Verdict:
    """Whether mypy accepts the files of a submission, with our mypy.ini."""
    settings = OURS / "mypy.ini"
    if importlib.util.find_spec("mypy") is None:
        return Verdict(Kind.COULD_NOT_RUN, "mypy is not installed", excused=True)
    if not settings.is_file():
        return Verdict(Kind.COULD_NOT_RUN, f"there is no {settings}", excused=True)
    names = [name for name in ["t3_player.py", *LENDABLE] if name in submission.files]
    for name in names:
        if re.search(rb"^\s*#\s*mypy:", submission.files[name], re.MULTILINE):
            return Verdict(Kind.WRONG, f"{name} tells mypy how to check it, by a comment")
    with _unpacked(submission, seconds) as folder:
        paths = [f"{folder.name}/{name}" for name in names]
        try:
            done = patiently(partial(_run_mypy, settings, folder.parent, paths), seconds)
        except subprocess.TimeoutExpired:
            return Verdict(Kind.TIMEOUT, f"mypy takes more than {MYPY_SECONDS} s")
    if done.returncode == 0:
        return Verdict(Kind.EXACT)
    lines = done.stdout.decode(errors="replace").replace(f"{folder.name}/", "").split("\n")
    errors = [printable(line) for line in lines if ": error:" in line] or lines[:1]
    more = f"; and {len(errors) - 1} more" if len(errors) > 1 else ""
    return Verdict(Kind.WRONG, errors[0] + more)


def _run_mypy(
    settings: Path, folder: Path, paths: list[str]
) -> "subprocess.CompletedProcess[bytes]":
    """What mypy says of files; raises OSError if it gets no process, or no thread."""
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings)]
    # The traceback tells the want of a thread from mypy's other ends.
    command += ["--cache-dir", os.devnull, "--no-error-summary", "--show-traceback"]
    done = subprocess.run(
        [*command, *paths],
        # Not that of the files: its modules would take the place of mypy's.
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=MYPY_SECONDS,
        preexec_fn=_confine_mypy,
    )
    if b"can't start new thread" in done.stdout:
        raise OSError("no thread for mypy")
    return done
