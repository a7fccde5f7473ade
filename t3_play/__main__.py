"""`python3 -m t3_play`, installed `t3`: the full game."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

if not __package__:  # `python3 t3_play`, or an editor's run button on this file
    sys.path[0] = ROOT
elif os.getcwd() != ROOT:
    # The folder one stands in may be a student's, and its t3_player.py not ours.
    sys.path[:] = [folder for folder in sys.path if os.path.realpath(folder) != os.getcwd()]


def main() -> int:
    """Play as the command line says; returns the exit code."""
    try:
        from t3_play.console.start import main as start

        return start()
    except KeyboardInterrupt:  # while the game is loading, or just after it
        return 130  # program.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
