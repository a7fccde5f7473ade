"""What compiling the search gains: both builds, on the same 5x5 positions, in turn.

`python -m benchmarks.compiled` copies the library twice, compiles one copy with mypyc
(it comes with mypy, and needs a C compiler and setuptools), and prints for each run the
nodes and the seconds. The fastest of each are compared: what else the machine does can
only slow a run down. Your own files stay as they are.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = 20

MEASURE = """
import time
from benchmarks.positions import careful, empty
from t3_player import T3Player
states = [empty(5, True), empty(5, False), *careful(5, 1, 10), *careful(5, 2, 10)]
T3Player().evaluate(states[0])
start = time.perf_counter()
nodes = sum(T3Player().evaluate(state).nodes for state in states)
print(time.perf_counter() - start, nodes)
"""


def copy(to: Path) -> Path:
    """A copy of what is needed, in a new folder."""
    to.mkdir()
    for source in [*ROOT.glob("t3_*.py"), ROOT / "setup.py", ROOT / "pyproject.toml"]:
        shutil.copy(source, to)
    shutil.copy(ROOT / "README.md", to)
    shutil.copytree(ROOT / "benchmarks", to / "benchmarks")
    return to


def measure(folder: Path) -> tuple[float, int]:
    """Seconds and nodes of one run of the copy in `folder`."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, nodes = done.stdout.split()
    return float(seconds), int(nodes)


def main() -> None:
    """Build, run in turn, print."""
    with tempfile.TemporaryDirectory() as folder:
        builds = {name: copy(Path(folder) / name) for name in ("pure", "compiled")}
        subprocess.run(
            [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
            cwd=builds["compiled"],
            env={**os.environ, "T3_COMPILE": "1"},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        seconds: dict[str, list[float]] = {name: [] for name in builds}
        for _ in range(RUNS):
            for name, build in builds.items():
                taken, nodes = measure(build)
                seconds[name].append(taken)
                print(f"{name}: {nodes:,} nodes in {taken:.3f} s")
    ratio = min(seconds["pure"]) / min(seconds["compiled"])
    print(f"compiled: {ratio:.1f} times faster")


if __name__ == "__main__":
    main()
