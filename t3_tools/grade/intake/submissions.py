"""Submissions: what each student handed in, under whatever names."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from importlib.util import decode_source
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unicodedata import normalize

from t3_play.program import printable
from t3_tools import handout
from t3_tools.grade import limits
from t3_tools.grade.intake.archives import (
    Budget,
    File,
    depth_of_all,
    files_at,
    some,
    unpacked,
)
from t3_tools.grade.intake.owners import Division, Student, reading
from t3_tools.grade.intake.platforms import newest
from t3_tools.grade.sandbox.apart import apart
from t3_tools.grade.sandbox.folders import PREFIX
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


NO_ROOM = f"left out: more than {limits.BESIDE} bytes or {limits.FILES} files and folders"


class Submission(NamedTuple):
    """One student's work."""

    name: str
    files: Mapping[str, bytes]
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
    graded: str = ""
    """The path of the player, or of the state, as it was handed in."""
    attempt: str = ""
    """The attempt that it is in, if there are several."""

    def digest(self) -> str:
        """A hash of all that its results depend on."""
        files = {**self.files}
        known = (sorted(it.items()) for it in (files, self.lent, self.missing))
        return sha256(repr((self.fault, *known)).encode()).hexdigest()


class Submissions(list[Submission]):
    """What was read, how, and what is nobody's."""

    how = ""
    unread: list[str]


def read(
    paths: Sequence[str],
    asked: Division | None = None,
    names: re.Pattern[str] | None = None,
) -> Submissions:
    """The submissions at some paths: folders, archives or files.

    A file beside a player stands for their folder. Archives are unpacked in processes of
    their own, one for each at the top and one for all others of a student: what fails there
    costs one row.

    Raises ValueError if a path does not exist, or it is in doubt whose the files are.
    """
    places = dict.fromkeys(
        path.parent if path.suffix == ".py" and (path.parent / PLAYER).is_file() else path
        for path in map(Path, paths)
    )
    for place in places:
        if not os.path.lexists(place):
            raise ValueError(f"there is no {printable(str(place))!r}")
    found = Submissions()
    with TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}_") as folder:
        files = [file for place in places for file in files_at(place)]
        if asked is not Division.ONE:
            files = _opened(files, folder)
        found.how, students, found.unread = reading(files, asked, names)
        for student in students:
            number, name = student.number, printable(normalize("NFC", student.name))
            try:
                submission = apart(partial(_submission, student, folder), limits.READING)
            except (OSError, ValueError) as error:
                fault = printable(str(error))
                submission = Submission("", {}, fault, (fault,))
            found.append(submission._replace(name=name, number=number))
    return found


def _opened(files: list[File], folder: str) -> list[File]:
    """The files, with those in archives that may be of a class: at the top, or around all.

    Raises ValueError if one around all can't be read.
    """
    for _ in range(limits.NESTED + 1):  # an archive may hold itself
        top, is_all = depth_of_all(files), len(files) == 1
        opened = list[File]()
        for it in files:
            is_below = it.parts[top + 1 :] or not it.is_archive
            opened += [it] if is_below else _inside(it, folder, is_all)
        files = opened
        if not is_all:
            break
        if files[0].role == "archive" and files[0].fault:
            raise ValueError(f"{files[0].path} can't be read: {files[0].fault}")
    return files


def _inside(archive: File, folder: str, is_all: bool) -> list[File]:
    """The files in an archive, or else the archive with its fault."""
    most, seconds = (limits.FILES, limits.UNPACKED), limits.READING
    if is_all:
        most, seconds = (limits.MEMBERS, limits.CLASS), limits.READING_ALL
    try:
        return apart(partial(unpacked, [archive], folder, Budget(*most), 1), seconds)
    except OSError as error:
        return [archive._replace(place=None, fault=str(error))]


def _submission(student: Student, folder: str) -> Submission:
    """What to grade of a student's files, without the name. Archives are unpacked.

    Raises ValueError with the reason if nothing is to be graded.
    """
    budget = Budget(limits.FILES, limits.UNPACKED)
    files = unpacked(student.files, folder, budget, limits.NESTED)
    above = 0 if student.has_attempts else depth_of_all(files)
    files = [it.below(above) for it in files]
    readable = [it for it in files if it.place and not it.is_archive]
    maybe = [it for it in readable if it.may_be_player]
    first, contents, missing = None, dict[str, bytes](), dict[str, str]()
    alike = list[File]()
    try:
        first = _graded(readable, student.has_attempts)
        chosen = _chosen(first, readable)
        contents, left = _contents(chosen)
        missing, remarks = _missing(contents)
        names = {path: it.path for path, it in chosen.items() if not path.endswith(it.name)}
        remarks += [f"{it} was taken for {path}" for path, it in names.items()]
        files += left
    except ValueError as error:
        question, *alike = error.args
        contents, remarks = {}, [question]
    remarks += _faults(files)
    others = maybe or ([] if first else readable)
    if others := [it for it in others if it not in (first, *alike)]:
        how = f"{first.path} was chosen; also there" if first else "found"
        remarks.append(f"{how}: {some([it.path for it in others], 50)}")
    if not first or not contents.keys() & LEFT_TO_WRITE:
        raise ValueError("; ".join(remarks))
    if STATE in missing:
        remarks.append(f"no {STATE} to use: one was lent, without its points")
    return Submission(
        "",
        contents,
        remarks=tuple(map(printable, remarks)),
        missing=missing,
        graded=first.path,
        attempt=printable(first.parts[0]) if student.has_attempts else "",
    )


