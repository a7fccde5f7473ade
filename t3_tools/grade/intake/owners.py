"""Whose a file is: by --names, by a platform's names, or by where it lies.

Nothing else is inferred. If that is in doubt, nothing is graded.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.archives import (
    ARCHIVES,
    BROKEN,
    LIKE,
    NOT_READ,
    File,
    some,
)
from t3_tools.grade.intake.platforms import (
    METADATA,
    PLATFORMS,
    Owner,
    Platform,
    pattern,
)
from t3_tools.handout import PLAYER, STATE

LONG_NAMES = (
    r"(?P<who>[^/]+?)_(?P<file>t3_.+)",
    r"(?P<who>[^/]+?)[-_ .]*(?P<file>(?i:t3[-_ .]*(player|state))[^/]*)",
)
"""What --names may be if files of several students lie side by side."""

REMEDY = (
    "add --one if all is one student's, --class if each folder or archive is, or --names "
    "PATTERN"
)


class Division(Enum):
    """Whose the files are, if the teacher says so."""

    ONE = "each path is one student's"
    CLASS = "each entry of a path is one student's"


class Student(NamedTuple):
    """What one student handed in."""

    name: str
    """The path of what came in, and in a class the student's name or entry there."""
    files: list[File]
    """If there are attempts, each is a folder."""
    number: str = ""
    """The student's on a platform."""
    attempts: tuple[str, ...] = ()
    fault: str = ""
    """Why it is not to be read."""
    is_certain: bool = True
    """Whether it is a student's even without work: a folder may be nobody's."""


class Reading(NamedTuple):
    """How what came in is read."""

    how: str
    students: list[Student]
    unread: list[str]
    """What is nobody's."""


Opener = Callable[[File, bool], list[File]]
"""Returns the files in an archive, with contents if wanted, or one that says the fault."""


class Level(NamedTuple):
    """The files in a folder or archive, as seen from there."""

    name: str
    files: list[File]


def reading(
    places: Mapping[Path, list[File]],
    asked: Division | None,
    names: re.Pattern[str] | None,
    opened: Opener,
) -> Reading:
    """Whose the files at these places are. Raises ValueError if that is in doubt."""
    if asked is Division.ONE:
        ones = [Student(str(place), files) for place, files in places.items()]
        return Reading("Each path read as a student's", ones, [])
    levels = _levels(places, opened)
    if names:
        return _by_names(levels, Platform("--names", names))
    # A single path may have any name: it is a download's, not a student's.
    for level in [] if asked else levels[len(places) == 1 :]:
        fitting = {it: _download(level, it, opened) for it in PLATFORMS}
        if any(fitting.values()):
            platform = _only(level, fitting)
            found = _download(level, platform, opened, is_wanted=True)
            how = f"Read as a {platform.name} download"
            return Reading(how, _owned(found, platform), _unread_of(found, platform))
    *_, level = levels
    if len(places) > 1:
        return _each({str(it): files for it, files in places.items()}, asked, opened)
    if asked:
        if len(levels) > 2 and _is_student(level, opened):
            level = levels[-2]
        return _each(_entries(level), asked, opened)
    return _by_place(next(iter(places)), level, opened)


def _levels(places: Mapping[Path, list[File]], opened: Opener) -> list[Level]:
    """What is at the places, and below each single folder or archive in the last.

    Raises ValueError if that is an archive that can't be read.
    """
    place = next(iter(places))
    levels = [Level(str(place.parent), [*chain(*places.values())])]
    archives = limits.NESTED + 1  # an archive may hold itself
    while archives and len(entries := _entries(levels[-1])) == len(places) == 1:
        ((name, entry),) = entries.items()
        archives -= len(entry[0].parts) == 1
        if not (inside := _inside(entry, opened, is_wanted=True)):
            break
        if inside[0].fault and not inside[0].name:
            raise ValueError(f"{printable(name)} can't be read: {inside[0].fault}")
        levels.append(Level(str(place), inside))
    return levels


def _entries(level: Level) -> dict[str, list[File]]:
    """The files of each folder, archive or other file at the top."""
    entries: dict[str, list[File]] = {}
    for file in level.files:
        if file.parts[0]:
            entries.setdefault(f"{level.name}/{file.parts[0]}", []).append(file)
    return entries


def _is_file(entry: list[File]) -> bool:
    """Whether it is neither a folder nor an archive."""
    return len(entry[0].parts) == 1 and not entry[0].name.lower().endswith(
        ARCHIVES + NOT_READ
    )


