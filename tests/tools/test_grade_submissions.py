"""Reading submissions: each thing that was handed in is one, whatever it is."""

import os
import tarfile
import zipfile
from pathlib import Path

import pytest
from click import UsageError

from handed_in import COURSE, folder
from t3_tools.grade.submissions import Submission, lendable, read
from t3_tools.handout import TO_WRITE
from uploads import (
    ARCHIVES,
    CANVAS,
    CANVAS_READ,
    MOODLE,
    MOODLE_READ,
    ROWS,
    STRANGE,
    Contents,
    Read,
    parsed,
    tarred,
    write,
    zipped,
)

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)


def only(path: str) -> Submission:
    (submission,) = read([path])
    return submission


def by_name(path: str, *paths: str) -> Read:
    """What is read at the paths, by the end of each submission's name."""
    found = read([path, *paths])
    names = [it.name.removeprefix(path).removeprefix("/") for it in found]
    if paths:
        names = [name.rpartition("/")[2] for name in names]
    assert len({*names}) == len(names)
    return {name: it.files or it.fault for name, it in zip(names, found)}


HANDED_IN = [
    *map(parsed, ROWS.strip().splitlines()),
    *ARCHIVES,
    (CANVAS, CANVAS_READ),
    (MOODLE, MOODLE_READ),
    ({f"T3/{it}": MOODLE[it] for it in MOODLE}, MOODLE_READ),
]


@pytest.mark.parametrize(("files", "expected"), HANDED_IN)
def test_what_is_read(tmp_path: Path, files: Contents, expected: Read) -> None:
    """The same of a folder, a zip file and a tar file."""
    assert by_name(write(tmp_path / "folder", files)) == expected
    assert by_name(write(tmp_path / "hw.zip", zipped(files))) == expected
    assert by_name(write(tmp_path / "hw.tar.gz", tarred(files))) == expected


@pytest.mark.parametrize(
    ("files", "expected"), [(CANVAS, CANVAS_READ), (MOODLE, MOODLE_READ)]
)
def test_paths_of_a_class(tmp_path: Path, files: Contents, expected: Read) -> None:
    path = write(tmp_path / "class", files)
    paths = sorted(str(it) for it in Path(path).iterdir())
    assert by_name(*paths) == expected
    numbers = {it.name.rpartition("/")[2]: (it.number, it.late) for it in read(paths)}
    if files == CANVAS:
        assert numbers["roerick"] == ("99", True)
        assert numbers["smith_5"] == ("5", False)
    else:
        assert numbers["Jane Doe"] == ("123", False)


def test_paths_of_files(tmp_path: Path) -> None:
    """Those beside a player are one submission, others one each."""
    write(
        tmp_path, {"t3_player.py": "1", "a.py": "2", "b/b.py": "def choose", "b/c.py": ""}
    )
    beside = {"t3_player.py": b"1", "a.py": b"2"}
    assert only(f"{tmp_path}/t3_player.py").files == beside
    assert [it.files for it in read([f"{tmp_path}/a.py", str(tmp_path)])] == [beside]
    assert by_name(*(f"{tmp_path}/b/{it}.py" for it in "cb")) == {
        "b.py": {"t3_player.py": b"def choose", "b.py": b"def choose"},
        "": "no t3_player.py, only c.py",
    }
    with pytest.raises(UsageError, match="there is no '"):
        read([str(tmp_path / "absent")])


def test_only_one_path_may_be_a_class(tmp_path: Path) -> None:
    zoe = write(tmp_path / "zoe", {"src/t3_player.py": "", "old/t3_player.py": ""})
    bob = write(tmp_path / "bob", {"a/t3_player.py": "1", "b/a.py": ""})
    assert [it.name for it in read([zoe, bob])] == [zoe, bob]
    assert len(read([zoe], divide=False)) == 1


LENT = "no t3_state.py: graded with another, without points for T3State"


@pytest.mark.parametrize(
    ("files", "notes"),
    [
        (
            {"T3_Player.py": "1", "hw.zip": "no zip"},
            [
                "hw.zip: File is not a zip file",
                "T3_Player.py was taken for t3_player.py",
                LENT,
            ],
        ),
        (
            {"b/t3_player.py": "1", "a/t3_player.py": "2", "x/y/t3_player.py": "3"},
            [
                "a/t3_player.py was graded; also there: b/t3_player.py, x/y/t3_player.py",
                LENT,
            ],
        ),
        (
            {"t3_player.py": "1", "t3_state.py": TO_WRITE["t3_state.py"] + "\n"},
            ["t3_state.py is as handed out, with nothing written", LENT],
        ),
        (
            {"t3_player.py": TO_WRITE["t3_player.py"], "t3_state.py": "1"},
            ["t3_player.py is as handed out, with nothing written"],
        ),
    ],
)
def test_notes_for_the_teacher(tmp_path: Path, files: Contents, notes: list[str]) -> None:
    (found,) = read([write(tmp_path, files)], divide=False)
    assert [*found.notes] == notes


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
    assert "too many archives in one another" in fault


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
    with pytest.raises(UsageError) as error:
        read([f"{path}/\x1b"])
    assert str(error.value).isprintable()
