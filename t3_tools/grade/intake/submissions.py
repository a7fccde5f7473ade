"""Submissions: what each student handed in, under whatever names."""

import os
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from t3_play.program import printable
from t3_tools import handout
from t3_tools.grade import limits
from t3_tools.grade.intake.division import HAS_CHOOSE, Member, members, named, platform_name
from t3_tools.grade.intake.files import BROKEN, File, files_at
from t3_tools.handout import LEFT_TO_WRITE, PLAYER, STATE, is_unwritten

LENDABLE = list(handout.LENT)
"""Files that a submission may lack. They are then lent to it."""


def lendable(folder: str | Path) -> dict[str, bytes]:
    """The files in a folder that may be lent: all but the player.

    Raises ValueError if none is t3_state.py.
    """
    paths = [path for path in Path(folder).glob("*.py") if path.name != PLAYER]
    if not any(path.name == STATE for path in paths):
        raise ValueError(f"there is no {STATE} in {str(folder)!r}")
    return {path.name: path.read_bytes() for path in paths}


LENT = {name: text.encode() for name, text in handout.LENT.items()}
"""What is lent if nothing else is named."""


class Submission(NamedTuple):
    """One student's work."""

    name: str
    files: dict[str, bytes]
    """Contents, by paths from the folder of the player."""
    fault: str = ""
    """Why nothing can be run; empty if it can."""
    notes: tuple[str, ...] = ()
    """What the teacher should know of how it was read."""
    lent: Mapping[str, bytes] = LENT
    """Files that go with it if it lacks them."""
    number: str = ""
    """The student's number on Canvas or Moodle."""
    late: bool = False
    """Whether Canvas calls the student late."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the teacher should know of how it was read, its fault first."""
        return (self.fault, *self.notes) if self.fault else self.notes

    def digest(self) -> str:
        """A hash of all that its results depend on."""
        known = sorted(self.files.items()), self.fault, sorted(self.lent.items())
        return sha256(repr(known).encode()).hexdigest()


def read(paths: Sequence[str], division: str = "") -> list[Submission]:
    """The submissions at some paths: folders, archives or files.

    Paths with the names that Canvas or Moodle give are a class. A file beside a player
    stands for their folder. For `division`, see `members`.

    Raises ValueError if a path does not exist, or what the files are is in doubt.
    """
    tops: dict[str, list[File]] = {}
    collected: dict[Path, list[File]] = {}
    places = dict.fromkeys(
        path.parent if path.suffix == ".py" and (path.parent / PLAYER).is_file() else path
        for path in map(Path, paths)
    )
    for place in places:
        if not os.path.lexists(place):
            raise ValueError(f"there is no {printable(str(place))!r}")
        try:
            files = files_at(place)
        except BROKEN as error:
            files = [File(("",), fault=str(error))]
        whole = [it._replace(parts=(place.name, *it.parts)) for it in files]
        whole = whole if place.is_dir() else files
        if platform_name(place.name, whole):
            collected.setdefault(place.parent, []).extend(whole)
        else:
            tops[str(place)] = files
    found = members(tops, division) if tops else []
    for folder, files in collected.items():
        found += named(str(folder), files)
    return [_submission(it) for it in found]


def understood(submissions: Sequence[Submission]) -> str:
    """How many submissions there are, and where, in one line."""
    if len(submissions) == 1:
        return f"1 submission: {submissions[0].name}"
    places = dict.fromkeys(os.path.dirname(it.name) or "." for it in submissions)
    return f"{len(submissions)} submissions in {', '.join(f'{it}/' for it in places)}"


