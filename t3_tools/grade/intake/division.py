"""Whose files are whose: each entry at the top of what came in has an owner.

The name that a platform gave it says who that is. Otherwise a folder or an archive stands
for itself, and a loose file belongs to whom its name says, as in alice_t3_player.py.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.files import BROKEN, IGNORED, File, some, unpacked
from t3_tools.handout import PLAYER, STATE

PLATFORMS = [
    # Moodle, a folder or a file.
    r"(?P<who>.+?)_(?P<number>[0-9]+)_assignsubmission_[a-z]+_?(?P<own>.*)",
    # Brightspace, a folder or a file.
    r"(?P<number>[0-9]+)-[0-9]+ ?- (?P<who>.+?) - (?P<time>.+?)( - (?P<own>.+))?",
    # Gradescope, a folder: METADATA names the students.
    r"(?P<who>submission_(?P<number>[0-9]+))",
    # Blackboard, a file of the student or a summary.
    r"gradebook_(?P<course>.+)_(?P<who>[^_]+)_attempt_(?P<time>[0-9-]+)(_(?P<own>.+)|\.txt)",
    # Canvas, a file with an ending: of anonymous students, and of others.
    r"(LATE_)?(?P<who>anon_\w+?)_[0-9]+_(?P<own>.+\..+)",
    r"(?P<who>.+?)_(LATE_)?(?P<number>[0-9]+)_([0-9]+_)*(?P<own>(?![0-9]+_).+\..+)",
]
"""The names that platforms give: the student, a number, and the student's name for it."""

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

ONE, CLASS = "one", "class"


class Owner(NamedTuple):
    """Whose an entry is."""

    who: str
    number: str = ""
    course: str = ""
    time: str = ""
    """When it was handed in, if the platform keeps what came before."""
    own: str = ""
    """The name that the student gave the file."""


class Member(NamedTuple):
    """A student's files, or those of several."""

    name: str
    files: list[File]
    """As seen from the folder."""
    number: str = ""
    """The student's number on a platform."""
    notes: tuple[str, ...] = ()
    """What the teacher should know."""

    @property
    def has_player(self) -> bool:
        """Whether there is a player, or may be, in an archive that can't be read."""
        python = [it for it in self.files if it.is_python]
        return (len(python) == 1 and python[0].chooses) or any(
            it.role == PLAYER or (it.fault and it.is_archive) for it in self.files
        )

    @property
    def chooses(self) -> bool:
        """Whether a player is more than its name."""
        return any(it.role == PLAYER and it.chooses for it in self.files)

    @property
    def has_work(self) -> bool:
        """Whether there is a player or a state."""
        return self.has_player or any(it.role == STATE for it in self.files)


def members(whole: Member, division: str) -> list[Member]:
    """The students whose files these are: one's, a class's, or those of its sections.

    `division` is ONE or CLASS if that is known. Raises ValueError if it is in doubt, or
    if a class has only one entry.
    """
    whole = _entered(whole)
    found, kind = divided(whole)
    if kind not in (ONE, CLASS) and not division:
        raise _in_doubt(whole.name, kind)
    if (division or kind) == ONE:
        files = [file for these in _opened(whole).values() for file in these]
        rest = sorted(name for name, it in found.items() if not it.has_work)
        note = f"--class would give a row to {some(rest)}, too"
        is_apart = rest and found.keys() > {*rest} and not _here(whole) and not division
        return [whole._replace(files=files, notes=(note,) if is_apart else ())]
    if kind == ONE and (len(found) < 2 or _here(whole)):
        why = next((it.fault for it in whole.files if it.fault), "it may be one student's")
        raise ValueError(f"{printable(whole.name)} is not a class: {why}")
    return sections(found.values(), division)


def sections(found: Collection[Member], division: str) -> list[Member]:
    """The members found, or those of each that is a class, if most are."""
    inner = [divided(_entered(it)) for it in found]
    classes = sum(kind == CLASS for _, kind in inner)
    others = sum(it.has_work for it in found) - classes
    if classes and classes == others and not division:
        raise _in_doubt("the whole", "classes, and folders with one player")
    is_whole = classes <= others and not division
    return [
        it
        for each, (parts, kind) in zip(found, inner)
        for it in ([each] if is_whole or kind != CLASS else parts.values())
    ]


