"""Marks are right and so are the reasons, whatever a submission does."""

import csv
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")

from commands import FEW_CASES, ROOT, buffered_and_not, environment, run
from oracle import Oracle, Value
from t3_state import T3Action, T3State
from t3_tools.__main__ import main
from t3_tools.grade import command as grade
from t3_tools.grade import sandbox, submissions
from t3_tools.grade.cases import CATEGORIES, PUZZLES, Case, Order, make, orders
from t3_tools.grade.submissions import Result, examine, read
from t3_tools.grade.verdicts import Verdict
from t3_tools.options import UsageError
from t3_tools.textbook import TextbookPlayer

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

COURSE = (ROOT / "tests" / "course_player.py").read_text(encoding="utf-8")

POSITIONS = {
    "terminal": "360/626/053 odds, 661/111/111 odds, 455/214/215 evens, "
    "1054/2640/1500/0161 evens",
    "transitions": "000/132/600 odds, 0040/0000/0000/1300 evens",
    "lazy": "050/003/440 odds, 0040/0000/0000/1300 evens",
    "legality": "200/030/040 odds, 600/100/030 evens",
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
    "trap": "501/600/400 odds, 100/600/102 odds, 261/001/000 evens",
}
ONE_BEST = ["immediate-win", "forced-win", "block", "tie", "deep", "4x4", "5x5"]

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
"""A student's T3State, with the slip in `is_valid_action` that the course's starter has."""


@pytest.fixture(autouse=True)
def _without_mypy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests are not about types, and quicker without."""
    if "mypy" not in request.node.name:
        monkeypatch.setattr(submissions, "_check_types", lambda *_: Verdict("exact"))


def cases(*categories: str) -> list[Case]:
    """The cases above of some categories, or of all."""
    return [
        Case(category, "choose" if category in [*PUZZLES, "trap"] else category, state)
        for category in categories or POSITIONS
        for state in map(T3State.from_notation, POSITIONS[category].split(", "))
    ]


def course(old: str, new: str, text: str = COURSE) -> str:
    """The course solution with something replaced, once."""
    assert text.count(old) == 1
    return text.replace(old, new)


def folder(path: Path, **files: str) -> str:
    """A submission with these Python files."""
    path.mkdir(exist_ok=True)
    for name, text in files.items():
        (path / f"{name}.py").write_text(text, encoding="utf-8")
    return str(path)


def results(path: Path, asked: list[Case], seconds: int = 10, **files: str) -> list[Result]:
    """How a submission with these files does."""
    return examine(read(folder(path, **files)), asked, seconds)


def faults(found: list[Result]) -> dict[str, Verdict]:
    """What was not exact, by position."""
    return {it.position: it.verdict for it in found if it.verdict.kind != "exact"}


def reasons(found: list[Result], category: str) -> list[tuple[str, str]]:
    return [it.verdict[:2] for it in found if it.category == category]


SHORT_SIGHTED = course(
    "        best: Optional",
    "        if depth == 5:\n            return 0, depth, None\n        best: Optional",
)


# Honest submissions.


def test_an_exact_one() -> None:
    found = examine(read(str(ROOT)), cases(), 10)
    assert len(found) == len(cases()) + 1
    assert faults(found) == {}


def test_the_textbook_fails_in_the_traps_alone(tmp_path: Path) -> None:
    found = results(tmp_path, cases(), t3_player=COURSE)
    assert [(position, *verdict[:2]) for position, verdict in faults(found).items()] == [
        (
            "501/600/400 odds",
            "action tie-break",
            "plays (1,1) = 3, which loses in 2; so does (1,1) = 1, and it comes first",
        ),
        (
            "100/600/102 odds",
            "depth tie-break",
            "plays (1,0) = 1, which loses in 4; (1,1) = 1 loses in 2",
        ),
        (
            "261/001/000 evens",
            "blunder",
            "plays (0,1) = 6 and gives away a win in 3 by (0,1) = 2: "
            "odds reply (0,2) = 5 and win in 1",
        ),
    ]


def test_one_without_the_depth_tie_break(tmp_path: Path) -> None:
    player = course("or (utility == best[0] and end < best[1])", "", COURSE)
    player = course(" and end == best[1]", "", player)
    found = results(tmp_path, cases(), t3_player=player)
    of_depth = cases("lost", "depth-tie-break", "trap")
    assert set(faults(found)) <= {case.state.notation() for case in of_depth}
    assert reasons(found, "depth-tie-break") == [
        ("depth tie-break", "plays (0,1) = 1, which wins in 3; (2,0) = 3 wins in 1"),
        ("depth tie-break", "plays (0,1) = 2, which wins in 3; (2,2) = 6 wins in 1"),
    ]
    assert reasons(found, "lost") == [
        ("depth tie-break", "plays (0,0) = 1, which loses in 4; (1,1) = 1 loses in 2"),
        ("depth tie-break", "plays (0,2) = 2, which loses in 4; (1,1) = 2 loses in 2"),
    ]


def test_one_that_treats_only_odds_as_max(tmp_path: Path) -> None:
    player = course("True, 0)[2]", "state._odd_turn, 0)[2]")
    player = course(
        "sign = 1 if is_max else -1", "sign = 1 if is_max or depth == 0 else -1", player
    )
    found = results(tmp_path, cases(*PUZZLES), t3_player=player)
    wrong = faults(found)
    assert not any(position.endswith("odds") for position in wrong)
    for case in cases(*ONE_BEST):
        if not case.state._odd_turn:
            assert wrong[case.state.notation()].kind == "blunder"
    assert reasons(found, "immediate-win")[1] == (
        "blunder",
        "plays (0,1) = 2 and gives away a win in 1 by (0,2) = 4: "
        "odds reply (0,2) = 1 and tie in 2",
    )


def test_one_that_stops_at_depth_5(tmp_path: Path) -> None:
    found = results(tmp_path, cases(*PUZZLES), t3_player=SHORT_SIGHTED)
    assert set(faults(found)) == {case.state.notation() for case in cases("deep")}
    assert reasons(found, "deep") == [
        (
            "blunder",
            "plays (0,2) = 1 and gives away a tie in 6 by (2,1) = 1: "
            "evens reply (0,1) = 6 and win in 3",
        ),
        (
            "blunder",
            "plays (1,1) = 2 and gives away a tie in 6 by (1,1) = 4: "
            "odds reply (0,2) = 3 and win in 3",
        ),
    ]


def test_one_that_never_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "PATIENCE", 3)
    player = "def choose(state: object) -> None:\n    while True:\n        pass\n"
    asked = cases("transitions", "block", "tie", "5x5", "lazy")
    found = results(tmp_path, asked, seconds=1, t3_player=player)
    assert [it.verdict.kind for it in found] == (
        ["exact"] * 2 + ["timeout"] * 6 + ["exact"] * 3
    )
    assert [it.verdict.reason for it in found][2:8] == (
        ["no answer in 1 s"] * 3 + ["not tried after 3 in a row"] * 3
    )


def test_one_that_returns_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As long as it does, every case is tried."""
    monkeypatch.setattr(submissions, "PATIENCE", 2)
    player = course(
        "    def choose(self, state:",
        "    def choose(self, state):\n"
        "        while state._odd_turn:\n            pass\n"
        "        return self.better(state)\n\n"
        "    def better(self, state:",
    )
    found = results(tmp_path, cases("block", "tie", "4x4"), seconds=1, t3_player=player)
    kinds = [it.verdict[:2] for it in found[:-1]]
    assert kinds == [("timeout", "no answer in 1 s"), ("exact", "")] * 3


