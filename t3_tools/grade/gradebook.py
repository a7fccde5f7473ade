"""The table of students that a platform exported, with marks, for its import.

Each of Canvas, Moodle, Brightspace and Gradescope has its own columns.
"""

import csv
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import NamedTuple

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

EXCUSED = "EX"
"""What Canvas has in place of a mark that is not asked for."""


class Gradebook(NamedTuple):
    """An exported table, and the assignment whose marks are to be filled in."""

    rows: list[dict[str, str]]
    delimiter: str
    columns: list[str]
    """The headings of what is written: all but those of other assignments."""
    heading: str
    possible: list[float]
    """The points possible for the assignment, in each row."""

    @classmethod
    def of(cls, text: str, name: str) -> "Gradebook":
        """The gradebook with this text. The assignment's heading begins with `name`.

        Raises ValueError if there is not one such, and it or LookupError for other tables.
        """
        delimiter = max(",;\t", key=text.partition("\n")[0].count)
        rows = [*csv.DictReader(StringIO(text), delimiter=delimiter, restval="")]
        headings = [it or "" for it in rows[0]]
        assignments = [
            it for it in headings if ASSIGNMENT.fullmatch(it) or f"{it}{MOST}" in headings
        ]
        found = [it for it in assignments if it.startswith(name)]
        found = [it for it in found if it == name] or found
        if len(found) != 1:
            choice = ", ".join(assignments)
            raise ValueError(f"--assignment must begin one of these headings: {choice}")
        (heading,) = found
        columns = [it for it in headings if it == heading or it not in assignments]
        stated = ASSIGNMENT.fullmatch(heading)
        canvas = [it[heading] for it in rows if "Points Possible" in it.get("Student", "")]
        most = (stated and stated["most"]) or "".join(canvas[:1])
        possible = [
            it.get("Maximum Grade") or it.get(f"{heading}{MOST}") or most for it in rows
        ]
        if "" in possible:
            raise ValueError("it does not say how many points are possible")
        points = [float(it.replace(",", ".")) for it in possible]
        return cls(rows, delimiter, columns, heading, points)

    def places(self, students: Sequence[Submission | Marked]) -> dict[int, int]:
        """Where in `students` is the one of a row, for each row that has one.

        Names count where the number is in no row, if only one row has them.
        """
        (column,) = [it for it in NUMBERS if it in self.rows[0]][:1]
        numbers = [re.sub(r"^(#|Participant )", "", row[column]) for row in self.rows]
        names = [_name(row) for row in self.rows]
        found = {}
        for at, student in enumerate(students):
            name = student.name.rpartition("/")[2].casefold()
            if student.number and student.number in numbers:
                found[numbers.index(student.number)] = at
            elif names.count(name) == 1:
                found[names.index(name)] = at
        return found

    def filled(self, class_: Sequence[Marked]) -> str:
        """The table as CSV, with the marks, scaled to the points possible."""
        written = [{it: row[it] for it in self.columns} for row in self.rows]
        for at, place in self.places(class_).items():
            if written[at][self.heading].strip().upper() != EXCUSED:
                mark = f"{class_[place].mark * self.possible[at] / FULL_MARK:.4g}"
                in_excel = mark.replace(".", ",") if self.delimiter == ";" else mark
                written[at][self.heading] = in_excel
        return as_csv(written, self.delimiter)


def _name(row: Mapping[str, str]) -> str:
    """The student's name as a platform writes it in the names of files."""
    whole = f"{row.get('First Name', '')} {row.get('Last Name', '')}"
    return (row.get("Full name") or whole).strip().casefold()
