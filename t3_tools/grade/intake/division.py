"""Whose files are whose: by the names that a platform gave, or by where the players are."""

import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from enum import Enum
from itertools import chain
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.attempts import newest
from t3_tools.grade.intake.files import BROKEN, IGNORED, File, some, unpacked
from t3_tools.handout import PLAYER, STATE

METADATA = "submission_metadata.yml"
"""The file in which Gradescope names students."""


VERSION = re.compile(
    r"(hw|homework|assignment|project|task|part|lab|exercise|pset|ps|week|version|v|try|"
    r"attempt|draft|old|new|final|backup)[\W_]*[0-9]*|[0-9]{1,2}",
    re.I,
)
"""The name of a folder that says which work it has, not whose."""


class Division(Enum):
    """Whose the files at one path are, if the teacher says so."""

    ONE = "one student's"
    CLASS = "a class's: each entry is a student's"


class Owner(NamedTuple):
    """Whose a file is, by its path."""

    who: str
    number: str = ""
    """The student's on the platform, or what else tells two of one name apart."""
    attempt: str = ""
    """Its number or time, if the platform keeps earlier ones."""
    file: str = ""
    """The name that the student gave the file."""


def pattern(names: str, before: str = "(?:.*?/)??") -> re.Pattern[str]:
    """A regular expression of how paths begin, after `before`: the value of --names.

    Its groups are fields of an Owner. Raises ValueError if they aren't, or it is none.
    """
    try:
        found = re.compile(rf"{before}(?:{names})(?=/|\Z)", re.S)
        Owner(**dict.fromkeys(found.groupindex, ""))
    except (re.error, TypeError):
        fields = f"the group who, and perhaps {', '.join(Owner._fields[1:])}"
        raise ValueError(f"it must be a regular expression with {fields}") from None
    return found


PLATFORMS = [
    pattern(names, before="")
    for names in (
        # Moodle, a folder or a file.
        r"(?P<who>[^/]+?)_(?P<number>[0-9]+)_assignsubmission_[a-z]+_?(?P<file>[^/]*)",
        # Brightspace, a folder or a file.
        r"(?P<number>[0-9]+)-[0-9]+ ?- (?P<who>[^/]+?) - (?P<attempt>[^/]+?)"
        r"( - (?P<file>[^/]+))?",
        # Gradescope, a folder: METADATA names the students.
        r"(?P<who>submission_(?P<number>[0-9]+))",
        # Blackboard, a file of the student or a summary.
        r"gradebook_[^/]+_(?P<who>[^_/]+)_attempt_(?P<attempt>[0-9-]+)"
        r"(_(?P<file>[^/]+)|\.txt)",
        # Canvas, a file: of anonymous students, and of others. Names have no number inside.
        r"(LATE_)?(?P<who>anon_\w+?)_[0-9]+_(?P<file>[^/]+\.[^/]+)",
        r"(?P<who>((?!_[0-9]+_)[^/])+?)_(LATE_)?(?P<number>[0-9]+)"
        r"_([0-9]+_|(?=(text|link)\.html$))(?P<file>[^/]+\.[^/]+)",
    )
]
"""How platforms begin paths."""


class Student(NamedTuple):
    """What one student handed in."""

    name: str
    """The path of what came in, and in a class that of the student's entry there."""
    files: list[File]
    """All that can be unpacked. Where there are several attempts, each is a folder."""
    number: str = ""
    """The student's on a platform."""


def divided(name: str, files: list[File], asked: Division | None) -> list[Student]:
    """The students whose files these are, at the path of this name.

    `asked` is what the teacher says, if anything. Otherwise the names of a platform count,
    or where the players are. Raises ValueError if that is in doubt.
    """
    while True:
        if asked is not Division.ONE and (students := named(name, files)):
            return students
        tops = by_top(files)
        inside = [*tops.values()]
        if len(inside) != 1 or inside == [files]:  # there are several, or it is one file
            break
        (files,) = inside
    read = {} if asked is Division.ONE else unpacked_by_top(files)
    if asked is Division.CLASS or (not asked and _is_class(name, read)):
        return entries(name, read, asked)
    student = Student(name, unpacked(files))
    working = _with_work(read)
    rest = [top for top in read if top not in working]
    has_player = any(it.role == PLAYER for it in student.files)
    if rest and has_player and len(working) == 1 and not _loose(working):
        remark = f"--class would give a row to {some(rest)}, too"
        student.files.append(File(("",), remark=remark))
    return [student]


def _with_work(read: dict[str, list[File]]) -> dict[str, list[File]]:
    """The entries that have a player or a state, or may have one."""
    return {
        top: files
        for top, files in read.items()
        if any(it.role in (PLAYER, STATE) or it.is_locked for it in files)
    }


