"""Results are the same in one run, after Ctrl-C, and on a cluster."""

import json
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import dask
import distributed
import pytest

from commands import start
from handed_in import COURSE, STATE, UNCONTAINED, folder, killer, right_but
from t3_tools import workers
from t3_tools.grade.intake.submissions import read
from t3_tools.refused import RefusedError

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="its attacks need /proc"),
    pytest.mark.long,
    pytest.mark.timeout(300),
]

GRADE = """
import sys
from t3_tools.__main__ import main
from t3_tools.grade import options
from t3_tools.grade.judging.cases import drawn_case
# Only the first of these cases asks `choose` when odds are to move.
asked = [("block", 0), ("block", 1), ("transitions", 0), ("trap", 1)]
options.exam_cases = lambda seed, count: [drawn_case(seed, *it) for it in asked]
sys.exit(main(["grade", "--unsafe", "--timeout=2", "--seed=12", *sys.argv[1:]]))
"""


PLAYERS = {
    "naive": COURSE,
    "by hash": right_but("action = min(actions, key=lambda it: hash(str(it)))"),
    "random": right_but("action = random.Random(1).choice(actions)"),
    "stops": right_but("os.kill(os.getpid(), signal.SIGSTOP)"),
    "fork": right_but("subprocess.Popen(['sleep', '1000'])"),
    "killer": right_but("kill(state)") + killer().replace("choose", "kill"),
    "killer of workers": killer(generations=2),
}


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a Dask cluster of two processes. Temporary folders are in tmp_path."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    # By default Dask gives a task that kills its worker to three more workers.
    with dask.config.set({"distributed.scheduler.allowed-failures": 1}):
        options = {"dashboard_address": ":0", "silence_logs": "CRITICAL"}
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, **options
        ) as started:
            yield started.scheduler_address


def grade(path: Path, where: str, class_: Path) -> subprocess.Popen[str]:
    """Start to grade a class, with the record `path`.json and the table `path`.csv."""
    files = f"--resume={path}.json", f"--csv={path}.csv"
    return start("-c", GRADE, where, *files, str(class_))


def kinds(record: Path) -> dict[str, list[str]]:
    """The kinds of verdicts in a record, by digest."""
    lines = record.read_text().splitlines()[1:] if record.exists() else []
    known = dict(map(json.loads, lines))
    return {it: [verdict[0] for *_, verdict in known[it]] for it in known}


@UNCONTAINED
def test_the_same_marks_everywhere(tmp_path: Path, box: str, cluster: str) -> None:
    """A cluster, and a run that two processes resume after Ctrl-C, give equal results.

    Who kills workers gets the verdict harm in each case, and the others lose nothing.
    """
    class_ = tmp_path / "class"
    for name, player in PLAYERS.items():
        folder(class_ / name, t3_player=player, t3_state=STATE)
    folder(class_ / "no player", other="")
    one, two = tmp_path / "one", tmp_path / "two"
    record = Path(f"{one}.json")
    on_cluster = grade(two, f"--dask={cluster}", class_)
    interrupted = grade(one, "--jobs=1", class_)
    while len(kinds(record)) < 3:
        time.sleep(0.05)
    interrupted.send_signal(signal.SIGINT)
    assert interrupted.wait() == 130
    before = kinds(record)
    assert len(before) < len(PLAYERS)
    assert [grade(one, "--jobs=2", class_).wait(), on_cluster.wait()] == [0, 0]
    after = kinds(record)
    assert before.items() <= after.items()
    assert after == kinds(Path(f"{two}.json"))
    assert Path(f"{one}.csv").read_text() == Path(f"{two}.csv").read_text()
    of = {it.name: after.get(it.digest()) for it in read([str(class_)])}
    assert of["killer of workers"] == ["harm"] * 4
    assert of["naive"] == ["exact", "exact", "exact", "blunder"]


def test_a_cluster_without_workers_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "WORKER_SECONDS", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as cluster,
        pytest.raises(RefusedError, match=r"cluster at tcp://.* has no workers"),
        workers.executor(1, cluster.scheduler_address),
    ):
        pass