def _faults(files: Iterable[File]) -> list[str]:
    """Why files can't be read, in one sentence for all of the same reason."""
    paths: dict[str, list[str]] = {}
    for it in files:
        fault = f"archives nested more than {limits.NESTED} deep" * it.is_archive
        if fault := it.fault or fault:
            paths.setdefault(fault, []).append(it.path)
    return [f"{some(each)}: {it}".lstrip(": ") for it, each in paths.items()]


WRITTEN, STARTER, STATES, NOTHING = range(4)


def _kind(file: File) -> int:
    """What a file may be graded as, the best first."""
    if file.name == PLAYER or (file.has_choose and file.role != "state"):
        source = file.read()
        is_starter = len(source) <= limits.PARSED and is_unwritten(source, "choose")
        return STARTER if is_starter else WRITTEN
    is_state = file.role == "state" and file.name.lower().endswith(".py")
    return STATES if is_state else NOTHING


def _graded(files: list[File], has_attempts: bool) -> File:
    """The player to grade, or else a starter, or else the state: of the newest attempt.

    Raises ValueError if there is none, or that is in doubt.
    """
    kinds = {it: _kind(it) for it in files}
    best = min(kinds.values(), default=NOTHING)
    found = [it for it in files if kinds[it] == best != NOTHING]
    if found and has_attempts:
        last = newest({it.parts[0] for it in found})
        found = [it for it in found if it.parts[0] == last]
    if not (file := _nearest(found)):
        raise ValueError(f"no {PLAYER}")
    return file


def _nearest(files: list[File], above: tuple[str, ...] = ()) -> File | None:
    """That with an exact name, in a folder if any is there, nearest the top; or the only.

    Raises ValueError if there are several that differ.
    """

    def distance(file: File) -> tuple[bool, bool, int]:
        is_exact = file.name in (PLAYER, *LENT)
        is_there = file.parts[: len(above)] == above
        return not is_exact, not is_there, is_exact * len(file.parts)

    least = min(map(distance, files), default=None)
    found: dict[bytes, File] = {}
    for file in files:
        if distance(file) == least:
            found.setdefault(file.read(), file)
    first, *others = found.values() or [None]
    if others:
        which = some([it.path for it in found.values()], 50)
        question = f"which is to be graded? Leave only one of {which}"
        raise ValueError(
            f"{question}, or if they are several students', give --names", *found.values()
        )
    return first


def _chosen(first: File, files: list[File]) -> dict[str, File]:
    """The files to grade, by the paths they should have.

    They are the first, all that lies beside it and in folders there, and the files of LENT,
    beside it or not. Raises ValueError if it is in doubt which.
    """
    above = first.parts[:-1]
    known = {STATE if first.role == "state" else PLAYER: first}
    for name in LENT.keys() - known:
        is_state = name == STATE
        named = [
            it for it in files if it.name == name or (is_state and _kind(it) == STATES)
        ]
        if file := _nearest(named, above):
            known[name] = file
    for file in sorted(files, key=lambda it: not it.name.endswith(".py")):
        path = "/".join(file.parts[len(above) :])
        # With an __init__.py, mypy would take all for a package.
        if file.parts[: len(above)] == above and path != "__init__.py":
            known.setdefault(path, file)
    return known


def _contents(chosen: Mapping[str, File]) -> tuple[dict[str, bytes], list[File]]:
    """The contents of the files, and those that there is no room for beside the others."""
    contents: dict[str, bytes] = {}
    left = list[File]()
    folders, size = set[PurePosixPath](), 0
    for path, file in chosen.items():
        folders.update(PurePosixPath(path).parents)
        size += len(content := file.read())
        if size > limits.BESIDE or len(contents) + len(folders) > limits.FILES:
            left.append(file._replace(fault=NO_ROOM))
        else:
            contents[path] = content
    return contents, left


def _missing(contents: dict[str, bytes]) -> tuple[dict[str, str], list[str]]:
    """Why there is no player, or no state, and what else the teacher should know of them.

    Takes what is not written out of the contents. Raises ValueError if Python can't decode
    one.
    """
    missing, remarks = dict[str, str](), list[str]()
    for file, function in LEFT_TO_WRITE.items():
        if (source := contents.get(file)) is None:
            missing[file] = f"it has no {file}"
        elif len(source) > limits.PARSED:
            remarks.append(f"{file} was not parsed: more than {limits.PARSED} bytes")
        elif not _is_text(source):
            raise ValueError(f"{file} is not in UTF-8, as Python expects: ask for that")
        elif not source.strip() or is_unwritten(source, function):
            missing[file] = f"{function} in {file} is not written"
            remarks.append(missing[file])
            del contents[file]
        elif file == PLAYER and is_ours(source):
            remarks.append(f"much of {file} is our own public one, but for names")
    return missing, remarks


def _is_text(source: bytes) -> bool:
    """Whether Python can decode a source."""
    with suppress(SyntaxError, UnicodeDecodeError, LookupError):
        return "\0" not in decode_source(source)
    return False
