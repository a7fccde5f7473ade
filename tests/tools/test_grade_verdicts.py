"""The verdicts on honest submissions, mypy's among them, and their reasons."""

import gc
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import ROOT
from handed_in import (
    COURSE,
    COURSE_STATE,
    ODDS,
    POSIX,
    STATE,
    Contents,
    cases,
    course,
    exam,
    folder,
    reasons,
    results,
    write,
)
from t3_tools.grade import limits
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.judging import asks
from t3_tools.grade.judging.asks import Json
from t3_tools.grade.judging.cases import Case
from t3_tools.grade.judging.verdicts import Sign
from t3_tools.grade.sandbox.examining import examine
from t3_tools.grade.sandbox.typecheck import check_types, is_exempt
from t3_tools.grade.submission import LENT, lendable

pytestmark = POSIX

EXACT = ("exact", "")
CASES = {f"{it.category} {it.number + 1}": it for it in cases()}
TRANSITIONS = "in state.get_transitions():"


@pytest.mark.long
def test_exact_and_naive(tmp_path: Path) -> None:
    """Ours is exact in a case of each category. The naive search fails in traps.

    No case asks is_valid_action, so a slip there costs nothing.
    """
    slip = course(
        "            and self._state[act.row()][act.col()] == 0\n", "", COURSE_STATE
    )
    (ours,) = read([str(ROOT)], one=True)
    asked = [it for it in cases() if it.number == 0]
    assert set(reasons(examine(ours, exam(asked)))) == {EXACT}
    asked = cases("block", "trap")
    verdicts = results(tmp_path, asked, t3_player=COURSE, t3_state=slip)
    kinds = ["exact", "exact", "action tie-break", "depth tie-break", "blunder"]
    assert [it.verdict.kind for it in verdicts] == kinds


OUT_OF_TIME = "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)"
"""What the system does to a process at the limit: so it costs no second."""


def state(old: str, new: str) -> Contents:
    """The course's state, with a change."""
    return {"t3_state.py": course(old, new, COURSE_STATE)}


def player(text: str) -> Contents:
    """A player."""
    return {"t3_player.py": text}


