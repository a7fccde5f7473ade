"""Whose files are whose: one student's, or a class's, in sections or from a platform."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.files import BROKEN, IGNORED, File, in_archive, unpacked
from t3_tools.handout import PLAYER, STATE

HAS_CHOOSE = re.compile(rb"def choose|class T3Player")
"""In a Python file alone, this is a sign that it is the player."""

CANVAS = re.compile(
    r"(?P<who>.+?)_(?P<late>LATE_)?(?P<id>[0-9]+)_(?:[0-9]+_)*(?P<own>(?![0-9]+_).+)"
)
"""A file in Canvas's download: student, LATE, numbers, and the name the student gave it."""
ANONYMOUS = re.compile(r"(?P<late>LATE_)?(?P<who>anon_\w+?)(?P<id>)_[0-9]+_(?P<own>.+)")
"""The same in anonymous grading: LATE, the student's code, the file's number, its name."""
MOODLE = re.compile(
    r"(?P<who>.+?)_(?P<id>[0-9]+)_assignsubmission_[a-z]+_?(?P<own>.*)(?P<late>)"
)
"""A folder in Moodle's download, or a file if it was made without folders."""


class Member(NamedTuple):
    """A student's files, or those of several."""

    name: str
    files: list[File]
    """With those in archives in place of archives, as seen from the student's folder."""
    number: str = ""
    """The student's number on Canvas or Moodle."""
    late: bool = False
    """Whether Canvas calls the student late."""

    def loose(self) -> list[File]:
        """The files that are in no folder."""
        return [it for it in self.files if len(it.parts) == 1 and it.name]

    def folders(self) -> "list[Member]":
        """The folders, each with its files."""
        tops = by_top(it for it in self.files if len(it.parts) > 1)
        return [Member(f"{self.name}/{top}", inside(these)) for top, these in tops.items()]

    def holds(self, *names: str) -> bool:
        """Whether there are copies of files of these names, at any depth."""
        return any(file.copy_of(name) for file in self.files for name in names)


def members(tops: dict[str, list[File]], division: str) -> list[Member]:
    """The students whose files are at some paths.

    `division` is "one" or "class" if that is known. Otherwise several paths are one student
    each, and a path is a class if two or more things in it hold a player or a state.

    Raises ValueError if that leaves in doubt what the files are.
    """
    outer = {name: _outer(files) for name, files in tops.items()}
    platform = [it for it in outer if division != "one" and _is_platform(outer[it])]
    if len(tops) > 1:
        opened = [_opened(*it) for it in tops.items() if it[0] not in platform]
        found = _sections(opened, division)
        return [*found, *(it for name in platform for it in named(name, outer[name]))]
    ((name, files),) = outer.items()
    if platform:
        return named(name, files)
    whole = _opened(name, files)
    found, doubt = _divided(whole)
    if division == "one" or not (found or doubt):
        return [whole]
    if doubt and not division:
        raise _in_doubt(name, doubt)
    return _sections(found, division)


def _outer(files: list[File]) -> list[File]:
    """The files at a path: those in an archive, or in a folder that has them all."""
    if len(files) == 1 and files[0].is_archive:
        try:
            files = list(in_archive(files[0].name, files[0].read(limits.CLASS)))
        except BROKEN as error:
            files = [File(("",), fault=str(error))]
    return _unwrapped(files)


def _is_platform(files: list[File]) -> bool:
    """Whether most of these have names that Canvas or Moodle gave."""
    tops = by_top(files)
    names = [platform_name(top, these) for top, these in tops.items()]
    return 2 * sum(map(bool, names)) > len(names) and PLAYER not in tops


def _divided(whole: Member) -> tuple[list[Member], str]:
    """The members of a class, none if it is one submission; and what is in doubt."""
    whole = whole._replace(files=_unwrapped(whole.files))
    folders, loose = whole.folders(), [it for it in whole.loose() if it.is_python]
    here = [it for it in loose if it.copy_of(PLAYER) or it.copy_of(STATE)]
    files = [Member(f"{whole.name}/{it.name}", [it]) for it in loose if not here]
    players = sum(it.holds(PLAYER) for it in folders) + sum(map(_chooses, files))
    work = sum(it.holds(PLAYER, STATE) for it in folders) + sum(map(_chooses, files))
    if work < 2 or not folders or (here and players < 2):
        return [], ""
    doubt = "one player, and a state elsewhere" if players < 2 else ""
    doubt = f"{here[0].path} beside folders with other players" if here else doubt
    return [*folders, *files], doubt


