"""What a player loses that takes a bound for a value, and what each cure costs.

`python -m benchmarks.bound` prints it. The player searches to the end by
alpha-beta and keeps the moves that equal the best one so far. It is asked about every
position of tic-tac-toe.
"""

import operator
import random
import sys
from collections.abc import Callable
from functools import cache
from math import inf
from statistics import mean
from typing import NamedTuple

from t3_play.program import run

SEED = 69
"""Of the order of moves."""

SHUFFLES = 100
"""In how many orders to search for the mean."""

Board = tuple[str, str]
"""A position: its nine cells by rows, and whose turn it is."""

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]

OTHER = {"X": "O", "O": "X"}

EMPTY = "-" * 9, "X"


@cache
def is_won(board: Board) -> bool:
    """Whether the side that is not to move has won."""
    cells, turn = board
    lines = ["".join(cells[int(at)] for at in line) for line in LINES]
    return OTHER[turn] * 3 in lines


@cache
def children(board: Board) -> list[Board]:
    """What follows a position, in the order of the search; nothing after the end."""
    cells, turn = board
    return [
        (cells[:at] + turn + cells[at + 1 :], OTHER[turn])
        for at in range(9)
        if cells[at] == "-" and not is_won(board)
    ]


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
MINIMAX = Cure("cut nothing", lambda *_: False)

CURES = [
    NONE,
    Cure("shuffle the moves, play the first of the best", shuffled=True),
    Cure("search those that equal the best again, with a null window", again=True),
    Cure("at the root, pass on alpha - 1", lower=1),
    Cure("at the root, pass on no alpha", lower=inf),
    Cure("> for >= everywhere", operator.gt),
    MINIMAX,
]

HARD = Cure("fail-hard alpha-beta", hard=True)
HARD_GREATER = Cure("> for >= everywhere, in a fail-hard search", operator.gt, hard=True)

SEARCHES = [
    Cure("fail-soft alpha-beta"),
    Cure("fail-soft principal variation search", scouts=True),
    HARD,
    Cure("fail-hard principal variation search", hard=True, scouts=True),
]
"""Those that `bound/teaching.md` compares."""

Search = Callable[..., tuple[float, int]]
"""The value of a move (the board after it) or a bound on it, and the nodes. Its arguments
are the board, alpha and beta; values are for the side that moved."""


def search_with(cure: Cure) -> Search:
    """An alpha-beta search with a cure. It remembers what each call returned."""

    @cache
    def alpha_beta(board: Board, alpha: float, beta: float) -> tuple[float, int]:
        if not children(board):
            return -is_won(board), 1
        best, nodes = alpha if cure.hard else -inf, 1
        for child in children(board):
            value, count = search(child, alpha, beta)
            best, nodes = max(best, value), nodes + count
            alpha = max(alpha, best)
            if cure.cuts(alpha, beta):
                return (beta if cure.hard else best), nodes
        return best, nodes

    def search(child: Board, alpha: float = -inf, beta: float = inf) -> tuple[float, int]:
        scouts = cure.scouts and alpha > -inf
        value, nodes = alpha_beta(child, -alpha - 1 if scouts else -beta, -alpha)
        if scouts and alpha < -value < beta:
            value, more = alpha_beta(child, -beta, -alpha)
            nodes += more
        return -value, nodes

    return search


def player(cure: Cure) -> Callable[[Board], tuple[list[Board], int]]:
    """What a player finds: the moves that look best, as their boards, and the nodes."""
    search, rng = search_with(cure), random.Random(SEED)

    def kept(board: Board) -> tuple[list[Board], int]:
        best, nodes = -inf, 1
        equals: list[Board] = []
        moves = [*children(board)]
        if cure.shuffled:
            rng.shuffle(moves)
        for child in moves:
            value, count = search(child, best - cure.lower)
            nodes += count
            if value > best:
                best, equals = value, [child]
            elif value == best:
                equals.append(child)
        if cure.shuffled:
            equals = equals[:1]
        if cure.again:
            asked = [(child, *search(child, best - 1, best)) for child in equals[1:]]
            equals[1:] = [child for child, value, _ in asked if value >= best]
            nodes += sum(count for _, _, count in asked)
        return equals, nodes

    return kept


def unfinished() -> list[Board]:
    """Every position of tic-tac-toe that is not over."""
    found, layer = list[Board](), [EMPTY]
    while layer:
        found += filter(children, layer)
        layer = [*dict.fromkeys(child for board in layer for child in children(board))]
    return found


def mistakes(cure: Cure, choice: slice = slice(None)) -> int:
    """In how many positions of tic-tac-toe that part of the equals has a worse move."""
    kept, minimax = player(cure), search_with(MINIMAX)

    def errs(board: Board) -> bool:
        moves, _ = kept(board)
        best = max(minimax(move) for move in children(board))
        return any(minimax(move)[0] < best[0] for move in moves[choice])

    return sum(map(errs, unfinished()))


def nodes(cure: Cure) -> int:
    """The nodes that a player searches on the empty board; the mean if it shuffles."""
    kept, times = player(cure), SHUFFLES if cure.shuffled else 1
    return round(mean(kept(EMPTY)[1] for _ in range(times)))


def sensible(board: Board) -> list[Board]:
    """The moves that win, else block, else take the centre, a corner or an edge."""
    cells, mark = board
    other = OTHER[mark]

    def placed(mark: str, at: int) -> Board:
        return cells[:at] + mark + cells[at + 1 :], OTHER[mark]

    free = [at for at in range(9) if cells[at] == "-"]
    wins, blocks = ([at for at in free if is_won(placed(it, at))] for it in (mark, other))
    wishes = [wins, blocks, [4], [0, 2, 6, 8], [1, 3, 5, 7]]
    best = next(it for wish in wishes if (it := [at for at in wish if at in free]))
    return [placed(mark, at) for at in best]


def chance(x: Callable[[Board], list[Board]], choice: slice) -> float:
    """How often X beats a player that plays O and chooses from that part of the equals.

    Both choose at random from what is left.
    """
    kept = player(NONE)

    @cache
    def share(board: Board) -> float:
        if not children(board):
            return board[1] == "O" and is_won(board)
        if board[1] == "X":
            return mean(map(share, x(board)))
        return mean(map(share, kept(board)[0][choice]))

    return share(EMPTY)


OPPONENTS: dict[str, Callable[[Board], list[Board]]] = {
    "random": children,
    "sensible": sensible,
}

CHOICES = {"random": slice(None), "last": slice(-1, None), "first": slice(1)}


def main() -> int:
    """Print the tables; returns the exit code."""
    print("X beats a player that chooses among equals: random X, sensible X")
    for name, choice in CHOICES.items():
        shares = [chance(x, choice) for x in OPPONENTS.values()]
        print("  {:<60}{:>9.1%}{:>9.1%}".format(name, *shares))
    print("Wrong of 4,520 positions, and nodes on the empty board")
    for cure in (*CURES, HARD_GREATER):
        print(f"  {cure.name:<60}{mistakes(cure):>9,}{nodes(cure):>9,}", flush=True)
    print("Wrong of 4,520 positions: any of the equals, the last, the first")
    for cure in SEARCHES:
        counts = [mistakes(cure, choice) for choice in CHOICES.values()]
        print("  {:<42}{:>9,}{:>9,}{:>9,}".format(cure.name, *counts), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.bound", main))
