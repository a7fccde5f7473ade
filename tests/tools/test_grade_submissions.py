"""Reading submissions: each thing that was handed in is one, whatever it is."""

import os
import re
import tarfile
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest

from handed_in import COURSE, POSIX, STRANGE, Contents, folder, tarred, write, zipped
from t3_tools.grade import limits
from t3_tools.grade.intake.submissions import Submission, lendable, read, understood
from t3_tools.handout import TO_WRITE

pytestmark = POSIX

Read = dict[str, dict[str, bytes] | str]
"""The files that are graded of each student, or why there are none."""

P = {"t3_player.py": b"1"}

ROWS = """
@=1, helper.py=2, notes.txt=3, __init__.py > @=1, helper.py=2, notes.txt=3
src/@=1, src/helper.py=2 > @=1, helper.py=2
@=1, lib/__init__.py=, lib/a.py=2, a.json=3 > @=1, lib/__init__.py=, lib/a.py=2, a.json=3
homework2/src/@=1, main.py=2 > @=1
src/@=1, t3_tests.py=2, t3_state.py=3 > @=1, t3_state.py=3
src/@=1, src/t3_state.py=2, t3_state.py=3 > @=1, t3_state.py=2
@=1, game/t3_state (3).py=2 > @=1, t3_state.py=2, game/t3_state (3).py=2
src/t3_state.py=1 > t3_state.py=1
src/@=1, doc/a.pdf, README.md > @=1
t3_player (1).py=1 > @=1
@=0, t3_player (2).py=0, t3_player (10).py=1 > @=1
@=0, t3_player-1.py=1 > @=1
@=0, t3_player_v2.py=1 > @=1, t3_player_v2.py=1
@=1, t3_player_old (3).py=0 > @=1
T3_Player.py=1 > @=1, T3_Player.py=1
T3_Player.py=1, t3_player_utils.py=2 > @=1, T3_Player.py=1, t3_player_utils.py=2
alice-t3player_final.PY=1 > @=1
t3_player.py.txt=1 > @=1
b\\@=1 > @=1
solution.py=def choose > @=def choose, solution.py=def choose
@=1, test_t3_player (1).py > @=1
src/@=1, .venv/a.py, venv/a.py, __pycache__/a.py > @=1
@=1, .venv/@=0 > @=1
@=1, a/x.py=2, b/@=0 > @=1, a/x.py=2, b/@=0
part_1_a.py=, part_2_b.py=, @=1 > part_1_a.py=, part_2_b.py=, @=1
a/@=1, b/hw/@=1, c/hw.pdf > a:@=1, b:@=1, c!no Python file, only hw.pdf
a/@=1, b/, c/hw/ > @=1
a/@=1, b/a.py > @=1
a/@=1, b/, c.py=def choose > a:@=1, b!it is empty, c.py:@=def choose, c.py:c.py=def choose
a/@=1, b/@=2, README.md > a:@=1, b:@=2
env/@=1, .x/@=1, venv/@=1 > env:@=1, .x:@=1, venv:@=1
hw/a/@=1, hw/b/@=1, hw/.git/x.py, .DS_Store > a:@=1, b:@=1
a/@=1, b/t3_state.py=1, c/@=1 > a:@=1, b:t3_state.py=1, c:@=1
s1/a/@=1, s1/b/@=2, s2/c/@=3, s2/d/x/@=4 > s1/a:@=1, s1/b:@=2, s2/c:@=3, s2/d:@=4
x/a/@=1, x/b/@=2, y/c/@=3, y/d/@=4, z/e/@=5 > x/a:@=1, x/b:@=2, y/c:@=3, y/d:@=4, z:@=5
a/@=1, b/@=2, c/v1/@=3, c/v2/@=4 > a:@=1, b:@=2, c:@=3
c/a/@=1, c/b/@=2, __MACOSX/c/a/._@=x, __MACOSX/c/b/._@=x > a:@=1, b:@=2
hw/@=1, __MACOSX/hw/._@=x > @=1
"""
"""The files handed in, and those that are graded. @ is t3_player.py, 1 the right one.
Where a class was handed in, a colon or a fault with `!` follows the student's name."""


