"""The audit: the player's answer on every reachable position, against a full table.

`python -m benchmarks.audit` computes the value of every position that play from the empty
3x3 board can reach, whichever side begins, by the definition of the best action. Then it
asks the player about each position that is not over, and compares utility, depth and
action. The table shares no code with the player. With `--engine` it asks t3_engine in place
of the player, and with `--one` about one of each set of symmetric positions. It takes an
hour or more, with `--one` an eighth of that. Exits with 1 if an answer differs.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from itertools import chain
from operator import itemgetter
from typing import Any

from t3_engine import Clock, Search
from t3_player import Evaluation, T3Action, T3Player, T3State
from t3_state import TURNS

Board = tuple[int, ...]
"""A board: its numbers by cell, in order of column, then row."""


class FullTable:
    """The value of every position that it has been asked about, and of all after it.

    Boards that the eight symmetries of the square map to one another have the same utility
    and depth. The table has only the least of them, compared as tuples.
    """

    def __init__(self, game: type[T3State], size: int) -> None:
        at = [[col * size + row for row in range(size)] for col in range(size)]
        self.lines = [
            *at,
            *([column[row] for column in at] for row in range(size)),
            [at[i][i] for i in range(size)],
            [at[i][size - 1 - i] for i in range(size)],
        ]
        flips = [at, at[::-1], [c[::-1] for c in at], [c[::-1] for c in at[::-1]]]
        turned = flips + [[list(c) for c in zip(*flip, strict=True)] for flip in flips]
        self._turned: list[Any] = [itemgetter(*chain(*columns)) for columns in turned]
        self.numbers = {odd: range(2 - odd, game.MAX_MOVE + 1, 2) for odd in (True, False)}
        self.target = game.WIN_TARGET
        self.values: dict[tuple[bool, Board], tuple[int, int]] = {}
        """The (utility, depth), by whether odds are to move and by the least image."""

    def images(self, board: Board) -> set[Board]:
        """The board, turned and mirrored in every way."""
        return {turned(board) for turned in self._turned}

    def value(self, odd: bool, board: Board) -> tuple[int, int]:
        """The utility for the side to move, and the depth."""
        key = odd, min(self.images(board))
        if key not in self.values:
            if any(
                sum([board[cell] for cell in line]) == self.target for line in self.lines
            ):
                self.values[key] = -1, 0
            elif 0 not in board:
                self.values[key] = 0, 0
            else:
                self.values[key] = self.answer(*key)[:2]
        return self.values[key]

    def answer(self, odd: bool, board: Board) -> tuple[int, int, int, int]:
        """The utility, the depth, and the best action's cell and number, until the end."""
        answers = []
        for cell, value in enumerate(board):
            if value == 0:
                for number in self.numbers[odd]:
                    child = (*board[:cell], number, *board[cell + 1 :])
                    answers.append((*self.value(not odd, child), cell, number))
        utility, depth, cell, number = min(answers)  # the utility is the opponent's
        return -utility, depth + 1, cell, number


def by_engine(state: T3State) -> Evaluation:
    """The value of a state, by t3_engine."""
    return Evaluation(*Search(Clock()).evaluate(state)[:3])


def audit(
    game: type[T3State],
    size: int,
    evaluate: Callable[[T3State], Evaluation],
    one: bool = False,
) -> tuple[Counter[int], int]:
    """The number of positions by utility, and of those that the player answers wrongly.

    It prints the wrong answers. With `one` it asks about one of each set of symmetric
    positions.
    """
    counts: Counter[int] = Counter()
    wrong = 0
    for odd_first, side in TURNS.items():
        table = FullTable(game, size)
        table.value(odd_first, (0,) * size**2)
        unfinished = [key for key, (_, depth) in table.values.items() if depth > 0]
        print(f"{side} first: {len(unfinished):,} sets of positions", file=sys.stderr)
        for odd, least in unfinished:
            for board in [least] if one else table.images(least):
                utility, depth, cell, number = table.answer(odd, board)
                expected = Evaluation(utility, depth, T3Action(*divmod(cell, size), number))
                state = game(odd, [board[row::size] for row in range(size)])
                found = evaluate(state)
                counts[utility] += 1
                if found != expected:
                    wrong += 1
                    print(f"{state.notation()}: {found}, expected {expected}")
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
    counts, wrong = audit(T3State, T3State.DEFAULT_SIZE, evaluate, arguments.one)
    print(
        f"{sum(counts.values()):,} positions: {counts[1]:,} won, {counts[0]:,} tied, "
        f"{counts[-1]:,} lost; {wrong} mismatches"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
