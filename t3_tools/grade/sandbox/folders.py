"""Temporary folders for what submissions write."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeVar

import t3_state
from t3_tools.grade.submissions import LENDABLE

GRACE = 15
"""Seconds for starting and cleaning up, on top of what a submission may take."""

OURS = Path(t3_state.__file__).parent

User = tuple[int, int]
"""The ids of a user and of a group."""

Done = TypeVar("Done")


def patiently(attempt: Callable[[], Done], seconds: int = 2 * GRACE) -> Done:
    """The result of `attempt`, repeated for `seconds` while it raises OSError.

    Another submission may be using up all processes. When it is killed, they are free.
    """
    give_up = time.monotonic() + seconds
    while True:
        try:
            return attempt()
        except OSError:
            if time.monotonic() > give_up:
                raise
        time.sleep(0.02)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A new folder, removed when the block ends."""
    folder = Path(mkdtemp(prefix="t3_"))
    try:
        yield folder
    finally:
        remove(folder)


def remove(folder: str | Path) -> None:
    """Remove a folder if it exists."""
    # shutil.rmtree recurses, and nested folders can exceed Python's recursion limit.
    command = ["rm", "-rf", str(folder)]
    patiently(partial(subprocess.run, command, stderr=subprocess.DEVNULL))


@contextmanager
def unpacked(
    files: Mapping[str, bytes], folder: Path, user: User | None = None
) -> Iterator[Path]:
    """A new folder within `folder` with these files.

    If files of LENDABLE are missing, adds this project's. If a user is named, the files
    belong to that user.
    """
    temporary = Path(mkdtemp(dir=folder))
    try:
        inner = temporary / "submission"
        inner.mkdir()
        ours = {name: (OURS / name).read_bytes() for name in LENDABLE}
        for name, content in (ours | dict(files)).items():
            (inner / name).write_bytes(content)
        if user:  # who must be able to read them, whatever the umask
            for place in (folder, temporary):
                place.chmod(0o711)
            for place in (inner, *inner.iterdir()):
                os.chown(place, *user)
        yield inner
    finally:
        remove(temporary)
