"""The console game: you are odds and begin, the player of t3_player.py is evens.

`python t3_game.py` plays.
"""

from t3_player import T3Player
from t3_state import T3Action, T3State

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


def play() -> None:
    """A game from the empty board to its end."""
    player = T3Player()
    state = T3State(True)
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


if __name__ == "__main__":
    try:
        play()
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye!")
