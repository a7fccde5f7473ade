"""Runs the code of a submission for one question: a watcher, and its child.

    python -S -B cell.py FOLDER SECONDS CLOCK MEGABYTES USER QUESTION BOARD TURN

This file runs as a script, alone in its folder. It imports nothing of the project, and no
module of the submission can replace one that it uses. It forks. The child runs the code in
FOLDER, which has t3_player.py, t3_state.py and t3_action.py. The parent, the watcher, runs
none of it.

The child may compute for SECONDS. It has CLOCK seconds on the clock, or more if the machine
is busy. USER, whose rights it gets, is `-` or the ids of a user and a group: `65534:65534`.

When the child ends, its time is up, or the watcher's standard input closes, the watcher
kills all that the child started. Then it prints how the child ended and its CPU seconds.
The following lines are what the child sent: `ready` after all imports, then `answer ...` or
`error ...`. If the system has no process for a child, the watcher prints `no process`.

What the child sends proves nothing. Another process judges it (t3_tools.grade.verdicts).
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

ANSWER_LIMIT = 100_000
"""The most bytes that a child may send."""
TRANSITIONS_LIMIT = 1000
"""The most transitions to ask for. The largest board of a case has 75."""
FILE_LIMIT = 10_000_000
"""The most bytes of a file that a submission writes."""

HARDLY, BUSY = 8, 4
"""A child that has used more than 1/HARDLY of its CPU seconds when its time on the clock is
up shares the machine with other work. It gets BUSY times that time."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36

# What the child still needs after the submission may have changed everything.
_exit, _write = os._exit, os.write
_generator = type(_ for _ in ())


def main() -> None:
    """Watch; in the fork, run the submission."""
    folder, *limits, user, question, board, turn = sys.argv[1:]
    seconds, clock, megabytes = map(int, limits)
    if sys.platform == "linux":
        # Orphans of the child become children of this process, so it finds them.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        # If the child has stopped this process, the end of the caller resumes it to clean
        # up.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGCONT, 0, 0, 0)
    begun = time.monotonic()
    reader, writer = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.write(1, b"no process\n")
        return
    if child == 0:
        os.close(reader)
        if user != "-":
            _become(*map(int, user.split(":")))
        _confine(megabytes, seconds)
        _reply(writer, folder, question, board, turn)
    if sys.platform == "linux":
        # Hides this process's memory and open files from the child, unless root runs both.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    os.close(writer)
    how, sent = watch(child, reader, seconds, begun, clock)
    clean_up(child)
    os.write(1, f"{how} {computed():.3f}\n".encode() + sent)
    _exit(0)  # faster than a normal exit


def watch(
    child: int, reader: int, seconds: int, begun: float, clock: int
) -> tuple[str, bytes]:
    """Wait until the child ends or must be ended.

    Returns what it sent, after one of `exit CODE`, `signal NAME`, `timeout` (too much CPU
    time), `late` (too long on the clock, or the caller has ended) and `flood`.
    """
    os.set_blocking(reader, False)
    sent = b""
    open_ends = [reader]
    deadline = begun + clock
    while len(sent) <= ANSWER_LIMIT:
        ended, status = os.waitpid(child, os.WNOHANG)
        # Read after looking at the child, so that nothing it sent last is lost. The end of
        # the pipe proves nothing: other processes of the submission may hold it open.
        while select.select(open_ends, [], [], 0)[0] and len(sent) <= ANSWER_LIMIT:
            chunk = os.read(reader, ANSWER_LIMIT)
            if not chunk:
                open_ends = []
            sent += chunk
        if ended:
            code = os.waitstatus_to_exitcode(status)
            held_out = code == -signal.SIGKILL and computed() > seconds
            if code == -signal.SIGXCPU or held_out:
                return "timeout", sent
            signals = {-number.value: f"signal {number.name}" for number in signal.Signals}
            return signals.get(code, f"exit {code}"), sent
        caller_ended = select.select([0], [], [], 0)[0]
        now = time.monotonic()
        if now > deadline and _computed_by(child) * HARDLY > seconds:
            deadline = begun + BUSY * clock
        if now > deadline or caller_ended:
            return "late", sent
        select.select(open_ends, [], [], 0.005)
    return "flood", sent[:ANSWER_LIMIT]


def computed() -> float:
    """The CPU seconds of the submission's processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _computed_by(pid: int) -> float:
    """The CPU seconds of a process so far; 0 where /proc is missing."""
    with suppress(OSError):
        ticks = map(int, _status(pid)[11:13])
        return sum(ticks) / os.sysconf("SC_CLK_TCK")
    return 0


def _status(pid: int) -> list[bytes]:
    """The fields of /proc/PID/stat after the name, which may contain anything."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()


