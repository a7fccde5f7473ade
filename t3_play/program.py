"""What all programs here share: exit codes, printable output, files written as a whole."""

import os
import secrets
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def run(program: str, work: Callable[[], int | None]) -> int:
    """Run `work`, and return its exit code, 0 if it has none.

    Returns INTERRUPTED after Ctrl-C, or the code that its KeyboardInterrupt holds. If
    something can't be read or written, prints one line, which begins with the program's
    name. If the reader closes the pipe early, prints nothing. In both cases returns 1,
    unless the code is another error already.
    """
    code = 0
    try:
        try:
            code = work() or 0
        except KeyboardInterrupt as interrupt:
            end_at_next_interrupt()
            code = complain(program, "stopped", *(interrupt.args or [INTERRUPTED]))
        except SystemExit as leaving:  # after --help, --version or bad options
            code = int(leaving.code or 0)
        print(end="", flush=True)  # errors in writing show up here
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
    with suppress(OSError):  # if this fails too, the code must suffice
        print(f"{program}: {message}", file=sys.stderr)
    return code


def give_up_output() -> None:
    """Drop output that can't be written. Python would retry at exit, and complain."""
    for stream in (sys.stdout, sys.stderr):
        try:
            print(end="", flush=True, file=stream)
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def end_at_next_interrupt() -> None:
    """End at once at the next Ctrl-C."""
    # Not SIG_DFL: Python complains if a Ctrl-C arrives while the handler changes.
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))


def reason(error: Exception) -> str:
    """An error in words, without the operating system's number."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def printable(text: str) -> str:
    """`text` with a space for each character that would confuse a terminal."""
    return "".join(char if char.isprintable() else " " for char in text)


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file: all of it or, raising OSError, nothing.

    If the path is a symbolic link, it stays, and its target is written.
    """
    asked, path = path, Path(os.path.realpath(path))
    # A name that nobody can guess, so nobody can have put a link there.
    unfinished = path.with_name(f".{secrets.token_hex(8)}")
    try:
        with unfinished.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            unfinished.chmod(path.stat().st_mode)
        unfinished.replace(path)
    except OSError as error:
        error.filename = str(asked)  # not the temporary name
        raise
    finally:
        unfinished.unlink(missing_ok=True)
