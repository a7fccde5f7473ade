"""An attack costs a submission at most the case in which it attacks, and others nothing."""

import errno
import os
import re
import socket
import sys
import tempfile
import time
from pathlib import Path

import pytest

from commands import ROOT
from handed_in import (
    AS_ROOT,
    CLOCK,
    CONTAINED,
    COURSE,
    ENOUGH,
    EVENS,
    IN_ONE_BOX,
    ODDS,
    SYSTEM,
    reasons,
    results,
    right_but,
    trying,
    wait_until,
)
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import Case
from t3_tools.grade.judging.verdicts import answer_in
from t3_tools.grade.sandbox import asking, examining

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="its attacks need /proc"),
    pytest.mark.timeout(120),
    pytest.mark.usefixtures("box"),
]

EVERYWHERE = """
def everywhere(text):
    for fd in range(3, 64):
        try: os.write(fd, text)
        except OSError: pass
"""


def hostile(path: Path, attack: str, seconds: int = ENOUGH) -> tuple[str, str]:
    """The verdict on a player that runs `attack` when odds are to move.

    `attack` may replace the right `action`. Fails if the next case, evens to move, suffers.
    """
    player = right_but(attack, EVERYWHERE)
    attacked, after = results(path, [ODDS, EVENS], seconds, t3_player=player)
    assert after.verdict.kind == "exact"
    assert (path / "t3_player.py").read_text(encoding="utf-8") == player
    return attacked.verdict[:2]


PATCHES = """
import __main__
T3State.why_illegal = lambda self, act: None
T3State.is_valid_action = lambda self, act: True
os._exit = os.write = None
__main__._watch = __main__._reply = __main__._in_words = lambda *args: "exact"
action = T3Action(2, 2, 1)
"""
TAKEN = r"plays \(2,2\) = 1: cell \(2,2\) already holds 3"
DIE = "\nos._exit(0)"

ATTACKS = {
    # By the clock a case may take four times its CPU seconds, as other work may delay it.
    "work and stop": (
        "while time.process_time() < 1: pass\nos.kill(os.getpid(), signal.SIGSTOP)",
        *("stalled", "no answer in over 8 s by"),
    ),
    "loop": (
        "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass",
        *("timeout", "no answer"),
    ),
    "threads": (
        "for _ in range(4): threading.Thread(target=time.sleep, args=(1e6,)).start()",
        *("exact", "$"),
    ),
    "recursion in C, which no limit of Python ends": (
        "sys.setrecursionlimit(10**9)\ndef dig(_): return max([0], key=dig)\ndig(0)",
        *("crash", ".*SIGSEGV|.*RecursionError"),
    ),
    "memory": ("x = []\nwhile True: x.append(bytearray(10**7))", "crash", "MemoryError"),
    "disk": ("open('big', 'wb').write(bytes(10**8))", "crash", ".*File too large"),
    "answers without end": (
        "while True: everywhere(b'x' * 10**5)",
        *("crash", "it writes too much into the pipe for its answer"),
    ),
    "open files": (
        "pairs = [socket.socketpair() for _ in range(200)]",
        *("crash", "OSError: .*Too many open files"),
    ),
    "exit": ("sys.exit(0)", "crash", r"SystemExit: 0 \(t3_player.py, line "),
    "exception that raises itself": (
        "class Bad(BaseException):\n    def __str__(self): raise self\nraise Bad",
        *("crash", r"Bad \(t3_player.py, line "),
    ),
    "an address in its words, and what orders sets": (
        "raise KeyError(object(), sys.flags.hash_randomization)",
        *("crash", r"KeyError: \(<object object>, 0\)"),
    ),
    "a path in its words": ("raise KeyError('/tmp/a')", "crash", "KeyError: '/tmp/a'"),
    "removal of its own files": (
        f"shutil.rmtree(os.getcwd()){DIE}",
        *("crash", "its process ended without an answer|OSError: .*Read-only"),
    ),
    "many processes": (
        "for it in range(40): os.fork() or time.sleep(0.01 + it / 1e3) or os._exit(0)",
        *("exact", "$"),
    ),
    "patches": (PATCHES, "illegal", TAKEN),
    "forged action": (
        f"""everywhere(b'{{"answer": [2, 2, 1]}}\\n'){DIE}""",
        *("illegal", TAKEN),
    ),
}
"""By name: the attack, and the kind and the reason of the verdict."""
SLOW = ("work and stop", "loop", "memory", "many processes")
LIMITED = ("threads", "removal of its own files", *SLOW)
"""Those that meet other limits in a container than outside."""


@pytest.mark.parametrize(
    "text",
    [
        *("exact", "[" * 50_000, f'{{"answer": {"9" * 5000}}}'),
        *('{"answer": [1, 2, 3, 4]}', '{"answer": [0, 1, true]}', '{"answer": {}}'),
        *('{"answer": ["\\u001b[2J"]}', '{"fault": "the disk of the grader is full"}'),
    ],
)
def test_forged_answers(text: str) -> None:
    verdict = ODDS.judge(answer_in(text)).verdict
    assert verdict.kind == "wrong"
    assert re.match("sends .*not an answer|returns something that is not", verdict.reason)
    assert verdict.reason.isprintable()
    assert len(verdict.reason) <= 500


@pytest.mark.parametrize(
    "name", [pytest.param(it, marks=[pytest.mark.long] * (it in SLOW)) for it in LIMITED]
)
def test_attacks_on_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    attack, kind, pattern = ATTACKS[name]
    if kind == "timeout":
        monkeypatch.setattr(limits, "WAIT", CLOCK)
    seconds = 2 if kind in ("stalled", "timeout") else ENOUGH
    verdict, reason = hostile(tmp_path, attack, seconds)
    assert verdict == kind
    assert re.match(pattern, reason), reason
    assert reason.isprintable()


