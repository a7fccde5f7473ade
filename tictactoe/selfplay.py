"""Minimax against alpha-beta, on the boards of the console: `python -m tictactoe.selfplay`.

Both find the same square. Alpha-beta visits far fewer positions.
"""

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from tictactoe import command
from tictactoe.console import (
    Board,
    ai,
    empty_cells,
    game_over,
    human,
    minimax,
    set_move,
    utility,
)


def alpha_beta(
    state: Board, depth: int, player: int, alpha: float = -inf, beta: float = inf
) -> list[int]:
    """What minimax finds, without the moves that cannot change it.

    Higher up in the tree the human already has a move worth `alpha`, and the ai one worth
    `beta`. Once alpha reaches beta, one of the two avoids this board.
    """
    cells = empty_cells(state)
    if depth == 0 or not cells or game_over(state):
        return [-1, -1, utility(state)]
    best: list[int] = []
    best_value = -inf if player == human else inf
    for row, col in cells:
        state[row][col] = player
        value = alpha_beta(state, depth - 1, -player, alpha, beta)[2]
        state[row][col] = 0
        if value > best_value if player == human else value < best_value:
            best, best_value = [row, col, value], value
        if player == human:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


class CountingRow(list[int]):
    """A row of a board that counts the marks placed on it.

    A search places a mark for each position that it visits.
    """

    marks = 0

    def __setitem__(self, at: Any, mark: Any) -> None:
        self.marks += mark != 0
        super().__setitem__(at, mark)


@dataclass
class Contestant:
    """An algorithm, the side it plays, and how it has done so far."""

    name: str
    search: Callable[[Board, int, int], list[int]]
    player: int
    games: Counter[int] = field(default_factory=Counter)
    """How many games ended with each utility for this contestant."""
    positions: int = 0
    seconds: float = 0.0

    def move(self, board: Board) -> None:
        """Search for a move and make it on `board`."""
        rows = [CountingRow(row) for row in board]
        start = time.perf_counter()
        row, col, _ = self.search([*rows], len(empty_cells(board)), self.player)
        self.seconds += time.perf_counter() - start
        self.positions += 1 + sum(row.marks for row in rows)
        set_move(row, col, self.player, board)


def play(opener: Contestant, replier: Contestant, square: int) -> int:
    """The utility of the game that begins with `opener` on a square, from 0 to 8."""
    board = [[0] * 3 for _ in range(3)]
    set_move(*divmod(square, 3), opener.player, board)
    for mover in itertools.cycle((replier, opener)):
        if game_over(board) or not empty_cells(board):
            break
        mover.move(board)
    return utility(board)


def compete(games: int) -> list[Contestant]:
    """Both algorithms, after `games` games against each other.

    They open in turn, each on the next square. So 18 games are all different games.
    """
    pair = [Contestant("minimax", minimax, human), Contestant("alpha-beta", alpha_beta, ai)]
    for game in command.progress(games):
        opener, replier = pair if game % 2 == 0 else reversed(pair)
        result = play(opener, replier, game // 2 % 9)
        for contestant in pair:
            contestant.games[result * contestant.player] += 1
    return pair


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games that the command line asks for and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m tictactoe.selfplay",
        description="Minimax against alpha-beta. They open in turn, each on one square "
        "after another, and search for all other moves.",
    )
    parser.add_argument(
        "--games",
        type=command.count,
        default=18,
        metavar="N",
        help="how many games (default: %(default)s: each opens once on every square)",
    )
    pair = compete(parser.parse_args(arguments).games)
    print("            wins  draws  losses  positions visited  seconds")
    for one in pair:
        wins, draws, losses = (one.games[utility] for utility in (1, 0, -1))
        print(
            f"{one.name:10}{wins:6}{draws:7}{losses:8}{one.positions:19,}{one.seconds:9.2f}"
        )


if __name__ == "__main__":
    sys.exit(command.run(main))
