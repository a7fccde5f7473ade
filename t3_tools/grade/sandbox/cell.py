"""Runs the code of a submission for one question.

    python -S -B cell.py FOLDER SECONDS MEGABYTES USER QUESTION BOARD TURN

This file runs as a script, with no other module in its folder. It imports nothing of the
project, and no module of the submission can replace one that it uses. The code is that in
FOLDER, which has t3_player.py, t3_state.py and t3_action.py. It may use SECONDS of CPU
time. USER is `-`, or the ids of the user and the group whose rights it gets: `65534:65534`.

Standard output gets a line, `answer ...` or `error ...`. It proves nothing: another process
judges it (t3_tools.grade.verdicts).
"""

import ctypes
import gc
import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

TRANSITIONS_LIMIT = 1000
"""The most transitions to ask for. A case has at most 66."""
FILE_LIMIT = 10_000_000
"""The most bytes of a file that a submission writes."""

PR_SET_PDEATHSIG = 1

# Saved here, because the submission's code may replace them.
_exit, _write = os._exit, os.write
_generator = type(_ for _ in ())


def main() -> None:
    """Answer the question, and end the process."""
    folder, seconds, megabytes, user, question, board, turn = sys.argv[1:]
    if user != "-":
        _become(*map(int, user.split(":")))
    writer = os.dup(1)
    os.dup2(2, 1)  # what the submission prints goes nowhere, as standard error does
    confine(int(megabytes), int(seconds))
    _reply(writer, folder, question, board, turn)


def _become(user: int, group: int) -> None:
    """Take another user's rights, for good."""
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)


def confine(megabytes: int, seconds: int) -> None:
    """Set limits. On Linux, also end when the examiner ends."""
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
    for name in ("ctypes", "resource", "signal"):
        del sys.modules[name]
    sys.path[0] = folder  # replaces this file's folder
    try:
        reply = f"answer {QUESTIONS[question](_state(board, turn))}"
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


def _state(board: str, turn: str) -> Any:
    """A position as the submission's T3State."""
    from t3_state import T3State

    rows = [[int(cell) for cell in row] for row in board.split("/")]
    return T3State(turn == "odds", rows)


def _notation(state: Any) -> str:
    """A state of the submission, in one line."""
    board = "/".join("".join(map(str, row)) for row in state._state)
    return f"{board} {'odds' if state._odd_turn else 'evens'}"


def _chosen(state: Any) -> Any:
    """The result of the submission's function choose, or of T3Player().choose."""
    import t3_player

    if hasattr(t3_player, "choose"):
        return t3_player.choose(state)
    if not hasattr(getattr(t3_player, "T3Player", None), "choose"):
        raise ImportError("t3_player.py has neither choose(state) nor T3Player().choose")
    return t3_player.T3Player().choose(state)


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


def _choose(state: Any) -> str:
    return _action(_chosen(state))


def _terminal(state: Any) -> str:
    """The results of is_win, is_tie and choose."""
    return f"{bool(state.is_win())} {bool(state.is_tie())} {_action(_chosen(state))}"


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
    """The type that get_transitions returns, and how many states its first step left."""
    transitions = state.get_transitions()
    if type(transitions) is not _generator:
        return f"{type(transitions).__name__} 0"
    before = {id(thing) for thing in gc.get_objects()}
    _, child = next(transitions)
    alive = [thing for thing in gc.get_objects() if type(thing) is type(child)]
    return f"generator {sum(id(thing) not in before for thing in alive)}"


def _unchanged(state: Any) -> str:
    """The state after building its transitions, and after choosing in it."""
    for _, _ in zip(range(TRANSITIONS_LIMIT), state.get_transitions()):
        pass
    after_transitions = _notation(state)
    _chosen(state)
    return f"{after_transitions};{_notation(state)}"


QUESTIONS: dict[str, Callable[..., str]] = {
    "choose": _choose,
    "terminal": _terminal,
    "transitions": _transitions,
    "lazy": _lazy,
    "unchanged": _unchanged,
}
"""Answers each of verdicts.QUESTIONS with the submission's code."""

if __name__ == "__main__":
    main()
