"""The console game: you are odds, the player of t3_player.py is evens.

`python t3_game.py` begins on the empty board, `--board "120/056/020 odds"` on this one.
"""

import argparse

from t3_player import T3Player
from t3_state import InvalidBoardError, T3Action, T3State

BANNER = """\
================================
=              T3              =
================================"""


def ask_action(state: T3State) -> T3Action:
    """A legal action from the keyboard, asked for until there is one."""
    # With the space at its end that the course has there.
    print("Enter three space-separated numbers in format: COL ROW NUMBER ")
    while True:
        line = input(f"[Player's Turn: Move Options {state.get_moves()}] > ")
        try:
            col, row, move = map(int, line.split())
        except ValueError:
            print("[!] Not three whole numbers. For example: 1 1 5")
            continue
        action = T3Action(col, row, move)
        if state.is_valid_action(action):
            return action
        print(f"[!] Not possible: {action}")


def play(state: T3State) -> None:
    """A game from `state` to its end."""
    player = T3Player()
    print(f"{BANNER}\n{state}\n")
    while not state.is_over():
        if state.odd_turn:
            action = ask_action(state)
        else:
            print("[Opponent's Turn] > ", end="", flush=True)
            chosen = player.choose(state)
            assert chosen is not None, "there is an action as long as the game goes on"
            action = chosen
            print(action)
        state = state.get_next_state(action)
        print(f"{state}\n")
    if state.is_tie():
        print("[T] Tie Game!")
    else:
        print("[L] You Lose!" if state.odd_turn else "[W] You Win!")


def start() -> T3State:
    """The position that the command line asks for."""
    parser = argparse.ArgumentParser(description="Play against your player.")
    parser.add_argument(
        "--board",
        metavar="POSITION",
        default="000/000/000 odds",
        help="rows from the top, and whose turn it is (default: %(default)s)",
    )
    try:
        return T3State.from_notation(parser.parse_args().board)
    except InvalidBoardError as error:
        parser.error(f"argument --board: {error}")


if __name__ == "__main__":
    try:
        play(start())
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye!")