def divided(whole: Member) -> tuple[dict[str, Member], str]:
    """The owners of the entries by name, and what the folder has, or why it is in doubt."""
    tops = by_top(whole.files)
    if owners := _by_platform(tops):
        return _owned(whole, owners), CLASS
    here = _here(whole)
    found = _owned(whole, _by_name(tops) | {it: Owner(here[0], own=it) for it in here})
    if here:
        others = [it for name, it in found.items() if name not in here and it.chooses]
        return found, f"{here[0]} beside other players" if len(others) > 1 else ONE
    working = [name for name, it in found.items() if it.has_work]
    if len(working) < 2:
        return found, ONE
    folders = {it.parts[0] for it in whole.files if len(it.parts) > 1 or it.is_archive}
    if all(map(VERSION.fullmatch, working)) or not folders & {*working}:
        return found, f"players in {some(working)}"
    if sum(it.has_player for it in found.values()) < 2:
        return found, "one player, and a state elsewhere"
    return found, CLASS


def _here(whole: Member) -> list[str]:
    """The files in no folder that are a player or a state, and nobody's by name."""
    return [
        it.parts[0]
        for it in whole.files
        if len(it.parts) == 1 and it.role in (PLAYER, STATE) and not it.owner
    ]


def _in_doubt(name: str, doubt: str) -> ValueError:
    doubt = f"{printable(name)} has {printable(doubt)}"
    return ValueError(f"{doubt}. Add --one if it is one submission, or --class")


def _entered(whole: Member) -> Member:
    """The member as seen from the innermost folder that has all the files."""
    while len(tops := by_top(whole.files)) == 1:
        ((top, these),) = tops.items()
        if len(these[0].parts) == 1 or platform_name(top):
            break
        inside = [it._replace(parts=it.parts[1:] or it.parts) for it in these]
        whole = whole._replace(files=inside)
    return whole


def _opened(whole: Member) -> dict[str, list[File]]:
    """The entries at the top, each with its files, with limits for each."""
    return {top: unpacked(these) for top, these in by_top(whole.files).items()}


def by_top(files: Iterable[File]) -> dict[str, list[File]]:
    """The files in each folder, archive or file at the top.

    Leaves out what is IGNORED by name, unless it has a player.
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


def platform_name(top: str) -> Owner | None:
    """What the name of a folder or file says, if a platform gave it."""
    matches = (re.fullmatch(pattern, top, re.S) for pattern in PLATFORMS)
    return next((Owner(**it.groupdict("")) for it in matches if it), None)


def _by_platform(tops: Mapping[str, list[File]]) -> dict[str, Owner]:
    """Whose each entry is, if a platform named most of them; empty if not."""
    named = {top: owner for top in tops if (owner := platform_name(top))}
    others = {top: tops[top] for top in tops if top not in {*named, *NOT_HANDED_IN}}
    if PLAYER in tops or len(named) <= len(others):
        return {}
    known = _submitters(tops.get(METADATA, []))
    owners = {top: known.get(owner.who, owner) for top, owner in named.items()}
    return _by_name(others) | owners


def _submitters(metadata: list[File]) -> dict[str, Owner]:
    """Whose each folder of Gradescope is: all the names and numbers."""
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
        if names:
            top = each.partition(":")[0]
            known[top] = Owner(", ".join(names), " ".join(numbers).strip(), course=top)
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


def _owned(whole: Member, owners: Mapping[str, Owner]) -> dict[str, Member]:
    """The owners' files, of each the newest that a platform has, by names."""
    tops = _opened(whole)
    attempts: dict[tuple[str, str], dict[str, list[File]]] = {}
    for top, owner in owners.items():
        own = (owner.own,) if owner.own else ()
        by_time = attempts.setdefault((owner.who, owner.number or owner.course), {})
        by_time.setdefault(_in_order(owner.time), []).extend(
            it._replace(parts=own + it.parts[1:]) for it in tops[top]
        )
    times = Counter(who for who, _ in attempts)
    found = {}
    for (who, number), by_time in attempts.items():
        newest, *before = [by_time[it] for it in sorted(by_time, reverse=True)]
        for files in before:
            known = {it.role for it in newest}
            newest += [it for it in files if it.role not in known]
        note = f"{len(by_time)} attempts: the newest of each file was graded"
        name = who if times[who] == 1 else f"{who}_{number}"
        name += "'" * (name in found)
        found[name] = Member(
            f"{whole.name}/{name}",
            newest,
            number if number.replace(" ", "").isdigit() else "",
            (note,) if before else (),
        )
    return found


def _in_order(time: str) -> str:
    """A time that a platform wrote, so that the latest is the last of all."""
    for form in TIMES:
        with suppress(ValueError):
            return datetime.strptime(time, form).isoformat()
    return time