def test_one_with_the_slip_in_legality(tmp_path: Path) -> None:
    found = results(tmp_path, cases(), t3_player=COURSE, t3_state=SLIP_STATE)
    traps = {case.state.notation() for case in cases("trap")}
    assert set(faults(found)) == {"600/100/030 evens"} | traps
    assert reasons(found, "legality") == [
        ("exact", ""),
        (
            "wrong",
            "is_valid_action((-1,-1) = 0) is True: there is no cell (-1,-1): columns and "
            "rows go from 0 to 2; 82 of 200 actions are judged wrong",
        ),
    ]


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
            "    def get_transitions(self)",
            "    def get_transitions(self):\n"
            "        yield from list(self.all())\n\n    def all(self)",
            "lazy",
            "when one transition has been asked for, get_transitions() has built 15",
        ),
        (
            "        state = T3State(not self._odd_turn, self._state)\n",
            "        state = self\n        state._odd_turn = not self._odd_turn\n",
            "unchanged",
            "get_transitions() changes the state, to 663/346/554 odds",
        ),
        (
            "        return 13 in map",
            "        return 14 in map",
            "terminal",
            "is_win() is False, and should be True",
        ),
        (
            "not self.is_win() and not self.get_open_tiles()",
            "not self.get_open_tiles()",
            "terminal",
            "is_tie() is True, and should be False",
        ),
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
        "        self.seen.add(state)",
        "        if depth == 0:\n            object.__setattr__(state, '_odd_turn', True)",
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
            "plays (1,2) = 2: 2 is not a number of odds, who place one of [1, 3, 5]",
        ),
        ("def choose(state): 1 / 0", "crash", "ZeroDivisionError: division by zero (t3_p"),
        (
            "def choose(state)",
            "could not run",
            "SyntaxError: expected ':' (t3_player.py, l",
        ),
        (
            "import no_such",
            "could not run",
            "ModuleNotFoundError: No module named 'no_such",
        ),
        ("x = 1", "could not run", "ImportError: t3_player.py has neither T3Player().choo"),
    ],
)
def test_no_move_at_all(tmp_path: Path, player: str, kind: str, reason: str) -> None:
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


# Hostile ones. Each does its worst when odds are to move, and is exact for evens: what it
# does in one case costs nothing in the next.