def _is_student(level: Level, opened: Opener) -> bool:
    """Whether a player or a state lies there, and no player in a folder or archive."""
    entries = _entries(level).values()
    folders = [it for it in entries if not _is_file(it)]
    is_work = any(it.parts in ((PLAYER,), (STATE,)) for it in level.files)
    return is_work and not any("player" in _work(it, opened) for it in folders)


def _inside(entry: list[File], opened: Opener, is_wanted: bool = False) -> list[File]:
    """The files in a folder or an archive, as seen from there."""
    if len(entry[0].parts) == 1:
        return opened(entry[0], is_wanted) if entry[0].is_archive else []
    return [it._replace(parts=it.parts[1:]) for it in entry]


def _download(
    level: Level,
    platform: Platform,
    opened: Opener,
    is_wanted: bool = False,
    depth: int = 0,
) -> list[Level]:
    """Where a platform's names begin: here, or in at least half of what has work here.

    The last level has what is left. Empty if the names are no platform's.
    """
    if any(_matched(it, platform) for it in level.files):
        return [level]
    if depth == limits.NESTED or any(LIKE.match(it.parts[0]) for it in level.files):
        return []
    held: list[Level] = []
    rest: list[File] = []
    more = 0
    entries = _entries(level)
    for name, entry in entries.items():
        # What is deeper may be a student's: it costs nobody else.
        is_deep = depth and len(entry[0].parts) == 1
        inside = [] if is_deep else _inside(entry, opened, is_wanted)
        name = name if entries.keys() - {name} else level.name
        found = _download(Level(name, inside), platform, opened, is_wanted, depth + 1)
        held += found
        rest += [] if found else entry
        more += 1 if found else -any(it.role for it in entry)
    return [*held, Level(level.name, rest)] if held and more >= 0 else []


def _matched(file: File, platform: Platform) -> re.Match[str] | None:
    path = "/".join(file.parts)
    found = platform.pattern.match(path)
    if found and found.end() == len(path) and not file.is_archive:
        own = {text for group, text in found.groupdict().items() if group != "file"}
        return None if file.name in own else found  # that name is not its student's
    return found


def _misfits(levels: list[Level], platform: Platform) -> list[File]:
    return [it for level in levels for it in level.files if not _matched(it, platform)]


def _only(level: Level, fitting: Mapping[Platform, list[Level]]) -> Platform:
    """The platform that fits all that has work. Raises ValueError if none or several do."""
    doubts = {
        platform: [it.path for it in _misfits(levels, platform) if it.role]
        for platform, levels in fitting.items()
        if levels
    }
    whole = [platform for platform, misfits in doubts.items() if not misfits]
    if len(whole) == 1:
        return whole[0]
    platform = min(doubts, key=lambda it: len(doubts[it]))
    doubt = f"{platform.name} download, but not {some(doubts[platform])}"
    if whole:
        doubt = " and as a ".join(f"{it.name} download" for it in whole)
    raise ValueError(f"{printable(level.name)} can be read as a {doubt}: {REMEDY}")


def _by_names(levels: list[Level], names: Platform) -> Reading:
    """The students by the pattern of --names: where it fits work of most entries.

    That is the innermost level, one around it, or in the folders there. Raises ValueError
    if it fits nothing.
    """
    *outer, last = levels
    above = tuple(it.files[0].parts[0] for it in outer)
    here = len(above)
    views = (
        Level(last.name, [_seen(it, above, depth) for it in last.files])
        for depth in (*range(here, -1, -1), *range(here + 1, here + limits.NESTED + 1))
    )

    def fit(view: Level) -> int:
        seen = zip(last.files, view.files)
        work = ((top.parts[0], it) for top, it in seen if it.role or it.may_be_player)
        return len({top for top, it in work if _matched(it, names)})

    level = max(views, key=fit)
    if not (students := _owned([level], names)):
        paths = some(it.path for it in last.files if it.name)
        raise ValueError(f"--names fits none of {paths}")
    return Reading("Read by --names", students, _unread_of([level], names))


def _seen(file: File, above: tuple[str, ...], depth: int) -> File:
    """The file as seen from so deep in what is above. What lies above there stays as is."""
    own = file.parts if file.name or file.fault else ("",)
    return file._replace(parts=(above + file.parts)[depth:] or own)


def _unread(files: Iterable[File]) -> list[str]:
    """What to say of files that are nobody's: work by its path, else what is at the top."""
    found = {}
    for file in files:
        top, *below = file.parts
        if file.role or file.may_be_player:
            found[file.path] = 0
        elif (file.name or file.fault) and top != METADATA:
            found[printable(top) + "/" * bool(below)] = 0
    return [*found]


