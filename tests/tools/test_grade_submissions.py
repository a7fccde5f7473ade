"""Reading submissions: what is in archives, what it may cost, and what can be graded."""

import ast
import os
import re
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from commands import ROOT
from handed_in import COURSE, POSIX, STATE, Contents, folder, tarred, write, zipped
from t3_tools.grade import limits
from t3_tools.grade.intake import submissions
from t3_tools.grade.intake.archives import PLAIN
from t3_tools.grade.intake.submissions import read
from t3_tools.grade.sandbox.apart import apart
from t3_tools.grade.submission import LENT, Submission, lendable
from t3_tools.handout import TO_WRITE, is_ours, is_unwritten

pytestmark = POSIX


def test_names_in_zip_files(tmp_path: Path) -> None:
    """UTF-8 even without its flag, composed; other encodings are read as CP437."""
    names = ["Jose\u0301 Nu\u0301n\u0303ez", "\u738b\u4f1f", "JJJ"]
    flagged = zipped({f"{it}/t3_player.py": "1" for it in names})
    heads = b"(PK\3\4.{3}|PK\1\2.{5})\x08"
    unflagged = re.sub(heads, b"\\1\0", flagged, flags=re.DOTALL)
    for content in flagged, unflagged:
        path = write(tmp_path / "x.zip", content.replace(b"JJJ", b"J\xe9J"))
        known = {it.name for it in read([path])}
        assert known == {"Jos\u00e9 N\u00fa\u00f1ez", "\u738b\u4f1f", "J\u0398J"}


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
    known = {it.name: it.files["t3_player.py"] for it in read(sections)}
    assert known == {sections[0]: b"s1", sections[1]: b"s2"}
    hidden = [write(tmp_path / it, {"t3_player.py": "1"}) for it in (".hw", "env")]
    assert [it.name for it in read(hidden)] == hidden
    work: Contents = {"a/t3_player.py": "1", "a.pdf": "", "solve.py": "def choose"}
    assert read([write(tmp_path / "c", work)]).unread == ["solve.py", "a.pdf"]
    with pytest.raises(ValueError, match="there is no "):
        read([str(tmp_path / "absent")])


def test_one_folder_that_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs only its own student, who gets a row with the reason."""
    path = write(tmp_path, {f"{it}/t3_player.py": "1" for it in "abc"})
    scan = os.listdir

    def closed(folder: Any) -> Any:
        if str(folder).endswith("/b"):
            raise PermissionError(13, "closed", folder)
        return scan(folder)

    monkeypatch.setattr(os, "listdir", closed)
    known = {it.name: it.fault for it in read([path])}
    assert known == {"a": "", "b": "no t3_player.py; closed", "c": ""}


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What passes one is in its student's row, with the reason."""
    monkeypatch.setattr(limits, "UNPACKED", 1_000_000)
    monkeypatch.setattr(limits, "FILES", 50)
    nested: bytes = zipped({"t3_player.py": "1"})
    for _ in range(9):
        nested = zipped({"a.zip": nested})
    assert "nested at most 3 deep" in only(write(tmp_path / "a.zip", nested)).fault
    many: Contents = {f"{number}.txt": "" for number in range(60)}
    large: Contents = {f"{it}.tgz": tarred({"x": bytes(400_000)}) for it in range(3)}
    long: Contents = {"t3_player.py": "1", "x" * 16_000: "", "y/" * 600: ""}
    class_ = {
        "0.zip": (bytes(2_000_000), "0.zip: left out: more than 1000000 bytes"),
        "a.zip": (
            zipped({"x.tar": bytes(2_000_000)}),
            "x.tar: left out: more than 1000000 bytes",
        ),
        "b.zip": (zipped(many), "more than 50 files"),
        "b.tgz": (tarred(many), "more than 50 files"),
        "b.tar": (tarred({"x": bytes(2_000_000)}), "more than 50 files"),
        "c.zip": (zipped(long), "or 1000 characters in its path"),
        "d.zip": (nested, "a.zip: not unpacked: ask for a .zip, nested at most 3 deep"),
        "e.zip": (
            zipped({"t3_player.py": "1", "hw.zip": zipped(large)}),
            "hw.zip/2.tgz: left out: more than 50 files or 1000000 bytes",
        ),
    }
    whole = zipped({name: content for name, (content, _) in class_.items()})
    found = read([write(tmp_path / "class.zip", whole)])
    assert {it.name for it in found} == class_.keys()
    for each in found:
        assert class_[each.name][1] in "; ".join(each.remarks)
        assert bool(each.files) == (each.name in ("c.zip", "e.zip"))


