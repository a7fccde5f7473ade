"""What the commands share: how they end, their options, and how they show progress."""

import argparse
import io
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress


def run(*steps: Callable[[], None]) -> int:
    """Run the steps of a program; returns its exit code.

    The code is 130 after Ctrl-C, and 1 if the output can't be written. Prints nothing if
    the reader closes the pipe early. SystemExit passes.
    """
    code = 0
    try:
        try:
            for stream in (sys.stdin, sys.stdout):
                if isinstance(stream, io.TextIOWrapper):
                    # A byte or character that the encoding lacks must not end the program.
                    stream.reconfigure(errors="backslashreplace")
            for step in steps:
                step()
        except KeyboardInterrupt:
            # The program is shutting down. (With SIG_IGN, Python may print an error.)
            signal.signal(signal.SIGINT, lambda *_: None)
            code = 130
            print("\nGoodbye!")
        finally:
            print(end="", flush=True)  # raises here what a later flush would raise
    except BrokenPipeError:
        code = code or 1
    except OSError as error:
        code = code or 1
        with suppress(OSError):  # standard error may be closed, too
            print(f"tictactoe: {error.strerror or error}", file=sys.stderr)
    give_up_output()
    return code


def give_up_output() -> None:
    """Drop output that can't be written: Python flushes it again at exit, and fails."""
    for stream in (sys.stdout, sys.stderr):
        try:
            print(end="", flush=True, file=stream)
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def take_no_options(module: str, purpose: str) -> None:
    """Answer --help with the purpose of a program, and refuse all other options."""
    argparse.ArgumentParser(prog=f"python -m {module}", description=purpose).parse_args()


def count(text: str) -> int:
    """The value of an option that is a whole number from 1."""
    if not (re.fullmatch("[0-9]{1,9}", text) and int(text) >= 1):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from 1 to 999999999"
        )
    return int(text)


def progress(games: int) -> Iterator[int]:
    """The numbers below `games`. Shows the count on standard error if it is a terminal."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    for game in range(games):
        if shown and game % max(1, games // 100) == 0:
            print(f"\r{game:,} of {games:,} games", end="", file=sys.stderr, flush=True)
        yield game
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
