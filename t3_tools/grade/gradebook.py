"""The table of students that a platform exported, with marks, for its import.

Each of Canvas, Moodle, Brightspace and Gradescope has its own columns.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO

from t3_tools.grade.intake.submissions import Submission
from t3_tools.grade.judging.marks import FULL_MARK, Marked
from t3_tools.printing import as_csv

NUMBERS = ("Identifier", "OrgDefinedId", "SID", "ID")
"""The columns for a student's number: of Moodle, Brightspace, Gradescope, Canvas."""

ASSIGNMENT = re.compile(
    r"Grade|.+ \([0-9]+\)|.+ Points Grade.*?(MaxPoints:(?P<most>[0-9.]+).*)?"
)
"""The heading of an assignment in Moodle, Canvas and Brightspace."""

MOST = " - Max Points"
"""What Gradescope appends to an assignment's name in another column."""


class Gradebook:
    """An exported table, and the assignment whose marks are to be filled in."""

    def __init__(self, text: str, name: str) -> None:
        """Read the table. The assignment's heading begins with `name`.

        Raises ValueError if there is not one such, or what else is not a gradebook.
        """
        self._delimiter = max(",;\t", key=text.partition("\n")[0].count)
        table = csv.DictReader(StringIO(text), delimiter=self._delimiter, restval="")
        self._rows = rows = [*table]
        headings = [it or "" for it in table.fieldnames or []]
        assignments = [
            it for it in headings if ASSIGNMENT.fullmatch(it) or f"{it}{MOST}" in headings
        ]
        if not rows or not assignments:
            raise ValueError("it has no student, or no column for marks")
        found = [it for it in assignments if it.startswith(name)]
        found = [it for it in found if it == name] or found
        if len(found) != 1:
            choice = ", ".join(assignments)
            raise ValueError(f"--assignment must begin one of these headings: {choice}")
        (self._heading,) = found
        self._columns = [it for it in headings if it in found or it not in assignments]
        stated = ASSIGNMENT.fullmatch(self._heading)
        canvas = [it[found[0]] for it in rows if "Points Possible" in it.get("Student", "")]
        most = (stated and stated["most"]) or "".join(canvas[:1])
        possible = [
            it.get("Maximum Grade") or it.get(found[0] + MOST) or most for it in rows
        ]
        if not all(re.fullmatch(r"[0-9]+([.,][0-9]*)?", it) for it in possible):
            raise ValueError("it does not say how many points are possible")
        self._possible = [float(it.replace(",", ".")) for it in possible]

    def places(self, students: Sequence[Submission | Marked]) -> dict[int, int]:
        """For each row that is a student's, where in `students` that is.

        Names count where the number is in no row, if only one row has them.
        """
        column = next((it for it in NUMBERS if it in self._rows[0]), "")
        numbers = [
            re.sub(r"^(#|Participant )", "", it.get(column, "")) for it in self._rows
        ]
        names = [_name(it) for it in self._rows]
        found: dict[int, int] = {}
        for at, student in enumerate(students):
            name = student.name.rpartition("/")[2]
            rows = [numbers.index(it) for it in student.number.split() if it in numbers]
            if not rows and names.count(name) == 1:
                rows = [names.index(name)]
            found |= dict.fromkeys(rows, at)
        return found

    def filled(self, class_: Sequence[Marked]) -> str:
        """The table as CSV, with the marks, scaled to the points possible."""
        written = [{it: row[it] for it in self._columns} for row in self._rows]
        for at, place in self.places(class_).items():
            if written[at][self._heading].strip() != "EX":  # excused, in Canvas
                mark = f"{class_[place].mark * self._possible[at] / FULL_MARK:.4g}"
                in_excel = mark.replace(".", ",") if self._delimiter == ";" else mark
                written[at][self._heading] = in_excel
        return as_csv(written, self._delimiter)


def _name(row: Mapping[str, str]) -> str:
    """The student's first and last name."""
    last_first = row.get("Student", "").split(", ")  # Canvas
    first_last = row.get("First Name", ""), row.get("Last Name", "")
    return row.get("Full name") or " ".join([*last_first[::-1], *first_last]).strip()
