"""Whose each file is, and which of them is graded: every entry has a row, or is named."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT
from handed_in import COURSE, POSIX, Contents, cases, exam, packed, tarred, write, zipped
from t3_tools.grade.intake.owners import LONG_NAMES
from t3_tools.grade.intake.platforms import pattern
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.sandbox.examining import examine
from t3_tools.handout import TO_WRITE

pytestmark = POSIX

LAYOUTS = """
@=1 + notes.txt=2 + __init__.py + lib/__init__.py= + lib/a.py=3 > @=1 + notes.txt=2 +
  lib/__init__.py= + lib/a.py=3
--one src/@=1 + src/a.py=2 + t3_tests.py=3 + t3_state.py=4 > @=1 + a.py=2 + t3_state.py=4
--one src/@=1 + src/t3_state.py=2 + t3_state.py=3 > @=1 + t3_state.py=2
@=1 + game/t3_state (3).py=2 > @=1 + t3_state.py=2 + game/t3_state (3).py=2 +
  ?game/t3_state (3).py was taken for t3_state.py
zed/@=1 + carol/a.pdf + README.md > zed:@=1 + ~README.md + ~carol
t3_player (2).py=def choose + t3_player (10).py=def choose 2 > !which is to be graded? Leave
@=0 + t3_player (1).py=1 > @=0 + t3_player (1).py=1 + ?also there: t3_player (1).py
@=HANDOUT + t3_state.py=1 + mine.py=def choose > @=def choose + mine.py=def choose +
  t3_state.py=1 + ?mine.py was chosen; also there: t3_player.py
t3_player.py.txt=def choose + t3_state.py=1 > @=def choose + t3_state.py=1 +
  t3_player.py.txt=def choose
a/.t3_player.py.icloud=x + b/@=1 > a!no t3_player.py; found: .t3_player.py.icloud + b:@=1
t3_state.py=1 + t3_state (2).py=def choose > t3_state.py=1 + t3_state (2).py=def choose +
  ?t3_state.py was chosen; also there: t3_state (2).py
main.py=def choose + img/a.png + .venv/a.py + __pycache__/a.py > @=def choose +
  main.py=def choose + img/a.png=
ann/@=1 + bob/Eve_12_assignsubmission_file/@=2 > ann:@=1 + bob:@=2
a/@=1 + b/@=2 + solve.py=def choose > a:@=1 + b:@=2 + ~solve.py
--one @=1 + a/x.py=2 + b/@=0 > @=1 + a/x.py=2 + b/@=0 + ?also there: b/t3_player.py
--one a/@=1 + b/@=2 > !which is to be graded? Leave only one, or if they are several
  students', give --names; found: a/@, b/@
--one src/@=1 + a/t3_state.py=2 + b/t3_state.py=3 > !found: a/t3_state.py,
  b/t3_state.py, src/@
--one a/@=1 + b/@=1 > @=1 + ?also there: b/t3_player.py
part_1_2_a.py= + part_2_3_b.py= + @=1 > doubt Canvas .*but not .*--one .*--class .*--names
@=1 + a.zip/data.bin=BIG > @=1 + ?a.zip/data.bin: left out: more than 1000000 bytes
@=1 + hw.zip/LONG.pdf=2 > @=1 + ?LONG.pdf:
a.zip/@=1 + a.zip/x=2 + a.zip/x/y.txt=3 > @=1 + x=2 + ?x/y.txt
a.zip/b.zip/c.tar/@=1 > @=1
T3_Player.py=def choose + hw.zip=no zip > @=def choose + T3_Player.py=def choose +
  ?hw.zip: File is not a zip file
hw/ + .DS_Store > !no t3_player.py
hw.ipynb={} + a.py > !no t3_player.py; found: hw.ipynb
hw.tgz=cut > doubt hw.tgz can't be read
a/hw.tgz=cut + b/@=1 > a!hw.tgz: + b:@=1
@=BIG > !more than 1000000 bytes
@=LENGTHY > @=LENGTHY + ?t3_player.py was not parsed: more than 40000 bytes
@=HANDOUT + t3_tests.py=def choose > !choose in t3_player.py is not written
@=BLANK > !choose in t3_player.py is not written
@=NULS > !t3_player.py is not in UTF-8
@=LATIN > !t3_player.py is not in UTF-8
@=ROT13 > !t3_player.py is not in UTF-8
@=CODED > @=CODED
a/@=1 + b/hw/@=1 + c/hw.pdf + README.md + .x/y.py > a:@=1 + b:@=1 + ~c + ~README.md + ~.x
--class a/@=1 + b/ + c.py=def choose > a:@=1 + ~b + c.py:@=def choose + c.py:c.py=def choose
--class ann/@=1 + ann/lib/a.py=2 > ann:@=1 + ann:lib/a.py=2
--class all/@=1 + all/a/@=2 > t3_player.py:@=1 + a:@=2
zed/@=1 + carol/hw.7z=x + dan.rar=x > zed:@=1 + carol!hw.7z: not unpacked +
  dan.rar!dan.rar: not unpacked
