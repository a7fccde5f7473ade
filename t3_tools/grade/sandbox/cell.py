"""Runs the code of a submission for one question: `python -S -B -c TEXT_OF_THIS_FILE`.

It imports nothing of the project. Standard input is a job, which `ask` writes as JSON.
Standard output gets an empty line when the submission's code begins, one when its files are
imported, and a line of JSON with `answer`, or with `error` if that code raised one. If this
file's code fails before, standard output gets nothing, and standard error says why.

What is sent proves nothing: the submission may have forged it. Whoever started this must
watch it, and kill what is left.
"""

import json
import os
import signal
import sys
import time
from binascii import a2b_base64
from collections.abc import Callable
from contextlib import suppress
from typing import Any

MACHINES = {"x86_64": (0xC000_003E, 0), "aarch64": (0xC000_00B7, 1)}
"""A machine's number, and its place in the tuples of system calls."""
CLONE, SOCKET, SOCKETPAIR, FCNTL = (56, 220), (41, 198), (53, 199), (72, 25)
REFUSED = [
    *((29, 194), (64, 190), (68, 186), (240, 180)),  # shmget, semget, msgget, mq_open
    *((319, 279), (206, 0), (282, 282)),  # memfd_create, io_setup, userfaultfd
    *((248, 217), (249, 218), (250, 219)),  # add_key, request_key, keyctl
    *((253, 26), (294, 26), (300, 262)),  # inotify_init, inotify_init1, fanotify_init
    *((101, 117), (310, 270), (311, 271)),  # ptrace, process_vm_readv, process_vm_writev
    *((272, 97), (308, 268)),  # unshare, setns
    *((298, 241), (321, 280), (103, 116)),  # perf_event_open, bpf, syslog
]
"""System calls that no player needs: for memory that belongs to no process, for what users
share, to get into other processes and namespaces, and to read the kernel's log."""
NEWEST = 424
"""System calls from this number on are the same on all machines. They came in Linux 5.1 and
later, so that whoever calls one can do without it."""
NAMESPACES = 0x7E02_0000
"""The flags of clone for new namespaces."""
LOCKS = (6, 7, 37, 38)
"""The commands of fcntl that lock parts of files: no group counts the memory for that."""

HINTS = {
    ModuleNotFoundError: ": only Python's standard library and your own files are there",
    EOFError: ": nobody answers input()",
}
"""What to add to an error's message."""

# Saved here, because the submission's code may replace them.
_exit, _write, _encode = os._exit, os.write, json.JSONEncoder().encode


def main() -> None:
    """Do the job of standard input."""
    job = json.load(sys.stdin)
    _limit(job)
    # The submission may kill or stop its parent: let that be a process with the same limits
    # that nobody else needs. In a container it is process 1.
    if child := os.fork():
        if job["contained"]:
            _give_up_capabilities()
        _wait(child, job)
    if job["user"]:
        os.setgroups([])
        os.setgid(job["user"])
        os.setuid(job["user"])
        os.stat(os.__file__)  # may that user read Python?
    if job["contained"]:
        _give_up_capabilities()
    write_files(job)
    writer = os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    _write(writer, b"\n")
    try:
        reply = reply_of(job, lambda: _write(writer, b"\n"))
        _write(writer, _encode(reply).encode() + b"\n")
    finally:
        _exit(0)


def _wait(child: int, job: Any) -> None:
    """End when a process does, and as it did; end all if the grader has gone."""
    while True:
        ended, status = os.waitpid(-1, os.WNOHANG)
        if ended == child:
            code = os.waitstatus_to_exitcode(status)
            _exit(code if code >= 0 else 128 - code)
        if os.getppid() not in (job["grader"], 0):  # 0 is outside the container
            os.killpg(0, signal.SIGKILL)
        time.sleep(0 if ended else 0.01)


def write_files(job: Any) -> None:
    """Write the submission's files into this folder."""
    for name, content in job["files"].items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "wb") as file:
            file.write(a2b_base64(content))


def reply_of(job: Any, imported: Callable[[], object]) -> Any:
    """Ask the code of the submission, whose files are in this folder.

    Calls `imported` when they are imported. Returns `answer` or `error`.
    """
    folder = sys.path[0] = os.getcwd()
    names: dict[str, Any] = {}
    exec(job["source"], names)
    # A submission may have modules of these names.
    for name in ("ctypes", "json", "resource", "signal", "struct"):
        sys.modules.pop(name, None)
    try:
        modules = [__import__(name) for name in job["imports"]]
        imported()
        kind = modules[0].T3State
        return {"answer": names[job["ask"]](kind(job["odd_turn"], job["board"]))}
    except BaseException as error:
        return {"error": _in_words(error, folder, job)}


