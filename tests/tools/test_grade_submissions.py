"""Reading submissions from folders, zip files and single files."""

import os
import zipfile
from pathlib import Path

import pytest
from click import UsageError

from handed_in import COURSE, ODDS, cases, examined, folder, results
from t3_tools.grade.sandbox import folders
from t3_tools.grade.submissions import Submission, read

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytestmark = pytest.mark.timeout(120)


def zipped(path: Path, **files: str) -> str:
    """The path of a new zip file with these Python files."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"{name}.py", text)
    return str(path)


def only(path: str) -> Submission:
    (submission,) = read(path)
    return submission


def test_what_is_read(tmp_path: Path) -> None:
    path = folder(tmp_path / "alice", t3_player="1", t3_state="2", helper="3", __init__="4")
    (tmp_path / "alice" / "notes.txt").write_text("5", encoding="utf-8")
    folder(tmp_path / "alice" / "package", module="5")
    files = {"t3_player.py": b"1", "t3_state.py": b"2", "helper.py": b"3"}
    assert read(path) == [(path, files, "")]
    assert only(f"{path}/t3_player.py").files == files
    folder(tmp_path / "class", bob="6", carol="7", t3_action="8")
    assert only(str(tmp_path / "class" / "bob.py")).files == {
        "t3_player.py": b"6",
        "t3_action.py": b"8",
    }


def test_the_folder_src(tmp_path: Path) -> None:
    (tmp_path / "alice").mkdir()
    folder(tmp_path / "alice" / "src", t3_player="1", t3_state="2")
    submission = only(str(tmp_path / "alice"))
    assert submission.name == str(tmp_path / "alice")
    assert submission.files == {"t3_player.py": b"1", "t3_state.py": b"2"}


@pytest.mark.parametrize("place", ["", "alice/", "alice/src/", "alice/" * 1200])
def test_a_zip_file(tmp_path: Path, place: str) -> None:
    names = {f"{place}t3_player": "1", f"{place}helper": "2", "__MACOSX/t3_player": "3"}
    submission = only(zipped(tmp_path / "alice.zip", **names))
    assert submission.files == {"t3_player.py": b"1", "helper.py": b"2"}


def test_a_zip_file_with_the_folders_of_many(tmp_path: Path) -> None:
    names = {"alice/t3_player": "1", "bob/t3_player": "2"}
    with pytest.raises(UsageError, match="there is no Python file in"):
        read(zipped(tmp_path / "class.zip", **names))
    beside = {"src/t3_player": "1", "tests/test_it": "2"}
    submission = only(zipped(tmp_path / "alice.zip", **beside))
    assert submission.files == {"t3_player.py": b"1"}


def test_files_of_many_in_one_folder(tmp_path: Path) -> None:
    files = {
        "doejane_123_456_t3_player": "1",
        "doejane_123_457_t3_state-2": "2",
        "roe_rick_LATE_99_t3_player-1": "3",
        "smith_5_7_t3_player": "4",
        "smith_6_8_t3_player": "5",
        "smith_6_9_essay": "6",
    }
    path = folder(tmp_path / "class", **files)
    found = {it.name.removeprefix(f"{path}/"): it.files for it in read(path)}
    assert found == {
        "doejane": {"t3_player.py": b"1", "t3_state.py": b"2"},
        "roe_rick": {"t3_player.py": b"3"},
        "smith_5": {"t3_player.py": b"4"},
        "smith_6": {"t3_player.py": b"5", "essay.py": b"6"},
    }
    archive = zipped(tmp_path / "class.zip", **files)
    assert {Path(it.name).name: it.files for it in read(archive)} == found


def test_a_link_to_what_another_handed_in(tmp_path: Path) -> None:
    folder(tmp_path / "alice", t3_player="1")
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "t3_player.py").symlink_to(tmp_path / "alice" / "t3_player.py")
    (tmp_path / "carol").mkdir()
    (tmp_path / "carol" / "src").symlink_to(tmp_path / "alice")
    assert only(str(tmp_path / "bob")) == (
        str(tmp_path / "bob"),
        {},
        "t3_player.py is a link",
    )
    with pytest.raises(UsageError, match="there is no Python file in"):
        read(str(tmp_path / "carol"))
    with zipfile.ZipFile(tmp_path / "dan.zip", "w") as archive:
        link = zipfile.ZipInfo("t3_player.py")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "../alice/t3_player.py")
    in_zip = only(str(tmp_path / "dan.zip"))
    assert in_zip.files == {"t3_player.py": b"../alice/t3_player.py"}


def test_what_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "big.py").write_text("#" * 1_000_001, encoding="utf-8")
    (tmp_path / "nothing.py").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "broken.zip").write_text("no zip", encoding="utf-8")
    folder(tmp_path / "other", solution="1")
    for name, fault in {
        "big.py": "big.py has more than 1000000 bytes",
        "nothing.py": "nothing.py is a link",
        "pipe.py": "it has no t3_player.py",
        "other": "it has no t3_player.py",
        "broken.zip": "File is not a zip file",
    }.items():
        submission = only(str(tmp_path / name))
        assert submission[1:] == ({}, fault)
        (result,) = examined(submission, [ODDS])
        assert result.verdict == ("could not run", fault, "")


def test_a_bomb_in_a_zip_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t3_player.py", bytes(10**8))
    assert only(str(tmp_path / "bomb.zip")).fault.startswith("t3_player.py has more than")


def test_paths_without_a_submission(tmp_path: Path) -> None:
    """read() refuses a missing path, a folder that has only folders, and a PDF."""
    folder(tmp_path / "class")
    folder(tmp_path / "class" / "alice", t3_player="1")
    (tmp_path / "essay.pdf").write_text("T3", encoding="utf-8")
    for name, message in {
        "absent": "there is no '",
        "class": "there is no Python file in '",
        "essay.pdf": "is neither a folder, a zip nor a Python file",
    }.items():
        with pytest.raises(UsageError, match=message):
            read(str(tmp_path / name))


def test_a_name_that_can_not_be_printed(tmp_path: Path) -> None:
    path = os.fsdecode(bytes(tmp_path) + b"/na\xff\x1b[31m\nme")
    folder(Path(path), t3_player=COURSE)
    submission = only(path)
    assert submission.name.isprintable()
    assert "t3_player.py" in submission.files
    os.unlink(f"{path}/t3_player.py")
    with pytest.raises(UsageError) as error:
        read(path)
    assert str(error.value).isprintable()


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """examine() does not raise the OSError: each case gets the verdict "could not run"."""

    def full(*_: object, **__: object) -> str:
        raise OSError("no space left")

    monkeypatch.setattr(folders, "mkdtemp", full)
    found = results(tmp_path, cases("block"), t3_player=COURSE)
    assert {result.verdict.kind for result in found} == {"could not run"}
    assert "no space left" in found[0].verdict.reason
