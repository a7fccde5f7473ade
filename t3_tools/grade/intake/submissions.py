"""Submissions: what each student handed in, under whatever names."""

import os
import pickle
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib.util import decode_source
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, mkdtemp
from typing import NamedTuple
from unicodedata import normalize

from t3_play.program import printable
from t3_tools import handout
from t3_tools.grade import limits
from t3_tools.grade.intake.archives import (
    BROKEN,
    Budget,
    File,
    files_at,
    in_archive,
    some,
    unpacked,
)
from t3_tools.grade.intake.owners import Division, Opener, Student, reading
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


class Kept(Mapping[str, bytes]):
    """Files on the disk, read when they are used: a class has more than memory holds."""

    def __init__(self, place: Path, files: Mapping[str, bytes]) -> None:
        """Write the files there."""
        self._place = place
        place.write_bytes(pickle.dumps({**files}))

    def all(self) -> dict[str, bytes]:
        """The contents, by paths."""
        files: dict[str, bytes] = pickle.loads(self._place.read_bytes())
        return files

    def __getitem__(self, path: str) -> bytes:
        return self.all()[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.all())


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
    kept: Path | None = None,
) -> Submissions:
    """The submissions at some paths: folders, archives or files.

    A file beside a player stands for their folder. Archives are read in processes of their
    own, and so is each student's work: what fails there costs one row. The files to grade
    are kept in a folder, or in memory.

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
        files = {it: files_at(it) for it in places}
        whole = reading(files, asked, names, _opener(Path(folder)))
        found.how, found.unread = whole.how, whole.unread
        for number, student in enumerate(whole.students):
            task = partial(_submission, student, kept and kept / str(number))
            try:
                submission, has_work = apart(task, limits.READING)
            except OSError as error:
                submission, has_work = _refused(student, str(error)), True
            if has_work or student.is_certain:
                found.append(submission)
            else:
                found.unread.append(submission.name)
    return found


def _opener(folder: Path) -> Opener:
    """Opens each archive once, in a process of its own. Contents are in the folder."""

    @cache
    def opened(file: File, is_wanted: bool) -> list[File]:
        into = Path(mkdtemp(dir=folder))
        seconds = limits.READING_ALL if is_wanted else limits.READING
        try:
            return apart(partial(_extracted, file, into, is_wanted), seconds)
        except OSError as error:
            return [File(("",), fault=str(error))]

    return opened


def _extracted(archive: File, folder: Path, is_wanted: bool) -> list[File]:
    """The files in an archive, their contents in a folder. Raises one of BROKEN."""
    found = {}
    budget = Budget(limits.CLASS)
    for number, file in enumerate(in_archive(archive, budget, is_wanted)):
        if is_wanted and file.name and not file.fault:
            place = folder / str(number)
            place.write_bytes(file.read(limits.UNPACKED))
            file = file._replace(open=partial(open, place, "rb"))
        # The last of equal names counts, as for other programs.
        found[file.parts] = file
    return [*found.values()]


def _refused(student: Student, fault: str) -> Submission:
    """A submission of which nothing can be run."""
    name, fault = printable(normalize("NFC", student.name)), printable(fault)
    return Submission(name, {}, fault, (fault,), number=student.number)


Remarks = dict[str, list[str]]
"""What the teacher should know, each with the paths that it is about, if any."""


def _submission(student: Student, place: Path | None) -> tuple[Submission, bool]:
    """What to grade of a student's files, and whether there may be work."""
    if student.fault:
        return _refused(student, student.fault), True
    found = unpacked(student.files)
    if not student.attempts:
        folders = [it.parts[:-1] for it in found]
        above = len(os.path.commonprefix(folders))  # noqa: RUF071
        found = [it._replace(parts=it.parts[above:]) for it in found]
    remarks: Remarks = {}
    for it in found:
        for remark in filter(None, (it.fault, it.remark)):
            remarks.setdefault(remark, []).append(it.path)
    maybe = [it for it in found if it.may_be_player]
    files = [it for it in found if it.name and not it.fault]
    contents, missing, first = dict[str, bytes](), dict[str, str](), None
    try:
        if first := _first(files, maybe, student):
            contents = _contents(_chosen(first, files, remarks), remarks)
            missing = _missing(contents, remarks)
        elif files:
            needed = PLAYER if any(it.is_python for it in files) else "Python file"
            paths = dict.fromkeys(it.path for it in [*maybe, *files])
            only = some(paths, max(5, len(maybe)))
            remarks = {f"no {needed}, only {only}": [], **remarks}
    except BROKEN as error:
        contents, remarks = {}, {str(error): [], **remarks}
    also = [it.path for it in maybe if it is not first and not it.fault]
    if first and also:
        how = "graded" if contents else "chosen"
        remarks[f"{first.path} was {how}; also there: {some(also, 50)}"] = []
    if not contents.keys() & LEFT_TO_WRITE:
        fault = "; ".join(_sentences(remarks)) or "it is empty"
        is_work = any(it.role or it.fault for it in found)
        return _refused(student, fault), is_work or bool(maybe)
    if STATE in missing:
        remarks[f"no {STATE} to use: one was lent, without its points"] = []
    assert first
    submission = Submission(
        printable(normalize("NFC", student.name)),
        Kept(place, contents) if place else contents,
        remarks=tuple(map(printable, _sentences(remarks))),
        number=student.number,
        missing=missing,
        graded=first.path,
        attempt=printable(first.parts[0]) if student.attempts else "",
    )
    return submission, True


