"""The files in what was handed in: in folders, and in archives in archives."""

import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from lzma import LZMAError
from pathlib import Path
from typing import Any, NamedTuple

from t3_play.program import printable

FILE_LIMIT = 1_000_000
"""The most bytes of a Python file."""
SIZE_LIMIT = 1_000_000_000
"""The most bytes of an archive, and of a tar file when unpacked."""
COUNT_LIMIT = 5_000
"""The most files of a submission."""
NESTING_LIMIT = 3
"""The most archives in one another."""

ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
BROKEN = (
    *(OSError, RuntimeError, ValueError, EOFError, LZMAError, zlib.error),
    *(tarfile.TarError, zipfile.BadZipFile),
)
"""What reading a broken archive may raise."""

IGNORED = re.compile(r"\..*|__MACOSX|__pycache__|node_modules|site-packages|v?env")
"""The names of files and folders that are not the student's own work."""


class File(NamedTuple):
    """A file, on the disk or in an archive."""

    parts: tuple[str, ...]
    """Its path: the folders and archives that it is in, and its name."""
    open: Callable[[], Any]
    is_link: bool = False

    @property
    def path(self) -> str:
        """Its path as text."""
        return printable("/".join(self.parts))

    @property
    def name(self) -> str:
        """Its name, without the folders, and without the .txt that mail programs append."""
        return re.sub(r"\.py\.txt$", ".py", self.parts[-1], flags=re.I)

    @property
    def is_python(self) -> bool:
        """Whether it is Python, by its name."""
        return self.name.lower().endswith(".py")

    @property
    def is_module(self) -> bool:
        """Whether files beside it can import it."""
        # With an __init__.py mypy would take them for a package.
        return self.name.removesuffix(".py").isidentifier() and self.name != "__init__.py"

    @property
    def is_archive(self) -> bool:
        """Whether it can be unpacked, by its name."""
        return self.name.lower().endswith(ARCHIVES) and not self.is_link

    @property
    def letters(self) -> str:
        """The letters of its name, without case, and the digit 3."""
        return re.sub("[^a-z3]", "", self.name.lower().removesuffix(".py"))

    def is_copy_of(self, own: str) -> bool:
        """Whether people or browsers may have made its name from `own`, a Python file.

        As T3_Player.py, t3_player (1).py and alice-t3player-final.py were.
        """
        wanted = own.removesuffix(".py").replace("_", "")
        return self.is_python and wanted in self.letters and "test" not in self.letters

    def read(self) -> bytes:
        """Its content. Raises OSError if it is a link or too long, or another of BROKEN."""
        if self.is_link:
            raise OSError(f"{self.path} is a link")
        with self.open() as opened:
            content: bytes = opened.read(FILE_LIMIT + 1)
        if len(content) > FILE_LIMIT:
            raise OSError(f"{self.path} has more than {FILE_LIMIT} bytes")
        return content


def files_at(place: Path) -> list[File]:
    """The files in a folder, or the one file there. Raises OSError."""
    if place.is_dir():
        return list(_in_folder(place))
    if not place.is_file() and not place.is_symlink():
        raise OSError("neither a folder nor a file: nothing to grade")
    return [File((place.name,), partial(_opened, place), place.is_symlink())]


def all_files(files: list[File], notes: list[str]) -> Iterator[File]:
    """These files without those IGNORED, and with those in archives in place of archives.

    Adds a note for each archive that can't be read.
    """
    waiting = [(file, 0) for file in reversed(files)]
    for _ in range(COUNT_LIMIT):
        if not waiting:
            return
        file, depth = waiting.pop()
        if any(map(IGNORED.fullmatch, file.parts)):
            continue
        if not file.is_archive:
            yield file
            continue
        try:
            if depth == NESTING_LIMIT:
                raise OSError("too many archives in one another")
            for inner in in_archive(file):
                parts = file.parts + inner.parts
                waiting.append((inner._replace(parts=parts), depth + 1))
        except BROKEN as error:
            notes.append(f"{file.path}: {error}")
    notes.append(f"more than {COUNT_LIMIT} files: the rest was not read")


def _in_folder(folder: Path) -> Iterator[File]:
    """The files in a folder and in its folders. Links are not followed."""

    def fail(error: OSError) -> None:
        raise error

    for above, folders, names in os.walk(folder, onerror=fail):
        folders[:] = sorted(it for it in folders if not IGNORED.fullmatch(it))
        for name in sorted(folders + names):
            path = Path(above, name)
            if path.is_symlink() or path.is_file():
                parts = path.relative_to(folder).parts
                yield File(parts, partial(_opened, path), path.is_symlink())


def _opened(path: Path) -> BytesIO:
    """A file's content. It need not be closed, unlike the file."""
    if path.stat().st_size > SIZE_LIMIT:
        raise OSError(f"{path.name} has more than {SIZE_LIMIT} bytes")
    return BytesIO(path.read_bytes())


def in_archive(file: File) -> Iterator[File]:
    """The files in an archive. Raises one of BROKEN."""
    with file.open() as opened:
        content = BytesIO(opened.read(SIZE_LIMIT))
    members = _in_zip if file.name.lower().endswith(".zip") else _in_tar
    for name, opener, is_link in members(content):
        parts = name.replace("\\", "/").split("/")
        inner = tuple(it for it in parts if it not in ("", ".", ".."))
        if inner:
            yield File(inner, opener, is_link)


Members = Iterator[tuple[str, Callable[[], Any], bool]]
"""The name of each file, a function that opens it, and whether it is a link."""


def _in_zip(content: BytesIO) -> Members:
    archive = zipfile.ZipFile(content)
    for info in archive.infolist():
        if info.filename and not info.is_dir():
            is_link = stat.S_ISLNK(info.external_attr >> 16)
            yield info.filename, partial(archive.open, info), is_link


def _in_tar(content: BytesIO) -> Members:
    archive = tarfile.open(fileobj=content)  # noqa: SIM115 - its members are read later
    size = 0
    for member in archive:
        size += member.size
        if size > SIZE_LIMIT:  # to find the next one would take long
            raise OSError(f"more than {SIZE_LIMIT} bytes")
        if not member.isdir():
            yield member.name, partial(archive.extractfile, member), not member.isreg()
