"""Classic tic-tac-toe, programmed in four ways over one set of rules.

The package itself is the first, `tictactoe.functional`. The others are in
`tictactoe.console`, `tictactoe.gametree` and `tictactoe.solver`.
"""

from tictactoe.functional import (
    EMPTY,
    O,
    X,
    actions,
    initial_state,
    minimax,
    player,
    result,
    terminal,
    utility,
    winner,
)
from tictactoe.rules import IllegalActionError

__all__ = [
    "EMPTY",
    "IllegalActionError",
    "O",
    "X",
    "actions",
    "initial_state",
    "minimax",
    "player",
    "result",
    "terminal",
    "utility",
    "winner",
]
