"""Reading submissions: each thing that was handed in is one, whatever it is."""

import os
import tarfile
import zipfile
from pathlib import Path

import pytest
from click import UsageError

from handed_in import COURSE, ODDS, cases, examined, folder, results
from t3_tools.grade.sandbox import asking, exam
from t3_tools.grade.submissions import Submission, lendable, read
from uploads import (
    CANVAS,
    CANVAS_READ,
    MOODLE,
    MOODLE_READ,
    STRANGE,
    Contents,
    tarred,
    write,
    zipped,
)

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytestmark = pytest.mark.timeout(120)


def only(path: str) -> Submission:
    (submission,) = read([path])
    return submission


def by_name(path: str) -> dict[str, dict[str, bytes] | str]:
    """The files of each submission at a path, or its fault, by the end of its name."""
    return {it.name.removeprefix(f"{path}/"): it.files or it.fault for it in read([path])}


def test_what_is_read(tmp_path: Path) -> None:
    path = folder(tmp_path / "alice", t3_player="1", t3_state="2", helper="3", __init__="4")
    write(tmp_path / "alice" / "notes.txt", "5")
    folder(tmp_path / "alice" / "package", module="5")
    files = {"t3_player.py": b"1", "t3_state.py": b"2", "helper.py": b"3"}
    assert only(path)[:4] == (path, files, "", ())
    assert only(f"{path}/t3_player.py").files == files
    folder(tmp_path / "class", bob="6", carol="7", t3_action="8")
    assert only(str(tmp_path / "class" / "bob.py")).files == {
        "t3_player.py": b"6",
        "t3_action.py": b"8",
    }


def test_the_files_of_one_folder_are_one_submission(tmp_path: Path) -> None:
    names = ["t3_action.py", "t3_player.py", "t3_tests.py"]
    paths = [write(tmp_path / name, name) for name in names]
    (submission,) = read(paths)
    assert sorted(submission.files) == names


@pytest.mark.parametrize(
    ("files", "read_as"),
    [
        ({"src/t3_player.py": "1", "src/helper.py": "2"}, {"helper.py": b"2"}),
        ({"homework2/src/t3_player.py": "1", "main.py": "2"}, {}),
        ({"src/t3_player.py": "1", "t3_tests.py": "2", "t3_state.py": "3"}, None),
        ({"t3_player (1).py": "1"}, {}),
        ({"T3_Player.py": "1"}, {"T3_Player.py": b"1"}),
        ({"alice-t3player_final.PY": "1"}, {}),
        ({"t3_player.py.txt": "1"}, {}),
        ({"solution.py": "class T3Player: 1"}, None),
        ({"t3_player.py": "1", "t3_player (1).py": "0", "test_t3_player.py": ""}, None),
        ({"t3_player (1).py": "0", "t3_player (2).py": "1"}, {}),
        ({"t3_player.py": "1", "game/t3_state (3).py": "2"}, {"t3_state.py": b"2"}),
        ({"T3_Player.py": "1", "t3_player_utils.py": "2"}, None),
        ({"t3_player.py": "1", ".venv/t3_player.py": "0", "__pycache__/a.py": ""}, {}),
        ({"hw.zip": zipped({"hw/t3_player.py": "1", "__MACOSX/t3_player.py": "0"})}, {}),
        ({"hw.tar.gz": tarred({"./hw/t3_player.py": "1", "hw/a.py": "2"})}, {"a.py": b"2"}),
        (
            {
                "a.zip": zipped(
                    {"b.zip": zipped({"c.tar": tarred({"t3_player.py": "1"}, "w")})}
                )
            },
            {},
        ),
        ({"b\\t3_player.py": "1"}, {}),
        ({"part_1_a.py": "", "part_2_b.py": "", "t3_player.py": "1"}, None),
    ],
)
def test_where_a_player_may_be(
    tmp_path: Path, files: Contents, read_as: dict[str, bytes] | None
) -> None:
    """It is found in folders, zip files and tar files, under names that people make."""
    folder_path = write(tmp_path / "alice", files)
    paths = [folder_path, write(tmp_path / "alice.zip", zipped(files))]
    paths += [write(tmp_path / "alice.tar.gz", tarred(files))]
    for path in paths:
        found = only(path)
        assert found.fault == ""
        assert (
            found.files["t3_player.py"].endswith(b"1")
            or b"T3Player" in found.files["t3_player.py"]
        )
        if read_as is not None:
            others = {
                name: text for name, text in found.files.items() if name != "t3_player.py"
            }
            assert others == read_as


def test_what_the_teacher_should_know(tmp_path: Path) -> None:
    """Notes tell of other names, of other players, and of archives that can't be read."""
    files: Contents = {"T3_Player.py": "1", "old/t3_player.py": "2", "hw.zip": "no zip"}
    notes = only(write(tmp_path / "alice", files)).notes
    assert notes == (
        "hw.zip: File is not a zip file",
        "T3_Player.py was taken for t3_player.py",
        "T3_Player.py was graded, but not old/t3_player.py",
    )


def test_a_state_without_a_player(tmp_path: Path) -> None:
    """It can be graded: it is half of the homework."""
    submission = only(write(tmp_path / "alice", {"src/t3_state.py": "1"}))
    assert (submission.files, submission.fault) == ({"t3_state.py": b"1"}, "")


def test_what_has_no_player(tmp_path: Path) -> None:
    """Each is one submission, which says why nothing in it can be run."""
    for name, (content, fault) in STRANGE.items():
        submission = only(write(tmp_path / name, content))
        assert submission.files == {}
        assert submission.fault.startswith(fault), name
        (result,) = examined(submission, [ODDS])
        assert result.verdict == ("could not run", submission.fault, "")


