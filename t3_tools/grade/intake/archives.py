"""The files in what was handed in: in folders, and in archives in archives.

What they may cost is limited: limits.py.
"""

import gzip
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.handout import TESTS

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
PLACEHOLDER = "only a placeholder: ask for the file, which is still in iCloud"
ASK = "not unpacked here: ask for a .zip"
LOCKED = "encrypted: ask for a .zip without a password"
METHOD = "compressed by a method that is not read here: ask for an ordinary .zip (Deflate)"
LONG = f"left out: its path has more than {limits.MEMBER} characters"
BROKEN = (
    *(OSError, RuntimeError, ValueError, EOFError, zlib.error),
    *(tarfile.TarError, zipfile.BadZipFile),
)
"""What reading a broken archive may raise."""

IGNORED = re.compile(
    r"__MACOSX|\._.*|\.DS_Store|\.ipynb_checkpoints|__pycache__|\.\w+_cache|\.git|\.svn|"
    r"\.hg|node_modules|site-packages|\.?v?env"
)
"""The names of files and folders that are not the student's own work."""

LIKE = re.compile("t3[-_ .]*(player|state)", re.I)
"""What the names of players and states have in them, also of copies: T3Player (1).py."""
CHOOSE = re.compile(rb"\bdef\s+choose\b")


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
        """Whether its name is that of an archive that can be unpacked."""
        return self.name.lower().endswith(ARCHIVES) and not self.fault

    @property
    def role(self) -> str:
        """What its name is like: player, state, or else archive; empty if like none."""
        if like := LIKE.search(self.name):
            return like[1].lower()
        return "archive" * self.name.lower().endswith(ARCHIVES + NOT_READ)

    @property
    def has_choose(self) -> bool:
        """Whether it is Python code, or like t3_player.py.txt, that defines `choose`.

        The assignment's tests have one of their own, which calls the player's.
        """
        with suppress(*BROKEN):
            if self.name != TESTS and (self.is_python or self.role == "player"):
                return bool(CHOOSE.search(self.read()))
        return False

    @property
    def may_be_player(self) -> bool:
        """Whether it is named like a player, or a notebook, or has `choose`."""
        is_notebook = self.name.lower().endswith(".ipynb")
        return is_notebook or self.role == "player" or self.has_choose

    def read(self, most: int = limits.FILE) -> bytes:
        """Its content. Raises OSError, if it has a fault, say, or another of BROKEN."""
        if self.fault:
            raise OSError(f"{self.path}: {self.fault}")
        with self.open() as opened:
            content: bytes = opened.read(most + 1)
        if len(content) > most:
            raise OSError(f"{self.path}: more than {most} bytes")
        return content


def some(names: Iterable[str], most: int = 5) -> str:
    """Some of the names, as they can be printed."""
    first, more = (found := [*names])[:most], len(found[most:])
    listed = ", ".join(it[: limits.NAME] for it in first)
    return printable(listed) + f" and {more} more" * (more > 0)


def files_at(place: Path) -> list[File]:
    """The files at a path, from its name on: a folder's with all folders, or the file.

    Does not follow links in a folder. A folder that can't be read has a fault.
    """
    top = place.name or place.resolve().name
    if not place.is_dir():
        return [_on_disk(place, (top,))]
    found = list[File]()

    def add(error: OSError) -> None:
        parts = Path(error.filename).relative_to(place).parts
        found.append(File((top, *parts, ""), fault=f"{error.strerror}"))

    for above, folders, names in os.walk(place, onerror=add):
        parts = (top, *Path(above).relative_to(place).parts)
        folders[:] = sorted(it for it in folders if not IGNORED.fullmatch(it))
        found.append(File((*parts, "")))
        for name in sorted(folders + names):
            path = Path(above, name)
            if (name in names or path.is_symlink()) and not IGNORED.fullmatch(name):
                found.append(_on_disk(path, (*parts, name)))
    return found


def _on_disk(place: Path, parts: tuple[str, ...]) -> File:
    fault = "" if place.is_file() else "neither a folder nor a file"
    fault = LINK if place.is_symlink() else fault or _asked(place.name)
    return File(parts, partial(open, place, "rb"), fault)


def _asked(name: str) -> str:
    """Why a file with this name is not read."""
    if name.endswith(".icloud"):
        return PLACEHOLDER
    return ASK if name.lower().endswith(NOT_READ) else ""


