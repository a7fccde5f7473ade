"""Runs the code of a submission for one question: `python -S -B -c TEXT_OF_THIS_FILE`.

It imports nothing of the project. Standard input gets a job, the line of JSON that `ask`
writes, and stays open: if it ends, the grader has gone, and this ends too. Standard output
gets an empty line when the submission's process has started, and a report, as a line of
JSON, when that has ended or has taken too long:

    how     `exit CODE`, `signal NAME`, `late` (too long on the clock), `busy` (too much CPU
            time in all processes), or `flood` (too much output)
    sent    what the submission's process sent: a line of JSON with `answer`, with `error`
            if its code raised one, or with `fault` if this file's code did
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
from contextlib import suppress
from typing import Any

Json = Any
"""What JSON can hold."""

FILE_LIMIT = 10_000_000
"""The most bytes of a file that a submission writes."""
OUTPUT_LIMIT = 100_000
"""The most bytes of an answer."""
PROCESSES = 64
"""The most processes and threads of a submission in a container."""

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
    sent = b""
    began, computed = time.monotonic(), _computed(job)
    sources = [0, reader]
    while True:
        # Before reading: if it has ended, this reads all that is left. The pipe may stay
        # open, if a process that it started holds it.
        ended, status, used = os.wait4(child, os.WNOHANG)
        clock = time.monotonic() - began
        cpu = max(_computed(job) - computed, used.ru_utime + used.ru_stime)
        # After the pipe is closed, the end is near.
        pause = 0 if ended else 0.05 if reader in sources else 0.002
        ready, _, _ = select.select(sources, [], [], pause)
        if 0 in ready:
            os.killpg(0, signal.SIGKILL)
        if reader in ready:
            read = os.read(reader, OUTPUT_LIMIT)
            sent += read
            if not read:
                sources.remove(reader)
        if len(sent) > OUTPUT_LIMIT:
            how = "flood"
        elif ended:
            code = os.waitstatus_to_exitcode(status)
            how = f"exit {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"
        elif cpu > job["seconds"] + 1:
            how = "busy"
        elif clock > job["wait"] * job["seconds"] + job["load"] * cpu:
            how = "late"
        else:
            continue
        text = sent[:OUTPUT_LIMIT].decode(errors="replace")
        return {"how": how, "sent": text, "cpu": cpu}


def _computed(job: Json) -> float:
    """The CPU seconds of all processes in this container or group, and of those ended.

    Without those of this process itself. 0 where /proc is missing.
    """
    ticks = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        with suppress(OSError, ValueError):
            with open(f"/proc/{int(name)}/stat", "rb") as file:
                # After the name, which may contain anything.
                fields = [*map(int, file.read().rpartition(b")")[2].split()[1:15])]
            if job["contained"] or fields[1] == os.getpgrp():
                ticks += sum(fields[12:14] if int(name) == os.getpid() else fields[10:14])
    return ticks / os.sysconf("SC_CLK_TCK")


def _reply(writer: int, job: Json) -> None:
    """Answer the question with the submission's code, and end the process."""
    reply: dict[str, Json]
    try:
        rows = _prepared(job)
        names: dict[str, Any] = {}
        exec(job["source"], names)
        # A submission may have modules of these names.
        for name in ("json", "resource", "select", "signal"):
            del sys.modules[name]
        try:
            from t3_state import T3State

            reply = {"answer": names[job["ask"]](T3State(job["turn"] == "odds", rows))}
        except BaseException as error:
            reply = {"error": _in_words(error, sys.path[0])}
    except BaseException as error:
        reply = {"fault": f"{type(error).__name__}: {error}"}
    try:
        _write(writer, _encode(reply).encode() + b"\n")
    finally:
        _exit(0)


def _prepared(job: Json) -> list[list[int]]:
    """Become what the submission may be, and write its files. Returns the board."""
    import resource  # which Windows lacks

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
    size, seconds = job["megabytes"] * 1_000_000, job["seconds"]
    limits = {
        resource.RLIMIT_AS: (size, size),
        resource.RLIMIT_FSIZE: (FILE_LIMIT, FILE_LIMIT),
        resource.RLIMIT_CORE: (0, 0),
        # The soft limit sends SIGXCPU, the hard one kills.
        resource.RLIMIT_CPU: (seconds, seconds + 1),
    }
    if job["contained"]:  # elsewhere it would count the user's other processes
        limits[resource.RLIMIT_NPROC] = (PROCESSES, PROCESSES)
    for limit, most in limits.items():
        # The system may not know the limit, or have a lower one.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, most)
    sys.path[0] = os.getcwd()
    for name, content in job["files"].items():
        with open(name, "wb") as file:
            file.write(content.encode("latin-1"))
    return [[int(cell) for cell in row] for row in job["board"].split("/")]


def _in_words(error: BaseException, folder: str) -> str:
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
    if isinstance(error, SyntaxError):
        message = error.msg
        places.append((str(error.filename), error.lineno or 0))
    name = type(error).__name__
    words = f"{name}: {message}" if message else name
    for filename, line in reversed(places):
        if os.path.dirname(filename) == folder:
            return f"{words} ({os.path.basename(filename)}, line {line})"
    return words


if __name__ == "__main__":
    main()
