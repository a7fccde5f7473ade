"""The nodes and seconds that the empty boards take, with either side to move.

`python -m benchmarks.speed` prints them for t3_player.py's own search on 3 x 3, and for
t3_engine's on every size that the page offers. Seconds are those of the processor.
"""

import sys
import time
from itertools import product

from benchmarks.positions import empty
from benchmarks.signature import nodes_of_engine, nodes_of_player
from t3_play.program import run
from t3_state import TURNS

SEARCHES = {
    "t3_player.py": (nodes_of_player, (3,)),
    "t3_engine": (nodes_of_engine, (3, 4, 5, 6, 7, 8)),
}
"""By the search's name: how to count its nodes, and the sizes."""


def main() -> int:
    """Print a row for each board; returns the exit code."""
    for name, (nodes_of, sizes) in SEARCHES.items():
        for size, (odd, side) in product(sizes, TURNS.items()):
            start = time.process_time()
            nodes = nodes_of(empty(size, odd))
            seconds = time.process_time() - start
            row = f"{name:<14}{size} x {size}, {side:<8}{nodes:>12,}{seconds:>8.2f} s"
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.speed", main))
