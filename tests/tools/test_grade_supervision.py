"""A submission that harms what watches it costs others no mark, and leaves no process."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

pytest.importorskip("rich")

from commands import FEW_CASES, ROOT, environment
from handed_in import COURSE, ENOUGH, ODDS, STATE, cases, folder, killer, results
from t3_tools.grade.sandbox import asking, exam
from t3_tools.grade.sandbox.exam import Exam, SandboxError, check_sandbox, examine_all
from t3_tools.grade.submissions import read

if sys.platform != "linux":
    pytest.skip("its attacks look for processes in /proc", allow_module_level=True)

pytestmark = [pytest.mark.timeout(120), pytest.mark.usefixtures("box")]

UNCONTAINED = pytest.mark.parametrize("box", ["no bubblewrap"], indirect=True)
"""For attacks that have no target in a container."""

CASES = cases("transitions", "block", "lazy")

EXACT = ("exact", "")
HARM = (
    "harm",
    "it stops or kills the process that watches it, or writes over its report",
)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the grader makes its temporary folders."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def verdicts(path: Path, exam: Exam, **players: str) -> dict[str, list[tuple[str, str]]]:
    """The verdicts, by name, on submissions with these players, examined two at a time."""
    handed_in = [
        read([folder(path / name, t3_player=text, t3_state=STATE)])[0]
        for name, text in players.items()
    ]
    found = dict(examine_all(handed_in, exam, jobs=2))
    return {
        name: [result.verdict[:2] for result in found[number]]
        for number, name in enumerate(players)
    }


def marked(mark: str) -> list[int]:
    """The processes that have this text as an argument."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (place / "cmdline").read_bytes().split(b"\0"):
                found.append(int(place.name))
        except OSError:  # it has just ended
            pass
    return found


def wait_until(mark: str, running: bool) -> None:
    """Wait until such a process runs, or until none does."""
    while bool(marked(mark)) != running:
        time.sleep(0.02)


@pytest.mark.parametrize("generations", [1, 2])
def test_killing_what_watches(tmp_path: Path, temporary: Path, generations: int) -> None:
    """In no case does the grader suffer, or the other submission."""
    bad = f"{killer(generations=generations)}    while True: pass\n"
    found = verdicts(tmp_path, Exam(CASES, 2), bad=bad, good=COURSE)
    assert found["good"] == [EXACT] * 6
    assert [it == EXACT for it in found["bad"]] == [True, True, False, False, True, True]
    assert list(temporary.iterdir()) == []


@pytest.mark.long
def test_stopping_what_watches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: str
) -> None:
    """In root's containers that is refused, so the player crashes."""
    monkeypatch.setattr(asking, "LOAD", 0)
    monkeypatch.setattr(asking, "GRACE", 5)
    found = results(tmp_path, CASES[2:5], seconds=1, t3_player=killer("SIGSTOP"))
    attack = found[0].verdict[:2]
    assert [it.verdict[:2] for it in found[1:]] == [attack, EXACT]
    assert attack == HARM or (box == "bubblewrap" and attack[0] == "crash")


@UNCONTAINED
@pytest.mark.long
def test_killing_the_grader(tmp_path: Path, temporary: Path, box: str) -> None:
    """Whoever kills a worker process loses all cases, and the others none."""
    players = {"good": COURSE, "bad": killer(generations=3), "other": COURSE}
    found = verdicts(tmp_path, Exam(CASES, ENOUGH), **players)
    assert found["good"] == found["other"] == [EXACT] * 6
    assert found["bad"] == [("harm", "it kills the grader")] * 6
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(os.getuid() != 0, reason="a process that is not dumpable is root's")
@UNCONTAINED
@pytest.mark.parametrize("text", ["'[]'", "'{}'", "'x'", "'\\n' * 99", "'x' * 2_000_000"])
def test_forged_reports(tmp_path: Path, text: str) -> None:
    forger = f"""
import os, time
def choose(state):
    with open(f"/proc/{{os.getppid()}}/fd/1", "w") as output:
        output.write({text} + "\\n")
    time.sleep(1e6)
"""
    (found,) = results(tmp_path, [ODDS], seconds=3, t3_player=forger)
    assert found.verdict[:2] == HARM


def leaves(mark: str, then: str, session: bool = False) -> str:
    """A player that starts a process with an argument, possibly in a session of its own."""
    return (
        f"{COURSE}\nimport os, subprocess\ndef choose(state):\n"
        f"    subprocess.Popen(['sleep', {mark!r}], start_new_session={session})\n"
        f"    {then}\n"
    )


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        ("return T3Player().choose(state)", EXACT),
        # The exit is noticed, although the process left over holds the pipe open.
        ("os._exit(3)", ("crash", "its process ended without an answer: exit 3")),
        ("while True: pass", ("timeout", "no answer in 2 s")),
    ],
)
def test_processes_left_over(
    tmp_path: Path, box: str, attack: str, expected: tuple[str, str]
) -> None:
    """Without bubblewrap, those of the same process group end."""
    mark = f"98765.{time.time_ns()}"
    player = leaves(mark, attack, session=box == "bubblewrap")
    (found,) = results(tmp_path, [ODDS], seconds=2, t3_player=player)
    assert found.verdict[:2] == expected
    wait_until(mark, running=False)


