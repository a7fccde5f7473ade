"""Reading submissions: every entry of what came in has a row, graded or with its reason."""

import ast
import os
import re
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT
from handed_in import (
    COURSE,
    POSIX,
    STATE,
    Contents,
    cases,
    exam,
    folder,
    packed,
    tarred,
    write,
    zipped,
)
from t3_tools.grade import limits
from t3_tools.grade.intake import submissions
from t3_tools.grade.intake.archives import LINK
from t3_tools.grade.intake.owners import Division
from t3_tools.grade.intake.platforms import pattern
from t3_tools.grade.intake.submissions import LENT, Submission, lendable, read
from t3_tools.grade.sandbox.apart import apart
from t3_tools.grade.sandbox.examining import examine
from t3_tools.handout import TO_WRITE, is_ours, is_unwritten

pytestmark = POSIX

LAYOUTS = """
@=1 + notes.txt=2 + __init__.py + lib/__init__.py= + lib/a.py=3 > @=1 + notes.txt=2 +
  lib/__init__.py= + lib/a.py=3
@=1 + t3_state.py=4 + lib/a.py=2 > @=1 + lib/a.py=2 + t3_state.py=4
--one src/@=1 + src/a.py=2 + t3_tests.py=3 + t3_state.py=4 > @=1 + a.py=2 + t3_state.py=4
--one src/@=1 + src/t3_state.py=2 + t3_state.py=3 > @=1 + t3_state.py=2
@=1 + game/t3_state (3).py=2 > @=1 + t3_state.py=2 + game/t3_state (3).py=2 +
  ?game/t3_state (3).py was taken for t3_state.py
src/t3_state.py=1 > t3_state.py=1
zed/@=1 + carol/a.pdf + README.md > zed:@=1 + ~README.md + ~carol
--class zed/@=1 + carol/a.pdf > zed:@=1 + ~carol
t3_player-1.py=def choose > @=def choose + t3_player-1.py=def choose +
  ?t3_player-1.py was taken for t3_player.py
t3_player (2).py=def choose + t3_player (10).py=def choose > !which is to be graded? Leave
@=0 + t3_player (1).py=1 > @=0 + t3_player (1).py=1 + ?also there: t3_player (1).py
@=HANDOUT + t3_state.py=1 + mine.py=def choose > @=def choose + mine.py=def choose +
  t3_state.py=1 + ?mine.py was graded; also there: t3_player.py
T3_Player.py=def choose + t3_player_utils.py=2 > @=def choose + T3_Player.py=def choose +
  t3_player_utils.py=2
t3_player.py.txt=def choose + t3_state.py=1 > @=def choose + t3_state.py=1 +
  t3_player.py.txt=def choose
a/.t3_player.py.icloud=x + b/@=1 > a!t3_player.py.icloud: only a placeholder + b:@=1
solution.py=def choose > @=def choose + solution.py=def choose
a.py=def choose + t3_state.py=def choose > @=def choose + a.py=def choose +
  t3_state.py=def choose + ?a.py was graded; also there: t3_state.py
t3_state.py=1 + t3_state (2).py=def choose > t3_state.py=1 + t3_state (2).py=def choose +
  ?t3_state.py was graded; also there: t3_state (2).py
main.py=def choose + img/a.png + .venv/a.py + __pycache__/a.py > @=def choose +
  main.py=def choose + img/a.png=
a/@=1 + b/@=2 + solve.py=def choose > a:@=1 + b:@=2 + ~solve.py
--one @=1 + a/x.py=2 + b/@=0 > @=1 + a/x.py=2 + b/@=0 + ?also there: b/t3_player.py
--one a/@=1 + b/@=2 > !which is to be graded? Leave only that one
--one a/@=1 + b/@=1 > @=1 + ?also there: b/t3_player.py
part_1_2_a.py= + part_2_3_b.py= + @=1 > doubt Canvas .*but not .*--one .*--class .*--names
@=1 + data.bin=BIG > @=1 + ?data.bin: left out: more than 1000000 bytes
@=1 + a.zip/data.bin=BIG > @=1 + ?a.zip/data.bin: left out: more than 1000000 bytes
@=1 + hw.zip/LONG.pdf=2 > @=1 + ?LONG.pdf: left out: its name has more than 255 bytes
a.zip/@=1 + a.zip/x=2 + a.zip/x/y.txt=3 > @=1 + x=2 + ?x/y.txt: left out: a file and a
hw.zip/hw/@=1 + hw.zip/__MACOSX/@=0 > @=1
a.zip/b.zip/c.tar/@=1 > @=1
T3_Player.py=def choose + hw.zip=no zip > @=def choose + T3_Player.py=def choose +
  ?hw.zip: File is not a zip file
hw/ + .DS_Store > !it is empty
hw.ipynb={} + a.py > !no t3_player.py, only hw.ipynb, a.py
main.py + util.py > !no t3_player.py, only main.py, util.py
hw.tgz=cut > doubt hw.tgz can't be read
a/hw.tgz=cut + b/@=1 > a!hw.tgz: + b:@=1
a.zip/@=BIG > !more than 1000000 bytes
@=BIG > !more than 1000000 bytes
@=HANDOUT > !choose in t3_player.py is not written
a/@=1 + b/hw/@=1 + c/hw.pdf + README.md + .x/y.py > a:@=1 + b:@=1 + ~c + ~README.md + ~.x
--class a/@=1 + b/ + c.py=def choose > a:@=1 + ~b + c.py:@=def choose + c.py:c.py=def choose
--class ann.zip/@=1 + ann.zip/t3_state.py=2 > ann.zip:@=1 + ann.zip:t3_state.py=2
--class ann/@=1 + ann/lib/a.py=2 > ann:@=1 + ann:lib/a.py=2
--class all/@=1 + all/a/@=2 > t3_player.py:@=1 + a:@=2
Lee, Ann(al)/Submission attachment(s)/@=1 + Ray, Bo(br)/@=2 + grades.csv >
  Lee, Ann(al):@=1 + Ray, Bo(br):@=2 + ~grades.csv
a/@=1 + b.zip/src/@=1 > a:@=1 + b.zip:@=1
zed/@=1 + carol/hw.7z=x + dan.rar=x > zed:@=1 + carol!hw.7z: not unpacked here: ask +
  dan.rar!not unpacked here
hw1/@=1 + hw2/@=2 > hw1:@=1 + hw2:@=2
s1/a/@=1 + s1/b/@=2 + s2/c/@=3 > s1!which is to be graded? + s2:@=3
hw/a/@=1 + hw/b/@=1 + hw/.git/x.py + .DS_Store + __MACOSX/hw/a/._@=x > a:@=1 + b:@=1
a/@=1 + b/t3_state.py=1 + c/@=1 > a:@=1 + b:t3_state.py=1 + c:@=1
a/@=1 + b/@=2 + c/v1/@=3 + c/v2/@=4 > a:@=1 + b:@=2 + c!v1/@, v2/@
@=1 + a/@=2 + b/@=3 > doubt --one .*--class
@=1 + a.zip/@=2 > doubt --one .*--class
ann_@=1 + Bob King - t3_state.py=2 > doubt --names '.*--one
ann_@=1 + bob/@=2 > doubt players in bob.*--class
--class @=1 + a/@=2 + b/@=3 > t3_player.py:@=1 + a:@=2 + b:@=3
gradebook_CS_101_HW 2_abe_attempt_2026-11-20-10-11-12_@=0 +
  gradebook_CS_101_HW 2_abe_attempt_2026-11-20-10-11-12.txt +
  gradebook_CS_101_HW 2_bli_02_attempt_2026-11-21-00-00-00_@=2 +
  gradebook_CS_101_HW 2_abe_attempt_2026-11-21-10-11-12_@=1 > abe:@=1 +
  abe# + abe?2026-11-21-10-11-12/@ was graded; also there: 2026-11-20-10 + bli_02:@=2
1-2 - Al Bo - 20 Nov, 2026 1011 AM - @=1 + 1-2 - Al Bo - 3 Nov, 2026 1011 PM - @=0 +
  4-2 - Cy - 3 Nov, 2026 911 AM - hw.pdf + index.html > Al Bo:@=1 + Al Bo#1 +
  Cy!no Python file, only 3 Nov, 2026 911 AM/hw.pdf + Cy#4 + ~index.html
export/submission_7/@=1 + export/submission_8/hw.pdf + export/submission_9/@=9 +
  export/submission_10/@=10 +
  export/submission_metadata.yml=METADATA > Jane O'Doe, Rick:@=1 +
  Jane O'Doe, Rick#123 124 + Li_9!no Python file + Li_9#9 +
  Li_submission_9:@=9 + submission_10:@=10
doejane_123_456_@=1 + doejane_123_457_t3_state.py=2 +
  roe_LATE_99_77_t3_player-1.py=def choose + note_11_1_hw.ipynb +
  zip_13_1_hw 2.zip/hw/src/@=1 > doejane:@=1 + doejane:t3_state.py=2 +
  roe:@=def choose + roe:t3_player-1.py=def choose + roe#99 +
  note!no Python file, only hw.ipynb + zip:@=1
smith_5_7_@=1 + smith_6_8_@=1 + smith_6_9_essay.py=6 + text_14_text.html > smith_5:@=1 +
  smith_6:@=1 + smith_6:essay.py=6 + text!no Python file, only text.html
a\u0301nn_5_7_@=1 + \u0928\u093f_6_8_@=2 > \u00e1nn:@=1 + \u00e1nn#5 + \u0928\u093f:@=2
anon_AbC12_456_@=1 + anon_AbC12_457_t3_state.py=2 +
  LATE_anon_x9Y8z_77_t3_player-1.py=def choose > anon_AbC12:@=1 +
  anon_AbC12:t3_state.py=2 + anon_x9Y8z:@=def choose +
  anon_x9Y8z:t3_player-1.py=def choose
T3/Jane Doe_123_assignsubmission_file_/@=1 +
  T3/Jane Doe_123_assignsubmission_onlinetext_/onlinetext.html=5 +
  T3/Di_9_assignsubmission_file_@=1 + T3/Fay_11_assignsubmission_file_/ > Jane Doe:@=1 +
  Jane Doe:onlinetext.html=5 + Jane Doe#123 + Di:@=1 + Fay!it is empty
Al_5_assignsubmission_file_/hw.zip/@=1 + Al_6_assignsubmission_file_/src/@=2 > Al_5:@=1 +
  Al_6:@=2
"""
"""An option, the files handed in, and what is read of them.

@ is t3_player.py, 1 the right one. Of a class the student's name comes first. After `!` is
why nothing is graded, after `?` a remark, after `#` the student's number, after `~` what is
nobody's. What is in doubt is refused, with these words.
"""

