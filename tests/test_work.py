"""Work on a real Dask cluster: the same results as on one process, also after a loss."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("rich")
distributed = pytest.importorskip("distributed")

ROOT = Path(__file__).parent.parent

# A cluster takes some seconds to start.
pytestmark = pytest.mark.timeout(60)


class Cluster:
    """A scheduler and two workers, each a process."""

    def __init__(self, folder: Path) -> None:
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
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    started = Cluster(tmp_path)
    yield started
    started.stop()


def start_arena(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "t3_tools",
            "arena",
            "medium",
            "random",
            "--json",
            *arguments,
        ],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def results(arena: "subprocess.Popen[str]") -> list[dict[str, Any]]:
    shown, _ = arena.communicate()
    assert arena.returncode == 0
    return [
        {key: value for key, value in row.items() if "seconds" not in key}
        for row in json.loads(shown)
    ]


def test_the_same_as_on_one_process(cluster: Cluster) -> None:
    here = start_arena("--games", "20", "--jobs", "1")
    there = start_arena("--games", "20", "--dask", cluster.address)
    assert results(here) == results(there)


def test_a_lost_worker_costs_nothing_but_time(cluster: Cluster) -> None:
    there = start_arena("--games", "300", "--dask", cluster.address)
    with distributed.Client(cluster.address) as client:
        while not any(client.processing().values()):
            time.sleep(0.02)
        cluster.workers[0].send_signal(signal.SIGKILL)
        assert there.poll() is None
    here = start_arena("--games", "300", "--jobs", "1")
    assert results(there) == results(here)
    assert cluster.workers[0].wait() == -signal.SIGKILL