def late_once(path: Path) -> str:
    """A right player that once, with odds to move, creates the file `path` and sleeps."""
    return (
        f"{COURSE}\nimport os, time\ndef choose(state):\n"
        f"    if state._odd_turn and not os.path.exists({str(path)!r}):\n"
        f"        open({str(path)!r}, 'w').close()\n"
        "        time.sleep(1e6)\n"
        "    return T3Player().choose(state)\n"
    )


@UNCONTAINED
@pytest.mark.long
def test_a_late_submission_is_examined_again_alone(tmp_path: Path, box: str) -> None:
    """The second time is exact, and nothing is left of the first."""
    late = late_once(tmp_path / "slept")
    found = verdicts(tmp_path, Exam(CASES[2:4], 1), late=late, good=COURSE)
    assert (tmp_path / "slept").exists()
    assert found == {"late": [EXACT] * 2, "good": [EXACT] * 2}


@UNCONTAINED
def test_an_attack_on_a_neighbour(tmp_path: Path, box: str) -> None:
    """The victim is examined again, alone, so it loses nothing."""
    pid = tmp_path / "pid"
    victim = (
        f"{COURSE}\nimport os, time\ndef choose(state):\n"
        f"    if not os.path.exists({str(pid)!r}):\n"
        f"        with open({str(pid)!r}, 'w') as file: file.write(str(os.getppid()))\n"
        "        time.sleep(1e6)\n"
        "    return T3Player().choose(state)\n"
    )
    attacker = f"""
import os, time
def choose(state):
    while not os.path.exists({str(pid)!r}) or not os.path.getsize({str(pid)!r}):
        time.sleep(0.01)
    with open({str(pid)!r}) as file: os.kill(int(file.read()), 9)
"""
    exam = Exam(CASES[2:3], ENOUGH)
    found = verdicts(tmp_path, exam, victim=victim, attacker=attacker)
    assert found["victim"] == [EXACT]
    assert found["attacker"] != [EXACT]


BOMB = """
import os
def choose(state):
    while True:
        try:
            os.fork()
        except OSError:
            pass
"""


@pytest.mark.long
@pytest.mark.parametrize("box", ["bubblewrap"], indirect=True)
def test_fork_bombs_beside_others(tmp_path: Path, box: str) -> None:
    """The others keep their verdicts. A bomb has its own, and no process is left of it."""
    players = {"good": COURSE, "bomb": BOMB, "other bomb": BOMB, "threads": THREADS}
    found = verdicts(tmp_path, Exam(CASES[1:3], seconds=1), **players)
    assert found["good"] == found["threads"] == [EXACT] * 2
    assert found["bomb"][0] == EXACT
    assert found["bomb"][1][0] in ("late", "timeout")


THREADS = (
    COURSE
    + """
import threading
def choose(state):
    found = []
    def work():
        found.append(T3Player().choose(state))
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    return found[3]
"""
)


def test_the_limit_for_a_submission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left when it is reached is not tried, and says so."""
    monkeypatch.setattr(exam, "WHOLE", 2)
    asked = cases("transitions", "block", "tie")
    player = "def choose(state):\n    while True: pass\n"
    found = results(tmp_path, asked, seconds=1, t3_player=player)
    kinds = [str(it.verdict.kind) for it in found]
    assert kinds[:4] == ["exact", "exact", "timeout", "timeout"]
    assert kinds[-1] == "not tried"
    assert found[-1].verdict.reason.endswith("took 2 s, the limit for all")


def test_nothing_is_marked_if_our_own_player_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error of the sandbox is not any submission's."""
    monkeypatch.setattr(asking, "MEGABYTES", 1)
    with pytest.raises(SandboxError, match="even our own player fails here: MemoryErr"):
        results(tmp_path, [ODDS], t3_player=COURSE)


@UNCONTAINED
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: str) -> None:
    """It is an error of each case, not of the grader."""

    def full(*_: object, **__: object) -> str:
        raise OSError("no space left")

    check_sandbox(None)
    monkeypatch.setattr(asking, "mkdtemp", full)
    monkeypatch.setattr(exam, "GRACE", 0)
    found = results(tmp_path, [ODDS], t3_player=COURSE)
    assert found[0].verdict.kind == "could not run"
    assert "no space left" in found[0].verdict.reason


@UNCONTAINED
@pytest.mark.skipif(os.getuid() != 0, reason="only root can give rights")
def test_a_user_who_can_not_read_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "CELL", asking.CELL.replace("os.__file__", "'/root/x'"))
    with pytest.raises(SandboxError, match="Permission denied: '/root/x'"):
        check_sandbox((65534, 65534))


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("number", "others"),
    [(signal.SIGINT, 0), (signal.SIGINT, 1), (signal.SIGTERM, 0), (signal.SIGKILL, 1)],
)
def test_signals_to_grade(
    tmp_path: Path, temporary: Path, number: signal.Signals, others: int
) -> None:
    """A signal ends `grade` and the submission's process. Ctrl-C also leaves no folder."""
    mark = f"98765.{time.time_ns()}"
    paths = [folder(tmp_path / "late", t3_player=leaves(mark, "while True: pass"))]
    paths += [folder(tmp_path / f"other{it}", t3_player=COURSE) for it in range(others)]
    options = [*FEW_CASES, "--timeout=1000", "--jobs=2"]
    grading = subprocess.Popen(
        [sys.executable, "-m", "t3_tools", "grade", *paths, *options],
        cwd=ROOT,
        env=environment(TMPDIR=str(temporary)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_until(mark, running=True)
    grading.send_signal(number)
    grading.wait()
    assert number != signal.SIGINT or list(temporary.iterdir()) == []
    wait_until(mark, running=False)
