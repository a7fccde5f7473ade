"""Whose files are whose: each entry at the top of what came in has an owner.

The name that a platform gave it says who that is. Otherwise a folder or an archive stands
for itself, and a loose file belongs to whom its name says, as in alice_t3_player.py.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from enum import Enum
from typing import NamedTuple
from unicodedata import normalize

from t3_play.program import printable
from t3_tools.grade import limits
from t3_tools.grade.intake.attempts import newest
from t3_tools.grade.intake.files import BROKEN, IGNORED, File, player_role, some, unpacked
from t3_tools.handout import PLAYER, STATE

METADATA = "submission_metadata.yml"
NOT_HANDED_IN = (METADATA, "index.html", "grades.csv", "user_assignment_settings.json")
"""Files that a platform adds: Gradescope, Brightspace, Sakai, Submitty."""

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
    """Which attempt it is, or when it was handed in, if the platform keeps earlier ones."""
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
        r"(?P<number>[0-9]+)-[0-9]+ ?- (?P<who>[^/]+?) - (?P<time>[^/]+?)"
        r"( - (?P<file>[^/]+))?",
        # Gradescope, a folder: METADATA names the students.
        r"(?P<who>submission_(?P<number>[0-9]+))",
        # Blackboard, a file of the student or a summary.
        r"gradebook_[^/]+_(?P<who>[^_/]+)_attempt_(?P<time>[0-9-]+)"
        r"(_(?P<file>[^/]+)|\.txt)",
        # Canvas, a file: of anonymous students, and of others. Names have no number inside.
        r"(LATE_)?(?P<who>anon_\w+?)_[0-9]+_(?P<file>[^/]+\.[^/]+)",
        r"(?P<who>((?!_[0-9]+_)[^/])+?)_(LATE_)?(?P<number>[0-9]+)"
        r"_([0-9]+_|(?=(text|link)\.html$))(?P<file>[^/]+\.[^/]+)",
    )
]
"""How platforms begin paths."""


class Member(NamedTuple):
    """A student's files, or those of several."""

    name: str
    files: list[File]
    """As seen from the folder."""
    number: str = ""
    """The student's number on a platform."""
    is_named: bool = False
    """Whether a name says that the files are one student's."""

    @property
    def has_player(self) -> bool:
        """Whether there is a player, or may be, in an archive that can't be read."""
        role = player_role(self.files)
        return any(it.role == role or (it.fault and it.is_archive) for it in self.files)

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
    whole = _entered(whole)._replace(name=whole.name)
    found, division = divided(whole, asked)
    is_apart = len(found) > 1 and not _here(whole)
    if (asked or division) is Division.ONE:
        files = [it for these in by_top(whole.files).values() for it in unpacked(these)]
        rest = sorted(name for name, it in found.items() if not it.has_work)
        if is_apart and 0 < len(rest) < len(found) and not asked:
            note = f"--class would give a row to {some(rest)}, too"
            files.append(File(("",), note=note))
        return [whole._replace(files=files)]
    if division is Division.ONE and not is_apart:
        why = next((it.fault for it in whole.files if it.fault), "it may be one student's")
        raise ValueError(f"{printable(whole.name)} is not a class: {why}")
    return sections(found.values(), asked)


def sections(found: Collection[Member], asked: Division | None) -> list[Member]:
    """The members found, or those of each that is a class, if most are."""
    entered = [_entered(it) for it in found]
    inner = [divided(it, Division.ONE) for it in entered]
    classes = sum(division is Division.CLASS for _, division in inner)
    others = sum(it.has_work for it in found) - classes
    if classes and classes == others and not asked:
        raise DoubtError("the whole", "classes, and folders with one player")
    if not classes or (classes < others and not asked):
        return [*found]
    return [
        student
        for each, (parts, division) in zip(entered, inner)
        for student in (parts.values() if division is Division.CLASS else [each])
    ]


