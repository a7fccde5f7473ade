"""Whose files are whose: each entry at the top of what came in has an owner.

The name that a platform gave it says who that is. Otherwise a folder or an archive stands
for itself, and a loose file belongs to whom its name says, as in alice_t3_player.py.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.files import BROKEN, IGNORED, File, some, unpacked
from t3_tools.handout import PLAYER, STATE

ANYWHERE = [
    # Moodle: a folder, or a file if it was made without folders.
    r"(?P<who>.+?)_(?P<number>[0-9]+)_assignsubmission_[a-z]+_?(?P<own>.*)",
    # Brightspace: a folder, or a file if its zip is flat.
    r"(?P<number>[0-9]+)-[0-9]+ ?- (?P<who>.+?) - (?P<time>.+?)( - (?P<own>.+))?",
    # Gradescope: a folder; METADATA names the students.
    r"(?P<who>submission_(?P<number>[0-9]+))",
]
ONLY_FILES = [
    # Blackboard: course, assignment, student, time, and the file's name or a summary.
    r"gradebook_(?P<course>.+)_(?P<who>[^_]+)_attempt_(?P<time>[0-9-]+)(_(?P<own>.+)|\.txt)",
    # Canvas, in anonymous grading: LATE, the student's code, the file's number, its name.
    r"(?P<late>LATE_)?(?P<who>anon_\w+?)_[0-9]+_(?P<own>.+)",
    # Canvas: student, LATE, numbers, and the name that the student gave it.
    r"(?P<who>.+?)_(?P<late>LATE_)?(?P<number>[0-9]+)_([0-9]+_)*(?P<own>(?![0-9]+_).+)",
]
"""The names that platforms give to what is downloaded."""

METADATA = "submission_metadata.yml"
NOT_HANDED_IN = (METADATA, "index.html")
"""Files that a platform adds."""

TIMES = ("%d %b, %Y %I%M %p", "%b %d, %Y %I%M %p", "%d %B, %Y %I%M %p", "%B %d, %Y %I%M %p")
"""How Brightspace writes times. Those of Blackboard are in order as they are."""

VERSION = re.compile(
    r"(hw|homework|assignment|project|task|part|lab|exercise|pset|ps|week|version|v|try|"
    r"attempt|draft|old|new|final|backup)[\W_]*[0-9]*",
    re.I,
)
"""The name of a folder that says which work it has, not whose."""


class Member(NamedTuple):
    """A student's files, or those of several."""

    name: str
    files: list[File]
    """As seen from the folder."""
    number: str = ""
    """The student's number on a platform."""
    late: bool = False
    """Whether Canvas calls the student late."""
    notes: tuple[str, ...] = ()
    """What the teacher should know."""

    @property
    def has_player(self) -> bool:
        """Whether there is a player, or may be, in an archive that can't be read."""
        if any(it.role == PLAYER or (it.fault and it.is_archive) for it in self.files):
            return True
        python = [it for it in self.files if it.is_python]
        return len(python) == 1 and python[0].chooses

    @property
    def chooses(self) -> bool:
        """Whether a player is more than its name."""
        return any(it.role == PLAYER and it.chooses for it in self.files)

    @property
    def has_work(self) -> bool:
        """Whether there is a player or a state."""
        return self.has_player or any(it.role == STATE for it in self.files)


class Owner(NamedTuple):
    """Whose an entry is."""

    who: str
    number: str = ""
    course: str = ""
    late: str = ""
    time: str = ""
    """When it was handed in, if the platform keeps what came before."""
    own: str = ""
    """The name that the student gave the file."""


class Division(NamedTuple):
    """What a folder has."""

    members: list[Member]
    """The owners of its entries."""
    is_class: bool = True
    """Whether they are students. Otherwise it is one student's."""
    doubt: str = ""
    """Why that is in doubt."""
    notes: tuple[str, ...] = ()
    """What to say if it is one student's."""


