"""What a player loses that takes a bound for a value, and what each cure costs.

`python -m benchmarks.bound` prints it in a minute or two. The player searches to the end by
alpha-beta and keeps the moves that equal the best one so far. It is asked about every
position of tic-tac-toe, and about random ones of T3 on 3 x 3.
"""

import operator
import random
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import inf
from statistics import mean
from typing import NamedTuple

from t3_play.program import run

SEED = 69
"""Of all that is random here: T3's positions and the order of moves."""

SHUFFLES = 100
"""In how many orders to search for the mean."""

Board = tuple[str, str]
"""A position: its nine cells by rows, and whose turn it is."""

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]

EMPTY = "-" * 9, "X"


class Game:
    """A game in which each side has marks for the empty cells, and some lines win."""

    def __init__(
        self, marks: dict[str, str], order: Sequence[int], wins: Callable[[str], bool]
    ) -> None:
        """`order` is that in which cells are searched; `wins` is given a line's marks."""
        self.marks, self.order, self.wins = marks, order, wins
        self.other = dict(zip(marks, reversed(marks), strict=True))

    @cache  # noqa: B019 there are two games
    def is_won(self, board: Board) -> bool:
        """Whether the side that is not to move has won."""
        cells, _ = board
        return any(self.wins("".join(cells[int(at)] for at in line)) for line in LINES)

    @cache  # noqa: B019 the same two games
    def children(self, board: Board) -> list[Board]:
        """What follows a position, in the order of the search; nothing after the end."""
        cells, turn = board
        return [
            (cells[:at] + mark + cells[at + 1 :], self.other[turn])
            for at in self.order
            if cells[at] == "-" and not self.is_won(board)
            for mark in self.marks[turn]
        ]


TIC_TAC_TOE = Game({"X": "X", "O": "O"}, range(9), {"XXX", "OOO"}.__contains__)

T3 = Game(
    {"odds": "135", "evens": "246"},
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    lambda line: "-" not in line and sum(map(int, line)) == 13,
)
"""By utility alone. No two numbers add up to 13, so only full lines win."""


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


NONE = Cure("none")

CURES = [
    NONE,
    Cure("shuffle the moves, play the first of the best", shuffled=True),
    Cure("search those that equal the best again, with a null window", again=True),
    Cure("at the root, pass on alpha - 1", lower=1),
    Cure("at the root, pass on no alpha", lower=inf),
    Cure("> for >= everywhere", operator.gt),
    Cure("cut nothing", lambda *_: False),
]

HARD = [
    Cure("none, in a fail-hard search", hard=True),
    Cure("> for >= everywhere, in a fail-hard search", operator.gt, hard=True),
]


class Search:
    """Alpha-beta, each value for the side to move. It remembers what each call returned."""

    def __init__(self, game: Game, cure: Cure) -> None:
        """Search a game with a cure, as far as it concerns all nodes."""
        self.game, self.cuts, self.hard = game, cure.cuts, cure.hard
        self.result = cache(self._result)

    def _result(
        self, board: Board, alpha: float = -inf, beta: float = inf
    ) -> tuple[float, int]:
        """The value or a bound, and the nodes, with those that it remembers."""
        children = self.game.children(board)
        if not children:
            return -self.game.is_won(board), 1
        best, nodes = alpha if self.hard else -inf, 1
        for child in children:
            value, count = self.result(child, -beta, -alpha)
            best, nodes = max(best, -value), nodes + count
            alpha = max(alpha, best)
            if self.cuts(alpha, beta):
                return (beta if self.hard else best), nodes
        return best, nodes


def kept(
    search: Search, board: Board, cure: Cure, rng: random.Random
) -> tuple[list[Board], int]:
    """The moves, as what follows them, that a player finds equally good, and the nodes."""
    best, nodes = -inf, 1
    equals: list[Board] = []
    children = [*search.game.children(board)]
    if cure.shuffled:
        rng.shuffle(children)
    for child in children:
        value, count = search.result(child, -inf, cure.lower - best)
        nodes += count
        if -value > best:
            best, equals = -value, [child]
        elif -value == best:
            equals.append(child)
    if cure.shuffled:
        equals = equals[:1]
    if cure.again:
        asked = [(child, *search.result(child, -best, 1 - best)) for child in equals[1:]]
        equals[1:] = [child for child, value, _ in asked if -value >= best]
        nodes += sum(count for _, _, count in asked)
    return equals, nodes


