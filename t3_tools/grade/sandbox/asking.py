"""Asking a submission one question, in a sandbox that lasts for that question only.

With bubblewrap, which Linux has, that is a container: its processes, network and files are
its own. It has Python and an empty folder. Without bubblewrap it is a process group with
limits in a temporary folder.
"""

import json
import os
import secrets
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import t3_state
from t3_play.program import printable
from t3_state import T3State
from t3_tools.grade import limits
from t3_tools.grade.judging.exchange import answer_in, job_of, no_answer
from t3_tools.grade.judging.questions import Question
from t3_tools.grade.judging.verdicts import Kind, Verdict
from t3_tools.grade.sandbox.cell import Json

FIRST_USER, USERS = 60_000, 5_000
"""Where root grades, the submission is one of USERS users that own nothing: of a user
of its own, only its own processes count."""

INSIDE = "/tmp/submission"
"""The folder of the submission in a container."""

CELL = Path(__file__).with_name("cell.py").read_text(encoding="utf-8")
OURS = Path(t3_state.__file__).resolve().parent
# The real path, because that in a virtual environment may lead to this project.
PYTHON = os.path.realpath(sys.executable)
NOTHING = [PYTHON, "-S", "-c", ""]


class Reply(NamedTuple):
    """What came of a question."""

    answer: Json | Verdict
    """A verdict says why there is no answer."""
    spent: float
    """The CPU seconds used, or those for which the time on the clock stands."""


@cache
def no_bubblewrap() -> str:
    """Why there is no bubblewrap; empty if it works."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    try:
        done = subprocess.run([*_container(), *NOTHING], capture_output=True)
    except OSError as error:
        return str(error)
    if done.returncode == 0:
        return ""
    lines = done.stderr.decode(errors="replace").split("\n")
    return printable(f"bubblewrap does not work here: {lines[0]}")


@cache
def gives_up_rights() -> bool:
    """Whether submissions become users without rights: root can let them.

    Not if these users can't run Python or reach their temporary folder, and there is no
    container to give them both.
    """
    if os.getuid() != 0 or not no_bubblewrap():
        return os.getuid() == 0
    with temporary_folder() as folder, suppress(OSError):
        os.chown(folder, FIRST_USER, FIRST_USER)
        code = f"import os; os.chdir({str(folder)!r})"
        return _run_as(FIRST_USER, [PYTHON, "-S", "-c", code]).returncode == 0
    return False


def _run_as(user: int, command: list[str]) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        command, capture_output=True, cwd="/", user=user, group=user, extra_groups=[]
    )


def _container() -> list[str]:
    """The command that runs another in a container."""
    own = ["ipc", "pid", "net", "uts", "cgroup-try"]
    command = ["bwrap", "--die-with-parent", "--new-session"]
    command += [f"--unshare-{it}" for it in own]
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
    # A folder of its own, because messages leave out its path.
    command += ["--perms", "0777", "--dir", INSIDE, "--chdir", INSIDE, "--remount-ro", "/"]
    if os.getuid() == 0:  # to become another user
        command += ["--cap-drop", "ALL"]
        command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return command


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A new folder, removed when the block ends."""
    folder = Path(mkdtemp(prefix="t3_"))
    try:
        yield folder
    finally:
        # shutil.rmtree recurses, and nested folders can exceed Python's recursion limit.
        subprocess.run(["rm", "-rf", str(folder)], stderr=subprocess.DEVNULL)


def ask(
    files: Mapping[str, bytes], question: Question, state: T3State, seconds: int
) -> Reply:
    """Ask the submission with these files a question about a state.

    Its processes may use `seconds` of CPU time. When the first one ends, or takes too long,
    it is killed with all that it started.

    Raises OSError if the system lacks something that it needs: processes, say.
    """
    contained = not no_bubblewrap()
    user = None
    if gives_up_rights():
        # What the question before left may still be ending, and count among its processes.
        own = FIRST_USER + secrets.randbelow(USERS)
        user = own, own
    job = {
        **job_of(files, question, state),
        "seconds": seconds,
        "user": user,
        "contained": contained,
        "hidden": str(OURS) if user and not contained else "",
    }
    began = time.monotonic()
    with nullcontext() if contained else temporary_folder() as folder:
        if folder and user:
            os.chown(folder, *user)
        try:
            output = _output(job, folder)
        finally:
            if user and not contained:  # end what has left the process group, too
                _run_as(own, ["/bin/sh", "-c", "kill -KILL -1"])
    clock = time.monotonic() - began
    if not output:
        raise OSError("the sandbox does not start")
    try:
        _, line, *_ = output.split(b"\n")
        report = json.loads(line)
        how, cpu = str(report["how"]), float(report["cpu"])
        imported = report["sent"].startswith("\n")
        sent, end_of_line, _ = report["sent"].lstrip("\n").partition("\n")
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        harm = "it stops or kills the process that watches it, or writes over its report"
        return Reply(Verdict(Kind.HARM, harm), clock / limits.WAIT)
    answer = answer_in(sent) if end_of_line else no_answer(how, cpu, seconds, imported)
    if isinstance(answer, Verdict) and answer.kind == Kind.TIMEOUT:
        return Reply(answer, seconds)  # what is measured differs from run to run
    return Reply(answer, max(cpu, (clock - limits.LOAD * cpu) / limits.WAIT))


def _output(job: Json, folder: Path | None) -> bytes:
    """What a cell prints of a job: two lines, if nothing is amiss."""
    container = _container() if job["contained"] else []
    deadline = time.monotonic() + (limits.WAIT + limits.LOAD) * (job["seconds"] + 1)
    deadline += limits.GRACE
    output = b""
    with subprocess.Popen(
        [*container, PYTHON, "-S", "-B", "-c", CELL],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder or "/",
        # The fixed hash seed keeps the order of sets of strings. With one arena for all
        # threads, they need less of the memory allowed.
        env={"PATH": os.defpath, "PYTHONHASHSEED": "0", "MALLOC_ARENA_MAX": "1"},
        start_new_session=True,
    ) as process:
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(job).encode() + b"\n")
            process.stdin.flush()
            while output.count(b"\n") < 2 and len(output) < 10 * limits.ANSWER:
                left = max(0, deadline - time.monotonic())
                ready, _, _ = select.select([process.stdout], [], [], left)
                read = os.read(process.stdout.fileno(), limits.ANSWER) if ready else b""
                if not read:
                    break
                output += read
        finally:
            # Before the process is waited for, which frees its number.
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
    return output
