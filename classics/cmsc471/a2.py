"""Tic-tac-toe against minimax, and minimax against alpha-beta: A2.ipynb's functions."""

import builtins
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf

from A2_utils import empty_cells, print_board, set_move

Board = list[list[int]]

human = +1
ai = -1
MAX_DEPTH = 9
SQUARES = {number + 1: divmod(number, 3) for number in range(9)}

visited: Counter[str] = Counter()  # how many positions each search has visited


def terminal_test(state: Board, player: int) -> bool:
    """Whether this player has three in a line."""
    (a, b, c), (d, e, f), (g, h, i) = state
    rows, columns = [[a, b, c], [d, e, f], [g, h, i]], [[a, d, g], [b, e, h], [c, f, i]]
    return [player] * 3 in [*rows, *columns, [a, e, i], [c, e, g]]


def game_over(state: Board) -> bool:
    """Whether either player has three in a line."""
    return terminal_test(state, human) or terminal_test(state, ai)


def utility(state: Board) -> int:
    """+1 if the human has three in a line, -1 if the ai has, 0 otherwise."""
    return terminal_test(state, human) - terminal_test(state, ai)


def minimax(state: Board, depth: int, player: int) -> list[int]:
    """The first best cell for `player`, looking `depth` moves ahead: [row, col, value].

    At the end of the game, and at depth 0, it is [-1, -1, value].
    """
    visited["minimax"] += 1
    cells = empty_cells(state)
    if depth == 0 or not cells or game_over(state):
        return [-1, -1, utility(state)]
    best = [-1, -1]
    best_value = -inf if player == human else inf
    for row, col in cells:
        state[row][col] = player
        value = minimax(state, depth - 1, -player)[2]
        state[row][col] = 0
        if value > best_value if player == human else value < best_value:
            best, best_value = [row, col], value
    return [*best, int(best_value)]


def human_plays(ai_choice: str, human_choice: str, board: Board) -> None:
    """The human's turn, unless the game is over: ask for a square until one is free.

    Squares are numbered from 1 to 9, row by row. At the end of input, and on Ctrl-C, it
    says "Bye" and ends the program.
    """
    if game_over(board) or not empty_cells(board):
        return
    print(f"Human turn [{human_choice}]")
    print_board(board, ai_choice, human_choice)
    with farewell("Bye"):
        while True:
            try:
                row, col = SQUARES[int(ask("Make a move! Choose a position (1..9): "))]
            except (KeyError, ValueError):
                print("Invalid choice")
                continue
            if set_move(row, col, human, board):
                return
            print("Cell is not empty!")


def ai_plays(ai_choice: str, human_choice: str, board: Board) -> None:
    """The ai's turn, unless the game is over."""
    depth = len(empty_cells(board))
    if game_over(board) or depth == 0:
        return
    print(f"AI turn [{ai_choice}]")
    print_board(board, ai_choice, human_choice)
    with farewell("Bye"):
        if depth < MAX_DEPTH:
            row, col, _ = minimax(board, depth, ai)
        else:
            row, col = random.choice(empty_cells(board))
        set_move(row, col, ai, board)


@contextmanager
def farewell(words: str) -> Iterator[None]:
    """At the end of input, and on Ctrl-C, say these words and end the program."""
    try:
        yield
    except (EOFError, KeyboardInterrupt, RuntimeError):  # the last: there is no input
        print(f"\n{words}")
        sys.exit()


def ask(question: str) -> str:
    """The answer to a question, in capitals; empty if it is not text."""
    try:
        answer = input(question)
    except UnicodeDecodeError:
        answer = ""
    if not (sys.stdin.isatty() or hasattr(builtins, "__IPYTHON__")):
        print(answer)  # as a terminal and a notebook show what is typed
    return answer.strip().upper()


