"""The nodes and seconds that the empty boards take, here or in other checkouts in turn.

`python -m benchmarks.speed` prints them for t3_player.py's own search on 3 x 3, and for
t3_engine's from 5 x 5 to 8 x 8, and on two wider boards. Seconds are those of the
processor: the median of three runs. `python -m benchmarks.speed ../before .` asks the
versions in these folders in turn, and prints the seconds as multiples of the first's.
"""

import argparse
import subprocess
import sys
from itertools import product
from pathlib import Path
from statistics import median

from t3_play.program import run
from t3_state import TURNS

BOARDS = [
    *(("t3_player.py", 3, odd) for odd in TURNS),
    *(("t3_engine", size, odd) for size, odd in product(range(5, 9), TURNS)),
    *(("t3_engine", size, False) for size in (20, 41)),
]
"""The search, the size, and whether odds are to move."""

MEASURE = """
import sys, time
from benchmarks.positions import empty
from benchmarks.signature import nodes_of_engine, nodes_of_player
search, size, odd = sys.argv[1:]
nodes_of = nodes_of_player if search == "t3_player.py" else nodes_of_engine
state = empty(int(size), odd == "True")
start = time.process_time()
print(nodes_of(state), time.process_time() - start)
"""


def measured(files: Path, search: str, size: int, odd: bool) -> tuple[int, float]:
    """The nodes and seconds of an empty board, in a process of its own."""
    command = [sys.executable, "-c", MEASURE, search, str(size), str(odd)]
    nodes, seconds = subprocess.check_output(command, cwd=files, text=True).split()
    return int(nodes), float(seconds)


def compare(versions: list[Path], boards: list[tuple[str, int, bool]]) -> None:
    """Print a row for each board."""
    for search, size, odd in boards:
        row, first = f"{search:<14}{f'{size} x {size}, {TURNS[odd]}':<16}", 0.0
        runs = [[measured(it, search, size, odd) for it in versions] for _ in range(3)]
        for each in zip(*runs, strict=True):
            seconds = median(seconds for _, seconds in each)
            row += f"{each[0][0]:>12,}{seconds:>8.2f} s"
            if len(versions) > 1:
                first = first or seconds
                row += f"{seconds / first:>6.2f} x"
        print(row, flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("versions", nargs="*", type=Path, default=[Path()], help="folders")
    versions = parser.parse_args().versions
    for folder in versions:
        if not (folder / "benchmarks" / "signature.py").is_file():
            parser.error(f"{folder} has no benchmarks/signature.py, which counts nodes")
    compare(versions, BOARDS)


if __name__ == "__main__":
    sys.exit(run("benchmarks.speed", main))
