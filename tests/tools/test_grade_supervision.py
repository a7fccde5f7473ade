"""What a submission uses is counted out of its reach, and who watches it outlives it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from commands import FEW_CASES, ROOT, start
from handed_in import (
    AS_ROOT,
    CONTAINED,
    COURSE,
    COURSE_STATE,
    ENOUGH,
    IN_ONE_BOX,
    ODDS,
    STATE,
    SYSTEM,
    UNCONTAINED,
    cases,
    exam,
    folder,
    killer,
    reasons,
    results,
    right_but,
    trying,
    wait_until,
    write,
)
from t3_tools.__main__ import main
from t3_tools.grade import command, limits
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.judging.marks import Exam
from t3_tools.grade.sandbox import asking, cgroup, examining, folders
from t3_tools.grade.sandbox.examining import SandboxError, check_sandbox, examine

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="its attacks need /proc"),
    pytest.mark.timeout(120),
    pytest.mark.usefixtures("box"),
]

ORDINARY = 59_999
"""An ordinary user."""

ASK = """
import json, os, sys
from t3_state import T3State
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import Case
from t3_tools.grade.sandbox import asking

files, position, lists, user, box, counted = json.load(sys.stdin)
for place in lists:
    with open(place, "w") as file: file.write("0")
if user:
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
if box == "no bubblewrap":
    asking.no_bubblewrap = lambda: box
if counted == "by hand":
    asking.home = lambda: None
limits.ALL_MEGABYTES, limits.WAIT = 100, 40
files = {name: text.encode() for name, text in files.items()}
answer, _ = asking.ask(files, Case("block", 0, position), 1)
print(json.dumps([bool(asking.home()), answer]))
"""

MEMORY = "crash", "its processes use more than 100 MB of memory together"

LIBC = """
import ctypes, fcntl
libc = ctypes.CDLL(None, use_errno=True)
CLONE = 56 if os.uname().machine == "x86_64" else 220
room = ctypes.create_string_buffer(64)

def of_libc(name, *values):
    ctypes.set_errno(0)
    result = getattr(libc, name)(*values)
    if result < 0:
        raise OSError(ctypes.get_errno(), name)
    return result