def _chooses(member: Member) -> bool:
    """Whether a member of one file is a player, under any name."""
    with suppress(*BROKEN):
        return bool(HAS_CHOOSE.search(member.files[0].read()))
    return False


def _sections(found: list[Member], division: str) -> list[Member]:
    """The members found, or those of each, if most are sections of a class."""
    inner = [] if division == "one" else [_divided(it) for it in found]
    sections = [each for each, doubt in inner if each and not doubt]
    others = sum(it.holds(PLAYER, STATE) for it in found) - len(sections)
    if sections and len(sections) == others and not division:
        raise _in_doubt(
            found[0].name, "folders beside it, some with one player, others with more"
        )
    if len(sections) <= others:
        return found
    return [
        it
        for whole, (each, doubt) in zip(found, inner)
        for it in (each if each and not doubt else [whole])
    ]


def _in_doubt(name: str, doubt: str) -> ValueError:
    return ValueError(
        f"{printable(name)} has {doubt}. Add --one if it is one submission, or --class"
    )


def _unwrapped(files: list[File]) -> list[File]:
    """The files, as seen from the folder that has them all."""
    while len(tops := by_top(files)) == 1:
        ((top, these),) = tops.items()
        if platform_name(top, these) or len(these[0].parts) == 1:
            break
        files = inside(these)
    return files


def _opened(name: str, files: list[File]) -> Member:
    """The member with these files, when the archives are unpacked, with limits for each."""
    found: list[File] = []
    for top, these in by_top(files).items():
        if len(these[0].parts) == 1:
            found += unpacked(these)
        else:  # a student's folder may have a name that is ignored elsewhere
            each = unpacked(inside(these))
            found += [it._replace(parts=(top, *it.parts)) for it in each]
    return Member(name, found)


def by_top(files: Iterable[File]) -> dict[str, list[File]]:
    """The files in each folder, archive or file at the top.

    Leaves out what is IGNORED by name, unless it alone has players.
    """
    tops: dict[str, list[File]] = {}
    players = set()
    for file in files:
        top = file.parts[0] if file.parts else ""
        tops.setdefault(top, []).append(file)
        if len(file.parts) < 3 and file.copy_of(PLAYER):
            players.add(top if len(file.parts) == 2 else "")
    return {
        top: these
        for top, these in tops.items()
        if these[0].fault
        or not IGNORED.fullmatch(top or ".")
        or (top != "__MACOSX" and top in players and "" not in players)
    }


def inside(files: list[File]) -> list[File]:
    """The files, as seen from the folder that they are in."""
    return [file._replace(parts=file.parts[1:] or file.parts) for file in files]


def platform_name(top: str, files: Sequence[File]) -> re.Match[str] | None:
    """What the name of a folder or file says, if Canvas or Moodle gave it."""
    if match := MOODLE.fullmatch(top):
        return match
    is_file = len(files[0].parts) == 1
    return ANONYMOUS.fullmatch(top) or CANVAS.fullmatch(top) if is_file else None


def named(name: str, files: list[File]) -> list[Member]:
    """The members of a class, from files and folders that Canvas or Moodle named."""
    groups: dict[tuple[str, str], list[File]] = {}
    late = set()
    for top, these in by_top(files).items():
        match = platform_name(top, these)
        who = (match["who"], match["id"]) if match else (top, "")
        own = (match["own"],) if match and match["own"] else ()
        if match and match["late"]:
            late.add(who)
        for file in these:
            inner = own + file.parts[1:] if match else file.parts
            groups.setdefault(who, []).append(file._replace(parts=inner))
    times = Counter(who for who, _ in groups)
    return [
        Member(
            f"{name}/{who}" if times[who] == 1 else f"{name}/{who}_{number}",
            unpacked(these),
            number,
            (who, number) in late,
        )
        for (who, number), these in groups.items()
    ]