def members(whole: Member, division: str) -> list[Member]:
    """The students whose files these are: one's, a class's, or those of its sections.

    `division` is "one" or "class" if that is known. Raises ValueError if it is in doubt, or
    if a class has only one entry.
    """
    whole = _entered(whole)
    found = divided(whole)
    if found.doubt and not division:
        raise _in_doubt(whole.name, found.doubt)
    if division == "one" or not (division or found.is_class):
        files = [file for these in _opened(whole).values() for file in these]
        return [whole._replace(files=files, notes=() if division else found.notes)]
    if not found.is_class and len(found.members) < 2:
        why = next((it.fault for it in whole.files if it.fault), "it has one entry")
        raise ValueError(f"{printable(whole.name)} is not a class: {why}")
    return sections(found.members, division)


def sections(found: list[Member], division: str) -> list[Member]:
    """The members found, or those of each that is a class, if most are."""
    inner = [divided(_entered(it)) for it in found]
    classes = sum(it.is_class for it in inner)
    others = sum(it.has_work for it in found) - classes
    if classes and classes == others and not division:
        raise _in_doubt(found[0].name, "classes beside it, and others with one player")
    return [
        it
        for whole, each in zip(found, inner)
        for it in (
            each.members if each.is_class and (classes > others or division) else [whole]
        )
    ]


def divided(whole: Member) -> Division:
    """The owners of the entries in a folder, and whether it is a class's."""
    tops = by_top(whole.files)
    if owners := _by_platform(tops):
        return Division(_owned(whole, owners))
    found = _owned(whole, _by_name(tops))
    loose = {top: these[0] for top, these in tops.items() if len(these[0].parts) == 1}
    here = [top for top, it in loose.items() if it.role in (PLAYER, STATE) and not it.owner]
    if here:
        others = [it for it in found if Path(it.name).name not in here and it.chooses]
        doubt = f"{here[0]} beside other players" if len(others) > 1 else ""
        return Division(found, False, doubt)
    working = [Path(it.name).name for it in found if it.has_work]
    if len(working) < 2:
        return Division(found, False, notes=_beside(found))
    folders = {top for top in tops if top not in loose or loose[top].is_archive}
    doubt = ""
    if all(map(VERSION.fullmatch, working)) or not folders & {*working}:
        doubt = f"players in {some(working)}"
    elif sum(it.has_player for it in found) < 2:
        doubt = "one player, and a state elsewhere"
    return Division(found, not doubt, doubt)


def _beside(found: list[Member]) -> tuple[str, ...]:
    """What to say of folders and files beside the only folder with a player."""
    read = [Path(it.name).name for it in found if it.has_work]
    rest = sorted(Path(it.name).name for it in found if not it.has_work)
    if not read or not rest:
        return ()
    return (f"only {read[0]} was read; --class would give a row to {some(rest)}, too",)


def _in_doubt(name: str, doubt: str) -> ValueError:
    return ValueError(
        f"{printable(name)} has {printable(doubt)}. Add --one if it is one submission, or "
        "--class"
    )


def _entered(whole: Member) -> Member:
    """The member as seen from the innermost folder that has all the files."""
    while len(tops := by_top(whole.files)) == 1:
        ((top, these),) = tops.items()
        if len(these[0].parts) == 1 or platform_name(top, these):
            break
        whole = whole._replace(files=inside(these))
    return whole


def _opened(whole: Member) -> dict[str, list[File]]:
    """The entries at the top, each with its files, with limits for each."""
    return {top: unpacked(these) for top, these in by_top(whole.files).items()}


def by_top(files: Iterable[File]) -> dict[str, list[File]]:
    """The files in each folder, archive or file at the top.

    Leaves out what is IGNORED by name, unless it alone has players.
    """
    tops: dict[str, list[File]] = {}
    for file in files:
        tops.setdefault(file.parts[0] if file.parts else "", []).append(file)
    return {
        top: these
        for top, these in tops.items()
        if these[0].fault
        or not IGNORED.fullmatch(top or ".")
        or any(it.role == PLAYER and len(it.parts) == 2 for it in these)
    }


