"""What compiling the search gains: both builds, on the same 5x5 positions, in turn.

`python -m benchmarks.compiled` copies the library twice, compiles one copy with mypyc
(it comes with mypy, and needs a C compiler and setuptools), and prints for each run the
nodes and the seconds. What is compared is the fastest that each position was answered:
what else the machine does can only slow an answer down. Your own files stay as they are.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from t3_play.ending import complain, run

PROGRAM = "benchmarks.compiled"
ROOT = Path(__file__).parent.parent
RUNS = 10

MEASURE = """
import time
from benchmarks.positions import careful, empty
from t3_player import T3Player
states = [empty(5, True), empty(5, False), *careful(5, 1, 10), *careful(5, 2, 10)]
T3Player().evaluate(states[0])
for state in states:
    start = time.perf_counter()
    nodes = T3Player().evaluate(state).nodes
    print(time.perf_counter() - start, nodes)
"""


def copy(to: Path) -> Path:
    """A copy of what is needed, in a new folder."""
    to.mkdir()
    for source in [*ROOT.glob("t3_*.py"), ROOT / "setup.py", ROOT / "pyproject.toml"]:
        shutil.copy(source, to)
    shutil.copy(ROOT / "README.md", to)
    for folder in ("benchmarks", "t3_play"):
        shutil.copytree(ROOT / folder, to / folder)
    return to


def measure(folder: Path) -> tuple[list[float], int]:
    """One run of the copy in `folder`: the seconds of each position, all their nodes."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, nodes = zip(*(line.split() for line in done.stdout.splitlines()))
    return [float(each) for each in seconds], sum(int(each) for each in nodes)


def main() -> int:
    """Build, run in turn, print; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        builds = {name: copy(Path(folder) / name) for name in ("pure", "compiled")}
        built = subprocess.run(
            [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
            cwd=builds["compiled"],
            env={**os.environ, "T3_COMPILE": "1"},
            stdout=subprocess.DEVNULL,
        )
        if built.returncode != 0:
            needed = "mypy and setuptools (pip install -e '.[bench]') and a C compiler"
            return complain(PROGRAM, f"not compiled: it takes {needed}", 1)
        runs: dict[str, list[list[float]]] = {name: [] for name in builds}
        for _ in range(RUNS):
            for name, build in builds.items():
                seconds, nodes = measure(build)
                runs[name].append(seconds)
                print(f"{name}: {nodes:,} nodes in {sum(seconds):.3f} s")
    pure, compiled = (sum(map(min, *runs[name])) for name in builds)
    print(f"compiled: {pure / compiled:.1f} times faster, {compiled:.3f} s for {pure:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(run(PROGRAM, main))
