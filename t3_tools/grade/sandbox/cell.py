"""Where the code of a submission runs, for one question: a watcher, and its child.

    python -S -B cell.py FOLDER SECONDS CLOCK MEGABYTES USER QUESTION BOARD TURN

This file runs as a script, alone in its folder. It imports nothing of the project, and no
module of the submission can take the place of one that it uses. It forks. The child runs
the code in FOLDER, where t3_player.py, t3_state.py and t3_action.py lie. The parent, the
watcher, runs none of it. The child may compute for SECONDS, within CLOCK seconds by the
clock, or more if the machine is busy. USER, whose rights it has, is `-`, or the ids of a
user and a group: `65534:65534`.

When the child ends, or its time does, or the watcher's standard input, the watcher kills
all that the child started. Then it prints how the child ended and the seconds that it
computed. From the next line on it prints what the child sent: the line `ready` once
everything is imported, then `answer ...` or `error ...`. It prints `no process` if it gets
none for a child.

Whatever the child sends is a claim. Another process judges it (t3_tools.grade.verdicts).
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
"""A child that sends more bytes than this is stopped."""
TRANSITIONS_LIMIT = 1000
"""No more transitions than this are asked for; the biggest board of a case has 75."""
FILE_LIMIT = 10_000_000
"""The bytes in a file that a submission writes."""

HARDLY, BUSY = 8, 4
"""When its time by the clock is over, a child that has computed more than the HARDLY-th
part of its seconds shares the machine with other work: it gets BUSY times that time."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 1, 4, 36

# What the submission's process still needs when the submission has changed everything.
_exit, _write = os._exit, os.write
_generator = type(_ for _ in ())


def main() -> None:
    """Be the watcher, and in its fork the child."""
    folder, *limits, user, question, board, turn = sys.argv[1:]
    seconds, clock, megabytes = map(int, limits)
    if sys.platform == "linux":
        # What the child leaves behind becomes a child of this process, to be found.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        # If the child has stopped it, it goes on, to clean up, when the caller ends.
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
        # Neither what this process has open nor its memory is the child's business. But
        # root may look.
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    os.close(writer)
    how, sent = watch(child, reader, seconds, begun, clock)
    clean_up(child)
    os.write(1, f"{how} {computed():.3f}\n".encode() + sent)
    _exit(0)  # which takes less time than to end as usual


def watch(
    child: int, reader: int, seconds: int, begun: float, clock: int
) -> tuple[str, bytes]:
    """Wait for the end of the child, or for a reason to end it.

    Returns `exit CODE`, `signal NAME`, `timeout` (it computed for too long), `late` (it
    took too long by the clock, or the caller has ended) or `flood`; and what it sent.
    """
    os.set_blocking(reader, False)
    sent = b""
    open_ends = [reader]
    deadline = begun + clock
    while len(sent) <= ANSWER_LIMIT:
        ended, status = os.waitpid(child, os.WNOHANG)
        # After the look at the child, so that the last that it sent is read. The end of
        # the pipe is no sign: other processes of the submission may hold it open.
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
    """The seconds of a processor that the processes of the submission have had."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _computed_by(pid: int) -> float:
    """The seconds that a process has computed so far, where the system tells (Linux)."""
    with suppress(OSError):
        ticks = map(int, _status(pid)[11:13])
        return sum(ticks) / os.sysconf("SC_CLK_TCK")
    return 0


def _status(pid: int) -> list[bytes]:
    """What Linux tells of a process after its name, which may be anything."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()


def clean_up(child: int) -> None:
    """Kill the child and all processes that it started and left, as far as can be."""
    give_up = time.monotonic() + 5
    while time.monotonic() < give_up:
        with suppress(ProcessLookupError, PermissionError):  # they have ended
            os.killpg(child, signal.SIGKILL)
        try:
            # The children of those that were killed are now children of this process.
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        for pid in _children():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def _children() -> list[int]:
    """The children of this process, where the system tells (Linux)."""
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
    """In the child: have the rights of another user, for good."""
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)


def _confine(megabytes: int, seconds: int) -> None:
    """In the child: away from the terminal, within limits, gone with the watcher."""
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
        # At the first it is sent SIGXCPU, and killed at the second if it held out.
        (resource.RLIMIT_CPU, (seconds, seconds + 1)),
    ]:
        # A system may not know the limit, or have a lower one already.
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, most)


def _reply(writer: int, folder: str, question: str, board: str, turn: str) -> None:
    """Send what the submission does with a question, and end the process."""
    # A submission may have modules with the names of those that only this file uses.
    for name in ("ctypes", "resource", "select", "signal"):
        del sys.modules[name]
    sys.path[0] = folder  # in place of that of this file
    try:
        # What fails at import fails before the question.
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
    """What an exception is and where in the submission it comes from."""
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
    """A position as a T3State of the submission."""
    from t3_state import T3State

    rows = [[int(cell) for cell in row] for row in board.split("/")]
    return T3State(turn == "odds", rows)


def _notation(state: Any) -> str:
    """A state of the submission in one line."""
    board = "/".join("".join(map(str, row)) for row in state._state)
    return f"{board} {'odds' if state._odd_turn else 'evens'}"


def _chooser() -> Choose:
    """What chooses in the submission: the function choose, or else T3Player().choose."""
    import t3_player

    if hasattr(t3_player, "choose"):
        return t3_player.choose
    if not hasattr(getattr(t3_player, "T3Player", None), "choose"):
        raise ImportError("t3_player.py has neither choose(state) nor T3Player().choose")
    return lambda state: t3_player.T3Player().choose(state)


def _action(action: Any) -> str:
    """An action of the submission as three ints, None, or what else it is."""
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
    """Whether it is won, whether it is a tie, and what is chosen."""
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
    """What get_transitions returns, and how many states it has built for the first."""
    import gc

    transitions = state.get_transitions()
    if type(transitions) is not _generator:
        return f"{type(transitions).__name__} 0"
    before = {id(thing) for thing in gc.get_objects()}
    _, child = next(transitions)
    alive = [thing for thing in gc.get_objects() if type(thing) is type(child)]
    return f"generator {sum(id(thing) not in before for thing in alive)}"


def _unchanged(state: Any, choose: Choose) -> str:
    """The state after its transitions were built, and after it was chosen in."""
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
"""How each of verdicts.QUESTIONS is asked, of a state of the submission."""

OF_STATE = ("transitions", "lazy")
"""The questions that take nothing else. The others take what chooses, too."""


if __name__ == "__main__":
    main()
