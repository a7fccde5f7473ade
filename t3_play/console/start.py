"""The command line of the game: its options, and the start."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn
from unicodedata import normalize

from t3_play import __version__, program
from t3_play.console.commands import Home, run
from t3_play.console.game import AIM, Game
from t3_play.console.screen import CLEAR, Screen, Terminal
from t3_play.console.session import Session
from t3_play.console.store import Store
from t3_play.drawing import Style
from t3_play.levels import LEVELS, USUAL_LEVEL, USUAL_SIZE
from t3_play.match import PEOPLE, SIZES, new_match
from t3_state import TURNS, T3State

EPILOG = """\
examples:
  {t3}                            start menu: puzzle, your game, lessons
  {t3} --size 5 --level hard      a game, on the side that can win
  {t3} --play both --size 4       two people
  {t3} --board 210/050/000 evens  start from this position

Type help at the prompt for the commands.
The assignment's console, without any of this: python3 t3_game.py
The exit code is 2 after bad options, 130 after Ctrl-C, and 1 after any other failure.
"""


class BriefParser(argparse.ArgumentParser):
    """Prints errors briefly, without argparse's list of options."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit."""
        line = message.replace("\n", "\\n")
        self.exit(2, f"{self.prog}: {line} (--help lists the options)\n")


def make_parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    called = "t3" if Path(sys.argv[0]).stem == "t3" else "python3 -m t3_play"
    parser = BriefParser(
        prog="t3",
        usage=f"{called} [options]",
        description=fill(f"Tic-Tac-Total. {AIM}", 80),
        epilog=EPILOG.format(t3=called),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    start = parser.add_mutually_exclusive_group()
    start.add_argument(
        "--size",
        type=int,
        choices=SIZES,
        metavar="N",
        help=f"play on an empty board of N x N cells (default: {USUAL_SIZE})",
    )
    start.add_argument(
        "--board",
        nargs="+",
        metavar=("BOARD", "TURN"),
        help="play from this position: rows from the top, 0 for an empty cell, and whose "
        "turn it is (default: odds)",
    )
    parser.add_argument(
        "--play",
        choices=PEOPLE,
        help="the sides that people play; the computer plays the others (default: with "
        "--board, whoever moves first; otherwise the side that can win)",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        help=f"how well the computer plays (default: {USUAL_LEVEL})",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="make the computer play the same way each time",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="print plain lines, and say the board in words, for screen readers",
    )
    parser.add_argument("--version", action="version", version=f"t3 {__version__}")
    return parser


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """All options, and as `match` the game that they ask for, None if they don't.

    Reads the command line if `arguments` is None. Bad options end the program with a
    message and exit code 2.
    """
    parser = make_parser()
    typed = sys.argv[1:] if arguments is None else arguments
    # A keyboard may type signs and letters in full width.
    options = parser.parse_args([normalize("NFKC", it) for it in typed])
    settings = options.size, options.level, options.play, options.seed
    options.match, start = None, None
    try:
        if options.board:
            position = " ".join(options.board)
            if len(position.split()) == 1:
                position = f"{position} {TURNS[True]}"
            start = T3State.from_notation(position)
        if any(it is not None for it in (start, *settings)):
            options.match = new_match(*settings, start)
    except ValueError as error:
        parser.error(f"argument --board: {error}")
    return options


def screen_for(options: argparse.Namespace) -> Screen:
    """The screen for this terminal or pipe."""
    terminal = is_terminal(sys.stdin) and is_terminal(sys.stdout)
    # There is no stdout where it was closed, and a StringIO has no encoding.
    encoding = getattr(sys.stdout, "encoding", "ascii") or "utf-8"
    if options.plain or not terminal or not has_cursor():
        return Screen(Style(encoding), in_words=options.plain, edge=terminal)
    return Terminal(Style(encoding, not os.environ.get("NO_COLOR")))


def is_terminal(stream: Any) -> bool:
    """Whether a terminal is behind a standard stream. IDEs' own streams only claim it."""
    try:
        return bool(stream.isatty() and os.isatty(stream.fileno()))
    except (AttributeError, OSError, ValueError):
        return False


def has_cursor() -> bool:
    """Whether the terminal can be drawn on again, as far as is known."""
    if os.name == "nt":
        return "WT_SESSION" in os.environ  # the old console can't
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import curses

        curses.setupterm(os.environ["TERM"])
    except ImportError:
        return True
    except curses.error:  # a terminal that the system doesn't know
        return False
    return CLEAR.encode().startswith(curses.tigetstr("home") or b"none")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; returns the exit code."""

    def work() -> int:
        try:
            options = parse_options(arguments)
            for stream in (sys.stdin, sys.stdout):
                if isinstance(stream, io.TextIOWrapper):
                    # Odd bytes, in or out, must not end the game.
                    stream.reconfigure(errors="replace")
            screen = screen_for(options)
            session = Session(screen, Store(screen.say))
            match = options.match
            run(Game(session, match) if match else Home(session))
        except KeyboardInterrupt:
            program.end_at_next_interrupt()
            print("\nGoodbye!")
            return program.INTERRUPTED
        return 0

    return program.run("t3", work)