def divided(
    whole: Member, asked: Division | None, names: re.Pattern[str] | None = None
) -> tuple[dict[str, Member], Division]:
    """The owners of the entries by name, and whose the files are.

    Raises DoubtError if that is in doubt and not asked: else the answer counts. For
    `names` see `_by_names`.
    """
    if whole.is_named:
        return {}, Division.ONE
    if named := _by_names(whole, names):
        return named, Division.CLASS
    here = _here(whole)
    found = _owned(whole, {it: Owner(here[0], file=it) for it in here})
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


def matched(path: str, patterns: Iterable[re.Pattern[str]]) -> re.Match[str] | None:
    """What the first of the patterns that fits finds at the beginning of a path."""
    return next(filter(None, (it.match(path) for it in patterns)), None)


def _by_names(whole: Member, names: re.Pattern[str] | None) -> dict[str, Member]:
    """The owners by `names` if given, or by PLATFORMS if these name most of the entries.

    Raises ValueError if `names` fits no path.
    """
    owners: dict[str, Owner] = {}
    files = []
    for file in whole.files:
        path = "/".join(file.parts)
        if found := matched(path, [names] if names else PLATFORMS):
            owners[found[0]] = Owner(**found.groupdict(""))
            file = file._replace(parts=(found[0], *path[found.end() :].split("/")[1:]))
        if found or not names or file.name not in ("", *NOT_HANDED_IN):
            files.append(file)
    tops = by_top(files)
    if names and not owners:
        raise ValueError(f"--names fits none of {some(it.path for it in files)}")
    others = tops.keys() - owners.keys() - {*NOT_HANDED_IN}
    if not names and (PLAYER in tops or len(owners) <= len(others)):
        return {}
    known = _submitters(tops.get(METADATA, []))
    owners = {top: known.get(it.who, it) for top, it in owners.items()}
    return _owned(whole._replace(files=files), owners, is_named=True)


def _here(whole: Member) -> list[str]:
    """The files in no folder that are a player or a state, and nobody's by name."""
    return [
        it.parts[0]
        for it in whole.files
        if len(it.parts) == 1 and it.role in (PLAYER, STATE) and not it.owner
    ]


def _entered(whole: Member) -> Member:
    """The innermost folder that has all the files, and what is seen from there."""
    while len(tops := by_top(whole.files)) == 1 and not whole.is_named:
        ((top, these),) = tops.items()
        if len(these[0].parts) == 1 or matched(top, PLATFORMS):
            break
        inside = [it._replace(parts=it.parts[1:] or it.parts) for it in these]
        whole = whole._replace(files=inside, name=f"{whole.name}/{top}")
    return whole


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


def _owned(
    whole: Member, known: Mapping[str, Owner], is_named: bool = False
) -> dict[str, Member]:
    """The files by their owners: those known of some entries, else as the entry says.

    Each attempt is in a folder. If the newest is in doubt, there is a question instead.
    """
    students: dict[tuple[str, str], list[File]] = {}
    attempts: dict[tuple[str, str], set[str]] = {}
    for top, files in by_top(whole.files).items():
        if top in NOT_HANDED_IN:
            continue
        is_file = len(files[0].parts) == 1
        by_name = Owner((is_file and files[0].owner) or top, file=top if is_file else "")
        owner = known.get(top, by_name)
        student, attempt = (
            (normalize("NFC", owner.who), owner.number),
            owner.version or owner.time,
        )
        above = tuple(filter(None, (attempt, owner.file)))
        attempts.setdefault(student, set()).add(attempt)
        students.setdefault(student, []).extend(
            it._replace(parts=above + it.parts[1:])
            for it in unpacked(files)
            if owner.file or it.parts[1:]  # else Blackboard's summary
        )
    times = Counter(who for who, _ in students)
    found: dict[str, Member] = {}
    for (who, number), files in students.items():
        name = who if times[who] == 1 else f"{who}_{number}"
        name += "'" * (name in found)
        these = attempts[who, number]
        if len(these) > 1 and not newest(these):
            which = some(sorted(map(repr, these)))
            fault = f"which of these attempts is the newest? Leave only that one: {which}"
            files = [File(("",), fault=fault)]
        found[name] = Member(f"{whole.name}/{name}", files, number, is_named=is_named)
    return found
