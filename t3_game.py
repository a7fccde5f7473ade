"""The console game: you are odds, the computer is evens.

`python t3_game.py` plays, and `--board "250/010/400 odds"` starts from that position.
Where t3_play is there, it takes over, with more options (`--help` lists them).
"""

import importlib
import sys
from collections.abc import Sequence
from contextlib import suppress

if sys.hexversion < 0x30B0000:
    sys.exit("t3_game.py needs Python 3.11 or later, and this is " + sys.version.split()[0])

from t3_player import T3Player
from t3_state import T3Action, T3State

BANNER = """\
================================
=              T3              =
================================"""


def ask_action(state: T3State) -> T3Action:
    """The action that the player types, asked for until it is legal."""
    print("Enter three space-separated numbers in format: COL ROW NUMBER ")
    while True:
        typed = input(f"[Player's Turn: Move Options {state.get_moves()}] > ")
        if not sys.stdin.isatty():
            print(typed)  # so that a transcript has what was typed, too
        try:
            action = T3Action(*map(int, typed.split()))
        except (TypeError, ValueError):
            (col, row), move = state.get_open_tiles()[0], state.get_moves()[0]
            example = f"for ({col},{row}) = {move} type: {col} {row} {move}"
            print(f"[!] Not three whole numbers. For example, {example}")
            continue
        if state.is_valid_action(action):
            return action
        why = getattr(state, "why_illegal", None)  # a course's own state may not say why
        print(f"[!] Not possible: {why(action) if why else action}")


def computers_action(state: T3State) -> T3Action:
    """What the computer plays."""
    print("[Opponent's Turn] > ", end="", flush=True)
    action = T3Player().choose(state)
    assert action is not None, "the game is not over"
    print(action)
    return action


def play(state: T3State) -> None:
    """A game from `state` to its end."""
    print(f"{BANNER}\n{state}\n")
    while not (state.is_win() or state.is_tie()):
        action = ask_action(state) if state._odd_turn else computers_action(state)
        state = state.get_next_state(action)
        print(f"{state}\n")
    if state.is_tie():
        print("[T] Tie Game!")
    else:
        print("[L] You Lose!" if state._odd_turn else "[W] You Win!")


def plain_game(arguments: Sequence[str]) -> int:
    """The skeleton's game; returns the exit code."""
    try:
        option, _, position = " ".join(arguments).replace("=", " ").partition(" ")
        if option not in ("", "--board"):
            raise ValueError("options other than --board need the folder t3_play")
        state = T3State.from_notation(position) if option else T3State(True, None)
    except ValueError as error:
        print(f"t3_game.py: {error}", file=sys.stderr)
        return 2
    try:
        play(state)
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye!")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Play as the command line says; returns the exit code."""
    terminal = None
    with suppress(ImportError):  # there is no t3_play, or it does not fit these files
        terminal = importlib.import_module("t3_play.console.start")
    if terminal is None:
        return plain_game(sys.argv[1:] if arguments is None else arguments)
    code: int = terminal.main(arguments)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # while t3_play is loading, or just after it
        sys.exit(130)
