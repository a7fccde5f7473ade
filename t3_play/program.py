"""What every program here shares: its name, how it ends, and what it may print."""

import os
import shlex
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

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
            end_at_next_interrupt()
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


def end_at_next_interrupt() -> None:
    """End at once at the next Ctrl-C."""
    # SIG_DFL would do that too, but Python complains if one comes just then.
    signal.signal(signal.SIGINT, end_at_once)


def end_at_once(number: int, frame: FrameType | None) -> None:
    """Answer a Ctrl-C that comes while the program is ending."""
    os._exit(INTERRUPTED)


def reason(error: Exception) -> str:
    """What went wrong, without the number that the operating system has for it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def this_program(usual: str) -> str:
    """How to start this program again: by its own name, or as usual from where it lies."""
    started = Path(sys.argv[0])
    if started.stem in ("t3", "t3-tools"):
        return started.stem
    script = usual.split()[-1]
    return (
        usual.replace(script, shlex.quote(str(started)))
        if started.name == script
        else usual
    )


def printable(text: str) -> str:
    r"""`text` without what would confuse a terminal.

    >>> printable("one\ttwo")
    'one two'
    """
    return "".join(char if char.isprintable() else " " for char in text)
