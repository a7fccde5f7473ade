"""Whose a file is: by --names, by a platform's names, or by where it lies.

Nothing else is inferred. If that is in doubt, nothing is graded.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.archives import LIKE, File, depth_of_all, some
from t3_tools.grade.intake.platforms import METADATA, PLATFORMS, pattern

LONG_NAMES = r"(?P<who>[^/]+?)[-_ .]*(?P<file>(?i:t3[-_ .]*(player|state))[^/]*)"
"""What --names may be if files of several students lie side by side."""

REMEDY = (
    "add --one if all is one student's, --class if each folder or archive is, or --names "
    "PATTERN"
)

Fit = dict[File, re.Match[str]]
"""The files that a pattern fits, and how."""

Student = tuple[str, str, list[File], bool]
"""A student's name, the number on a platform, the files, and whether these lie in a folder
for each attempt."""

Reading = tuple[str, list[Student], list[str]]
"""How it is read, the students, and what is nobody's, possible work first."""


def reading(
    files: list[File], one: bool, each: bool, names: re.Pattern[str] | None
) -> Reading:
    """Whose the files are. The first part of their paths is the path that was given.

    Archives in which there may be several students' are read as folders. Raises ValueError
    if it is in doubt.
    """
    top = depth_of_all(files)
    busy = {it.parts[top] for it in files if it.may_be_work}
    deeper = [*range(top + 1, top + limits.NESTED + 1)]
    if names:
        # It is read where it fits most: below what holds all, around that, or deeper.
        fits = [_fit(files, it, names) for it in [*range(top, -1, -1), *deeper]]
        fit = max(fits, key=lambda it: len(busy & {file.parts[top] for file in it}))
        if not fit:
            raise ValueError(f"--names fits none of {some(_told(files, top))}")
        return _by_pattern("", files, top, fit)
    # A single path may have any name: it is a download's, not a student's.
    for depth in [] if one or each else [*range(bool(top), top + 1), *deeper]:
        doubts = dict[str, list[File]]()
        for platform in PLATFORMS:
            fit = _fit(files, depth, pattern(PLATFORMS[platform]))
            tops = {it.parts[top] for it in fit}
            # Names in folders may be a student's own, which must not end all grading.
            if fit and (depth <= top or len(busy - tops) < len(tops)):
                doubts[platform] = [it for it in files if it.role and it not in fit]
        if not doubts:
            continue
        least = min(map(len, doubts.values()))
        best = [it for it in doubts if len(doubts[it]) == least]
        if best[1:] or least:
            told = " and as a ".join(
                f"{it} download" + f", but not {some(_told(doubts[it], top))}" * bool(least)
                for it in best
            )
            raise ValueError(f"the files can be read as a {told}: {REMEDY}")
        fit = _fit(files, depth, pattern(PLATFORMS[best[0]]))
        return _by_pattern(best[0], files, top, fit)
    return _by_place(files, top, one, each)


def _fit(files: Iterable[File], depth: int, names: re.Pattern[str]) -> Fit:
    """The files that a pattern fits at a depth, but for one named as its owner."""
    fit = {}
    for file in files:
        path = "/".join(file.below(depth).parts)
        if found := names.match(path):
            own = {text for group, text in found.groupdict().items() if group != "file"}
            is_file = found.end() == len(path) and file.role != "archive"
            if not (is_file and file.name in own):
                fit[file] = found
    return fit


def _told(files: Iterable[File], top: int) -> list[str]:
    """The paths of files, possible work first."""
    found = sorted(files, key=lambda it: not it.may_be_work)
    return [it.below(top).path for it in found if it.name != METADATA]


def _by_pattern(platform: str, files: list[File], top: int, fit: Fit) -> Reading:
    """The students whose the files are that a pattern fits: a platform's, or --names."""
    students: dict[tuple[str, str, str], list[File]] = {}
    others = [it for it in files if it not in fit]
    known = _submitters(others)
    for file, match in fit.items():
        groups = match.groupdict("")
        # Students of two sections may have one name.
        start = min(match.start(it) for it in groups if match[it] is not None)
        section = match.string[:start].rpartition("/")[0]
        owner = groups["who"], groups.get("number", ""), section
        below = match.string[match.end() :].split("/")[1:]
        own = [groups["file"]] if groups.get("file") else [] if below else [file.name]
        attempt = [groups["attempt"]] if "attempt" in groups else []
        file = file._replace(parts=(*attempt, *own, *below))
        students.setdefault(known.get(owner[0], owner), []).append(file)
    times = Counter(who for who, *_ in students)
    # Blackboard's begin with the assignment's title. As texts: it may end within a name.
    whos = [*times] if platform == "Blackboard" else []
    title = os.path.commonprefix(whos).rfind("_") + 1  # noqa: RUF071
    found = list[Student]()
    for (who, number, section), own_files in students.items():
        name = who[title:]
        if times[who] > 1:
            name = f"{section}/" * bool(section) + name + f"_{number}" * bool(number)
        found.append((name, number, own_files, "attempt" in groups))
    how = f"Read as a {platform} download" if platform else "Read by --names"
    return how, found, _told(others, top)


def _submitters(files: Iterable[File]) -> dict[str, tuple[str, str, str]]:
    """Whose each folder of Gradescope is: all names, all numbers, and no section."""
    found = [it.place.read_bytes() for it in files if it.name == METADATA and not it.fault]
    text = b"\n".join(b"".join(found).splitlines()).decode(errors="replace")
    known = {}
    block = r"^(submission_[0-9]+):\n  :submitters:\n((?:  [- ] .*\n?)*)"
    for folder, who in re.findall(block, text, re.M):
        names, numbers = (
            [value for _, value in re.findall(rf":{key}: *(['\"]?)(.*)\1", who)]
            for key in ("name", "sid")
        )
        if names:
            known[folder] = ", ".join(names), " ".join(numbers).strip() or folder, ""
    return known


def _by_place(files: list[File], top: int, one: bool, each: bool) -> Reading:
    """All as one student's, or each folder and archive as one's.

    Raises ValueError if that is in doubt.
    """
    busy = {it.parts[top] for it in files if it.may_be_work}
    names = {it.name for it in files if not it.parts[top + 1 :] and it.role != "archive"}
    likes = sorted(filter(LIKE.search, names), key=lambda it: (not LIKE.match(it), it))
    is_one = bool(likes and LIKE.match(likes[0]))
    beside = sorted({it.parts[top] for it in files if it.role == "player"} - names)
    at, owners = top, busy
    if one:
        at = 0
    elif each:  # perhaps a class of one
        at -= is_one and not beside and top > 1
    elif top:
        if likes and beside:
            there = f"{likes[0]}, and players in {some(beside)}"
            raise ValueError(f"there are {printable(there)}: {REMEDY}")
        if likes and not is_one:
            raise ValueError(
                f"there are {some(likes)}: add --names '{LONG_NAMES}' if they are several "
                "students', or --one if they are one's"
            )
        owners = busy - names
        at = 0 if is_one or not owners else top
    entries = dict[str, list[File]]()
    for it in files:
        entries.setdefault(it.parts[at], []).append(it)
    others = sorted(entries.keys() - owners, key=lambda it: (it not in busy, it))
    if one or at < top:
        owners, others = {*entries}, []
    students = [(it, "", own, False) for it, own in entries.items() if it in owners]
    how = "Each folder or archive" if at else "Each path"
    return f"{how} read as a student's", students, [*map(printable, others)]
