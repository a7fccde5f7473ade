"""Which of several attempts, or copies of a file, is the newest, by their names."""

import re
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from itertools import product

from t3_tools.grade.intake.files import File, some

DAYS = ("%d %b %Y", "%d %B %Y", "%b %d %Y", "%B %d %Y", "%Y %m %d")
CLOCKS = ("%H:%M", "%I:%M %p", "%H %M:%S")
"""How times are written, when all but letters and digits is a space, save one colon."""

NUMBER = "[0-9]+(?![0-9]| ?[AP]M)"
"""A number in a name. After 12 AM comes 1 AM, so these are none."""


def newest(names: Collection[str]) -> str:
    """The name with the latest time, or with the highest numbers; empty if in doubt.

    Numbers are compared only if nothing else differs, and none of them is lower.
    """
    orders = {it: _order(it) for it in names}
    last = max(names, key=orders.__getitem__, default="")
    form, highest = orders.get(last, ("", ()))
    is_last = all(
        other == form and all(low <= high for low, high in zip(numbers, highest))
        for other, numbers in orders.values()
    )
    return last if is_last and len({*orders.values()}) == len(orders) else ""


def _order(name: str) -> tuple[str, tuple[int, ...]]:
    """A name apart from its numbers, and these; a time that can be read is one number."""
    words = re.sub(r"[\W_]+", " ", name)
    # 105 PM is 1:05.
    words = re.sub(" ([0-9]{1,2}) ?([0-9]{2})( [AP]M)?$", r" \1:\2\3", words, flags=re.I)
    for day, clock in product(DAYS, CLOCKS):
        with suppress(ValueError):
            time = datetime.strptime(words, f"{day} {clock}")
            return "", (int(f"{time:%Y%m%d%H%M%S}"),)
    numbers = re.findall(NUMBER, name, re.I)
    return re.sub(NUMBER, "0", name, flags=re.I), tuple(map(int, numbers))


def copies(files: list[File], role: str) -> list[File]:
    """The files with this role, the one to grade first: of the newest, nearest the top.

    Raises ValueError if there are several such that differ, and none is the newest.
    """
    found = [it for it in files if it.role == role]
    attempt = newest({it.parts[0] for it in found})

    def rank(file: File) -> tuple[bool, int]:
        return file.parts[0] != attempt, len(file.parts)

    likely = [it for it in found if rank(it) == min(map(rank, found))]
    last = newest({it.path for it in likely})
    if likely and not last and len({it.read() for it in likely}) > 1:
        which = some(it.path for it in likely)
        raise ValueError(
            "which is to be graded? Leave only that one, or if they are several "
            f"students', name each one's folder: {which}"
        )
    return sorted(found, key=lambda it: (it.path != last, rank(it)))