def _limit(job: Any) -> None:
    """Limit this process, and all that it starts."""
    import resource  # which Windows lacks

    most = job["limits"]
    if job["contained"]:  # bubblewrap does not limit how many files a folder may have
        import ctypes

        for place in (b"/tmp", b"/dev/shm"):
            # MS_REMOUNT | MS_NODEV | MS_NOSUID; the system may not let it.
            inodes = b"nr_inodes=%d" % most["INODES"]
            ctypes.CDLL(None).mount(None, place, None, 0x26, inodes)
    limits = {
        resource.RLIMIT_AS: most["MEGABYTES"] * 1_000_000,
        resource.RLIMIT_FSIZE: most["WRITTEN"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NOFILE: most["OPEN"],
        resource.RLIMIT_CPU: job["seconds"],
    }
    if job["contained"] or job["user"]:  # else it would count the user's other processes
        limits[resource.RLIMIT_NPROC] = most["PROCESSES"]
    for limit, soft in limits.items():
        # The system may not know the limit, or have a lower one.
        with suppress(ValueError, OSError):
            # The soft limit of time sends SIGXCPU, the hard one kills.
            resource.setrlimit(limit, (soft, soft + (limit == resource.RLIMIT_CPU)))
    if sys.platform == "linux":
        try:
            _refuse_ways_around()
        except (ImportError, LookupError, OSError):
            if job["contained"]:
                raise


def _refuse_ways_around() -> None:
    """Refuse the system calls by which a submission could get around its limits.

    This is a filter of seccomp(2), in the language of classic BPF.
    """
    import ctypes
    import struct

    machine, at = MACHINES[os.uname().machine]
    allowed, refused, unknown = (
        (0x06, 0, 0, it) for it in (0x7FFF_0000, 0x5_0001, 0x5_0026)
    )
    program = [
        *((0x20, 0, 0, 4), (0x15, 1, 0, machine), refused),  # of another machine
        *((0x20, 0, 0, 0), (0x35, 0, 1, NEWEST), unknown),
        *(it for calls in REFUSED for it in ((0x15, 0, 1, calls[at]), refused)),
    ]
    locks = [it for lock in LOCKS for it in ((0x15, 0, 1, lock), refused)]
    is_local = [(0x15, 1, 0, 1), refused]  # AF_UNIX
    for calls, argument, test in (
        (CLONE, 16, [(0x45, 0, 1, NAMESPACES), refused]),
        *((SOCKET, 16, is_local), (SOCKETPAIR, 16, is_local), (FCNTL, 24, locks)),
    ):
        program += [(0x15, 0, len(test) + 2, calls[at]), (0x20, 0, 0, argument)]
        program += [*test, allowed]
    program.append(allowed)
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *it) for it in program))
    filter_ = struct.pack("HP", len(program), ctypes.addressof(code))
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(4, 0, 0, 0, 0)  # keep this process's memory from others of its user
    if system.prctl(38, 1, 0, 0, 0) or system.prctl(22, 2, filter_, 0, 0):
        raise OSError(ctypes.get_errno(), "the filter of system calls does not start")


def _give_up_capabilities() -> None:
    import ctypes

    # Of this version of the capabilities, for this process: none.
    header, none = (ctypes.c_uint32 * 2)(0x2008_0522), (ctypes.c_uint32 * 6)()
    if ctypes.CDLL(None).capset(header, none):
        raise OSError("the capabilities can't be given up")


def _in_words(error: BaseException, folder: str, job: Any) -> str:
    """An exception in words, with its place in the submission."""
    try:
        message = str(error).replace(f"{folder}/", "")[:300]
    except BaseException:
        message = ""
    places: list[tuple[str, object]] = []
    trace = error.__traceback__
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        python = f"{sys.version_info[0]}.{sys.version_info[1]}"
        message = error.msg
        places.append((str(error.filename), f"{error.lineno or 0}; Python {python}"))
    if isinstance(error, MemoryError):
        message = f"more than {job['limits']['MEGABYTES']} MB"
    name = type(error).__name__
    words = f"{name}: {message}" if message else name
    own = [it for it in places if it[0].startswith(f"{folder}/")]
    for place, line in own[-1:]:
        words += f" ({place.removeprefix(folder)[1:]}, line {line})"
    return words + HINTS.get(type(error), "")


if __name__ == "__main__":
    main()
