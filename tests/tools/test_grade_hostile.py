"""Whatever a submission does costs only its own marks."""

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT
from handed_in import (
    CLOCK,
    COURSE,
    ENOUGH,
    EVENS,
    ODDS,
    cases,
    examined,
    faults,
    folder,
    reasons,
    results,
)
from t3_tools.grade.sandbox import examiner, question
from t3_tools.grade.submissions import read

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytestmark = pytest.mark.timeout(120)


def hostile(
    path: Path, attack: str, seconds: int = ENOUGH, top: str = ""
) -> tuple[str, str]:
    """The verdict on a player that runs `attack` when odds are to move.

    `attack` may set `action`, the answer; or else that is the right one.
    """
    body = "".join(f"        {line}\n" for line in attack.splitlines())
    player = (
        f"{COURSE}\nimport os, signal, subprocess, sys, threading, time\n{top}\n"
        "def choose(state):\n"
        "    action = T3Player().choose(state)\n"
        f"    if state._odd_turn:\n{body}"
        "    return action\n"
    )
    verdict = results(path, [ODDS], seconds, t3_player=player)[0].verdict
    assert faults(results(path, [EVENS], t3_player=player)) == {}
    return verdict[:2]


TIMED_OUT = ("timeout", "no answer in 2 s")


@pytest.fixture
def much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what computes without end: whatever else the machine does, that ends it."""
    monkeypatch.setattr(question, "WAIT", CLOCK)


def ended(how: str) -> tuple[str, str]:
    return "crash", f"its process ended without an answer: {how}"


EVERY_PIPE = """
def everywhere(text):
    for fd in range(1, 30):
        try:
            os.write(fd, text)
        except OSError:
            pass
