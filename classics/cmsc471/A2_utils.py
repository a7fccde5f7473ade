"""What the notebook needs of a board: a list of three rows of three ints.

An empty cell is 0, the human's mark is +1 and the ai's is -1.
"""


def empty_cells(state: list[list[int]]) -> list[list[int]]:
    """The empty cells as [row, col], row by row."""
    return [[row, col] for row in range(3) for col in range(3) if state[row][col] == 0]


def valid_move(x: int, y: int, board: list[list[int]]) -> bool:
    """Whether the cell in row `x` and column `y` is free; False off the board."""
    return [x, y] in empty_cells(board)


def set_move(x: int, y: int, player: int, board: list[list[int]]) -> bool:
    """Place the player's mark in row `x` and column `y`; False if that cell isn't free."""
    free = valid_move(x, y, board)
    if free:
        board[x][y] = player
    return free


def print_board(board: list[list[int]], ai_choice: str, human_choice: str) -> None:
    """Print an empty line and the three rows, with the marks that the two have chosen.

    >>> print_board([[0, -1, 0], [0, 1, 0], [0, 0, 0]], "O", "X")
    <BLANKLINE>
    |   || O ||   |
    |   || X ||   |
    |   ||   ||   |
    """
    marks = {0: " ", +1: human_choice, -1: ai_choice}
    print()
    for row in board:
        print("".join(f"| {marks[cell]} |" for cell in row))
