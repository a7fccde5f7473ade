"""Tic-tac-toe as functions of a board, none of which changes it.

A board is a list of three rows of X, O or EMPTY, an action a tuple (row, column). X moves
first and wants a high utility, O a low one. `minimax` is alpha-beta: two functions that
call each other, one for each player.
"""

from math import inf

from tictactoe import rules
from tictactoe.rules import IllegalActionError

X = "X"
O = "O"  # noqa: E741 the letter is the mark
EMPTY = None

Board = list[list[str | None]]
Action = tuple[int, int]


def initial_state() -> Board:
    """The empty board."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board: Board) -> str:
    """Whose turn it is: X on the empty board, then in turn."""
    return O if len(rules.empty_cells(board, EMPTY)) % 2 == 0 else X


def actions(board: Board) -> set[Action]:
    """The empty cells."""
    return set(rules.empty_cells(board, EMPTY))


def result(board: Board, action: Action) -> Board:
    """A new board, after `action` by the player whose turn it is.

    Raises IllegalActionError, a ValueError, if `action` is not a tuple of two ints from
    0 to 2, or its cell is taken. A game that is over is not refused.

    >>> result([[X, None, None], [None] * 3, [None] * 3], (1, 1))
    [['X', None, None], [None, 'O', None], [None, None, None]]
    """
    if not isinstance(action, tuple) or len(action) != 2:
        raise IllegalActionError(f"{action!r} is not a tuple (row, column)")
    return rules.place(board, *action, player(board), EMPTY)


def winner(board: Board) -> str | None:
    """Who has three in a line, X or O; None if nobody has."""
    return rules.winner(board, EMPTY)


def terminal(board: Board) -> bool:
    """Whether the game is over: won, or no cell is empty."""
    return winner(board) is not None or not actions(board)


def utility(board: Board) -> int:
    """1 if X has won, -1 if O has, 0 otherwise."""
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board: Board) -> Action | None:
    """An optimal action for the player to move, None at the end of the game.

    It is a win at once where there is one.

    >>> minimax([[X, None, None], [X, O, None], [None, O, None]])
    (2, 0)
    """
    search = max_value if player(board) == X else min_value
    return search(board, -inf, inf)[1]


def max_value(board: Board, alpha: float, beta: float) -> tuple[float, Action | None]:
    """The utility of a board with X to move, and the first action that leads to it.

    X already has `alpha` by another action, and O has `beta`. The search stops at a utility
    of `beta` or more, because O avoids this board then. What it returns is then a lower
    bound. A result of `alpha` or less is an upper bound. Between the two it is exact.
    """
    if terminal(board):
        return utility(board), None
    best: tuple[float, Action | None] = (-inf, None)
    for action in rules.wins_first(sorted(actions(board)), board, X):
        value, _ = min_value(result(board, action), alpha, beta)
        if value > best[0]:
            best = value, action
        if value >= beta:
            break
        alpha = max(alpha, value)
    return best


def min_value(board: Board, alpha: float, beta: float) -> tuple[float, Action | None]:
    """The utility of a board with O to move, and the first action that leads to it.

    As `max_value` with the sides exchanged: a utility of `alpha` or less ends the search.
    """
    if terminal(board):
        return utility(board), None
    best: tuple[float, Action | None] = (inf, None)
    for action in rules.wins_first(sorted(actions(board)), board, O):
        value, _ = max_value(result(board, action), alpha, beta)
        if value < best[0]:
            best = value, action
        if value <= alpha:
            break
        beta = min(beta, value)
    return best