def clean_up(child: int) -> None:
    """Kill the child and, as far as possible, all processes that it started."""
    give_up = time.monotonic() + 5
    while time.monotonic() < give_up:
        with suppress(ProcessLookupError, PermissionError):  # already ended
            os.killpg(child, signal.SIGKILL)
        try:
            # The children of killed processes are now children of this one.
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for pid in _children():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def _children() -> list[int]:
    """The children of this process; none where /proc is missing."""
    found = []
    names = os.listdir("/proc") if os.path.isdir("/proc") else []
    for name in filter(str.isdigit, names):
        try:
            parent = int(_status(int(name))[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent == os.getpid():
            found.append(int(name))
    return found


def _become(user: int, group: int) -> None:
    """In the child: take another user's rights, for good."""
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)


def _confine(megabytes: int, seconds: int) -> None:
    """In the child: leave the terminal, set limits, and end when the watcher ends."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    size = megabytes * 1_000_000
    for limit, most in [
        (resource.RLIMIT_AS, (size, size)),
        (resource.RLIMIT_FSIZE, (FILE_LIMIT, FILE_LIMIT)),
        (resource.RLIMIT_CORE, (0, 0)),
        # The soft limit sends SIGXCPU, the hard one kills.
        (resource.RLIMIT_CPU, (seconds, seconds + 1)),
    ]:
        # The system may not know the limit, or have a lower one.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, most)


def _reply(writer: int, folder: str, question: str, board: str, turn: str) -> None:
    """Answer the question with the submission's code, and end the process."""
    # A submission may have modules of these names.
    for name in ("ctypes", "resource", "select", "signal"):
        del sys.modules[name]
    sys.path[0] = folder  # replaces this file's folder
    try:
        # An error while importing comes before `ready`.
        needs: tuple[Choose, ...] = ()
        if question in OF_STATE:
            import t3_state  # noqa: F401
        else:
            needs = (_chooser(),)
        _write(writer, b"ready\n")
        reply = f"answer {QUESTIONS[question](_state(board, turn), *needs)}"
    except BaseException as error:
        reply = f"error {_tell(error, folder)}"
    try:
        _write(writer, " ".join(reply.split("\n")).encode(errors="backslashreplace"))
        _write(writer, b"\n")
    finally:
        _exit(0)


def _tell(error: BaseException, folder: str) -> str:
    """An exception in words, with its place in the submission."""
    try:
        said = str(error).replace(f"{folder}/", "")[:300]
    except BaseException:
        said = ""
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        said = error.msg
        places.append((str(error.filename), error.lineno or 0))
    told = f"{type(error).__name__}: {said}" if said else type(error).__name__
    for filename, line in reversed(places):
        if os.path.dirname(filename) == folder:
            return f"{told} ({os.path.basename(filename)}, line {line})"
    return told


Choose = Callable[[Any], Any]


def _state(board: str, turn: str) -> Any:
    """A position as the submission's T3State."""
    from t3_state import T3State

    rows = [[int(cell) for cell in row] for row in board.split("/")]
    return T3State(turn == "odds", rows)


def _notation(state: Any) -> str:
    """A state of the submission, in one line."""
    board = "/".join("".join(map(str, row)) for row in state._state)
    return f"{board} {'odds' if state._odd_turn else 'evens'}"


def _chooser() -> Choose:
    """The submission's function choose, or else the method of T3Player()."""
    import t3_player

    if hasattr(t3_player, "choose"):
        return t3_player.choose
    if not hasattr(getattr(t3_player, "T3Player", None), "choose"):
        raise ImportError("t3_player.py has neither choose(state) nor T3Player().choose")
    return lambda state: t3_player.T3Player().choose(state)


def _action(action: Any) -> str:
    """An action of the submission: three ints, `None`, or `other` with what it is."""
    if action is None:
        return "None"
    try:
        numbers = action.col(), action.row(), action.move()
    except Exception:  # a submission's methods may raise anything
        return f"other {action!r}"[:300]
    if any(type(number) is not int for number in numbers):
        return f"other {action!r} of {numbers}"[:300]
    return " ".join(map(str, numbers))


def _choose(state: Any, choose: Choose) -> str:
    return _action(choose(state))


def _terminal(state: Any, choose: Choose) -> str:
    """The results of is_win, is_tie and choose."""
    return f"{bool(state.is_win())} {bool(state.is_tie())} {_action(choose(state))}"


def _transitions(state: Any) -> str:
    """All transitions, in order."""
    told = []
    for action, child in state.get_transitions():
        place = f"({action.col()},{action.row()}) = {action.move()}"
        told.append(f"{place} to {_notation(child)}")
        if len(told) == TRANSITIONS_LIMIT:
            break
    return ";".join(told)


def _lazy(state: Any) -> str:
    """The type that get_transitions returns, and how many states its first step built."""
    import gc

    transitions = state.get_transitions()
    if type(transitions) is not _generator:
        return f"{type(transitions).__name__} 0"
    before = {id(thing) for thing in gc.get_objects()}
    _, child = next(transitions)
    alive = [thing for thing in gc.get_objects() if type(thing) is type(child)]
    return f"generator {sum(id(thing) not in before for thing in alive)}"


def _unchanged(state: Any, choose: Choose) -> str:
    """The state after building its transitions, and after choosing in it."""
    for _, _ in zip(range(TRANSITIONS_LIMIT), state.get_transitions()):
        pass
    after_transitions = _notation(state)
    choose(state)
    return f"{after_transitions};{_notation(state)}"


QUESTIONS: dict[str, Callable[..., str]] = {
    "choose": _choose,
    "terminal": _terminal,
    "transitions": _transitions,
    "lazy": _lazy,
    "unchanged": _unchanged,
}
"""Answers each of verdicts.QUESTIONS with the submission's code."""

OF_STATE = ("transitions", "lazy")
"""The questions that need no player."""


if __name__ == "__main__":
    main()
