"""Submissions for the tests of the grader, and cases to examine them on."""

from pathlib import Path

from commands import ROOT
from t3_state import T3State
from t3_tools.grade.cases import Case
from t3_tools.grade.results import Result, Verdict
from t3_tools.grade.sandbox.exam import Exam, examine
from t3_tools.grade.submissions import Submission, read

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
    "deep": "241/000/000 odds, 030/002/050 evens",
    "lost": "052/200/300 odds, 230/600/001 evens",
    "depth-tie-break": "550/002/600 odds, 564/003/000 evens",
    "action-tie-break": "012/005/362 odds, 605/040/050 evens",
    "4x4": "4200/2130/4111/1420 odds, 4655/6650/4100/5360 evens",
    "5x5": "35641/04046/00120/43515/22633 odds, 65350/35643/20012/32263/64500 evens",
    "pruning": "51325/40000/63305/42623/50204 odds",
    "trap": "501/600/400 odds, 100/600/102 odds, 261/001/000 evens",
}

ENOUGH = 60
"""A limit in CPU seconds that only submissions without an answer reach."""

CLOCK = 40
"""Tests set asking.WAIT to this, so that the CPU limit ends a loop, not the clock."""


def cases(*categories: str) -> list[Case]:
    """The cases about POSITIONS in these categories, or in all if none is given."""
    return [
        Case(category, number, T3State.from_notation(notation))
        for category in categories or POSITIONS
        for number, notation in enumerate(POSITIONS[category].split(", "))
    ]


def course(old: str, new: str, text: str = COURSE) -> str:
    """The course solution, or another text, with its only `old` replaced by `new`."""
    assert text.count(old) == 1
    return text.replace(old, new)


def folder(path: Path, **files: str) -> str:
    """Make a submission with these Python files; returns its folder."""
    path.mkdir(exist_ok=True)
    for name, text in files.items():
        (path / f"{name}.py").write_text(text, encoding="utf-8")
    return str(path)


def results(
    path: Path, asked: list[Case], seconds: int = ENOUGH, **files: str
) -> list[Result]:
    """The results of a submission with these files, and a right state, in the cases."""
    (submission,) = read([folder(path, **{"t3_state": STATE, **files})])
    return examined(submission, asked, seconds)


def examined(
    submission: Submission,
    asked: list[Case],
    seconds: int = ENOUGH,
    user: tuple[int, int] | None = None,
) -> list[Result]:
    """The results of a submission in the cases asked."""
    return list(examine(submission, Exam(asked, seconds, user)))


def faults(found: list[Result]) -> dict[str, Verdict]:
    """The verdicts other than exact, by position."""
    return {it.position: it.verdict for it in found if it.verdict.kind != "exact"}


def reasons(found: list[Result], category: str) -> list[tuple[str, str]]:
    """The kind and the reason of each verdict in a category."""
    return [it.verdict[:2] for it in found if it.category == category]


SHORT_SIGHTED = course(
    "        best: Optional",
    "        if depth == 5:\n            return 0, depth, None\n        best: Optional",
)


def killer(signal: str = "SIGKILL", generations: int = 1) -> str:
    """A player that sends a signal to its parent, or to an earlier ancestor.

    Its parent is the examiner, the second ancestor is the guard, the third `grade` itself.
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


ODDS, EVENS = cases("block")