def test_a_class_from_canvas(tmp_path: Path) -> None:
    """Canvas's zip file, the same unpacked, and each of its files as a path."""
    path = write(tmp_path / "class", CANVAS)
    assert by_name(path) == CANVAS_READ
    assert by_name(write(tmp_path / "class.zip", zipped(CANVAS))) == CANVAS_READ
    files = read([f"{path}/{name}" for name in CANVAS])
    assert {Path(it.name).name: it.files or it.fault for it in files} == CANVAS_READ
    numbers = {Path(it.name).name: (it.number, it.late) for it in files}
    assert numbers["doejane"] == ("123", False)
    assert numbers["roerick"] == ("99", True)
    assert numbers["smith_5"] == ("5", False)


def test_a_class_from_moodle(tmp_path: Path) -> None:
    path = write(tmp_path / "class", MOODLE)
    assert by_name(path) == MOODLE_READ
    assert by_name(write(tmp_path / "class.zip", zipped(MOODLE))) == MOODLE_READ
    assert (
        by_name(
            write(
                tmp_path / "in.zip",
                zipped({f"T3/{it}": text for it, text in MOODLE.items()}),
            )
        )
        == MOODLE_READ
    )
    paths = sorted(map(str, (tmp_path / "class").iterdir()))
    found = {Path(it.name).name: it.files or it.fault for it in read(paths)}
    assert found == MOODLE_READ
    assert {it.number for it in read(paths)} == {"123", "99", "7", "8", "9", "10"}


def test_a_class_in_folders_of_any_name(tmp_path: Path) -> None:
    """Folders are students only if the class is the only path."""
    files: Contents = {
        "alice/t3_player.py": "1",
        "bob.zip": zipped({"src/t3_player.py": "2"}),
        "carol/hw.pdf": "%PDF",
        "dan/hw/t3_player.py": "3",
    }
    told: dict[str, dict[str, bytes] | str] = {
        "alice": {"t3_player.py": b"1"},
        "bob.zip": {"t3_player.py": b"2"},
        "carol": "a PDF: nothing to grade",
        "dan": {"t3_player.py": b"3"},
    }
    path = write(tmp_path / "class", files)
    assert by_name(path) == told
    assert by_name(write(tmp_path / "class.zip", zipped(files))) == told
    other = write(tmp_path / "zoe", {"src/t3_player.py": "", "old/t3_player.py": ""})
    assert [it.name for it in read([other, path])] == [other, path]
    assert len(read([other], divide=False)) == 1


def test_a_link_to_what_another_handed_in(tmp_path: Path) -> None:
    folder(tmp_path / "alice", t3_player="1")
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "t3_player.py").symlink_to(tmp_path / "alice" / "t3_player.py")
    (tmp_path / "carol").mkdir()
    (tmp_path / "carol" / "src").symlink_to(tmp_path / "alice")
    link = zipfile.ZipInfo("t3_player.py")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "dan.zip", "w") as archive:
        archive.writestr(link, "../alice/t3_player.py")
    with tarfile.open(tmp_path / "eve.tar", "w") as tar:
        tar.add(tmp_path / "bob" / "t3_player.py", "t3_player.py")
    told = {
        name: only(str(tmp_path / name)) for name in ("bob", "carol", "dan.zip", "eve.tar")
    }
    assert not any(it.files for it in told.values())
    assert [it.fault for it in told.values()] == [
        "t3_player.py is a link",
        "src is a link",
        "t3_player.py is a link",
        "t3_player.py is a link",
    ]


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "nothing.py").symlink_to(tmp_path / "nowhere")
    assert only(str(tmp_path / "nothing.py")).fault == "t3_player.py is a link"
    os.mkfifo(tmp_path / "pipe.py")
    assert only(str(tmp_path / "pipe.py")).fault.startswith("neither a folder nor a file")
    with pytest.raises(UsageError, match="there is no '"):
        read([str(tmp_path / "absent")])


def test_a_player_in_very_many_folders(tmp_path: Path) -> None:
    path = write(tmp_path / "alice.zip", zipped({"alice/" * 1200 + "t3_player.py": "1"}))
    assert only(path).files == {"t3_player.py": b"1"}


def test_strange_names_in_a_zip_file(tmp_path: Path) -> None:
    """An empty name, and names that begin above the folder."""
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        nameless = zipfile.ZipInfo("x")
        nameless.filename = ""
        archive.writestr(nameless, "1")
        archive.writestr("../hw/t3_player.py", "2")
    assert only(str(tmp_path / "hw.zip")).files == {"t3_player.py": b"2"}


def test_too_many_archives_in_one_another(tmp_path: Path) -> None:
    content: bytes = zipped({"t3_player.py": "1"})
    for _ in range(5):
        content = zipped({"a.zip": content})
    told = only(write(tmp_path / "bomb.zip", content)).fault
    assert "too many archives in one another" in told


def test_what_is_lent(tmp_path: Path) -> None:
    """Without a folder our own files, else all of the folder but its player."""
    assert set(lendable()) == {"t3_state.py", "t3_action.py"}
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


@pytest.mark.parametrize("box", ["no bubblewrap"], indirect=True)
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, box: str) -> None:
    """examine() does not raise the OSError: each case gets the verdict "could not run"."""

    def full(*_: object, **__: object) -> str:
        raise OSError("no space left")

    exam.check_sandbox(None, None)
    monkeypatch.setattr(asking, "mkdtemp", full)
    monkeypatch.setattr(exam, "GRACE", 0)
    found = results(tmp_path, cases("block"), t3_player=COURSE)
    assert {result.verdict.kind for result in found} == {"could not run"}
    assert "no space left" in found[0].verdict.reason