def _sentences(remarks: Remarks) -> list[str]:
    return [f"{some(paths)}: {it}".lstrip(": ") for it, paths in remarks.items()]


def _first(files: list[File], maybe: list[File], student: Student) -> File | None:
    """The player to grade, or else the state: of the newest attempt, nearest the top.

    Raises ValueError if that is in doubt.
    """
    found = _players(files) or [it for it in files if it.name == STATE] or _copies(files)
    attempts = {it.parts[0] for it in found if student.attempts}
    if len(attempts) > 1:
        if not (last := newest(attempts)):
            which = some(sorted(map(repr, attempts)))
            raise ValueError(
                f"which of these attempts is the newest? Leave only that one: {which}"
            )
        found = [it for it in found if it.parts[0] == last]
    if any(it.name in (PLAYER, STATE) for it in found):
        found = _nearest(found)
    if len(found) > 1:
        which = some([it.path for it in maybe or found], 50)
        raise ValueError(
            "which is to be graded? Leave only that one, or if they are several "
            f"students', give --names: {which}"
        )
    return found[0] if found else None


def _players(files: list[File]) -> list[File]:
    """What may be graded as the player: what has its name, or else what has `choose`.

    A starter counts only if there is nothing else, and what is named like a state never.
    """
    exact = [it for it in files if it.name == PLAYER]
    others = [
        it for it in files if it.name != PLAYER and it.role != "state" and it.has_choose
    ]
    written = [it for it in exact if not _is_starter(it)]
    return written or [it for it in others if not _is_starter(it)] or exact


def _is_starter(file: File) -> bool:
    with suppress(*BROKEN):
        source = file.read()
        return len(source) <= limits.PARSED and is_unwritten(source, "choose")
    return False


def _copies(files: list[File]) -> list[File]:
    """The Python files with names like that of a state."""
    return [it for it in files if it.is_python and it.role == "state"]


def _nearest(files: list[File]) -> list[File]:
    """Those nearest the top, one of each content."""
    top = min((len(it.parts) for it in files), default=0)
    return [*{it.read(): it for it in reversed(files) if len(it.parts) == top}.values()]


def _chosen(first: File, files: list[File], remarks: Remarks) -> dict[str, File]:
    """The files to grade, by the paths they should have.

    They are the first, all that lies beside it and in folders there, and the files of LENT,
    beside it or not.
    """
    above = len(first.parts) - 1
    beside = [it for it in files if it.parts[:above] == first.parts[:above]]
    known = {STATE if first.role == "state" else PLAYER: first}
    for name in [it for it in LENT if it not in known]:
        found = [it for it in beside if it.name == name]
        found = _nearest(found or [it for it in files if it.name == name])
        if len(found) > 1:
            which = some(it.path for it in found)
            raise ValueError(f"which is to be used? Leave only that one: {which}")
        copies = _copies(files) if name == STATE and not found else []
        for file in found or copies[: len(copies) == 1]:
            known[name] = file
    for name, file in known.items():
        if file.name != name:
            remarks[f"{file.path} was taken for {name}"] = []
    for file in sorted(beside, key=lambda it: not it.is_python):
        path = "/".join(file.parts[above:])
        if path != "__init__.py":  # mypy would take all for a package
            known.setdefault(path, file)
    return known


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
            reason = str(error).removeprefix(f"{file.path}: ")
            remarks.setdefault(f"left out: {reason}", []).append(file.path)
    return contents


def _check_encoding(path: str, source: bytes) -> None:
    """Raise ValueError if Python can't read a source."""
    with suppress(SyntaxError, UnicodeDecodeError, LookupError):
        if "\0" not in decode_source(source):
            return
    raise ValueError(f"{path} is not in UTF-8, as Python expects: ask for that")
