"""The command `python -m tictactoe`, also `python -m tictactoe.runner`: a window."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tictactoe import command


def main(arguments: Sequence[str] | None = None) -> None:
    """Open the window, or save its pictures, as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tictactoe", description="Tic-tac-toe in a window."
    )
    parser.add_argument(
        "--screenshots",
        type=Path,
        metavar="DIR",
        help="save a picture of each screen there, in place of opening a window",
    )
    folder = parser.parse_args(arguments).screenshots
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    if folder is not None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    try:
        from tictactoe import window
    except ModuleNotFoundError as error:
        if error.name != "pygame":
            raise
        sys.exit("tictactoe: the window needs pygame-ce: pip install pygame-ce")
    if folder is not None:
        window.save_screenshots(folder)
    else:
        window.play()


if __name__ == "__main__":
    sys.exit(command.run(main))
