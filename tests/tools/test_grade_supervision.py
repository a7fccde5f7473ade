"""A submission that harms what watches it costs others no mark, and leaves no process."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from unittest.mock import patch

import pytest

from commands import FEW_CASES, start
from handed_in import (
    AS_ROOT,
    CONTAINED,
    COURSE,
    ENOUGH,
    IN_ONE_BOX,
    ODDS,
    STATE,
    UNCONTAINED,
    cases,
    exam,
    folder,
    killer,
    reasons,
    results,
    right_but,
    wait_until,
    write,
)
from t3_tools.__main__ import main
from t3_tools.grade import command, limits
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.judging.marks import Exam
from t3_tools.grade.sandbox import asking, cgroup, folders
from t3_tools.grade.sandbox.examining import (
    SandboxError,
    check_sandbox,
    examine,
    examine_all,
)

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="its attacks need /proc"),
    pytest.mark.timeout(120),
    pytest.mark.usefixtures("box"),
]

CASES = cases("transitions", "block", "lazy")

EXACT = ("exact", "")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the grader makes its temporary folders."""
    write(tmp_path, {"temporary/": ""})
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path / "temporary"


def verdicts(path: Path, asked: Exam, **players: str) -> dict[str, list[tuple[str, str]]]:
    """The verdicts, by name, on submissions with these players, examined two at a time."""
    handed_in = [
        read([folder(path / name, t3_player=text, t3_state=STATE)])[0]
        for name, text in players.items()
    ]
    known = dict(examine_all(handed_in, asked, jobs=2))
    return {name: reasons(known[number]) for number, name in enumerate(players)}


def test_attacks_on_their_parents(tmp_path: Path, temporary: Path) -> None:
    """In no case does the grader suffer, or another submission.

    What graders left that were killed is removed, but nothing else.
    """
    with subprocess.Popen([sys.executable, "-S", "-c", ""]) as ended:
        pass
    places = temporary, *(cgroup.home() or ())
    dead = [it / f"{folders.PREFIX}{ended.pid}_" for it in places]
    for place in dead:
        place.mkdir(exist_ok=True)
    (temporary / f"{folders.PREFIX}{9**99}_").symlink_to(tmp_path)
    players = {"kills": f"{killer('SIGKILL')}    while True: pass\n", "good": COURSE}
    players["stops"] = killer("SIGSTOP")
    with folders.temporary_folder():
        of = verdicts(tmp_path, exam(CASES[3:5], 1), **players)
        assert len([*temporary.iterdir()]) == 2
    assert of["good"] == [EXACT] * 2
    for bad in ("kills", "stops"):
        assert [it == EXACT for it in of[bad]] == [False, True]
    assert not any(it.exists() for it in dead)


@UNCONTAINED
@pytest.mark.long
def test_killing_the_grader(tmp_path: Path, temporary: Path, box: str) -> None:
    """Whoever kills a worker process loses all cases, and the others none."""
    players = {"good": COURSE, "bad": killer(generations=2), "other": COURSE}
    of = verdicts(tmp_path, exam(CASES[1:4]), **players)
    assert of["good"] == of["other"] == [EXACT] * 3
    assert of["bad"] == [("harm", "it kills the grader")] * 3
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        ("", EXACT),
        # The exit is noticed, although the process left over holds the pipe open.
        ("os._exit(3)", ("crash", "its process ended without an answer: exit 3")),
    ],
)
def test_processes_left_over(
    tmp_path: Path, box: str, attack: str, expected: tuple[str, str]
) -> None:
    """Without bubblewrap, those of the same process group end."""
    mark = f"98765.{time.time_ns()}"
    session = f"start_new_session={box == 'bubblewrap'}"
    player = right_but(f"subprocess.Popen(['sleep', {mark!r}], {session})\n{attack}")
    assert reasons(results(tmp_path, [ODDS], t3_player=player)) == [expected]
    wait_until(mark, running=False)


@UNCONTAINED
def test_what_another_may_have_killed(tmp_path: Path) -> None:
    """It is examined again, so it loses nothing."""
    if asking.gives_up_rights():
        pytest.skip("submissions are users that can't write there")
    once = str(tmp_path / "once")
    again = f"os.path.exists({once!r})"
    attack = f"{again} or os.mkdir({once!r}) or os.kill(os.getppid(), 9) or time.sleep(1e6)"
    of = verdicts(tmp_path, exam(CASES[2:3]), victim=right_but(attack))
    assert of == {"victim": [EXACT]}
    assert Path(once).exists()


BOMB = right_but("while True:\n    try: os.fork()\n    except OSError: pass")
THREADS = right_but(
    "threads = [threading.Thread(target=T3Player().choose, args=[state]) for _ in 'abcd']\n"
    "for it in threads: it.start()\nfor it in threads: it.join()"
)


@pytest.mark.long
@CONTAINED
def test_fork_bombs_beside_others(tmp_path: Path, box: str) -> None:
    """The others keep their verdicts. A bomb has its own, and no process is left of it."""
    players = {"good": COURSE, "bomb": BOMB, "other bomb": BOMB, "threads": THREADS}
    of = verdicts(tmp_path, exam(CASES[1:3], seconds=1), **players)
    assert of["good"] == of["threads"] == [EXACT] * 2
    assert of["bomb"][0] == EXACT
    assert of["bomb"][1][0] in ("stalled", "timeout")


@IN_ONE_BOX
def test_nothing_is_marked_if_our_own_player_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error of the sandbox is not any submission's."""
    monkeypatch.setattr(limits, "MEGABYTES", 1)
    check_sandbox.cache_clear()
    with pytest.raises(SandboxError, match="even our own player fails here: "):
        results(tmp_path, [ODDS], t3_player=COURSE)


