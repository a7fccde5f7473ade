"""`grade` gives a class the same marks in one run, after Ctrl-C, and on a cluster."""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")
pytest.importorskip("mypy")

from commands import ROOT, environment
from handed_in import COURSE, SLIP_STATE, STATE, folder, killer
from t3_tools.__main__ import main
from t3_tools.grade import command
from t3_tools.grade.cases import Recipe
from t3_tools.grade.submissions import read

if sys.platform != "linux":
    pytest.skip("its attacks look for processes in /proc", allow_module_level=True)

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(900),
    pytest.mark.usefixtures("box"),
]

RECIPES = [
    Recipe(12, "block", 0),
    Recipe(12, "block", 1),
    Recipe(12, "unchanged", 1),
    Recipe(12, "transitions", 0),
    Recipe(12, "trap", 1),
    Recipe(12, "mypy", 0),
]
"""Only the first of these cases asks `choose` when odds are to move."""

GRADE = f"""
import sys
from t3_tools.__main__ import main
from t3_tools.grade import command
from t3_tools.grade.cases import Recipe
from t3_tools.grade.submissions import read
command.recipes = lambda seed, count: {RECIPES}
if __name__ == "__main__":
    sys.exit(main(["grade", "--timeout=2", *sys.argv[1:]]))
"""

EXACT = """
from typing import Optional, Tuple

from t3_state import T3Action, T3State


def value(state: T3State) -> Tuple[int, int, Optional[T3Action]]:
    if state.is_win():
        return -1, 0, None
    if state.is_tie():
        return 0, 0, None
    best: Tuple[int, int, Optional[T3Action]] = (-2, 0, None)
    for action, child in state.get_transitions():
        if child.is_win():
            return 1, 1, action
    for action, child in state.get_transitions():
        utility, depth, _ = value(child)
        if (-utility, -depth - 1) > (best[0], -best[1]):
            best = (-utility, depth + 1, action)
    return best


def choose(state: T3State) -> Optional[T3Action]:
    return value(state)[2]
"""

WITH_A_NAME = COURSE.replace(
    "class T3Player:\n",
    "class T3Player:\n    def __init__(self, name: str) -> None:\n        pass\n\n",
)


def for_odds(attack: str) -> str:
    """A right player. With odds to move, it runs `attack`, which may change `action`."""
    return (
        f"{COURSE}\nimport os, random, signal, subprocess, sys, time\n"
        "def choose(state: T3State) -> Any:\n"
        "    action: Any = T3Player().choose(state)\n"
        "    transitions: Any = state.get_transitions()\n"
        f"    if state._odd_turn:\n        {attack}\n"
        "    return action\n"
    )


