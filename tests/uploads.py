"""What people hand in, for the tests of the grader."""

import io
import re
import tarfile
import zipfile
from pathlib import Path

from t3_tools.handout import TO_WRITE

Contents = dict[str, str | bytes]
"""The content of each file, by its path. A folder's path ends with a slash."""
Read = dict[str, dict[str, bytes] | str]
"""The files that are graded of each student, or why there are none."""


def zipped(files: Contents) -> bytes:
    """A zip file with these files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def tarred(files: Contents, mode: str = "w:gz") -> bytes:
    """A tar file with these files."""
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            data = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size = len(data)
            if name.endswith("/"):
                info.type = tarfile.DIRTYPE
            archive.addfile(info, io.BytesIO(data))
    return written.getvalue()


def write(path: Path, content: str | bytes | Contents) -> str:
    """Write a file, or a folder with these files; returns its path."""
    if isinstance(content, dict):
        path.mkdir(parents=True, exist_ok=True)
        for name, inner in content.items():
            write(path / name, {} if name.endswith("/") else inner)
        return str(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


P = {"t3_player.py": b"1"}

ROWS = """
@=1, helper.py=2, notes.txt, __init__.py > @=1, helper.py=2
src/@=1, src/helper.py=2 > @=1, helper.py=2
homework2/src/@=1, main.py=2 > @=1
src/@=1, t3_tests.py=2, t3_state.py=3 > @=1, t3_state.py=3
src/@=1, src/t3_state.py=2, t3_state.py=3 > @=1, t3_state.py=2
@=1, game/t3_state (3).py=2 > @=1, t3_state.py=2
src/t3_state.py=1 > t3_state.py=1
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
@=1, a/x.py, b/@=0 > @=1
part_1_a.py, part_2_b.py, @=1 > part_1_a.py, part_2_b.py, @=1
a/@=1, b/hw/@=1, c/hw.pdf > a/@=1, b/@=1, c!no Python file, only hw.pdf
a/@=1, b/, c/hw/ > a/@=1, b!it is empty, c!it is empty
a/@=1, b/a.py > a/@=1, b!no @, only a.py
a/@=1, b/, c.py=def choose > a/@=1, b!it is empty, c.py/@=def choose, c.py/c.py=def choose
env/@=1, .x/@=1, venv/@=1 > env/@=1, .x/@=1, venv/@=1
hw/a/@=1, hw/b/@=1, hw/.git/x.py, .DS_Store > a/@=1, b/@=1
"""
"""The files handed in, and those that are graded. @ is t3_player.py, 1 the right one.
Where a class was handed in, the graded files are in folders, or a fault follows a `!`."""


def parsed(row: str) -> tuple[Contents, Read]:
    """The files of a row, and what is read of them."""
    left, right = row.replace("@", "t3_player.py").split(" > ")
    files: Contents = {}
    for item in left.split(", "):
        path, _, content = item.partition("=")
        files[path] = content
    found: dict[str, dict[str, bytes] | str] = {}
    for item in re.split(", (?!only )", right):
        student, fault, words = item.partition("!")
        if fault:
            found[student] = words
            continue
        path, _, content = item.partition("=")
        student, _, name = path.rpartition("/")
        own = found.setdefault(student, {})
        assert isinstance(own, dict)
        own[name] = content.encode()
    return files, found


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

STRANGE: dict[str, tuple[str | bytes | Contents, str]] = {
    "notebook": ({"hw.ipynb": "{}"}, "no Python file, only hw.ipynb"),
    "rar": ({"hw.rar": "Rar!"}, "no Python file, only hw.rar"),
    "mixed": ({"a.png": "", "b.txt": ""}, "no Python file, only a.png, b.txt"),
    "empty": ({}, "it is empty"),
    "empty inside": ({"hw/": ""}, "it is empty"),
    "hidden": ({".DS_Store": ""}, "no Python file, only .DS_Store"),
    "other": (
        {"main.py": "", "util.py": ""},
        "no t3_player.py, only main.py, util.py",
    ),
    "broken": ({"hw.zip": "no zip"}, "hw.zip: File is not a zip file"),
    "cut": ({"hw.tgz": tarred({"a.py": "1" * 999})[:-60]}, "hw.tgz: "),
    "big": ({"t3_player.py": "#" * 1_000_001}, "t3_player.py has more than 1000000 bytes"),
    "bomb": (
        {"a.zip": zipped({"t3_player.py": bytes(10**8)})},
        "a.zip/t3_player.py has more",
    ),
    "handout": (
        {it: TO_WRITE[it].replace("\n", "\r\n") for it in TO_WRITE},
        "t3_state.py is as handed out, with nothing written; t3_player.py is as handed out",
    ),
    "essay.pdf": ("%PDF", "no Python file, only essay.pdf"),
    "broken.zip": ("no zip", "File is not a zip file"),
    "empty.zip": (zipped({}), "it is empty"),
}
"""Things that people hand in, and what is said of them."""


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
    "Jane Doe": P,
    "Rick Roe": P,
    "Ann Bo": P,
    "Cy": "no Python file, only hw.ipynb",
    "Di": P,
    "Ed": "no Python file, only onlinetext.html",
    "Fay": "it is empty",
}
