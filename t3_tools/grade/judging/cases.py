"""The cases of an exam: positions of each category, chosen by a seed.

A category tests one thing. Most ask `choose` for the best action. If they do not test a
tie-break, only one action has the best utility, so a wrong tie-break costs nothing there,
even in the naive search. On all positions, except in `trap`, the naive search gives the
exact answer, too, and visits at most 30,000 nodes, about a second's worth.

positions.txt has the boards, and the images of each, turned or mirrored, where all this
holds. The seed chooses among them, so that neither the first nor the last legal action
is often right.
"""

import inspect
import pkgutil
import random
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from reprlib import repr as shown
from typing import NamedTuple

from t3_play.program import printable
from t3_state import T3State
from t3_tools.grade import limits
from t3_tools.grade.judging import asks
from t3_tools.grade.judging.asks import Json
from t3_tools.grade.judging.verdicts import Ask, Kind, Verdict, judge
from t3_tools.handout import PLAYER, STATE

ALL = "01234567"
"""The images of a board, as positions.txt numbers them. There a board without numbers
stands for all its images."""


PARTS = {"T3State": STATE, "choose": PLAYER, "types": ""}
"""The parts of the homework, each with the file asked about; mypy reads all."""


class Category(NamedTuple):
    """What an exam asks several times, about different positions."""

    tests: str
    """What a case tests, for people."""
    points: float
    """What all its cases are worth, of 100."""
    ask: Ask | None = asks.choose
    """What is asked about the positions; None for mypy, which has none."""
    part: str = "choose"
    """One of PARTS."""
    most: int | None = None
    """The most cases in an exam; None if there is no limit."""


CATEGORIES = {
    "game-over": Category("is_win and is_tie are right", 7, asks.over, "T3State"),
    "transitions": Category(
        "get_transitions: all actions, with the right states",
        13,
        asks.transitions,
        "T3State",
    ),
    "lazy": Category(
        "get_transitions makes each state only when asked for it", 8, asks.lazy, "T3State"
    ),
    "terminal": Category("choose returns None when the game is over", 1),
    "unchanged": Category(
        "choose does not change the state, and answers the same if asked again",
        1,
        asks.unchanged,
    ),
    "immediate-win": Category("one action wins at once", 2),
    "forced-win": Category("one action wins, not at once", 6),
    "block": Category("the opponent threatens to win, and one action answers it", 6),
    "tie": Category("one action ties, the others lose", 6),
    "deep": Category("one action ties, another loses only after five plies", 4),
    "lost": Category(
        "all actions lose; an action before the best one loses more slowly", 5
    ),
    "depth-tie-break": Category("an action before the best one wins, but more slowly", 5),
    "depth-of-both": Category(
        "only comparing depths for both sides leads to the best action", 4
    ),
    "action-tie-break": Category("several actions have the same utility and depth", 6),
    "again": Category(
        "choose is right even if it remembers what it found, here and in other positions",
        3,
        asks.again,
    ),
    "4x4": Category("4x4, partly filled: one action is best, but does not win at once", 4),
    "5x5": Category("5x5, partly filled: one action is best, but does not win at once", 4),
    "pruning": Category(
        "5x5, partly filled: the search prunes, so it does not meet every position",
        10,
        asks.pruned,
        most=2,
    ),
    "trap": Category("the naive search errs", 0),
    "mypy": Category(
        "mypy finds no error, with the handout's mypy.ini", 5, None, "types", 1
    ),
}
"""All categories by name, in the order of reports."""


