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
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from oracle import Board, Oracle, Value
from t3_engine import Clock, Search
from t3_play.program import run
from t3_player import Evaluation, T3Action, T3Player, T3State
from t3_state import TURNS


def images(board: Board) -> set[Board]:
    """The board, turned and mirrored in every way."""
    found: set[Board] = set()
    for _ in range(4):
        board = tuple(zip(*board[::-1], strict=True))
        found |= {board, board[::-1]}
    return found


class FullTable(Oracle):
    """The value of every position that it has been asked about, and of all after it.

    Boards that the eight symmetries of the square map to one another have the same utility
    and depth. The table has only the least of them, compared as tuples.
    """

    def value(self, odd: bool, board: Board) -> Value:
        """The value of a position, but with its least image's action."""
        return super().value(odd, min(images(board)))


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
        oracle = FullTable(size, game.MAX_MOVE, game.WIN_TARGET)
        oracle.value(odd_first, ((0,) * size,) * size)
        unfinished = [key for key, value in oracle.values.items() if value.action]
        print(f"{side} first: {len(unfinished):,} sets of positions", file=sys.stderr)
        for odd, least in unfinished:
            for board in [least] if one else images(least):
                utility, depth, action = oracle.answer(odd, board)
                assert action
                expected = Evaluation(utility, depth, T3Action(*action))
                state = game(odd, board)
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
    sys.exit(run("benchmarks.audit", main))
