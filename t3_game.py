"""The console game of the assignment: you against the player of t3_player.py.

`python3 t3_game.py` plays on an empty board, `--board "250/010/400 odds"` from a position.
What it prints is the assignment's transcript to the letter, which tells neither what wins
nor how to leave: `--help` does.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

if sys.hexversion < 0x30B0000:
    sys.exit("t3_game.py needs Python 3.11 or later, and this is " + sys.version.split()[0])

import t3_player
from t3_state import T3Action, T3State

ODDS_STARTS = True  # or evens begin on an empty board
PLAYER_ODDS = True  # or you are evens

RULES = f"""\
Tic-Tac-Total: you are {"odds" if PLAYER_ODDS else "evens"}, against t3_player.py.

Odds place 1, 3 or 5, evens place 2, 4 or 6, and whoever makes a row, a column or a
diagonal sum to exactly 13 wins. Either side may begin. In turn, each fills an empty cell;
numbers may be reused. A line wins as soon as it sums to exactly 13, even with empty cells.
A line that can no longer reach 13 is dead. A full board that nobody has won is a tie.
Columns and rows count from 0, at the top left. To leave, type quit."""

BANNER = """\
================================
=              T3              =
================================"""


def ask_action(state: T3State) -> T3Action:
    """The action that the player types, asked for until it is legal; `quit` ends it all."""
    print("Enter three space-separated numbers in format: COL ROW NUMBER ")
    while True:
        typed = input(f"[Player's Turn: Move Options {state.get_moves()}] > ")
        if not sys.stdin.isatty():
            print(typed)  # as a terminal shows what is typed
        if typed.strip().lower() == "quit":
            print("Goodbye!")
            sys.exit()
        try:
            action = T3Action(*map(int, typed.split()))
        except (TypeError, ValueError):
            print("[!] Not three whole numbers. For (0,2) = 5 type 0 2 5; to leave, quit.")
            continue
        if state.is_valid_action(action):
            return action
        print(f"[!] Not possible: {why_illegal(state, action)}")


def computers_action(state: T3State) -> T3Action:
    """What the player of t3_player.py chooses. Ends it all if that is not possible."""
    own: dict[str, Any] = vars(t3_player)  # it need not have both
    if "choose" not in own and not hasattr(own.get("T3Player"), "choose"):
        sys.exit("[!] t3_player.py has neither choose(state) nor T3Player().choose")
    print("[Opponent's Turn] > ", end="", flush=True)
    choose = own["choose"] if "choose" in own else own["T3Player"]().choose
    action: T3Action | None = choose(state)
    print(action)
    if action is None or not state.is_valid_action(action):
        sys.exit(f"[!] Not possible: {why_illegal(state, action)}")
    return action


def why_illegal(state: T3State, action: T3Action | None) -> str:
    """Why an action is not possible; the action itself if a course's state can't say."""
    why = getattr(state, "why_illegal", str)
    return str(why(action))


def play(state: T3State) -> None:
    """A game from `state` to its end."""
    print(f"{BANNER}\n{state}\n")
    while not (state.is_win() or state.is_tie()):
        yours = state._odd_turn == PLAYER_ODDS
        action = ask_action(state) if yours else computers_action(state)
        state = state.get_next_state(action)
        print(f"{state}\n")
    if state.is_tie():
        print("[T] Tie Game!")
    else:
        print("[L] You Lose!" if state._odd_turn == PLAYER_ODDS else "[W] You Win!")


def position(text: str) -> T3State:
    """The position in one line: rows from the top, 0 where empty, then the side to move."""
    numbers = [str(number) for number in range(T3State.MAX_MOVE + 1)]
    try:
        board, turn = text.split()
        rows = [[numbers.index(cell) for cell in row] for row in board.split("/")]
        if turn not in ("odds", "evens") or any(len(row) != len(rows) for row in rows):
            raise ValueError
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a square board of the digits 0 to {numbers[-1]} and a turn, "
            "such as '250/010/400 odds'"
        ) from None
    return T3State(turn == "odds", rows)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(
        prog="t3_game.py",
        description=RULES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="The full game, with levels, hints and puzzles: python3 -m t3_play",
    )
    parser.add_argument(
        "--board",
        type=position,
        help="the position to start from, such as '250/010/400 odds'",
    )
    state = parser.parse_args(arguments).board or T3State(ODDS_STARTS, None)
    try:
        play(state)
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye!")


if __name__ == "__main__":
    try:
        main()
        print(end="", flush=True)
    except OSError as error:  # the output can't be written; nobody reading is no complaint
        if not isinstance(error, BrokenPipeError):
            print(f"t3_game.py: {error.strerror}", file=sys.stderr)
        os._exit(1)  # Python would try again to write what is left