def _loose(working: Iterable[str]) -> list[str]:
    """Those of these entries that are a player or a state in no folder."""
    return [top for top in working if File((top,)).role in (PLAYER, STATE)]


def _is_class(name: str, read: dict[str, list[File]]) -> bool:
    """Whether folders or archives side by side are students'.

    Raises ValueError if that is in doubt.
    """
    working = _with_work(read)
    loose = _loose(working)
    others = [top for top in working if top not in loose]
    players = [top for top in others if any(it.role == PLAYER for it in working[top])]
    if len(others) < 2 or (loose and len(players) < 2):
        return False
    if loose:
        doubt = f"{loose[0]}, and other players in {some(players)}"
    elif all(map(VERSION.fullmatch, others)):
        doubt = f"players in {some(others)}"
    elif len(players) < 2 and not any(it.is_locked for it in chain(*working.values())):
        doubt = f"one player, and a state elsewhere: {some(others)}"
    else:
        return True
    raise ValueError(
        f"{printable(name)} has {doubt}. Add --one if it is one submission, --class if it "
        "is a class, or --names if a platform named the files"
    )


def _is_section(files: list[File]) -> bool:
    """Whether an entry of a class is a class in itself."""
    with suppress(ValueError):
        return _is_class("", by_top(files))
    return False


def entries(
    name: str, read: dict[str, list[File]], asked: Division | None
) -> list[Student]:
    """Each entry at the top as a student's, unpacked.

    If most are sections, those of each, unless `asked` says that it is one class.
    """
    sections = [top for top, files in read.items() if _is_section(files)]
    if asked or 2 * len(sections) <= len(read):
        return [Student(f"{name}/{top}", files) for top, files in read.items()]
    return [
        student
        for top, files in read.items()
        for student in entries(f"{name}/{top}", by_top(files), Division.CLASS)
    ]


def unpacked_by_top(files: Iterable[File]) -> dict[str, list[File]]:
    """The same as `by_top`, each unpacked, within the limits of one student's work."""
    return {top: unpacked(inside) for top, inside in by_top(files).items()}


def by_top(files: Iterable[File]) -> dict[str, list[File]]:
    """The files in each folder, archive or file at the top, as seen from there.

    Leaves out what is IGNORED by name, unless there is nothing else.
    """
    tops: dict[str, list[File]] = {}
    for file in files:
        if file.parts != ("",):
            inside = file._replace(parts=file.parts[1:] or file.parts)
            tops.setdefault(file.parts[0], []).append(inside)
    return {top: tops[top] for top in tops if not IGNORED.fullmatch(top)} or tops


def named(
    name: str, files: list[File], names: re.Pattern[str] | None = None
) -> list[Student]:
    """The students by `names` if given, or by PLATFORMS if these name most of the entries.

    What else is there is taken entry by entry. Raises ValueError if `names` fits no path.
    """
    patterns = [names] if names else PLATFORMS
    known = _submitters(files)
    owned: dict[tuple[str, str], dict[str, list[File]]] = {}
    tops, rest = set(), []
    for file in files:
        path = "/".join(file.parts)
        found = next(filter(None, (it.match(path) for it in patterns)), None)
        if not found:
            rest.append(file)
            continue
        tops.add(found[0])
        owner = Owner(**found.groupdict(""))
        owner = known.get(owner.who, owner)
        attempts = owned.setdefault((owner.who, owner.number), {})
        below = path[found.end() :].split("/")[1:]
        parts = (*filter(None, (owner.attempt, owner.file)), *below)
        attempts.setdefault(owner.attempt, []).append(file._replace(parts=parts))
    others = by_top(it for it in rest if not IGNORED.fullmatch(it.name or "."))
    if names and not owned:
        raise ValueError(f"--names fits none of {some(it.path for it in files if it.name)}")
    if not names and len(tops) <= len(others):
        return []
    times = Counter(who for who, _ in owned)
    students = [
        Student(
            f"{name}/{who}" if times[who] == 1 else f"{name}/{who}_{number}",
            unpacked(_attempts(attempts)),
            number,
        )
        for (who, number), attempts in owned.items()
    ]
    return students + [
        Student(f"{name}/{top}", unpacked(inside)) for top, inside in others.items()
    ]


def _attempts(attempts: dict[str, list[File]]) -> list[File]:
    """The files of all attempts, or a question if the newest is in doubt."""
    if len(attempts) < 2 or newest(attempts):
        return [*chain(*attempts.values())]
    which = some(sorted(map(repr, attempts)))
    fault = f"which of these attempts is the newest? Leave only that one: {which}"
    return [File(("",), fault=fault)]


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
