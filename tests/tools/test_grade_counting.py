"""What a submission uses is counted out of its reach, in a control group or by hand."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT
from handed_in import AS_ROOT, COURSE_STATE, ODDS, SYSTEM, right_but, trying, write
from t3_tools.grade import limits
from t3_tools.grade.sandbox import cgroup

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="needs Linux"),
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

IN_TURN = """
for _ in range(5):
    if os.fork() == 0:
        end = time.process_time() + 0.7
        while time.process_time() < end: pass
        os._exit(0)
    try: os.wait()
    except ChildProcessError: pass"""
MEMORY = "crash", "its processes use more than 100 MB of memory together"
TIMEOUT = "timeout", "no answer in 1 s"

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
DOORS = [
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
ATTACKS = {
    "system calls": (
        trying(DOORS),
        # Not permitted, no access, or no such call.
        *("crash", rf"KeyError: \[((1|13|38)(, |\])){{{len(DOORS)}}}", BOTH[1:]),
    ),
    "shared memory": (
        "import mmap\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        kept = mmap.mmap(-1, 40_000_000)\n"
        "        kept.write(bytes(40_000_000))\n"
        "        time.sleep(1e6)\n"
        "time.sleep(1e6)",
        *(*MEMORY, BOTH),
    ),
    "children that nobody waits for": (
        f"signal.signal(signal.SIGCHLD, signal.SIG_IGN){IN_TURN}",
        *(*TIMEOUT, BOTH),
    ),
    "its parent stopped, and a report forged": (
        "try:\n"
        "    os.kill(os.getppid(), signal.SIGSTOP)\n"
        "    with open(f'/proc/{os.getppid()}/fd/1', 'w') as file: file.write('\\n' * 9)\n"
        f"except OSError: pass{IN_TURN}",
        *(*TIMEOUT, BOTH),
    ),
    # By hand, this memory is not counted.
    "full sockets": (
        "for _ in range(6):\n"
        "    if os.fork() == 0:\n"
        "        pairs = [socket.socketpair() for _ in range(100)]\n"
        "        for it in [it for pair in pairs for it in pair]:\n"
        "            it.setblocking(False)\n"
        "            try:\n"
        "                while True: it.send(bytes(60_000))\n"
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
        for name, (*_, counted) in ATTACKS.items()
        for it in counted
    ],
)
def test_attacks_on_what_counts(name: str, counted: str, user: int, box: str) -> None:
    attack, kind, pattern, _ = ATTACKS[name]
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
        assert folder.parent == above[1]
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
