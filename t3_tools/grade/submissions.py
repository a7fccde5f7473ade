"""What was handed in: the files of submissions, as teachers get them."""

import os
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.options import UsageError

LENDABLE = ["t3_state.py", "t3_action.py"]
"""What a submission need not have: it then gets ours."""

FILE_LIMIT = 1_000_000
"""The bytes of a Python file that is read."""

COLLECTED = re.compile(
    r"(.+?)_(?:LATE_)?([0-9]+)_(?:[0-9]+_)*([^\W\d]\w*?)(?:-[0-9]+)?\.py"
)
"""A file as Canvas names it: whose it is, two numbers, its own name, and a try's number."""

LINK = 0o120000
"""The type of a link, in the mode of a file."""

Place = Path | zipfile.Path
"""A file or a folder, on the disk or in a zip file."""


class Submission(NamedTuple):
    """What was handed in."""

    name: str
    files: dict[str, bytes]
    """The Python files, by name."""
    fault: str = ""
    """Why there is nothing to run."""

    def digest(self) -> str:
        """What tells its contents from others."""
        return sha256(repr((sorted(self.files.items()), self.fault)).encode()).hexdigest()


def read(path: str) -> list[Submission]:
    """The submissions at a path; raises UsageError if nothing there could be one.

    That is a folder or a zip file, with the Python files in it, or in its folder src, or
    with those of many as Canvas names them; or one file that is the player, with the files
    of LENDABLE that lie beside it.
    """
    if not os.path.lexists(path):
        raise UsageError(f"there is no {path!r}")
    place, name = Path(path), printable(path)
    if place.name == "t3_player.py" and not place.is_symlink():
        place = place.parent
    with ExitStack() as stack:
        try:
            if place.is_dir():
                groups = _groups(place)
            elif place.suffix == ".zip":
                archive = stack.enter_context(zipfile.ZipFile(place))
                groups = _groups(zipfile.Path(archive))
            elif place.suffix == ".py":
                beside = {lent: place.with_name(lent) for lent in LENDABLE}
                groups = {"": {"t3_player.py": place, **beside}}
            else:
                raise UsageError(f"{path!r} is neither a folder, a zip nor a Python file")
        except (OSError, zipfile.BadZipFile) as error:
            return [Submission(name, {}, printable(str(error)))]
        if not any(groups.values()):
            raise UsageError(f"there is no Python file in {path!r}")
        return [
            _submission(f"{name}/{printable(who)}" if who else name, files)
            for who, files in groups.items()
        ]


def _groups(folder: Place) -> dict[str, dict[str, Place]]:
    """The Python files in a folder, by name; those of many by whose they are."""
    files = _python_files(_home(folder))
    found: dict[tuple[str, str], dict[str, Place]] = {}
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


def _home(folder: Place) -> Place:
    """The folder that the files are in: itself, its src, or the one that is all of it."""
    if _python_files(folder):
        return folder
    inner = [it for it in folder.iterdir() if it.is_dir() and it.name != "__MACOSX"]
    if isinstance(folder, zipfile.Path) and len(inner) == 1:
        return _home(inner[0])
    return next((it for it in inner if it.name == "src" and not _is_link(it)), folder)


def _python_files(folder: Place) -> dict[str, Place]:
    # Not __init__.py: the files would be a package then, for mypy.
    paths = [it for it in folder.iterdir() if it.name.endswith(".py") and not it.is_dir()]
    return {it.name: it for it in paths if it.name != "__init__.py"}


def _is_link(place: Place) -> bool:
    if isinstance(place, Path):
        return place.is_symlink()
    return place.root.getinfo(place.at).external_attr >> 16 & 0o170000 == LINK


def _submission(name: str, places: Mapping[str, Place]) -> Submission:
    """The submission whose files are at these places."""
    files = {}
    try:
        for key, place in places.items():
            if _is_link(place):
                return Submission(name, {}, f"{printable(place.name)} is a link")
            if place.is_file():
                files[key] = _content(place)
    # What may be wrong with a file in a zip file is not said in one place.
    except (OSError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        return Submission(name, {}, printable(str(error)))
    if "t3_player.py" not in files:
        return Submission(name, {}, "it has no t3_player.py")
    return Submission(name, files)


def _content(place: Place) -> bytes:
    with place.open("rb") as file:
        content: bytes = file.read(FILE_LIMIT + 1)
    if len(content) > FILE_LIMIT:
        raise OSError(f"{place.name} has more than {FILE_LIMIT} bytes")
    return content
