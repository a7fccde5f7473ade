"""`solve`: prove who wins, on every board."""

import os
from itertools import product
from pathlib import Path

import click

from t3_play.program import write_whole
from t3_tools import options
from t3_tools.printing import say, table
from t3_tools.solve.check import OTHER
from t3_tools.solve.proofs import Proof, prove
from t3_tools.workers import executor, progress

EXAMPLES = """\
\b
Examples:
  t3-tools solve
  t3-tools solve --write proofs
"""

LARGEST = 21
"""The largest board to solve. The proofs on 20 x 20 and 21 x 21 serve all larger boards of
even and odd size."""


LEGEND = (
    "plies: the most that the win takes. answers: in how many positions the proof says "
    "what the winner plays. pairs: the most mirrored pairs of rows and columns in use."
)


@click.command(epilog=EXAMPLES)
@click.option(
    "--write",
    "folder",
    type=options.new_folder,
    metavar="DIR",
    help="Write the proofs to DIR. t3_tools/solve/check.py checks them.",
)
def solve(folder: Path | None) -> None:
    """Prove who wins on the N x N board, for every N."""
    boards = [*product(range(1, LARGEST + 1), OTHER)]
    with executor(os.cpu_count() or 1, None) as workers, progress("proofs") as shown:
        found = shown.track(workers.map(prove, *zip(*boards)), total=len(boards))
        proofs = dict(zip(boards, found))
    show(proofs)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for (size, first), proof in proofs.items():
            if proof:
                file = folder / f"{first}-first-{size}.txt"
                write_whole(file, proof.certificate)


def show(proofs: dict[tuple[int, str], Proof | None]) -> None:
    """Print a line for each board and side that begins."""
    rows = table("board", "first", "winner", "plies", "answers", "pairs", "also proves")
    for (size, first), proof in proofs.items():
        larger = proof and proof.win.serves_larger(size)
        rows.add_row(
            f"{size} x {size}",
            first,
            proof.winner if proof else "nobody",
            *map(str, proof.win if proof else ("", "", "")),
            f"larger {'odd' if size % 2 else 'even'} N" if larger else "",
        )
    say(rows)
    say(LEGEND)
