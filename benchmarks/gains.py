"""What each idea of t3_engine gains: the positions made without it.

`python -m benchmarks.gains` changes a copy of the engine, one idea at a time, and counts
the positions that it then makes for the same values. It takes some minutes.
"""

import subprocess
import sys
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import t3_engine
from t3_play.program import run

ENGINE = Path(t3_engine.__file__).parent

WITHOUT = {
    "nothing": ("search.py", "", ""),
    "the mover's cost tripled": ("search.py", "(3 if limit.odd == odd else 1)", "1"),
    "the easiest child first": ("search.py", "(cost, order, pos", "(0, order, pos"),
    "few safe replies first": ("search.py", "child.safe.bit_count()", "0"),
    "alpha-beta": ("search.py", "WIDE: Final = 25", "WIDE: Final = 0"),
    "its threats first": ("search.py", "return forcing >> action & 1,", "return 0,"),
    "its large numbers first": ("search.py", "& 1, rank,", "& 1, 0,"),
    "its cells of many lines first": ("search.py", "len(tables.lines_on[cell])\n", "0\n"),
    "threats first": ("forced_wins.py", ", position.forcing()", ", 0"),
    "what decided last first": ("forced_wins.py", "last_decided.__getitem__", "bool"),
    "deepening inside": ("forced_wins.py", "in range(first, ", "in range(plies, "),
    "squeezing": ("position.py", "return squeezing", "return self.safe"),
    "no double threat left": ("position.py", "if doubles else", "if 0 else"),
    "no loss in 2 if all are safe": ("search.py", "== position.legal() else", "== 0 else"),
    "double threats at sight": ("position.py", "return twice & self.safe", "return 0"),
    "pairs without stones": ("position.py", "& self.mover.tables.distinct(self.used)", ""),
    "the eight symmetries": ("symmetry.py", "(tables.size)]", "(tables.size)[:1]]"),
}
"""By the idea: a file of the engine, and text to replace there."""

MOST = 2_000_000
"""The positions after which a set is given up."""

SETS = {
    "20 on 4 x 4": "careful(4, 1, 20)",
    "5 on 5 x 5": "careful(5, 1, 5)",
    "4 on 6 x 6": "careful(6, 1, 4)",
    "empty 7 x 7": "[empty(7, True), empty(7, False)]",
}
"""Positions: with one number placed, or empty with either side first."""

COUNT = """
from benchmarks.positions import careful, empty
from t3_engine import Clock, Search
clock = Clock()
clock.most = MOST
try:
    for state in STATES:
        Search(clock).evaluate(state)
except TimeoutError:
    pass
print(clock.nodes)
"""


def nodes(changed: Path, states: str) -> int:
    """The positions that the engine in a folder makes for the values of these states."""
    script = COUNT.replace("MOST", str(MOST)).replace("STATES", states)
    command = [sys.executable, "-c", script]  # which looks for modules in its folder first
    root = {"PYTHONPATH": str(ENGINE.parent)}
    return int(subprocess.check_output(command, cwd=changed, env=root))


def without(idea: str, folder: Path) -> None:
    """Write an engine without this idea to a folder."""
    name, old, new = WITHOUT[idea]
    source = (ENGINE / name).read_text(encoding="utf-8")
    assert old in source, idea
    copytree(ENGINE, folder / "t3_engine", dirs_exist_ok=True)
    changed = source.replace(old, new)
    (folder / "t3_engine" / name).write_text(changed, encoding="utf-8")


def main() -> None:
    """Print the table, blank where an idea changes nothing."""
    print(f"{'without':<32}" + "".join(f"{name:>16}" for name in SETS))
    whole: dict[str, int] = {}
    with TemporaryDirectory() as folder:
        for idea in WITHOUT:
            without(idea, Path(folder))
            print(f"{idea:<32}", end="")
            for states in SETS.values():
                made = nodes(Path(folder), states)
                shown = f"{made:,}" if made <= MOST else "over 2 million"
                if whole.setdefault(states, made) == made and idea != "nothing":
                    shown = ""
                print(f"{shown:>16}", end="", flush=True)
            print()


if __name__ == "__main__":
    sys.exit(run("benchmarks.gains", main))