def parsed(row: str) -> tuple[Contents, Read]:
    """The files of a row, and what is read of them."""
    left, right = row.replace("@", "t3_player.py").split(" > ")
    files = {path: text for path, _, text in (it.partition("=") for it in left.split(", "))}
    faults: Read = {}
    graded: dict[str, dict[str, bytes]] = {}
    for item in re.split(", (?!only )", right):
        student, fault, words = item.partition("!")
        if fault:
            faults[student] = words
        else:
            path, _, content = item.partition("=")
            student, _, name = path.rpartition(":")
            graded.setdefault(student, {})[name] = content.encode()
    return {**files}, {**faults, **graded}


ARCHIVES: list[tuple[Contents, Read]] = [
    ({"hw.zip": zipped({"hw/t3_player.py": "1", "__MACOSX/t3_player.py": "0"})}, {"": P}),
    (
        {"hw.tar.gz": tarred({"./hw/t3_player.py": "1", "hw/a.py": "2"})},
        {"": {**P, "a.py": b"2"}},
    ),
    (
        {"a.zip": zipped({"b.zip": zipped({"c.tar": tarred({"t3_player.py": "1"}, "w")})})},
        {"": P},
    ),
    (
        {"alice/t3_player.py": "1", "bob.zip": zipped({"src/t3_player.py": "1"})},
        {"alice": P, "bob.zip": P},
    ),
]


CANVAS: Contents = {
    "doejane_123_456_t3_player.py": "1",
    "doejane_123_457_t3_state.py": "2",
    "roerick_LATE_99_77_t3_player-1.py": "1",
    "roerick_LATE_99_77_t3_player.py": "0",
    "smith_5_7_t3_player.py": "1",
    "smith_6_8_t3_player.py": "1",
    "smith_6_9_essay.py": "6",
    "note_11_1_hw.ipynb": "{}",
    "pdf_12_1_hw.pdf": "%PDF",
    "zip_13_1_hw 2.zip": zipped({"hw/src/t3_player.py": "1"}),
    "text_14_text.html": "<p>",
}
CANVAS_READ: Read = {
    "doejane": {**P, "t3_state.py": b"2"},
    "roerick": P,
    "smith_5": P,
    "smith_6": {**P, "essay.py": b"6"},
    "note": "no Python file, only hw.ipynb",
    "pdf": "no Python file, only hw.pdf",
    "zip": P,
    "text": "no Python file, only text.html",
}

ANONYMOUS: Contents = {
    "anon_AbC12_456_t3_player.py": "1",
    "anon_AbC12_457_t3_state.py": "2",
    "LATE_anon_x9Y8z_77_t3_player-1.py": "1",
}
ANONYMOUS_READ: Read = {"anon_AbC12": {**P, "t3_state.py": b"2"}, "anon_x9Y8z": P}

MOODLE: Contents = {
    "Jane Doe_123_assignsubmission_file_/t3_player.py": "1",
    "Jane Doe_123_assignsubmission_onlinetext_/onlinetext.html": "<p>",
    "Rick Roe_99_assignsubmission_file_/hw.zip": zipped({"t3_player.py": "1"}),
    "Ann Bo_7_assignsubmission_file_/src/t3_player.py": "1",
    "Cy_8_assignsubmission_file_/hw.ipynb": "{}",
    "Di_9_assignsubmission_file_t3_player.py": "1",
    "Ed_10_assignsubmission_onlinetext_/onlinetext.html": "<p>",
    "Fay_11_assignsubmission_file_/": "",
}
MOODLE_READ: Read = {
    "Jane Doe": {**P, "onlinetext.html": b"<p>"},
    "Rick Roe": P,
    "Ann Bo": P,
    "Cy": "no Python file, only hw.ipynb",
    "Di": P,
    "Ed": "no Python file, only onlinetext.html",
    "Fay": "it is empty",
}


def only(path: str) -> Submission:
    (submission,) = read([path])
    return submission


def by_name(*paths: str) -> Read:
    """What is read at the paths, by the end of each submission's name."""
    submissions = read(paths)
    if len(paths) > 1:
        names = [Path(it.name).name for it in submissions]
    else:
        names = [it.name.removeprefix(paths[0]).removeprefix("/") for it in submissions]
    assert len({*names}) == len(names)
    return {name: it.files or it.fault for name, it in zip(names, submissions)}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        *map(parsed, ROWS.strip().splitlines()),
        *ARCHIVES,
        (CANVAS, CANVAS_READ),
        (ANONYMOUS, ANONYMOUS_READ),
        (MOODLE, MOODLE_READ),
        ({f"T3/{it}": MOODLE[it] for it in MOODLE}, MOODLE_READ),
    ],
)
def test_what_is_read(tmp_path: Path, files: Contents, expected: Read) -> None:
    """The same of a folder, a zip file and a tar file."""
    assert by_name(write(tmp_path / "folder", files)) == expected
    assert by_name(write(tmp_path / "hw.zip", zipped(files))) == expected
    assert by_name(write(tmp_path / "hw.tar.gz", tarred(files))) == expected


