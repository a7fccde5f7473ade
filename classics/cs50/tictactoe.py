"""Tic-tac-toe as functions of a board, none of which changes it.

A board is a list of three rows of X, O or EMPTY, an action a tuple (row, column). X moves
first and wants a high utility, O a low one.
"""

from math import inf

X = "X"
O = "O"  # noqa: E741 the letter is the mark
EMPTY = None

Board = list[list[str | None]]
Action = tuple[int, int]

CELLS = [(row, column) for row in range(3) for column in range(3)]
LINES = [
    *[CELLS[at : at + 3] for at in (0, 3, 6)],
    *[CELLS[at::3] for at in (0, 1, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]
"""The eight lines, each as its three cells."""


def initial_state() -> Board:
    """The empty board."""
    return [[EMPTY] * 3 for _ in range(3)]


def player(board: Board) -> str:
    """Whose turn it is: X on the empty board, then in turn."""
    return X if len(actions(board)) % 2 == 1 else O


def actions(board: Board) -> set[Action]:
    """The empty cells."""
    return {(row, column) for row, column in CELLS if board[row][column] is EMPTY}


def result(board: Board, action: Action) -> Board:
    """A new board, after `action` by the player whose turn it is.

    Raises ValueError unless `action` is a tuple (row, column) of an empty cell.

    >>> result([[X, None, None], [None] * 3, [None] * 3], (1, 1))
    [['X', None, None], [None, 'O', None], [None, None, None]]
    """
    is_pair = isinstance(action, tuple) and all(type(at) is int for at in action)
    if not is_pair or action not in actions(board):
        raise ValueError(f"{action!r} is not a tuple (row, column) of an empty cell")
    row, column = action
    after = [list(cells) for cells in board]
    after[row][column] = player(board)
    return after


def winner(board: Board) -> str | None:
    """Who has three in a line, X or O; None if nobody has."""
    for (a, b), (c, d), (e, f) in LINES:
        if board[a][b] == board[c][d] == board[e][f] != EMPTY:
            return board[a][b]
    return None


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
    for action, after in results(board):
        value, _ = min_value(after, alpha, beta)
        if value > best[0]:
            best = value, action
        if value >= beta:
            break
        alpha = max(alpha, value)
    return best


def min_value(board: Board, alpha: float, beta: float) -> tuple[float, Action | None]:
    """The utility of a board with O to move, and the first action that leads to it.

    Like `max_value` with the sides exchanged: a utility of `alpha` or less ends the search.
    """
    if terminal(board):
        return utility(board), None
    best: tuple[float, Action | None] = (inf, None)
    for action, after in results(board):
        value, _ = max_value(after, alpha, beta)
        if value < best[0]:
            best = value, action
        if value <= alpha:
            break
        beta = min(beta, value)
    return best


def results(board: Board) -> list[tuple[Action, Board]]:
    """Each action with the board after it: first those that win at once, then by cell."""
    children = [(action, result(board, action)) for action in sorted(actions(board))]
    return sorted(children, key=lambda child: winner(child[1]) is None)
