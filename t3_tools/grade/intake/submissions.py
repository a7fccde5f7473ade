"""Submissions: what each student handed in, under whatever names."""

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from click import UsageError

from t3_play.program import printable
from t3_tools import handout
from t3_tools.grade.intake.files import (
    BROKEN,
    IGNORED,
    File,
    all_files,
    files_at,
    in_archive,
)
from t3_tools.handout import ACTION, PLAYER, STATE, TO_WRITE

LENDABLE = list(handout.LENT)
"""Files that a submission may lack. They are then lent to it."""

HAS_CHOOSE = re.compile(rb"def choose|class T3Player")
"""In the only Python file of a submission, this is a sign that it is the player."""

CANVAS = re.compile(
    r"(?P<who>.+?)_(?P<late>LATE_)?(?P<id>[0-9]+)_(?:[0-9]+_)*(?P<own>(?![0-9]+_).+)"
)
"""A file in Canvas's download: student, LATE, numbers, and the name the student gave it."""
MOODLE = re.compile(
    r"(?P<who>.+?)_(?P<id>[0-9]+)_assignsubmission_[a-z]+_?(?P<own>.*)(?P<late>)"
)
"""A folder in Moodle's download, or a file if it was made without folders."""


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
    """The Python files, by name."""
    fault: str = ""
    """Why nothing can be run; empty if it can."""
    notes: tuple[str, ...] = ()
    """What the teacher should know of how it was read."""
    lent: Mapping[str, bytes] = LENT
    """Files that go with it if it lacks them."""
    number: str = ""
    """The student's number, as Canvas or Moodle has it."""
    late: bool = False
    """Whether Canvas calls it late."""

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the teacher should know of how it was read, its fault first."""
        return (self.fault, *self.notes) if self.fault else self.notes

    def digest(self) -> str:
        """A hash of all that its results depend on."""
        known = sorted(self.files.items()), self.fault, sorted(self.lent.items())
        return sha256(repr(known).encode()).hexdigest()


def read(paths: Sequence[str], divide: bool = True) -> list[Submission]:
    """The submissions at some paths. Raises UsageError if a path does not exist.

    Each path is that of a student: a folder, an archive or a file. A file beside a
    t3_player.py stands for their folder. Or it has a class, with the names that Canvas or
    Moodle give. If there is only one path, and `divide` is true, it may also be a class
    with any names.
    """
    submissions: list[Submission] = []
    collected: dict[Path, list[File]] = {}
    places = dict.fromkeys(
        path.parent if path.suffix == ".py" and (path.parent / PLAYER).is_file() else path
        for path in map(Path, paths)
    )
    for place in places:
        if not os.path.lexists(place):
            raise UsageError(f"there is no {printable(str(place))!r}")
        try:
            files = files_at(place)
            if _platform_name(place.name, is_file=not place.is_dir()):
                if place.is_dir():
                    files = [it._replace(parts=(place.name, *it.parts)) for it in files]
                collected.setdefault(place.parent, []).extend(files)
            else:
                submissions += _students(str(place), files, divide and len(places) == 1)
        except BROKEN as error:
            submissions.append(_faulty(str(place), str(error)))
    for folder, files in collected.items():
        submissions += _students(str(folder), files, divide=True)
    return submissions


def _platform_name(name: str, is_file: bool) -> re.Match[str] | None:
    """What the name says, if Canvas or Moodle gave it."""
    return MOODLE.fullmatch(name) or (CANVAS.fullmatch(name) if is_file else None)


def _students(name: str, files: list[File], divide: bool) -> list[Submission]:
    """The submissions among the files of a folder or an archive, at least one.

    It is one submission if a player lies at its top, or if it has one folder or archive at
    most. Otherwise, if `divide` is true, all that lies at its top are submissions. Raises
    one of BROKEN.
    """
    if len(files) == 1 and files[0].is_archive:
        files = list(in_archive(files[0]))
    tops = _by_top(files)
    while len(tops) == 1:
        ((top, these),) = tops.items()
        if _platform_name(top, False) or any(len(it.parts) == 1 for it in these):
            break
        files = _inside(these)
        tops = _by_top(files)
    names = [_platform_name(top, len(these[0].parts) == 1) for top, these in tops.items()]
    if 2 * sum(map(bool, names)) > len(tops) and PLAYER not in tops:
        return _named(name, tops)
    groups = [it for it, *_ in tops.values() if len(it.parts) > 1 or it.is_archive]
    here = [file.copy_of(PLAYER) for file in files if len(file.parts) == 1]
    has_player = any(copy and copy[0] == 0 for copy in here)
    if divide and len(groups) > 1 and not has_player:
        return [_submission(f"{name}/{it}", _inside(these)) for it, these in tops.items()]
    return [_submission(name, files)]


def _by_top(files: list[File]) -> dict[str, list[File]]:
    """The files in each folder, archive or file at the top.

    Leaves out those that are IGNORED by name, and have no player.
    """
    tops: dict[str, list[File]] = {}
    for file in files:
        tops.setdefault(file.parts[0], []).append(file)
    return {
        top: these
        for top, these in tops.items()
        if not re.fullmatch(f"|{IGNORED.pattern}", top)
        or any(it.copy_of(PLAYER) for it in these)
    }


def _inside(files: list[File]) -> list[File]:
    """The files, as seen from the folder that they are in."""
    return [file._replace(parts=file.parts[1:] or file.parts) for file in files]


def _named(name: str, tops: dict[str, list[File]]) -> list[Submission]:
    """The submissions of a class, from files and folders that Canvas or Moodle named."""
    groups: dict[tuple[str, str], list[File]] = {}
    late = set()
    for top, these in tops.items():
        match = _platform_name(top, len(these[0].parts) == 1)
        who = (match["who"], match["id"]) if match else (top, "")
        own = (match["own"],) if match and match["own"] else ()
        if match and match["late"]:
            late.add(who)
        for file in these:
            inner = own + file.parts[1:] if match else file.parts
            groups.setdefault(who, []).append(file._replace(parts=inner))
    times = Counter(who for who, _ in groups)
    return [
        _submission(
            f"{name}/{who}" if times[who] == 1 else f"{name}/{who}_{number}", files
        )._replace(number=number, late=(who, number) in late)
        for (who, number), files in groups.items()
    ]


def _faulty(name: str, fault: str) -> Submission:
    """A submission in which nothing can be run."""
    return Submission(printable(name), {}, printable(fault))


def _submission(name: str, files: list[File]) -> Submission:
    """The submission that is in these files and archives."""
    notes: list[str] = []
    own = list(all_files(files, notes))
    try:
        chosen = _chosen(own, notes)
        if not chosen:
            # Without a word on empty folders if something in there could not be read.
            instead = [_what_instead(own or files)] if own or not notes else []
            return _faulty(name, "; ".join([*instead, *notes]))
        contents = {key: file.read() for key, file in chosen.items()}
    except BROKEN as error:
        return _faulty(name, str(error))
    for unwritten, text in TO_WRITE.items():
        if contents.get(unwritten, b"").split() == text.encode().split():
            del contents[unwritten]
            notes.append(f"{unwritten} is as handed out, with nothing written")
    if not contents.keys() & TO_WRITE:
        return _faulty(name, "; ".join(notes))
    if STATE not in contents:
        notes.append(f"no {STATE} handed in: another was used, without points for T3State")
    if ACTION not in contents:
        notes.append(f"no {ACTION} handed in: another was used")
    return Submission(printable(name), contents, notes=tuple(map(printable, notes)))


def _chosen(files: list[File], notes: list[str]) -> dict[str, File]:
    """The files to grade, by the names they should have. Empty if there is nothing.

    They are the player, what lies beside it, and the files of LENDABLE, beside it or not.
    """
    python = [file for file in files if file.is_python]
    players = _copies(python, PLAYER)
    if not players and len(python) == 1 and HAS_CHOOSE.search(python[0].read()):
        players = python
    states = _copies(python, STATE)
    if not players and not states:
        return {}
    first, *others = players or states
    beside = [file for file in python if file.parts[:-1] == first.parts[:-1]]
    known = {PLAYER: first} if players else {}
    for name in LENDABLE:
        for file in (_copies(beside, name) or _copies(python, name))[:1]:
            known[name] = file
    if players and first.name != PLAYER:
        notes.append(f"{first.path} was taken for {PLAYER}")
    if others:
        notes.append(f"{first.path} was graded; also there: {_list(others)}")
    return {file.name: file for file in beside if file.is_module} | known


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