def _submission(member: Member) -> Submission:
    """What to grade of a member's files."""
    notes = [f"{it.path}: {it.fault}".lstrip(": ") for it in member.files if it.fault]
    files = [it for it in member.files if it.name and not it.fault]
    contents: dict[str, bytes] = {}
    try:
        chosen = _chosen(files, notes)
        if not chosen and (files or not notes):
            notes.insert(0, _what_instead(files))
        contents = _contents(chosen, notes)
    except BROKEN as error:
        notes = [str(error)]
    unwritten = 0
    for file, function in LEFT_TO_WRITE.items():
        if is_unwritten(contents.get(file, b""), function):
            del contents[file]
            notes.append(f"{function} in {file} is not written")
            unwritten += 1
    if unwritten == len(LEFT_TO_WRITE):
        notes.append("begin with get_transitions: `pytest -k transitions` tests it")
    fault = ""
    if not contents.keys() & LEFT_TO_WRITE:
        contents, fault, notes = {}, "; ".join(notes), []
    else:
        if STATE not in contents:
            notes.append(f"no {STATE} handed in: ours was used, without its points")
    return Submission(
        printable(member.name),
        contents,
        printable(fault),
        tuple(map(printable, notes)),
        number=member.number,
        late=member.late,
    )


def _chosen(files: list[File], notes: list[str]) -> dict[str, File]:
    """The files to grade, by the paths they should have. Empty if there is nothing.

    They are the player, all that lies beside it and in folders there, and the files of
    LENDABLE, beside it or not.
    """
    python = [file for file in files if file.is_python]
    players = _copies(python, PLAYER)
    if not players and len(python) == 1 and HAS_CHOOSE.search(python[0].read()):
        players = python
    states = _copies(python, STATE)
    if not players and not states:
        return {}
    first, *others = players or states
    above = len(first.parts) - 1
    beside = [file for file in files if file.parts[:above] == first.parts[:above]]
    known = {PLAYER: first} if players else {}
    for name in LENDABLE:
        here = [file for file in beside if len(file.parts) == above + 1]
        for file in (_copies(here, name) or _copies(python, name))[:1]:
            known[name] = file
    if players and first.name != PLAYER:
        notes.append(f"{first.path} was taken for {PLAYER}")
    if others:
        notes.append(f"{first.path} was graded; also there: {_list(others)}")
    paths = {
        "/".join((*it.parts[above:-1], it.name)): it for it in beside if not it.is_link
    }
    return known | {
        path: file
        for path, file in sorted(paths.items(), key=lambda it: not it[1].is_python)
        if path not in known and (file.is_module or not file.is_python or "/" in path)
        if not any(File((it,)).is_archive for it in path.split("/")[:-1])
    }


def _contents(chosen: Mapping[str, File], notes: list[str]) -> dict[str, bytes]:
    """The contents of the files, without what is too long beside the graded ones.

    Raises one of BROKEN.
    """
    contents: dict[str, bytes] = {}
    size = 0
    for path, file in chosen.items():
        try:
            content = file.read()
            size += len(content)
            if size > limits.BESIDE:
                raise OSError(f"more than {limits.BESIDE} bytes in all")
            contents[path] = content
        except BROKEN as error:
            if path in (PLAYER, *LENDABLE):
                raise
            notes.append(f"{file.path} was left out: {error}")
    return contents


def _copies(files: list[File], own: str) -> list[File]:
    """The files that may be what should be named `own`, the likeliest first.

    That is the least nested, then the one with the fewest other words in its name, then the
    newest.
    """
    ranks = {
        file: (len(file.parts), copy, file.name != own, file.parts)
        for file in files
        if (copy := file.copy_of(own))
    }
    return sorted(ranks, key=lambda it: ranks[it])


def _what_instead(files: list[File]) -> str:
    """Why there is nothing to grade in these."""
    files = [it for it in files if it.name and not it.is_archive]
    if not files:
        return "it is empty"
    if any(file.is_python for file in files):
        return f"no {PLAYER}, only {_list(files)}"
    links = [f"{file.path} is a link" for file in files if file.is_link]
    return "; ".join(links) or f"no Python file, only {_list(files)}"


def _list(files: list[File]) -> str:
    """Some of the files, by name."""
    more = [f"and {len(files) - 5} more"] if len(files) > 5 else []
    return ", ".join([*(file.path for file in files[:5]), *more])
