"""The audit: the player's answer on every reachable position, against a full table.

`python -m benchmarks.audit` computes the value of every position that play from the empty
3x3 board can reach, whichever side begins. It works back from the last ply, and applies the
definition of the best action. Then it asks the player about each position that is not over,
and compares utility, depth and action. The table shares no code with the player. With
`--engine` it asks t3_engine in place of the player, and with `--one` about one of each set
of symmetric positions. It takes an hour or more, with
`--one` an eighth of that. Exits with 1 if an answer differs.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from t3_engine import Clock, Search
from t3_play.program import run
from t3_player import Evaluation, T3Action, T3Player, T3State
from t3_state import TURNS

Board = tuple[int, ...]
"""A board: its numbers by cell, in order of column, then row."""


class Entry(NamedTuple):
    """A position, and the answer the table has for it."""

    odd: bool
    board: Board
    utility: int
    depth: int
    cell: int
    number: int


class FullTable:
    """The value of every position that can be reached if one side begins.

    Boards that the eight symmetries of the square map to one another have the same utility
    and depth. The table has only the least of them, compared as tuples.
    """

    def __init__(self, game: type[T3State], size: int, odd_first: bool) -> None:
        at = [[col * size + row for row in range(size)] for col in range(size)]
        self.lines = [
            *at,
            *([column[row] for column in at] for row in range(size)),
            [at[i][i] for i in range(size)],
            [at[i][size - 1 - i] for i in range(size)],
        ]
        flips = [at, at[::-1], [c[::-1] for c in at], [c[::-1] for c in at[::-1]]]
        turned = flips + [[list(c) for c in zip(*flip, strict=True)] for flip in flips]
        self.turns = [tuple(chain(*columns)) for columns in turned]
        """For each symmetry, where each cell of the turned board comes from."""
        self._turned: list[Any] = [itemgetter(*turn) for turn in self.turns]
        self.numbers = {odd: range(2 - odd, game.MAX_MOVE + 1, 2) for odd in (True, False)}
        self.target = game.WIN_TARGET
        self.odd_first = odd_first
        self.layers: list[dict[Board, tuple[int, int]]] = [{(0,) * size**2: (0, 0)}]
        """By the number of placements, the (utility, depth) of each board."""
        for placed in range(size * size):
            reached = (
                child
                for board in self.layers[placed]
                if not self.is_won(board)
                for _, _, child in self.children(placed, board)
            )
            self.layers.append(dict.fromkeys(reached, (0, 0)))
        for placed in reversed(range(size * size + 1)):
            layer = self.layers[placed]
            for board in layer:
                if self.is_won(board):
                    layer[board] = (-1, 0)
                elif placed < size * size:
                    layer[board] = self.best(self.values(placed, board))

    def is_won(self, board: Board) -> bool:
        """Whether a line sums to the target."""
        return any(
            sum([board[cell] for cell in line]) == self.target for line in self.lines
        )

    def odd_turn(self, placed: int) -> bool:
        """Whether odds are to move after `placed` placements."""
        return self.odd_first == (placed % 2 == 0)

    def children(self, placed: int, board: Board) -> Iterator[tuple[int, int, Board]]:
        """For each action its cell, its number, and the board that stands for the child."""
        for cell, value in enumerate(board):
            if value == 0:
                for number in self.numbers[self.odd_turn(placed)]:
                    child = (*board[:cell], number, *board[cell + 1 :])
                    yield cell, number, min([turned(child) for turned in self._turned])

    def values(self, placed: int, board: Board) -> dict[tuple[int, int], tuple[int, int]]:
        """The (utility, depth) that each action, a (cell, number), leads to."""
        after = self.layers[placed + 1]
        return {
            (cell, number): (-after[child][0], after[child][1] + 1)
            for cell, number, child in self.children(placed, board)
        }

    def best(self, values: dict[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
        """The highest utility, and the smallest depth with it."""
        utility = max(utility for utility, _ in values.values())
        return utility, min(depth for u, depth in values.values() if u == utility)

    def entries(self) -> Iterator[list[Entry]]:
        """Yield all unfinished positions, in a list for each group of symmetric ones."""
        for placed, layer in enumerate(self.layers[:-1]):
            for board, (utility, depth) in layer.items():
                if self.is_won(board):
                    continue
                values = self.values(placed, board)
                best = [act for act, value in values.items() if value == (utility, depth)]
                images = {
                    turned(board): turn for turned, turn in zip(self._turned, self.turns)
                }
                yield [
                    Entry(
                        self.odd_turn(placed),
                        image,
                        utility,
                        depth,
                        *min((turn.index(cell), number) for cell, number in best),
                    )
                    for image, turn in images.items()
                ]


def by_engine(state: T3State) -> Evaluation:
    """The value of a state, by t3_engine."""
    return Evaluation(*Search(Clock()).evaluate(state)[:3])


def is_right(
    entry: Entry,
    game: type[T3State],
    size: int,
    evaluate: Callable[[T3State], Evaluation],
) -> bool:
    """Whether the player answers as the table does; prints the answer if not."""
    odd, board, utility, depth, cell, number = entry
    state = game(odd, [board[row::size] for row in range(size)])
    found = evaluate(state)
    expected = Evaluation(utility, depth, T3Action(*divmod(cell, size), number))
    if found != expected:
        print(f"{state.notation()}: {found}, expected {expected}")
    return found == expected


def audit(
    game: type[T3State],
    size: int,
    evaluate: Callable[[T3State], Evaluation],
    most: int | None = None,
) -> tuple[Counter[int], int]:
    """The number of positions by utility, and of those that the player answers wrongly.

    It asks about at most `most` of each set of symmetric positions, or about all.
    """
    counts: Counter[int] = Counter()
    wrong = 0
    for odd_first in (True, False):
        table = FullTable(game, size, odd_first)
        for number, together in enumerate(table.entries()):
            if number % 100_000 == 0:
                print(f"{TURNS[odd_first]} first: {number:,}", file=sys.stderr)
            for entry in together[:most]:
                counts[entry.utility] += 1
                wrong += not is_right(entry, game, size, evaluate)
    return counts, wrong


def main() -> int:
    """Print the counts; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--engine", action="store_true", help="ask t3_engine")
    parser.add_argument("--one", action="store_true", help="one of each symmetric set")
    arguments = parser.parse_args()
    evaluate = by_engine if arguments.engine else T3Player().evaluate
    most = 1 if arguments.one else None
    start = time.perf_counter()
    counts, wrong = audit(T3State, T3State.DEFAULT_SIZE, evaluate, most)
    print(
        f"{sum(counts.values()):,} positions: {counts[1]:,} won, {counts[0]:,} tied, "
        f"{counts[-1]:,} lost; {wrong} mismatches ({time.perf_counter() - start:.0f} s)"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.audit", main))
