"""Submissions: what each student handed in, under whatever names."""

import ast
import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib.util import decode_source
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from t3_play.program import printable
from t3_tools import handout
from t3_tools.grade import limits
from t3_tools.grade.intake.division import (
    Division,
    Member,
    divided,
    members,
    named,
    platform_name,
    sections,
)
from t3_tools.grade.intake.files import BROKEN, IGNORED, File, files_at, some
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
    names: str = "",
) -> list[Submission]:
    """The submissions at some paths: folders, archives or files.

    Several paths are a class, and so is one with a name that a platform gave. A file beside
    a player stands for their folder. For `asked` see `members`, for `names` `named`.

    Raises ValueError if a path does not exist, or what the files are is in doubt.
    """
    places = dict.fromkeys(
        path.parent if path.suffix == ".py" and (path.parent / PLAYER).is_file() else path
        for path in map(Path, paths)
    )
    found: list[Member] = []
    folders: dict[str, list[File]] = {}
    for place in places:
        if not os.path.lexists(place):
            raise ValueError(f"there is no {printable(str(place))!r}")
        try:
            files = files_at(place)
        except BROKEN as error:
            files = [File(("",), fault=str(error))]
        top = place.name or place.resolve().name
        is_entry = names or places.keys() > {place} or platform_name(top)
        if asked is Division.ONE or not is_entry or IGNORED.fullmatch(top):
            found += members(Member(str(place), files), asked)
            continue
        inside = [it._replace(parts=(top, *it.parts)) for it in files]
        is_file = files[0].parts == (top,)
        folders.setdefault(str(place.parent), []).extend(files if is_file else inside)
    wholes = [Member(at, files) for at, files in folders.items()]
    if names:
        return [_submission(it) for whole in wholes for it in named(whole, names)]
    entries = [it for each in wholes for it in divided(each, Division.CLASS)[0].values()]
    found += sections(entries, asked)
    return [_submission(it) for it in found]


def _submission(member: Member) -> Submission:
    """What to grade of a member's files."""
    faults: dict[str, list[str]] = {}
    for it in member.files:
        if it.fault:
            faults.setdefault(it.fault, []).append(it.path)
    notes = [f"{some(paths)}: {fault}".lstrip(": ") for fault, paths in faults.items()]
    names = sorted({it.note for it in member.files} - {""})
    files = [it for it in member.files if it.name and not it.fault]
    contents: dict[str, bytes] = {}
    try:
        chosen = _chosen(files, notes)
        if not chosen and (files or not notes):
            notes.insert(0, _what_instead(files))
        contents = _contents(chosen, notes)
    except BROKEN as error:
        notes = [str(error)]
    missing = {it: f"it has no {it}" for it in LEFT_TO_WRITE if it not in contents}
    for file, function in LEFT_TO_WRITE.items():
        source = contents.get(file, b"")
        if len(source) > limits.PARSED:
            notes.append(f"{file} has more than {limits.PARSED} bytes: it was not parsed")
        elif file not in missing and (not source.strip() or is_unwritten(source, function)):
            del contents[file]
            missing[file] = f"{function} in {file} is not written"
            notes.append(missing[file] if source.strip() else f"{file} is empty")
        elif mistake := _syntax_error(source):
            notes.append(f"{file} is not Python 3: {mistake}")
    fault = ""
    if not contents.keys() & LEFT_TO_WRITE:
        contents, fault = {}, "; ".join(notes)
        notes = [fault]
    elif STATE in missing:
        notes.append(f"no {STATE} to use: one was lent, without its points")
    player = contents.get(PLAYER, b"")
    if len(player) <= limits.PARSED and is_ours(player):
        notes.append(f"much of {PLAYER} is our own public one, names and comments aside")
    return Submission(
        printable(member.name),
        contents,
        printable(fault),
        tuple(map(printable, [*notes, *names, *member.notes])),
        number=member.number,
        missing=missing,
    )


