"""How fast the player is, also beside rivals.

`python -m benchmarks.speed` prints the time for empty boards, for careful positions (nobody
has left a win) and for scattered ones (filled at random). It needs the extra `bench`, and
about ten minutes, most of them for the rivals. Seconds depend on the machine: the first
line says how long an empty loop of ten million iterations takes on this one. Node counts do
not depend on it. Up to 15 empty cells they are the states that t3_player.py searches, above
that the positions that t3_engine makes.
"""

import argparse
import multiprocessing
import platform
import statistics
import sys
import time
from importlib.util import find_spec

from benchmarks.positions import careful, empty, scattered
from benchmarks.rivals import Rival, easy_ai, textbook, textbook_on_tuples
from t3_play.program import complain, run
from t3_player import Clock, T3Player
from t3_state import TURNS, T3State

try:
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table
except ModuleNotFoundError:
    sys.exit("benchmarks.speed needs rich: pip install -e '.[bench]'")

PROGRAM = "benchmarks.speed"


def timed(state: T3State) -> tuple[float, int]:
    """Seconds and nodes of one evaluation, by a new player."""
    clock = Clock()
    start = time.perf_counter()
    T3Player().evaluate(state, clock)
    return time.perf_counter() - start, clock.nodes


def from_scratch(size: int, odd: bool) -> tuple[str, float, int, float]:
    """The answer, seconds, nodes and peak MB for an empty board, in a new process.

    The seconds include making the tables of the rules.
    """
    import resource

    state = empty(size, odd)
    start = time.perf_counter()
    clock = Clock()
    found = T3Player().evaluate(state, clock)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    megabytes = peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
    answer = f"{found.utility:+d}, depth {found.depth}, {found.action}"
    return answer, seconds, clock.nodes, megabytes


def in_ms(seconds: float) -> str:
    """Milliseconds, with three significant digits below one second."""
    return f"{1000 * seconds:,.3g}" if seconds < 1 else f"{1000 * seconds:,.0f}"


def loop_seconds() -> float:
    """The seconds that this machine takes to count to ten million, in a function."""
    start = time.perf_counter()
    for _ in range(10**7):
        pass
    return time.perf_counter() - start


def empty_boards(console: Console, sizes: list[int]) -> None:
    """Print a row for each empty board and starter."""
    table = Table("board", "first", "value", "nodes", "ms", "peak MB", title="Empty boards")
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for size in sizes:
            for odd in (True, False):
                answer, seconds, nodes, peak = pool.apply(from_scratch, (size, odd))
                table.add_row(
                    f"{size}x{size}",
                    TURNS[odd],
                    answer,
                    f"{nodes:,}",
                    in_ms(seconds),
                    f"{peak:.0f}",
                )
    console.print(table)


def sets_of_positions(console: Console, sizes: list[int], count: int) -> None:
    """Print a row for each set of careful and of scattered positions."""
    table = Table(
        "positions",
        "nodes: median",
        "worst",
        "ms: median",
        "worst",
        title=f"{count} positions for each row",
    )
    rows = [
        (f"{size}x{size} careful, {placed} placed", careful(size, placed, count))
        for size in sizes
        for placed in (1, 2, 3, 4, 6, 8)
        if placed < size * size - 2
    ]
    rows += [
        (f"{size}x{size} scattered, {holes} holes", scattered(size, holes, count))
        for size in sizes
        for holes in (size * 2, size * 3)
        if holes < size * size
    ]
    for name, states in rows:
        timed(states[0])  # makes the tables of the rules
        seconds, nodes = zip(*map(timed, states), strict=True)
        table.add_row(
            name,
            f"{statistics.median(nodes):,.0f}",
            f"{max(nodes):,}",
            in_ms(statistics.median(seconds)),
            in_ms(max(seconds)),
        )
    console.print(table)


def against(rival: Rival, states: list[T3State], cap: float) -> tuple[float, float, int]:
    """The geometric mean and the median of how many times faster the player is.

    Also returns on how many positions the rival was stopped after `cap` seconds. These
    count as if it had answered then.
    """
    ratios, capped = [], 0
    for state in track(states, description=rival.__name__, transient=True):
        start = time.perf_counter()
        try:
            rival(state, start + cap)
        except TimeoutError:
            capped += 1
        theirs = time.perf_counter() - start
        # The quickest of three: anything disturbs what takes microseconds.
        ours = min(timed(state)[0] for _ in range(3))
        ratios.append(theirs / ours)
    return statistics.geometric_mean(ratios), statistics.median(ratios), capped


def rivals(console: Console, count: int, cap: float) -> None:
    """Print how many times faster the player is than others on 3x3."""
    table = Table(
        "3x3 positions",
        "rival",
        "times faster: geometric mean",
        "median",
        "stopped",
        title=f"Rivals, each stopped after {cap:g} s a position",
    )
    starts = [empty(3, True), empty(3, False)]
    few = starts + careful(3, 1, count) + careful(3, 2, count)
    more = few + careful(3, 3, count) + careful(3, 4, count)
    open_boards = careful(3, 2, count) + careful(3, 3, count)
    for name, states, rival in (
        ("0 to 4 placed", more, easy_ai),
        ("0 to 2 placed", few, textbook),
        ("6 or 7 empty, no immediate win", open_boards, textbook_on_tuples),
    ):
        mean, median, capped = against(rival, states, cap)
        table.add_row(
            f"{name} ({len(states)})",
            rival.__name__,
            f"{mean:,.0f}",
            f"{median:,.0f}",
            f"{capped} of {len(states)}",
        )
    console.print(table)


def main() -> int:
    """Print everything, or what the options choose; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[3, 4, 5, 6], metavar="N")
    parser.add_argument("--count", type=int, default=20, help="positions in a set, or 0")
    parser.add_argument("--cap", type=float, default=60, help="seconds for a rival")
    parser.add_argument(
        "--rivals", type=int, default=5, help="positions in a set for rivals, or 0"
    )
    options = parser.parse_args()
    if options.rivals and find_spec("easyAI") is None:
        needed = "easyAI (pip install -e '.[bench]'), or --rivals 0"
        return complain(PROGRAM, f"rivals need {needed}", 1)
    console = Console()
    console.print(
        f"Python {platform.python_version()}, empty loop of 10**7: {loop_seconds():.2f} s"
    )
    empty_boards(console, options.sizes)
    if options.count:
        sets_of_positions(console, options.sizes, options.count)
    if options.rivals:
        rivals(console, options.rivals, options.cap)
    return 0


if __name__ == "__main__":
    sys.exit(run(PROGRAM, main))