@IN_ONE_BOX
@pytest.mark.parametrize("name", [it for it in ATTACKS if it not in LIMITED])
def test_attacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    test_attacks_on_limits(tmp_path, monkeypatch, name)


def test_folders_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attack = "for _ in range(1200): os.mkdir('d'); os.chdir('d')"
    temporary = Path(tempfile.mkdtemp())
    temporary.chmod(0o755)  # users without rights can't enter tmp_path
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert hostile(tmp_path / "deep", attack) == ("exact", "")
    temporary.rmdir()  # it is empty


def test_there_is_room_for_all_files() -> None:
    """They take whole pages in a container, and a player can write beside them."""
    assert limits.FILES * 4096 + limits.BESIDE + limits.WRITTEN < limits.FOLDER_SIZE
    assert limits.FILES < limits.INODES


@IN_ONE_BOX
def test_no_process_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be asked says nothing of the submission, in any case."""
    monkeypatch.setattr(examining, "ask", None)
    asked = [ODDS, Case("mypy", 0, ""), EVENS]
    examining.check_sandbox(True)
    could_not = reasons(results(tmp_path, asked, t3_player=COURSE))
    assert [kind for kind, _ in could_not] == ["could not run"] * 3
    assert could_not[0][1].startswith("it could not be asked here: TypeError: ")


@AS_ROOT
@pytest.mark.skipif(not os.path.exists(SYSTEM), reason=f"needs {SYSTEM}")
def test_the_rights_of_another_user(
    tmp_path: Path, box: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player can write in its folder, but not list others, be root or kill its parent.

    A daemon that it starts ends with the question.
    """
    mark = f"98765.{time.time_ns()}"
    unseen = errno.ENOENT if box == "bubblewrap" else errno.EACCES
    doors = {
        "1 / (os.getuid() >= 60_000 and not os.getgroups())": 0,
        f"subprocess.Popen(['sleep', {mark!r}], start_new_session=True)": 0,
        "open('mine', 'w').close()": 0,
        f"os.listdir({str(tmp_path)!r})": unseen,
        "os.setuid(0)": errno.EPERM,
        "os.kill(os.getppid(), 9)": errno.EPERM,
    }
    monkeypatch.setattr(asking, "PYTHON", os.path.realpath(SYSTEM))
    asking.gives_up_rights.cache_clear()
    before = os.umask(0o077)  # the files written are root's alone
    try:
        _, reason = hostile(tmp_path / "handed_in", trying(doors))
    finally:
        os.umask(before)
        asking.gives_up_rights.cache_clear()
    assert reason.startswith(f"KeyError: {[*doors.values()]} ")
    wait_until(mark, running=False)


def test_looking_for_our_player(tmp_path: Path) -> None:
    """No argument, variable, module or open file of the process leads to our player."""
    attack = f"""
found = [*sys.orig_argv, *os.environ.values(), *sys.path, sys.prefix, os.getcwd()]
found += [str(getattr(module, '__file__', '')) for module in list(sys.modules.values())]
found = [it for it in found if {str(ROOT)!r} in it or os.path.exists(it + '/t3_engine')]
fds = ['/proc/self/fd/' + fd for fd in os.listdir('/proc/self/fd')]
fds = [os.readlink(fd) for fd in fds if os.path.lexists(fd)]
fds = [fd for fd in fds if 'libffi' not in fd]  # on some systems it keeps its file open
# Seen from a chroot, in mounts of its own, the folder of the chroot stands before it.
fds = ['/dev/null' if fd.endswith('/dev/null') else fd for fd in fds]
raise KeyError(found, fds)
"""
    _, reason = hostile(tmp_path, attack)
    # The open files: three standard streams, and the pipe for the answer.
    streams = "'/dev/null', '/dev/null', '/dev/null'"
    assert reason.startswith(f"KeyError: ([], [{streams}, 'pipe:[")


DOORS = {
    "import multiprocessing; multiprocessing.Lock()": 0,
    "open({root!r} + '/t3_player.py')": errno.ENOENT,
    "open({handed_in!r})": errno.ENOENT,
    "open('/etc/passwd')": errno.ENOENT,
    "open('/usr/new', 'w')": errno.EROFS,
    "open('/new', 'w')": errno.EROFS,
    "for i in range(9): open(f'/dev/shm/{{i}}', 'wb').write(bytes(9**7))": errno.ENOSPC,
    "for i in range(9): open(f'{{i}}', 'wb').write(bytes(9**7))": errno.ENOSPC,
    # Of a name that is not in the file system.
    "socket.socket(socket.AF_UNIX).connect('\\0' + {handed_in!r})": errno.ECONNREFUSED,
    "os.kill({pid}, 0)": errno.ESRCH,
    "while os.fork(): pass\ntime.sleep(1e6)": errno.EAGAIN,
}
"""By what a submission tries: what it gets, 0 if it works."""


@CONTAINED
def test_nothing_outside_a_container(tmp_path: Path) -> None:
    """The submission finds neither project, class, other files, sockets nor processes."""
    here = {"root": str(ROOT), "handed_in": str(tmp_path), "pid": os.getpid()}
    attack = trying(it.format(**here) for it in DOORS)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0{tmp_path}")
        server.listen()
        _, reason = hostile(tmp_path, attack)
    assert reason.startswith(f"KeyError: {[*DOORS.values()]} ")
