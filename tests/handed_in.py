"""Submissions for the tests of the grader, and cases to examine them on."""

import os
import time
from pathlib import Path

from commands import ROOT
from t3_state import T3State
from t3_tools.grade.cases import Case
from t3_tools.grade.results import Result, Verdict
from t3_tools.grade.sandbox.exam import Exam, examine
from t3_tools.grade.submissions import Submission, read

COURSE = (ROOT / "tests" / "course_player.py").read_text(encoding="utf-8")
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
ONE_BEST = ["immediate-win", "forced-win", "block", "tie", "deep", "4x4", "5x5"]

ENOUGH = 60
"""A limit in CPU seconds that only submissions without an answer reach."""

CLOCK = 40
"""Tests set asking.WAIT to this, so that the CPU limit ends a loop, not the clock."""

SLIP_STATE = """
import copy
from typing import Any, Generator, List, Optional, Tuple

from t3_action import *


class T3State:
    def __init__(self, odd_turn: bool, state: Optional[List[List[int]]]) -> None:
        self._odd_turn = odd_turn
        self._state = copy.deepcopy(state) if state else [[0] * 3 for _ in range(3)]

    def is_valid_action(self, act: T3Action) -> bool:
        size = len(self._state)
        return (
            0 <= act.col() < size
            and 0 <= act.row() < size
            and self._state[act.row()][act.col()] == 0
            and 1 <= act.move() <= 6
            and self._odd_turn
            and act.move() % 2 == 1
            or not self._odd_turn
            and act.move() % 2 == 0
        )

    def get_next_state(self, act: T3Action) -> "T3State":
        state = T3State(not self._odd_turn, self._state)
        state._state[act.row()][act.col()] = act.move()
        return state

    def get_open_tiles(self) -> List[Tuple[int, int]]:
        span = range(len(self._state))
        return [(c, r) for c in span for r in span if self._state[r][c] == 0]

    def get_moves(self) -> List[int]:
        return [1, 3, 5] if self._odd_turn else [2, 4, 6]

    def is_win(self) -> bool:
        board, span = self._state, range(len(self._state))
        lines = [*board, *zip(*board), [board[i][i] for i in span]]
        return 13 in map(sum, [*lines, [board[i][-1 - i] for i in span]])

    def is_tie(self) -> bool:
        return not self.is_win() and not self.get_open_tiles()

    def get_transitions(self) -> Generator[Tuple[T3Action, "T3State"], None, None]:
        for col, row in self.get_open_tiles():
            for move in self.get_moves():
                act = T3Action(col, row, move)
                yield act, self.get_next_state(act)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, T3State) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return str((self._odd_turn, self._state))
"""
"""A student's T3State. Its `is_valid_action` has an error of the course's starter code."""


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


def wait_until_ended(file: Path) -> None:
    """Wait until the process whose number is in a file has ended."""
    pid = int(file.read_text())
    while True:
        try:
            os.kill(pid, 0)
            # In some containers no parent reaps the process, and it stays a zombie.
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:2] == " Z":
                return
        except ProcessLookupError:
            return
        except FileNotFoundError:  # the process has just ended, or there is no /proc
            pass
        time.sleep(0.01)


ODDS, EVENS = cases("block")
