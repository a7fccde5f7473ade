"""`solve`: prove who wins, on every board."""

import json
from pathlib import Path
from typing import NamedTuple

import click
from click import UsageError

from t3_engine import Search
from t3_engine.position import Position
from t3_play.files import write_whole
from t3_player import Clock
from t3_state import TURNS, T3Action, T3State
from t3_tools import options
from t3_tools.printing import say, table
from t3_tools.solve.proofs import Proof, certificate, prove
from t3_tools.workers import executor, finished

EXAMPLES = """\
\b
Examples:
  t3-tools solve
  t3-tools solve --write proofs
  t3-tools solve --actions --resume solved.json
"""

LARGEST = 21
"""The largest board to solve without --actions. The proofs on 20 x 20 and 21 x 21 serve all
larger boards of even and odd size."""
SMALLEST_MOVED, LARGEST_MOVED = 6, 23
"""The boards for --actions."""


class Task(NamedTuple):
    """The question who wins if odds (True) or evens begin, perhaps with this action."""

    size: int
    odds_begin: bool
    action: T3Action | None = None

    def state(self) -> T3State:
        """The position to decide."""
        state = T3State(self.odds_begin, [[0] * self.size] * self.size)
        return state.get_next_state(self.action) if self.action else state


Proofs = dict[Task, Proof | None]
"""The proof for each task; None for a tie."""


@click.command(epilog=EXAMPLES)
@click.option(
    "--actions",
    is_flag=True,
    help=f"Also prove who wins after each first action, on boards from {SMALLEST_MOVED} x "
    f"{SMALLEST_MOVED} to {LARGEST_MOVED} x {LARGEST_MOVED}, which takes hours.",
)
@click.option(
    "--resume",
    type=options.new_file,
    metavar="FILE",
    help="Save each result in FILE, and continue from those already there.",
)
@click.option(
    "--write",
    "folder",
    type=options.new_folder,
    metavar="DIR",
    help="Write the proofs to DIR. t3_tools/solve/check.py checks them.",
)
@options.workers
def solve(
    actions: bool, resume: Path | None, folder: Path | None, jobs: int, dask: str | None
) -> None:
    """Prove who wins on the N x N board, for every N."""
    proofs = _read(resume) if resume else {}
    missing = [task for task in tasks(actions) if task not in proofs]
    with executor(jobs, dask) as workers:
        for number, proof in finished(workers, decide, missing, "proofs"):
            proofs[missing[number]] = proof
            if resume:
                _save(resume, proofs)
    show(proofs)
    if folder:
        write(proofs, folder)


def _read(path: Path) -> Proofs:
    """The results in a file; empty if it doesn't exist."""
    if not path.exists():
        return {}
    try:
        return {
            Task(size, odd, action and T3Action(*action)): proof and Proof(*proof)
            for size, odd, action, proof in json.loads(path.read_text("utf-8"))
        }
    except (TypeError, ValueError):
        raise UsageError(f"{str(path)!r} was not written by --resume") from None


def _save(path: Path, proofs: Proofs) -> None:
    results = [
        (size, odd, action and (action.col(), action.row(), action.move()), proof)
        for (size, odd, action), proof in proofs.items()
    ]
    write_whole(path, json.dumps(results))


def tasks(actions: bool) -> list[Task]:
    """All tasks, those on the smallest boards first."""
    every_task = []
    for size in range(1, (LARGEST_MOVED if actions else LARGEST) + 1):
        for odd in TURNS:
            every_task.append(Task(size, odd))
            if actions and size >= SMALLEST_MOVED:
                empty = Position.of(Task(size, odd).state())
                first = Search(Clock()).distinct_children(empty, empty.legal())
                every_task += [Task(size, odd, empty.mover.action(it)) for it, _ in first]
    return every_task


def decide(task: Task) -> Proof | None:
    """Prove who wins."""
    return prove(task.state(), Clock())


def show(proofs: Proofs) -> None:
    """Print a line for each board and side that begins."""
    columns = "board", "begin", "win", "within", "answers", "pairs", "serves", "with"
    rows = table(*columns)
    for size, odd in sorted(
        {task[:2] for task in proofs}, key=lambda it: (it[0], not it[1])
    ):
        here = {task.action: it for task, it in proofs.items() if task[:2] == (size, odd)}
        won = [it for it in here.values() if it]
        proof = here.pop(None, None)
        larger = won and all(it.serves_larger(size) for it in won)
        rows.add_row(
            f"{size} x {size}",
            TURNS[odd],
            TURNS[proof.odds_win] if proof else "nobody",
            *map(str, proof[1:] if proof else ("", "", "")),
            f"larger {'odd' if size % 2 else 'even'} N" if larger else "",
            _in_words(odd, here),
        )
    say(rows)


def _in_words(odd: bool, moved: dict[T3Action | None, Proof | None]) -> str:
    """The first actions with which the side that begins, odds if `odd`, wins."""
    wins = [str(action) for action, it in moved.items() if it and it.odds_win == odd]
    others = [str(action) for action in moved if str(action) not in wins]
    if not moved:
        return ""
    if not wins:
        return "none"
    return f"all but {', '.join(others)}" if others else "any"


def write(proofs: Proofs, folder: Path) -> None:
    """Write the proofs of who wins as certificates."""
    folder.mkdir(exist_ok=True)
    for task, proof in proofs.items():
        if proof and not task.action:
            text = certificate(TURNS[task.odds_begin], [], task.size, Clock())
            path = folder / f"{TURNS[task.odds_begin]}-first-{task.size}.txt"
            write_whole(path, text or "")