ODDS, EVENS = cases("block")


def hostile(path: Path, attack: str, seconds: int = 10, top: str = "") -> tuple[str, str]:
    """The verdict on a player that runs `attack` when odds are to move.

    `attack` may set `action`, the answer; or else that is the right one.
    """
    body = "".join(f"        {line}\n" for line in attack.splitlines())
    player = (
        f"{COURSE}\nimport os, signal, subprocess, sys, threading, time\n{top}\n"
        "right = T3Player.choose\n"
        "def choose(self, state):\n"
        "    action = right(self, state)\n"
        f"    if state._odd_turn:\n{body}"
        "    return action\n"
        "T3Player.choose = choose\n"
    )
    found = results(path, [ODDS, EVENS], seconds, t3_player=player)
    assert found[1].verdict == ("exact", "", False)
    return found[0].verdict[:2]


def wait_for(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.01)


def has_ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


TIMED_OUT = ("timeout", "no answer in 2 s")


def ended(how: str) -> tuple[str, str]:
    return "crash", f"its process ended without an answer: {how}"


@pytest.mark.parametrize("loop", ["while True: pass", "time.sleep(1e6)"])
def test_endless_loop(tmp_path: Path, loop: str) -> None:
    assert hostile(tmp_path, loop, seconds=2) == TIMED_OUT


def test_os_exit(tmp_path: Path) -> None:
    assert hostile(tmp_path, "os._exit(0)") == ended("exit 0")


def test_sys_exit(tmp_path: Path) -> None:
    kind, reason = hostile(tmp_path, "sys.exit('bye')")
    assert kind == "crash"
    assert reason.startswith("SystemExit: bye (t3_player.py, line ")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import sys\nsys.exit(0)", "SystemExit: 0 (t3_player.py, line 2)"),
        ("import os\nos._exit(0)", "its process ended without an answer: exit 0"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt (t3_player.py, line 1)"),
    ],
)
def test_exit_at_import(tmp_path: Path, code: str, reason: str) -> None:
    """What does not need the player is still checked."""
    found = results(tmp_path, [*cases("lazy"), ODDS, EVENS], t3_player=code)
    assert [it.verdict[:2] for it in found] == [
        ("exact", ""),
        ("exact", ""),
        ("could not run", reason),
        ("could not run", reason),
        ("exact", ""),
    ]


def test_endless_import(tmp_path: Path) -> None:
    found = results(tmp_path, [ODDS], seconds=1, t3_player="while True: pass")
    assert found[0].verdict[:2] == ("timeout", "no answer in 1 s, while being imported")


def test_deep_recursion(tmp_path: Path) -> None:
    kind, reason = hostile(tmp_path, "def dig(): dig()\ndig()")
    assert kind == "crash"
    assert reason.startswith("RecursionError: maximum recursion depth exceeded")


def test_stack_overflow(tmp_path: Path) -> None:
    """Recursion through C that no limit of Python ends."""
    kind, reason = hostile(
        tmp_path,
        "sys.setrecursionlimit(10**9)\ndef dig(_): return max([0], key=dig)\ndig(0)",
    )
    assert kind == "crash"
    assert "SIGSEGV" in reason or "RecursionError" in reason


def test_memory(tmp_path: Path) -> None:
    kind, reason = hostile(tmp_path, "x = []\nwhile True: x.append(bytearray(10**7))")
    assert kind == "crash"
    assert reason.startswith("MemoryError")


def test_flood_of_output(tmp_path: Path) -> None:
    attack = "for file in (sys.stdout, sys.stderr): file.write('x' * 5 * 10**7)"
    assert hostile(tmp_path, attack) == ("exact", "")


def test_endless_flood_of_output(tmp_path: Path) -> None:
    attack = "while True: print('x' * 10**6)"
    assert hostile(tmp_path, attack, seconds=2) == TIMED_OUT


EVERY_PIPE = """
def everywhere(text):
    for fd in range(1, 30):
        try:
            os.write(fd, text)
        except OSError:
            pass
"""


def test_flood_of_answers(tmp_path: Path) -> None:
    attack = "while True: everywhere(b'x' * 10**5)"
    assert hostile(tmp_path, attack, top=EVERY_PIPE) == (
        "crash",
        "it sends without end where its answer belongs",
    )


def test_full_disk(tmp_path: Path) -> None:
    kind, reason = hostile(tmp_path, "open('big', 'wb').write(bytes(10**8))")
    assert kind == "crash"
    assert "File too large" in reason


def test_threads_left_over(tmp_path: Path) -> None:
    attack = "for _ in range(4): threading.Thread(target=time.sleep, args=(1e6,)).start()"
    assert hostile(tmp_path, attack) == ("exact", "")


DAEMON = """
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        with open({pid!r} + '.new', 'w') as file: file.write(str(os.getpid()))
        os.rename({pid!r} + '.new', {pid!r})
        while True: time.sleep(1)
    os._exit(0)
while not os.path.exists({pid!r}): time.sleep(0.01)
"""


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        ("", ("exact", "")),
        ("os._exit(3)", ended("exit 3")),  # though the daemon holds the pipe open
        ("while True: pass", ("timeout", "no answer in 4 s")),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a daemon gets away")
