"""The nodes and seconds of T3Player's two searches.

`python -m benchmarks.speed` prints a table for each: t3_player.py's own search, which
answers with at most 15 empty cells, and t3_engine's. Careful positions are random, but
nobody has left a win.

Seconds are those of the processor. They depend on the machine: the first line says how long
an empty loop of ten million iterations takes on this one. Node counts do not.
"""

import platform
import sys
import time
from collections.abc import Callable
from itertools import product

from benchmarks.positions import careful, empty, first_actions
from benchmarks.signature import nodes_of_engine, nodes_of_player
from t3_play.program import run
from t3_state import TURNS, T3State


def loop_seconds() -> float:
    """The seconds that this machine takes to count to ten million, in a function."""
    start = time.process_time()
    for _ in range(10**7):
        pass
    return time.process_time() - start


def measure(
    title: str, nodes_of: Callable[[T3State], int], rows: dict[str, list[T3State]]
) -> None:
    """Print a row for each set: the sums and, if it has several positions, the maxima."""
    print(f"\n{title:<28}{'nodes':>12}{'time':>10}{'worst':>12}{'longest':>10}")
    for name, states in rows.items():
        nodes, seconds = [], []
        for state in states:
            start = time.process_time()
            nodes.append(nodes_of(state))
            seconds.append(time.process_time() - start)
        row = f"{name:<28}{sum(nodes):>12,}{sum(seconds):>8.2f} s"
        if len(states) > 1:
            row += f"{max(nodes):>12,}{max(seconds):>8.2f} s"
        print(row, flush=True)


def main() -> int:
    """Print the tables; returns the exit code."""
    print(
        f"Python {platform.python_version()}, empty loop of 10**7: {loop_seconds():.2f} s"
    )
    for_player = {
        "empty 3 x 3, odds": [empty(3, True)],
        "empty 3 x 3, evens": [empty(3, False)],
        "20 careful 3 x 3, 1 placed": careful(3, 1, 20),
        "20 careful 4 x 4, 2 placed": careful(4, 2, 20),
        "4 x 4, 15 holes": first_actions(4)[:20],
    }
    for_engine = {f"20 careful {n} x {n}, 1 placed": careful(n, 1, 20) for n in (4, 5)}
    for size, (odd, side) in product((6, 7, 8), TURNS.items()):
        for_engine[f"empty {size} x {size}, {side}"] = [empty(size, odd)]
    measure("t3_player.py", nodes_of_player, for_player)
    measure("t3_engine", nodes_of_engine, for_engine)
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.speed", main))
