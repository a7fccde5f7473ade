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
from t3_tools.grade.sandbox.folders import PREFIX, leftovers

MOUNTED = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
"""The file that says in which groups this process is."""


OWN_PROCESSES = 5
"""Those of bubblewrap, and the first two of a question."""


class Group(NamedTuple):
    """The folders of a control group, which are one in version 2."""

    memory: Path
    pids: Path
    cpu: Path

    @property
    def is_version_2(self) -> bool:
        """Whether all controllers share a folder."""
        return self.memory == self.cpu

    def entering(self, command: list[str]) -> list[str]:
        """What enters the group, and then runs a command."""
        lists = [quote(f"{folder}/cgroup.procs") for folder in self]
        enter = "".join(f"echo 0 > {it} && " for it in lists)
        return ["/bin/sh", "-c", f'{enter}exec "$@"', "sh", *command]

    def used(self) -> tuple[float, bool]:
        """The CPU seconds used by all its processes, and whether memory ran out."""
        cpu, second, kills = "cpuacct.usage", 1e9, "memory.oom_control"
        if self.is_version_2:
            cpu, second, kills = "cpu.stat", 1e6, "memory.events"
        units = re.findall(r"\d+", (self.cpu / cpu).read_text())
        killed = re.search(r"\boom_kill [1-9]", (self.memory / kills).read_text())
        return int(units[0]) / second, killed is not None


@contextmanager
def group(above: Group) -> Iterator[Group]:
    """A new group below another one, with the limits of a submission.

    When the block ends, it is removed, with all its processes.
    """
    name = f"{PREFIX}{os.getpid()}_{secrets.token_hex(4)}"
    new = Group(*(folder / name for folder in above))
    most = f"{limits.ALL_MEGABYTES * 1_000_000}"
    # The second is of memory and swap space together.
    memory, swap, swapped = "limit_in_bytes", "memsw.limit_in_bytes", most
    if new.is_version_2:
        memory, swap, swapped = "max", "swap.max", "0"
    processes = new.pids / "pids.max"
    try:
        for folder in new:
            folder.mkdir(exist_ok=True)
        (new.memory / f"memory.{memory}").write_text(most)
        with suppress(OSError):  # the system may not count it
            (new.memory / f"memory.{swap}").write_text(swapped)
        processes.write_text(f"{limits.PROCESSES + OWN_PROCESSES}")
        yield new
    finally:
        give_up = time.monotonic() + limits.GRACE
        with suppress(OSError):
            processes.write_text("0")  # else they could start others
        while any(folder.exists() for folder in new) and time.monotonic() < give_up:
            with suppress(OSError):
                for pid in (new.pids / "cgroup.procs").read_text().split():
                    os.kill(int(pid), signal.SIGKILL)
            for folder in new:
                with suppress(OSError):
                    folder.rmdir()
            time.sleep(0.001)


def remove_leftovers() -> None:
    """Remove the groups of graders that were killed."""
    for folder in home() or ():
        for left in leftovers(folder):
            with suppress(OSError):  # what ran in it is still ending
                left.rmdir()


@cache
def home() -> Group | None:
    """The group in which others can be made; None if this process can make none."""
    for found in candidates():
        with suppress(OSError, subprocess.CalledProcessError), group(found) as new:
            subprocess.run(new.entering(["/bin/true"]), check=True, capture_output=True)
            new.used()
            return found
    return None


def candidates() -> Iterator[Group]:
    """Groups of this process, and above it, in which others may be made."""
    paths: dict[str, str] = {}
    with suppress(OSError):  # not Linux
        for line in OWN.read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            paths |= dict.fromkeys(controllers.split(","), path.lstrip("/"))
    if (MOUNTED / "cgroup.controllers").exists():
        own = MOUNTED / paths.get("", "")
        for folder in (own, *own.parents):
            if folder.is_relative_to(MOUNTED):
                yield Group(folder, folder, folder)
    else:
        tops = {it: MOUNTED / it for it in ("memory", "pids", "cpuacct")}
        yield Group(*(top / paths.get(it, "") for it, top in tops.items()))
        yield Group(*tops.values())  # in a container, its own groups may be mounted there