"""
CALLS = [
    "of_libc('semget', 0, 32_000, 0o1600)",
    "of_libc('msgget', 0, 0o1600)",
    "of_libc('shmget', 0, 4096, 0o1600)",
    "of_libc('memfd_create', b'x', 0)",
    "of_libc('inotify_init1', 0)",
    "of_libc('unshare', 0x1000_0000)",
    "of_libc('syscall', CLONE, 0x1000_0011, None, None, None, None) or os._exit(0)",
    "of_libc('syscall', 425, 8, room)",  # io_uring_setup
    "of_libc('ptrace', 16, os.getppid(), None, None)",  # attach
    "of_libc('process_vm_readv', os.getppid(), room, 1, room, 1, 0)",
    "fcntl.lockf(open('file', 'w'), fcntl.LOCK_EX | fcntl.LOCK_NB)",
    "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)",
    "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
    "socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)",
    # A root that has no user to become can do this.
    "os.getuid() or of_libc('memfd_create', b'x', 0); open(f'/proc/{os.getppid()}/mem')",
]

BOTH = ("control group", "by hand")
"""Who may count."""
COUNTED = {
    "system calls": (
        trying(CALLS),
        # Not permitted, no access, or no such call.
        *("crash", rf"KeyError: \[((1|13|38)(, |\])){{{len(CALLS)}}}", BOTH[1:]),
    ),
    "shared memory": (
        "import mmap\n"
        "def fill(it): it.write(bytes(40_000_000)), time.sleep(1e6)\n"
        "for _ in range(4): os.fork() or fill(mmap.mmap(-1, 40_000_000))\n"
        "time.sleep(1e6)",
        *(*MEMORY, BOTH),
    ),
    "its parent stopped, a report forged, and children that nobody waits for": (
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "try:\n"
        "    os.kill(os.getppid(), signal.SIGSTOP)\n"
        "    with open(f'/proc/{os.getppid()}/fd/1', 'w') as file: file.write('\\n' * 9)\n"
        "except OSError: pass\n"
        "for _ in range(5):\n"
        "    child, end = os.fork(), time.process_time() + 0.7\n"
        "    while not child and time.process_time() < end: pass\n"
        "    try: child and os.wait() or os._exit(0)\n"
        "    except ChildProcessError: pass",
        *("timeout", "no answer in 1 s", BOTH),
    ),
    # By hand, this memory is not counted.
    "full sockets": (
        "for _ in range(6):\n"
        "    if os.fork() == 0:\n"
        "        pairs = [socket.socketpair() for _ in range(100)]\n"
        "        for it in [it for pair in pairs for it in pair]:\n"
        "            try:\n"
        "                while True: it.send(bytes(60_000), socket.MSG_DONTWAIT)\n"
        "            except OSError: pass\n"
        "        time.sleep(1e6)\n"
        "time.sleep(1e6)",
        *(*MEMORY, BOTH[:1]),
    ),
    "many files": (
        "for number in range(10**6): open(str(number), 'w').close()",
        *("crash", "OSError: .*No space left", BOTH[1:]),
    ),
}
"""By name: the attack, the kind and the reason of the verdict, and who counts."""
QUICK = ("system calls", "shared memory", "many files")


def asked(
    attack: str, counted: str, user: int, box: str, command: Sequence[str] = ()
) -> Any:
    """The answer of a player that runs `attack`, or the verdict.

    A user grades, or a process of a command.
    """
    files = {"t3_state.py": COURSE_STATE, "t3_player.py": right_but(attack, LIBC)}
    files["t3_action.py"] = (ROOT / "t3_action.py").read_text(encoding="utf-8")
    lists: list[str] = []
    with ExitStack() as given:
        if user and counted == "control group":  # one that is delegated to this user
            home = cgroup.home()
            assert home
            for folder in given.enter_context(cgroup.group(home)):
                for place in (folder, folder / "cgroup.procs"):
                    os.chown(place, user, user)
                lists.append(str(folder / "cgroup.procs"))
        # A root whose submissions give up its rights, if that can be had.
        program = SYSTEM if os.getuid() == 0 and runs_for_all() else sys.executable
        done = subprocess.run(
            [*command, program, "-c", ASK],
            input=json.dumps([files, ODDS.position, lists, user, box, counted]),
            capture_output=True,
            text=True,
            cwd="/",
            env={"PATH": os.defpath, "PYTHONPATH": str(ROOT)},
        )
    assert not done.stderr
    by_group, *answer = json.loads(done.stdout)
    assert by_group == (counted == "control group")
    return answer[0]


@pytest.fixture(params=[0, pytest.param(ORDINARY, marks=AS_ROOT)], ids=["I", "a user"])
def user(request: pytest.FixtureRequest) -> int:
    """The user who grades; 0 for the one who runs this test."""
    if request.param and not runs_for_all():
        pytest.skip(f"user {ORDINARY} can't run {SYSTEM} or read this project")
    return int(request.param)


@cache
def runs_for_all() -> bool:
    """Whether an ordinary user can run this project with SYSTEM."""
    command = [SYSTEM, "-c", "import t3_tools.grade.sandbox.asking"]
    with suppress(OSError):
        done = subprocess.run(
            command, user=ORDINARY, cwd="/", env={"PYTHONPATH": str(ROOT)}
        )
        return done.returncode == 0
    return False


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        pytest.param(name, it, marks=[pytest.mark.long] * (name not in QUICK))
        for name, (*_, counted) in COUNTED.items()
        for it in counted
    ],
)
def test_attacks_on_what_counts(name: str, counted: str, user: int, box: str) -> None:
    attack, kind, pattern, _ = COUNTED[name]
    if counted == "control group" and not cgroup.home():
        pytest.skip("no control group can be made here")
    if name == "many files" and box == "no bubblewrap":
        pytest.skip("they would be real")
    found, reason, *_ = asked(attack, counted, user, box)
    assert found == kind
    assert re.match(pattern, reason), reason


def test_the_files_of_version_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups can be made in that of this process and above. A command enters them."""
    above = [tmp_path / "user" / "shell", tmp_path / "user", tmp_path]
    write(above[0] / "cgroup", "0::/user/shell\n")
    write(tmp_path / "cgroup.controllers", "memory pids")
    monkeypatch.setattr(cgroup, "MOUNTED", tmp_path)
    monkeypatch.setattr(cgroup, "OWN", above[0] / "cgroup")
    monkeypatch.setattr(limits, "GRACE", 0)  # such a folder does not remove its files
    found = [*cgroup.candidates()]
    assert [it.memory for it in found] == above
    with cgroup.group(found[1]) as made:
        folder = made.memory
        assert (folder / "memory.max").read_text() == "900000000"
        assert (folder / "memory.swap.max").read_text() == "0"
        assert 64 <= int((folder / "pids.max").read_text()) < 80
        subprocess.run(made.entering(["/bin/true"]), check=True)
        assert (folder / "cgroup.procs").read_text() == "0\n"
        (folder / "cgroup.procs").unlink()
        write(folder / "cpu.stat", "usage_usec 2500000\nuser_usec 1\n")
        for kills, ran_out in ((0, False), (2, True)):
            events = f"max 9\noom 1\noom_kill {kills}\noom_group_kill 3\n"
            write(folder / "memory.events", events)
            assert made.used() == (2.5, ran_out)