ASKED = {"": None, "--one": Division.ONE, "--class": Division.CLASS}

METADATA = """submission_7:
  :submitters:
  - :name: "Jane O'Doe"
    :sid: '123'
  - :name: Rick
    :sid: 124
  :created_at: 2026-11-20
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
  :created_at: 2026-11-20
"""

CONTENTS: dict[str, str | bytes] = {
    "BIG": "#" * 1_000_001,
    "HANDOUT": TO_WRITE["t3_player.py"].replace("\n", "\r\n"),
    "METADATA": METADATA,
    "cut": tarred({"a.py": "1" * 999})[:-60],
}


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
                    read(paths, ASKED[option])
            continue
        found = read(paths, ASKED[option])
        start = f"{paths[0] if len(paths) == 1 else path}/"
        known = {f"{it.name}/".removeprefix(start).rstrip("/"): it for it in found}
        unread = {Path(it).name for it in found.unread}
        graded: dict[str, dict[str, bytes]] = {}
        for item in right.split(" + "):
            matched = re.match(r"(?:([^!?#:=]*)([!?#:]))?(.*)", item)
            who, mark, text = matched.groups("") if matched else ("", "", "")
            if text.startswith("~"):
                unread.remove(text[1:])
                continue
            graded.setdefault(who, {})
            if mark in ("!", "?"):
                assert text in "; ".join(known[who].remarks)
                assert bool(known[who].fault) == (mark == "!")
            elif mark == "#":
                assert known[who].number == text
            else:
                name, _, content = text.partition("=")
                graded[who][name] = content.encode()
        assert graded == {name: {**it.files} for name, it in known.items()}
        assert not unread


