"""The command `python -m tictactoe`, also `python -m tictactoe.runner`: a window."""

import os
import sys

from tictactoe import command


def main() -> None:
    """Open the window."""
    command.take_no_options("tictactoe", "Tic-tac-toe in a window.")
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    try:
        from tictactoe import window
    except ModuleNotFoundError as error:
        if error.name != "pygame":
            raise
        sys.exit("tictactoe: the window needs pygame-ce: pip install pygame-ce")
    window.play()


if __name__ == "__main__":
    sys.exit(command.run(main))
