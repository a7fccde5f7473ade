"""The console game: a person against the machine.

`python t3_game.py` plays; `--help` lists the options and the exit codes.
"""

import argparse
import io
import re
import sys
from collections.abc import Sequence

from t3_player import T3Player
from t3_state import TURNS, InvalidBoardError, T3Action, T3State

BANNER = """\
================================
=              T3              =
================================"""

TIME_LIMIT = 10
"""Seconds for an action of the machine, unless --time-limit is given."""

LARGEST_SIZE = 26
"""Of a board made by --size: the widest that fits in the 80 columns of a terminal."""

EPILOG = """\
at the prompt:
  1 1 5     place 5 in column 1, row 1; both count from 0 at the top left
  quit      leave the game

examples:
  python t3_game.py                            you are odds and begin
  python t3_game.py --play evens               the machine begins
  python t3_game.py --play evens --first evens
  python t3_game.py --size 12 --time-limit 2
  python t3_game.py --board 210/050/000 evens  go on from this position

exit codes:
  0    the game is over, or was left by quit or the end of input
  1    a failure while running, such as output that cannot be written
  2    bad options
  130  Ctrl-C
"""


def board_size(text: str) -> int:
    """The value of --size."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= LARGEST_SIZE):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a whole number from 1 to {LARGEST_SIZE}"
        )
    return int(text)


def seconds(text: str) -> float:
    """The value of --time-limit."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not value >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")
    return value


def parse_options(arguments: Sequence[str] | None) -> tuple[T3State, bool, float]:
    """The first state, whether the person plays odds, and the machine's time limit.

    Reads the command line if `arguments` is None. Bad options end the program with a
    message and exit code 2.
    """
    sides = {name: odd_turn for odd_turn, name in TURNS.items()}
    parser = argparse.ArgumentParser(
        prog="t3",
        description="Tic-Tac-Total: make a line sum to 13 before the machine does.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    board = parser.add_mutually_exclusive_group()
    board.add_argument(
        "--size",
        type=board_size,
        metavar="N",
        help=f"play on an empty board of N x N cells (default: {T3State.DEFAULT_SIZE})",
    )
    board.add_argument(
        "--board",
        nargs="+",
        metavar=("BOARD", "TURN"),
        help="play from this position: rows from the top, 0 for an empty cell, "
        "and whose turn it is (default: that of --first)",
    )
    parser.add_argument(
        "--play", choices=sides, default="odds", help="your side (default: %(default)s)"
    )
    parser.add_argument("--first", choices=sides, help="who moves first (default: odds)")
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        default=TIME_LIMIT,
        help="let the machine think this long about an action (default: %(default)s, "
        "ample up to 6 x 6; inf for no limit)",
    )
    options = parser.parse_args(arguments)
    first = options.first or "odds"
    if options.board is None:
        size = options.size or T3State.DEFAULT_SIZE
        empty = [[0] * size] * size
        return T3State(sides[first], empty), sides[options.play], options.time_limit
    words = " ".join(options.board).split()
    try:
        state = T3State.from_notation(
            " ".join(words if len(words) > 1 else [*words, first])
        )
    except InvalidBoardError as error:
        parser.error(f"argument --board: {error}")
    if options.first not in (None, TURNS[state._odd_turn]):
        parser.error(
            f"argument --first: {first} contradicts --board, where {words[1]} are to move"
        )
    return state, sides[options.play], options.time_limit


def read_line(prompt: str) -> str | None:
    """The next line of input, None at its end.

    A line that does not come from a terminal is printed, so that the transcript reads
    as it would in one.
    """
    print(prompt, end="", flush=True)
    # Not input(), which waits for another line after one with a null character.
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        print()
        return None
    line = line.rstrip("\n")
    if not sys.stdin.isatty():
        print(line)
    return line


def parse_action(text: str) -> T3Action | None:
    """The action that `text` describes as COL ROW NUMBER, None if it does not."""
    words = text.split()
    if len(words) != 3 or not all(re.fullmatch("-?[0-9]{1,9}", word) for word in words):
        return None
    col, row, move = map(int, words)
    return T3Action(col, row, move)


def ask_action(state: T3State) -> T3Action | None:
    """A legal action from the person, asked for until there is one; None to leave."""
    print("Enter three space-separated numbers in format: COL ROW NUMBER")
    while True:
        line = read_line(f"[Player's Turn: Move Options {state.get_moves()}] > ")
        if line is None or line.strip().lower() == "quit":
            return None
        action = parse_action(line)
        if action is None:
            example = next(act for act, _ in state.get_transitions())
            print(
                "[!] Not three whole numbers. For example, for "
                f"{example} type: {example.col()} {example.row()} {example.move()}"
                " (or quit)"
            )
            continue
        reason = state.why_illegal(action)
        if reason is None:
            return action
        print(f"[!] Not possible: {reason}")


def show(state: T3State) -> None:
    """Print the board and an empty line."""
    print(f"{state}\n")


def play(state: T3State, human_odd: bool, time_limit: float) -> None:
    """A game from `state` on, to its end or until the person leaves it."""
    player = T3Player(time_limit)
    print(BANNER)
    show(state)
    while not (state.is_win() or state.is_tie()):
        if state._odd_turn == human_odd:
            action = ask_action(state)
            if action is None:
                print("Goodbye!")
                return
        else:
            print("[Opponent's Turn] > ", end="", flush=True)
            found = player.evaluate(state)
            action = found.action
            print(action if found.exact else f"{action} (not proven best in the time)")
        state = state.get_next_state(action)
        show(state)
    if state.is_tie():
        print("[T] Tie Game!")
    elif state._odd_turn == human_odd:
        print("[L] You Lose!")
    else:
        print("[W] You Win!")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; returns the exit code."""
    code = 0
    try:
        try:
            game = parse_options(arguments)
            for stream in (sys.stdin, sys.stdout):
                if isinstance(stream, io.TextIOWrapper):
                    # No byte that comes in or character that goes out may end the game.
                    stream.reconfigure(errors="backslashreplace")
            play(*game)
        except KeyboardInterrupt:
            code = 130
            print("\nGoodbye!")
        print(end="", flush=True)
    except (OSError, MemoryError) as error:
        print(f"t3: {error or type(error).__name__}", file=sys.stderr)
        return code or 1
    return code


if __name__ == "__main__":
    sys.exit(main())
