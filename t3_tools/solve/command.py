"""`solve`: prove who wins, on every board."""

from pathlib import Path
from typing import NamedTuple

import click

from t3_play.files import write_whole
from t3_state import TURNS
from t3_tools import options
from t3_tools.printing import say, table
from t3_tools.solve.proofs import Proof, prove
from t3_tools.workers import executor, map_in_order

EXAMPLES = """\
\b
Examples:
  t3-tools solve
  t3-tools solve --write proofs
"""

LARGEST = 21
"""The largest board to solve. The proofs on 20 x 20 and 21 x 21 serve all larger boards of
even and odd size."""


class Task(NamedTuple):
    """The question who wins if odds (True) or evens begin."""

    size: int
    odds_begin: bool


@click.command(epilog=EXAMPLES)
@click.option(
    "--write",
    "folder",
    type=options.new_folder,
    metavar="DIR",
    help="Write the proofs to DIR. t3_tools/solve/check.py checks them.",
)
@options.workers
def solve(folder: Path | None, jobs: int, dask: str | None) -> None:
    """Prove who wins on the N x N board, for every N."""
    tasks = [Task(size, odd) for size in range(1, LARGEST + 1) for odd in TURNS]
    with executor(jobs, dask) as workers:
        proofs = dict(zip(tasks, map_in_order(workers, decide, tasks, "proofs")))
    show(proofs)
    if folder:
        folder.mkdir(exist_ok=True)
        for (size, odd), proof in proofs.items():
            if proof:
                file = folder / f"{TURNS[odd]}-first-{size}.txt"
                write_whole(file, proof.certificate)


def decide(task: Task) -> Proof | None:
    """Prove who wins; None for a tie."""
    return prove(TURNS[task.odds_begin], [], task.size)


def show(proofs: dict[Task, Proof | None]) -> None:
    """Print a line for each board and side that begins."""
    rows = table("board", "first", "winner", "plies", "answers", "pairs", "also proves")
    for (size, odd), proof in proofs.items():
        larger = proof and proof.serves_larger(size)
        rows.add_row(
            f"{size} x {size}",
            TURNS[odd],
            TURNS[proof.odds_win] if proof else "nobody",
            *map(str, proof[1:4] if proof else ("", "", "")),
            f"larger {'odd' if size % 2 else 'even'} N" if larger else "",
        )
    say(rows)
