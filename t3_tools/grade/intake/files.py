"""The files in what was handed in: in folders, and in archives in archives.

What they may cost is limited: limits.py.
"""

import gzip
import os
import re
import stat
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits

ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz")
"""How the names of archives end that are unpacked here."""
NOT_READ = (".7z", ".rar", ".zipx", ".tar.bz2", ".tar.xz")
"""How those end that are not."""
UTF_8 = 0x800
"""The flag of a name in a zip file that is in UTF-8."""
COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How files in a zip file may be compressed: of others, zipfile unpacks all at once."""
TOO_MANY = "it has too many files"
LINK = "a link, which is not followed: ask for what it leads to"
ASK = "not unpacked here: ask for a .zip"
LOCKED = "encrypted: ask for a .zip without a password"
METHOD = "compressed by a method that is not read here: ask for an ordinary .zip (Deflate)"
BROKEN = (
    *(OSError, RuntimeError, ValueError, EOFError, zlib.error),
    *(tarfile.TarError, zipfile.BadZipFile),
)
"""What reading a broken archive may raise."""

IGNORED = re.compile(
    r"\..*|__MACOSX|__pycache__|node_modules|site-packages|v?env|"
    r"submission_metadata\.yml|index\.html|grades\.csv|user_assignment_settings\.json"
)
"""The names of files and folders that are not the student's own work. Gradescope,
Brightspace, Sakai and Submitty add the files."""

COPY = re.compile(r"t3[-_ .]*(player|state|action)[-_ ]*(v?[0-9]+|\([0-9]+\))?\.py", re.I)
"""The name of a copy of a file that we know, like T3Player.py. Canvas appends -1, browsers
append (1), people _v2."""


class File(NamedTuple):
    """A file, on the disk or in an archive. With an empty name it stands for its folder."""

    parts: tuple[str, ...]
    """Its path: the folders and archives that it is in, and its name."""
    open: Callable[[], Any] = BytesIO
    fault: str = ""
    """Why it can't be read; empty if it can."""
    remark: str = ""
    """What the teacher should know of it."""

    @property
    def path(self) -> str:
        """Its path as text."""
        return printable("/".join(self.parts))

    @property
    def name(self) -> str:
        """Its name, without the folders."""
        return self.parts[-1] if self.parts else ""

    @property
    def is_python(self) -> bool:
        """Whether its name is that of a Python file."""
        return self.name.lower().endswith(".py")

    @property
    def is_archive(self) -> bool:
        """Whether its name is that of an archive."""
        return self.name.lower().endswith(ARCHIVES)

    @property
    def is_locked(self) -> bool:
        """Whether it is an archive that can't be read."""
        return bool(self.fault) and self.name.lower().endswith(ARCHIVES + NOT_READ)

    @property
    def role(self) -> str:
        """Its name, or that of the file that it is a copy of."""
        copy = COPY.fullmatch(self.name)
        return f"t3_{copy[1].lower()}.py" if copy else self.name

    def read(self, most: int = limits.FILE) -> bytes:
        """Its content. Raises OSError, if it has a fault, say, or another of BROKEN."""
        if self.fault:
            raise OSError(self.fault)
        with self.open() as opened:
            content: bytes = opened.read(most + 1)
        if len(content) > most:
            raise OSError(f"{self.path} has more than {most} bytes")
        return content


def some(names: Iterable[str]) -> str:
    """Some of the names, as they can be printed."""
    first, more = (found := [*names])[:5], len(found[5:])
    listed = ", ".join(it[: limits.NAME] for it in first)
    return printable(listed) + f" and {more} more" * (more > 0)


def files_at(place: Path) -> list[File]:
    """The files at a path, below its name: a folder's, an archive's, or the file there."""
    top = place.name or place.resolve().name
    if place.is_dir():
        files = [*_in_folder(place)]
    elif not (file := _on_disk(place, (top,))).is_archive:
        return [file]
    else:
        try:
            files = [*in_archive(top, _unzipped(file, limits.CLASS))]
        except BROKEN as error:
            files = [File(("",), fault=str(error))]
    return [it._replace(parts=(top, *it.parts)) for it in files]