def test_daemon_left_over(tmp_path: Path, attack: str, expected: tuple[str, str]) -> None:
    pid = tmp_path / "pid"
    attack = DAEMON.format(pid=str(pid)) + attack
    assert hostile(tmp_path, attack, seconds=4) == expected
    assert has_ended(int(pid.read_text()))


def test_child_left_over(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    attack = (
        f"child = subprocess.Popen(['sleep', '1000'])\n"
        f"with open({str(pid)!r}, 'w') as file: file.write(str(child.pid))"
    )
    assert hostile(tmp_path, attack) == ("exact", "")
    wait_for(lambda: has_ended(int(pid.read_text())))


def test_patches(tmp_path: Path) -> None:
    """All that it changes is its own process; the action is judged by the rules."""
    attack = "action = T3Action(2, 2, 1)"
    top = """
import __main__
T3State.why_illegal = lambda self, act: None
T3State.is_valid_action = lambda self, act: True
os._exit = os.write = None
for name in ("verdicts", "cases", "grade"):
    sys.modules["t3_tools." + name] = __main__
__main__.judge = __main__.watch = __main__.clean_up = lambda *args: ("exact", "")
"""
    assert hostile(tmp_path, attack, top=top) == (
        "illegal",
        "plays (2,2) = 1: the cell (2,2) is taken: it holds 3",
    )


def test_forged_results(tmp_path: Path) -> None:
    """An answer sent by hand is an answer, and judged as one."""
    attack = "everywhere(b'answer 2 2 1\\n')\nos._exit(0)"
    assert hostile(tmp_path, attack, top=EVERY_PIPE) == (
        "illegal",
        "plays (2,2) = 1: the cell (2,2) is taken: it holds 3",
    )


@pytest.mark.parametrize(
    "forged", ["exact", "1", "9" * 5000, "1 2 3 4", "other", "\x1b[2J"]
)
def test_forged_nonsense(tmp_path: Path, forged: str) -> None:
    attack = f"everywhere(b'answer ' + {forged.encode()!r} + b'\\n')\nos._exit(0)"
    kind, reason = hostile(tmp_path, attack, top=EVERY_PIPE)
    assert kind == "wrong"
    assert reason.startswith("sends what is no answer: ")
    assert reason.isprintable()
    assert len(reason) <= 500


def test_forged_exact_verdict_on_nothing(tmp_path: Path) -> None:
    """No case is passed by saying so."""
    attack = "everywhere(b'exact\\nready\\nexact\\n')\nos._exit(0)"
    assert hostile(tmp_path, attack, top=EVERY_PIPE) == ended("exit 0")


def test_reading_from_stdin(tmp_path: Path) -> None:
    kind, reason = hostile(tmp_path, "input('your move? ')")
    assert kind == "crash"
    assert reason.startswith("EOFError")


def test_killing_what_watches(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    attack = (
        f"with open({str(pid)!r}, 'w') as file: file.write(str(os.getpid()))\n"
        "os.kill(os.getppid(), signal.SIGKILL)\n"
        "time.sleep(1e6)"
    )
    assert hostile(tmp_path, attack) == (
        "crash",
        "the process that watches over it was killed, or written over",
    )
    if sys.platform == "linux":
        wait_for(lambda: has_ended(int(pid.read_text())))


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_writing_where_the_watcher_prints(tmp_path: Path) -> None:
    """Without end: no more of it is kept than a file of a submission may have."""
    attack = (
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with open(f'/proc/{os.getppid()}/fd/1', 'wb', buffering=0) as output:\n"
        "    for _ in range(10000): output.write(b'\\x1b[2J' * 10**5)"
    )
    kind, reason = hostile(tmp_path, attack)
    assert kind == "crash"
    assert reason.isprintable()
    assert len(reason) < 1000


def test_folders_without_end(tmp_path: Path) -> None:
    attack = "for _ in range(2000): os.mkdir('d'); os.chdir('d')"
    before = set(Path(tempfile.gettempdir()).glob("t3_*"))
    assert hostile(tmp_path, attack) == ("exact", "")
    assert set(Path(tempfile.gettempdir()).glob("t3_*")) <= before


KILLER = """
import os, signal
def choose(state: object) -> None:
    with open(f"/proc/{os.getppid()}/stat") as file:
        worker = int(file.read().rpartition(")")[2].split()[1])
    os.kill(worker, signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.timeout(60)
def test_killing_what_grades_it(tmp_path: Path) -> None:
    """It costs the others nothing, and all that is declared is reported of it."""
    paths = [
        folder(tmp_path / "honest", t3_player=COURSE),
        folder(tmp_path / "killer", t3_player=KILLER),
    ]
    told = run("t3_tools", "grade", *paths, *FEW_CASES, "--jobs=2", "--json").stdout
    honest, killed = json.loads(told)["submissions"]
    assert honest["mark"] == 100
    assert {case["reason"] for case in killed["cases"]} == {"it kills what grades it"}
    assert {case["category"] for case in killed["cases"]} == set(CATEGORIES)


NO_PROCESS = """
import os, resource, subprocess, sys, threading, time
limit = resource.RLIMIT_NPROC
most = resource.getrlimit(limit)[1]
def no_process():
    resource.setrlimit(limit, (0, most))
    if os.getuid() == 0:  # whom it does not bind
        os.setuid(65534)
"""


def short_of_processes(path: Path, until: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have no process left for what is watched, as if others had taken them all."""
    runner = path / "runner.py"
    runner.write_text(
        f"{NO_PROCESS}\nsys.path.append({str(sandbox.RUNNER.parent)!r})\n"
        f"import submission_runner\nif time.time() < {until}: no_process()\n"
        "submission_runner.main()\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(sandbox, "RUNNER", runner)


def test_no_process_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late = time.time() + 1
    short_of_processes(tmp_path, late, monkeypatch)
    assert hostile(tmp_path / "honest", "pass") == ("exact", "")
    assert time.time() > late


def test_no_process_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    short_of_processes(tmp_path, 1e12, monkeypatch)
    monkeypatch.setattr(sandbox, "GRACE", 1)
    found = results(tmp_path / "honest", [ODDS], seconds=1, t3_player=COURSE)
    assert reasons(found, "block") == [
        ("could not run", "it could not be examined: OSError('no process for it')")
    ]


def test_no_process_for_a_command() -> None:
    """As for the watcher, or for what removes a folder."""
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{NO_PROCESS}\n"
            "from t3_tools.grade.sandbox import patiently\n"
            "command = lambda: subprocess.run('true').returncode\n"
            "threading.Timer(0.5, resource.setrlimit, (limit, (most, most))).start()\n"
            "no_process()\n"
            "try: command()\n"
            "except OSError: print('none')\n"
            "print(patiently(command, 10))\n",
        ],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    assert told == b"none\n0\n"


@pytest.mark.skipif(sys.platform != "linux", reason="needs the limits of Linux")
def test_mypy_gets_no_thread_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("mypy")
    python = tmp_path / "python"
    # A thread with so big a stack can't be had, as if there were too many.
    python.write_text(
        f"#!/bin/sh\nmkdir '{tmp_path}/tried' && ulimit -s 10000000\n"
        f"exec '{sys.executable}' \"$@\"\n",
        encoding="utf-8",
    )
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    found = results(tmp_path / "honest", [], t3_player=COURSE)
    assert reasons(found, "mypy") == [("exact", "")]
    assert (tmp_path / "tried").exists()


def test_names_that_confuse(tmp_path: Path) -> None:
    path = os.fsdecode(bytes(tmp_path) + b"/na\xff\x1b[31m\nme")
    folder(Path(path), t3_player=COURSE)
    submission = read(path)
    assert submission.name.isprintable()
    assert "t3_player.py" in submission.files


def test_a_fault_of_the_grader_is_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the disk is full: it is said, of this submission."""

    def full(*_: object, **__: object) -> str:
        raise OSError("no space left")

    monkeypatch.setattr(submissions, "mkdtemp", full)
    found = results(tmp_path, cases("block"), t3_player=COURSE)
    assert {result.verdict.kind for result in found} == {"could not run"}
    assert "no space left" in found[0].verdict.reason


def test_stopping_itself(tmp_path: Path) -> None:
    attack = "os.kill(0, signal.SIGSTOP)"
    assert hostile(tmp_path, attack, seconds=2) == TIMED_OUT


def test_an_exception_that_fights_back(tmp_path: Path) -> None:
    top = """
class Bad(BaseException):
    def __str__(self): raise self
"""
    kind, reason = hostile(tmp_path, "raise Bad", top=top)
    assert kind == "crash"
    assert reason.startswith("Bad (t3_player.py, line ")


def test_changing_its_own_files(tmp_path: Path) -> None:
    """What was handed in stays, and the next case starts from it."""
    attack = "import shutil\nshutil.rmtree(os.getcwd())\nos._exit(0)"
    assert hostile(tmp_path, attack) == ended("exit 0")
    assert (tmp_path / "t3_player.py").exists()


# What is handed in.


def test_what_is_read(tmp_path: Path) -> None:
    path = folder(tmp_path / "alice", t3_player="1", t3_state="2", helper="3", __init__="4")
    (tmp_path / "alice" / "notes.txt").write_text("5", encoding="utf-8")
    folder(tmp_path / "alice" / "package", module="5")
    files = {"t3_player.py": b"1", "t3_state.py": b"2", "helper.py": b"3"}
    assert read(path) == (path, files, "")
    assert read(f"{path}/t3_player.py").files == files
    folder(tmp_path / "class", bob="6", carol="7", t3_action="8")
    assert read(str(tmp_path / "class" / "bob.py")).files == {
        "t3_player.py": b"6",
        "t3_action.py": b"8",
    }


def test_what_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "essay.pdf").write_text("T3", encoding="utf-8")
    (tmp_path / "big.py").write_text("#" * 1_000_001, encoding="utf-8")
    (tmp_path / "nothing.py").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "empty").mkdir()
    for name, fault in {
        "empty": "it has no t3_player.py",
        "essay.pdf": "it is neither a folder nor a Python file",
        "big.py": "big.py has more than 1000000 bytes",
        "nothing.py": "it has no t3_player.py",
        "pipe.py": "it has no t3_player.py",
    }.items():
        submission = read(str(tmp_path / name))
        assert submission[1:] == ({}, fault)
        assert examine(submission, [ODDS], 1) == [
            ("block", ODDS.state.notation(), ("could not run", fault, False)),
            ("mypy", "", ("could not run", fault, False)),
        ]
    with pytest.raises(UsageError, match="there is no"):
        read(str(tmp_path / "absent"))


def test_mypy_accepts_a_course_solution(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    found = results(tmp_path, [], t3_player=COURSE, t3_state=SLIP_STATE)
    assert reasons(found, "mypy") == [("exact", "")]


def test_mypy_complains(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    player = 'def choose(state: int) -> int:\n    return ""\n\ndef f(): pass\n'
    # Neither settings nor modules of the submission change what mypy does.
    path = folder(tmp_path, t3_player=player, mypy="raise SystemExit(0)")
    (tmp_path / "mypy.ini").write_text("[mypy]\nignore_errors = True\n", encoding="utf-8")
    assert reasons(examine(read(path), [], 1), "mypy") == [
        (
            "wrong",
            "t3_player.py:2: error: Incompatible return value type "
            '(got "str", expected "int")  [return-value]; and 1 more',
        )
    ]


def test_mypy_is_not_told_what_to_overlook(tmp_path: Path) -> None:
    player = f"# mypy: ignore-errors\n{COURSE}"
    path = folder(tmp_path, t3_player=player)
    assert reasons(examine(read(path), [], 1), "mypy") == [
        ("wrong", "t3_player.py tells mypy how to check it, by a comment")
    ]


def test_mypy_is_held_within_limits(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    big = "from typing import Final\nX: Final = 1 << 40_000_000_000\n"
    path = folder(tmp_path, t3_player=big + COURSE)
    ((kind, _),) = reasons(examine(read(path), [], 1), "mypy")
    assert kind == "wrong"


def test_mypy_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is in the report, and not the submission's fault."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (verdict,) = (it.verdict for it in results(tmp_path, [], t3_player=COURSE))
    assert verdict[:2] == ("could not run", "mypy is not installed")
    assert not verdict.failed


# The cases.


def values(state: T3State) -> list[Value]:
    """By the oracle: what each action leads to, in action order."""
    oracle = Oracle(len(state._state))
    found = []
    for action, child in state.get_transitions():
        after = oracle.value(child._odd_turn, child._state)
        numbers = action.col(), action.row(), action.move()
        found.append(Value(-after.utility, after.depth + 1, numbers))
    return found


def is_of(category: str, state: T3State) -> bool:
    """Whether a position tests what its category says, by the oracle."""
    found = values(state)
    best = max(found, key=lambda it: (it.utility, -it.depth))
    alike = [it for it in found if it.utility == best.utility]
    earlier = found[: found.index(best)]
    one_best = alike == [best] and bool(earlier)
    threat = any(
        it[:2] == (1, 1) for it in values(T3State(not state._odd_turn, state._state))
    )
    return {
        "immediate-win": one_best and best[:2] == (1, 1),
        "forced-win": one_best and best.utility == 1 and best.depth > 1,
        "block": one_best and best.utility >= 0 and best.depth > 1 and threat,
        "tie": one_best and best.utility == 0,
        "deep": one_best and best[:2] == (0, 6),
        "lost": best.utility == -1 and any(it.depth > best.depth for it in earlier),
        "depth-tie-break": best.utility == 1
        and [it for it in alike if it.depth == best.depth] == [best]
        and any(it.utility == 1 for it in earlier),
        "action-tie-break": bool(earlier)
        and alike[0] == best
        and any(it.depth == best.depth for it in alike[1:]),
        "4x4": one_best and best.depth > 1 and len(state._state) == 4,
        "5x5": one_best and best.depth > 1 and len(state._state) == 5,
    }[category]


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("category", PUZZLES)
def test_puzzles_are_what_they_say(category: str, number: int) -> None:
    case = make(Order(5, category, number))
    assert case[:2] == (category, "choose")
    assert case.state._odd_turn == (number == 0)
    assert is_of(category, case.state)
    best = max(values(case.state), key=lambda it: (it.utility, -it.depth))
    assert best.action is not None
    assert TextbookPlayer().choose(case.state) == T3Action(*best.action)
    if category == "deep":
        names: dict[str, Any] = {}
        exec(SHORT_SIGHTED, names)
        assert names["T3Player"]().choose(case.state) != T3Action(*best.action)


def test_the_positions_of_these_tests_are_what_they_say() -> None:
    for case in cases(*(category for category in PUZZLES if category != "deep")):
        assert is_of(case.category, case.state)


@pytest.mark.parametrize("number", range(6))
def test_traps_are_traps(number: int) -> None:
    state = make(Order(7, "trap", number)).state
    assert state._odd_turn == (number % 2 == 0)
    found = {it.action: it for it in values(state)}
    best = max(found.values(), key=lambda it: (it.utility, -it.depth))
    action = TextbookPlayer().choose(state)
    assert action is not None
    played = found[action.col(), action.row(), action.move()]
    assert played != best
    assert (played.utility < best.utility) == (number % 2 == 1)


def test_cases_come_from_the_seed() -> None:
    def notations(seed: int, category: str) -> list[str]:
        made = [make(Order(seed, category, number)) for number in range(4)]
        return [case.state.notation() for case in made]

    for category in ("terminal", "transitions", "lazy", "legality", "unchanged", "trap"):
        assert notations(1, category) == notations(1, category)
        assert notations(1, category) != notations(2, category)
        turns = [notation.split()[1] for notation in notations(1, category)]
        assert turns == ["odds", "evens", "odds", "evens"]


def test_terminal_cases_are_of_all_kinds() -> None:
    kinds = set()
    for number in range(8):
        state = make(Order(3, "terminal", number)).state
        assert state.is_over()
        kinds.add((state._odd_turn, state.is_win(), len(state._state)))
    assert len(kinds) == 6


def test_each_category_is_ordered() -> None:
    ordered = orders(5, 2)
    for category in CATEGORIES:
        numbers = [order.number for order in ordered if order.category == category]
        assert numbers == ([] if category == "mypy" else [0, 1])
    assert ordered[: len(ordered) // 2] == orders(5, 1)


# The command.


@pytest.fixture
def few_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three cases: two that a course solution passes, and a trap."""
    three = [Order(1, "trap", 1), Order(1, "block", 1), Order(1, "terminal", 0)]
    monkeypatch.setattr(grade, "orders", lambda seed, count: three)


@pytest.mark.timeout(60)  # mypy runs for each of four, twice
@pytest.mark.usefixtures("few_cases")
def test_marks_of_a_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for any number of jobs, one row each."""
    names = ["exact", "[b]none[b]", "late", "out"]
    late = "def choose(state: object) -> None:\n    while True: pass\n"
    for name, player in zip(names, [COURSE, "def choose(state): return None", late]):
        folder(tmp_path / name, t3_player=player)
    (tmp_path / "out").mkdir()
    paths = [str(tmp_path / name) for name in names]
    told = []
    for jobs in ("1", "2"):
        table = tmp_path / f"marks{jobs}.csv"
        options = ["--timeout=1", f"--jobs={jobs}", f"--csv={table}"]
        assert main(["grade", *paths, *options]) == 0
        told.append((capsys.readouterr().out, table.read_text(encoding="utf-8")))
    assert told[0] == told[1]
    rows = list(csv.reader(told[0][1].splitlines()))
    assert rows[0] == ["submission", "mark", *CATEGORIES]
    assert [row[1] for row in rows[1:]] == ["100", "93", "96", "91"]
    passed = [dict(zip(rows[0], row)) for row in rows[1:]]
    assert [row["terminal"] + row["block"] for row in passed] == ["11", "10", "00", "00"]
    lines = [line.split() for line in told[0][0].splitlines()]
    assert lines[1][:4] == ["submission", "mark", "exact", "wrong"]
    assert ["exact", "100", "3", "1"] in lines
    assert ["[b]none[b]", "93", "1", "1", "1", "1"] in lines


@pytest.mark.usefixtures("few_cases")
def test_report_of_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What rich takes for markup is text, what a terminal obeys is left out."""
    player = "def choose(state):\n    raise ValueError('[/red] \\x1b[2J')\n"
    path = folder(tmp_path / "[bold]", t3_player=player)
    results_file = tmp_path / "results.json"
    options = ["--weight=block=3.5", "--weight=mypy=0", f"--gradescope={results_file}"]
    assert main(["grade", path, *options]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert [line.split() for line in out.splitlines() if line.startswith(" block  ")] == [
        ["block", "1", "1", "-3.5"]
    ]
    assert f"{path}: 94.5 of 100\n" in out
    assert (
        "\nterminal          360/626/053 odds\nblock             110/500/602 evens\n"
        "trap              201/002/001 evens\n"
        "  crash: ValueError: [/red]  [2J (t3_player.py, line 2)\n"
    ) in out
    report = json.loads(results_file.read_text(encoding="utf-8"))
    assert report["score"] == 94.5
    lost = sum(test["max_score"] - test["score"] for test in report["tests"])
    assert lost == 100 - report["score"]
    assert [(it["name"], it["max_score"], it["status"]) for it in report["tests"]] == [
        ("terminal 360/626/053 odds", 2, "failed"),
        ("block 110/500/602 evens", 3.5, "failed"),
        ("trap 201/002/001 evens", 0, "failed"),
        ("mypy", 0, "failed"),
    ]
    assert report["tests"][1]["output"].startswith("crash: ValueError: ")
    assert sorted(os.listdir(tmp_path)) == ["[bold]", "results.json"]


@pytest.mark.usefixtures("few_cases")
def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [folder(tmp_path / name, t3_player=COURSE) for name in ("a", "b")]
    assert main(["grade", *paths, "--json", "--weight=trap=1"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["seed"] == 1
    assert report["weights"]["trap"] == 1
    assert [it["name"] for it in report["submissions"]] == paths
    for submission in report["submissions"]:
        assert submission["mark"] == 99
        assert [case["category"] for case in submission["cases"]] == [
            "terminal",
            "block",
            "trap",
            "mypy",
        ]
        trap = submission["cases"][2]
        assert trap["verdict"] == "blunder"
        assert trap["position"] == "201/002/001 evens"
        assert trap["lost"] == 1


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no folder to write in vain in")
@pytest.mark.parametrize(
    "options", [["--csv=/proc/marks.csv"], ["--json", "--gradescope=/proc/x"]]
)
def test_a_file_that_can_not_be_written(tmp_path: Path, options: list[str]) -> None:
    """What is shown is there all the same."""
    path = folder(tmp_path / "nothing")
    done = run("t3_tools", "grade", path, *FEW_CASES, *options, code=1)
    assert path in done.stdout
    assert done.stderr.startswith("t3_tools: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no output to print in vain to")
@buffered_and_not
def test_output_that_can_not_be_printed(tmp_path: Path, unbuffered: str) -> None:
    """What is to be written is there all the same."""
    path = folder(tmp_path / "nothing")
    table = tmp_path / "marks.csv"
    command = [sys.executable, "-m", "t3_tools", "grade", path, *FEW_CASES]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*command, f"--csv={table}"],
            cwd=ROOT,
            env=environment(PYTHONUNBUFFERED=unbuffered),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert path in table.read_text(encoding="utf-8")


def test_a_mark_is_not_below_0() -> None:
    failed = [Result("block", "", Verdict("crash"))] * 51
    submission = submissions.Submission("x", {})
    assert grade._mark(submission, failed[:49], grade.WEIGHTS).mark == 2
    assert grade._mark(submission, failed, grade.WEIGHTS).mark == 0
    excused = Result("mypy", "", Verdict("could not run", "", excused=True))
    assert grade._mark(submission, [excused], grade.WEIGHTS).mark == 100


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a Dask cluster of two processes."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL"
    ) as started:
        yield started.scheduler_address


@pytest.mark.timeout(60)
@pytest.mark.usefixtures("few_cases")
def test_the_same_on_a_cluster(
    tmp_path: Path, cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder(tmp_path, t3_player=COURSE)
    assert main(["grade", path, "--json", "--jobs=1"]) == 0
    expected = capsys.readouterr().out
    assert main(["grade", path, "--json", f"--dask={cluster}"]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.timeout(60)
@pytest.mark.usefixtures("few_cases")
def test_killing_what_grades_it_on_a_cluster(
    tmp_path: Path, cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [
        folder(tmp_path / "honest", t3_player=COURSE),
        folder(tmp_path / "killer", t3_player=KILLER),
    ]
    assert main(["grade", *paths, f"--dask={cluster}", "--json"]) == 0
    honest, killed = json.loads(capsys.readouterr().out)["submissions"]
    assert honest["mark"] == 100
    assert {case["reason"] for case in killed["cases"]} == {"it kills what grades it"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no_such"], "there is no 'no_such'"),
        ([".", ".", "--gradescope=x.json"], "--gradescope takes one submission"),
    ],
)
def test_requests_that_make_no_sense(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["grade", *arguments]) == 2
    assert capsys.readouterr().err == f"t3_tools: {message}\n"


@pytest.mark.parametrize(
    "option",
    [
        *(f"--weight={it}" for it in ("x=1", "block", "block=", "block=-1", "block=nan")),
        *(f"--csv={it}" for it in ("", ".", "no/such/folder.csv")),
        "--gradescope=/dev/null",
    ],
)
def test_options_that_make_no_sense(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["grade", ".", option])
    assert stop.value.code == 2
    assert f"argument {option.partition('=')[0]}: " in capsys.readouterr().err


def test_help_says_what_it_does_not_protect_against(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["grade", "--help"])
    out = capsys.readouterr().out
    assert "what it does not protect against" in out
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (recipe,) = (it for it in readme.split("```\n") if it.startswith("docker build "))
    assert textwrap.indent(recipe, "    ") in out
    for category in CATEGORIES:
        assert f"\n  {category} " in out
