"""Asking a submission one question, in a sandbox that lasts for that question only.

With bubblewrap, which Linux has, that is a container: its processes, network and files are
its own. It has Python and an empty folder. Without bubblewrap it is a process group with
limits in a temporary folder. Either way this process, outside, watches what it uses.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from random import sample
from tempfile import TemporaryFile

import t3_state
from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.judging.asks import Json
from t3_tools.grade.judging.cases import Case
from t3_tools.grade.judging.verdicts import Kind, Verdict, answer_in
from t3_tools.grade.sandbox.cgroup import group, home
from t3_tools.grade.sandbox.folders import temporary_folder
from t3_tools.grade.sandbox.watching import ByHand, watch

FIRST_USER, USERS = 60_000, 1_000
"""Where root grades, the submission is one of USERS users that own nothing: of a user
of its own, only its own processes count, and end with it."""
TAKEN = Path("/var/run/t3_grade_users")
"""The folder with a file for each user, which a question locks. Only root writes there."""

CELL = Path(__file__).with_name("cell.py").read_text(encoding="utf-8")
OURS = Path(t3_state.__file__).resolve().parent
# The real path, because that in a virtual environment may lead to this project.
PYTHON = os.path.realpath(sys.executable)
# The fixed hash seed keeps the order of sets of strings. With one arena for all threads,
# they need less of the memory allowed.
VARIABLES = {"PATH": os.defpath, "PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"}


@cache
def no_bubblewrap() -> str:
    """Why there is no bubblewrap; empty if it works."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    command = [*_container(), PYTHON, "-S", "-c", ""]
    done = subprocess.run(command, cwd="/", env=VARIABLES, capture_output=True)
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").split("\n")
    return printable(f"bubblewrap does not work here: {lines[0]}")


@cache
def gives_up_rights() -> bool:
    """Whether submissions become users without rights: root can let them.

    Not if root has no other users, as in some containers, or if these can't run Python or
    reach their temporary folder, and there is no bubblewrap to give them both.
    """
    if os.getuid() != 0:
        return False
    with temporary_folder() as folder, suppress(OSError):
        os.chown(folder, FIRST_USER, FIRST_USER)
        code = f"import os; os.chdir({str(folder)!r})"
        command = [PYTHON, "-S", "-c", code] if no_bubblewrap() else ["/bin/sh", "-c", ":"]
        return _run_as(FIRST_USER, command).returncode == 0
    return False


def is_root() -> bool:
    """Whether submissions, in no container, are root, and not that of a user namespace."""
    if os.getuid() != 0 or gives_up_rights() or not no_bubblewrap():
        return False
    with suppress(OSError):  # not Linux
        return Path("/proc/self/uid_map").read_text().split()[1] == "0"
    return True


@contextmanager
def _own_user() -> Iterator[int | None]:
    """A user that no other question has, until the block ends; None without users.

    Raises OSError if all have one.
    """
    if not gives_up_rights():
        yield None
        return
    import fcntl  # which Windows lacks

    TAKEN.mkdir(exist_ok=True)
    # What the question before left may still be ending, and count among its processes.
    for user in sample(range(FIRST_USER, FIRST_USER + USERS), USERS):
        with (TAKEN / f"{user}").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield user
            return
    raise OSError("other questions have all the users")


def _run_as(user: int, command: list[str]) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command, capture_output=True, cwd="/", user=user, group=user, extra_groups=[]
    )


def _container() -> list[str]:
    """The command that runs another in a container."""
    # The whole path: it is started in another folder, and with no PATH of the teacher's.
    command = [os.path.abspath(shutil.which("bwrap") or "")]
    # As process 1, bubblewrap would be in the container, with rights and without limits.
    command += ["--die-with-parent", "--new-session", "--as-pid-1"]
    command += [f"--unshare-{it}" for it in ("ipc", "pid", "net", "uts", "cgroup-try")]
    shared = [Path(it) for it in ("/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache")]
    for place in [*shared, Path(sys.base_prefix).resolve(), Path(PYTHON).parent]:
        # Otherwise a folder above it that is closed to others would be so in there too.
        for above in reversed(place.parents):
            command += ["--dir", str(above)]
        command += ["--ro-bind-try", str(place), str(place)]
        if OURS.is_relative_to(place):
            command += ["--tmpfs", str(OURS), "--remount-ro", str(OURS)]
    command += ["--proc", "/proc", "--dev", "/dev"]
    disk = ["--perms", "0777", "--size", str(limits.FOLDER_SIZE), "--tmpfs"]
    command += [*disk, "/tmp", *disk, "/dev/shm"]  # the latter: multiprocessing has locks
    command += ["--remount-ro", "/dev"]
    inside = "/tmp/submission"  # of its own, because messages leave out its path
    command += ["--perms", "0777", "--dir", inside, "--chdir", inside, "--remount-ro", "/"]
    command += ["--cap-drop", "ALL"]
    # The rights to limit what the folders hold, and to become another user.
    for right in ("SYS_ADMIN", "SETUID", "SETGID"):
        command += ["--cap-add", f"CAP_{right}"]
    as_root = [] if os.getuid() == 0 else ["--unshare-user", "--uid", "0", "--gid", "0"]
    return command + as_root


def ask(
    files: Mapping[str, bytes], case: Case, seconds: int
) -> tuple[Json | Verdict, float]:
    """Ask the submission with these files about a case, if it isn't mypy's.

    Its processes may use `seconds` of CPU time. When it has answered, has ended, or takes
    too much, it is killed with all that it started.

    Returns the answer, or the verdict if there is none, and the CPU seconds used, or those
    for which the time on the clock stands.

    Raises OSError if the system lacks something that it needs: processes, say.
    """
    contained = not no_bubblewrap()
    began = time.monotonic()
    with (
        _own_user() as user,
        nullcontext(Path("/")) if contained else temporary_folder() as folder,
    ):
        if user and not contained:
            os.chown(folder, user, user)
        job = {**case.job(files), "seconds": seconds, "user": user, "contained": contained}
        verdict, sent, cpu = _output({**job, "grader": os.getpid()}, folder)
    clock = time.monotonic() - began
    if verdict and verdict.kind == Kind.TIMEOUT:
        return verdict, seconds  # what is measured differs from run to run
    answer = verdict or answer_in(sent.strip("\n").partition("\n")[0])
    return answer, max(cpu, clock / limits.WAIT)


def _output(job: Json, folder: Path) -> tuple[Verdict | None, str, float]:
    """The same as `watch` returns. Raises OSError if nothing is sent."""
    command = [PYTHON, "-S", "-B", "-c", CELL]
    if job["contained"]:
        command = [*_container(), *command]
    above = home()
    with (
        TemporaryFile() as given,
        TemporaryFile() as said,
        group(above) if above else nullcontext() as counted,
    ):
        given.write(json.dumps(job).encode())
        given.seek(0)
        with subprocess.Popen(
            counted.entering(command) if counted else command,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=said,
            cwd=folder,
            env=VARIABLES,
            start_new_session=True,
        ) as process:
            try:
                used = counted.used if counted else ByHand(process.pid, job["user"]).used
                verdict, sent, cpu = watch(process, used, job["seconds"])
            finally:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                if job["user"] and not job["contained"]:  # what left the process group, too
                    _run_as(job["user"], ["/bin/sh", "-c", "kill -KILL -1"])
        if verdict and not sent:
            said.seek(0)
            lines = said.read(limits.ANSWER).decode(errors="replace").strip().splitlines()
            last = [verdict.reason, *lines][-1]
            raise OSError(printable(f"the sandbox does not start: {last}"))
    return verdict, sent.decode(errors="replace"), cpu
