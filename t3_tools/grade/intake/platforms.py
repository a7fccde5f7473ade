"""How platforms name what they hand out: whose a file is, and which attempt is newer.

A student chooses the names of files, and of folders in archives. So a pattern reads from
the left, to the first place that it fits: what comes after is the student's.
"""

import re
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from itertools import product

METADATA = "submission_metadata.yml"
"""The file in which Gradescope names students."""

DAYS = ("%d %b, %Y", "%d %B, %Y", "%b %d, %Y", "%B %d, %Y", "%d %B %Y", "%Y-%m-%d")
CLOCKS = ("%H:%M", "%I:%M %p")
"""How Brightspace writes times, but for the colon (105 PM is 1:05), in English and in
digits."""


def pattern(names: str) -> re.Pattern[str]:
    """A regular expression of how paths begin: the value of --names.

    Its groups are `who` and perhaps `number`, the student's on the platform; `attempt`, its
    number or time; `file`, the name that the student gave the file. Raises ValueError if
    they aren't, or it is none.
    """
    others = "number", "attempt", "file"
    with suppress(re.error):
        found = re.compile(rf"(?:{names})(?=/|\Z)", re.S)
        if {"who"} <= {*found.groupindex} <= {"who", *others}:
            return found
    groups = f"the group who, and perhaps {', '.join(others)}"
    raise ValueError(f"it must be a regular expression with {groups}")


def newest(attempts: Collection[str]) -> str:
    """The newest of these attempts. Raises ValueError if that is in doubt."""
    times = sorted((_time(it), it) for it in attempts)
    forms = {len(time) for time, _ in times}
    if len(times) == 1 or (len(forms) == 1 and times[-2][0] < times[-1][0]):
        return times[-1][1]
    raise ValueError("which attempt is the newest? Leave only that one")


def _time(attempt: str) -> tuple[int, ...]:
    """A number, or a time: from the year on, or as Brightspace writes it; else nothing."""
    if re.fullmatch(r"[0-9]{1,18}|[0-9]{4}([-_:. T]+[0-9]{1,2}){2,5}", attempt):
        return tuple(map(int, re.findall("[0-9]+", attempt)))
    time = re.sub("([0-9]{1,2}) ?([0-9]{2})( [AP]M)?$", r"\1:\2\3", attempt)
    for form in product(DAYS, CLOCKS):
        with suppress(ValueError):
            return datetime.strptime(time, " ".join(form)).timetuple()[:5]
    return ()


PLATFORMS = {
    # Folders or files. Moodle takes _ out of names.
    "Moodle": r"(?P<who>[^/_]+)_(?P<number>[0-9]+)_assignsubmission_[a-z]+_?"
    r"(?P<file>[^/]*)",
    # Folders or files. The time has no " - ", but a name may.
    "Brightspace": r"(?P<number>[0-9]+)-[0-9]+ ?- (?P<who>[^/]+?) - "
    r"(?P<attempt>((?! - )[^/])+[0-9]{1,2} ?[0-9]{2}( [AP]M)?)( - (?P<file>[^/]+))?",
    # Folders, whose students are named in METADATA.
    "Gradescope": r"(?P<who>submission_(?P<number>[0-9]+))",
    # Files, and a summary of each attempt. `who` begins with the assignment's title and _.
    "Blackboard": r"(?P<who>[^/]+?)_attempt_(?P<attempt>[0-9]{4}(-[0-9]{2}){5})"
    r"(_(?P<file>[^/]+)|\.txt)",
    # Files. Canvas leaves no number between two _ in a name, so the first is the student's:
    # an atomic group tries no other. Those who are anonymous have none. A folder is no
    # file, but an archive, which is read as one, is.
    "Canvas": r"(?>(LATE_)?(?P<who>(anon_[^/_]+)|[^/]+?)_((?i:LATE)_)?"
    r"(?(3)[0-9]+_|(?P<number>[0-9]+)_([0-9]+_|(?=(text|link)\.html\Z))))"
    r"(?P<file>[^/]+)(\Z|(?<=(?i:\.zip|\.tar|\.tgz|r\.gz)))",
}
"""How paths in a download begin, by the name of its platform."""