"""

ATTACKS = {
    # What else the machine does may be the cause of the time in which it does not compute.
    "sleep": ("time.sleep(3)", "exact", ""),
    "stop": ("os.kill(0, signal.SIGSTOP)", "late", "no answer in over 8 s by the clock"),
    "threads": (
        "for _ in range(4): threading.Thread(target=time.sleep, args=(1e6,)).start()",
        "exact",
        "",
    ),
    "recursion": (
        "def dig(): dig()\ndig()",
        "crash",
        "RecursionError: maximum recursion depth exceeded",
    ),
    "recursion in C, which no limit of Python ends": (
        "sys.setrecursionlimit(10**9)\ndef dig(_): return max([0], key=dig)\ndig(0)",
        "crash",
        ".*SIGSEGV|.*RecursionError",
    ),
    "memory": ("x = []\nwhile True: x.append(bytearray(10**7))", "crash", "MemoryError"),
    "disk": ("open('big', 'wb').write(bytes(10**8))", "crash", ".*File too large"),
    "answers without end": (
        f"{EVERY_PIPE}while True: everywhere(b'x' * 10**5)",
        "crash",
        "it sends without end where its answer belongs",
    ),
    "stdin": ("input('your move? ')", "crash", "EOFError"),
    "exception that raises itself": (
        "class Bad(BaseException):\n    def __str__(self): raise self\nraise Bad",
        "crash",
        r"Bad \(t3_player.py, line ",
    ),
    # The next case starts from what was handed in.
    "removal of its own files": (
        "import shutil\nshutil.rmtree(os.getcwd())\nos._exit(0)",
        "crash",
        "its process ended without an answer: exit 0",
    ),
}
SLOW = ("sleep", "stop", "memory")


@pytest.mark.parametrize(
    "name",
    [pytest.param(it, marks=[pytest.mark.long] * (it in SLOW)) for it in ATTACKS],
)
def test_attacks(tmp_path: Path, name: str) -> None:
    attack, kind, reason = ATTACKS[name]
    found, told = hostile(tmp_path, attack, 2 if name in ("sleep", "stop") else ENOUGH)
    assert found == kind
    assert re.match(reason or "$", told)
    assert (tmp_path / "t3_player.py").exists()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it is not known")
def test_time_in_which_other_work_computes(tmp_path: Path) -> None:
    """What has computed, though not much, was kept from it: it gets more time."""
    attack = "while time.process_time() < 0.5: pass\ntime.sleep(5)"
    assert hostile(tmp_path, attack, seconds=1) == ("exact", "")


@pytest.mark.long
@pytest.mark.usefixtures("much_time")
def test_holding_out_against_the_limit(tmp_path: Path) -> None:
    attack = "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass"
    assert hostile(tmp_path, attack, seconds=2) == TIMED_OUT


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
        ("crash", reason),
        ("crash", reason),
    ]


@pytest.mark.usefixtures("much_time")
def test_endless_import(tmp_path: Path) -> None:
    found = results(tmp_path, [ODDS], seconds=1, t3_player="while True: pass")
    assert found[0].verdict[:2] == ("timeout", "no answer in 1 s")


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
    assert reason.startswith("sends something that is no answer: ")
    assert reason.isprintable()
    assert len(reason) <= 500


def test_folders_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attack = "for _ in range(2000): os.mkdir('d'); os.chdir('d')"
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert hostile(tmp_path / "deep", attack) == ("exact", "")
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("attempts", "told"),
    [
        (3, [("exact", "")]),
        (1_000_000, [("could not run", "it could not be examined: OSError('none left')")]),
    ],
)
def test_no_process_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attempts: int, told: object
) -> None:
    """The question is asked again until its time is up."""
    ask, left = question.ask, iter(range(attempts))

    def scarce(*question: Any) -> Any:
        for _ in left:
            raise OSError("none left")
        return ask(*question)

    monkeypatch.setattr(examiner, "ask", scarce)
    monkeypatch.setattr(examiner, "WAIT", 1)
    found = results(tmp_path / "honest", [ODDS], seconds=1, t3_player=COURSE)
    assert reasons(found, "block") == told


SYSTEM = "/usr/bin/python3"
"""A Python that every user can read, where there is one."""


@pytest.fixture
def closed_umask() -> Iterator[None]:
    """What is written is for its owner alone."""
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.mark.skipif(
    os.getuid() != 0 or not os.path.exists(SYSTEM), reason="only root can give rights"
)
@pytest.mark.usefixtures("closed_umask")
def test_the_rights_of_another_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can write in its own folder, and harm nobody."""
    monkeypatch.setattr(sys, "executable", SYSTEM)
    harm = f"""
import os
def choose(state):
    told = [os.getuid(), os.getgid(), os.getgroups()]
    for do in (
        lambda: os.listdir({str(tmp_path)!r}),
        lambda: os.setuid(0),
        lambda: os.kill(os.getppid(), 9),
        lambda: open("mine", "w").close(),
    ):
        try:
            do()
        except OSError as error:
            told.append(error.errno)
    raise KeyError(told)
"""
    (submission,) = read(folder(tmp_path / "handed_in", t3_player=harm))
    (result,) = examined(submission, [ODDS], user=(65534, 65534))
    assert result.verdict.reason.startswith("KeyError: [65534, 65534, [], 13, 1, 1] ")


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_looking_for_where_our_player_is(tmp_path: Path) -> None:
    """Nothing that its process has been given leads there."""
    attack = """
found = [*sys.argv, *sys.path, sys.executable, sys.prefix, os.getcwd()]
found += [str(getattr(module, '__file__', '')) for module in list(sys.modules.values())]
for name in ('cmdline', 'environ'):
    with open(f'/proc/self/{name}') as file: found += file.read().split(chr(0))
found += [os.readlink(f'/proc/self/{name}') for name in ('cwd', 'exe')]
fds = [f'/proc/self/fd/{fd}' for fd in os.listdir('/proc/self/fd')]
fds = [os.readlink(fd) for fd in fds if os.path.lexists(fd)]
paths = [path for path in [*found, *fds] if path.startswith('/')]
there = [path for path in paths if os.path.exists(os.path.join(path, 't3_engine'))]
raise KeyError(there, [path for path in [*found, *fds] if ROOT in path], fds)
"""
    _, reason = hostile(tmp_path, attack, top=f"ROOT = {str(ROOT)!r}")
    # Its three streams, and the pipe for its answer.
    streams = "'/dev/null', '/dev/null', '/dev/null'"
    assert reason.startswith(f"KeyError: ([], [], [{streams}, 'pipe:[")


def test_what_python_draws_anew_in_each_process(tmp_path: Path) -> None:
    """The order of a set of strings, and what is printed, are the same every time."""
    player = "def choose(state):\n    raise KeyError(list(set('tictactotal')), object())\n"
    (one,), (other,) = (results(tmp_path, [ODDS], t3_player=player) for _ in range(2))
    assert "<object object>" in one.verdict.reason
    assert one.verdict == other.verdict
