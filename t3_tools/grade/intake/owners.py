"""Whose a file is: by --names, by a platform's names, or by where it lies.

Nothing else is inferred. If that is in doubt, nothing is graded.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.archives import LIKE, File, depth_of_all, some
from t3_tools.grade.intake.platforms import METADATA, PLATFORMS, Platform

LONG_NAMES = r"(?P<who>[^/]+?)[-_ .]*(?P<file>(?i:t3[-_ .]*(player|state))[^/]*)"
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
    """The student's by a pattern, or that of the folder, archive or path."""
    files: list[File]
    """If there are attempts, each is a folder."""
    number: str = ""
    """The student's on a platform."""
    has_attempts: bool = False


class Reading(NamedTuple):
    """How what came in is read."""

    how: str
    students: list[Student]
    unread: list[str]
    """What is nobody's, possible work first."""


def reading(
    files: list[File], asked: Division | None, names: re.Pattern[str] | None
) -> Reading:
    """Whose the files are. The first part of their paths is the path that was given.

    Archives in which there may be several students' are read as folders. Raises ValueError
    if it is in doubt.
    """
    paths = {it.parts[0] for it in files}
    if asked is Division.ONE:
        ones = [Student(it, own) for it, own in _entries(files, 0).items()]
        return Reading("Each path read as a student's", ones, [])
    top = depth_of_all(files)
    depths = range(top + limits.NESTED + 1)
    busy = {it.parts[top] for it in files if it.may_be_work}
    if names:
        platform = Platform("--names", names)
        # It is read where it fits most: below what holds all, around that, or deeper.
        fits = [_fit(files, it, platform) for it in depths]
        tried = [*reversed(fits[: top + 1]), *fits[top + 1 :]]
        fit = max(tried, key=lambda it: len(busy & _tops(it, top)))
        if not fit:
            raise ValueError(f"--names fits none of {some(_told(files, top))}")
        return _by_pattern(files, top, fit, platform, "Read by --names")
    # A single path may have any name: it is a download's, not a student's.
    for depth in depths[len(paths) == 1 :] if not asked else []:
        fitting = {}
        for platform in PLATFORMS:
            fit = _fit(files, depth, platform)
            # Names in folders may be a student's own, which must not end all grading.
            others = busy - _tops(fit, top) if depth > top else {}
            if fit and len(others) <= len(_tops(fit, top)):
                fitting[platform] = fit
        if fitting:
            platform = _only(files, top, fitting)
            how = f"Read as a {platform.name} download"
            return _by_pattern(files, top, fitting[platform], platform, how)
    return _by_place(files, top, asked) if top else _by_entry(files, top)


Fit = Mapping[File, re.Match[str]]
"""The files that a pattern fits, and how."""


def _fit(files: Iterable[File], depth: int, platform: Platform) -> Fit:
    """The files that a pattern fits at a depth, but for one named as its owner."""
    fit = {}
    for file in files:
        path = "/".join(file.below(depth).parts)
        if found := platform.pattern.match(path):
            is_file = found.end() == len(path) and file.role != "archive"
            own = {text for group, text in found.groupdict().items() if group != "file"}
            if not (is_file and file.name in own):
                fit[file] = found
    return fit


def _tops(files: Iterable[File], top: int) -> set[str]:
    """The entries at the top in which the files are."""
    return {it.parts[top] for it in files}


def _only(files: list[File], top: int, fitting: Mapping[Platform, Fit]) -> Platform:
    """The platform that fits all that has work. Raises ValueError if none or several do."""
    doubts = {
        platform: [it for it in files if it.role and it not in fit]
        for platform, fit in fitting.items()
    }
    whole = [platform for platform, misfits in doubts.items() if not misfits]
    if len(whole) == 1:
        return whole[0]
    platform = min(doubts, key=lambda it: len(doubts[it]))
    doubt = f"{platform.name} download, but not {some(_told(doubts[platform], top))}"
    if whole:
        doubt = " and as a ".join(f"{it.name} download" for it in whole)
    raise ValueError(f"the files can be read as a {doubt}: {REMEDY}")


def _told(files: Iterable[File], top: int) -> list[str]:
    """The paths of files, possible work first."""
    found = sorted(files, key=lambda it: not it.may_be_work)
    return [it.below(top).path for it in found if it.name != METADATA]