ATTEMPTS = """
1-2 - Al - Sep 24, 2026 105 PM/@=0 + 1-2 - Al - Sep 24, 2026 926 PM/@=1 > 1
1-2 - Al - Sep 24, 2026 1205 AM/@=0 + 1-2 - Al - Sep 24, 2026 105 AM/@=1 > 1
1-2 - Al - 9 Nov, 2026 2330/@=0 + 1-2 - Al - 12 Nov, 2026 905/@=1 > 1
1-2 - Al - 9 november, 2026 2330/@=0 + 1-2 - Al - 12 november, 2026 0905/src/@=1 > 1
1-2 - Al - 9 November 2026 23 30/@=0 + 1-2 - Al - 12 November 2026 9 05/@=1 > 1
1-2 - Al - 2026-11-09 2330/@=0 + 1-2 - Al - 2026-11-12 0905/@=1 > 1
1-2 - Al - 9 mei, 2026 2330/@=0 + 1-2 - Al - 12 mei, 2026 905/src/@=1 > ask
1-2 - Al - 9 mei, 2026 2330/@=0 + 1-2 - Al - 12 Nov, 2026 905/@=1 > ask
1-2 - Al - 9 mei, 2026 1205 AM/@=0 + 1-2 - Al - 9 mei, 2026 105 AM/@=1 > ask
1-2 - Al - 09.11.2026 2330/@=0 + 1-2 - Al - 12.10.2026 905/@=1 > ask
1-2 - Al - 9 Nov, 2026 905/@=0 + 1-2 - Al - 09 Nov, 2026 0905/@=1 > ask
1-2 - Al - 9 Nov, 2026 905/@=1 + 1-2 - Al - 10 Nov, 2026 905/hw.pdf= > 1
Al/9/@=0 + Al/10/src/@=1 + Al/2/@=0 > 1 also 9/@, 2/@
Al/2026-11-09-23-30/@=0 + Al/2026-11-12-09-05/@=1 > 1
Al/2026-11-09/@=0 + Al/2026-11-12-09-05/@=1 > ask
Al/9.11./@=0 + Al/12.11./@=1 > ask
Al/draft/@=0 + Al/final/@=1 > ask
Al/9/@=0 + Al/09/@=1 > ask
"""
"""A student's attempts, and what is said: that 1 is graded, and which others are there, or
a question."""


