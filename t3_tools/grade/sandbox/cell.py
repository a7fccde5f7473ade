"""Runs the code of a submission for one question: `python -S -B -c TEXT_OF_THIS_FILE`.

It imports nothing of the project. Standard input gets a job, the line of JSON that `ask`
writes, and stays open: if it ends, the grader has gone, and this ends too. Standard output
gets an empty line when the submission's process has started, and a report, as a line of
JSON, when that has ended or has taken too long:

    how     `exit CODE`, `signal NAME`, `stalled` (too long on the clock), `busy` (too much
            CPU time in all processes), `memory` (too much in all), or `flood` (of output)
    sent    what the submission's process sent: an empty line when its files are imported;
            a line of JSON with `answer`, with `error` if its code raised one, or with
            `fault` if this file's code did
    cpu     the CPU seconds used by all processes of the submission

A report proves nothing: the submission may have forged it. Whoever started this must kill
what is left.
"""

import json
import os
import select
import signal
import sys
import time
from binascii import a2b_base64
from collections.abc import Callable
from contextlib import suppress
from typing import Any

Json = Any
"""What JSON can hold."""

CALLS = {
    "x86_64": (0xC000_003E, 56, 435, [272, 319, 29, 447]),
    "aarch64": (0xC000_00B7, 220, 435, [97, 279, 194, 447]),
}
"""For a machine: its number, those of the system calls clone and clone3, and of unshare,
memfd_create, shmget and memfd_secret."""

# Saved here, because the submission's code may replace them.
_exit, _write, _encode = os._exit, os.write, json.JSONEncoder().encode


def main() -> None:
    """Do the job of standard input, and report."""
    job = json.loads(sys.stdin.readline())
    # Not in a container, a submission may kill or stop its parent, and that one's parent:
    # let these be two that nobody else needs.
    if not job["contained"] and os.fork() != 0:
        os.wait()
        _exit(0)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _reply(writer, job)
    os.close(writer)
    print(flush=True)
    print(json.dumps(_watch(child, reader, job)), flush=True)


def _watch(child: int, reader: int, job: Json) -> Json:
    """Wait until the submission's process ends or takes too long."""
    sent, limits = b"", job["limits"]
    began, (computed, _) = time.monotonic(), _used(job)
    sources = [0, reader]
    while True:
        # Before reading: if it has ended, this reads all that is left. The pipe may stay
        # open, if a process that it started holds it.
        ended, status, used = os.wait4(child, os.WNOHANG)
        clock = time.monotonic() - began
        spent, memory = _used(job)
        cpu = max(spent - computed, used.ru_utime + used.ru_stime)
        # After the pipe is closed, the end is near.
        pause = 0 if ended else 0.05 if reader in sources else 0.002
        ready, _, _ = select.select(sources, [], [], pause)
        if 0 in ready:
            os.killpg(0, signal.SIGKILL)
        if reader in ready:
            read = os.read(reader, limits["ANSWER"])
            sent += read
            if not read:
                sources.remove(reader)
        if len(sent) > limits["ANSWER"]:
            how = "flood"
        elif ended:
            code = os.waitstatus_to_exitcode(status)
            how = f"exit {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        elif cpu > job["seconds"] + 1:
            how = "busy"
        elif memory > limits["ALL_MEGABYTES"] * 1_000_000:
            how = "memory"
        elif clock > limits["WAIT"] * job["seconds"] + limits["LOAD"] * cpu:
            how = "stalled"
        else:
            continue
        text = sent[: limits["ANSWER"]].decode(errors="replace")
        return {"how": how, "sent": text, "cpu": cpu}


def _used(job: Json) -> tuple[float, int]:
    """The CPU seconds and the bytes of memory of all processes of the submission.

    They are those in this container, or of its user, or in this process group. Counts the
    seconds of those that have ended, but not those of this process. 0 where /proc is
    missing.
    """
    ticks = pages = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        with suppress(OSError, ValueError):
            place = f"/proc/{int(name)}"
            with open(f"{place}/stat", "rb") as file:
                # After the name, which may contain anything.
                fields = [*map(int, file.read().rpartition(b")")[2].split()[1:15])]
            with open(f"{place}/statm", "rb") as file:
                _, resident, shared, *_ = map(int, file.read().split())
            is_its = job["user"] and os.stat(place).st_uid == job["user"][0]
            if job["contained"] or is_its or fields[1] == os.getpgrp():
                ticks += sum(fields[12:14] if int(name) == os.getpid() else fields[10:14])
                pages += resident - shared
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE")


def _reply(writer: int, job: Json) -> None:
    """Answer the question with the submission's code, and end the process."""
    try:
        _become_the_submission(job)
        reply = reply_of(job, lambda: _write(writer, b"\n"))
    except BaseException as error:
        reply = {"fault": f"{type(error).__name__}: {error}"}
    try:
        _write(writer, _encode(reply).encode() + b"\n")
    finally:
        _exit(0)


def reply_of(job: Json, imported: Callable[[], object]) -> Json:
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
        own = [getattr(kind, name, None) for name in ("WIN_TARGET", "MAX_MOVE")]
        if own != job["game"] and [*map(type, own)] == [int, int]:
            found = "WIN_TARGET {} and MAX_MOVE {}, not {} and {}".format(
                *own, *job["game"]
            )
            return {"error": f"t3_state.py is for another game: {found}"}
        return {"answer": names[job["ask"]](kind(job["odd_turn"], job["board"]))}
    except BaseException as error:
        return {"error": _in_words(error, folder, job)}


def _become_the_submission(job: Json) -> None:
    """Take on the rights and limits of the submission."""
    import resource  # which Windows lacks

    if job["hidden"]:
        _hide(job["hidden"])
    if job["user"]:
        user, group = job["user"]
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
        os.stat(os.__file__)  # may that user read Python?
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    size, seconds = job["limits"]["MEGABYTES"] * 1_000_000, job["seconds"]
    written, processes = job["limits"]["WRITTEN"], job["limits"]["PROCESSES"]
    limits = {
        resource.RLIMIT_AS: (size, size),
        resource.RLIMIT_FSIZE: (written, written),
        resource.RLIMIT_CORE: (0, 0),
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


def _hide(folder: str) -> None:
    """Hide a folder from this process and its children, if the system lets root do that."""
    import ctypes

    system = ctypes.CDLL(None)
    if system.unshare(0x20000):  # CLONE_NEWNS: mounts of its own
        return
    # Where this fails, as in a chroot, others would see the next mount, too.
    if system.mount(b"none", b"/", None, 0x44000, None) == 0:  # MS_REC | MS_PRIVATE
        system.mount(b"none", folder.encode(), b"tmpfs", 1, None)  # MS_RDONLY


def _refuse_ways_around() -> None:
    """Refuse the system calls by which a submission could get around its limits.

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
    if system.prctl(38, 1, 0, 0, 0) or system.prctl(22, 2, filter_, 0, 0):
        raise OSError(ctypes.get_errno(), "the filter of system calls does not start")


def _in_words(error: BaseException, folder: str, job: Json) -> str:
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
    if isinstance(error, SyntaxError | ValueError):
        for file in job["files"]:
            with suppress(OSError), open(f"{folder}/{file}", "rb") as text:
                if file.endswith(".py") and b"\0" in text.read():
                    return f"{words} ({file} is not UTF-8: save it as UTF-8)"
    return words


if __name__ == "__main__":
    main()