def _by_pattern(
    files: list[File], top: int, fit: Fit, platform: Platform, how: str
) -> Reading:
    """The students whose the files are that a pattern fits."""
    has_attempts = "attempt" in platform.pattern.groupindex
    students: dict[tuple[str, str, str], list[File]] = {}
    others = [it for it in files if it not in fit]
    known = _submitters(others)
    for file, match in fit.items():
        groups = match.groupdict("")
        # Students of two sections may have one name. An attempt is no section.
        start = min(match.start(it) for it in groups if match[it] is not None)
        section = match.string[:start].rpartition("/")[0] * (start == match.start("who"))
        owner = groups["who"], groups.get("number", ""), section
        below = match.string[match.end() :].split("/")[1:]
        own = [groups["file"]] if groups.get("file") else [] if below else [file.name]
        attempt = [groups["attempt"]] if has_attempts else []
        file = file._replace(parts=(*attempt, *own, *below))
        students.setdefault(known.get(owner[0], owner), []).append(file)
    whos = [who for who, *_ in students]
    # Of texts, not of paths: a title may end within a name.
    title = os.path.commonprefix(whos if platform.has_title else [])  # noqa: RUF071
    times = Counter(whos)
    found = list[Student]()
    for (who, number, section), own_files in students.items():
        name = who[title.rfind("_") + 1 :]
        if times[who] > 1:
            name = f"{section}/" * bool(section) + name + f"_{number}" * bool(number)
        found.append(Student(name, own_files, number, has_attempts))
    return Reading(how, found, _told(others, top))


def _submitters(files: Iterable[File]) -> dict[str, tuple[str, str, str]]:
    """Whose each folder of Gradescope is: all names, all numbers, and no section."""
    found = [it for it in files if it.name == METADATA and it.place]
    text = b"\n".join(it.read() for it in found).decode(errors="replace")
    known = {}
    for each in re.split(r"^(?=submission_)", text, flags=re.M):
        who = re.split(r"^  :(?!submitters)", each, flags=re.M)[0]
        names, numbers = (
            [value for _, value in re.findall(rf":{key}: *(['\"]?)(.*)\1", who)]
            for key in ("name", "sid")
        )
        if names:
            folder = each.partition(":")[0]
            known[folder] = ", ".join(names), " ".join(numbers).strip() or folder, ""
    return known


def _entries(files: Iterable[File], top: int) -> dict[str, list[File]]:
    """The files in each entry at the top."""
    entries: dict[str, list[File]] = {}
    for file in files:
        entries.setdefault(file.parts[top], []).append(file)
    return entries


def _by_entry(files: list[File], top: int) -> Reading:
    """Each entry at the top as a student's, if there may be work in it."""
    entries = _entries(files, top)
    busy = _tops((it for it in files if it.may_be_work), top)
    students = [Student(it, entries[it]) for it in entries if it in busy]
    unread = [printable(it) for it in entries if it not in busy]
    return Reading("Each folder or archive read as a student's", students, unread)


def _by_place(files: list[File], top: int, asked: Division | None) -> Reading:
    """All as one student's, or each folder and archive as one's.

    Raises ValueError if that is in doubt.
    """
    loose = [it for it in files if not it.parts[top + 1 :] and it.role != "archive"]
    inside = [it for it in files if it.parts[top + 1 :] or it.role == "archive"]
    long = [it.name for it in loose if LIKE.search(it.name)]
    exact = [it for it in long if LIKE.match(it)]
    beside = sorted(_tops((it for it in inside if it.role == "player"), top))
    if asked:  # perhaps a class of one
        return _by_entry(files, top - bool(exact and not beside and top > 1))
    if long and beside:
        players = f"{printable((exact or long)[0])}, and players in {some(beside)}"
        raise ValueError(f"there are {players}: {REMEDY}")
    if long and not exact:
        raise ValueError(
            f"there are {some(long)}: add --names '{LONG_NAMES}' if they are several "
            "students', or --one if they are one's"
        )
    if exact or not any(it.may_be_work for it in inside):
        return Reading("Read as one student's", [Student(files[0].parts[0], files)], [])
    read = _by_entry(inside, top)
    return read._replace(unread=read.unread + _told(loose, top))
