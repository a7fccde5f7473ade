"""The verdicts on honest submissions, mypy's among them, and their reasons."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import ROOT
from handed_in import (
    COURSE,
    COURSE_STATE,
    ENOUGH,
    ODDS,
    POSIX,
    cases,
    course,
    exam,
    folder,
    reasons,
    results,
    write,
)
from t3_tools.grade import limits
from t3_tools.grade.intake.submissions import lendable, read
from t3_tools.grade.judging import asks
from t3_tools.grade.judging.cases import Case, Result
from t3_tools.grade.judging.verdicts import Sign
from t3_tools.grade.sandbox.examining import examine
from t3_tools.grade.sandbox.typecheck import check_types, is_exempt

pytestmark = POSIX

EXACT = ("exact", "")
TRANSITIONS = "in state.get_transitions():"


def said(results: list[Result]) -> str:
    """The kinds and reasons of verdicts, each once."""
    return " | ".join(dict.fromkeys(": ".join(it) for it in reasons(results)))


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

LOOP = "for col, row in self.get_open_tiles()"
YIELD = "yield act, self.get_next_state(act)"
FAULTS: dict[str, tuple[str, str, str]] = {
    "by row": (
        "transitions",
        f"{LOOP}:\n",
        "for row, col in sorted((r, c) for c, r in self.get_open_tiles()):\n",
    ),
    "turn kept": ("transitions", "T3State(not self", "T3State(self"),
    "first left out": ("transitions", LOOP, f"{LOOP}[1:]"),
    "last left out": ("transitions", LOOP, f"{LOOP}[:-1]"),
    "raises at the end": ("transitions", YIELD, f"{YIELD}\n        raise KeyError(1)"),
    "changes the state": (
        "transitions",
        "[list(row) for row in self._state]",
        "self._state",
    ),
    "a list": (
        "lazy",
        "def get_transitions(self)",
        "def get_transitions(self):\n        return list(self.all())\n\n    def all(self)",
    ),
    "a generator that raises": ("lazy", LOOP, f"raise KeyError(1)\n        {LOOP}"),
    "another target": ("game-over", "return self.WIN_TARGET in", "return 14 in"),
    "tie though won": ("game-over", " and not self.is_win()", ""),
}


def test_faults_in_the_state(tmp_path: Path, snapshot: object) -> None:
    """The order of transitions is none: it shows in what is chosen."""
    found = {}
    for name, (category, old, new) in FAULTS.items():
        state = course(old, new, COURSE_STATE)
        asked = cases(category)[:1]
        of = results(tmp_path / name, asked, t3_player=COURSE, t3_state=state)
        found[name] = said(of)
    assert found == snapshot


def test_no_legal_action(tmp_path: Path, snapshot: object) -> None:
    """Neither when the game goes on, nor when it is over."""
    asked = [cases("block")[0], cases("terminal")[0]]
    action = "from t3_action import *\ndef choose(state): return T3Action"
    players = {
        "None": "def choose(state): return [].sort()",
        "tuple": "def choose(state): return 0, 1, 2",
        "bool": f"{action}(0, True, 1)",
        "large": f"{action}(999_999_999, -5, 1)",
        "huge": f"{action}(0, 10**5000, 1)",
        "occupied": f"{action}(2, 2, 1)",
        "even": f"{action}(1, 2, 2)",
        "error": "def choose(state): 1 / 0",
        "no module": "import no_such",
        "no function": "x = 1",
    }
    assert snapshot == {
        name: said(results(tmp_path / name, asked, t3_player=text))
        for name, text in players.items()
    }


def test_an_import_that_does_not_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried once, and leaves time for the rest."""
    monkeypatch.setattr(limits, "WHOLE", 2)
    asked = cases("block", "tie", "lazy")
    found = results(tmp_path, asked, 1, t3_player="while True: pass")
    assert [it.verdict.sign for it in found] == [Sign.IMPORTS] * 4 + [None] * 2
    assert [it.verdict.failed for it in found[4:]] == [False] * 2


