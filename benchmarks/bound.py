"""What a player loses that takes a bound for a value, and what each cure costs.

`python -m benchmarks.bound` prints it. The player searches to the end by alpha-beta and
keeps the moves that equal the best one so far. It is asked about every position of
tic-tac-toe. A position is nine cells by rows, X, O or ".", a move (row, column).
"""

import operator
import random
import sys
from collections.abc import Callable
from functools import cache
from math import inf
from pathlib import Path
from statistics import mean
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "bound"))

from check_search import after, best, boards, is_high, worth
from t3_play.program import run

EMPTY = "." * 9

UNFINISHED = [EMPTY, *after(EMPTY).values(), *boards(4510)]
"""Every position that is not over."""

Move = tuple[int, int]


class Cure(NamedTuple):
    """A way to choose among the best moves; by default none of the cures."""

    name: str
    cuts: Callable[[float, float], bool] = operator.ge
    """Whether to cut, given alpha and beta."""
    hard: bool = False
    """Whether the search is fail-hard: what is outside its window becomes the edge."""
    lower: float = 0
    """By how much the root's alpha is lower than the best value."""
    again: bool = False
    """Whether to search moves that equal the best once more, with a null window."""
    shuffled: bool = False
    """Whether to shuffle the moves before the search, and play the first of the best."""
    scouts: bool = False
    """Whether it is principal variation search: once it knows an alpha, it first asks of
    each move, with a null window, if it is better."""


NONE = Cure("none")

CURES = [
    NONE,
    Cure("shuffle the moves, play the first of the best", shuffled=True),
    Cure("search those that equal the best again, with a null window", again=True),
    Cure("at the root, pass on alpha - 1", lower=1),
    Cure("at the root, pass on no alpha", lower=inf),
    Cure("> for >= everywhere", operator.gt),
    Cure("cut nothing", lambda *_: False),
    Cure("> for >= everywhere, in a fail-hard search", operator.gt, hard=True),
]

SEARCHES = [
    Cure("fail-soft alpha-beta"),
    Cure("fail-soft principal variation search", scouts=True),
    Cure("fail-hard alpha-beta", hard=True),
    Cure("fail-hard principal variation search", hard=True, scouts=True),
]
"""Those that `bound/teaching.md` compares."""


def player(cure: Cure) -> Callable[[str], tuple[list[Move], int]]:
    """What a player finds: the moves that look best, and how many nodes it searched."""
    rng = random.Random(69)

    @cache
    def alpha_beta(board: str, alpha: float, beta: float) -> tuple[float, int]:
        """The value for the side to move, or a bound on it, and the nodes."""
        if not after(board):
            return -abs(worth(board)), 1
        best, nodes = alpha if cure.hard else -inf, 1
        for child in after(board).values():
            value, count = search(child, alpha, beta)
            best, nodes = max(best, value), nodes + count
            alpha = max(alpha, best)
            if cure.cuts(alpha, beta):
                return (beta if cure.hard else best), nodes
        return best, nodes

    def search(child: str, alpha: float, beta: float = inf) -> tuple[float, int]:
        """The same of a move to this board, for the side that moved."""
        scouts = cure.scouts and alpha > -inf
        value, nodes = alpha_beta(child, -alpha - 1 if scouts else -beta, -alpha)
        if scouts and alpha < -value < beta:
            value, more = alpha_beta(child, -beta, -alpha)
            nodes += more
        return -value, nodes

    def kept(board: str) -> tuple[list[Move], int]:
        best, nodes = -inf, 1
        equals: list[Move] = []
        moves = [*after(board)]
        if cure.shuffled:
            rng.shuffle(moves)
        for move in moves:
            value, count = search(after(board)[move], best - cure.lower)
            nodes += count
            if value > best:
                best, equals = value, []
            if value == best:
                equals.append(move)
        if cure.shuffled:
            equals = equals[:1]
        for move in equals[1:] if cure.again else []:
            value, count = search(after(board)[move], best - 1, best)
            nodes += count
            if value < best:
                equals.remove(move)
        return equals, nodes

    return kept


def mistakes(cure: Cure, choice: slice = slice(None)) -> int:
    """In how many positions of tic-tac-toe that part of the equals has a worse move."""
    kept = player(cure)
    boards = [(board, kept(board)[0][choice]) for board in UNFINISHED]
    return sum(not {*moves} <= {*best(board)[1]} for board, moves in boards)


def nodes(cure: Cure) -> int:
    """The nodes that a player searches on the empty board; the mean of 100 shuffles."""
    kept, times = player(cure), 100 if cure.shuffled else 1
    return round(mean(kept(EMPTY)[1] for _ in range(times)))


def sensible(board: str) -> list[Move]:
    """The moves of X that win, else block, else take the centre, a corner or an edge."""

    def wins(mark: str) -> list[Move]:
        marked = {(i, j): 3 * i + j for i, j in after(board)}
        return [
            it for it, at in marked.items() if worth(board[:at] + mark + board[at + 1 :])
        ]

    corners, edges = [(0, 0), (0, 2), (2, 0), (2, 2)], [(0, 1), (1, 0), (1, 2), (2, 1)]
    wishes = [wins("X"), wins("O"), [(1, 1)], corners, edges]
    return next(
        it for wish in wishes if (it := [move for move in wish if move in after(board)])
    )


OPPONENTS: dict[str, Callable[[str], list[Move]]] = {
    "random": lambda board: [*after(board)],
    "sensible": sensible,
}

CHOICES = {"random": slice(None), "last": slice(-1, None), "first": slice(1)}


def chance(x: str, choice: str) -> float:
    """How often X, one of OPPONENTS, beats a player that plays O and has one of CHOICES.

    Both choose at random from what is left.
    """
    kept = player(NONE)

    @cache
    def share(board: str) -> float:
        if not after(board):
            return worth(board) == 1
        moves = OPPONENTS[x](board) if is_high(board) else kept(board)[0][CHOICES[choice]]
        return mean(share(after(board)[move]) for move in moves)

    return share(EMPTY)


def main() -> None:
    """Print the tables."""
    print("X beats a player that chooses among equals: random X, sensible X")
    for choice in CHOICES:
        shares = [chance(x, choice) for x in OPPONENTS]
        print("  {:<60}{:>9.1%}{:>9.1%}".format(choice, *shares))
    print("Wrong of 4,520 positions, and nodes on the empty board")
    for cure in CURES:
        print(f"  {cure.name:<60}{mistakes(cure):>9,}{nodes(cure):>9,}", flush=True)
    print("Wrong of 4,520 positions: any of the equals, the last, the first")
    for cure in SEARCHES:
        counts = [mistakes(cure, choice) for choice in CHOICES.values()]
        print("  {:<42}{:>9,}{:>9,}{:>9,}".format(cure.name, *counts), flush=True)


if __name__ == "__main__":
    sys.exit(run("benchmarks.bound", main))