def _unread_of(levels: list[Level], platform: Platform) -> list[str]:
    """What a pattern doesn't fit. If it fits some of a folder, it is the others there."""
    files = chain(*(level.files for level in levels))
    read = {f"{printable(it.parts[0])}/" for it in files if _matched(it, platform)}
    unread = _unread(_misfits(levels, platform))
    return [f"other files in {it}" if it in read else it for it in unread]


def _owned(levels: list[Level], platform: Platform) -> list[Student]:
    """The students whose the files are by a pattern."""
    students: dict[tuple[str, str], dict[str, list[File]]] = {}
    for level in levels:
        known = _submitters(level.files)
        for file in level.files:
            if match := _matched(file, platform):
                owner = Owner(**match.groupdict(""))
                owner = known.get(owner.who, owner)
                below = "/".join(file.parts)[match.end() :].split("/")[1:]
                own = [owner.file] if owner.file else [] if below else [file.name]
                file = file._replace(parts=(*filter(None, [owner.attempt]), *own, *below))
                attempts = students.setdefault((owner.who, owner.number), {})
                attempts.setdefault(owner.attempt, []).append(file)
    whos = [who for who, _ in students]
    title = os.path.commonprefix(whos if platform.has_title else [])  # noqa: RUF071
    times = Counter(whos)
    return [
        Student(
            f"{levels[0].name}/{who[title.rfind('_') + 1 :]}"
            + f"_{number}" * (times[who] > 1),
            [*chain(*attempts.values())],
            number,
            tuple(filter(None, attempts)),
        )
        for (who, number), attempts in students.items()
    ]


def _submitters(files: Iterable[File]) -> dict[str, Owner]:
    """Whose each folder of Gradescope is: all the names and numbers."""
    text = b""
    for file in files:
        with suppress(*BROKEN):
            text = file.read(limits.UNPACKED) if file.parts == (METADATA,) else text
    known = {}
    for each in re.split(r"^(?=submission_)", text.decode(errors="replace"), flags=re.M):
        who = re.split(r"^  :(?!submitters)", each, flags=re.M)[0]
        names, numbers = (
            [value for _, value in re.findall(rf":{key}: *(['\"]?)(.*)\1", who)]
            for key in ("name", "sid")
        )
        if names:
            top = each.partition(":")[0]
            known[top] = Owner(", ".join(names), " ".join(numbers).strip() or top)
    return known


def _by_place(place: Path, level: Level, opened: Opener) -> Reading:
    """All as one student's, or each folder and archive as one's.

    Raises ValueError if that is in doubt.
    """
    entries = _entries(level)
    loose = [it.parts[0] for entry in entries.values() if _is_file(entry) for it in entry]
    folders = {name: entry for name, entry in entries.items() if not _is_file(entry)}
    exact = [it for it in loose if LIKE.match(it)]
    long = [it for it in loose if LIKE.search(it)]
    work = {name: _work(entry, opened) for name, entry in folders.items()}
    beside = [Path(name).name for name, roles in work.items() if "player" in roles]
    if long and beside:
        doubt = f"{(exact or long)[0]}, and players in {some(beside)}"
        raise ValueError(f"{printable(level.name)} has {doubt}: {REMEDY}")
    if long and not exact:
        names = next(it for it in LONG_NAMES if all(map(pattern(it).match, long)))
        raise ValueError(
            f"{printable(level.name)} has {some(long)}: add --names '{names}' if they are "
            "several students', or --one if they are one's"
        )
    if exact or not any(work.values()):
        return Reading("Read as one student's", [Student(str(place), level.files)], [])
    others = _unread(it for it in level.files if it.parts[0] in loose)
    return _each(folders, None, opened)._replace(unread=others)


def _work(entry: list[File], opened: Opener) -> set[str]:
    """The roles of what may be work in a folder or archive.

    Any Python file in an archive is, as its content isn't known.
    """
    is_listed = entry[0].is_archive
    return {
        it.role
        for it in _inside(entry, opened) or entry
        if it.role or it.may_be_player or it.fault or (is_listed and it.is_python)
    }


def _each(
    entries: Mapping[str, list[File]], asked: Division | None, opened: Opener
) -> Reading:
    """Each entry as a student's. One that is a download is not read, unless it is asked."""
    students = []
    for name, entry in entries.items():
        fault, inside = "", [] if asked else _inside(entry, opened)
        for platform in PLATFORMS:
            found = _download(Level(name, inside), platform, opened, depth=1)
            if len(_owned(found, platform)) > 1:
                fault = f"it can be read as a {platform.name} download: grade it alone"
        students.append(Student(name, entry, fault=fault, is_certain=False))
    return Reading("Each folder or archive read as a student's", students, [])