def _chosen(files: list[File], notes: list[str]) -> dict[str, File]:
    """The files to grade, by the paths they should have. Empty if there is nothing.

    They are the player, all that lies beside it and in folders there, and the files of
    LENT, beside it or not.
    """
    python = [file for file in files if file.is_python]
    players = _copies(python, PLAYER)
    if not players and len(python) == 1 and python[0].chooses:
        players = python
    copies = players or _copies(python, STATE)
    if not copies:
        return {}
    first, *others = copies
    above = len(first.parts) - 1
    beside = [file for file in files if file.parts[:above] == first.parts[:above]]
    known = {PLAYER: first} if players else {}
    for name in LENT:
        here = [file for file in beside if len(file.parts) == above + 1]
        for file in (_copies(here, name) or _copies(python, name))[:1]:
            known[name] = file
    if players and first.name != PLAYER:
        notes.append(f"{first.path} was taken for {PLAYER}")
    if others:
        notes.append(
            f"{first.path} was graded; also there: {some(it.path for it in others)}"
        )
    paths = {"/".join((*it.parts[above:-1], it.name)): it for it in beside}
    return known | {
        path: file
        for path, file in sorted(paths.items(), key=lambda it: not it[1].is_python)
        if path not in known and (file.is_module or not file.is_python or "/" in path)
        if not any(File((it,)).is_archive for it in path.split("/")[:-1])
    }


def _contents(chosen: Mapping[str, File], notes: list[str]) -> dict[str, bytes]:
    """The contents of the files, without what can't be read or written beside the graded.

    Raises one of BROKEN.
    """
    contents: dict[str, bytes] = {}
    folders: set[str] = set()
    left_out: dict[str, list[str]] = {}
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
            if path in (PLAYER, *LENT) and len(content) <= limits.PARSED:
                _check_encoding(file.path, content)
            size += len(content)
            if size > limits.BESIDE:
                raise OSError(f"more than {limits.BESIDE} bytes in all")
            contents[path] = content
            folders |= above
        except BROKEN as error:
            if path in (PLAYER, *LENT):
                raise
            reason = str(error).removeprefix(f"{file.path} has ")
            left_out.setdefault(reason, []).append(file.path)
    for reason, paths in left_out.items():
        were = "were" if paths[1:] else "was"
        notes.append(f"{some(paths)} {were} left out: {reason}")
    return contents


def _check_encoding(path: str, source: bytes) -> None:
    """Raise ValueError if Python can't read a source."""
    with suppress(SyntaxError, UnicodeDecodeError, LookupError):
        if "\0" not in decode_source(source):
            return
    kind = (
        "UTF-16" if source.startswith((BOM_UTF16_BE, BOM_UTF16_LE)) else "another encoding"
    )
    raise ValueError(f"{path} is in {kind}, not in UTF-8, as Python expects. Ask for that")


def _copies(files: list[File], own: str) -> list[File]:
    """The files that may be what should be named `own`, the likeliest first.

    Raises ValueError if the likeliest differ in more than a number, and in their contents.
    """
    copies = [it for it in files if it.role == own]
    attempt = _highest({it.parts[0] for it in copies})
    copies.sort(key=lambda it: (it.parts[0] != attempt, it.rank, it.path))
    likely = [it for it in copies if it.rank == copies[0].rank]
    likely = [it for it in likely if attempt in ("", it.parts[0])]
    last = _highest({it.path for it in likely})
    if likely and not last and len({it.read() for it in likely}) > 1:
        which = some(it.path for it in likely)
        raise ValueError(f"which is to be graded? Leave only that one: {which}")
    return sorted(copies, key=lambda it: it.path != last)


def _highest(names: Collection[str]) -> str:
    """The name in which each number is the highest; empty if they differ in words, too."""
    numbers = {it: [*map(int, re.findall("[0-9]+", it))] for it in names}
    words = {re.sub("[0-9]+", "", it) for it in names}
    last = max(names, key=numbers.__getitem__, default="")
    pairs = (pair for it in numbers.values() for pair in zip(it, numbers[last]))
    return last if len(words) == 1 and all(low <= high for low, high in pairs) else ""


def _syntax_error(source: bytes) -> str:
    """Why a source does not compile; empty if it does."""
    with suppress(ValueError, RecursionError, MemoryError):
        try:
            ast.parse(source)
        except SyntaxError as error:
            return f"{error.msg} (line {error.lineno})"
    return ""


def _what_instead(files: list[File]) -> str:
    """Why there is nothing to grade in these."""
    paths = sorted(it.path for it in files if it.name and not it.is_archive)
    if not paths:
        return "it is empty"
    missing = PLAYER if any(file.is_python for file in files) else "Python file"
    return f"no {missing}, only {some(paths)}"
