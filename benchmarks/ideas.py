"""What each of the engine's ideas gains: the positions made without it.

`python -m benchmarks.ideas` leaves out one idea at a time, by changing a line in a copy of
t3_engine, and prints the positions made on empty boards. Takes a few minutes.
"""

import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple

from t3_play.program import run

ROOT = Path(__file__).resolve().parent.parent

BOARDS = {
    "5 x 5, odds": "T3State(True, [[0] * 5] * 5)",
    "5 x 5, evens": "T3State(False, [[0] * 5] * 5)",
    "6 x 6, odds": "T3State(True, [[0] * 6] * 6)",
    "7 x 7, evens": "T3State(False, [[0] * 7] * 7)",
    "4 x 4, target 21, evens": "game_with(21, 6)(False, [[0] * 4] * 4)",
}
"""The columns of the table, as Python."""

MINUTES = 3
"""The most minutes for one number."""


class Idea(NamedTuple):
    """An idea, and the change that leaves it out."""

    name: str
    module: str
    line: str
    instead: str


IDEAS = [
    Idea("`sound`", "position", "if self.is_threatened():", "if True:"),
    Idea(
        "the second half of `sound`",
        "position",
        "if quiet and once:",
        "if False:",
    ),
    Idea("two threats win in three", "position", "return twice & self.safe", "return 0"),
    Idea(
        "smaller limits first",
        "forced_wins",
        "first = self.holds_for.get(key, 3) + 2",
        "first = plies",
    ),
    Idea(
        "the attacker's threats first",
        "forced_wins",
        "key=lambda it: (threats >> it & 1, last_decided[it])",
        "key=lambda it: last_decided[it]",
    ),
    Idea(
        "the cheaper question next",
        "utility",
        "return min(asked, key=lambda it: it.cost, default=None)",
        "return min(asked, key=lambda it: it.plies, default=None)",
    ),
    Idea("lines counted after a tie", "proof_numbers", "if self.met_tie:", "if False:"),
    Idea("slack", "proof_numbers", "second + second // 2 + 1", "second + 1"),
    Idea(
        "`Position.distinct`",
        "position",
        "return actions & self.mover.tables.distinct(self.used)",
        "return actions",
    ),
]


def nodes(idea: Idea | None, board: str) -> int | None:
    """The positions made on a board without an idea; None if it takes too long."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copytree(ROOT, copy, ignore=ignore_patterns(".*", "tests", "docs", "t3_tools"))
        if idea:
            module = copy / "t3_engine" / f"{idea.module}.py"
            text = module.read_text(encoding="utf-8")
            if text.count(idea.line) != 1:
                raise ValueError(f"{idea.line!r} does not stand once in {module.name}")
            module.write_text(text.replace(idea.line, idea.instead), encoding="utf-8")
        program = (
            "from benchmarks.positions import nodes; from t3_state import T3State; "
            f"from t3_play.match import game_with; print(nodes({board}))"
        )
        try:
            done = subprocess.run(
                [sys.executable, "-c", program],
                cwd=copy,
                capture_output=True,
                text=True,
                check=True,
                timeout=60 * MINUTES,
            )
        except subprocess.TimeoutExpired:
            return None
        return int(done.stdout)


def main() -> int:
    """Print the table, in Markdown; returns the exit code."""
    print("| without |", " | ".join(BOARDS), "|")
    print("|---" * (1 + len(BOARDS)) + "|")
    for idea in [None, *IDEAS]:
        row = [nodes(idea, board) for board in BOARDS.values()]
        cells = [f"more than {MINUTES} minutes" if it is None else f"{it:,}" for it in row]
        print(f"| {idea.name if idea else '(all ideas in)'} |", " | ".join(cells), "|")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(run("benchmarks.ideas", main))