@pytest.mark.parametrize(
    ("files", "expected", "numbers"),
    [
        (ANONYMOUS, ANONYMOUS_READ, {"anon_x9Y8z": ("", True)}),
        (CANVAS, CANVAS_READ, {"roerick": ("99", True), "smith_5": ("5", False)}),
        (MOODLE, MOODLE_READ, {"Jane Doe": ("123", False)}),
    ],
)
def test_paths_of_a_class(
    tmp_path: Path, files: Contents, expected: Read, numbers: dict[str, tuple[str, bool]]
) -> None:
    path = write(tmp_path / "class", files)
    paths = sorted(str(it) for it in Path(path).iterdir())
    assert by_name(*paths) == expected
    known = {Path(it.name).name: (it.number, it.late) for it in read(paths)}
    assert numbers.items() <= known.items()


def test_paths_of_files(tmp_path: Path) -> None:
    """Those beside a player are one submission, others one each."""
    write(tmp_path / "a", {"t3_player.py": "1", "a.py": "2"})
    write(tmp_path / "b", {"b.py": "def choose", "c.py": ""})
    beside = {"t3_player.py": b"1", "a.py": b"2"}
    assert only(f"{tmp_path}/a/t3_player.py").files == beside
    assert [it.files for it in read([f"{tmp_path}/a/a.py", f"{tmp_path}/a"])] == [beside]
    assert by_name(*(f"{tmp_path}/b/{it}.py" for it in "cb")) == {
        "b.py": {"t3_player.py": b"def choose", "b.py": b"def choose"},
        "c.py": "no t3_player.py, only c.py",
    }
    with pytest.raises(ValueError, match="there is no "):
        read([str(tmp_path / "absent")])


def test_paths_of_sections(tmp_path: Path) -> None:
    """Two folders with several students each, as in a folder that holds both."""
    one, two = (
        write(tmp_path / it, {"a/t3_player.py": "1", "b/t3_player.py": ""})
        for it in ("one", "two")
    )
    names = [f"{section}/{student}" for section in (one, two) for student in "ab"]
    assert [it.name for it in read([one, two])] == names
    assert understood(read([one, two])) == f"4 submissions in {one}/, {two}/"
    assert [it.name for it in read([one, two], "one")] == [one, two]


@pytest.mark.parametrize(
    ("names", "one", "several"),
    [
        ("t3_player.py a/t3_player.py b/t3_player.py", 1, 2),
        ("a/t3_player.py b/t3_state.py", 1, 2),
        ("a/t3_player.py b/v1/t3_player.py b/v2/t3_player.py", 1, 2),
    ],
)
def test_doubt(tmp_path: Path, names: str, one: int, several: int) -> None:
    """It is refused, and two options decide."""
    path = write(tmp_path / "x", dict.fromkeys(names.split(), "1"))
    with pytest.raises(ValueError, match="--one if it is one submission, or --class"):
        read([path])
    assert len(read([path], "one")) == one
    assert len(read([path], "class")) == several


def test_one_folder_that_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs only its own student, who gets a row with the reason."""
    path = write(tmp_path, {f"{it}/t3_player.py": "1" for it in "abc"})
    scan = os.scandir

    def closed(folder: str) -> Any:
        if Path(folder).name == "b":
            raise PermissionError(13, "closed", folder)
        return scan(folder)

    monkeypatch.setattr(os, "scandir", closed)
    known = {it.name.removeprefix(path): it.files or it.fault for it in read([path])}
    assert known == {"/a": P, "/b": "closed", "/c": P}


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each submission that passes one has its own row, with the reason."""
    monkeypatch.setattr(limits, "UNPACKED", 100_000)
    monkeypatch.setattr(limits, "FILES", 50)
    bomb = zipped({"x.tar": bytes(200_000)})
    many = zipped({f"{number}.txt": "" for number in range(60)})
    named = zipped({"t3_player.py": "1", "x" * 16_000: ""})
    class_: Contents = {
        "a/b.zip": bomb,
        "b.zip": many,
        "c.zip": named,
        "d/t3_player.py": "1",
    }
    (a, b, c, d) = read([write(tmp_path / "class.zip", zipped(class_))])
    assert "x.tar has more than" in a.fault
    assert "more than 50 files" in b.fault
    assert "a name of 16000 characters" in c.notes[0]
    assert d.files == P
    write(tmp_path / "e", {"t3_player.py": "1", "data.bin": bytes(1_000_001)})
    left_out = "data.bin was left out: data.bin has more than 1000000 bytes"
    assert left_out in only(f"{tmp_path}/e").notes


