"""The verdicts on honest submissions, and their reasons."""

import os
from pathlib import Path

import pytest

pytest.importorskip("syrupy")

from commands import ROOT
from handed_in import (
    COURSE,
    COURSE_STATE,
    ENOUGH,
    cases,
    course,
    examined,
    faults,
    folder,
    reasons,
    results,
)
from t3_state import T3State
from t3_tools.grade.cases import CATEGORIES, Case
from t3_tools.grade.submissions import lendable, read

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytestmark = pytest.mark.timeout(120)


@pytest.mark.long
def test_exact_and_textbook(tmp_path: Path, snapshot: object) -> None:
    """Ours is exact in all cases. The textbook fails in the traps alone.

    It does so with a state of its own, too. No case asks is_valid_action, so a slip there
    costs nothing.
    """
    slip = course(
        "            and self._state[act.row()][act.col()] == 0\n", "", COURSE_STATE
    )
    (ours,) = read([str(ROOT)])
    assert faults(examined(ours, cases())) == {}
    found = results(tmp_path, cases(), t3_player=COURSE, t3_state=slip)
    assert set(faults(found)) == {case.position for case in cases("trap")}
    assert reasons(found, "trap") == snapshot


TRANSITIONS = "for col, row in self.get_open_tiles()"
FAULTS = {
    "by row": (
        "transitions",
        "        for col, row in self.get_open_tiles():\n            for move",
        "        for row, col in sorted((r, c) for c, r in self.get_open_tiles()):\n"
        "            for move",
    ),
    "turn kept": (
        "transitions",
        "T3State(not self._odd_turn, state)",
        "T3State(self._odd_turn, state)",
    ),
    "first left out": ("transitions", TRANSITIONS, f"{TRANSITIONS}[1:]"),
    "last left out": ("transitions", TRANSITIONS, f"{TRANSITIONS}[:-1]"),
    "raises at the end": (
        "transitions",
        "yield act, self.get_next_state(act)",
        "yield act, self.get_next_state(act)\n        raise KeyError(1)",
    ),
    "changes the state": (
        "transitions",
        "state = [list(row) for row in self._state]",
        "state = self._state",
    ),
    "a list": (
        "lazy",
        "def get_transitions(self)",
        "def get_transitions(self):\n        return list(self.all())\n\n    def all(self)",
    ),
    "a generator that raises": (
        "lazy",
        TRANSITIONS,
        f"raise KeyError(1)\n        {TRANSITIONS}",
    ),
    "another target": ("game-over", "return self.WIN_TARGET in", "return 14 in"),
    "tie though won": ("game-over", " and not self.is_win()", ""),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_the_state(tmp_path: Path, name: str, snapshot: object) -> None:
    category, old, new = FAULTS[name]
    state = course(old, new, COURSE_STATE)
    found = results(tmp_path, cases(category), t3_player=COURSE, t3_state=state)
    assert reasons(found, category) == snapshot


ACTION = "from t3_action import *\ndef choose(state): return T3Action"


@pytest.mark.parametrize(
    "player",
    [
        "def choose(state): return None",
        "def choose(state): return 0, 1, 2",
        f"{ACTION}(0, True, 1)",
        f"{ACTION}(2, 2, 1)",
        f"{ACTION}(1, 2, 2)",
        "def choose(state): 1 / 0",
        "def choose(state)",
        "import no_such",
        "x = 1",
    ],
)
def test_no_legal_action(tmp_path: Path, player: str, snapshot: object) -> None:
    """Neither when the game goes on, nor when it is over."""
    asked = [cases("block")[0], cases("terminal")[0]]
    found = results(tmp_path, asked, t3_player=player)
    assert [it.verdict[:2] for it in found] == snapshot


def test_choosing_must_not_change_the_state(tmp_path: Path, snapshot: object) -> None:
    player = course(
        "        if state.is_win():",
        "        if depth == 0:\n            object.__setattr__(state, '_odd_turn', True)\n"
        "        if state.is_win():",
        course("copy.deepcopy(state)", "state"),
    )
    found = results(tmp_path, cases("unchanged"), t3_player=player)
    assert reasons(found, "unchanged") == snapshot


def test_the_function_comes_before_the_class(tmp_path: Path) -> None:
    """The grader asks choose(), even if there is also a T3Player of any kind."""
    player = COURSE.replace("class T3Player", "class Search") + (
        "\n\nclass T3Player:\n    def __init__(self, name):\n        pass\n\n"
        "    def choose(self):\n        raise KeyError\n\n\n"
        "def choose(state):\n    return Search().choose(state)\n"
    )
    found = results(tmp_path, cases("block", "terminal", "unchanged"), t3_player=player)
    assert faults(found) == {}


@pytest.mark.parametrize(
    ("trap", "action", "kind"),
    [
        (1, [1, 0, 1], "depth tie-break"),
        (1, [1, 1, 3], "action tie-break"),
        (2, [0, 1, 2], "exact"),
        (2, [0, 1, 4], "action tie-break"),
        (2, [0, 1, 6], "blunder"),
    ],
)
def test_how_an_action_falls_short(trap: int, action: list[int], kind: str) -> None:
    assert cases("trap")[trap].judge(action).verdict.kind == kind


def test_half_an_answer_is_wrong() -> None:
    """The answer to `game-over` has the results of two functions."""
    case = Case("game-over", 0, T3State.from_notation("260/001/040 odds"))
    facts = ["is_win() is False", "is_tie() is False"]
    assert case.judge(facts).verdict.kind == "exact"
    for answer in (facts[:1], [*facts, "more"], [False, False]):
        assert case.judge(answer).verdict.kind == "wrong"


def test_half_of_the_homework(tmp_path: Path) -> None:
    """What needs t3_state.py alone passes without a player, and does not without it."""
    state = cases("transitions")[0].state
    asked = [Case(name, 0, state) for name in CATEGORIES if name != "mypy"]
    of_state = [it.question is not None and it.question.of_state for it in asked]
    for player in ({"t3_player": "raise SystemExit"}, {}):
        found = results(tmp_path / f"{len(player)}", asked, ENOUGH, **player)
        assert [not it.verdict.failed for it in found] == of_state
    assert found[-1].verdict.reason == "it has no t3_player.py"
    (alone,) = read([folder(tmp_path / "alone", t3_player=COURSE)])
    found = examined(alone, [it for it in asked if it.question and it.question.of_state])
    assert {it.verdict.reason for it in found} == {"it has no t3_state.py"}


def test_a_state_of_the_course(tmp_path: Path) -> None:
    """A player that changes the board in place needs the course's state, not ours."""
    player = course(
        "        if state.is_win():",
        "        state._state[0][0] += 0\n        if state.is_win():",
    )
    (submission,) = read([folder(tmp_path / "alice", t3_player=player)])
    lent = lendable(folder(tmp_path / "course", t3_state=COURSE_STATE))
    asked = cases("block")[:1]
    assert examined(submission, asked)[0].verdict.kind == "crash"
    assert examined(submission._replace(lent=lent), asked)[0].verdict.kind == "exact"
