"""The console game: you are odds and begin, the machine is evens.

`python t3_game.py` plays. Where t3_play is there, it takes over: the game in a terminal,
with options (`--help` lists them). Without it, this is the course's plain console.
"""

import importlib
import os
import signal
import sys
from collections.abc import Sequence

if __name__ == "__main__":
    # Until the game itself answers Ctrl-C, let it end the program without a traceback.
    signal.signal(signal.SIGINT, signal.SIG_DFL)

from t3_player import T3Player
from t3_state import T3Action, T3State

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

BANNER = """\
================================
=              T3              =
================================"""


def ask_action(state: T3State) -> T3Action:
    """The action that the player types, asked for until it is legal.

    Raises EOFError at the end of input.
    """
    # The course's line ends with a space, too.
    print("Enter three space-separated numbers in format: COL ROW NUMBER ")
    while True:
        typed = input(f"[Player's Turn: Move Options {state.get_moves()}] > ")
        if not sys.stdin.isatty():
            print(typed)  # so that a transcript has what was typed, too
        try:
            col, row, move = map(int, typed.split())
        except ValueError:
            (col, row), move = state.get_open_tiles()[0], state.get_moves()[0]
            example = f"for ({col},{row}) = {move} type: {col} {row} {move}"
            print(f"[!] Not three whole numbers. For example, {example}")
            continue
        action = T3Action(col, row, move)
        reason = state.why_illegal(action)
        if reason is None:
            return action
        print(f"[!] Not possible: {reason}")


def machine_action(state: T3State) -> T3Action:
    """What the machine plays."""
    print("[Opponent's Turn] > ", end="", flush=True)
    action = T3Player().choose(state)
    assert action is not None, "the game is not over"
    print(action)
    return action


def play(state: T3State) -> None:
    """A game from `state` to its end."""
    print(f"{BANNER}\n{state}\n")
    while not state.is_over():
        action = ask_action(state) if state.odd_turn else machine_action(state)
        state = state.get_next_state(action)
        print(f"{state}\n")
    if state.is_tie():
        print("[T] Tie Game!")
    else:
        print("[L] You Lose!" if state.odd_turn else "[W] You Win!")


def start(arguments: Sequence[str]) -> T3State:
    """Where the game begins: `--board 250/010/400 odds`, or the empty board."""
    if not arguments:
        return T3State(True)
    option, *position = arguments
    if option != "--board":
        raise ValueError("options other than --board need the folder t3_play")
    return T3State.from_notation(" ".join(position))


def plain_game(arguments: Sequence[str]) -> int:
    """The course's game; returns the exit code."""
    try:
        state = start(arguments)
    except ValueError as error:
        print(f"t3_game.py: {error}", file=sys.stderr)
        return 2
    code = 0
    try:
        try:
            play(state)
        except (EOFError, KeyboardInterrupt) as leaving:
            print("\nGoodbye!")
            code = INTERRUPTED if isinstance(leaving, KeyboardInterrupt) else 0
        sys.stdout.flush()  # what can't be written fails here, not while Python exits
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"t3_game.py: {error.strerror}", file=sys.stderr)
        os._exit(1)  # Python would try to write the rest, and complain
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; returns the exit code."""
    try:
        comfort = importlib.import_module("t3_play.console.start")
    except ImportError:  # there is no t3_play, or it does not fit these files
        return plain_game(sys.argv[1:] if arguments is None else arguments)
    code: int = comfort.main(arguments)
    return code


if __name__ == "__main__":
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        code = main()
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    except KeyboardInterrupt:  # outside the game itself
        os._exit(INTERRUPTED)
    sys.exit(code)
