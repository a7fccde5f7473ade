"""What is handed in, and read."""

import os
from pathlib import Path

import pytest

from handed_in import COURSE, ODDS, cases, folder, results
from t3_tools.grade import submissions
from t3_tools.grade.submissions import examine, read
from t3_tools.options import UsageError

if not hasattr(os, "fork"):
    pytest.skip("grade needs a POSIX system", allow_module_level=True)

pytestmark = [pytest.mark.usefixtures("without_mypy"), pytest.mark.timeout(120)]


def test_what_is_read(tmp_path: Path) -> None:
    path = folder(tmp_path / "alice", t3_player="1", t3_state="2", helper="3", __init__="4")
    (tmp_path / "alice" / "notes.txt").write_text("5", encoding="utf-8")
    folder(tmp_path / "alice" / "package", module="5")
    files = {"t3_player.py": b"1", "t3_state.py": b"2", "helper.py": b"3"}
    assert read(path) == (path, files, "")
    assert read(f"{path}/t3_player.py").files == files
    folder(tmp_path / "class", bob="6", carol="7", t3_action="8")
    assert read(str(tmp_path / "class" / "bob.py")).files == {
        "t3_player.py": b"6",
        "t3_action.py": b"8",
    }


def test_what_can_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "essay.pdf").write_text("T3", encoding="utf-8")
    (tmp_path / "big.py").write_text("#" * 1_000_001, encoding="utf-8")
    (tmp_path / "nothing.py").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "empty").mkdir()
    for name, fault in {
        "empty": "it has no t3_player.py",
        "essay.pdf": "it is neither a folder nor a Python file",
        "big.py": "big.py has more than 1000000 bytes",
        "nothing.py": "it has no t3_player.py",
        "pipe.py": "it has no t3_player.py",
    }.items():
        submission = read(str(tmp_path / name))
        assert submission[1:] == ({}, fault)
        assert examine(submission, [ODDS], 1) == [
            ("block", ODDS.state.notation(), ("could not run", fault, False)),
            ("mypy", "", ("could not run", fault, False)),
        ]
    with pytest.raises(UsageError, match="there is no"):
        read(str(tmp_path / "absent"))


def test_names_that_confuse(tmp_path: Path) -> None:
    path = os.fsdecode(bytes(tmp_path) + b"/na\xff\x1b[31m\nme")
    folder(Path(path), t3_player=COURSE)
    submission = read(path)
    assert submission.name.isprintable()
    assert "t3_player.py" in submission.files


def test_a_fault_of_the_grader_is_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the disk is full: it is said, of this submission."""

    def full(*_: object, **__: object) -> str:
        raise OSError("no space left")

    monkeypatch.setattr(submissions, "mkdtemp", full)
    found = results(tmp_path, cases("block"), t3_player=COURSE)
    assert {result.verdict.kind for result in found} == {"could not run"}
    assert "no space left" in found[0].verdict.reason