def unpacked(files: Iterable[File]) -> list[File]:
    """These files, with those in archives in place of archives.

    Leaves out folders, and what is IGNORED.

    An archive that can't be read has a fault, and so has a file where a limit is reached:
    nothing after it is read.
    """
    found: list[File] = []
    waiting = [(file, 0) for file in reversed([*files])]
    size = 0
    while waiting:
        file, depth = waiting.pop()
        if any(map(IGNORED.fullmatch, file.parts)) or not (file.name or file.fault):
            continue
        if len(found) == limits.FILES:
            fault = f"more than {limits.FILES} files: the rest was not read"
            return [*found, File((*file.parts[:1], ""), fault=fault)]
        if file.name.lower().endswith(NOT_READ):
            file = file._replace(fault=file.fault or ASK)
        if not file.is_archive or file.fault:
            found.append(file)
            continue
        try:
            if depth == limits.NESTED:
                raise OSError(f"archives nested more than {limits.NESTED} deep")
            content = _unzipped(file, limits.UNPACKED - size)
            size += len(content)
            for inner in in_archive(file.name, content):
                parts = file.parts + inner.parts
                waiting.append((inner._replace(parts=parts), depth + 1))
        except BROKEN as error:
            found.append(file._replace(fault=str(error)))
    return found


def _on_disk(place: Path, parts: tuple[str, ...]) -> File:
    fault = "" if place.is_file() else "neither a folder nor a file"
    return File(parts, partial(open, place, "rb"), LINK if place.is_symlink() else fault)


def _in_folder(folder: Path) -> Iterator[File]:
    """The files in a folder and its folders, and all folders. Does not follow links.

    A folder that can't be read has a fault.
    """
    closed = list[File]()

    def leave_out(error: OSError) -> None:
        parts = Path(error.filename).relative_to(folder).parts
        closed.append(File((*parts, ""), fault=f"{error.strerror}"))

    for above, folders, names in os.walk(folder, onerror=leave_out):
        parts = Path(above).relative_to(folder).parts
        if parts:
            folders[:] = [it for it in folders if not IGNORED.fullmatch(it)]
        yield File((*parts, ""))
        folders.sort()
        for name in sorted(folders + names):
            path = Path(above, name)
            if name in names or path.is_symlink():
                yield _on_disk(path, (*parts, name))
    yield from closed


def _unzipped(file: File, most: int) -> bytes:
    """The content of an archive, and of a tar file what it unpacks to.

    To go back in a compressed tar file takes long, and tarfile reads some of it without a
    limit.
    """
    content = file.read(most)
    if content.startswith(b"\x1f\x8b"):
        content = gzip.GzipFile(fileobj=BytesIO(content)).read(most + 1)
    if len(content) > most:
        raise OSError(f"more than {most} bytes when unpacked")
    return content


def in_archive(name: str, content: bytes) -> Iterable[File]:
    """The files in an archive with this name and content. Raises one of BROKEN.

    The last of equal names counts, as for other programs.
    """
    members = _in_zip if name.lower().endswith(".zip") else _in_tar
    found = {}
    for file in members(content):
        *folders, last = file.parts[0].replace("\\", "/").split("/")
        parts = (*(it for it in folders if it not in ("", ".", "..")), last)
        found[parts] = file._replace(parts=parts)
    return found.values()


class _Limited(BytesIO):
    """A zip file while its list of files is read, all at once."""

    most = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Raises OSError if the list is too long."""
        if (size or 0) > (self.most or limits.LISTED):
            raise OSError(TOO_MANY)
        return super().read(size)


def _in_zip(content: bytes) -> Iterator[File]:
    opened = _Limited(content)
    archive = zipfile.ZipFile(opened)
    opened.most = sys.maxsize
    for info in archive.infolist():
        fault = "" if info.compress_type in COMPRESSED else METHOD
        if info.flag_bits & 1:
            fault = LOCKED
        if stat.S_ISLNK(info.external_attr >> 16):
            fault = LINK
        name, remark = info.filename, ""
        if not info.flag_bits & UTF_8:  # CP437 by the standard, but a Mac writes UTF-8
            try:
                name = name.encode("cp437").decode()
            except UnicodeDecodeError:
                remark = "its name is not in UTF-8: read as CP437, so letters may be wrong"
        yield File((name,), partial(archive.open, info), fault, remark)


def _in_tar(content: bytes) -> Iterator[File]:
    archive = tarfile.TarFile(fileobj=BytesIO(content))
    for number, member in enumerate(archive):
        if number * 100 > limits.LISTED:
            raise OSError(TOO_MANY)
        name = f"{member.name}/" if member.isdir() else member.name
        opener = partial(archive.extractfile, member) if member.isreg() else BytesIO
        yield File((name,), opener, "" if member.isreg() or member.isdir() else LINK)
