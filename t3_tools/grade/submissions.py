"""Reading submissions: folders, zip files, and what Canvas exports."""

import os
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from click import UsageError

from t3_play.program import printable

LENDABLE = ["t3_state.py", "t3_action.py"]
"""Files that a submission may lack. It gets ours then."""

FILE_LIMIT = 1_000_000
"""The most bytes of a Python file."""

COLLECTED = re.compile(
    r"(.+?)_(?:LATE_)?([0-9]+)_(?:[0-9]+_)*([^\W\d]\w*?)(?:-[0-9]+)?\.py"
)
"""A file name of Canvas: student, LATE if so, numbers, own name, number of the attempt."""


class File(NamedTuple):
    """A Python file, on the disk or in a zip file."""

    name: str
    is_link: bool
    open: Callable[[], Any]


class Submission(NamedTuple):
    """A submission."""

    name: str
    files: dict[str, bytes]
    """The Python files, by name."""
    fault: str = ""
    """Why nothing can be run; empty if it can."""

    def digest(self) -> str:
        """A hash of its contents."""
        return sha256(repr((sorted(self.files.items()), self.fault)).encode()).hexdigest()


def read(path: str) -> list[Submission]:
    """The submissions at a path; raises UsageError if there is none.

    The path may be a folder or a zip file. It has one student's Python files, directly or
    in a folder src, or the files of all students, as Canvas names them. The path may also
    be a single Python file, which is the player: the files of LENDABLE beside it go with
    it. A file named t3_player.py stands for its folder.
    """
    if not os.path.lexists(path):
        raise UsageError(f"there is no {path!r}")
    place, name = Path(path), printable(path)
    if place.name == "t3_player.py" and not place.is_symlink():
        place = place.parent
    with ExitStack() as stack:
        try:
            if place.is_dir():
                groups = _by_student(_in_folder(place))
            elif place.suffix == ".zip":
                groups = _by_student(_in_zip(stack.enter_context(zipfile.ZipFile(place))))
            elif place.suffix == ".py":
                beside = map(place.with_name, LENDABLE)
                named = _files([place]).get(place.name)
                player = {"t3_player.py": named} if named else {}
                groups = {"": player | _files(beside)}
            else:
                raise UsageError(f"{path!r} is neither a folder, a zip nor a Python file")
        except (OSError, zipfile.BadZipFile) as error:
            return [Submission(name, {}, printable(str(error)))]
        if not any(groups.values()) and place.suffix != ".py":
            raise UsageError(f"there is no Python file in {path!r}")
        return [
            _submission(f"{name}/{printable(who)}" if who else name, files)
            for who, files in groups.items()
        ]


def _by_student(files: dict[str, File]) -> dict[str, dict[str, File]]:
    """The files of each student, by name, if Canvas named them.

    Otherwise all files belong to one student, whose name is empty.
    """
    found: dict[tuple[str, str], dict[str, File]] = {}
    for name, file in files.items():
        match = COLLECTED.fullmatch(name)
        if match:
            who, number, own = match.groups()
            found.setdefault((who, number), {})[f"{own}.py"] = file
    if not any("t3_player.py" in group for group in found.values()):
        return {"": files}
    times = Counter(who for who, _ in found)
    return {
        who if times[who] == 1 else f"{who}_{number}": group
        for (who, number), group in found.items()
    }


def _is_python(name: str) -> bool:
    # With an __init__.py mypy would take the files for a package.
    return name.endswith(".py") and name != "__init__.py"


def _files(paths: Iterable[Path]) -> dict[str, File]:
    return {
        path.name: File(path.name, path.is_symlink(), partial(path.open, "rb"))
        for path in paths
        if _is_python(path.name) and (path.is_file() or path.is_symlink())
    }


def _in_folder(folder: Path) -> dict[str, File]:
    """The Python files in a folder. If it has none, those in its folder src."""
    inner = folder / "src"
    there = inner.is_dir() and not inner.is_symlink()
    return _files(folder.iterdir()) or (_files(inner.iterdir()) if there else {})


def _in_zip(archive: zipfile.ZipFile) -> dict[str, File]:
    """The Python files in the topmost folder of a zip file that has any.

    Returns none if other folders beside it have Python files too: the zip file then has the
    folders of a class. But if it is a folder src, those beside it may have Python files.
    """
    folders: dict[tuple[str, ...], dict[str, File]] = {}
    for info in archive.infolist():
        *above, name = info.filename.split("/")
        if _is_python(name) and above[:1] != ["__MACOSX"]:
            # A link in a zip file is opened as the text that it has, not followed.
            file = File(name, False, partial(archive.open, info))
            folders.setdefault(tuple(above), {})[name] = file
    if not folders:
        return {}
    top = min(folders, key=lambda it: (len(it), it[-1:] != ("src",)))
    base = top[:-1] if top[-1:] == ("src",) else top
    return folders[top] if all(it[: len(base)] == base for it in folders) else {}


def _submission(name: str, files: Mapping[str, File]) -> Submission:
    """The submission with these files."""
    contents = {}
    try:
        for key, file in files.items():
            if file.is_link:
                return Submission(name, {}, f"{printable(file.name)} is a link")
            with file.open() as opened:
                contents[key] = opened.read(FILE_LIMIT + 1)
            if len(contents[key]) > FILE_LIMIT:
                raise OSError(f"{file.name} has more than {FILE_LIMIT} bytes")
    # A broken zip file can raise any of these.
    except (OSError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        return Submission(name, {}, printable(str(error)))
    if "t3_player.py" not in contents:
        return Submission(name, {}, "it has no t3_player.py")
    return Submission(name, contents)
