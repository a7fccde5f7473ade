"""Whose files are whose: each entry at the top of what came in has an owner.

The name that a platform gave it says who that is. Otherwise a folder or an archive stands
for itself, and a loose file belongs to whom its name says, as in alice_t3_player.py.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from enum import Enum
from itertools import product
from typing import NamedTuple
from unicodedata import normalize

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.files import BROKEN, IGNORED, File, some, unpacked
from t3_tools.handout import PLAYER, STATE

PLATFORMS = [
    # Moodle, a folder or a file.
    r"(?P<who>.+?)_(?P<number>[0-9]+)_assignsubmission_[a-z]+_?(?P<file>.*)",
    # Brightspace, a folder or a file.
    r"(?P<number>[0-9]+)-[0-9]+ ?- (?P<who>.+?) - (?P<time>.+?)( - (?P<file>.+))?",
    # Gradescope, a folder: METADATA names the students.
    r"(?P<who>submission_(?P<number>[0-9]+))",
    # Blackboard, a file of the student or a summary.
    r"gradebook_.+_(?P<who>[^_]+)_attempt_(?P<time>[0-9-]+)(_(?P<file>.+)|\.txt)",
    # Canvas, a file: of anonymous students, and of others. Names have no number inside.
    r"(LATE_)?(?P<who>anon_\w+?)_[0-9]+_(?P<file>.+\..+)",
    r"(?P<who>((?!_[0-9]+_).)+?)_(LATE_)?(?P<number>[0-9]+)"
    r"_([0-9]+_|(?=(text|link)\.html$))(?P<file>.+\..+)",
]
"""The names that platforms give, with the fields of an Owner."""

METADATA = "submission_metadata.yml"
NOT_HANDED_IN = (METADATA, "index.html", "grades.csv", "user_assignment_settings.json")
"""Files that a platform adds: Gradescope, Brightspace, Sakai, Submitty."""

DAYS = ("%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y", "%Y %m %d")
CLOCKS = ("%H:%M", "%I:%M %p", "%H %M:%S")
"""How times are written, when all but letters and digits is a space, save one colon."""

VERSION = re.compile(
    r"(hw|homework|assignment|project|task|part|lab|exercise|pset|ps|week|version|v|try|"
    r"attempt|draft|old|new|final|backup)[\W_]*[0-9]*|[0-9]{1,2}",
    re.I,
)
"""The name of a folder that says which work it has, not whose."""


class Division(Enum):
    """Whose the files at one place are."""

    ONE = "one student's"
    CLASS = "each of somebody else, or of a section"


class DoubtError(ValueError):
    """It is in doubt whose the files are."""

    def __init__(self, name: str, doubt: str) -> None:
        super().__init__(
            f"{printable(name)} has {printable(doubt)}. Add --one if it is one submission, "
            "--class if it is a class, or --names if a platform named the files"
        )


class Owner(NamedTuple):
    """Whose an entry is."""

    who: str
    number: str = ""
    """The student's on the platform, or what else tells two of one name apart."""
    version: str = ""
    time: str = ""
    """Which it is, and when it was handed in, if the platform keeps what came before."""
    file: str = ""
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


def members(whole: Member, asked: Division | None) -> list[Member]:
    """The students whose files these are: one's, a class's, or those of its sections.

    `asked` is what the teacher says, if anything. Raises DoubtError, and ValueError if a
    class has only one entry.
    """
    whole = _entered(whole)
    found, division = divided(whole, asked)
    is_apart = len(found) > 1 and not _here(whole)
    if (asked or division) is Division.ONE:
        files = [file for these in _opened(whole).values() for file in these]
        rest = sorted(name for name, it in found.items() if not it.has_work)
        note = f"--class would give a row to {some(rest)}, too"
        is_noted = is_apart and 0 < len(rest) < len(found) and not asked
        return [whole._replace(files=files, notes=(note,) if is_noted else ())]
    if division is Division.ONE and not is_apart:
        why = next((it.fault for it in whole.files if it.fault), "it may be one student's")
        raise ValueError(f"{printable(whole.name)} is not a class: {why}")
    return sections(found.values(), asked)


def sections(found: Collection[Member], asked: Division | None) -> list[Member]:
    """The members found, or those of each that is a class, if most are."""
    inner = [divided(_entered(it), Division.ONE) for it in found]
    classes = sum(division is Division.CLASS for _, division in inner)
    others = sum(it.has_work for it in found) - classes
    if classes and classes == others and not asked:
        raise DoubtError("the whole", "classes, and folders with one player")
    if not classes or (classes < others and not asked):
        return [*found]
    students: list[Member] = []
    for each, (parts, division) in zip(found, inner):
        tops = by_top(each.files)
        folder = [it for it, these in tops.items() if len(tops) == 1 < len(these[0].parts)]
        alone = each._replace(name="/".join([each.name, *folder]))
        students += parts.values() if division is Division.CLASS else [alone]
    return students