hw1/a/@=1 + hw1/b/@=2 + hw2/c/@=3 > hw1!which is to be graded? + hw2:@=3
hw/a/@=1 + hw/b/@=1 + hw/.git/x.py + .DS_Store + __MACOSX/hw/a/._@=x > a:@=1 + b:@=1
a/@=1 + b/t3_state.py=1 + c.zip/src/@=1 > a:@=1 + b:t3_state.py=1 + c.zip:@=1
@=1 + a.zip/@=2 > doubt --one .*--class
ann_@=1 + Bob King - t3_state.py=2 > doubt --names '.*--one
ann_@=1 + bob/@=2 > doubt players in bob.*--class
--class @=1 + a/@=2 + b/@=3 > t3_player.py:@=1 + a:@=2 + b:@=3
gradebook_CS_101_HW 2_abe_attempt_2026-11-20-10-11-12_@=0 +
  gradebook_CS_101_HW 2_abe_attempt_2026-11-20-10-11-12.txt +
  gradebook_CS_101_HW 2_bli_02_attempt_2026-11-21-00-00-00_@=2 +
  gradebook_CS_101_HW 2_abe_attempt_2026-11-21-10-11-12_@=1 > abe:@=1 +
  abe# + abe?2026-11-21-10-11-12/@ was chosen; also there: 2026-11-20-10 + bli_02:@=2
1-2 - Al Bo - 20 Nov, 2026 1011 AM - @=1 + 1-2 - Al Bo - 3 Nov, 2026 1011 PM - @=0 +
  4-2 - Cy - 3 Nov, 2026 911 AM - hw.pdf + index.html > Al Bo:@=1 + Al Bo#1 +
  Cy!no t3_player.py; found: 3 Nov, 2026 911 AM/hw.pdf + Cy#4 + ~index.html
export/submission_7/@=1 + export/submission_8/hw.pdf + export/submission_9/@=9 +
  export/submission_10/@=10 +
  export/submission_10/submission_metadata.yml=EVE +
  export/submission_metadata.yml=METADATA > Jane O'Doe, Rick:@=1 +
  Jane O'Doe, Rick#123 124 + Li_9!no t3_player.py + Li_9#9 +
  Li_submission_9:@=9 + submission_10:@=10 +
  submission_10:submission_metadata.yml=EVE
a/submission_6/@=6 + a/submission_7/@=7 + a/submission_metadata.yml=NAMELESS >
  submission_6:@=6 + Bo:@=7 + Bo#8
doejane_123_456_@=1 + doejane_123_457_t3_state.py=2 +
  roe_LATE_99_77_t3_player-1.py=def choose + note_11_1_hw.ipynb +
  zip_13_1_hw 2.zip/hw/src/@=1 > doejane:@=1 + doejane:t3_state.py=2 +
  roe:@=def choose + roe:t3_player-1.py=def choose + roe#99 +
  note!no t3_player.py; found: hw.ipynb + zip:@=1
smith_5_7_@=1 + smith_6_8_@=1 + smith_6_9_essay.py=6 + text_14_text.html > smith_5:@=1 +
  smith_6:@=1 + smith_6:essay.py=6 + text!no t3_player.py; found: text.html
a\u0301nn_5_7_@=1 + \u0928\u093f_6_8_@=2 > \u00e1nn:@=1 + \u00e1nn#5 + \u0928\u093f:@=2
anon_AbC12_456_@=1 + anon_AbC12_457_t3_state.py=2 + LATE_anon_x9Y8z_77_@=3 >
  anon_AbC12:@=1 + anon_AbC12:t3_state.py=2 + anon_x9Y8z:@=3
T3/Jane Doe_123_assignsubmission_file_/@=1 +
  T3/Jane Doe_123_assignsubmission_onlinetext_/onlinetext.html=5 +
  T3/Di_9_assignsubmission_file_@=1 + T3/Fay_11_assignsubmission_file_/ > Jane Doe:@=1 +
  Jane Doe:onlinetext.html=5 + Jane Doe#123 + Di:@=1 + Fay!no t3_player.py
