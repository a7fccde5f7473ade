"""Gradebooks: the tables that platforms export, with marks filled in."""

import csv
import re
from io import StringIO

import pytest

from handed_in import cases
from t3_tools.grade.gradebook import Gradebook
from t3_tools.grade.judging.marks import Marked
from t3_tools.grade.judging.verdicts import Kind, Verdict


def marked(name: str, number: str = "", kind: Kind = Kind.WRONG) -> Marked:
    """A student with two cases, exact and of this kind: half of the points."""
    one, other = cases("block")
    results = [one.judge(Verdict(Kind.EXACT)), other.judge(Verdict(kind))]
    return Marked(name, results, {"block": 100}, number=number)


CANVAS = """Student,ID,SIS Login ID,Section,Homework 1 (7),Homework 2 (8),Final Score
"    Points Possible",,,,10,25,(read only)
"Doe, Jane",123,jane,A,9,,90
"Roe, Rick",99,rick,A,8,3,80
"""
SPLIT = """LastName,FirstName,ID,"Homework 2,
again (8)"
    Points Possible,,,25.00
Doe,Jane,123,
Roe,Rick,99,3
"""
MOODLE = """Identifier;Full name;Grade;Maximum Grade;Feedback
Participant 123;Jane Doe;;25,00;
Participant 99;Rick Roe;3,00;25,00;
"""
GERMAN = """ID,"Vollst\u00e4ndiger Name",Status,Bewertung,Bestwertung,Bewertungsdatum
Teilnehmer/in123,Jane Doe,Abgegeben,,"25,00",-
Teilnehmer/in99,Rick Roe,Abgegeben,"3,00","25,00",-
"""
BRIGHTSPACE = """OrgDefinedId,Last Name,First Name,T3 Points Grade <MaxPoints:25>,End
#123,Doe,Jane,,#
#99,Roe,Rick,3,#
"""
GRADESCOPE = """First Name,Last Name,SID,HW1,HW1 - Max Points,HW10,HW10 - Max Points
Jane,Doe,123,,25.0,1,2
Rick,Roe,99,3,25.0,1,2
"""


def test_only_one_assignment_is_written() -> None:
    """What the others have stays, and what is excused."""
    text = CANVAS.replace(",8,3,80", ",8,EX,80")
    book = Gradebook(text.encode(), "Homework 2")
    assert book.filled([marked("x", "123"), marked("y", "99")]).splitlines() == [
        "Student,ID,SIS Login ID,Section,Homework 2 (8),Final Score",
        "    Points Possible,,,,25,(read only)",
        '"Doe, Jane",123,jane,A,12.5,90',
        '"Roe, Rick",99,rick,A,EX,80',
    ]


@pytest.mark.parametrize(
    ("text", "name", "mark"),
    [
        (CANVAS, "Homework 2", "12.5"),
        (SPLIT, "", "12.5"),
        (SPLIT.replace("25.00", '"1,000.00"'), "", "500"),
        (MOODLE, "", "12,5"),
        (GERMAN, "", "12,5"),
        (BRIGHTSPACE, "", "12.5"),
        (GRADESCOPE, "HW1", "12.5"),
    ],
)
@pytest.mark.parametrize("before", ["", "\ufeff", "sep={}\r\n", "\ufeffsep={}\r\n"])
def test_platforms(text: str, name: str, mark: str, before: str) -> None:
    """Marks are scaled. What stood before the table still does; the other row stays."""
    delimiter = ";" if text == MOODLE else ","
    before = before.format(delimiter)
    book = Gradebook((before + text.replace("\n", "\r\n")).encode(), name)
    filled = book.filled([marked("x", "7 123")])
    assert filled.startswith(before)
    old, new = (
        [*csv.DictReader(StringIO(it, newline=""), delimiter=delimiter)]
        for it in (text.replace("\n", "\r\n"), filled.removeprefix(before))
    )
    changed = [
        value for a, b in zip(old, new) for key, value in b.items() if a[key] != value
    ]
    assert changed == [mark]


@pytest.mark.parametrize("text", [SPLIT, MOODLE, GERMAN, BRIGHTSPACE])
def test_names_as_people_read_them(text: str) -> None:
    """Without a number: however accents are encoded, in any case, with any spaces."""
    book = Gradebook(text.replace("Rick", "Ri\u00e7k").encode(), "")
    for name in ("Ri\u00e7k Roe", "class/Ric\u0327k Roe", "RI\u00c7K  roe"):
        last = book.filled([marked("Rick Rose"), marked(name)]).splitlines()[-1]
        assert re.search("12[.,]5", last)


def test_a_name_after_that_of_the_user() -> None:
    """As Brightspace may write it."""
    text = BRIGHTSPACE.replace("Id,", "Id,Username,").replace("9,Roe", "9,#rr,Roe")
    book = Gradebook(text.replace("3,Doe", "3,#jd,Doe").encode(), "")
    last = book.filled([marked("rr Rick Roe")]).splitlines()[-1]
    assert last == "#99,#rr,Roe,Rick,12.5,#"


def test_number_and_name_that_contradict_each_other() -> None:
    """Neither row is filled, nor one that several students have."""
    book = Gradebook(MOODLE.encode(), "")
    jane, rick = marked("Jane Doe", "123"), marked("Rick Roe", "99")
    assert book.places([jane, rick]) == {0: 0, 1: 1}
    assert book.places([marked("Jane Doe", "99")]) == {}
    assert book.places([rick, marked("Jane Doe", "99")]) == {}
    assert book.places([marked("x", "123"), marked("Jane Doe")]) == {}
    assert book.places([marked("x", "123 99"), marked("y", "7")]) == {0: 0, 1: 0}


def test_what_could_not_be_graded_has_no_mark() -> None:
    class_ = [
        marked("Jane Doe", kind=Kind.COULD_NOT_RUN),
        marked("Rick Roe", kind=Kind.EXACT),
    ]
    assert [it.ungraded for it in class_] == [True, False]
    _, jane, rick = Gradebook(MOODLE.encode(), "").filled(class_).splitlines()
    assert jane == "Participant 123;Jane Doe;;25,00;"
    assert rick == "Participant 99;Rick Roe;25;25,00;"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (CANVAS, "one of these headings: Homework 1"),
        ("", "no student"),
        ("Identifier,Grade\n", "no student"),
        ("student,mark\nalice,3\n", "no column for marks"),
        (GERMAN.replace("in99", ""), "no column for marks"),
        (CANVAS.replace("25", "ten"), "how many points are possible"),
        (CANVAS.replace("25", '"1,000"'), "how many points are possible"),
        (CANVAS.replace("Jane", "Jan\u00e9").encode("cp1252"), "save it as 'CSV UTF-8'"),
        (CANVAS.encode("utf-16"), "save it as 'CSV UTF-8'"),
        (CANVAS.encode("utf-16-le"), "save it as 'CSV UTF-8'"),
        (b"PK\3\4\x14\0\6\0\x08\0\0\0", "save it as 'CSV UTF-8'"),
    ],
)
def test_what_is_no_gradebook(content: str | bytes, reason: str) -> None:
    """A sentence says why, and for what Excel saved in another form the remedy."""
    content = content.encode() if isinstance(content, str) else content
    name = "Homework 2" * (b"Points Possible" in content and "one of" not in reason)
    with pytest.raises(ValueError, match=reason):
        Gradebook(content, name)