FILES: Contents = {
    **{"t3_state.py": STATE, "t3_player.py": COURSE, "d.js": "[1]"},
    **{"lib/__init__.py": "#", "lib/a.py": "def f(data):\n    return {}[data[0]]"},
}
LOOP = "for col, row in self.get_open_tiles()"
YIELD = "yield act, self.get_next_state(act)"
SORTED = "for row, col in sorted((r, c) for c, r in self.get_open_tiles())"
LISTED = "(self):\n        return list(self.all())\n\n    def all(self)"
BOTH = "block 1, terminal 1"
ACTION = "from t3_action import *\ndef choose(state): return T3Action"
BEFORE = "class T3Player: pass\ndef choose(state): return Player().choose(state)\n"
CHANGED = "if depth == 0:\n            object.__setattr__(state, '_odd_turn', True)\n"
CHANGED = course("if state.is_win():", f"{CHANGED}        if state.is_win():")
KNOWN = "        if (KEY) in KNOWN: return KNOWN[KEY]\n        if state.is_win"
KEPT = course("        return best\n", "        KNOWN[KEY] = best\n        return best\n")
MEMO = "KNOWN = {}\n" + course("        if state.is_win", KNOWN, KEPT)
OF_STATE, OF_PLAYER = "game-over 1, transitions 1, lazy 1", f"{BOTH}, unchanged 1"
SKELETON = """
from typing import *
from t3_state import *

def choose(state: "T3State") -> Optional["T3Action"]:
    \"\"\"The best action.\"\"\"
    # >> TODO
    return None
"""
UNWRITTEN = COURSE_STATE.partition(f"        {LOOP}")[0]
UNWRITTEN += "        raise NotImplementedError\n"
SUBMISSIONS: dict[str, tuple[str, Contents]] = {
    # Faults in the state. The order of transitions is none: it shows in what is chosen.
    "by row": ("transitions 1", state(LOOP, SORTED)),
    "turn kept": ("transitions 1", state("T3State(not self", "T3State(self")),
    "first left out": ("transitions 1", state(LOOP, f"{LOOP}[1:]")),
    "last left out": ("transitions 1", state(LOOP, f"{LOOP}[:-1]")),
    "late error": ("transitions 1", state(YIELD, f"{YIELD}\n        raise KeyError(1)")),
    "in place": (
        "transitions 1",
        state("[list(row) for row in self._state]", "self._state"),
    ),
    "a list": ("lazy 1", state("get_transitions(self)", f"get_transitions{LISTED}")),
    "error": ("lazy 1", state(LOOP, f"raise KeyError(1)\n        {LOOP}")),
    "another target": ("game-over 1", state("self.WIN_TARGET in", "14 in")),
    "tie though won": ("game-over 1", state(" and not self.is_win()", "")),
    # Faults in the player.
    "None": (BOTH, player("def choose(state): return [].sort()")),
    "tuple": (BOTH, player("def choose(state): return 0, 1, 2")),
    "bool": (BOTH, player(f"{ACTION}(0, True, 1)")),
    "large": (BOTH, player(f"{ACTION}(999_999_999, -5, 1)")),
    "huge": (BOTH, player(f"{ACTION}(0, 10**5000, 1)")),
    "occupied": (BOTH, player(f"{ACTION}(2, 2, 1)")),
    "even": (BOTH, player(f"{ACTION}(1, 2, 2)")),
    "no module": ("block 1", player("import no_such")),
    "no function": ("block 1", player("x = 1")),
    "no time": ("block 1", player(OUT_OF_TIME)),
    "input": ("block 1", player("input()")),
    "no path": ("block 1", player("import sys\nsys.path = []\ndef choose(state): 1 / 0")),
    "memory": ("block 1", player("def choose(state): bytearray(10**10)")),
    "package": ("block 1", player("import json, lib.a\nlib.a.f(json.load(open('d.js')))")),
    "class, too": ("block 1", player(COURSE.replace("class T3", "class ") + BEFORE)),
    "changes": (
        "unchanged 1, unchanged 2",
        player(course("copy.deepcopy(state)", "state", CHANGED)),
    ),
    # A memo of positions without their side, or of bounds, from other positions.
    "memo": ("again 1, again 2, block 1", player(MEMO.replace("KEY", "str(state)"))),
    "memo of bounds": (
        "again 1, again 2, block 1",
        player(MEMO.replace("KEY", "str(state), state._odd_turn")),
    ),
    # Half of the homework.
    "a state alone": (OF_STATE, player("")),
    "no player": (OF_PLAYER, player("")),
    "a state beside a player that ends": (OF_STATE, player("import os\nos._exit(0)")),
    "a player that ends": (OF_PLAYER, player("import os\nos._exit(0)")),
    "a player alone": (OF_PLAYER, {"t3_state.py": ""}),
    "no state": (OF_STATE, {"t3_state.py": ""}),
    "a skeleton beside a state": ("block 1", player(SKELETON)),
    "a skeleton beside a player": (f"{BOTH}, lazy 1", {"t3_state.py": UNWRITTEN}),
    "skeletons": ("block 1", player(SKELETON) | {"t3_state.py": UNWRITTEN}),
}
"""Cases to ask, and the files that differ from FILES, or are missing if they are empty."""


def test_reasons(tmp_path: Path, snapshot: object) -> None:
    found = {}
    for name, (asked, own) in SUBMISSIONS.items():
        files = {path: text for path, text in {**FILES, **own}.items() if text}
        (submission,) = read([write(tmp_path / name, files)], one=True)
        answered = examine(submission, exam([CASES[it] for it in asked.split(", ")]))
        said = " | ".join(dict.fromkeys(map(": ".join, reasons(answered))))
        found[name] = submission.fault or said
    assert found == snapshot


def test_a_syntax_error_names_the_version_of_python(tmp_path: Path) -> None:
    (result,) = results(tmp_path, [ODDS], t3_player="def choose(state) return 1")
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert f"; Python {version})" in result.verdict.reason