Al_5_assignsubmission_file_/hw.zip/@=1 + Al_6_assignsubmission_file_/src/@=2 > Al_5:@=1 +
  Al_6:@=2
Al_5_assignsubmission_file_/@=1 + b/@=2 + c/@=3 > doubt Moodle download, but not b/@, c/@
Al_5_assignsubmission_file_7_8_@=1 > doubt Moodle download and as a Canvas download
1.zip/Al_1_assignsubmission_file_/@=1 + 2.zip/Cy_2_assignsubmission_file_/@=2 > Al:@=1 +
  Cy:@=2
1.zip/Al_1_assignsubmission_file_/@=1 + 2.zip/Cy_2_assignsubmission_file_/@=2 +
  late/@=3 > doubt Moodle download, but not late.*--class.*--names
a/@=1 + b/@=2 + c/@=3 + x/a_1_assignsubmission_file_/@=4 +
  x/b_1_assignsubmission_file_/@=5 > a:@=1 + b:@=2 + c:@=3 + x!which is to be graded?
1-2 - Al - Sep 24, 2026 1205 AM/@=0 + 1-2 - Al - Sep 24, 2026 105 AM/@=1 > Al:@=1
1-2 - Al - 9 november, 2026 2330/@=0 + 1-2 - Al - 12 november, 2026 0905/s/@=1 > Al:@=1
1-2 - Al - 9 November 2026 23 30/@=0 + 1-2 - Al - 12 November 2026 9 05/@=1 > Al:@=1
1-2 - Al - 2026-11-09 2330/@=0 + 1-2 - Al - 2026-11-12 0905/@=1 > Al:@=1
1-2 - Al - 9 mei, 2026 2330/@=0 + 1-2 - Al - 12 mei, 2026 905/src/@=1 > Al!newest? Leave
  only that one; found: 12 mei, 2026 905/src/@, 9 mei, 2026 2330/@
1-2 - Al - 9 mei, 2026 2330/@=0 + 1-2 - Al - 12 Nov, 2026 905/@=1 > Al!newest
1-2 - Al - 9 Nov, 2026 905/@=0 + 1-2 - Al - 09 Nov, 2026 0905/@=1 > Al!newest
1-2 - Al - 9 Nov, 2026 905/@=1 + 1-2 - Al - 10 Nov, 2026 905/hw.pdf > Al:@=1
--attempt Al/9/@=0 + Al/10/src/@=1 + Al/2/@=2 > Al:@=1 + Al?also there: 2/@, 9/@
--attempt Al/2026-11-09-23-30/@=0 + Al/2026-11-12-09-05/@=1 > Al:@=1
--attempt Al/2026-11-09/@=0 + Al/2026-11-12-09-05/@=1 > Al!newest
--attempt Al/draft/@=0 + Al/final/@=1 > Al!newest
--number ann/9/@=1 + bo/7/@=2 + bo/draft/@=3 > ann:@=1 + bo:@=2 + ~bo/draft/@
--number ann/9/@=1 + bo/all/hw.zip/@=2 > ann:@=1 + ~bo/all/hw.zip
--number 1.zip/ann/9/@=1 + 2.zip/bo/7/@=2 > ann:@=1 + bo:@=2
--number ann/1/@=1 + bo/1/@=2 + m/x/1/@=3 + m/y/1/@=4 + m/z/1/@=5 > ann:@=1 + bo:@=2 +
  ~m/x/1/@ + ~m/y/1/@ + ~m/z/1/@
--all all/ann/1/@=1 + all/ann/a.json + b/c > ann:@=1 + ~all/ann/a.json + ~b/c
--long ann_@=1 + ann_t3_state.py=2 + bo.T3Player.py=def choose > ann:@=1 +
  ann:t3_state.py=2 + bo:@=def choose + bo:T3Player.py=def choose
--long Bo K - @=1 + Bo K - t3_state.py=2 + bo/@=2 > Bo K:@=1 + Bo K:t3_state.py=2 + ~bo/@
--file s1/ann_@=1 + s1/bo_@=2 + dan_@=3 > ann:@=1 + bo:@=2 + dan:@=3
--file s1/ann_@=1 + s1/bo_@=2 + @=3 > ann:@=1 + bo:@=2 + ~@
--file a.py > doubt --names fits none of
--section s1/ann.zip/@=1 + s2/bo/@=2 > ann.zip:@=1 + bo:@=2
--section s1/ann/@=1 + s2/ann/t3_state.py=4 + s2/bo/@=2 > s1/ann:@=1 +
  s2/ann:t3_state.py=4 + bo:@=2