@UNCONTAINED
def test_a_class_needs_bubblewrap(tmp_path: Path) -> None:
    """Without it nothing is marked, and the error says what to install."""
    (submission,) = read([folder(tmp_path, t3_player=COURSE)])
    with pytest.raises(SandboxError, match="apt-get install bubblewrap"):
        examine(submission, exam([ODDS])._replace(unsafe=False))


@AS_ROOT
@UNCONTAINED
def test_nothing_runs_as_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where other users can't run Python, not even a single submission, unless told to."""
    if Path("/proc/self/uid_map").read_text().split()[1] != "0":
        pytest.skip("this root is another user outside")
    monkeypatch.setattr(asking, "gives_up_rights", lambda: False)
    check_sandbox.cache_clear()
    with pytest.raises(SandboxError, match="submissions would be root"):
        check_sandbox(False)
    with patch.object(command, "examine_all", side_effect=SystemExit) as examined:
        for options in ([], ["--unsafe"]):
            main(["grade", folder(tmp_path, t3_player=COURSE), *FEW_CASES, *options])
    assert [it.args[1].unsafe for it in examined.mock_calls] == [False, True]


@AS_ROOT
def test_no_two_questions_have_one_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in two programs, nor in two threads of one."""
    monkeypatch.setattr(asking, "gives_up_rights", lambda: True)
    monkeypatch.setattr(asking, "USERS", 2)
    with asking._own_user() as one, asking._own_user() as other:
        assert {one, other} == {asking.FIRST_USER, asking.FIRST_USER + 1}
        with pytest.raises(OSError, match="have all the users"), asking._own_user():
            pass
    with asking._own_user() as one:
        assert one


@IN_ONE_BOX
def test_waiting_uses_up_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second on the clock counts as 1 / WAIT seconds of work."""
    monkeypatch.setattr(limits, "WAIT", 1)
    player = right_but("time.sleep(1)")
    (waits,) = read([folder(tmp_path, t3_player=player, t3_state=STATE)])
    _, used = asking.ask({**waits.lent, **waits.files}, ODDS, ENOUGH)
    assert used > 1


@UNCONTAINED
def test_why_bubblewrap_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line that it prints is in the error."""
    says = "echo first >&2; echo bwrap: no >&2; exit 1"
    monkeypatch.setattr(asking, "no_bubblewrap", lambda: "")
    monkeypatch.setattr(asking, "_container", lambda: ["/bin/sh", "-c", says])
    with pytest.raises(OSError, match=r"does not start: bwrap: no$"):
        asking.ask({"t3_player.py": b""}, ODDS, 1)


@CONTAINED
def test_bubblewrap_at_another_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: str
) -> None:
    """Questions are asked with the one on the teacher's PATH, even by a relative path."""
    counts = f'#!/bin/sh\ntouch {tmp_path}/starts\nexec {shutil.which("bwrap")} "$@"\n'
    Path(write(tmp_path / "bin" / "bwrap", counts)).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"bin:{os.environ['PATH']}")
    (it,) = results(tmp_path / "it", [ODDS], t3_player=COURSE)
    assert reasons([it]) == [EXACT]
    assert (tmp_path / "starts").exists()


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGKILL", -9)]
)
def test_signals_to_grade(tmp_path: Path, temporary: Path, name: str, code: int) -> None:
    """One ends `grade` and the submission's process, with what is finished written.

    It prints one line more, and leaves no folder. After SIGKILL, it can do nothing.
    """
    mark = f"98765.{time.time_ns()}"
    late = right_but(f"subprocess.Popen(['sleep', {mark!r}])\nwhile True: pass")
    paths = [folder(tmp_path / "good", t3_player=COURSE, t3_state=STATE)]
    paths += [folder(tmp_path / "late", t3_player=late, t3_state=STATE)]
    exam = write(tmp_path / "exam.txt", "seconds 1000\nblock 1 odds 320/632/003")
    options = ["--exam", exam, "--jobs=1", "--unsafe", f"--csv={tmp_path}/marks.csv"]
    with (tmp_path / "said").open("w") as said:
        started = "-m", "t3_tools", "grade", *paths, *options
        grading = start(*started, output=said.fileno(), TMPDIR=str(temporary))
    wait_until(mark, running=True)
    grading.send_signal(signal.Signals[name])  # Windows lacks some
    assert grading.wait() == code
    wait_until(mark, running=False)
    if name != "SIGKILL":
        assert list(temporary.iterdir()) == []
        lines = (tmp_path / "said").read_text().splitlines()
        assert [lines[-1], *(it for it in lines if "arning" in it)] == ["t3-tools: stopped"]
        _, good, other = (tmp_path / "marks.csv").read_text().splitlines()
        assert good.startswith("good,,100,")
        assert other.startswith("late,,,not examined: grading was stopped,")


STUCK = """
import os, re, sys
from t3_tools.grade.sandbox.apart import apart
def read():
    print(os.getpid(), flush=True)
    re.match("(a|a)*b", "a" * 99)
apart(read, 1000)
"""


@UNCONTAINED
def test_reading_ends_with_the_program(box: str) -> None:
    program = start("-c", STUCK, output=subprocess.PIPE)
    assert program.stdout
    status = Path("/proc", program.stdout.readline().strip(), "status")
    assert "State:\tZ" not in status.read_text()
    program.kill()
    program.communicate()
    while status.exists() and "State:\tZ" not in status.read_text():
        time.sleep(0.02)