@dataclass(frozen=True)
class Case:
    """A position of a category."""

    category: str
    number: int
    """Counted from 0 in each category."""
    position: str
    """The state in one line; empty for mypy."""

    @property
    def state(self) -> T3State:
        """The state asked about. Raises InvalidBoardError for mypy."""
        return T3State.from_notation(self.position)

    @property
    def ask(self) -> Ask | None:
        """What is asked about the position; None for mypy."""
        return CATEGORIES[self.category].ask

    @property
    def part(self) -> str:
        """The part of the homework: one of PARTS."""
        return CATEGORIES[self.category].part

    def job(self, files: Mapping[str, bytes]) -> Json:
        """What sandbox/cell.py needs to ask the submission with these files."""
        assert self.ask
        needed = dict.fromkeys((STATE, PARTS[self.part]))
        return {
            "files": {name: b64encode(text).decode() for name, text in files.items()},
            "imports": [name.removesuffix(".py") for name in needed],
            # Chance is the same in each run.
            "source": f"import random\nrandom.seed(0)\n{inspect.getsource(asks)}",
            "ask": self.ask.__name__,
            "board": self.state.board,
            "odd_turn": self.state.odd_turn,
            "limits": {it: vars(limits)[it] for it in vars(limits) if it.isupper()},
        }

    def not_tried(
        self, missing: Mapping[str, str], spent: float, whole: int
    ) -> Verdict | None:
        """Why not to ask a submission; None if it can be asked.

        `missing` says why it lacks a file. It has used up `spent` seconds of its `whole`.
        """
        if spent > whole:
            reason = f"not tried: earlier cases used up the submission's {whole} s"
            return Verdict(Kind.OUT_OF_TIME, reason)
        if (needed := PARTS[self.part]) in missing:
            return Verdict(Kind.NOT_TRIED, missing[needed])
        return None

    def judge(self, answer: Json | Verdict) -> "Result":
        """The result for an answer. It may already be a verdict, such as a crash."""
        verdict = answer
        if not isinstance(verdict, Verdict):
            assert self.ask
            try:
                verdict = judge(self.ask, self.state, answer)
            except Exception:  # the submission forged it
                reason = f"returns something that is not an answer: {shown(answer)}"
                verdict = Verdict(Kind.WRONG, reason)
        # The addresses of objects differ from run to run.
        reason = printable(re.sub(" at 0x[0-9a-f]+", "", verdict.reason))
        verdict = verdict._replace(reason=reason[:500])
        return Result(self.category, self.number, self.position, verdict)


@dataclass(frozen=True)
class Result(Case):
    """The verdict on a submission in one case."""

    verdict: Verdict


def exam_cases(seed: int, each: int) -> list[Case]:
    """The cases of an exam, in the order in which to ask.

    Each category's first case comes before any second one. `each` is the number of cases in
    a category. It does not change the cases themselves.
    """
    cases = [
        drawn_case(seed, name, number)
        for number in range(each)
        for name, category in CATEGORIES.items()
        if number < (category.most or each)
    ]
    return in_order(cases)


def in_order(cases: list[Case]) -> list[Case]:
    """Those of choose come last, because a slow player may use up the time."""
    return sorted(cases, key=lambda it: it.part == "choose")


def drawn_case(seed: int, category: str, number: int) -> Case:
    """A case of a category. Odds are to move in every other one, from the first, number 0.

    No board comes twice before all of its kind have come, and no image before all of them.
    """
    if CATEGORIES[category].ask is None:
        return Case(category, number, "")
    turn, at = ("odds", "evens")[number % 2], number // 2
    kinds = boards()[category, turn]
    kind, place = at % len(kinds), at // len(kinds)
    alike = list(kinds[kind])
    random.Random(f"{seed} {category} {turn} {kind}").shuffle(alike)
    board, images = alike[place % len(alike)]
    order = random.Random(f"{seed} {board}").sample(images, len(images))
    drawn = image(board, order[place // len(alike) % len(order)])
    return Case(category, number, f"{drawn} {turn}")


def image(board: str, number: int) -> str:
    """One of the eight images of a board, turned and mirrored; number 0 is the board."""
    rows = board.split("/")[:: -1 if number > 3 else 1]
    for _ in range(number % 4):
        rows = ["".join(it) for it in zip(*rows[::-1])]
    return "/".join(rows)


Boards = list[tuple[str, list[int]]]
"""Boards, each with the numbers of its images that test the same."""


@cache
def boards() -> dict[tuple[str, str], list[Boards]]:
    """The boards of each category and side to move. An exam mixes their kinds."""
    found: dict[tuple[str, str], list[Boards]] = {}
    text = pkgutil.get_data(__package__, "positions.txt") or b""
    for line in text.decode("ascii").splitlines():
        category, turn, *words = line.split()
        kind = [
            (board, [*map(int, images or ALL)])
            for board, _, images in (it.partition(":") for it in words)
        ]
        found.setdefault((category, turn), []).append(kind)
    return found
