"""Runs the code of a submission for one question.

    python -S -B cell.py FOLDER SECONDS MEGABYTES USER ASK BOARD TURN

This file runs as a script, with no other module in its folder. It imports nothing of the
project, and no module of the submission can replace one that it uses. The code is that in
FOLDER, which has t3_player.py, t3_state.py and t3_action.py. It may use SECONDS of CPU
time. USER is `-`, or the ids of the user and the group whose rights it gets: `65534:65534`.
ASK is the source of a function of t3_tools.grade.questions. It runs among the names of this
file, on the position as the submission's T3State.

Standard output gets a line of JSON, {"answer": ...} or {"error": "..."}. It proves nothing:
another process judges it.
"""

import ctypes
import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

Json = Any
"""What JSON can hold."""

TRANSITIONS_LIMIT = 1000
"""The most transitions to ask for. A case has at most 66."""
FILE_LIMIT = 10_000_000
"""The most bytes of a file that a submission writes."""

PR_SET_PDEATHSIG = 1

# Saved here, because the submission's code may replace them.
_exit, _write, _encode = os._exit, os.write, json.JSONEncoder().encode


def main() -> None:
    """Answer the question, and end the process."""
    folder, seconds, megabytes, user, ask, board, turn = sys.argv[1:]
    if user != "-":
        _become(*map(int, user.split(":")))
    writer = os.dup(1)
    os.dup2(2, 1)  # what the submission prints goes nowhere, as standard error does
    confine(int(megabytes), int(seconds))
    _reply(writer, folder, ask, board, turn)


def _become(user: int, group: int) -> None:
    """Take another user's rights, for good."""
    os.setgroups([])
    os.setgid(group)
    os.setuid(user)


def confine(megabytes: int, seconds: int) -> None:
    """Set limits. On Linux, also end when the examiner ends."""
    import resource  # which Windows lacks

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


def _reply(writer: int, folder: str, ask: str, board: str, turn: str) -> None:
    """Answer the question with the submission's code, and end the process."""
    names = dict(globals())
    exec(ask, names)
    (function,) = names.keys() - globals().keys()
    # A submission may have modules of these names.
    for name in ("ctypes", "json", "resource", "signal"):
        del sys.modules[name]
    sys.path[0] = folder  # replaces this file's folder
    try:
        reply = {"answer": names[function](_state(board, turn))}
    except BaseException as error:
        reply = {"error": _tell(error, folder)}
    try:
        _write(writer, _encode(reply).encode() + b"\n")
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


def notation(state: Any) -> str:
    """A state of the submission, in one line."""
    board = "/".join("".join(map(str, row)) for row in state._state)
    return f"{board} {'odds' if state._odd_turn else 'evens'}"


def first(transitions: Iterable[Any]) -> Iterator[Any]:
    """The transitions, but only so many of an endless generator."""
    return islice(transitions, TRANSITIONS_LIMIT)


def chosen(state: Any) -> Any:
    """The result of the submission's function choose, or of T3Player().choose."""
    import t3_player

    if hasattr(t3_player, "choose"):
        return t3_player.choose(state)
    if not hasattr(getattr(t3_player, "T3Player", None), "choose"):
        raise ImportError("t3_player.py has neither choose(state) nor T3Player().choose")
    return t3_player.T3Player().choose(state)


def in_json(action: Any) -> list[int] | str | None:
    """An action of the submission: its three ints, or in words what it is instead."""
    if action is None:
        return None
    try:
        numbers = [action.col(), action.row(), action.move()]
    except Exception:  # a submission's methods may raise anything
        return repr(action)[:300]
    if any(type(number) is not int for number in numbers):
        return f"{action!r} of {tuple(numbers)}"[:300]
    return numbers


if __name__ == "__main__":
    main()
