"""What people hand in, for the tests of the grader, and cases to examine it on."""

import io
import os
import re
import shutil
import tarfile
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from commands import ROOT
from oracle import Oracle, Value
from t3_state import T3Action, T3State
from t3_tools.grade.intake.archives import ARCHIVES
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.judging.cases import Case, Result
from t3_tools.grade.judging.marks import Exam, weighed
from t3_tools.grade.sandbox.examining import examine

POSIX = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="grade needs a POSIX system"),
    pytest.mark.timeout(120),
    pytest.mark.usefixtures("reads_here"),
]
"""Marks for tests that grade."""
AS_ROOT = pytest.mark.skipif(
    not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give rights"
)

BUBBLEWRAP = pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap"))
CONTAINED, UNCONTAINED = (
    pytest.mark.parametrize("box", [it], indirect=True)
    for it in (BUBBLEWRAP, "no bubblewrap")
)
"""For attacks that have a target only in a container, or only outside."""
IN_ONE_BOX = CONTAINED if shutil.which("bwrap") else UNCONTAINED
"""For what is the same in a container and outside."""

SYSTEM = "/usr/bin/python3"
"""A Python that every user can run, if it is installed."""

COURSE = (ROOT / "tests" / "course_player.py").read_text(encoding="utf-8")
COURSE_STATE = (ROOT / "tests" / "course_state.py").read_text(encoding="utf-8")
STATE = (ROOT / "t3_state.py").read_text(encoding="utf-8")

POSITIONS = {
    "game-over": "661/111/111 odds, 455/214/215 evens, 330/030/406 evens",
    "terminal": "360/626/053 odds, 661/111/111 odds, 455/214/215 evens, "
    "1054/2640/1500/0161 evens",
    "transitions": "000/132/600 odds, 0040/0000/0000/1300 evens",
    "lazy": "050/003/440 odds, 0040/0000/0000/1300 evens",
    "unchanged": "603/340/004 odds, 330/030/406 evens",
    "immediate-win": "600/003/304 odds, 416/031/004 evens",
    "forced-win": "300/203/400 odds, 100/020/316 evens",
    "block": "320/632/003 odds, 110/500/602 evens",
    "tie": "400/540/104 odds, 050/413/062 evens",
    "deep": "35304/24404/16516/02010/55202 odds, 43026/05443/15563/30465/02300 evens",
    "lost": "052/200/300 odds, 230/600/001 evens",
    "depth-tie-break": "550/002/600 odds, 564/003/000 evens",
    "action-tie-break": "012/005/362 odds, 605/040/050 evens",
    "depth-of-both": "006/002/103 odds, 064/001/001 evens",
    "again": "030/522/021 odds, 005/505/024 evens",
    "4x4": "4200/2130/4111/1420 odds, 4655/6650/4100/5360 evens",
    "5x5": "35641/04046/00120/43515/22633 odds, 65350/35643/20012/32263/64500 evens",
    "pruning": "40525/40661/66546/00600/61142 odds",
    "trap": "501/600/400 odds, 100/600/102 odds, 261/001/000 evens",
}

ENOUGH = 60
"""A limit in CPU seconds that only submissions without an answer reach."""

CLOCK = 40
"""Tests set limits.WAIT to this, so that the CPU limit ends a loop, not the clock."""


def cases(*categories: str) -> list[Case]:
    """The cases about POSITIONS in these categories, or in all if none is given."""
    return [
        Case(category, number, notation)
        for category in categories or POSITIONS
        for number, notation in enumerate(POSITIONS[category].split(", "))
    ]


ORACLES = {size: Oracle(size) for size in (3, 4, 5)}


@cache
def values(state: T3State) -> dict[T3Action, Value]:
    """The value of each action by the oracle, in action order."""
    oracle, odd = ORACLES[state.size], state.odd_turn
    known = {}
    for action, board in oracle.children(odd, state.board).items():
        utility, depth, _ = oracle.value(not odd, board)
        known[T3Action(*action)] = Value(-utility, depth + 1, action)
    return known


def rank(value: Value) -> tuple[int, int]:
    """How good a value is; of the actions with the highest, the first is the best."""
    return value.utility, -value.depth


