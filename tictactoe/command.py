"""What the commands share: how they end, an option, and how they show progress."""

import argparse
import io
import signal
import sys
from collections.abc import Callable, Iterator


def run(program: Callable[[], None]) -> int:
    """Run a program; returns its exit code: 130 after Ctrl-C, 1 if it can't write."""
    code = 0
    try:
        try:
            for stream in (sys.stdin, sys.stdout):
                if isinstance(stream, io.TextIOWrapper):
                    # No byte that comes in or character that goes out may end the program.
                    stream.reconfigure(errors="backslashreplace")
            program()
        except KeyboardInterrupt:
            # It is ending already. (Python complains of a Ctrl-C just when SIG_IGN is set.)
            signal.signal(signal.SIGINT, lambda *_: None)
            code = 130
            print("\nGoodbye!")
        print(end="", flush=True)
    except OSError as error:
        print(f"tictactoe: {error.strerror or error}", file=sys.stderr)
        return code or 1
    return code


def take_no_options(module: str, purpose: str) -> None:
    """Answer --help with what a program is for, and refuse all other options."""
    argparse.ArgumentParser(
        prog=f"python -m {module}", description=f"{purpose.partition(':')[0]}."
    ).parse_args()


def count(text: str) -> int:
    """The value of an option that is a number of things, at least one."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:10]) < 10**9):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from 1 to 999999999"
        )
    return int(text)


def progress(games: int) -> Iterator[int]:
    """The numbers below `games`, counted on standard error if that is a terminal."""
    shown = sys.stderr is not None and sys.stderr.isatty()
    for game in range(games):
        if shown and game % max(1, games // 100) == 0:
            print(f"\r{game:,} of {games:,} games", end="", file=sys.stderr, flush=True)
        yield game
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
