# ---
# jupyter:
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Assignment 2: tic-tac-toe with minimax
#
# `A2_utils.py` has to be in the same folder. The last cell plays against you, and so does
# `python a2.py`, which is this notebook as a script. To hand it in, the course asks for the
# name `Lastname-A2.ipynb`.

# %%
"""Tic-tac-toe against minimax, and minimax against alpha-beta: A2.ipynb as a script."""

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

# %% [markdown]
# # Part I: minimax
#
# ## When is the game over, and who has won?


# %%
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


# %% [markdown]
# ## The search


# %%
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


# %% [markdown]
# ## The turns
#
# The depth is the number of empty cells. Below `MAX_DEPTH` the ai searches; otherwise it
# plays a random square. So with a `MAX_DEPTH` of 9 it opens anywhere, and searches from
# then on. All wins count the same, so of several the ai takes the one on the first square,
# even if another wins sooner.


# %%
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


# %%
def main() -> None:
    """A game, from the first question to the result."""
    with suppress(SystemExit):
        play()


def play() -> None:
    """A game; raises SystemExit if the human leaves."""
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


# %% [markdown]
# A game in which the human has X, starts, and plays 5, 2, 6, 7 and 9:

# %% active="ipynb"
# from unittest.mock import patch
#
# answers = iter(["X", "y", "5", "2", "6", "7", "9"])
#
#
# def type_answer(question):
#     """Answer as if somebody typed it."""
#     answer = next(answers)
#     print(question + answer)
#     return answer
#
#
# with patch("builtins.input", type_answer):
#     main()

# %% [markdown]
# # Part I questions
#
# ## Q1. Why must the two utilities be equal and opposite? May a win count more?
#
# The game is *zero-sum*: what one side wins, the other loses. So one number can serve
# both sides, if its sign says who has won. The human picks the largest, the ai the
# smallest. If both wins counted +1, the ai would avoid its own.
#
# A win may count more. Minimax only compares values, so the human's win may count 10 and
# the ai's -10, or -1, without any change in the moves: what matters is that the human's
# win is above a draw, and a draw above the ai's win.

# %% active="ipynb"
# print(utility([[human, human, human], [ai, ai, 0], [0, 0, 0]]))
# print(utility([[human, human, 0], [ai, ai, ai], [human, 0, 0]]))

# %% [markdown]
# ## Q2. Why does the best value start at minus or plus infinity?
#
# The first move must become the best so far, even if it loses. So the human, who wants a
# large value, starts below every value, and the ai starts above. The other way round no
# move would ever be better, and the search would find none.
#
# ## Q3. Why does each recursive call take depth - 1 and the other player?
#
# The depth is the number of empty cells. A move fills one of them, and then it is the
# other's turn. Without the -1 the depth would never reach 0, and without the change of
# players one side would make all moves. The value, which is the last number here, depends
# on whose turn it is:

# %% active="ipynb"
# board = [[human, ai, human],
#          [ai, human, ai],
#          [0, human, ai]]
# print(minimax(board, 1, human))
# print(minimax(board, 1, ai))

# %% [markdown]
# ## Q4. Is 9 a reasonable maximum depth, and what is the least?
#
# Nine moves fill the board, so a search that looks 9 moves ahead sees the end of every
# game. One with a lower limit is faster, but takes an unfinished game for a draw. Here
# the human threatens to fill the first column, which the ai doesn't see if it looks only
# one move ahead:

# %% active="ipynb"
# board = [[human, 0, 0],
#          [human, ai, 0],
#          [0, 0, 0]]
# print(minimax(board, 6, ai))
# print(minimax(board, 1, ai))

# %% [markdown]
# The least look-ahead with which the ai never loses is 6. With 1 to 5 moves, the human can
# reach 104, 68, 57, 40 and 31 won positions; the last table of this notebook shows that.
#
# `MAX_DEPTH` is another kind of limit: it says when the ai begins to search at all. It
# must be 9. With 8 the ai answers the human's opening with a random square, and beside a
# corner, for example, that loses:

# %% active="ipynb"
# board = [[human, ai, 0],
#          [0, 0, 0],
#          [0, 0, 0]]
# print(minimax(board, 7, human))

# %% [markdown]
# # Part II: minimax against alpha-beta
#
# Alpha-beta finds what minimax finds, but skips moves that can't change the answer.


# %%
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


# %% [markdown]
# They play 18 games. Each opens once on each of the nine squares, so that no two games
# are the same.


# %%
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


# %% active="ipynb"
# match()

# %% [markdown]
# All games are draws: both play perfectly. Alpha-beta makes under a tenth of the calls.
#
# ## The table for Q4
#
# For each limit, this goes through all games against an ai that looks this many moves
# ahead, whoever opens, and counts the positions in which the human has won. It searches
# with alpha-beta, which finds the same squares sooner.


# %%
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


# %% active="ipynb"
# print("moves ahead  lost positions")
# for limit in range(1, 10):
#     print(f"{limit:11}{lost_positions(limit):16}")

# %% [markdown]
# # Sources
#
# - The assignment: the functions' names and meaning, and the texts of the game.
# - Russell and Norvig, *Artificial Intelligence: A Modern Approach*: minimax and
#   alpha-beta, in the chapter on adversarial search.
# - The documentation of Python.

# %% [markdown]
# # Play

# %% tags=["skip-execution"]
if __name__ == "__main__":
    main()
