"""A real Dask cluster gives the results of one process, even if it loses a worker."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import FEW_CASES, ROOT, environment

pytest.importorskip("rich")

from click import UsageError

from t3_tools import workers

# A cluster takes some seconds to start, and its imports take some more.
pytestmark = pytest.mark.long


class Cluster:
    """A scheduler and two workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        file = folder / "scheduler.json"
        self.scheduler = self.start(
            "scheduler", "--scheduler-file", str(file), "--port", "0"
        )
        self.workers = [self.start_worker(file) for _ in range(2)]
        while not (file.exists() and file.read_text().endswith("}")):
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]

    def start_worker(self, file: Path) -> "subprocess.Popen[bytes]":
        return self.start(
            "worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny"
        )

    def start(self, role: str, *arguments: str) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [
                sys.executable,
                "-m",
                f"distributed.cli.dask_{role}",
                *arguments,
                "--no-dashboard",
            ],
            cwd=ROOT,
            env=environment(TMPDIR=str(self.folder)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    started = Cluster(tmp_path)
    yield started
    started.stop()


def start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "t3_tools", *arguments],
        cwd=ROOT,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )


def results(process: "subprocess.Popen[str]") -> str:
    """What a command prints, without the times."""
    shown, _ = process.communicate()
    assert process.returncode == 0
    return re.sub(r"[0-9.]+ *\n", "", shown)  # the last column of the arena


def test_a_cluster_without_workers_is_not_waited_for(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Client

    for worker in cluster.workers:
        worker.kill()
    with Client(cluster.address) as client:
        while client.scheduler_info()["workers"]:
            time.sleep(0.05)
    monkeypatch.setattr(workers, "WORKER_SECONDS", 1)
    with (
        pytest.raises(UsageError, match=f"cluster at {cluster.address} has no workers"),
        workers.executor(1, cluster.address),
    ):
        pass


@pytest.mark.parametrize(
    "command",
    [
        ["arena", "medium", "random", "--games", "40"],
        ["grade", "tests/course_player.py", "t3_tools/textbook.py", *FEW_CASES],
    ],
)
def test_a_lost_worker_costs_nothing_but_time(command: list[str], cluster: Cluster) -> None:
    from distributed import Client

    lost = cluster.workers[0]
    with Client(cluster.address) as client:
        client.wait_for_workers(2)
        pids = client.run(os.getpid)
        (address,) = (worker for worker, pid in pids.items() if pid == lost.pid)
        lost.send_signal(signal.SIGSTOP)  # the stopped worker gets work but never does it
        there = start(*command, "--dask", cluster.address)
        while not client.processing()[address]:
            time.sleep(0.02)
        lost.send_signal(signal.SIGKILL)
    assert results(there) == results(start(*command, "--jobs", "1"))
    assert lost.wait() == -signal.SIGKILL
