"""The verdicts on honest submissions, and their reasons."""

import os
from pathlib import Path

import pytest

from commands import ROOT
from handed_in import (
    COURSE,
    SLIP_STATE,
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
def test_our_player_is_exact() -> None:
    (ours,) = read([str(ROOT)])
    found = examined(ours, cases())
    assert len(found) == len(cases())
    assert faults(found) == {}


@pytest.mark.long
def test_the_textbook_fails_in_the_traps_alone(tmp_path: Path) -> None:
    found = results(tmp_path, cases(), t3_player=COURSE)
    assert [(position, *verdict[:2]) for position, verdict in faults(found).items()] == [
        (
            "501/600/400 odds",
            "action tie-break",
            "plays (1,1) = 3, which loses in 2; (1,1) = 1 does too, and comes first",
        ),
        (
            "100/600/102 odds",
            "depth tie-break",
            "plays (1,0) = 1, which loses in 4; (1,1) = 1 loses in 2",
        ),
        (
            "261/001/000 evens",
            "blunder",
            "plays (0,1) = 6, which loses in 2 after the reply (0,2) = 5; "
            "(0,1) = 2 wins in 3",
        ),
    ]


@pytest.mark.long
def test_a_state_of_its_own(tmp_path: Path) -> None:
    """No case asks is_valid_action, so the slip that T3State has there costs nothing."""
    found = results(tmp_path, cases(), t3_player=COURSE, t3_state=SLIP_STATE)
    assert set(faults(found)) == {case.state.notation() for case in cases("trap")}


@pytest.mark.parametrize(
    ("old", "new", "category", "reason"),
    [
        (
            "        for col, row in self.get_open_tiles():\n            for move",
            "        for row, col in sorted((r, c) for c, r in self.get_open_tiles()):\n"
            "            for move",
            "transitions",
            "transition 6 is (2,0) = 1 to 001/132/600 evens, "
            "and should be (1,2) = 1 to 000/132/610 evens",
        ),
        (
            "T3State(not self._odd_turn, self._state)",
            "T3State(self._odd_turn, self._state)",
            "transitions",
            "transition 0 is (0,0) = 1 to 100/132/600 odds, "
            "and should be (0,0) = 1 to 100/132/600 evens",
        ),
        (
            "for col, row in self.get_open_tiles():",
            "for col, row in self.get_open_tiles()[1:]:",
            "transitions",
            "transition 0 is (1,0) = 1 to 010/132/600 evens, "
            "and should be (0,0) = 1 to 100/132/600 evens",
        ),
        (
            "for col, row in self.get_open_tiles():",
            "for col, row in self.get_open_tiles()[:-1]:",
            "transitions",
            "there are 12 transitions, not 15",
        ),
        (
            "yield act, self.get_next_state(act)",
            "yield act, self.get_next_state(act)\n        raise KeyError(1)",
            "transitions",
            "KeyError: 1 (t3_state.py, line 51)",
        ),
        (
            "    def get_transitions(self)",
            "    def get_transitions(self):\n"
            "        return list(self.all())\n\n    def all(self)",
            "lazy",
            "get_transitions() returns a list, not a generator",
        ),
        (
            "        state = T3State(not self._odd_turn, self._state)\n",
            "        state = self\n        state._odd_turn = not self._odd_turn\n",
            "transitions",
            "get_transitions() changes the state, to 566/132/655 evens",
        ),
        (
            "        return 13 in map",
            "        return 14 in map",
            "game-over",
            "is_win() is False, and should be True",
        ),
        (
            "not self.is_win() and not self.get_open_tiles()",
            "not self.get_open_tiles()",
            "game-over",
            "is_tie() is True, and should be False",
        ),
    ],
    ids=[
        "by-row",
        "turn-kept",
        "first-left-out",
        "last-left-out",
        "raises-at-the-end",
        "a-list",
        "changes-the-state",
        "another-target",
        "tie-though-won",
    ],
)
def test_a_fault_in_the_state(
    tmp_path: Path, old: str, new: str, category: str, reason: str
) -> None:
    state = course(old, new, SLIP_STATE)
    found = results(tmp_path, cases(category), t3_player=COURSE, t3_state=state)
    assert reason in [why for _, why in reasons(found, category)]


def test_choosing_must_not_change_the_state(tmp_path: Path) -> None:
    player = course("copy.deepcopy(state)", "state")
    player = course(
        "        if state.is_win():",
        "        if depth == 0:\n            object.__setattr__(state, '_odd_turn', True)\n"
        "        if state.is_win():",
        player,
    )
    found = results(tmp_path, cases("unchanged"), t3_player=player)
    assert reasons(found, "unchanged") == [
        ("exact", ""),
        ("wrong", "choose() changes the state, to 330/030/406 odds"),
    ]


@pytest.mark.parametrize(
    ("player", "kind", "reason"),
    [
        ("def choose(state): return None", "illegal", "returns None, and the game is"),
        (
            "def choose(state): return 0, 1, 2",
            "illegal",
            "returns (0, 1, 2), which is not a T3Action of ints",
        ),
        (
            "from t3_action import *\ndef choose(state): return T3Action(0, True, 1)",
            "illegal",
            "returns T3Action(0, True, 1) of (0, True, 1), which is not a T3Action of",
        ),
        (
            "from t3_action import *\ndef choose(state): return T3Action(2, 2, 1)",
            "illegal",
            "plays (2,2) = 1: the cell (2,2) is taken: it holds 3",
        ),
        (
            "from t3_action import *\ndef choose(state): return T3Action(1, 2, 2)",
            "illegal",
            "plays (1,2) = 2: odds can't place 2, only 1, 3 or 5",
        ),
        ("def choose(state): 1 / 0", "crash", "ZeroDivisionError: division by zero (t3_p"),
        (
            "def choose(state)",
            "crash",
            "SyntaxError: expected ':' (t3_player.py, l",
        ),
        (
            "import no_such",
            "crash",
            "ModuleNotFoundError: No module named 'no_such' (t3_player.py, line 1): only ",
        ),
        ("x = 1", "crash", "ImportError: t3_player.py has neither choose(state) "),
    ],
)
def test_no_legal_action(tmp_path: Path, player: str, kind: str, reason: str) -> None:
    asked = cases("block")[:1]
    verdict = results(tmp_path, asked, t3_player=player)[0].verdict
    assert verdict.kind == kind
    assert verdict.reason.startswith(reason)


def test_no_action_is_right_when_the_game_is_over(tmp_path: Path) -> None:
    player = "from t3_action import *\ndef choose(state): return T3Action(2, 0, 1)"
    found = results(tmp_path, cases("terminal")[:1], t3_player=player)
    assert reasons(found, "terminal") == [
        ("illegal", "plays (2,0) = 1, and the game is over")
    ]


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


def test_questions_that_need_no_player(tmp_path: Path) -> None:
    """Exactly those that say so pass without a player."""
    state = cases("transitions")[0].state
    asked = [Case(name, 0, state) for name in CATEGORIES if name != "mypy"]
    found = results(tmp_path, asked, t3_player="raise SystemExit")
    passed = [not it.verdict.failed for it in found]
    assert passed == [it.question is not None and it.question.of_state for it in asked]
    assert any(passed)


def test_half_an_answer_is_wrong() -> None:
    """The answer to `game-over` has the results of two functions, not of one."""
    case = Case("game-over", 0, T3State.from_notation("260/001/040 odds"))
    assert case.judge({"is_win": False, "is_tie": False}).verdict.kind == "exact"
    assert case.judge({"is_win": False}).verdict.kind == "wrong"


def test_a_player_that_is_missing(tmp_path: Path) -> None:
    """The state alone can be graded."""
    found = results(tmp_path, cases("transitions", "block"), t3_state=SLIP_STATE)
    assert reasons(found, "transitions") == [("exact", "")] * 2
    assert reasons(found, "block") == [("not tried", "it has no t3_player.py")] * 2


def test_a_state_of_the_course(tmp_path: Path) -> None:
    """A player that changes the board in place needs the course's state, not ours."""
    player = course(
        "        if state.is_win():",
        "        state._state[0][0] += 0\n        if state.is_win():",
    )
    (submission,) = read([folder(tmp_path / "alice", t3_player=player)])
    lent = lendable(Path(folder(tmp_path / "course", t3_state=SLIP_STATE)))
    asked = cases("block", "lazy")
    found = examined(submission, asked)
    assert {kind for kind, _ in reasons(found, "block")} == {"crash"}
    found = examined(submission._replace(lent=lent), asked)
    assert reasons(found, "block") == [("exact", "")] * 2
    assert reasons(found, "lazy") == [("not tried", "it has no t3_state.py")] * 2
