"""The node-count signature: a change that should not alter the search keeps it.

`python -m benchmarks.signature` prints it.
"""

import sys

from benchmarks.positions import careful, empty, nodes, scattered
from t3_play.program import run


def signature() -> int:
    """The number of positions that the player makes to answer a fixed set of them."""
    states = [empty(size, odd) for size in (1, 2, 3, 4, 5) for odd in (True, False)]
    for size, numbers in ((3, (1, 2, 3, 4)), (4, (1, 2, 4, 6)), (5, (2, 3, 5, 8))):
        for placed in numbers:
            states += careful(size, placed, 5)
    for size, holes in ((3, 5), (4, 8), (5, 12), (6, 16), (6, 20)):
        states += scattered(size, holes, 5)
    return sum(map(nodes, states))


def main() -> int:
    """Print it; returns the exit code."""
    print(signature())
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.signature", main))
