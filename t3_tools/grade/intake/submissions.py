"""Submissions: what each student handed in, under whatever names."""

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.util import decode_source
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import normalize

from t3_play.program import printable
from t3_tools import handout
from t3_tools.grade import limits
from t3_tools.grade.intake.attempts import copies
from t3_tools.grade.intake.division import (
    Division,
    Student,
    divided,
    entries,
    named,
    unpacked_by_top,
)
from t3_tools.grade.intake.files import BROKEN, File, files_at, some
from t3_tools.handout import LEFT_TO_WRITE, PLAYER, STATE, is_ours, is_unwritten

LENT = {name: text.encode() for name, text in handout.LENT.items()}
"""What is lent to a submission that lacks it, if nothing else is named."""


def lendable(folder: str | Path) -> dict[str, bytes]:
    """The files in a folder that may be lent: all but the player.

    Raises ValueError if none is t3_state.py.
    """
    paths = [path for path in Path(folder).glob("*.py") if path.name != PLAYER]
    if not any(path.name == STATE for path in paths):
        raise ValueError(f"there is no {STATE} in {str(folder)!r}")
    return LENT | {path.name: path.read_bytes() for path in paths}


Remarks = dict[str, list[str]]
"""What the teacher should know, each with the paths that it is about, if any."""


class Submission(NamedTuple):
    """One student's work."""

    name: str
    files: dict[str, bytes]
    """Contents, by paths from the folder of the player."""
    fault: str = ""
    """Why nothing can be run; empty if it can."""
    remarks: tuple[str, ...] = ()
    """What the teacher should know of how it was read, its fault first."""
    lent: Mapping[str, bytes] = LENT
    """Files that go with it if it lacks them."""
    number: str = ""
    """The student's number on Canvas or Moodle."""
    missing: Mapping[str, str] = {}
    """Why there is no player, or no state, by the file's name."""

    def digest(self) -> str:
        """A hash of all that its results depend on."""
        known = (sorted(it.items()) for it in (self.files, self.lent, self.missing))
        return sha256(repr((self.fault, *known)).encode()).hexdigest()


def read(
    paths: Sequence[str],
    asked: Division | None = None,
    names: re.Pattern[str] | None = None,
) -> list[Submission]:
    """The submissions at some paths: folders, archives or files.

    `names` says how a platform named files. Otherwise each of several paths is a student's,
    and one path is `divided`. A file beside a player stands for their folder.

    Raises ValueError if a path does not exist, or it is in doubt whose the files are.
    """
    places = dict.fromkeys(
        path.parent if path.suffix == ".py" and (path.parent / PLAYER).is_file() else path
        for path in map(Path, paths)
    )
    students: list[Student] = []
    class_: dict[str, list[File]] = {}
    for place in places:
        if not os.path.lexists(place):
            raise ValueError(f"there is no {printable(str(place))!r}")
        files = files_at(place)
        if asked is Division.ONE or (len(places) == 1 and not names):
            students += divided(str(place), files, asked)
        else:
            class_.setdefault(str(place.parent), []).extend(files)
    for folder, files in class_.items():
        students += named(folder, files, names) or entries(
            folder, unpacked_by_top(files), asked
        )
    return [_submission(it) for it in students]


def _submission(student: Student) -> Submission:
    """What to grade of a student's files."""
    remarks: Remarks = {}
    for it in student.files:
        for remark in filter(None, (it.fault, it.remark)):
            remarks.setdefault(remark, []).append(it.path)
    files = [it for it in student.files if it.name and not it.fault]
    contents: dict[str, bytes] = {}
    missing: dict[str, str] = {}
    try:
        chosen = _chosen(files, remarks)
        if files and not chosen:
            needed = PLAYER if any(it.is_python for it in files) else "Python file"
            found = some(sorted(it.path for it in files))
            named = [it for it in files if it.name.endswith(PLAYER)]
            advice = " (if they are several students', give --names)" if named[1:] else ""
            remarks = {f"no {needed}, only {found}{advice}": [], **remarks}
        contents = _contents(chosen, remarks)
        missing = _missing(contents, remarks)
    except BROKEN as error:
        contents, remarks = {}, {str(error): []}
    fault = ""
    if not contents.keys() & LEFT_TO_WRITE:
        contents, fault = {}, "; ".join(_sentences(remarks)) or "it is empty"
        remarks = {fault: []}
    elif STATE in missing:
        remarks[f"no {STATE} to use: one was lent, without its points"] = []
    return Submission(
        printable(normalize("NFC", student.name)),
        contents,
        printable(fault),
        tuple(map(printable, _sentences(remarks))),
        number=student.number,
        missing=missing,
    )


