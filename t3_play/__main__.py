"""`python3 -m t3_play`, installed `t3`: the full game."""

import sys

INTERRUPTED = 130


def main() -> int:
    """Play as the command line says; returns the exit code."""
    try:
        from t3_play.console.start import main as start

        return start()
    except KeyboardInterrupt:  # while the game is loading, or just after it
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
