"""Control groups, in which Linux counts what a submission uses, and limits it.

The files are those of https://docs.kernel.org/admin-guide/cgroup-v2.html and, for version
1, of https://docs.kernel.org/admin-guide/cgroup-v1/.
"""

import os
import re
import secrets
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from t3_tools.grade import limits

MOUNTED = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
"""The file that says in which groups this process is."""


class Files(NamedTuple):
    """The names of a group's files. The word before the dot is the controller's."""

    memory: str
    swap: str
    """In version 1, of memory and swap space together."""
    kills: str
    """Has a line `oom_kill N`: how many processes have ended because memory ran out."""
    cpu: str
    second: float
    """How many units of the first number in `cpu` make a second."""


VERSION_1 = Files(
    "memory.limit_in_bytes",
    "memory.memsw.limit_in_bytes",
    "memory.oom_control",
    "cpuacct.usage",
    1e9,
)
VERSION_2 = Files("memory.max", "memory.swap.max", "memory.events", "cpu.stat", 1e6)

OWN_PROCESSES = 5
"""Those of bubblewrap, and the first two of a question."""


class Group(NamedTuple):
    """A control group, or one in each hierarchy of version 1."""

    names: Files
    folders: dict[str, Path]
    """By controller."""

    def file(self, name: str) -> Path:
        """The path of a file."""
        return self.folders[name.partition(".")[0]] / name

    def entering(self, command: list[str]) -> list[str]:
        """What enters the group, and then runs a command."""
        lists = {quote(f"{folder}/cgroup.procs") for folder in self.folders.values()}
        enter = "".join(f"echo 0 > {it} && " for it in sorted(lists))
        return ["/bin/sh", "-c", f'{enter}exec "$@"', "sh", *command]

    def used(self) -> tuple[float, bool]:
        """The CPU seconds used by all its processes, and whether memory ran out."""
        units = re.findall(r"\d+", self.file(self.names.cpu).read_text())
        kills = re.findall(r"\boom_kill (\d+)", self.file(self.names.kills).read_text())
        return int(units[0]) / self.names.second, kills != ["0"]

    def limit(self) -> None:
        """Set the limits of a submission."""
        most = limits.ALL_MEGABYTES * 1_000_000
        self.file(self.names.memory).write_text(f"{most}")
        with suppress(OSError):  # the system may not count it
            swap = "0" if self.names == VERSION_2 else f"{most}"
            self.file(self.names.swap).write_text(swap)
        self.file("pids.max").write_text(f"{limits.PROCESSES + OWN_PROCESSES}")

    def remove(self) -> None:
        """Kill its processes, and remove it."""
        give_up = time.monotonic() + limits.GRACE
        with suppress(OSError):
            self.file("pids.max").write_text("0")  # else they could start others
        while time.monotonic() < give_up:
            left = [folder for folder in self.folders.values() if folder.exists()]
            if not left:
                break
            for folder in left:
                with suppress(OSError):
                    for pid in (folder / "cgroup.procs").read_text().split():
                        os.kill(int(pid), signal.SIGKILL)
                with suppress(OSError):
                    folder.rmdir()
            time.sleep(0.001)


@contextmanager
def group(above: Group | None) -> Iterator[Group | None]:
    """A new group below another one, removed when the block ends; None below None."""
    if above is None:
        yield None
        return
    name = f"t3_{os.getpid()}_{secrets.token_hex(4)}"
    folders = {it: folder / name for it, folder in above.folders.items()}
    new = above._replace(folders=folders)
    try:
        for folder in {*new.folders.values()}:
            folder.mkdir()
        new.limit()
        yield new
    finally:
        new.remove()


def remove_leftovers() -> None:
    """Remove the groups of graders that were killed."""
    if above := home():
        for folder in {*above.folders.values()}:
            for left in folder.glob("t3_*_*"):
                if not Path("/proc", left.name.split("_")[1]).exists():
                    with suppress(OSError):  # what ran in it is still ending
                        left.rmdir()


@cache
def home() -> Group | None:
    """The group in which others can be made; None if this process can make none."""
    for found in candidates():
        try:
            with group(found) as new:
                assert new
                subprocess.run(new.entering(["/bin/true"]), check=True, stderr=-1)
                new.used()
        except (OSError, subprocess.CalledProcessError):
            continue
        return found
    return None


def counted_by() -> str:
    """Who counts what submissions use, in words."""
    if home():
        return "counted by the system, in control groups"
    return "counted by this program, as it can make no control group"


def candidates() -> Iterator[Group]:
    """Groups of this process, and above it, in which others may be made."""
    paths: dict[str, str] = {}
    with suppress(OSError):  # not Linux
        for line in OWN.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            paths |= dict.fromkeys(controllers.split(","), path)
    if (MOUNTED / "cgroup.controllers").exists():
        folder = MOUNTED / paths.get("", "").lstrip("/")
        while folder.is_relative_to(MOUNTED):
            yield Group(VERSION_2, dict.fromkeys(("memory", "pids", "cpu"), folder))
            folder = folder.parent
    elif paths.keys() >= {"memory", "pids", "cpuacct"}:
        tops = {it: MOUNTED / it for it in ("memory", "pids", "cpuacct")}
        yield Group(
            VERSION_1, {it: top / paths[it].lstrip("/") for it, top in tops.items()}
        )
        yield Group(VERSION_1, tops)  # in a container, its own groups may be mounted there
