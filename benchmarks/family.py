"""How many games of the family the player answers exactly, from the empty board.

`python -m benchmarks.family` tries a seeded sample of the games with a largest number from
2 to 9. With `--all` it tries all of them, which takes some minutes. It needs the extra
`bench`. Seconds depend on the machine: the first line says how long an empty loop of ten
million iterations takes on this one.
"""

import argparse
import random
import sys
import time

from t3_play.match import game_with
from t3_play.program import run
from t3_player import Evaluation, T3Player
from t3_state import TURNS, T3State

try:
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from benchmarks.speed import in_ms, loop_seconds
except ModuleNotFoundError:
    sys.exit("benchmarks.family needs rich: pip install -e '.[bench]'")

PROGRAM = "benchmarks.family"
LARGEST_TARGET = 36
SLOWEST = 10
"""The number of slowest games to list."""


def family(size: int) -> list[T3State]:
    """The empty boards of this size, of all games, either side first."""
    return [
        game_with(target, max_move)(odd, [[0] * size] * size)
        for max_move in range(2, 10)
        for target in range(3, min(size * max_move, LARGEST_TARGET) + 1)
        for odd in (True, False)
    ]


def answer(player: T3Player, start: T3State) -> tuple[float, Evaluation]:
    """The seconds that an answer takes, and the answer."""
    begun = time.perf_counter()
    found = player.evaluate(start)
    return time.perf_counter() - begun, found


def main() -> int:
    """Print how many are exact, and the slowest; returns the exit code."""
    parser = argparse.ArgumentParser(prog=PROGRAM, description=__doc__)
    parser.add_argument("--size", type=int, default=4, metavar="N", help="default: 4")
    parser.add_argument("--all", action="store_true", help="all games, not a sample")
    parser.add_argument("--count", type=int, default=32, help="games in the sample")
    parser.add_argument("--seconds", type=float, default=5, help="for a game (default: 5)")
    options = parser.parse_args()
    games = family(options.size)
    if not options.all:
        games = random.Random(0).sample(games, min(options.count, len(games)))
    console = Console()
    console.print(f"Empty loop of 10**7: {loop_seconds():.2f} s")
    player = T3Player(options.seconds)
    results = []
    for start in track(games, "games", console=Console(stderr=True), transient=True):
        results.append((*answer(player, start), start))
    exact = sum(found.exact for _, found, _ in results)
    console.print(f"{exact} of {len(games)} exact")
    results.sort(key=lambda result: (result[1].exact, -result[0]))
    table = Table("largest number", "target", "first", "value", "ms")
    table.title = "The slowest"
    for seconds, found, start in results[:SLOWEST]:
        table.add_row(
            str(start.MAX_MOVE),
            str(start.WIN_TARGET),
            TURNS[start.odd_turn],
            f"{found.utility:+d}, depth {found.depth}" if found.exact else "not exact",
            in_ms(seconds),
        )
    console.print(table)
    return 0


if __name__ == "__main__":
    sys.exit(run(PROGRAM, main))