class Budget:
    """How many bytes may still be unpacked."""

    def __init__(self, most: int) -> None:
        self._most = self._left = most

    def take(self, size: int) -> None:
        """Count bytes. Raises OSError if they are too many, and from then on."""
        self._left -= size
        if self._left < 0:
            raise OSError(f"more than {self._most} bytes when unpacked")


def in_archive(file: File, budget: Budget, is_wanted: bool = True) -> Iterator[File]:
    """The files in an archive, with their contents in memory if wanted, and its folders.

    What can't be read of them has a fault. Raises one of BROKEN.
    """
    members = _in_zip if file.name.lower().endswith(".zip") else _in_tar
    with file.open() as source:
        for number, (path, inner, read) in enumerate(members(source, budget)):
            budget.take(0)
            if number == limits.MEMBERS:
                raise OSError(TOO_MANY)
            if len(path) > limits.MEMBER:
                path, inner = f"{path[: limits.NAME]}...", File((), fault=LONG)
            *folders, last = path.replace("\\", "/").split("/")
            parts = (*(it for it in folders if it not in ("", ".", "..")), last)
            inner = inner._replace(parts=parts, fault=inner.fault or _asked(last))
            if not any(map(IGNORED.fullmatch, parts)):
                yield _filled(inner, read) if is_wanted and last else inner


def _filled(file: File, read: Callable[[int], bytes]) -> File:
    """The file with its content, or with a fault."""
    most = limits.UNPACKED if file.is_archive else limits.FILE
    try:
        content = b"" if file.fault else read(most + 1)
    except BROKEN as error:
        return file._replace(fault=str(error))
    if len(content) > most:
        return file._replace(fault=f"left out: more than {most} bytes")
    return file._replace(open=partial(BytesIO, content))


Members = Iterator[tuple[str, File, Callable[[int], bytes]]]
"""The path of each file and folder in an archive, what else is known of it, and how so many
bytes of it are read before the next."""


def _in_zip(source: IO[bytes], budget: Budget) -> Members:
    archive = zipfile.ZipFile(source)

    def read(info: zipfile.ZipInfo, size: int) -> bytes:
        with archive.open(info) as opened:
            content = opened.read(size)
        budget.take(len(content))
        return content

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
        yield name, File((), fault=fault, remark=remark), partial(read, info)


def _in_tar(source: IO[bytes], budget: Budget) -> Members:
    is_compressed = source.read(2) == b"\x1f\x8b"
    source.seek(0)
    stream: Any = gzip.GzipFile(fileobj=source) if is_compressed else source
    # As a stream, because to go back in a compressed one takes long.
    archive = tarfile.open(fileobj=stream, mode="r|")  # noqa: SIM115
    for member in archive:
        budget.take(512 + member.size)
        name = f"{member.name}/" if member.isdir() else member.name
        is_known = member.isdir() or (member.isreg() and not member.issparse())
        opened: Any = archive.extractfile(member) if member.isreg() else BytesIO()
        yield name, File((), fault="" if is_known else LINK), opened.read
        archive.members = []  # type: ignore[attr-defined]  # it would keep them all


def unpacked(files: Iterable[File]) -> list[File]:
    """One student's files, with those in archives in place of archives, without folders.

    An archive that can't be read has a fault, and so has a file where a limit is reached:
    nothing after it is read.
    """
    found: list[File] = []
    waiting = [(file, 0) for file in reversed([*files])]
    budget = Budget(limits.UNPACKED)
    while waiting:
        file, depth = waiting.pop()
        if not (file.name or file.fault):
            continue
        if len(found) == limits.FILES:
            fault = f"more than {limits.FILES} files: the rest was not read"
            return [*found, File((*file.parts[:1], ""), fault=fault)]
        if not file.is_archive:
            found.append(file)
            continue
        try:
            if depth == limits.NESTED:
                raise OSError(f"archives nested more than {limits.NESTED} deep")
            # The last of equal names counts, as for other programs.
            inside = {it.parts: it for it in in_archive(file, budget)}
        except BROKEN as error:
            found.append(file._replace(fault=str(error)))
        else:
            for inner in reversed(inside.values()):
                parts = file.parts + inner.parts
                waiting.append((inner._replace(parts=parts), depth + 1))
    return found
