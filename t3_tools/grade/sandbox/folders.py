"""Temporary folders, whose names say which process of which machine works in them."""

import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp

PREFIX = f"t3_grade_{platform.node()}_"


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A new folder, removed when the block ends."""
    folder = Path(mkdtemp(prefix=f"{PREFIX}{os.getpid()}_"))
    try:
        yield folder
    finally:
        _remove(folder)


def leftovers(place: Path) -> Iterator[Path]:
    """Our folders in a place whose processes were killed."""
    for folder in place.glob(f"{PREFIX}*"):
        process = folder.name.removeprefix(PREFIX).partition("_")[0]
        with suppress(OSError, ValueError, OverflowError):  # it is gone, or not ours
            try:
                os.kill(int(process), 0)
            except ProcessLookupError:
                if folder.lstat().st_uid == os.getuid():
                    yield folder


def remove_leftovers() -> None:
    """Remove our temporary folders whose processes were killed."""
    for folder in leftovers(Path(gettempdir())):
        _remove(folder)


def _remove(folder: Path) -> None:
    # shutil.rmtree recurses, and nested folders can exceed Python's recursion limit.
    subprocess.run(["rm", "-rf", str(folder)], stderr=subprocess.DEVNULL)