def main() -> None:
    """A game, from the first question to the result, or until the human leaves."""
    with suppress(SystemExit):
        human_choice = first = ""
        with farewell("Good Bye"):
            while human_choice not in ("X", "O"):
                human_choice = ask("\nChoose Human player X or O\nHuman is: ")
            while first not in ("Y", "N"):
                first = ask("Do you want to start first?[y/n]: ")
        ai_choice = "O" if human_choice == "X" else "X"
        board = [[0] * 3 for _ in range(3)]
        if first == "N":
            ai_plays(ai_choice, human_choice, board)
        while empty_cells(board) and not game_over(board):
            human_plays(ai_choice, human_choice, board)
            ai_plays(ai_choice, human_choice, board)
        if terminal_test(board, human):
            print(f"Human turn [{human_choice}]")
        elif terminal_test(board, ai):
            print(f"AI turn [{ai_choice}]")
        print_board(board, ai_choice, human_choice)
        print({+1: "Human Wins!", -1: "AI Wins!", 0: "Draw!"}[utility(board)])


def alpha_beta(
    state: Board, depth: int, player: int, alpha: float = -inf, beta: float = inf
) -> list[int]:
    """Like `minimax`, without the moves that can't change its answer.

    Higher up in the tree the human already has a move worth `alpha`, and the ai has one
    worth `beta`. Once alpha reaches beta, one of the two has no reason to come here.
    """
    visited["alpha-beta"] += 1
    cells = empty_cells(state)
    if depth == 0 or not cells or game_over(state):
        return [-1, -1, utility(state)]
    best = [-1, -1]
    best_value = -inf if player == human else inf
    for row, col in cells:
        state[row][col] = player
        value = alpha_beta(state, depth - 1, -player, alpha, beta)[2]
        state[row][col] = 0
        if value > best_value if player == human else value < best_value:
            best, best_value = [row, col], value
        if player == human:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return [*best, int(best_value)]


# Which search has the human's marks, and which has the ai's.
NAMES = {human: "minimax", ai: "alpha-beta"}
SEARCHES = {human: minimax, ai: alpha_beta}


def compete(opener: int, square: int, seconds: dict[int, float]) -> int:
    """The utility of a game that opens on a square, from 0 to 8; adds to the times."""
    board = [[0] * 3 for _ in range(3)]
    set_move(square // 3, square % 3, opener, board)
    player = -opener
    while empty_cells(board) and not game_over(board):
        start = time.perf_counter()
        row, col, _ = SEARCHES[player](board, len(empty_cells(board)), player)
        seconds[player] += time.perf_counter() - start
        set_move(row, col, player, board)
        player = -player
    return utility(board)


def match() -> None:
    """Play 18 games and print a table of the results."""
    visited.clear()
    seconds = {human: 0.0, ai: 0.0}
    results = Counter(
        compete(opener, square, seconds) for square in range(9) for opener in (human, ai)
    )
    print("            wins  draws  losses  positions visited  seconds")
    for player, name in NAMES.items():
        wins, draws, losses = results[player], results[0], results[-player]
        print(
            f"{name:10}{wins:6}{draws:7}{losses:8}{visited[name]:19,}{seconds[player]:9.2f}"
        )


def lost_positions(limit: int) -> int:
    """How many won positions the human can reach if the ai looks `limit` moves ahead."""
    board = [[0] * 3 for _ in range(3)]
    waiting = [(board, human), (board, ai)]
    seen, lost = set(), set()
    while waiting:
        board, player = waiting.pop()
        position = str(board), player
        if position in seen:
            continue
        seen.add(position)
        cells = empty_cells(board)
        if terminal_test(board, human):
            lost.add(position)
        if game_over(board) or not cells:
            continue
        if player == ai and len(cells) < MAX_DEPTH:
            cells = [alpha_beta(board, limit, ai)[:2]]
        for row, col in cells:
            child = [list(row) for row in board]
            set_move(row, col, player, child)
            waiting.append((child, -player))
    return len(lost)


if __name__ == "__main__":
    main()
