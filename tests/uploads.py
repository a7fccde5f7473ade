"""What people hand in, for the tests of the grader."""

import io
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

ONE: dict[str, tuple[Contents, Read]] = {
    "files beside it": (
        {"t3_player.py": "1", "helper.py": "2", "notes.txt": "", "__init__.py": ""},
        {"": {**P, "helper.py": b"2"}},
    ),
    "folder": (
        {"src/t3_player.py": "1", "src/helper.py": "2"},
        {"": {**P, "helper.py": b"2"}},
    ),
    "folders": ({"homework2/src/t3_player.py": "1", "main.py": "2"}, {"": P}),
    "state above": (
        {"src/t3_player.py": "1", "t3_tests.py": "2", "t3_state.py": "3"},
        {"": {**P, "t3_state.py": b"3"}},
    ),
    "state beside and above": (
        {"src/t3_player.py": "1", "src/t3_state.py": "2", "t3_state.py": "3"},
        {"": {**P, "t3_state.py": b"2"}},
    ),
    "state only": ({"src/t3_state.py": "1"}, {"": {"t3_state.py": b"1"}}),
    "browser's copy": ({"t3_player (1).py": "1"}, {"": P}),
    "newest copy": (
        {"t3_player.py": "0", "t3_player (2).py": "0", "t3_player (10).py": "1"},
        {"": P},
    ),
    "Canvas's copy": ({"t3_player-1.py": "1", "t3_player.py": "0"}, {"": P}),
    "version": (
        {"t3_player_v2.py": "1", "t3_player.py": "0"},
        {"": {**P, "t3_player_v2.py": b"1"}},
    ),
    "other words": ({"t3_player.py": "1", "t3_player_old (3).py": "0"}, {"": P}),
    "upper case": ({"T3_Player.py": "1"}, {"": {**P, "T3_Player.py": b"1"}}),
    "own words": ({"alice-t3player_final.PY": "1"}, {"": P}),
    "mail": ({"t3_player.py.txt": "1"}, {"": P}),
    "another name": (
        {"solution.py": "def choose"},
        {"": {"t3_player.py": b"def choose", "solution.py": b"def choose"}},
    ),
    "tests": ({"t3_player.py": "1", "test_t3_player (1).py": ""}, {"": P}),
    "copy of the state": (
        {"t3_player.py": "1", "game/t3_state (3).py": "2"},
        {"": {**P, "t3_state.py": b"2"}},
    ),
    "helper": (
        {"T3_Player.py": "1", "t3_player_utils.py": "2"},
        {"": {**P, "T3_Player.py": b"1", "t3_player_utils.py": b"2"}},
    ),
    "environment": (
        {
            "src/t3_player.py": "1",
            ".venv/a.py": "0",
            "venv/a.py": "",
            "__pycache__/a.py": "",
        },
        {"": P},
    ),
    "environment beside": ({"t3_player.py": "1", ".venv/t3_player.py": "0"}, {"": P}),
    "zip": (
        {"hw.zip": zipped({"hw/t3_player.py": "1", "__MACOSX/t3_player.py": "0"})},
        {"": P},
    ),
    "tar": (
        {"hw.tar.gz": tarred({"./hw/t3_player.py": "1", "hw/a.py": "2"})},
        {"": {**P, "a.py": b"2"}},
    ),
    "archives in archives": (
        {"a.zip": zipped({"b.zip": zipped({"c.tar": tarred({"t3_player.py": "1"}, "w")})})},
        {"": P},
    ),
    "backslash": ({"b\\t3_player.py": "1"}, {"": P}),
    "no platform": (
        {"part_1_a.py": "", "part_2_b.py": "", "t3_player.py": "1"},
        {"": {**P, "part_1_a.py": b"", "part_2_b.py": b""}},
    ),
    "player above": ({"t3_player.py": "1", "a/x.py": "", "b/t3_player.py": "0"}, {"": P}),
}
"""What one student handed in, and what is read. 1 is the player to grade, 0 another one."""
CLASSES: dict[str, tuple[Contents, Read]] = {
    "folders and archives": (
        {
            "alice/t3_player.py": "1",
            "bob.zip": zipped({"src/t3_player.py": "1"}),
            "carol/hw.pdf": "%PDF",
            "dan/hw/t3_player.py": "1",
        },
        {"alice": P, "bob.zip": P, "carol": "no Python file, but hw.pdf", "dan": P},
    ),
    "empty folders": (
        {"alice/t3_player.py": "1", "bob/": "", "carol/hw/": ""},
        {"alice": P, "bob": "it is empty", "carol": "it is empty"},
    ),
    "one player": (
        {"alice/t3_player.py": "1", "bob/a.py": "", "carol/hw.pdf": ""},
        {
            "alice": P,
            "bob": "it has no t3_player.py, but a.py",
            "carol": "no Python file, but hw.pdf",
        },
    ),
    "loose files": (
        {"alice/t3_player.py": "1", "bob/t3_player.py": "1", "cy_t3_player.py": "1"},
        {"alice": P, "bob": P, "cy_t3_player.py": {**P, "cy_t3_player.py": b"1"}},
    ),
    "names of environments": (
        {"env/t3_player.py": "1", ".x/t3_player.py": "1", "venv/t3_player.py": "1"},
        {"env": P, ".x": P, "venv": P},
    ),
    "folders of programs": (
        {
            "hw/a/t3_player.py": "1",
            "hw/b/t3_player.py": "1",
            "hw/.git/x.py": "",
            ".DS_Store": "",
        },
        {"a": P, "b": P},
    ),
}
"""Classes in one folder or archive."""

STRANGE: dict[str, tuple[str | bytes | Contents, str]] = {
    "notebook": ({"hw.ipynb": "{}"}, "no Python file, but hw.ipynb"),
    "rar": ({"hw.rar": "Rar!"}, "no Python file, but hw.rar"),
    "mixed": ({"a.png": "", "b.txt": ""}, "no Python file, but a.png, b.txt"),
    "empty": ({}, "it is empty"),
    "empty inside": ({"hw/": ""}, "it is empty"),
    "hidden": ({".DS_Store": ""}, "no Python file, but .DS_Store"),
    "other": (
        {"main.py": "", "util.py": ""},
        "it has no t3_player.py, but main.py, util.py",
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
    "essay.pdf": ("%PDF", "no Python file, but essay.pdf"),
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
    "note": "no Python file, but hw.ipynb",
    "pdf": "no Python file, but hw.pdf",
    "zip": P,
    "text": "no Python file, but text.html",
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
    "Cy": "no Python file, but hw.ipynb",
    "Di": P,
    "Ed": "no Python file, but onlinetext.html",
    "Fay": "it is empty",
}
