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

COPY = re.compile(r"(?P<words>.*?)([-_ (]+v?(?P<number>[0-9]{1,9})\)?)?(\.py)?", re.S)
"""The name of a copy: Canvas appends -1, browsers append (1), people _v2."""


class File(NamedTuple):
    """A file, on the disk or in an archive. With an empty name it stands for its folder."""

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

    def copy_of(self, own: str) -> tuple[int, int] | None:
        """How many letters its name has beyond `own`, and minus the number of the copy.

        None if nobody would name a copy of `own` like this. T3_Player.py, t3_player (1).py
        and alice-t3player-final.py are copies of t3_player.py. The newest is the least.
        """
        copy = COPY.fullmatch(self.name.lower())
        assert copy
        letters = re.sub("[^a-z3]", "", copy["words"])
        wanted = own.removesuffix(".py").replace("_", "")
        if not self.is_python or wanted not in letters or "test" in letters:
            return None
        return len(letters) - len(wanted), -int(copy["number"] or 0)

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
    count = 0
    while waiting:
        file, depth = waiting.pop()
        if not file.name or any(map(IGNORED.fullmatch, file.parts)):
            continue
        count += 1
        if count > COUNT_LIMIT:
            notes.append(f"more than {COUNT_LIMIT} files: the rest was not read")
            return
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


def _in_folder(folder: Path) -> Iterator[File]:
    """The files in a folder and its folders, and all folders. Does not follow links."""

    def fail(error: OSError) -> None:
        raise error

    for above, folders, names in os.walk(folder, onerror=fail):
        parts = Path(above).relative_to(folder).parts
        if parts:
            folders[:] = [it for it in folders if not IGNORED.fullmatch(it)]
        yield File((*parts, ""), BytesIO)
        folders.sort()
        for name in sorted(folders + names):
            path = Path(above, name)
            if path.is_symlink() or path.is_file():
                yield File((*parts, name), partial(_opened, path), path.is_symlink())


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
        *folders, last = name.replace("\\", "/").split("/")
        inner = tuple(it for it in folders if it not in ("", ".", ".."))
        if inner or last:
            yield File((*inner, last), opener, is_link)


Members = Iterator[tuple[str, Callable[[], Any], bool]]
"""The name of each file, a function that opens it, and whether it is a link.

The name of a folder ends with a slash.
"""


def _in_zip(content: BytesIO) -> Members:
    archive = zipfile.ZipFile(content)
    for info in archive.infolist():
        is_link = stat.S_ISLNK(info.external_attr >> 16)
        yield info.filename, partial(archive.open, info), is_link


def _in_tar(content: BytesIO) -> Members:
    archive = tarfile.open(fileobj=content)  # noqa: SIM115 - its members are read later
    size = 0
    for member in archive:
        size += member.size
        if size > SIZE_LIMIT:  # to find the next one would take long
            raise OSError(f"more than {SIZE_LIMIT} bytes")
        if member.isdir():
            yield f"{member.name}/", BytesIO, False
        else:
            yield member.name, partial(archive.extractfile, member), not member.isreg()