@AS_ROOT
def test_where_there_is_one_user(box: str) -> None:
    """Root of such a container can't give up rights, but marks."""
    alone = ["/usr/bin/unshare", "--map-root-user"]
    if subprocess.run([*alone, "/bin/true"]).returncode:
        pytest.skip("no user namespace can be made here")
    assert asked("", "by hand", 0, box, alone) == [0, 2, 5]


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
    known = dict(examining.examine_all(handed_in, asked, jobs=2))
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


def test_processes_left_over(tmp_path: Path, box: str) -> None:
    """The end is noticed, though one holds the pipe open, and it ends, too.

    Without bubblewrap, those of the same process group end.
    """
    mark = f"98765.{time.time_ns()}"
    session = f"start_new_session={box == 'bubblewrap'}"
    attack = f"subprocess.Popen(['sleep', {mark!r}], {session})\nos._exit(3)"
    left = results(tmp_path, [ODDS], t3_player=right_but(attack))
    assert reasons(left) == [("crash", "its process ended without an answer: exit 3")]
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


@pytest.mark.long
@CONTAINED
def test_fork_bombs_beside_others(tmp_path: Path, box: str) -> None:
    """The others keep their verdicts. A bomb has its own, and no process is left of it."""
    bomb = right_but("while True:\n    try: os.fork()\n    except OSError: pass")
    players = {"bomb": bomb, "other bomb": bomb}
    players["good"] = right_but("os.fork() or os._exit(0)")
    of = verdicts(tmp_path, exam(CASES[1:3], seconds=1), **players)
    assert of["good"] == [EXACT] * 2
    assert of["bomb"][0] == EXACT
    assert of["bomb"][1][0] in ("stalled", "timeout")


@UNCONTAINED
def test_where_nothing_is_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without bubblewrap, and the error says what to install, or if our player fails."""
    (submission,) = read([folder(tmp_path, t3_player=COURSE)])
    with pytest.raises(SandboxError, match="apt-get install bubblewrap"):
        examine(submission, exam([ODDS])._replace(unsafe=False))
    monkeypatch.setattr(limits, "MEGABYTES", 1)
    check_sandbox.cache_clear()
    with pytest.raises(SandboxError, match="even our own player fails here: "):
        examine(submission, exam([ODDS]))


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
@UNCONTAINED
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
    assert reasons(results(tmp_path / "it", [ODDS], t3_player=COURSE)) == [EXACT]
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


@UNCONTAINED
def test_reading_ends_with_the_program(box: str) -> None:
    mark = f"98765.{time.time_ns()}"
    read = f"lambda: os.execl('/bin/sleep', 'sleep', {mark!r})"
    code = "import os; from t3_tools.grade.sandbox.apart import apart"
    program = start("-c", f"{code}; apart({read}, 1000)")
    wait_until(mark, running=True)
    program.kill()
    program.wait()
    wait_until(mark, running=False)
