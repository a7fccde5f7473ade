"""How a program ends: its exit code, and what it says of an end that is not its own."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from t3_play.reading import reason
from t3_play.words import printable

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def run(program: str, work: Callable[[], int]) -> int:
    """Do the work of a program, and see what it prints written; returns the exit code.

    That is what `work` returns; INTERRUPTED after Ctrl-C; or 1, with one line on standard
    error that begins with the program's name, if something can't be read or written. Who
    reads what it prints, and has had enough of it, is not told: the code alone is 1 then.
    """
    code = 0
    try:
        try:
            code = work()
        except KeyboardInterrupt:
            ignore_interrupts()
            code = complain(program, "stopped", INTERRUPTED)
        except SystemExit as leaving:  # by --help, --version or bad options
            code = int(leaving.code or 0)
        print(end="", flush=True)  # what can't be written is to be found out here
    except BrokenPipeError:
        code = code or 1
    except (OSError, MemoryError) as error:
        file = getattr(error, "filename", None)
        where = f"{printable(str(file))}: " if file else ""
        code = complain(program, where + reason(error), code or 1)
    give_up_output()
    return code


def complain(program: str, message: str, code: int) -> int:
    """Print what went wrong; returns `code`."""
    with suppress(OSError):  # if nobody can be told, the code must do
        print(f"{program}: {message}", file=sys.stderr)
    return code


def give_up_output() -> None:
    """Let go of what can't be written: as it ends, Python would try it again, and fail."""
    for stream in (sys.stdout, sys.stderr):
        try:
            print(end="", flush=True, file=stream)
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def ignore_interrupts() -> None:
    """End at once at the next Ctrl-C."""
    # SIG_DFL would do that too, but Python complains if one comes just then.
    signal.signal(signal.SIGINT, end_at_once)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Answer a Ctrl-C that comes while the program is ending."""
    os._exit(INTERRUPTED)
