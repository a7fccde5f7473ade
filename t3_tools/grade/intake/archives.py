"""The files in what was handed in, on the disk: those in archives are unpacked.

What that may cost is limited: limits.py.
"""

import gzip
import os
import re
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import IO, Any, NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.handout import TESTS

ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz")
"""How the names of archives end that are unpacked here."""
NOT_READ = (".7z", ".rar", ".zipx", ".tar.bz2", ".tar.xz")
"""How those end that are not."""
LINK = "a link, or another thing that is no file: ask for the file itself"
LOCKED = "encrypted: ask for a .zip without a password"
LONG = f"left out: its path has more than {limits.PATH} characters"

IGNORED = re.compile(
    r"__MACOSX|\._.*|\.DS_Store|\.ipynb_checkpoints|__pycache__|\.\w+_cache|\.git|\.svn|"
    r"\.hg|node_modules|site-packages|\.?v?env"
)
"""The names of files and folders that are not the student's own work."""

LIKE = re.compile(r"t3[-_ .]*(player|state(?=.*\.py$))", re.I)
"""What the names of players and states have in them, also of copies: T3Player (1).py."""
CHOOSE = re.compile(rb"\bdef\s+choose\b")


class File(NamedTuple):
    """A file that was handed in. With an empty name it is an empty folder."""

    parts: tuple[str, ...]
    """Its path: the folders and archives that it is in, and its name."""
    place: Path | None = None
    """Where its content is; None if it can't be read."""
    fault: str = ""
    """Why it can't be read; empty if it can."""

    @property
    def path(self) -> str:
        """Its path as text."""
        return printable("/".join(self.parts))

    @property
    def name(self) -> str:
        """Its name, without the folders."""
        return self.parts[-1]

    @property
    def is_archive(self) -> bool:
        """Whether it can be unpacked."""
        return bool(self.place) and self.name.lower().endswith(ARCHIVES)

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
        is_code = self.name.lower().endswith(".py") or self.role == "player"
        is_read = is_code and self.place and self.name != TESTS
        return bool(is_read and CHOOSE.search(self.read()))

    @property
    def may_be_player(self) -> bool:
        """Whether it is named like a player, or a notebook, or has `choose`."""
        is_notebook = self.name.lower().endswith(".ipynb")
        return is_notebook or self.role == "player" or self.has_choose

    @property
    def may_be_work(self) -> bool:
        """Whether it may be a player or a state, or have one inside."""
        return bool(self.role or self.fault or self.may_be_player)

    def below(self, depth: int) -> "File":
        """The file with its path below so many folders, or its name if it lies above that.

        The first part of a path may be one with folders.
        """
        parts = (self.parts[0].rpartition("/")[2], *self.parts[1:])
        return self._replace(parts=parts[depth:] or parts[-1:])

    def read(self) -> bytes:
        """Its content, if it can be read."""
        assert self.place
        return self.place.read_bytes()


def some(names: Iterable[str], most: int = 5) -> str:
    """Some of the names, as they can be printed."""
    first, more = (found := [*names])[:most], len(found[most:])
    listed = ", ".join(it[: limits.NAME] for it in first)
    return printable(listed) + f" and {more} more" * (more > 0)


def depth_of_all(files: Iterable[File]) -> int:
    """How many folders and archives all of the files are in."""
    # Of sequences, not of paths: it compares folder by folder.
    return len(os.path.commonprefix([it.parts[:-1] for it in files]))  # noqa: RUF071


def files_at(top: Path) -> list[File]:
    """The files at a path, and in all folders there. Links there are not followed."""
    found = list[File]()
    waiting: list[tuple[str, tuple[str, ...]]] = [(f"{top}", (f"{top}",))]
    while waiting:
        place, parts = waiting.pop()
        if os.path.isdir(place) and (place == f"{top}" or not os.path.islink(place)):
            try:
                names = [it.name for it in os.scandir(place)]
            except OSError as error:
                found.append(File((*parts, ""), None, f"{error.strerror}"))
                continue
            names = sorted(it for it in names if not IGNORED.fullmatch(it))
            waiting += [(f"{place}/{it}", (*parts, it)) for it in reversed(names)]
            found += [] if names else [File((*parts, ""))]
        elif os.path.islink(place) or not os.path.isfile(place):
            found.append(File(parts, None, LINK))
        else:
            # An archive may be that of a class, of any size.
            is_archive = place.lower().endswith(ARCHIVES)
            fault = "" if is_archive else _too_large(place, os.path.getsize(place))
            fault = fault if os.access(place, os.R_OK) else "no permission to read it"
            found.append(File(parts, None if fault else Path(place), fault))
    return found