def course(old: str, new: str, text: str = COURSE) -> str:
    """The course solution, or another text, with its only `old` replaced by `new`."""
    assert text.count(old) == 1
    return text.replace(old, new)


def folder(path: Path, **files: str) -> str:
    """Make a submission with these Python files; returns its folder."""
    return write(path, {f"{name}.py": text for name, text in files.items()})


def results(
    path: Path, asked: list[Case], seconds: int = ENOUGH, **files: str
) -> list[Result]:
    """The results of a submission with these files, and a right state, in the cases."""
    (submission,) = read([folder(path, **{"t3_state": STATE, **files})])
    return list(examine(submission, exam(asked, seconds)))


def exam(asked: list[Case], seconds: int = ENOUGH) -> Exam:
    """An exam of these cases, even without bubblewrap."""
    return Exam(asked, weighed(), seconds, unsafe=True)


def reasons(results: Iterable[Result]) -> list[tuple[str, str]]:
    """The kind and the reason of each verdict."""
    return [it.verdict[:2] for it in results]


def killer(signal: str = "SIGKILL", generations: int = 1) -> str:
    """A player that sends a signal to its parent, or to an earlier ancestor.

    Its parent only waits, in a container and outside; the second ancestor is the grader.
    """
    return f"""
import os, signal
def choose(state: object) -> None:
    pid = os.getpid()
    for _ in range({generations}):
        with open(f"/proc/{{pid}}/stat") as file:
            pid = int(file.read().rpartition(")")[2].split()[1])
    os.kill(pid, signal.{signal})
"""


def right_but(attack: str, top: str = "") -> str:
    """A right player that runs `attack` when odds are to move. It may change `action`."""
    lines = "".join(f"        {line}\n" for line in attack.splitlines())
    return (
        f"{COURSE}\n"
        "import os, random, shutil, signal, socket, subprocess, sys, threading, time\n"
        f"{top}\n"
        "def choose(state):\n"
        "    action = T3Player().choose(state)\n"
        "    actions = [it for it, _ in state.get_transitions()]\n"
        f"    if state._odd_turn:\n{lines}        pass\n"
        "    return action\n"
    )


def trying(doors: Iterable[str]) -> str:
    """An attack that raises KeyError with the errno of each of these, 0 where it works."""
    return f"""
said = []
for door in {[*doors]}:
    try:
        exec(door)
        said.append(0)
    except OSError as error:
        said.append(error.errno)
raise KeyError(said)"""


def wait_until(mark: str, running: bool) -> None:
    """Wait until a process that has this text as an argument runs, or until none does."""

    def arguments() -> Iterator[bytes]:
        for place in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):  # it has just ended
                yield from place.read_bytes().split(b"\0")

    while (mark.encode() in arguments()) != running:
        time.sleep(0.02)


ODDS, EVENS = cases("block")


Contents = dict[str, str | bytes]
"""The content of each file, by its path. A folder's path ends with a slash."""


def zipped(files: Contents) -> bytes:
    """A zip file with these files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def tarred(files: Contents, keys: int = 0) -> bytes:
    """A tar file with these files, and with so many keys for all."""
    written = io.BytesIO()
    headers = {str(it): "x" for it in range(keys)}
    with tarfile.open(fileobj=written, mode="w:gz", pax_headers=headers) as archive:
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size = len(data)
            if name.endswith("/"):
                info.type = tarfile.DIRTYPE
            archive.addfile(info, io.BytesIO(data))
    return written.getvalue()


def packed(files: Contents) -> Contents:
    """The files, with those in a path that goes through an archive in that archive."""
    found: Contents = {}
    inner: dict[str, Contents] = {}
    for path, content in files.items():
        if match := re.match(rf"(.*?({'|'.join(map(re.escape, ARCHIVES))}))/(.+)", path):
            inner.setdefault(match[1], {})[match[3]] = content
        else:
            found[path] = content
    for path, each in inner.items():
        found[path] = (zipped if path.endswith(".zip") else tarred)(packed(each))
    return found


def write(path: Path, content: str | bytes | Contents) -> str:
    """Write a file, or a folder with these files; returns its path."""
    if isinstance(content, dict):
        path.mkdir(parents=True, exist_ok=True)
        for name, inner in content.items():
            write(path / name, {} if name.endswith("/") else inner)
        return str(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)