@pytest.mark.parametrize("row", re.sub("\n  +", " ", ATTEMPTS).strip().splitlines())
def test_attempts(tmp_path: Path, row: str) -> None:
    """Nothing is the newest of which that is not known."""
    left, said = row.replace("@", "t3_player.py").split(" > ")
    files: Contents = {}
    for it in left.split(" + "):
        path, _, files[path] = it.partition("=")
    names = pattern("(?P<who>[^/]+)/(?P<attempt>[^/]+)") if row.startswith("Al/") else None
    (first,) = read([write(tmp_path / "x.zip", zipped(files))], names=names)
    if said == "ask":
        paths = {re.split("/| - ", it)[-2] for it in files if "src" not in it}
        assert "Leave only that one" in first.fault
        assert all(it in first.fault for it in paths)
    else:
        assert first.files["t3_player.py"] == b"1"
        if "=0" in row:
            assert f"also there: {said[7:]}" in "; ".join(first.remarks)


PATTERNS = re.findall(
    r"^\| [^`]+ \| `(.+)` \| `(.+)` \|$",
    (ROOT / "docs" / "grading.md").read_text(encoding="utf-8"),
    flags=re.M,
)


@pytest.mark.parametrize(("names", "path"), PATTERNS)
def test_patterns_of_platforms(tmp_path: Path, names: str, path: str) -> None:
    """Each in docs/grading.md reads its path: 12 is newer than 9, and Bo is another."""
    earlier, other = path.replace("12", "9"), path.replace("ann", "bo")
    files: Contents = {earlier: "9", path: "12", other: "bo"}
    files["a.txt"] = ""
    if "/12/" in path:
        files[path.partition("12/")[0] + "user_assignment_settings.json"] = "{}"
    whole = write(tmp_path / "x.zip", zipped(files))
    found = {Path(it.name).name: it for it in read([whole], names=pattern(names))}
    assert found["ann@uni.edu"].files == {"t3_player.py": b"12"}
    assert found["bo@uni.edu"].files == {"t3_player.py": b"bo"}
    said = "12.* was graded; also there: .*9" if "12" in path else "no t3_state.py"
    assert re.search(said, found["ann@uni.edu"].remarks[0])
    assert found.keys() == {"ann@uni.edu", "bo@uni.edu"}
    folder = sorted(
        write(tmp_path / "x", files) + f"/{it.partition('/')[0]}" for it in files
    )
    assert len(read(folder, names=pattern(names))) == 2


@pytest.mark.parametrize(
    "files",
    [
        ("ann_t3_player.py", "ann_t3_state.py", "bo_t3_player.py"),
        ("Bob King - t3_player.py", "Bob King - t3_state.py", "ann.T3Player.py"),
    ],
)
def test_files_side_by_side(tmp_path: Path, files: tuple[str, ...]) -> None:
    """The pattern that is proposed reads them."""
    place = write(tmp_path, dict.fromkeys(files, "def choose"))
    with pytest.raises(ValueError, match=r"--one") as error:
        read([place])
    proposed = re.search("--names '(.+?)'", str(error.value))
    assert proposed
    found = read([place], names=pattern(proposed[1]))
    assert {*found[0].files} == {"t3_player.py", "t3_state.py"}
    known = {Path(it.name).name for it in found}
    assert known == {re.split("[_.]| - ", it)[0] for it in files}


def test_downloads_in_folders(tmp_path: Path) -> None:
    """In zip files, as paths or in one folder. A student's own names cost its own row."""
    moodle = "{}_{}_assignsubmission_file_/t3_player.py"
    for at, names in enumerate((["Al", "Bo"], ["Cy", "Di"])):
        files: Contents = {moodle.format(it, at): "1" for it in names}
        write(tmp_path / "all" / f"{at}.zip", zipped(files))
    for paths in ([tmp_path / "all"], [*(tmp_path / "all").iterdir()]):
        found = read([*map(str, paths)])
        assert found.how == "Read as a Moodle download"
        assert sorted(Path(it.name).name for it in found) == ["Al", "Bo", "Cy", "Di"]
    write(tmp_path / "all" / "late" / "t3_player.py", "1")
    with pytest.raises(
        ValueError, match=r"Moodle download, but not late.*--class.*--names"
    ):
        read([str(tmp_path / "all")])
    honest: Contents = {f"{it}/t3_player.py": "1" for it in "abc"}
    hostile: Contents = {f"x/{moodle.format(it, 1)}": "1" for it in "ab"}
    *right, wrong = read([write(tmp_path / "class", {**honest, **hostile})])
    assert not any(it.fault for it in right)
    assert "it can be read as a Moodle download" in wrong.fault
    both: Contents = {"Al_5_assignsubmission_file_7_8_t3_player.py": "1"}
    with pytest.raises(ValueError, match="Moodle download and as a Canvas download"):
        read([write(tmp_path / "both", both)])


NAMES = ("ann", "x2", "o_1", "a-b", "Al - Bo", "a.b", "a@b.c", "1", "t3", "who 9")
"""User names that are odd."""

OWN = ("t3_player.py", "x_9_9_t3_player.py", "b_attempt_2027-01-01-01-01-01_t3_player.py")
"""Names of files, of which two are hostile: they look like another student's."""

