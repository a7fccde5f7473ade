"""The table of students that a platform exported, with marks, for its import.

Canvas, Brightspace and Gradescope are told by their headings. Moodle's grading worksheet,
whose headings are in the teacher's language, is told by its form.
"""

import csv
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from io import StringIO
from itertools import pairwise

from t3_tools.grade.judging.marks import FULL_MARK, Marked
from t3_tools.grade.submission import Submission
from t3_tools.printing import as_csv

NUMBERS = ("OrgDefinedId", "SID", "ID")
"""The columns for a student's number: of Brightspace, Gradescope, Canvas."""

CANVAS = re.compile(r".+ \([0-9]+\)", re.S)
BRIGHTSPACE = re.compile(r".+ Points Grade.*?(MaxPoints:(?P<most>[0-9.]+).*)?", re.S)
"""The heading of an assignment."""

MOST = " - Max Points"
"""What Gradescope appends to an assignment's name in another column."""


class Gradebook:
    """An exported table, and the assignment whose marks are to be filled in."""

    def __init__(self, content: bytes, name: str) -> None:
        """Read the table. The assignment's heading begins with `name`.

        Raises ValueError if there is not one such, or what else is not a gradebook.
        """
        text = content.decode(errors="replace")
        if {"\0", "\ufffd"} & {*text}:
            raise ValueError("it is not CSV in UTF-8. In Excel, save it as 'CSV UTF-8'")
        before = re.match('\ufeff?("?sep=(.)"?\r?\n)?', text)
        assert before
        self._before, text = before[0], text[before.end() :]
        first_line = re.sub('"[^"]*"', "", text).partition("\n")[0]
        self._delimiter = before[2] or max(",;\t", key=first_line.count)
        lines = StringIO(text, newline="")
        table = csv.DictReader(lines, delimiter=self._delimiter, restval="")
        self._rows = rows = [*table]
        headings = [it or "" for it in table.fieldnames or []]
        assignments = _assignments(headings, rows)
        worksheet = {} if assignments else _worksheet(headings, rows)
        assignments |= worksheet
        if not rows or not assignments:
            raise ValueError("it has no student, or no column for marks")
        begun = [it for it in assignments if it.startswith(name)]
        found = [name] if name in assignments else begun
        if len(found) != 1:
            choice = ", ".join(assignments)
            raise ValueError(f"--assignment must begin one of these headings: {choice}")
        (self._heading,) = found
        self._columns = [it for it in headings if it in found or it not in assignments]
        number = next((it for it in NUMBERS if it in headings), headings[0])
        before_number = ".*[^0-9]" if worksheet else "^#"
        self._numbers = [re.sub(before_number, "", it[number]) for it in rows]
        self._names = [_names(it, it[headings[1]] if worksheet else "") for it in rows]
        possible = assignments[self._heading]
        most = _points(possible)
        if most is None:
            raise ValueError("it does not say how many points are possible")
        self._most = most
        has_comma = re.search(",[0-9]{1,2}$", possible)
        self._has_commas = bool(has_comma) or self._delimiter == ";"

    def places(self, students: Sequence[Submission | Marked]) -> dict[int, int]:
        """For each row that is surely a student's, which of `students`.

        It is not if the student's number and name are in different rows, or if another one
        has one of these rows. A name counts if only one row has it.
        """
        claims: list[tuple[set[int], set[int]]] = []
        for student in students:
            known, name = student.number.split(), _folded(student.name.rpartition("/")[2])
            numbered = {row for row, number in enumerate(self._numbers) if number in known}
            named = {row for row, names in enumerate(self._names) if name in names}
            claims.append((numbered, named if len(named) == 1 else set()))
        times = Counter(row for numbered, named in claims for row in numbered | named)
        return {
            row: at
            for at, (numbered, named) in enumerate(claims)
            if not numbered or named <= numbered
            for row in numbered | named
            if all(times[it] == 1 for it in numbered | named)
        }

    def filled(self, class_: Sequence[Marked]) -> str:
        """The table as CSV, with the marks, scaled to the points possible.

        Cells of the excused and of those who could not be graded stay as they are.
        """
        written = [{it: row[it] for it in self._columns} for row in self._rows]
        for row, place in self.places(class_).items():
            cell, marked = written[row][self._heading], class_[place]
            if cell.strip() != "EX" and not marked.ungraded:  # EX: excused, in Canvas
                mark = f"{round(marked.mark * self._most / FULL_MARK, 2):g}"
                mark = mark.replace(".", ",") if self._has_commas else mark
                written[row][self._heading] = mark
        return self._before + as_csv(written, self._delimiter)


def _assignments(headings: list[str], rows: list[dict[str, str]]) -> dict[str, str]:
    """The headings for marks, each with the points possible, as text."""
    found = {}
    for it in headings:
        if it + MOST in headings:  # Gradescope
            found[it] = next((row[it + MOST] for row in rows if row[it + MOST]), "")
        elif stated := BRIGHTSPACE.fullmatch(it):
            found[it] = stated["most"] or ""
        elif CANVAS.fullmatch(it):
            points = (row[it] for row in rows if "Points Possible" in row[headings[0]])
            found[it] = next(points, "")
    return found


def _worksheet(headings: list[str], rows: list[dict[str, str]]) -> dict[str, str]:
    """The same of Moodle's worksheet, by its form; empty if it isn't Moodle's.

    In its first column only numbers differ. The points possible are the same for all.
    """
    words = {re.sub("[0-9]+$", "", row[headings[0]]) for row in rows}
    for grade, most in pairwise(headings[2:]):
        points = {row[most] for row in rows}
        known = points | {row[grade] for row in rows} - {"", "-"}
        if len(words - {""}) == len(points) == 1 and None not in map(_points, known):
            return {grade: points.pop()}
    return {}


def _points(text: str) -> float | None:
    """Points, as in 22, 22,5 or 1,000.00. What 1,000 stands for is not known: None."""
    plain = re.sub("[.,](?=[0-9]{3}[.,])", "", text)
    is_known = re.fullmatch("[0-9]+([.,][0-9]{1,2})?", plain)
    return float(plain.replace(",", ".")) if is_known else None


def _names(row: Mapping[str, str], full_name: str) -> set[str]:
    """The student's name, as it may be written: as a whole, or in the order of Canvas."""
    last, _, first = row.get("Student", "").partition(", ")  # Canvas
    last = last or row.get("LastName") or row.get("Last Name", "")
    first = first or row.get("FirstName") or row.get("First Name", "")
    canvas = re.sub(r"\W", "", last + first)
    user = row.get("Username", "").lstrip("#")  # Brightspace
    names = [full_name, f"{first} {last}", f"{last}, {first}", canvas]
    names += [f"{user} {first} {last}"] * bool(user)
    return {*map(_folded, names)} - {""}


def _folded(name: str) -> str:
    """The name for comparison: however its letters are encoded, its case and spaces."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())
