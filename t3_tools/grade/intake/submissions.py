"""Submissions: what each student handed in, under whatever names."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from unicodedata import normalize

from t3_play.program import printable, reason
from t3_tools.grade import limits
from t3_tools.grade.intake.archives import (
    Budget,
    File,
    depth_of_all,
    files_at,
    inside,
    some,
    unpacked,
)
from t3_tools.grade.intake.owners import reading
from t3_tools.grade.intake.platforms import newest
from t3_tools.grade.sandbox.apart import apart
from t3_tools.grade.sandbox.folders import PREFIX
from t3_tools.grade.submission import LENT, Submission, lacking
from t3_tools.handout import LEFT_TO_WRITE, PLAYER, STATE, is_unwritten


class Submissions(list[Submission]):
    """What was read, how, and what is nobody's."""

    how = ""
    unread: list[str]


def read(
    paths: Sequence[str],
    one: bool = False,
    each: bool = False,
    names: re.Pattern[str] | None = None,
) -> Submissions:
    """The submissions at some paths: folders, archives or files.

    With `one`, each path is a student's; with `each`, each folder or archive in them;
    `names` says how paths begin. A file beside a player stands for their folder. Archives
    are unpacked in processes of their own, one for each at the top and one for all others
    of a student: what fails there costs one row.

    Raises ValueError if a path does not exist, or it is in doubt whose the files are.
    """
    places = dict.fromkeys(
        path.parent if path.suffix == ".py" and (path.parent / PLAYER).is_file() else path
        for path in map(Path, paths)
    )
    for place in places:
        if not os.path.lexists(place):
            raise ValueError(f"there is no {printable(str(place))!r}")
    found = Submissions()
    with TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}_") as folder:
        files = [it for place in places for it in files_at(place, (f"{place}",))]
        if not one:
            files = _opened(files, folder)
        found.how, students, found.unread = reading(files, one, each, names)
        for who, number, own, has_attempts in students:
            name = printable(normalize("NFC", who))
            with TemporaryDirectory(dir=folder) as room:
                work = partial(_submission, own, has_attempts, room)
                try:
                    submission = apart(work, limits.READING)
                except (OSError, ValueError) as error:
                    fault = printable(str(error))
                    submission = Submission("", {}, (fault,), fault=fault)
            found.append(submission._replace(name=name, number=number))
    return found


def _opened(files: list[File], folder: str) -> list[File]:
    """The files, with those in archives that may be of a class: at the top, or around all.

    Raises ValueError if one around all can't be read.
    """
    for _ in range(limits.NESTED + 1):  # an archive may hold itself
        top, is_all = depth_of_all(files), len(files) == 1
        most = (limits.MEMBERS, limits.CLASS) if is_all else (limits.FILES, limits.UNPACKED)
        seconds = limits.READING_ALL if is_all else limits.READING
        opened = list[File]()
        for it in files:
            if it.parts[top + 1 :] or it.role != "archive" or it.fault:
                opened.append(it)
                continue
            try:
                opened += apart(partial(inside, it, folder, Budget(*most)), seconds)
            except Exception as error:  # of a broken one, that may be any
                if is_all:
                    raise ValueError(f"{it.path} can't be read: {reason(error)}") from None
                opened.append(it._replace(fault=reason(error)))
        files = opened
        if not is_all:
            break
    return files