--section-of-attempt 1/ann/@=1 + 2/ann/@=2 > ann:@=2 + ann?1/t3_player.py
"""
"""An option, the files handed in, and what is read of them.

@ is t3_player.py, 1 the right one. Of a class the student's name comes first. After `!` is
why nothing is graded, after `?` a remark, after `#` the student's number, after `~` what is
nobody's. What is in doubt is refused, with these words.
"""

ASKED: dict[str, Any] = {
    "": {},
    "--one": {"one": True},
    "--class": {"each": True},
    "--attempt": {"names": pattern("(?P<who>[^/]+)/(?P<attempt>[^/]+)")},
    "--number": {"names": pattern("(?P<who>[^/]+)/(?P<attempt>[0-9]+)")},
    "--all": {"names": pattern("all/(?P<who>[^/]+)/[0-9]+")},
    "--section": {"names": pattern("[^/]+/(?P<who>[^/]+)")},
    "--section-of-attempt": {"names": pattern("(?P<attempt>[0-9])/(?P<who>[^/]+)")},
    "--long": {"names": pattern(LONG_NAMES)},
    "--file": {"names": pattern("(?P<who>[^/]+?)_(?P<file>t3_.+)")},
}

METADATA = """submission_7:
  :submitters:
  - :name: "Jane O'Doe"
    :sid: '123'
  - :name: Rick
    :sid: 124
  :results:
  - :name: a test
submission_8:
  :submitters:
  - :name: Li
    :sid: 9
submission_9:
  :submitters:
  - :name: Li
    :sid: ''
"""

CONTENTS: dict[str, str | bytes] = {
    "BLANK": " \n",
    "NULS": "x".encode("utf-16-le"),
    "LATIN": "# \u00e9".encode("latin-1"),
    "ROT13": "# coding: rot13",
    "CODED": "# coding: latin-1\n# \u00e9".encode("latin-1"),
    "BIG": "#" * 1_000_001,
    "LENGTHY": "import " + "a." * 400_000 + "b",
    "HANDOUT": TO_WRITE["t3_player.py"].replace("\n", "\r\n"),
    "METADATA": METADATA,
    "NAMELESS": "submission_6:\n  :submitters:\n  - :sid: 5\n"
    "submission_7:\r\n  :submitters:\r\n  - :name: Bo\r\n    :sid: 8\r\n",
    "EVE": METADATA.replace("submission_7", "submission_10"),
    "cut": tarred({"a.py": "1" * 999})[:-60],
}
TEXTS = {it.encode() if isinstance(it, str) else it: text for text, it in CONTENTS.items()}


@pytest.mark.parametrize("row", re.sub("\n  +", " ", LAYOUTS).strip().splitlines())
def test_layouts(tmp_path: Path, row: str) -> None:
    """The same of a folder, an archive, and the paths of a class."""
    option, _, rest = row.partition(" ") if row.startswith("--") else ("", "", row)
    rest = rest.replace("@", "t3_player.py").replace("LONG", "\u4f5c\u4e1a" * 50)
    left, right = rest.split("> ", 1)
    split = (it.partition("=") for it in left.strip().split(" + ") if it)
    files = packed({path: CONTENTS.get(text, text) for path, _, text in split})
    path = write(tmp_path / "folder", files)
    places = [[path], [write(tmp_path / "hw.tar.gz", tarred(files))]]
    inside = sorted(os.listdir(path))
    is_class = re.match("[^!?=]+:", right) and not option
    if is_class and inside[1:] and not {".DS_Store", "solve.py"} & {*inside}:
        places.append([f"{path}/{name}" for name in inside])
    for paths in places:
        if right.startswith("doubt "):
            if len(files) > 1 or paths == [path]:
                with pytest.raises(ValueError, match=right.removeprefix("doubt ")):
                    read(paths, **ASKED[option])
            continue
        found = read(paths, **ASKED[option])
        names = [it.name.removeprefix(f"{path}/") for it in found]
        known = dict(zip([""] if names == paths else names, found))
        expected = set[str]()
        told = {*known, *(f"~{it.removeprefix(f'{path}/')}" for it in found.unread)}
        for name, each in known.items():
            for file, content in each.files.items():
                text = TEXTS.get(content) or content.decode()
                told.add(f"{name}:{file}={text}".lstrip(":"))
        for item in right.split(" + "):
            who, mark, text = re.findall("^(?:([^=]*?)([!?#:]))?(.*)", item)[0]
            if mark == "#":
                assert known[who].number == text
            elif mark in ("!", "?"):
                assert text in "; ".join(known[who].remarks)
                assert bool(known[who].fault) == (mark == "!")
            else:
                expected.add(item)
            if not item.startswith("~"):
                expected.add(who)
        assert told == expected


PATTERNS = re.findall(
    r"^\| [^`]+ \| `(.+)` \| `(.+)` \|$",
    (ROOT / "docs" / "grading.md").read_text(encoding="utf-8"),
    flags=re.M,
)


@pytest.mark.parametrize(("names", "path"), PATTERNS)
def test_patterns_of_platforms(tmp_path: Path, names: str, path: str) -> None:
    """Each in docs/grading.md reads its path: 12 is newer than 9, and Bo is another."""
    files: Contents = {path.replace("12", "9"): "9", path: "12", "a.txt": ""}
    files[path.replace("ann", "bo")] = "bo"
    if "/12/" in path:
        files[path.partition("12/")[0] + "user_assignment_settings.json"] = "{}"
    folder = Path(write(tmp_path / "x", files))
    whole = write(tmp_path / "x.zip", zipped(files))
    for paths in [whole], sorted(map(str, folder.iterdir())):
        found = {it.name: it for it in read(paths, names=pattern(names))}
        assert found.keys() == {"ann@uni.edu", "bo@uni.edu"}
        assert found["ann@uni.edu"].files == {"t3_player.py": b"12"}
        assert found["bo@uni.edu"].files == {"t3_player.py": b"bo"}
        chosen = re.search(
            "12.* was chosen; also there: .*9", found["ann@uni.edu"].remarks[0]
        )
        assert bool(chosen) == ("12" in path)


NAMES = ("ann", "x2", "o_1", "a-b", "Al - Bo", "a.b", "a@b.c", "1", "t3", "who 9")
"""User names that are odd."""

OWN = ("t3_player.py", "x_9_9_t3_player.py", "b_attempt_2027-01-01-01-01-01_t3_player.py")
"""Names of files, of which two are hostile: they look like another student's."""