def test_choosing_must_not_change_the_state(tmp_path: Path) -> None:
    change = "if depth == 0:\n            object.__setattr__(state, '_odd_turn', True)\n"
    player = course("if state.is_win():", f"{change}        if state.is_win():")
    player = course("copy.deepcopy(state)", "state", player)
    same, changed = results(tmp_path, cases("unchanged"), t3_player=player)
    assert not same.verdict.failed
    assert "after choose() the state is 330/030/406 odds" in changed.verdict.reason


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


def test_the_limit_for_a_submission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left when its time is used up is not tried."""
    monkeypatch.setattr(limits, "WHOLE", 1)
    player = f"def choose(state):\n    {OUT_OF_TIME}\n"
    verdicts = results(tmp_path, cases("block", "tie"), seconds=1, t3_player=player)
    kinds = ["timeout", "timeout", "out of time", "out of time"]
    assert [it.verdict.kind for it in verdicts] == kinds


@pytest.mark.parametrize("key", ["str(state)", "str(state), state._odd_turn"])
def test_what_is_remembered_wrongly(tmp_path: Path, key: str) -> None:
    """A position without its side, or a bound, from a choice in another position."""
    known = f"if ({key}) in KNOWN: return KNOWN[{key}]"
    player = course("        if state.is_win", f"        {known}\n        if state.is_win")
    kept = f"        KNOWN[{key}] = best\n        return best\n"
    player = "KNOWN = {}\n" + course("        return best\n", kept, player)
    asked = [*cases("again"), *cases("block")]
    kinds = [kind for kind, _ in reasons(results(tmp_path, asked, t3_player=player))]
    assert "exact" not in kinds[:2]
    assert kinds[2:] == ["exact"] * 2


def test_the_function_comes_before_the_class(tmp_path: Path) -> None:
    """The grader asks choose(), even if there is also a T3Player of any kind."""
    player = COURSE.replace("class T3Player", "class Search")
    player += "class T3Player: pass\ndef choose(state): return Search().choose(state)\n"
    assert reasons(results(tmp_path, cases("block"), t3_player=player)) == [EXACT] * 2


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
    case = Case("game-over", 0, "260/001/040 odds")
    facts = asks.over(case.state)
    assert facts[0].endswith("is_win() is False, is_tie() is False")
    assert case.judge(facts).verdict.kind == "exact"
    for answer in (facts[:1], [*facts, "more"], [False, False]):
        assert case.judge(answer).verdict.kind == "wrong"


class Copying:
    """A state whose generator makes some states before it yields."""

    def __init__(self, states: int) -> None:
        self.states = states

    def get_transitions(self) -> Iterator[list["Copying"]]:
        made = [Copying(0) for _ in range(self.states)]
        yield made


def test_exact_limits() -> None:
    """Of positions, and of states before the first transition: it, and two copies."""
    lazy, pruned = (Case(it, 0, ODDS.position) for it in ("lazy", "pruning"))
    said = [asks.lazy(Copying(states)) for states in (3, 4)]
    assert [lazy.judge(it).verdict.kind for it in said] == ["exact", "wrong"]
    answers = [[[0, 2, 5], met] for met in (128, 129)]  # of 135
    kinds = [pruned.judge(it).verdict.kind for it in answers]
    assert kinds == ["exact", "wrong"]


def test_half_of_the_homework(tmp_path: Path) -> None:
    """What needs t3_state.py alone passes without a player, and does not without it."""
    names = [*("game-over", "transitions", "lazy", "terminal", "unchanged", "block")]
    asked = [cases(name)[0] for name in names]
    for player in ({"t3_player": "import os\nos._exit(0)"}, {}):
        verdicts = results(tmp_path / f"{len(player)}", asked, ENOUGH, **player)
        assert [it.category for it in verdicts if not it.verdict.failed] == names[:3]
    assert verdicts[-1].verdict.reason == "it has no t3_player.py"
    (alone,) = read([folder(tmp_path / "alone", t3_player=COURSE)])
    for _, reason in reasons(examine(alone, exam(asked[:3]))):
        assert reason == "it has no t3_state.py"


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
    ("player", "reason"),
    [
        (
            "def choose(state) return 1",
            f"; Python {sys.version_info[0]}.{sys.version_info[1]})",
        ),
        (OUT_OF_TIME, "no answer in 1 s when its files are imported: "),
        ("input()", ": nobody answers input()"),
        ("import sys\nsys.path = []\ndef choose(state): 1 / 0", "(t3_player.py, line 3)"),
        (
            "def choose(state): bytearray(10**10)",
            "MemoryError: more than 600 MB (t3_player",
        ),
        # Packages and data travel along.
        (
            "import json, lib.a\n"
            "def choose(state): return lib.a.choose(json.load(open('d.json')))",
            "KeyError: 1 (lib/a.py, line 2)",
        ),
    ],
)
def test_what_stopped_it_is_named(tmp_path: Path, player: str, reason: str) -> None:
    files = {"t3_player.py": player, "d.json": "[1]", "lib/__init__.py": ""}
    files["lib/a.py"] = "def choose(data):\n    return {}[data[0]]"
    (submission,) = read([write(tmp_path, {**files})])
    (result,) = examine(submission, exam(cases("block")[:1], 1))
    assert reason in result.verdict.reason


SKELETON = """
from typing import *
from t3_state import *

