"""`grade` gives a class the same marks in one run, after Ctrl-C, and on a cluster."""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rich")
pytest.importorskip("mypy")

from commands import ROOT, environment
from handed_in import COURSE, STATE, folder, killer, right_but
from t3_tools.grade.submissions import read

if sys.platform != "linux":
    pytest.skip("its attacks look for processes in /proc", allow_module_level=True)

pytestmark = [
    pytest.mark.long,
    pytest.mark.timeout(300),
    pytest.mark.usefixtures("box"),
]

GRADE = """
import sys
from t3_tools.__main__ import main
from t3_tools.grade import command
from t3_tools.grade.cases import drawn_case
# Only the first of these cases asks `choose` when odds are to move.
asked = [("block", 0), ("block", 1), ("transitions", 0), ("trap", 1)]
command.exam_cases = lambda seed, count: [drawn_case(seed, *it) for it in asked]
if __name__ == "__main__":
    sys.exit(main(["grade", "--timeout=2", *sys.argv[1:]]))
"""


ANY = None
PLAYERS = {
    "textbook": ("exact", COURSE),
    "constructor": ("crash", COURSE.replace("T3Player:", "T3Player(int, str):")),
    "first": ("blunder", right_but("action = actions[0]")),
    "by hash": (
        ANY,
        right_but(
            "action = min(state.get_transitions(), key=lambda it: hash(str(it[0])))[0]"
        ),
    ),
    "random": (
        ANY,
        right_but("action = random.Random(1).choice(actions)"),
    ),
    "none": ("illegal", right_but("action = None")),
    "talks": ("exact", right_but("print('x' * 10**6)")),
    "exit": ("crash", right_but("os._exit(0)")),
    "memory": ("crash", right_but("action = 'x' * 10**10")),
    "slow": ("exact", right_but("while time.process_time() < 0.7: pass")),
    "slow by the clock": ("exact", right_but("time.sleep(3)")),
    "loop": ("timeout", right_but("while True: pass")),
    "sleep": ("late", right_but("time.sleep(1e6)")),
    "fork": ("exact", right_but("subprocess.Popen(['sleep', '1000'])")),
    "flood": ("crash", right_but("while True: os.write(4, b'x' * 9999)")),
    "killer": (ANY, right_but("kill(state)") + killer().replace("choose", "kill")),
    "syntax": ("crash", "def choose(state): return ("),
}
"""By name: the verdict in the first case, and the player."""


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


def start(path: Path, where: str, class_: Path) -> "subprocess.Popen[bytes]":
    """Start to grade a class, with the record `path`.json and the table `path`.csv."""
    script = path.with_suffix(".py")  # not shared: another run may be reading its script
    script.write_text(GRADE)
    files = [f"--resume={path}.json", f"--csv={path}.csv"]
    return subprocess.Popen(
        [sys.executable, str(script), where, "--seed=12", *files, str(class_)],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def kinds(record: Path) -> dict[str, list[str]]:
    """The kinds of verdicts in a record, by digest."""
    _, known = json.loads(record.read_text()) if record.exists() else ({}, {})
    return {
        digest: [verdict[0] for *_, verdict in results] for digest, results in known.items()
    }


def test_the_same_marks_everywhere(tmp_path: Path, box: str, cluster: str) -> None:
    """A cluster, and a run that two processes resume after Ctrl-C, give equal results."""
    class_ = tmp_path / "class"
    class_.mkdir()
    for name, (_, player) in PLAYERS.items():
        folder(class_ / name, t3_player=player, t3_state=STATE)
    folder(class_ / "no player", other="")
    one, two = tmp_path / "one", tmp_path / "two"
    record = Path(f"{one}.json")
    on_cluster = start(two, f"--dask={cluster}", class_)
    interrupted = start(one, "--jobs=1", class_)
    while len(kinds(record)) < 4:
        time.sleep(0.05)
    interrupted.send_signal(signal.SIGINT)
    assert interrupted.wait() == 130
    before = kinds(record)
    assert len(before) < len(PLAYERS)
    assert [start(one, "--jobs=2", class_).wait(), on_cluster.wait()] == [0, 0]
    found = kinds(record)
    assert before.items() <= found.items()
    assert found == kinds(Path(f"{two}.json"))
    assert Path(f"{one}.csv").read_text() == Path(f"{two}.csv").read_text()
    for submission in read([str(class_)]):
        expected, _ = PLAYERS.get(Path(submission.name).name, (ANY, ""))
        assert expected in (ANY, found[submission.digest()][0]), submission.name


@pytest.mark.parametrize("box", ["no bubblewrap"], indirect=True)
def test_killing_a_worker_of_a_cluster(tmp_path: Path, box: str, cluster: str) -> None:
    """Each case of the killer gets the verdict harm. The other submission loses nothing."""
    for name, player in (("honest", COURSE), ("killer", killer(generations=3))):
        (tmp_path / "class" / name).mkdir(parents=True)
        folder(tmp_path / "class" / name, t3_player=player, t3_state=STATE)
    grading = start(tmp_path / "all", f"--dask={cluster}", tmp_path / "class")
    assert grading.wait() == 0
    found = kinds(tmp_path / "all.json")
    verdicts = [found[it.digest()] for it in read([str(tmp_path / "class")])]
    assert verdicts == [["exact", "exact", "exact", "blunder"], ["harm"] * 4]
