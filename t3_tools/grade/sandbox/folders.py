"""Temporary folders, locked so that another run can remove those of a dead one."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

PREFIX = "t3_grade_"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A new folder, removed when the block ends."""
    while True:
        folder = Path(mkdtemp(prefix=PREFIX))
        # Another run may take it for a dead one's before it is locked.
        with suppress(FileNotFoundError, BlockingIOError):
            lock = _locked(folder)
            if folder.exists():
                break
    try:
        yield folder
    finally:
        _remove(folder)
        os.close(lock)


def remove_leftovers() -> None:
    """Remove the temporary folders of runs that were killed."""
    for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # it is in use
            lock = _locked(folder)
            if os.fstat(lock).st_uid == os.getuid():
                _remove(folder)
            os.close(lock)


def _locked(folder: Path) -> int:
    """A lock that lasts until this is closed, or the process ends. Raises OSError."""
    import fcntl  # not on Windows, where no run begins

    place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(place)
        raise
    return place


def _remove(folder: Path) -> None:
    # shutil.rmtree recurses, and nested folders can exceed Python's recursion limit.
    subprocess.run(["rm", "-rf", str(folder)], stderr=subprocess.DEVNULL)