DOWNLOADS = {
    "Moodle": "{who}_{n}_assignsubmission_file_/{file}",
    "Brightspace": "{n}-77 - {who} - Nov 12, 2026 {n}05 PM/{file}",
    "Gradescope": "submission_{n}/{file}",
    "Blackboard": "HW_1_{who}_attempt_2026-11-12-09-05-{n:02}_{file}",
    "Canvas": "{who}_{n}_3{n}_{file}",
}


@pytest.mark.parametrize("platform", DOWNLOADS)
def test_names_of_users(tmp_path: Path, platform: str) -> None:
    """However odd they are, and the file's own name: each has a row, with that file."""
    form = DOWNLOADS[platform]
    names = [it.replace("_", " ") if platform == "Moodle" else it for it in NAMES]
    for own in OWN:
        files: Contents = {
            form.format(
                who=who, n=at, file=own if at == 1 else OWN[0]
            ): f"def choose  # {at}"
            for at, who in enumerate(names, 1)
        }
        found = read([write(tmp_path / f"{OWN.index(own)}.zip", zipped(files))])
        assert found.how == f"Read as a {platform} download"
        texts = {it.name.rpartition("/")[2]: it.files["t3_player.py"] for it in found}
        assert sorted(texts.values()) == sorted(
            str(it).encode() for it in files.values() if it
        )
        if platform not in ("Gradescope", "Canvas"):
            assert [*texts] == names


SUMMARIES = {
    "Moodle": "x2_2_assignsubmission_onlinetext_/onlinetext.html",
    "Brightspace": "index.html",
    "Gradescope": "submission_metadata.yml",
    "Blackboard": "HW_1_x2_attempt_2026-11-12-09-05-02.txt",
    "Canvas": "x2_2_text.html",
}
"""What the platforms add."""


@pytest.mark.parametrize("platform", DOWNLOADS)
def test_downloads_are_graded(tmp_path: Path, platform: str) -> None:
    """Each student has a row, and the right player passes, beside a platform's summary."""
    files: Contents = {
        DOWNLOADS[platform].format(who=who, n=at, file=file): text
        for at, who in enumerate(("ann", "x2"), 1)
        for file, text in (("t3_player.py", COURSE), ("t3_state.py", STATE))
    }
    files[SUMMARIES[platform]] = ""
    found = read([write(tmp_path / "x.zip", zipped(files))])
    assert (len(found), found.how) == (2, f"Read as a {platform} download")
    for each in found:
        (result,) = examine(each, exam(cases("block")[:1]))
        assert not result.verdict.failed


@pytest.mark.parametrize("names", ["(", "x", "(?P<who>.*)(?P<x>)"])
def test_patterns_that_make_no_sense(names: str) -> None:
    with pytest.raises(ValueError, match="regular expression with the group who"):
        pattern(names)


def test_what_is_not_read_of_a_folder(tmp_path: Path) -> None:
    """A folder of which some is read is not named as if nothing were."""
    files: Contents = {"all/ann/1/t3_player.py": "", "all/ann/a.json": "", "b/c.json": ""}
    found = read([write(tmp_path, files)], names=pattern("all/(?P<who>[^/]+)/[0-9]+"))
    assert found.unread == ["other files in all/", "b/"]


def test_a_pattern_that_fits_no_path(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"--names fits none of .*a\.py"):
        read([folder(tmp_path, a="")], names=pattern("(?P<who>z)"))


SIDE_BY_SIDE = "(?P<who>[^/]+?)_(?P<file>t3_.+)"
NUMBERED = "(?P<who>[^/]+)/(?P<attempt>[0-9]+)"


@pytest.mark.parametrize(
    ("names", "paths", "whose", "unread"),
    [
        (NUMBERED, "ann/9/@ bo/7/@ bo/draft/@", "ann bo", "bo/draft/@"),
        (NUMBERED, "ann/9/@ bo/all/hw.zip/@", "ann", "bo/all/hw.zip"),
        (SIDE_BY_SIDE, "ann_@ bo/@", "ann", "bo/@"),
        (SIDE_BY_SIDE, "s1/ann_@ s1/bo_@ dan_@", "ann bo dan", ""),
        (SIDE_BY_SIDE, "s1/ann_@ s1/bo_@ @", "ann bo", "@"),
    ],
)
def test_a_pattern_that_fits_some_paths(
    tmp_path: Path, names: str, paths: str, whose: str, unread: str
) -> None:
    """Those are read, in folders and above them, and the others are named."""
    known = [it.replace("@", "t3_player.py") for it in paths.split()]
    place = write(tmp_path / "x", packed(dict.fromkeys(known, "def choose")))
    found = read([place], names=pattern(names))
    assert sorted(Path(it.name).name for it in found) == whose.split()
    assert found.unread == unread.replace("@", "t3_player.py").split()