def test_the_last_of_equal_names(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        archive.writestr("t3_player.py", "0")
        archive.writestr("t3_player.py", "1")
    assert only(f"{tmp_path}/hw.zip").files == P
    assert not any("also there" in it for it in only(f"{tmp_path}/hw.zip").notes)


@pytest.mark.parametrize(
    ("files", "notes"),
    [
        (
            {"T3_Player.py": "1", "hw.zip": "no zip", "t3_state.py": "1"},
            "hw.zip: File is not a zip file; T3_Player.py was taken for t3_player.py",
        ),
        (
            {"b/t3_player.py": "1", "a/t3_player.py": "2", "x/y/t3_player.py": "3"},
            "a/t3_player.py was graded; also there: b/t3_player.py, x/y/t3_player.py; no "
            "t3_state.py handed in: ours was used, without its points",
        ),
        (
            {"t3_player.py": TO_WRITE["t3_player.py"] + "\n", "t3_state.py": "1"},
            "choose in t3_player.py is not written",
        ),
    ],
)
def test_notes_for_the_teacher(tmp_path: Path, files: Contents, notes: str) -> None:
    (submission,) = read([write(tmp_path, files)], "one")
    assert "; ".join(submission.notes) == notes


@pytest.mark.parametrize("name", STRANGE)
def test_what_has_no_player(tmp_path: Path, name: str) -> None:
    """It is one submission, which says why nothing in it can be run."""
    content, fault = STRANGE[name]
    submission = only(write(tmp_path / name, content))
    assert submission.files == {}
    assert submission.fault.startswith(fault)


def test_links_and_pipes(tmp_path: Path) -> None:
    """They are not followed, not to what another student handed in, or to nothing."""
    folder(tmp_path / "alice", t3_player="1")
    write(tmp_path, {"bob/": "", "carol/": ""})
    (tmp_path / "bob" / "t3_player.py").symlink_to(tmp_path / "alice" / "t3_player.py")
    (tmp_path / "carol" / "src").symlink_to(tmp_path / "alice")
    link = zipfile.ZipInfo("t3_player.py")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "dan.zip", "w") as archive:
        archive.writestr(link, "../alice/t3_player.py")
    with tarfile.open(tmp_path / "eve.tar", "w") as tar:
        tar.add(tmp_path / "bob" / "t3_player.py", "t3_player.py")
    (tmp_path / "nothing.py").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    faults = {
        "bob": "t3_player.py is a link",
        "carol": "src is a link",
        "dan.zip": "t3_player.py is a link",
        "eve.tar": "t3_player.py is a link",
        "nothing.py": "nothing.py is a link",
        "pipe.py": "neither a folder nor a file: nothing to grade",
    }
    assert {name: only(str(tmp_path / name)).fault for name in faults} == faults


def test_strange_archives(tmp_path: Path) -> None:
    """Very many folders, an empty name, names above the folder, archives without end."""
    deep = write(tmp_path / "deep.zip", zipped({"alice/" * 1200 + "t3_player.py": "1"}))
    assert only(deep).files == {"t3_player.py": b"1"}
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        nameless = zipfile.ZipInfo("x")
        nameless.filename = ""
        archive.writestr(nameless, "1")
        archive.writestr("../hw/t3_player.py", "2")
    assert only(str(tmp_path / "hw.zip")).files == {"t3_player.py": b"2"}
    content: bytes = zipped({"t3_player.py": "1"})
    for _ in range(5):
        content = zipped({"a.zip": content})
    fault = only(write(tmp_path / "bomb.zip", content)).fault
    assert "archives nested more than 3 deep" in fault


def test_what_is_lent(tmp_path: Path) -> None:
    """All of a folder but its player."""
    folder(tmp_path, t3_player="1", t3_state="2", helper="3")
    assert lendable(tmp_path) == {"t3_state.py": b"2", "helper.py": b"3"}


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