def divided(whole: Member, asked: Division | None) -> tuple[dict[str, Member], Division]:
    """The owners of the entries by name, and whose the files are.

    Raises DoubtError if that is in doubt and not asked: else the answer counts.
    """
    tops = by_top(whole.files)
    entries = {it: these for it, these in tops.items() if it not in NOT_HANDED_IN}
    owners = _by_name(entries)
    if known := _by_platform(entries, tops.get(METADATA, [])):
        return _owned(whole, owners | known), Division.CLASS
    here = _here(whole)
    found = _owned(whole, owners | {it: Owner(here[0], file=it) for it in here})
    working = [name for name, it in found.items() if it.has_work]
    others = [name for name in working if name not in here and found[name].chooses]
    folders = {it.parts[0] for it in whole.files if len(it.parts) > 1 or it.is_archive}
    if len(working) < 2 or (here and len(others) < 2):
        return found, Division.ONE
    if here:
        doubt = f"{here[0]} beside other players"
    elif all(map(VERSION.fullmatch, working)) or not folders & {*working}:
        doubt = f"players in {some(working)}"
    elif sum(it.has_player for it in found.values()) < 2:
        doubt = "one player, and a state elsewhere"
    else:
        return found, Division.CLASS
    if not asked:
        raise DoubtError(whole.name, doubt)
    return found, asked


def named(whole: Member, names: str) -> list[Member]:
    """The students whose files these are by a regular expression of how paths begin.

    Its groups are fields of an Owner. Raises ValueError if it is none, or fits no path.
    """
    try:
        pattern = re.compile(rf"(?:.*?/)??(?:{names})(?=/|$)", re.S)
        Owner(**dict.fromkeys(pattern.groupindex, ""))
    except (re.error, TypeError):
        fields = f"the group who, and perhaps {', '.join(Owner._fields[1:])}"
        raise ValueError(f"--names must be a regular expression with {fields}") from None
    owners: dict[str, Owner] = {}
    files = []
    for file in whole.files:
        path = "/".join(file.parts)
        if matched := pattern.match(path):
            owners[matched[0]] = Owner(**matched.groupdict(""))
            file = file._replace(parts=(matched[0], *path[matched.end() :].split("/")[1:]))
        elif file.name in ("", *NOT_HANDED_IN):
            continue
        files.append(file)
    if not owners:
        raise ValueError(f"--names fits none of {some(it.path for it in files)}")
    owners = _by_name(by_top(files)) | owners
    return [*_owned(whole._replace(files=files), owners).values()]


def _here(whole: Member) -> list[str]:
    """The files in no folder that are a player or a state, and nobody's by name."""
    return [
        it.parts[0]
        for it in whole.files
        if len(it.parts) == 1 and it.role in (PLAYER, STATE) and not it.owner
    ]


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


def _by_platform(entries: Collection[str], metadata: list[File]) -> dict[str, Owner]:
    """Whose the entries are that a platform named; empty if these are not most of them."""
    named = {top: owner for top in entries if (owner := platform_name(top))}
    if PLAYER in entries or 2 * len(named) <= len(entries):
        return {}
    known = _submitters(metadata)
    return {top: known.get(owner.who, owner) for top, owner in named.items()}


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
            known[top] = Owner(", ".join(names), " ".join(numbers).strip() or top)
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
            owners[top] = Owner(who, file=top.removeprefix(who).lstrip("-_ ."))
        else:
            owners[top] = Owner(files[top].owner or top, file=top)
    return owners


def _owned(whole: Member, owners: Mapping[str, Owner]) -> dict[str, Member]:
    """The owners' files, of each the newest that a platform has, by names."""
    tops = _opened(whole)
    attempts: dict[tuple[str, str], dict[Owner, list[File]]] = {}
    for top, owner in owners.items():
        own = (owner.file,) if owner.file else ()
        which = owner._replace(who=normalize("NFC", owner.who), file="")
        attempts.setdefault(which[:2], {}).setdefault(which, []).extend(
            it._replace(parts=own + it.parts[1:]) for it in tops[top]
        )
    times = Counter(who for who, _ in attempts)
    shared = Counter(number for _, number in attempts)
    found: dict[str, Member] = {}
    for (who, number), these in attempts.items():
        name = who if times[who] == 1 else f"{who}_{number}"
        name += "'" * (name in found)
        known = number if shared[number] == 1 else ""
        found[name] = _newest(these)._replace(name=f"{whole.name}/{name}", number=known)
    return found


def _newest(attempts: Mapping[Owner, list[File]]) -> Member:
    """A student's newest files, with a note if there are earlier ones.

    If their order is not known, there is none of them, but a fault that asks for it.
    """
    in_order = {_order(it): files for it, files in attempts.items()}
    if len(attempts) > 1 and (() in in_order or len(in_order) < len(attempts)):
        which = some(repr(it.version or it.time) for it in attempts)
        fault = f"which of these attempts is the newest? Leave only that one: {which}"
        return Member("", [File(("",), fault=fault)])
    newest, *before = [in_order[it] for it in sorted(in_order, reverse=True)]
    for files in before:
        known = {it.role for it in newest}
        newest += [it for it in files if it.role not in known]
    note = f"{len(attempts)} attempts: the newest of each file was graded"
    return Member("", newest, notes=(note,) if before else ())


def _order(owner: Owner) -> tuple[int, ...]:
    """Its version or time, for comparison; empty if it can't be read."""
    if owner.version.isdecimal():
        return (int(owner.version),)
    words = re.sub(r"[\W_]+", " ", owner.time)
    # 105 PM is 1:05.
    words = re.sub(" ([0-9]{1,2}) ?([0-9]{2})( [AP]M)?$", r" \1:\2\3", words, flags=re.I)
    for day, clock in product(DAYS, CLOCKS):
        with suppress(ValueError):
            return tuple(datetime.strptime(words, f"{day} {clock}").timetuple())
    return ()