BOMBS = {
    "deep.tgz": lambda: tarred({"a/" * 100_000 + "t3_player.py": "2"}),
    "memory.zip": lambda: zipped({"x.tgz": tarred({"x.tar": bytes(99_000_000)})}),
    "keys.tgz": lambda: tarred(dict.fromkeys(map(str, range(2000)), ""), keys=20_000),
}
"""Archives that cost much."""


@pytest.mark.parametrize("bomb", BOMBS)
def test_what_costs_one_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bomb: str
) -> None:
    """Whatever an archive costs, a right student beside it is read, and it is named."""
    monkeypatch.setattr(submissions, "apart", apart)
    monkeypatch.setattr(limits, "READING", 1)
    monkeypatch.setattr(limits, "READING_MEGABYTES", 150)
    found = read([write(tmp_path, {bomb: BOMBS[bomb](), "right/t3_player.py": "1"})])
    (right,) = [it for it in found if not it.fault]
    assert right.files == {"t3_player.py": b"1"}
    assert [*found.unread, *(it.name for it in found if it.fault)] == [bomb]


def test_files_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for those graded, and their folders. One remark names the others."""
    monkeypatch.setattr(limits, "FILES", 30)
    files: Contents = {f"{it:02}/a.txt": "" for it in range(25)}
    one = only(write(tmp_path / "a", {"t3_player.py": "1", **files}))
    assert len(one.files) == 15  # 14 of them in folders
    assert re.match(r"14/.* 18/a.txt and 6 more: left out: more than", one.remarks[0])
    monkeypatch.setattr(limits, "BESIDE", 5)
    files = {"t3_player.py": "1", "a.txt": "12", "b.txt": "123"}
    assert {*only(write(tmp_path / "b", files)).files} == {"t3_player.py", "a.txt"}


def test_what_is_no_plain_file(tmp_path: Path) -> None:
    """Links are not followed, not to what another student handed in, or to nothing."""
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
    plain = zipped({"t3_player.py": "1", "a.py": "2"})
    locked = re.sub(b"(PK\1\2.{4}).", b"\\1\1", plain, flags=re.DOTALL)
    write(tmp_path / "locked.zip", locked)
    names = {"bob", "carol", "dan.zip", "eve.tar", "locked.zip", "nothing.py", "pipe.py"}
    paths = [f"{tmp_path}/{it}" for it in ("alice", *names)]
    for found in read(paths), read([str(tmp_path)], each=True):
        faults = {Path(it.name).name: PLAIN in it.fault for it in found}
        assert not faults.pop("alice")
        assert all(faults.values())
        assert faults.keys() - {"fay"} == names


def test_strange_archives(tmp_path: Path) -> None:
    """With a name twice, very many folders, an empty name, names above it, and lies."""
    deep = write(tmp_path / "deep.zip", zipped({"alice/" * 150 + "t3_player.py": "1"}))
    assert only(deep).files == {"t3_player.py": b"1"}
    with zipfile.ZipFile(tmp_path / "hw.zip", "w") as archive:
        nameless = zipfile.ZipInfo("x")
        nameless.filename = ""
        archive.writestr(nameless, "1")
        archive.writestr("..\\hw\\t3_player.py", "1")
        archive.writestr("../hw/t3_player.py", "2")
    assert only(str(tmp_path / "hw.zip")).files == {"t3_player.py": b"2"}
    with zipfile.ZipFile(tmp_path / "lies.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("t3_player.py", bytes(9_000_000))
        archive.infolist()[0].file_size = 9
    assert only(str(tmp_path / "lies.zip")).fault


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
    empty, called = f"def choose(state): {body}", "return T3Player().choose(state)"
    assert is_unwritten(f"{empty}\ndef choose(state): {called}".encode(), "choose")
    assert not is_unwritten(f"{empty}\ndef choose(state): return f(1)".encode(), "choose")
    too_deep = "raise " + "-" * 2000 + "1"
    for written in ("return 1", "return ''", called, "raise KeyError", too_deep):
        assert not is_unwritten(f"def choose(state): {written}".encode(), "choose")


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