def test_a_pattern_is_read_where_it_fits_most_students(tmp_path: Path) -> None:
    """However many files one of them has that look like others'."""
    files: Contents = {f"m/x/{it}/t3_player.py": "3" for it in range(9)}
    files |= {f"{it}/1/t3_player.py": "1" for it in ("ann", "bo")}
    names = pattern("(?P<who>[^/]+)/(?P<attempt>[0-9]+)")
    found = read([write(tmp_path, files)], names=names)
    assert {Path(it.name).name for it in found} == {"ann", "bo"}


def test_names_in_zip_files(tmp_path: Path) -> None:
    """UTF-8 even without its flag, composed; other encodings are named, not guessed."""
    names = ["Jose\u0301 Nu\u0301n\u0303ez", "\u738b\u4f1f", "Ann Lee"]
    content = zipped({f"{it}/t3_player.py": "1" for it in names})
    unflagged = bytearray(content)
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        for found in re.finditer(re.escape(mark), content):
            unflagged[found.start() + at + 1] &= ~8
    read_names = [
        [Path(it.name).name for it in read([write(tmp_path / "x.zip", bytes(data))])]
        for data in (content, unflagged)
    ]
    assert read_names == [["Jos\u00e9 N\u00fa\u00f1ez", "\u738b\u4f1f", "Ann Lee"]] * 2
    for old in (b"Jose\xcc\x81", b"Jos\xe9\xe9\xe9"):
        content = zipped({f"{'J' * 7}/t3_player.py": "1", "b/t3_player.py": "1"})
        content = content.replace(b"J" * 7, old.ljust(7, b"e"))
        remarks = str(read([write(tmp_path / "y.zip", content)])[0].remarks)
        assert ("CP437" in remarks) == (b"\xe9" in old)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        *(
            (it, "t3_player.py is not in UTF-8")
            for it in (
                COURSE.encode("utf-16"),
                "x = 1".encode("utf-16-le"),
                "# \u00e9\n".encode("latin-1"),
                b"# coding: rot13\n",
            )
        ),
        (b" \n", "t3_player.py is empty"),
        ("# coding: latin-1\n# \u00e9\n".encode("latin-1"), ""),
    ],
)
def test_players_that_can_not_be_read(tmp_path: Path, content: bytes, fault: str) -> None:
    """The reason is a remark. What is no text, or empty, has no mark either."""
    found = only(write(tmp_path / "t3_player.py", content))
    assert fault in "; ".join(found.remarks)
    assert bool(found.fault) == ("UTF-8" in fault or "empty" in fault)


def only(path: str) -> Submission:
    (submission,) = read([path])
    return submission


def test_paths_of_files(tmp_path: Path) -> None:
    """Those beside a player are one submission, others one each."""
    write(tmp_path / "a", {"t3_player.py": "1", "a.py": "2"})
    write(tmp_path / "b", {"b.py": "def choose", "c.py": ""})
    beside = {"t3_player.py": b"1", "a.py": b"2"}
    assert only(f"{tmp_path}/a/t3_player.py").files == beside
    assert [it.files for it in read([f"{tmp_path}/a/a.py", f"{tmp_path}/a"])] == [beside]
    found = read([f"{tmp_path}/b/{it}.py" for it in "bc"])
    assert found[0].files == {"t3_player.py": b"def choose", "b.py": b"def choose"}
    assert [Path(it).name for it in found.unread] == ["c.py"]
    sections = [write(tmp_path / it / "al", {"t3_player.py": it}) for it in ("s1", "s2")]
    assert [(it.name, *it.files.values()) for it in read(sections)] == [
        (sections[0], b"s1"),
        (sections[1], b"s2"),
    ]
    hidden = [write(tmp_path / it, {"t3_player.py": "1"}) for it in (".hw/x", "env")]
    assert [it.name for it in read([str(tmp_path / ".hw"), hidden[1]])] == [
        str(tmp_path / ".hw"),
        hidden[1],
    ]
    with pytest.raises(ValueError, match="there is no "):
        read([str(tmp_path / "absent")])


def test_one_folder_that_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs only its own student, who gets a row with the reason."""
    path = write(tmp_path, {f"{it}/t3_player.py": "1" for it in "abc"})
    scan = os.scandir

    def closed(folder: Any) -> Any:
        if str(folder).endswith("/b"):
            raise PermissionError(13, "closed", folder)
        return scan(folder)

    monkeypatch.setattr(os, "scandir", closed)
    known = {it.name.removeprefix(path): it.fault for it in read([path])}
    assert known == {"/a": "", "/b": "closed", "/c": ""}


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each submission that passes one has its own row, with the reason."""
    monkeypatch.setattr(limits, "UNPACKED", 100_000)
    monkeypatch.setattr(limits, "FILES", 50)
    content: bytes = zipped({"t3_player.py": "1"})
    for _ in range(5):
        content = zipped({"a.zip": content})
    class_: Contents = {
        "a/b.zip": zipped({"x.tar": bytes(200_000)}),
        "b.zip": zipped({f"{number}.txt": "" for number in range(60)}),
        "c.zip": zipped({"t3_player.py": "1", "x" * 16_000: ""}),
        "d.zip": content,
        "e/t3_player.py": "1",
    }
    (a, b, c, d, e) = read([write(tmp_path / "class.zip", zipped(class_))])
    assert "x.tar: more than" in a.fault
    assert "more than 50 files" in b.fault
    assert "x: left out: its path has more" in c.remarks[0]
    assert "archives nested more than 3 deep" in d.fault
    assert "t3_player.py" in c.files.keys() & e.files.keys()


