"""The files in what was handed in, on the disk: those in archives are unpacked.

What that may cost is limited: limits.py.
"""

import os
import re
import stat
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from t3_play.program import printable, reason
from t3_tools.grade import limits
from t3_tools.handout import TESTS

ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz")
"""How the names of archives end that are unpacked here."""
NOT_READ = (".7z", ".rar", ".zipx", ".tar.bz2", ".tar.xz")
"""How those end that are not."""
PACKED = f"not unpacked: ask for a .zip, nested at most {limits.NESTED} deep"
PLAIN = "not a plain file (a link, or encrypted): ask for it in a .zip without a password"

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
    place: Path = Path()
    """Where its content is, if it can be read."""
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
    def role(self) -> str:
        """What it is by its name: archive, player or state; empty if none of these."""
        if self.name.lower().endswith(ARCHIVES + NOT_READ):
            return "archive"
        like = LIKE.search(self.name)
        return like[1].lower() if like else ""

    @property
    def has_choose(self) -> bool:
        """Whether it is Python code, or like t3_player.py.txt, that defines `choose`.

        The assignment's tests have one of their own, which calls the player's.
        """
        is_code = self.name.lower().endswith(".py") or self.role == "player"
        is_read = is_code and not self.fault and self.name != TESTS
        return bool(is_read and CHOOSE.search(self.place.read_bytes()))

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


def some(names: Iterable[str], most: int = 5) -> str:
    """Some of the names, as they can be printed."""
    first, more = (found := [*names])[:most], len(found[most:])
    listed = ", ".join(it[: limits.NAME] for it in first)
    return printable(listed) + f" and {more} more" * (more > 0)


def depth_of_all(files: Iterable[File]) -> int:
    """How many folders and archives all of the files are in."""
    # Of sequences, not of paths: it compares folder by folder.
    return len(os.path.commonprefix([it.parts[:-1] for it in files]))  # noqa: RUF071


def files_at(place: str | Path, path: tuple[str, ...]) -> list[File]:
    """The files at a place, and in all folders there, with paths that begin with this.

    Links there are not followed.
    """
    found = list[File]()
    waiting = [(f"{place}", path)]
    while waiting:
        at, parts = waiting.pop()
        if os.path.isdir(at) and (parts == path or not os.path.islink(at)):
            try:
                names = [it for it in os.listdir(at) if not IGNORED.fullmatch(it)]
            except OSError as error:
                found.append(File((*parts, ""), fault=reason(error)))
                continue
            waiting += [(f"{at}/{it}", (*parts, it)) for it in names]
            found += [] if names else [File((*parts, ""))]
        elif os.path.islink(at) or not os.path.isfile(at):
            found.append(File(parts, fault=PLAIN))
        else:
            # An archive may be that of a class, of any size.
            is_archive = at.lower().endswith(ARCHIVES)
            fault = "" if is_archive else _too_large(parts[-1], os.path.getsize(at))
            fault = fault if os.access(at, os.R_OK) else "no permission to read it"
            found.append(File(parts, Path(at), fault))
    return sorted(found, key=lambda it: it.parts)


def _too_large(path: str, size: int) -> str:
    """Why a file of so many bytes is not read; empty if it is."""
    most = limits.UNPACKED if path.lower().endswith(ARCHIVES) else limits.FILE
    told = f"left out: more than {most} bytes, or {limits.PATH} characters in its path"
    return told * (size > most or len(path) > limits.PATH)


class Budget:
    """How many files, and bytes of them, may still be read."""

    def __init__(self, files: int, size: int) -> None:
        self._files, self._size = files, size
        self._reason = f"left out: more than {files} files or {size} bytes"

    def take(self, size: int, files: int = 1) -> None:
        """Count some files. Raises OSError if they are too many, and from then on."""
        self._files -= files
        self._size -= size
        if min(self._files, self._size) < 0:
            raise OSError(self._reason)


def unpacked(file: File, folder: str, budget: Budget, depth: int) -> list[File]:
    """The file, or those in it if it is an archive, and in archives nested so deeply.

    They are in new folders in a folder. An archive that can't be read has a fault.
    """
    if file.role != "archive" or file.fault:
        return [file]
    try:
        if depth == 0:
            raise OSError(PACKED)
        files = inside(file, folder, budget)
    except Exception as error:  # of a broken one, that may be any
        return [file._replace(fault=reason(error))]
    return [each for it in files for each in unpacked(it, folder, budget, depth - 1)]


def inside(archive: File, folder: str, budget: Budget) -> list[File]:
    """The files in an archive, unpacked into a new folder in a folder.

    The last of equal names counts. Raises any exception if the archive is broken, and
    OSError if it is of another kind, or the budget is spent.
    """
    own, is_zip = mkdtemp(dir=folder), archive.name.lower().endswith(".zip")
    found = list[File]()
    for path, size, is_plain, opened in _members(archive):
        # A longer path is left out, and costs no more memory than this.
        names = [it for it in re.split(r"[/\\]", path[: limits.PATH]) if it.strip(".")]
        if not names or any(map(IGNORED.fullmatch, names)):
            continue
        fault = _too_large(path, size) if is_plain else PLAIN
        # To pass over a file takes as long as to read it, but not in a zip file.
        budget.take(0 if fault and is_zip else size)
        place = Path(own, *names)
        try:
            if fault:
                raise OSError(fault)
            if path.endswith("/"):
                place.mkdir(parents=True, exist_ok=True)
            else:
                place.parent.mkdir(parents=True, exist_ok=True)
                with opened() as member:
                    place.write_bytes(member.read(size))
        except Exception as error:  # of a broken one, that may be any
            fault = reason(error).replace(f" {path!r}", "")  # one sentence for all
            found.append(File((*archive.parts, *names), fault=fault))
    return sorted(found + files_at(own, archive.parts), key=lambda it: it.parts)


def _members(archive: File) -> Iterator[tuple[str, int, bool, Callable[[], Any]]]:
    """What is in an archive: paths, sizes in bytes, and how each is opened before the next.

    Third comes whether it is a plain file or folder, neither a link nor encrypted.
    """
    if archive.name.lower().endswith(".zip"):
        with zipfile.ZipFile(archive.place) as zipped:
            for info in zipped.infolist():
                name = info.filename
                # By the standard it is CP437, or UTF-8 with a flag. A Mac sets no flag.
                with suppress(UnicodeError):
                    name = name.encode("cp437").decode()
                is_link = stat.S_ISLNK(info.external_attr >> 16)
                is_plain = not (is_link or info.flag_bits & 1)
                yield name, info.file_size, is_plain, partial(zipped.open, info)
    elif not archive.name.lower().endswith(ARCHIVES):
        raise OSError(PACKED)
    else:
        # As a stream, because to go back in a compressed one takes long.
        with tarfile.open(archive.place, "r|*") as tar:
            for member in tar:
                name = f"{member.name}/" if member.isdir() else member.name
                is_plain = member.isdir() or (member.isreg() and not member.issparse())
                yield name, member.size, is_plain, partial(tar.extractfile, member)
