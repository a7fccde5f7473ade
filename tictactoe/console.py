"""Tic-tac-toe in the console against plain minimax: `python -m tictactoe.console`.

A board is a list of three rows of ints: 0 for an empty cell, `human` or `ai` for a mark.
The utility is from the human's side: the human maximises it, and the ai minimises it.
The searches place marks on the board that they are given, and take each one back.
"""

import random
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from math import inf

from tictactoe import command, rules

human = +1
ai = -1
MAX_DEPTH = 9
"""How many moves the ai looks ahead; 9 reach the end of every game."""

Board = list[list[int]]


def empty_cells(state: Board) -> list[list[int]]:
    """The empty cells as [row, col], row by row."""
    return [[row, col] for row, col in rules.empty_cells(state, 0)]


def valid_move(x: int, y: int, board: Board) -> bool:
    """Whether the cell in row `x`, column `y` is free; False off the board."""
    try:
        rules.check_cell(x, y)
    except rules.IllegalActionError:
        return False
    return board[x][y] == 0


def set_move(x: int, y: int, player: int, board: Board) -> bool:
    """Place the player's mark in row `x`, column `y`; False if that is no free cell."""
    free = valid_move(x, y, board)
    if free:
        board[x][y] = player
    return free


def print_board(board: Board, ai_choice: str, human_choice: str) -> None:
    """Print an empty line and the three rows, with the marks that the two have chosen.

    >>> print_board([[0, -1, 0], [0, 1, 0], [0, 0, 0]], "O", "X")
    <BLANKLINE>
    |   || O ||   |
    |   || X ||   |
    |   ||   ||   |
    """
    marks = {0: " ", human: human_choice, ai: ai_choice}
    print()
    for row in board:
        print("".join(f"| {marks[cell]} |" for cell in row))


def terminal_test(state: Board, player: int) -> bool:
    """Whether this player has three in a line."""
    return any(
        state[row][col] == player for (row, col), *_ in rules.winning_lines(state, 0)
    )


def game_over(state: Board) -> bool:
    """Whether either player has three in a line."""
    return terminal_test(state, human) or terminal_test(state, ai)


def utility(state: Board) -> int:
    """+1 if the human has three in a line, -1 if the ai has, 0 otherwise."""
    return rules.winner(state, 0)  # the marks +1 and -1 are the utilities, too


def minimax(state: Board, depth: int, player: int) -> list[int]:
    """The first best cell for `player`, looking `depth` moves ahead: [row, col, value].

    At the end of the game, and at depth 0, it is [-1, -1, value].

    >>> minimax([[-1, 1, -1], [-1, 1, 0], [0, 0, 1]], 3, human)
    [2, 1, 1]
    """
    cells = empty_cells(state)
    if depth == 0 or not cells or game_over(state):
        return [-1, -1, utility(state)]
    best: list[int] = []
    best_value = -inf if player == human else inf
    for row, col in cells:
        state[row][col] = player
        value = minimax(state, depth - 1, -player)[2]
        state[row][col] = 0
        if value > best_value if player == human else value < best_value:
            best, best_value = [row, col, value], value
    return best


def human_plays(ai_choice: str, human_choice: str, board: Board) -> None:
    """The human's turn, unless the game is over: ask for a square until one is free.

    Squares are numbered from 1 to 9, row by row. At the end of input, or on Ctrl-C, it
    says "Bye" and ends the program.
    """
    if game_over(board) or not empty_cells(board):
        return
    print_turn(human, ai_choice, human_choice, board)
    squares = {str(number): cell for number, cell in enumerate(rules.CELLS, start=1)}
    question = "Make a move! Choose a position (1..9): "
    with farewell("Bye"):
        while not set_move(*squares[ask(question, squares)], human, board):
            print("Cell is not empty!")


def ai_plays(ai_choice: str, human_choice: str, board: Board) -> None:
    """The ai's turn, unless the game is over: the square that minimax finds.

    On the empty board it is a random square, which `random.seed` makes repeatable. The ai
    looks at least one move ahead, however low MAX_DEPTH is.
    """
    cells = empty_cells(board)
    if game_over(board) or not cells:
        return
    print_turn(ai, ai_choice, human_choice, board)
    with farewell("Bye"):
        if len(cells) == 9:
            row, col = random.choice(cells)
        else:
            row, col, _ = minimax(board, max(1, min(len(cells), MAX_DEPTH)), ai)
    set_move(row, col, ai, board)


def print_turn(player: int, ai_choice: str, human_choice: str, board: Board) -> None:
    """Print whose turn it is, and the board."""
    print(f"Human turn [{human_choice}]" if player == human else f"AI turn [{ai_choice}]")
    print_board(board, ai_choice, human_choice)


@contextmanager
def farewell(words: str) -> Iterator[None]:
    """Say these words and end the program, at the end of input or on Ctrl-C."""
    try:
        yield
    except (EOFError, KeyboardInterrupt) as error:
        print(f"\n{words}")
        sys.exit(130 if isinstance(error, KeyboardInterrupt) else 0)


def ask(question: str, answers: Collection[str]) -> str:
    """Ask until somebody gives one of the answers; returns it in capitals.

    Raises EOFError at the end of input.
    """
    while True:
        try:
            line = input(question)
        except RuntimeError:  # there is no input at all
            raise EOFError from None
        if not is_typed():
            print(line)  # as a terminal shows what is typed
        answer = line.strip().upper()
        if answer in answers:
            return answer
        print("Invalid choice")


def is_typed() -> bool:
    """Whether somebody types the input in a terminal, which shows it."""
    return sys.stdin is not None and sys.stdin.isatty()


def play() -> None:
    """A game from the first question to the result."""
    with farewell("Good Bye"):
        human_choice = ask("\nChoose Human player X or O\nHuman is: ", ["X", "O"])
        first = ask("Do you want to start first?[y/n]: ", ["Y", "N"])
    ai_choice = "O" if human_choice == "X" else "X"
    turns = [human_plays, ai_plays] if first == "Y" else [ai_plays, human_plays]
    board = [[0] * 3 for _ in range(3)]
    while empty_cells(board) and not game_over(board):
        for turn in turns:
            turn(ai_choice, human_choice, board)
    if terminal_test(board, human):
        print_turn(human, ai_choice, human_choice, board)
        print("Human Wins!")
    elif terminal_test(board, ai):
        print_turn(ai, ai_choice, human_choice, board)
        print("AI Wins!")
    else:
        print_board(board, ai_choice, human_choice)
        print("Draw!")


def main() -> None:
    """Play a game. In a terminal it begins with the numbers of the squares."""
    with suppress(ImportError):  # some systems lack readline, which helps to edit a line
        import readline  # noqa: F401
    if is_typed():
        for row in ("123", "456", "789"):
            print("".join(f"| {number} |" for number in row))
    play()


if __name__ == "__main__":
    purpose = "Tic-tac-toe in the console against plain minimax."
    no_options = partial(command.take_no_options, "tictactoe.console", purpose)
    sys.exit(command.run(no_options, main))