def unfinished() -> list[Board]:
    """Every position of tic-tac-toe that is not over."""
    found = {EMPTY: None}
    for board in (queue := [EMPTY]):
        fresh = [it for it in TIC_TAC_TOE.children(board) if it not in found]
        found.update(dict.fromkeys(fresh))
        queue += fresh
    return [board for board in found if TIC_TAC_TOE.children(board)]


def mistakes(cure: Cure) -> list[int]:
    """How many worse moves are kept, in each position of tic-tac-toe where some are."""
    rng = random.Random(SEED)
    search, true = (Search(TIC_TAC_TOE, it) for it in (cure, CURES[-1]))

    def worse(board: Board) -> int:
        best, _ = true.result(board)
        moves, _ = kept(search, board, cure, rng)
        return sum(-true.result(move)[0] < best for move in moves)

    return [count for count in map(worse, unfinished()) if count]


@cache
def of_random_play() -> list[Board]:
    """40 positions of T3 with six empty cells, not over. Either side begins."""
    rng, found = random.Random(SEED), list[Board]()
    while len(found) < 40:
        board = "-" * 9, "odds" if rng.random() < 0.5 else "evens"
        while board[0].count("-") > 6:  # no line is full
            board = rng.choice(T3.children(board))
        if T3.children(board):
            found.append(board)
    return found


def nodes(game: Game, boards: list[Board], cure: Cure) -> int:
    """The nodes that a player searches for a move: the mean of some positions."""
    search, rng = Search(game, cure), random.Random(SEED)
    times = SHUFFLES if cure.shuffled else 1
    return round(
        mean(kept(search, it, cure, rng)[1] for it in boards for _ in range(times))
    )


def sensible(board: Board) -> list[Board]:
    """The moves that win, else block, else take the centre, a corner or an edge."""
    cells, mark = board

    def third(mark: str) -> set[int]:
        lines = [list(map(int, it)) for it in LINES]
        return {
            at
            for line in lines
            if sorted(cells[at] for at in line) == ["-", mark, mark]
            for at in line
        }

    wishes = [third(mark), third(TIC_TAC_TOE.other[mark]), {4}, {0, 2, 6, 8}, {1, 3, 5, 7}]
    holes = {at for at in range(9) if cells[at] == "-"}
    best = next(it & holes for it in wishes if it & holes)
    return [
        it for it in TIC_TAC_TOE.children(board) if any(it[0][at] != "-" for at in best)
    ]


def chance(x: Callable[[Board], list[Board]], choice: slice) -> float:
    """How often X beats a player that plays O and chooses from that part of the equals.

    Both choose at random from what is left.
    """
    search, rng = Search(TIC_TAC_TOE, NONE), random.Random(SEED)

    @cache
    def share(board: Board) -> float:
        if not TIC_TAC_TOE.children(board):
            return board[1] == "O" and TIC_TAC_TOE.is_won(board)
        if board[1] == "X":
            return mean(map(share, x(board)))
        return mean(map(share, kept(search, board, NONE, rng)[0][choice]))

    return share(EMPTY)


OPPONENTS: dict[str, Callable[[Board], list[Board]]] = {
    "random": TIC_TAC_TOE.children,
    "sensible": sensible,
}

CHOICES = {"random": slice(None), "last": slice(-1, None), "first": slice(1)}


def main() -> int:
    """Print the tables; returns the exit code."""
    print("X beats a player that chooses among equals: random X, sensible X")
    for name, choice in CHOICES.items():
        shares = [chance(x, choice) for x in OPPONENTS.values()]
        print("  {:<60}{:>9.1%}{:>9.1%}".format(name, *shares))
    print(
        "Wrong of 4,520 positions of tic-tac-toe, nodes on the empty board, and nodes in T3"
    )
    print(f"with six empty cells, the mean of 40 positions (seed {SEED})")
    for cure in CURES:
        empty = nodes(TIC_TAC_TOE, [EMPTY], cure)
        t3 = nodes(T3, of_random_play(), cure)
        print(f"  {cure.name:<60}{len(mistakes(cure)):>9,}{empty:>9,}{t3:>9,}", flush=True)
    for cure in HARD:
        print(f"  {cure.name:<60}{len(mistakes(cure)):>9,}")
    print(f"Worse moves that are kept without a cure: {sum(mistakes(NONE)):,}")
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.bound", main))