def choose(state: "T3State") -> Optional["T3Action"]:
    \"\"\"The best action.\"\"\"
    # >> TODO
    return None
"""


def test_a_skeleton_with_nothing_written(tmp_path: Path) -> None:
    """It earns nothing, and costs a right player beside it nothing."""
    end = COURSE_STATE.index("        for col, row in self.get_open_tiles()")
    state = COURSE_STATE[:end] + "        raise NotImplementedError\n"
    both = folder(tmp_path / "both", t3_player=SKELETON, t3_state=state)
    (nothing,) = read([both])
    assert nothing.fault.startswith("get_transitions in t3_state.py is not written; choose")
    (other,) = read([folder(tmp_path / "other", t3_player=SKELETON, t3_state=COURSE_STATE)])
    (verdict,) = examine(other, exam(cases("block")[:1]))
    assert reasons([verdict]) == [("not tried", "choose in t3_player.py is not written")]
    (half,) = read([folder(tmp_path / "half", t3_player=COURSE, t3_state=state)])
    results = examine(half, exam(cases("block", "transitions", "terminal")))
    kinds = {it.category: it.verdict.kind for it in results}
    assert kinds == {"block": "exact", "transitions": "not tried", "terminal": "exact"}


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
NONE = "not checked: 1 of 1 functions have no types"
USED = "def f(it: int) -> str:\n    return it  # type: ignore[return-value]\n"
TWO = 'def f(it: int) -> int:\n    return ""\n\ndef g(): pass\n'


@pytest.mark.long
@pytest.mark.parametrize(
    ("player", "helper", "reason"),
    [
        # A bare `list` passes, though mypy --strict would complain.
        ("def first(them: list) -> object:\n    return them[0]\n", "", ""),
        ("import helper\nx: int = helper.f()\n", UNTYPED, "[no-untyped-call]"),
        # No comment and no module of the submission changes what mypy does.
        (
            TWO,
            "",
            "t3_player.py:2: error: Incompatible return value type "
            '(got "str", expected "int")  [return-value]; and 1 more',
        ),
        (
            *(COURSE, "# type: ignore\n"),
            "not checked: comments in helper.py turn mypy off",
        ),
        ("import a  # type: ignore\nx: str = 1  # type: ignore\n", "", ""),
        # What hides code from mypy is refused, but not what honest code may have.
        (
            f"{TYPING}if not TYPE_CHECKING:\n    {BARE}",
            "",
            NONE,
        ),
        (f"MYPY = False\nif not MYPY:\n    {BARE}", "", NONE),
        ("import helper", f"{TYPING}if not TYPE_CHECKING:\n    {BARE}", NONE),
        ("x = 1\n", BARE, ""),
        (f"{TYPING}@no_type_check\n{BARE}", "", NONE),
        (BARE.replace("\n", "  # type: ignore\n"), "", NONE),
        (
            f"{TYPING}if not TYPE_CHECKING:" + "\n    len('')" * 6,
            "",
            " lines",
        ),
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