def test_what_uses_up_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An import without end is tried once. What no time is left for is not tried."""
    monkeypatch.setattr(limits, "WHOLE", 2)
    asked = cases("block", "tie", "lazy")
    found = results(tmp_path / "imports", asked, 1, t3_player=OUT_OF_TIME)
    assert [it.verdict.sign for it in found] == [Sign.IMPORTS] * 4 + [None] * 2
    assert [it.verdict.failed for it in found[4:]] == [False] * 2
    player = f"def choose(state):\n    {OUT_OF_TIME}\n"
    found = results(tmp_path / "chooses", asked, 1, t3_player=player)
    assert [it.verdict.kind for it in found] == ["timeout"] * 3 + ["out of time"] * 3


@pytest.mark.long
def test_the_careful_search_has_time(tmp_path: Path) -> None:
    """It cuts only where alpha exceeds beta, and is asked where it takes longest.

    In pruning, it may even begin with the last action.
    """
    player = course("if beta <= alpha:", "if beta < alpha:")
    player = player.replace("        assert ", "        # assert ")
    again = [Case("again", 0, "030/420/000 odds")]
    assert reasons(results(tmp_path / "a", again, limits.SECONDS, t3_player=player)) == [
        EXACT
    ]
    player = course(TRANSITIONS, f"in reversed(list({TRANSITIONS[3:-1]})):", player)
    pruning = results(tmp_path / "b", cases("pruning"), limits.SECONDS, t3_player=player)
    assert reasons(pruning) == [EXACT]


@pytest.mark.long
def test_a_memo_prunes_nothing(tmp_path: Path) -> None:
    player = course("if beta <= alpha:", "if False:")
    player = course("    def search(", "    @cache\n    def search(", player)
    player = player.replace(", alpha, beta, not", ", 0, 0, not").replace(
        "-math.inf, ", "0, "
    )
    player = "from functools import cache\n" + player
    (result,) = results(tmp_path, cases("pruning"), t3_player=player)
    assert "looks at 34,792 different positions" in result.verdict.reason


def test_a_choice_by_chance(tmp_path: Path) -> None:
    """It shows when asked again, and is the same in each run: so is the mark."""
    player = (
        "import random\ndef choose(state):\n"
        "    return random.choice([it for it, _ in state.get_transitions()])\n"
    )
    asked = [*cases("unchanged"), *cases("block")]
    first, second = (results(tmp_path / run, asked, t3_player=player) for run in "12")
    assert first == second
    assert "choose() answers differently: " in first[0].verdict.reason


class Copying:
    """A state whose generator makes some states before it yields."""

    def __init__(self, states: int) -> None:
        self.states = states

    def get_transitions(self) -> Iterator[list["Copying"]]:
        made = [Copying(0) for _ in range(self.states)]
        yield made


FACTS = asks.over(Case("game-over", 0, "260/001/040 odds").state)


@pytest.mark.parametrize(
    ("category", "position", "answer", "kind"),
    [
        ("trap", "100/600/102 odds", [1, 0, 1], "depth tie-break"),
        ("trap", "100/600/102 odds", [1, 1, 3], "action tie-break"),
        ("trap", "261/001/000 evens", [0, 1, 2], "exact"),
        ("trap", "261/001/000 evens", [0, 1, 4], "action tie-break"),
        ("trap", "261/001/000 evens", [0, 1, 6], "blunder"),
        ("game-over", "260/001/040 odds", FACTS, "exact"),
        ("game-over", "260/001/040 odds", FACTS[:1], "wrong"),
        ("game-over", "260/001/040 odds", [*FACTS, "more"], "wrong"),
        ("game-over", "260/001/040 odds", [False, False], "wrong"),
        # Plain minimax meets 135.
        ("pruning", "320/632/003 odds", [[0, 2, 5], 128], "exact"),
        ("pruning", "320/632/003 odds", [[0, 2, 5], 129], "wrong"),
    ],
)
def test_an_answer(category: str, position: str, answer: Json, kind: str) -> None:
    assert Case(category, 0, position).judge(answer).verdict.kind == kind


def test_states_before_the_first_transition() -> None:
    """That one, and two copies."""
    gc.freeze()  # there are fewer to count
    said = [asks.lazy(Copying(states))[0] for states in (3, 4)]
    gc.unfreeze()
    assert [it.startswith("a generator makes each") for it in said] == [True, False]


def test_a_state_of_the_course(tmp_path: Path) -> None:
    """A player that changes the board in place needs the course's state, not ours.

    One that notes something on an action gets along with what is lent.
    """
    change = "state._state[0][0] += 0\n        "
    player = course("if state.is_win():", f"{change}if state.is_win():")
    note = "action.score = utility  # type: ignore\n            sign = 1"
    player = course("sign = 1", note, player)
    (submission,) = read([folder(tmp_path / "alice", t3_player=player)])
    lent = lendable(folder(tmp_path / "course", t3_state=COURSE_STATE))
    for given, kind in ((submission, "crash"), (submission._replace(lent=lent), "exact")):
        (result,) = examine(given, exam(cases("block")[:1]))
        assert result.verdict.kind == kind


@pytest.mark.parametrize(
    "content",
    [
        "# mypy: ignore-errors\n",
        "x = 1\n  #mypy: ignore-errors\n",
        "x = 1\r# mypy: ignore-errors\n",
        "\ufeff# mypy: ignore-errors\n",
        "# coding: utf7\n+ACM- mypy: ignore-errors\n",
        "# type: ignore\n",
        "# by me\n\n  #type:ignore\n",
        "\ufeff# type: ignore\n",
        "\\\n# type: ignore\nx: int = ''\n",
        "@(\n# type: ignore\nlambda it: it)\nclass A: pass\n",
        "x: int = ''  # type: ignore\n" * 6,
    ],
)
def test_comments_that_turn_mypy_off(content: str) -> None:
    assert is_exempt(content.encode())


UNTYPED = "def f():  # type: ignore\n    pass\n"
TYPING = "from typing import *\n"
BARE = "def f(it): return it\n"
HIDDEN = f"{TYPING}if not TYPE_CHECKING:\n    "
NONE = "not checked: 1 of 1 functions have no types"
USED = "def f(it: int) -> str:\n    return it  # type: ignore[return-value]\n"
RETURNS = 'Incompatible return value type (got "str", expected "int")'
TWO = 'def f(it: int) -> int:\n    return ""\n\ndef g(): pass\n'


@pytest.mark.long
@pytest.mark.parametrize(
    ("player", "helper", "reason"),
    [
        # A bare `list` passes, though mypy --strict would complain.
        ("def first(them: list) -> object:\n    return them[0]\n", "", ""),
        ("import helper\nx: int = helper.f()\n", UNTYPED, "[no-untyped-call]"),
        # No comment and no module of the submission changes what mypy does.
        (TWO, "", f"t3_player.py:2: error: {RETURNS}  [return-value]; and 1 more"),
        (COURSE, "# type: ignore\n", "not checked: comments in helper.py turn mypy off"),
        ("import a  # type: ignore\nx: str = 1  # type: ignore\n", "", ""),
        # What hides code from mypy is refused, but not what honest code may have.
        (f"{HIDDEN}{BARE}", "", NONE),
        (f"MYPY = False\nif not MYPY:\n    {BARE}", "", NONE),
        ("import helper", f"{HIDDEN}{BARE}", NONE),
        ("import importlib\nimportlib.import_module('helper')", BARE, "helper.py:1: error"),
        ("x = 1\n", BARE, ""),
        (f"{TYPING}@no_type_check\n{BARE}", "", NONE),
        (BARE.replace("\n", "  # type: ignore\n"), "", NONE),
        (f"{HIDDEN}len('')" + "\n    len('')" * 5, "", " lines"),
        (f"{TYPING}if TYPE_CHECKING: import t3_state\n{USED}", "", ""),
        # Mypy ends at the limit of its memory.
        ("from typing import Final\nX: Final = 1 << 40_000_000_000\n", "", "t3"),
        # What a parser, or a pattern, may take long to read takes only the time of mypy.
        ("x = 1\n" + "\n" * 900_000, "", ""),
        ("x = " + "-" * 900_000 + "1\n", "", "t3_player.py"),
    ],
)
def test_types(tmp_path: Path, player: str, helper: str, reason: str) -> None:
    files = {"t3_player": player, "helper": helper, "mypy": "raise SystemExit(0)"}
    (submission,) = read([folder(tmp_path, **files)])
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_errors = True\n", encoding="utf-8")
    verdict = check_types(submission.files, submission.lent)
    assert verdict.kind == ("wrong" if reason else "exact"), verdict.reason
    assert reason in verdict.reason


def test_mypy_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time on the clock may be the machine's fault: it is no fault of the submission."""
    monkeypatch.setattr(limits, "WAIT", 0)
    monkeypatch.setattr(limits, "GRACE", 1)
    monkeypatch.setattr("mypy.api.run", lambda _: time.sleep(100))
    assert check_types({"t3_player.py": b""}, LENT).kind == "stalled"