PLAYERS = {
    "exact": ("exact", EXACT),
    "textbook": ("exact", COURSE),
    "function only": ("exact", EXACT.replace("value", "of")),
    "a constructor of its own": (
        "exact",
        f"{WITH_A_NAME}\ndef choose(state: T3State) -> Any:\n"
        "    return T3Player('me').choose(state)\n",
    ),
    "only a constructor of its own": ("crash", WITH_A_NAME),
    "untyped": ("exact", EXACT.replace(": T3State", "")),
    "first": ("blunder", for_odds("action = next(transitions)[0]")),
    "by hash": (
        None,
        for_odds("action = min(transitions, key=lambda it: hash(str(it[0])))[0]"),
    ),
    "random": (None, for_odds("action = random.Random(1).choice(list(transitions))[0]")),
    "none": ("illegal", for_odds("action = None")),
    "tuple": ("illegal", for_odds("action = (0, 0, 1)")),
    "object": ("illegal", for_odds("action = object()")),
    "off the board": ("illegal", for_odds("action = T3Action(9, 9, 9)")),
    "talks": ("exact", for_odds("print('x' * 10**6)")),
    "crash": ("crash", for_odds("raise KeyError(state)")),
    "exit": ("crash", for_odds("os._exit(0)")),
    "recursion": ("crash", for_odds("(dig := lambda: dig())()")),
    "memory": ("crash", for_odds("action = 'x' * 10**10")),
    "slow": ("exact", for_odds("while time.process_time() < 0.7: pass")),
    "slow by the clock": ("exact", for_odds("time.sleep(3)")),
    "loop": ("timeout", for_odds("while True: pass")),
    "sleep": ("late", for_odds("time.sleep(1e6)")),
    "sleep and compute": ("exact", for_odds("time.sleep(1)")),
    "fork": ("exact", for_odds("subprocess.Popen(['sleep', '1000'])")),
    "flood": ("crash", for_odds("while True: os.write(4, b'x' * 9999)")),
    "killer": (None, for_odds("kill(state)") + killer().replace("choose", "kill")),
    "stopper": (
        None,
        for_odds("kill(state)") + killer("SIGSTOP").replace("choose", "kill"),
    ),
    "syntax": ("crash", "def choose(state): return ("),
    "import": ("crash", "import numpy_of_another_machine"),
}
"""By name: the verdict in the first case (None for any verdict), and the player."""


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a Dask cluster of two processes. Temporary folders are in tmp_path."""
    distributed = pytest.importorskip("distributed")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    dask = pytest.importorskip("dask")
    # Otherwise Dask gives a task that kills its worker to three more workers.
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        options = {"dashboard_address": ":0", "silence_logs": "CRITICAL"}
        with distributed.LocalCluster(2, threads_per_worker=1, **options) as started:
            yield started.scheduler_address


def start(path: Path, where: str, class_: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start to grade a class, with the record `path`.json and the table `path`.csv."""
    script = path.with_suffix(".py")  # not shared: another run may be reading its script
    script.write_text(GRADE)
    files = [f"--resume={path}.json", f"--csv={path}.csv"]
    return subprocess.Popen(
        [sys.executable, str(script), where, "--seed=12", *files, *class_],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def known(record: Path) -> dict[str, list[Any]]:
    """The results in a record, by digest."""
    found: dict[str, list[Any]] = json.loads(record.read_text())[1]
    return found


def verdicts(record: Path, class_: Sequence[str]) -> dict[str, list[Any]]:
    """The results in a record by the submission's name, without notes."""
    found = known(record)
    return {
        Path(path).name: [result[:4] for result in found[read([path])[0].digest()]]
        for path in class_
    }


def test_the_same_marks_everywhere(tmp_path: Path, box: str, cluster: str) -> None:
    """One job, a cluster, and a run resumed after Ctrl-C give equal results and tables."""
    class_ = [
        folder(tmp_path / name, t3_player=player, t3_state=STATE)
        for name, (_, player) in PLAYERS.items()
    ]
    changing = "    state._state[0][0] = 5\n    return choice\n"
    player = f"{EXACT.replace('return value', 'choice = value')}{changing}"
    class_ += [
        folder(tmp_path / "changes the state", t3_player=player, t3_state=SLIP_STATE),
        folder(tmp_path / "no player", other=""),
    ]
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    alone = start(one, "--jobs=1", class_)
    on_cluster = start(three, f"--dask={cluster}", class_)
    interrupted = start(two, "--jobs=1", class_)
    record = Path(f"{two}.json")
    while not record.exists() or len(known(record)) < 6:
        time.sleep(0.05)
    interrupted.send_signal(signal.SIGINT)
    assert interrupted.wait() == 130
    before = known(record)
    resumed = start(two, "--jobs=2", class_)
    assert [process.wait() for process in (alone, on_cluster, resumed)] == [0, 0, 0]
    assert 6 <= len(before) < len(class_)
    assert before.items() <= known(record).items()

    found, *others = (verdicts(Path(f"{it}.json"), class_) for it in (one, two, three))
    assert others == [found, found]
    tables = {Path(f"{path}.csv").read_text() for path in (one, two, three)}
    assert len(tables) == 1
    kinds = {name: found[name][0][3][0] for name in PLAYERS}
    expected = {name: kind or kinds[name] for name, (kind, _) in PLAYERS.items()}
    assert kinds == expected
    assert {kind for kind, *_ in (it[3] for it in found["exact"])} == {"exact"}


@pytest.mark.parametrize("box", ["no bubblewrap"], indirect=True)
def test_killing_a_worker_of_a_cluster(
    tmp_path: Path, box: str, cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each case of the killer gets the verdict harm. The other submission loses nothing."""
    monkeypatch.setattr(command, "recipes", lambda seed, count: RECIPES)
    paths = [
        folder(tmp_path / "honest", t3_player=COURSE, t3_state=STATE),
        folder(tmp_path / "killer", t3_player=killer(generations=3), t3_state=STATE),
    ]
    record = tmp_path / "all.json"
    assert main(["grade", *paths, f"--dask={cluster}", f"--resume={record}"]) == 0
    found = verdicts(record, paths)
    assert {verdict[0] for *_, verdict in found["honest"]} == {"exact", "blunder"}
    assert {verdict[1] for *_, verdict in found["killer"]} == {"it kills the grader"}