def test_archives_that_hold_one_archive(tmp_path: Path) -> None:
    """They are not opened for ever."""
    content: bytes = zipped({"t3_player.py": "1"})
    for _ in range(9):
        content = zipped({"a.zip": content})
    assert "nested more than 3 deep" in only(write(tmp_path / "a.zip", content)).fault


BOMBS = {
    "deep": lambda: tarred({"a/" * 100_000 + "t3_player.py": "2"}),
    "digits": lambda: tarred({f"{it * 50_000} PM/t3_player.py": "2" for it in "12"}),
    "refused": lambda: zipped(
        {f"{it}.tgz": tarred({"x": bytes(900_000)}) for it in range(50)}
    ),
    "memory": lambda: zipped({"x.tgz": tarred({"x.tar": bytes(199_000_000)})}),
    "keys": lambda: tarred(dict.fromkeys(map(str, range(2000)), ""), keys=20_000),
}
"""Archives that cost much."""


@pytest.mark.parametrize("bomb", BOMBS)
def test_what_costs_one_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bomb: str
) -> None:
    """Whatever an archive costs, a right student beside it is read, and it is named."""
    monkeypatch.setattr(limits, "READING", 1)
    monkeypatch.setattr(limits, "READING_MEGABYTES", 150)
    content = BOMBS[bomb]()
    files: Contents = {"bad.zip" if bomb in ("refused", "memory") else "bad.tgz": content}
    found = read([write(tmp_path, {**files, "right/t3_player.py": "1"})])
    (right,) = [it for it in found if not it.fault]
    assert right.files == {"t3_player.py": b"1"}
    assert [*found.unread, *(it.name for it in found if it.fault)]


def test_a_students_archives_are_read_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one process for each student, however many there are."""
    calls = []

    def counted(read: Any, seconds: int) -> Any:
        calls.append(seconds)
        return apart(read, seconds)

    monkeypatch.setattr(submissions, "apart", counted)
    files: Contents = {f"a/{it}/{it}.zip": zipped({"x": ""}) for it in range(9)}
    read([write(tmp_path, {**files, "a/t3_player.py": "1", "b/t3_player.py": "1"})])
    assert len(calls) == 2


def test_files_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for those graded, and their folders. One remark names the others."""
    monkeypatch.setattr(limits, "FILES", 30)
    files: Contents = {f"{it:02}/a.txt": "" for it in range(25)}
    (one,) = read([write(tmp_path, {"t3_player.py": "1", **files})])
    assert len(one.files) == 15  # 14 of them in folders
    said = (
        "14/a.txt, 15/a.txt, 16/a.txt, 17/a.txt, 18/a.txt and 6 more: left out: more than"
    )
    assert one.remarks[0].startswith(said)


@pytest.mark.parametrize(
    "archives",
    [
        {f"in/{it}.tar.gz": tarred({"x": bytes(400_000)}) for it in range(3)},
        {"a.tgz": tarred({str(it): "" for it in range(3000)})},
    ],
)
def test_tar_files_that_unpack_to_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, archives: Contents
) -> None:
    """All of a submission count, with what they have for themselves."""
    monkeypatch.setattr(limits, "UNPACKED", 1_000_000)
    (one,) = read([write(tmp_path, {"t3_player.py": "1", **archives})])
    assert "bytes when unpacked" in one.remarks[0]