def _submission(files: list[File], has_attempts: bool, folder: str) -> Submission:
    """What to grade of a student's files, without the name. Archives are unpacked.

    Raises ValueError with the reason if nothing is to be graded.
    """
    budget = Budget(limits.FILES, limits.UNPACKED)
    files = [own for it in files for own in unpacked(it, folder, budget, limits.NESTED)]
    above = 0 if has_attempts else depth_of_all(files)
    files = [it.below(above) for it in files]
    readable = [it for it in files if it.name and not it.fault]
    chosen, remarks = dict[str, File](), list[str]()
    try:
        chosen = _chosen(readable, has_attempts)
    except ValueError as error:
        remarks.append(str(error))
    first = next(iter(chosen.values()), None)
    for name, it in chosen.items():
        if name in (PLAYER, *LENT) and it.name != name:
            remarks.append(f"{it.path} was taken for {name}")
    contents, left = _contents(chosen)
    missing = lacking(contents, remarks)
    faulty = [it for it in (*left, *files) if it.fault]
    faulty.sort(key=lambda it: it.role != "player")
    for fault in dict.fromkeys(it.fault for it in faulty):
        which = some(it.path for it in faulty if it.fault == fault)
        remarks.append(f"{which}: {fault}".lstrip(": "))
    how, others = "found", [it for it in readable if it.may_be_work] or readable
    if first:
        how = f"{first.path} was chosen; also there"
        others = [it for it in readable if it.may_be_player and it != first]
    if others:
        remarks.append(f"{how}: {some((it.path for it in others), 50)}")
    if not first or not contents.keys() & LEFT_TO_WRITE:
        raise ValueError("; ".join(remarks))
    if STATE in missing:
        remarks.append(f"no {STATE} to use: one was lent, without its points")
    attempt = printable(first.parts[0]) if has_attempts else ""
    told = tuple(map(printable, remarks))
    return Submission("", contents, told, missing, first.path, attempt)


def _chosen(files: list[File], has_attempts: bool) -> dict[str, File]:
    """What is graded, by the paths it should have, beginning with what was chosen first.

    That is the player, or else a starter, or else the state, of the newest attempt. Then
    come the files of LENT, beside it or not, and all that lies beside it and in folders
    there. Raises ValueError if there is none, or it is in doubt which.
    """
    players = [
        it for it in files if it.name == PLAYER or (it.has_choose and it.role != "state")
    ]
    written = [it for it in players if not is_unwritten(it.place.read_bytes(), "choose")]
    found = written or players or [it for it in files if it.role == "state"]
    if not found:
        raise ValueError(f"no {PLAYER}")
    if has_attempts:
        last = newest({it.parts[0] for it in found})
        found = [it for it in found if it.parts[0] == last]
    first = _only(found)
    above = len(first.parts) - 1
    beside = [it for it in files if it.parts[:above] == first.parts[:-1]]
    chosen = {STATE if first.role == "state" else PLAYER: first}
    for name in LENT.keys() - chosen:
        if likely := [it for it in files if name in (it.name, f"t3_{it.role}.py")]:
            chosen[name] = _only([it for it in likely if it in beside] or likely)
    for file in sorted(beside, key=lambda it: not it.name.endswith(".py")):
        path = "/".join(file.parts[above:])
        if path != "__init__.py":  # with that, mypy would take all for a package
            chosen.setdefault(path, file)
    return chosen


def _only(files: list[File]) -> File:
    """That with an exact name, nearest the top, or the only one.

    Raises ValueError if there are several that differ.
    """
    exact = [it for it in files if it.name in (PLAYER, *LENT)]
    least = min((len(it.parts) for it in exact), default=0)
    nearest = [it for it in exact if len(it.parts) == least] or files
    # Of equal ones, the first counts.
    first, *others = {it.place.read_bytes(): it for it in reversed(nearest)}.values()
    if others:
        several = "if they are several students', give --names"
        raise ValueError(f"which is to be graded? Leave only one, or {several}")
    return first


def _contents(chosen: Mapping[str, File]) -> tuple[dict[str, bytes], list[File]]:
    """What the files hold, and those that are left out, with the reason."""
    contents, left = dict[str, bytes](), list[File]()
    folders, budget = set[PurePosixPath](), Budget(limits.FILES, limits.BESIDE)
    for path, file in chosen.items():
        content, before = file.place.read_bytes(), len(folders)
        folders.update(PurePosixPath(path).parents)
        try:
            budget.take(len(content), 1 + len(folders) - before)
            contents[path] = content
        except OSError as error:
            left.append(file._replace(fault=reason(error)))
    return contents, left