def _sentences(remarks: Remarks) -> list[str]:
    return [f"{some(paths)}: {it}".lstrip(": ") for it, paths in remarks.items()]


def _missing(contents: dict[str, bytes], remarks: Remarks) -> dict[str, str]:
    """Why there is no player, or no state; takes what is not written out of the contents.

    Raises ValueError if Python can't decode one.
    """
    missing = {it: f"it has no {it}" for it in LEFT_TO_WRITE if it not in contents}
    for file in [it for it in LEFT_TO_WRITE if it not in missing]:
        source = contents[file]
        if len(source) > limits.PARSED:
            remarks[f"it was not parsed: more than {limits.PARSED} bytes"] = [file]
            continue
        _check_encoding(file, source)
        if not source.strip():
            missing[file] = f"{file} is empty"
        elif is_unwritten(source, LEFT_TO_WRITE[file]):
            missing[file] = f"{LEFT_TO_WRITE[file]} in {file} is not written"
        if file in missing:
            del contents[file]
            remarks[missing[file]] = []
        elif file == PLAYER and is_ours(source):
            remarks[
                f"much of {PLAYER} is our own public one, names and comments aside"
            ] = []
    return missing


def _chosen(files: list[File], remarks: Remarks) -> dict[str, File]:
    """The files to grade, by the paths they should have. Empty if there is nothing.

    They are the player, all that lies beside it and in folders there, and the files of
    LENT, beside it or not.
    """
    python = [file for file in files if file.is_python]
    players = copies(python, PLAYER)
    if not players and len(python) == 1 and b"def choose" in python[0].read():
        players = python
    found = players or copies(python, STATE)
    if not found:
        return {}
    first, *others = found
    above = len(first.parts) - 1
    beside = [file for file in files if file.parts[:above] == first.parts[:above]]
    known = {PLAYER: first} if players else {}
    for name in LENT:
        for file in (copies(beside, name) or copies(python, name))[:1]:
            known[name] = file
    if players and first.name != PLAYER:
        remarks[f"{first.path} was taken for {PLAYER}"] = []
    if others:
        also = some(it.path for it in others)
        remarks[f"{first.path} was graded; also there: {also}"] = []
    for file in sorted(beside, key=lambda it: not it.is_python):
        path = "/".join(file.parts[above:])
        if path != "__init__.py":  # mypy would take all for a package
            known.setdefault(path, file)
    return known


def _contents(chosen: Mapping[str, File], remarks: Remarks) -> dict[str, bytes]:
    """The contents of the files, without what can't be read or written beside the graded.

    Raises one of BROKEN.
    """
    contents: dict[str, bytes] = {}
    folders: set[str] = set()
    size = 0
    for path, file in chosen.items():
        above = {str(it) for it in PurePosixPath(path).parents} - {"."}
        try:
            longest = max(len(os.fsencode(it)) for it in path.split("/"))
            if longest > limits.NAME or len(os.fsencode(path)) > limits.PATH:
                raise OSError(f"its name has more than {limits.NAME} bytes")
            if len(contents) + len(folders | above) >= limits.FILES:
                raise OSError(f"more than {limits.FILES} files and folders")
            if path in folders or above & contents.keys():
                raise OSError("a file and a folder have the same name")
            content = b"" if size > limits.BESIDE else file.read()
            size += len(content)
            if size > limits.BESIDE:
                raise OSError(f"more than {limits.BESIDE} bytes in all")
            contents[path] = content
            folders |= above
        except BROKEN as error:
            if path in (PLAYER, *LENT):
                raise
            reason = str(error).removeprefix(f"{file.path} has ")
            remarks.setdefault(f"left out: {reason}", []).append(file.path)
    return contents


def _check_encoding(path: str, source: bytes) -> None:
    """Raise ValueError if Python can't read a source."""
    with suppress(SyntaxError, UnicodeDecodeError, LookupError):
        if "\0" not in decode_source(source):
            return
    raise ValueError(f"{path} is not in UTF-8, as Python expects: ask for that")