def test_archives_that_list_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MEMBERS", 70)
    many: Contents = {str(it): "" for it in range(80)}
    files: Contents = {"a.zip": zipped(many), "b.tar": tarred(many, "w")}
    (one,) = read([write(tmp_path, {"t3_player.py": "1", **files})])
    assert one.remarks[0] == "a.zip, b.tar: it has too many files"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip_files_that_would_unpack_in_memory(tmp_path: Path, method: int) -> None:
    """These methods have no limit."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("t3_player.py", "1")
        archive.writestr("big.txt", bytes(9_000_000), method)
    (one,) = read([str(tmp_path / "a.zip")])
    assert one.remarks[0].startswith("big.txt: compressed by a method")


def test_sources_that_take_long_to_parse(tmp_path: Path) -> None:
    """Too long ones are left to the sandbox."""
    source = "import " + "a." * 400_000 + "b\n"
    (one,) = read([write(tmp_path, {"t3_player.py": source, "t3_state.py": "1"})])
    assert one.files["t3_player.py"] == source.encode()
    assert one.remarks[0] == "t3_player.py: it was not parsed: more than 40000 bytes"


def test_links_and_pipes(tmp_path: Path) -> None:
    """They are not followed, not to what another student handed in, or to nothing."""
    folder(tmp_path / "alice", t3_player="1")
    write(tmp_path, {"bob/": "", "carol/": ""})
    (tmp_path / "bob" / "t3_player.py").symlink_to(tmp_path / "alice" / "t3_player.py")
    (tmp_path / "carol" / "src").symlink_to(tmp_path / "alice")
    (tmp_path / "fay").symlink_to(tmp_path / "bob")
    link = zipfile.ZipInfo("t3_player.py")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "dan.zip", "w") as archive:
        archive.writestr(link, "../alice/t3_player.py")
    with tarfile.open(tmp_path / "eve.tar", "w") as tar:
        tar.add(tmp_path / "bob" / "t3_player.py", "t3_player.py")
    (tmp_path / "nothing.py").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    paths = sorted(str(it) for it in tmp_path.iterdir() if it.name != "fay")
    found = read(paths), read([str(tmp_path)], Division.CLASS)
    for each in found:
        faults = {Path(it.name).name: it.fault for it in each if it.name[-3:] != "fay"}
        assert faults.pop("alice") == ""
        assert faults.pop("pipe.py") == "pipe.py: neither a folder nor a file"
        assert len(faults) == 5
        assert all(LINK in it for it in faults.values())
    assert [it.fault for it in found[1] if it.name.endswith("fay")] == [f"fay: {LINK}"]


def test_strange_archives(tmp_path: Path) -> None:
    """Encrypted, with a name twice, very many folders, an empty name, names above it."""
    deep = write(tmp_path / "deep.zip", zipped({"alice/" * 150 + "t3_player.py": "1"}))
    assert only(deep).files == {"t3_player.py": b"1"}
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        nameless = zipfile.ZipInfo("x")
        nameless.filename = ""
        archive.writestr(nameless, "1")
        archive.writestr("..\\hw\\t3_player.py", "1")
        archive.writestr("../hw/t3_player.py", "2")
    assert only(str(tmp_path / "hw.zip")).files == {"t3_player.py": b"2"}
    content = zipped({"t3_player.py": "1"})
    at = content.index(b"PK\1\2") + 8
    locked = content[:at] + b"\1" + content[at + 1 :]
    fault = only(write(tmp_path / "locked.zip", locked)).fault
    assert fault == "t3_player.py: encrypted: ask for a .zip without a password"


def test_the_tests_of_the_assignment_are_no_player(tmp_path: Path) -> None:
    """They have a function `choose`, which calls the player's."""
    tests = (ROOT / "t3_tests.py").read_bytes()
    place = write(tmp_path / "ann", {"t3_tests.py": tests, **TO_WRITE})
    assert "choose in t3_player.py is not written" in only(place).fault
    write(tmp_path / "ann/t3_player.py", "def choose(state): 1")
    assert not any("t3_tests.py" in it for it in only(place).remarks)


def test_what_is_lent(tmp_path: Path) -> None:
    """All of a folder but its player."""
    folder(tmp_path, t3_player="1", t3_state="2", helper="3")
    assert lendable(tmp_path) == LENT | {"t3_state.py": b"2", "helper.py": b"3"}


def test_a_name_that_can_not_be_printed(tmp_path: Path) -> None:
    path = os.fsdecode(bytes(tmp_path) + b"/na\xff\x1b[31m\nme")
    folder(Path(path), t3_player=COURSE)
    submission = only(path)
    assert submission.name.isprintable()
    assert "t3_player.py" in submission.files
    os.rename(f"{path}/t3_player.py", f"{path}/\x1b.pdf")
    assert only(path).fault.isprintable()
    with pytest.raises(ValueError, match="there is no") as error:
        read([f"{path}/\x1b"])
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "body", ["'Doc.'; pass", "...", "return", "return None", "raise NotImplementedError()"]
)
def test_what_is_not_written(body: str) -> None:
    """A wrong constant is written, and so is what is too deep to read."""
    assert is_unwritten(f"def choose(state): {body}".encode(), "choose")
    for other in ("return 1", "return ''", "raise " + "-" * 2000 + "1"):
        assert not is_unwritten(f"def choose(state): {other}".encode(), "choose")


def test_our_own_solution(tmp_path: Path) -> None:
    """It is told by its syntax trees, whatever the names, comments and order."""
    ours = (ROOT / "t3_player.py").read_text(encoding="utf-8")
    tree = ast.parse(
        re.sub(r"\b(alpha|beta|state|child|best|alpha_beta|memo)\b", r"my_\1", ours)
    )
    tree.body.reverse()
    assert is_ours(ast.unparse(tree).encode())
    parts = {it.name: it for it in ast.walk(tree) if isinstance(it, ast.FunctionDef)}
    for names, enough in (["evaluate", "key"], True), (["evaluate"], False):  # 27, 22 %
        part = "\n".join(ast.unparse(parts[name]) for name in names)
        assert is_ours(part.encode()) == enough
    for other in (COURSE, STATE, TO_WRITE["t3_player.py"], "def choose(", ""):
        assert not is_ours(other.encode())
    write(tmp_path / "t3_player.py", ours)
    assert any("our own public one" in it for it in only(str(tmp_path)).remarks)