def _too_large(name: str, size: int) -> str:
    """Why a file of so many bytes is not read; empty if it is."""
    most = limits.UNPACKED if name.lower().endswith(ARCHIVES) else limits.FILE
    return f"left out: more than {most} bytes" * (size > most)


class Budget:
    """How many files, and bytes of them, may still be unpacked."""

    def __init__(self, files: int, size: int) -> None:
        self._files, self._size = files, size
        self._reason = f"more than {files} files or {size} bytes when unpacked"

    def take(self, size: int) -> None:
        """Count a file. Raises OSError if they are too many, and from then on."""
        self._files -= 1
        self._size -= size
        if min(self._files, self._size) < 0:
            raise OSError(self._reason)


def unpacked(files: Iterable[File], folder: str, budget: Budget, depth: int) -> list[File]:
    """The files, with those in archives, nested so deeply, in place of archives.

    They are in new folders in a folder. An archive that can't be read has a fault.
    """
    found = list[File]()
    for file in files:
        if depth == 0 or not file.is_archive:
            found.append(file)
            continue
        own = Path(mkdtemp(dir=folder))
        try:
            inside = _inside(file, own, budget)
        except Exception as error:  # of a broken one, that may be any
            rmtree(own)
            found.append(file._replace(place=None, fault=f"{error}" or repr(error)))
        else:
            found += unpacked(inside, folder, budget, depth - 1)
    return found


def _inside(archive: File, folder: Path, budget: Budget) -> list[File]:
    """The files in an archive, unpacked into a folder. The last of equal names counts.

    Raises any exception if the archive is broken, and OSError if the budget is spent.
    """
    assert archive.place
    found = list[File]()
    is_zip = archive.name.lower().endswith(".zip")
    with archive.place.open("rb") as source:
        for path, size, fault, opened in (_in_zip if is_zip else _in_tar)(source):
            names = [it for it in re.split(r"[/\\]", path) if it not in ("", ".", "..")]
            if not names or any(map(IGNORED.fullmatch, names)):
                continue
            fault = fault or _too_large(path, size)
            # A tar file is unpacked up to what is read of it.
            budget.take(0 if is_zip and fault else size)
            place = folder.joinpath(*names)
            try:
                if len(path) > limits.PATH:
                    names, fault = [path[: limits.NAME]], LONG
                elif path.endswith("/"):
                    place.mkdir(parents=True, exist_ok=True)
                elif not fault:
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with opened() as member:
                        place.write_bytes(member.read(size))
            except Exception as error:  # of a broken one, that may be any
                fault = getattr(error, "strerror", "") or f"{error}" or repr(error)
                fault = fault.replace(f" {path!r}", "")  # one sentence for all
            if fault:
                found.append(File((*archive.parts, *names), None, fault))
    found += [it._replace(parts=archive.parts + it.parts[1:]) for it in files_at(folder)]
    return sorted(found, key=lambda it: it.parts)


Members = Iterator[tuple[str, int, str, Callable[[], Any]]]
"""The path of each file and folder in an archive, its size in bytes, why it can't be read
(or an empty text), and how it is opened before the next."""


def _in_zip(source: IO[bytes]) -> Members:
    archive = zipfile.ZipFile(source)
    for info in archive.infolist():
        name = info.filename
        # CP437, or UTF-8 with a flag, by the standard; but a Mac writes UTF-8 without it.
        with suppress(UnicodeError):
            name = name.encode("cp437").decode()
        fault = LOCKED * (info.flag_bits & 1)
        fault = LINK if stat.S_ISLNK(info.external_attr >> 16) else fault
        yield name, info.file_size, fault, partial(archive.open, info)


def _in_tar(source: IO[bytes]) -> Members:
    is_compressed = source.read(2) == b"\x1f\x8b"
    source.seek(0)
    stream: Any = gzip.GzipFile(fileobj=source) if is_compressed else source
    # As a stream, because to go back in a compressed one takes long. What is opened here is
    # closed with its source.
    archive = tarfile.open(fileobj=stream, mode="r|")  # noqa: SIM115
    for member in archive:
        name = f"{member.name}/" if member.isdir() else member.name
        is_read = member.isdir() or (member.isreg() and not member.issparse())
        fault = "" if is_read else LINK
        yield name, member.size, fault, partial(archive.extractfile, member)
        archive.members = []  # type: ignore[attr-defined]  # it would keep them all
