"""`python -m tictactoe` opens the window."""

import sys

from tictactoe import command
from tictactoe.runner import main

if __name__ == "__main__":
    sys.exit(command.run(main))