def inside(files: list[File]) -> list[File]:
    """The files, as seen from the folder that they are in."""
    return [file._replace(parts=file.parts[1:] or file.parts) for file in files]


def platform_name(top: str, files: Sequence[File]) -> Owner | None:
    """What the name of a folder or file says, if a platform gave it."""
    is_file = len(files[0].parts) == 1 or File((top,)).is_archive
    for pattern in [*ANYWHERE, *(ONLY_FILES if is_file else [])]:
        if match := re.fullmatch(pattern, top, re.S):
            return Owner(**match.groupdict(""))
    return None


def _by_platform(tops: Mapping[str, list[File]]) -> dict[str, Owner]:
    """Whose each entry is, if a platform named most of them; empty if not."""
    named = {top: it for top, these in tops.items() if (it := platform_name(top, these))}
    others = tops.keys() - {*named, *NOT_HANDED_IN}
    if PLAYER in tops or len(named) <= len(others):
        return {}
    known = _submitters(tops.get(METADATA, []))
    return {
        top: known.get(owner.who, owner)
        for top, owner in {**_by_name({it: tops[it] for it in others}), **named}.items()
    }


def _submitters(metadata: list[File]) -> dict[str, Owner]:
    """Whose each folder of Gradescope is: all the names, and the first number."""
    text = b""
    with suppress(*BROKEN):
        text = metadata[0].read(limits.UNPACKED) if metadata else b""
    known = {}
    for each in re.split(r"^(?=submission_)", text.decode(errors="replace"), flags=re.M):
        who = re.split(r"^  :(?!submitters)", each, flags=re.M)[0]
        names, numbers = (
            [value for _, value in re.findall(rf":{key}: *(['\"]?)(.*)\1", who)]
            for key in ("name", "sid")
        )
        known[each.partition(":")[0]] = Owner(", ".join(names), *numbers[:1])
    return known


def _by_name(tops: Mapping[str, list[File]]) -> dict[str, Owner]:
    """Whose each entry is by its own name."""
    files = {top: these[0] for top, these in tops.items() if len(these[0].parts) == 1}
    whose = sorted({it.owner for it in files.values()} - {""}, key=len, reverse=True)
    owners = {}
    for top in tops:
        begun = (it for it in whose if re.match(re.escape(it) + "[-_ .]", top))
        if top not in files:
            owners[top] = Owner(top)
        elif who := next(begun, ""):
            owners[top] = Owner(who, own=top.removeprefix(who).lstrip("-_ ."))
        else:
            owners[top] = Owner(files[top].owner or top, own=top)
    return owners


def _owned(whole: Member, owners: Mapping[str, Owner]) -> list[Member]:
    """The owners' files, of each the newest that a platform has."""
    tops = _opened(whole)
    attempts: dict[tuple[str, str, str], dict[str, list[File]]] = {}
    for top, owner in owners.items():
        own = (owner.own,) if owner.own else ()
        files = [it._replace(parts=own + it.parts[1:]) for it in tops[top]]
        by_time = attempts.setdefault((owner.who, owner.number, owner.course), {})
        by_time.setdefault(_in_order(owner.time), []).extend(files)
    late = {owner[:3] for owner in owners.values() if owner.late}
    times = Counter(who for who, *_ in attempts)
    found = []
    for key, by_time in attempts.items():
        who, number, course = key
        newest, *before = [by_time[it] for it in sorted(by_time, reverse=True)]
        for files in before:
            known = {it.role for it in newest}
            newest += [it for it in files if it.role not in known]
        notes = (f"{len(by_time)} attempts: the newest of each file was graded",)
        unique = who if times[who] == 1 else f"{who}_{number or course}"
        name = f"{whole.name}/{unique}"
        found.append(Member(name, newest, number, key in late, notes if before else ()))
    return found


def _in_order(time: str) -> str:
    """A time that a platform wrote, so that the latest is the last of all."""
    for form in TIMES:
        with suppress(ValueError):
            return datetime.strptime(time, form).isoformat()
    return time
