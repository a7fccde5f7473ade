"""Searches that go wrong as people's do, to compare a submission's actions with.

Each is negamax alpha-beta over bare numbers, about ten times as fast as over T3State.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from t3_state import T3Action, T3State, lines, numbers

Rank = Callable[[int, int], Any]
"""How good a utility and a depth are to the side that chooses."""

NO_BOUND = 2
"""Beyond any utility."""


def by_depth(utility: int, depth: int) -> Any:
    """The right rank: the utility, then the smaller depth."""
    return utility, -depth


class Slip(NamedTuple):
    """How a search goes wrong. By default, it does not."""

    mine: Rank = by_depth
    """The rank for the side to move at the root, which all its nodes use."""
    theirs: Rank | None = None
    """The rank for the other side; None if it is the same."""
    last: bool = False
    """Whether it takes a later action that ranks as high as an earlier one."""
    prunes: bool = False
    """Whether it cuts as the textbook does, and compares what the cuts leave."""
    plies: int = 99
    """After so many plies it takes an unfinished game for a tie."""
    by_row: bool = False
    """Whether it tries cells by row, then column."""


@cache
def imitate(position: str, slip: Slip) -> T3Action:
    """The action that the search chooses in a position that is not over."""
    state = T3State.from_notation(position)
    span, target = range(state.size), state.WIN_TARGET
    cells = [(col, row) for col in span for row in span]
    if slip.by_row:
        cells = [(col, row) for row in span for col in span]
    places = lines(state.size)
    through = {
        cell: [at for at, line in enumerate(places) if cell in line] for cell in cells
    }
    sums = [sum(state.board[row][col] for col, row in line) for line in places]
    board = {(col, row): state.board[row][col] for col, row in cells}
    moves = {odd: numbers(odd, state.MAX_MOVE) for odd in (True, False)}
    known: dict[object, tuple[int, int, T3Action]] = {}

    def search(alpha: int, beta: int, ply: int) -> tuple[int, int, T3Action]:
        """The utility and depth for the side to move, and the action."""
        key = tuple(board.values()), ply
        if not slip.prunes and key in known:
            return known[key]
        rank = (ply % 2 and slip.theirs) or slip.mine
        best: tuple[int, int, T3Action] | None = None
        empty = [cell for cell in cells if not board[cell]]
        for cell in empty:
            for move in moves[state.odd_turn == (ply % 2 == 0)]:
                if any(sums[line] + move == target for line in through[cell]):
                    utility, depth = 1, 1
                elif len(empty) == 1 or ply + 1 == slip.plies:
                    utility, depth = 0, 1
                else:
                    board[cell] = move
                    for line in through[cell]:
                        sums[line] += move
                    utility, depth, _ = search(-beta, -alpha, ply + 1)
                    utility, depth = -utility, depth + 1
                    board[cell] = 0
                    for line in through[cell]:
                        sums[line] -= move
                if best is not None:
                    this, other = rank(utility, depth), rank(*best[:2])
                if best is None or this > other or (slip.last and this == other):
                    best = utility, depth, T3Action(*cell, move)
                alpha = max(alpha, utility)
                if slip.prunes and alpha >= beta:
                    return best
        assert best is not None, "the game is not over"
        known[key] = best
        return best

    return search(-NO_BOUND, NO_BOUND, 0)[2]