DOWNLOADS = {
    "Moodle": (
        "{who}_{n}_assignsubmission_file_/{file}",
        "x2_2_assignsubmission_onlinetext_/onlinetext.html",
    ),
    "Brightspace": ("{n}-77 - {who} - Nov 12, 2026 {n}05 PM/{file}", "index.html"),
    "Gradescope": ("submission_{n}/{file}", "submission_metadata.yml"),
    "Blackboard": (
        "HW_1_{who}_attempt_2026-11-12-09-05-{n:02}_{file}",
        "HW_1_x2_attempt_2026-11-12-09-05-02.txt",
    ),
    "Canvas": ("{who}_{n}_3{n}_{file}", "x2_2_text.html"),
}
"""How platforms name files, and what they add."""


@pytest.mark.parametrize("platform", DOWNLOADS)
def test_names_of_users(tmp_path: Path, platform: str) -> None:
    """However odd they are, and the file's own name: each has a row, with that file."""
    form, summary = DOWNLOADS[platform]
    names = [it.replace("_", " ") if platform == "Moodle" else it for it in NAMES]
    for own in OWN:
        files: Contents = {
            form.format(who=who, n=at, file=own if at == 1 else OWN[0]): f"{COURSE}# {at}"
            for at, who in enumerate(names, 1)
        }
        texts = sorted(str(it).encode() for it in files.values())
        files[summary] = ""
        found = read([write(tmp_path / f"{OWN.index(own)}.zip", zipped(files))])
        assert found.how == f"Read as a {platform} download"
        assert sorted(it.files["t3_player.py"] for it in found) == texts
        if platform not in ("Gradescope", "Canvas"):
            assert {it.name for it in found} == {*names}
    for each in found[:2]:
        (result,) = examine(each, exam(cases("block")[:1]))
        assert not result.verdict.failed


@pytest.mark.parametrize("names", ["(", "x", "(?P<who>.*)(?P<x>)"])
def test_patterns_that_make_no_sense(names: str) -> None:
    with pytest.raises(ValueError, match="regular expression with the group who"):
        pattern(names)
