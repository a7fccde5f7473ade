"""Runs the code of a submission for one question: `python -S -B -c TEXT_OF_THIS_FILE`.

It imports nothing of the project. Standard input gets a job, the line of JSON that `ask`
writes, and stays open: if it ends, the grader has gone. Standard output gets an empty line
when this begins, one when the submission's files are imported, and a line of JSON with
`answer`, with `error` if the submission's code raised one, or with `fault` if this file's
code did.

What is sent proves nothing: the submission may have forged it. Whoever started this must
watch it, and kill what is left.
"""

import json
import os
import select
import signal
import sys
from binascii import a2b_base64
from collections.abc import Callable
from contextlib import suppress
from typing import Any

CALLS = {
    "x86_64": (0xC000_003E, 56, 435, [272, 319, 29, 447]),
    "aarch64": (0xC000_00B7, 220, 435, [97, 279, 194, 447]),
}
"""For a machine: its number, those of the system calls clone and clone3, and of unshare,
memfd_create, shmget and memfd_secret."""

# Saved here, because the submission's code may replace them.
_exit, _write, _encode = os._exit, os.write, json.JSONEncoder().encode


def main() -> None:
    """Do the job of standard input."""
    job = json.loads(sys.stdin.readline())
    print(flush=True)
    # Not in a container, a submission may kill or stop its parent: let that be a process
    # that nobody else needs.
    if not job["contained"] and (child := os.fork()) != 0:
        _wait(child)
    writer = os.dup(1)
    try:
        _become_the_submission(job)
        reply = reply_of(job, lambda: _write(writer, b"\n"))
    except BaseException as error:
        reply = {"fault": f"{type(error).__name__}: {error}"}
    try:
        _write(writer, _encode(reply).encode() + b"\n")
    finally:
        _exit(0)


def _wait(child: int) -> None:
    """End when a process does, and as it did; end all if the grader has gone."""
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            _exit(code if code >= 0 else 128 - code)
        if 0 in select.select([0], [], [], 0.01)[0]:
            os.killpg(0, signal.SIGKILL)


def reply_of(job: Any, imported: Callable[[], object]) -> Any:
    """Write the submission's files into this folder, and ask its code.

    Calls `imported` when its files are. Returns `answer` or `error`.
    """
    folder = sys.path[0] = os.getcwd()
    for name, content in job["files"].items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "wb") as file:
            file.write(a2b_base64(content))
    names: dict[str, Any] = {}
    exec(job["source"], names)
    # A submission may have modules of these names.
    for name in ("ctypes", "json", "resource", "select", "signal", "struct"):
        sys.modules.pop(name, None)
    try:
        modules = [__import__(name) for name in job["imports"]]
        imported()
        kind = modules[0].T3State
        return {"answer": names[job["ask"]](kind(job["odd_turn"], job["board"]))}
    except BaseException as error:
        return {"error": _in_words(error, folder, job)}


def _become_the_submission(job: Any) -> None:
    """Take on the rights and limits of the submission."""
    import resource  # which Windows lacks

    if job["contained"]:
        _limit_files(job["limits"])
    if job["user"]:
        os.setgroups([])
        os.setgid(job["user"])
        os.setuid(job["user"])
        os.stat(os.__file__)  # may that user read Python?
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    size, seconds = job["limits"]["MEGABYTES"] * 1_000_000, job["seconds"]
    written, processes = job["limits"]["WRITTEN"], job["limits"]["PROCESSES"]
    limits = {
        resource.RLIMIT_AS: (size, size),
        resource.RLIMIT_FSIZE: (written, written),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_NOFILE: (job["limits"]["OPEN"],) * 2,
        # The soft limit sends SIGXCPU, the hard one kills.
        resource.RLIMIT_CPU: (seconds, seconds + 1),
    }
    if job["contained"] or job["user"]:  # else it would count the user's other processes
        limits[resource.RLIMIT_NPROC] = (processes, processes)
    for limit, most in limits.items():
        # The system may not know the limit, or have a lower one.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, most)
    if job["contained"]:
        _refuse_ways_around()


def _limit_files(limits: Any) -> None:
    """Limit the number of files in the container's folders, if the system lets it."""
    import ctypes

    system = ctypes.CDLL(None)
    most = f"size={limits['FOLDER_SIZE']},nr_inodes={limits['FILES']}".encode()
    for place in (b"/tmp", b"/dev/shm"):
        system.mount(None, place, None, 0x26, most)  # MS_REMOUNT | MS_NODEV | MS_NOSUID


def _refuse_ways_around() -> None:
    """Refuse the rights and system calls by which a submission could get around its limits.

    With a user namespace it could mount disks in memory, and some memory belongs to no
    process (a filter of seccomp(2), in the language of classic BPF).
    """
    import ctypes
    import struct

    machine, clone, clone3, others = CALLS[os.uname().machine]
    count = len(others)
    program = [
        *((0x20, 0, 0, 4), (0x15, 0, count + 7, machine)),  # of another machine: refuse
        *((0x20, 0, 0, 0), (0x35, count + 5, 0, 0x4000_0000)),  # of another table: refuse
        *((0x15, count + 4 - at, 0, call) for at, call in enumerate(others)),
        (0x15, 5, 0, clone3),  # its flags can't be seen: say that it does not exist
        *((0x15, 0, 2, clone), (0x20, 0, 0, 16), (0x45, 1, 0, 0x1000_0000)),  # a new user
        *((0x06, 0, 0, 0x7FFF_0000), (0x06, 0, 0, 0x5_0001), (0x06, 0, 0, 0x5_0026)),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *it) for it in program))
    filter_ = struct.pack("HP", len(program), ctypes.addressof(code))
    system = ctypes.CDLL(None, use_errno=True)
    # Of this version of the capabilities, for this process: none.
    system.capset((ctypes.c_uint32 * 2)(0x2008_0522), (ctypes.c_uint32 * 6)())
    if system.prctl(38, 1, 0, 0, 0) or system.prctl(22, 2, filter_, 0, 0):
        raise OSError(ctypes.get_errno(), "the filter of system calls does not start")


def _in_words(error: BaseException, folder: str, job: Any) -> str:
    """An exception in words, with its place in the submission."""
    try:
        message = str(error).replace(f"{folder}/", "")[:300]
    except BaseException:
        message = ""
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    python = ""
    if isinstance(error, SyntaxError):
        python = f"; Python {sys.version_info[0]}.{sys.version_info[1]}"
        message = error.msg
        places.append((str(error.filename), error.lineno or 0))
    if isinstance(error, MemoryError):
        message = f"more than {job['limits']['MEGABYTES']} MB"
    name = type(error).__name__
    words = f"{name}: {message}" if message else name
    for place, line in reversed(places):
        if place.startswith(f"{folder}/"):
            return f"{words} ({place.removeprefix(folder)[1:]}, line {line}{python})"
    return words


if __name__ == "__main__":
    main()
