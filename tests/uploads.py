"""What people hand in, for the tests of the grader."""

import io
import tarfile
import zipfile
from pathlib import Path

Contents = dict[str, str | bytes]
"""The content of each file, by its path."""


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
            archive.addfile(info, io.BytesIO(data))
    return written.getvalue()


def write(path: Path, content: str | bytes | Contents) -> str:
    """Write a file, or a folder with these files; returns its path."""
    if isinstance(content, dict):
        path.mkdir(parents=True, exist_ok=True)
        for name, inner in content.items():
            write(path / name, inner)
        return str(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


STRANGE: dict[str, tuple[str | bytes | Contents, str]] = {
    "notebook": ({"hw.ipynb": "{}"}, "a notebook: nothing to grade"),
    "pdf": ({"hw.pdf": "%PDF", "hw-1.PDF": "%PDF"}, "a PDF: nothing to grade"),
    "word": ({"hw.docx": ""}, "a Word document: nothing to grade"),
    "rar": ({"hw.rar": "Rar!"}, "a RAR archive, which can't be opened here: nothing to"),
    "mixed": ({"a.png": "", "b.txt": ""}, "no Python file, but a.png, b.txt"),
    "empty": ({}, "it is empty"),
    "other": (
        {"main.py": "", "util.py": ""},
        "it has no t3_player.py, but main.py, util.py",
    ),
    "broken": ({"hw.zip": "no zip"}, "it is empty; hw.zip: File is not a zip file"),
    "cut": ({"hw.tgz": tarred({"a.py": "1" * 999})[:-60]}, "it is empty; hw.tgz: "),
    "big": ({"t3_player.py": "#" * 1_000_001}, "t3_player.py has more than 1000000 bytes"),
    "bomb": (
        {"a.zip": zipped({"t3_player.py": bytes(10**8)})},
        "a.zip/t3_player.py has more",
    ),
    "essay.pdf": ("%PDF", "a PDF: nothing to grade"),
    "broken.zip": ("no zip", "File is not a zip file"),
    "empty.zip": (zipped({}), "it is empty"),
}
"""Things that people hand in, and what is said of them."""


CANVAS: Contents = {
    "doejane_123_456_t3_player.py": "1",
    "doejane_123_457_t3_state.py": "2",
    "roerick_LATE_99_77_t3_player-1.py": "3",
    "smith_5_7_t3_player.py": "4",
    "smith_6_8_t3_player.py": "5",
    "smith_6_9_essay.py": "6",
    "note_11_1_hw.ipynb": "{}",
    "pdf_12_1_hw.pdf": "%PDF",
    "zip_13_1_hw 2.zip": zipped({"hw/src/t3_player.py": "7"}),
    "text_14_text.html": "<p>",
}
CANVAS_READ: dict[str, dict[str, bytes] | str] = {
    "doejane": {"t3_player.py": b"1", "t3_state.py": b"2"},
    "roerick": {"t3_player.py": b"3"},
    "smith_5": {"t3_player.py": b"4"},
    "smith_6": {"t3_player.py": b"5", "essay.py": b"6"},
    "note": "a notebook: nothing to grade",
    "pdf": "a PDF: nothing to grade",
    "zip": {"t3_player.py": b"7"},
    "text": "a web page: nothing to grade",
}


MOODLE: Contents = {
    "Jane Doe_123_assignsubmission_file_/t3_player.py": "1",
    "Jane Doe_123_assignsubmission_onlinetext_/onlinetext.html": "<p>",
    "Rick Roe_99_assignsubmission_file_/hw.zip": zipped({"t3_player.py": "3"}),
    "Ann Bo_7_assignsubmission_file_/src/t3_player.py": "4",
    "Cy_8_assignsubmission_file_/hw.ipynb": "{}",
    "Di_9_assignsubmission_file_t3_player.py": "5",
    "Ed_10_assignsubmission_onlinetext_/onlinetext.html": "<p>",
}
MOODLE_READ: dict[str, dict[str, bytes] | str] = {
    "Jane Doe": {"t3_player.py": b"1"},
    "Rick Roe": {"t3_player.py": b"3"},
    "Ann Bo": {"t3_player.py": b"4"},
    "Cy": "a notebook: nothing to grade",
    "Di": {"t3_player.py": b"5"},
    "Ed": "a web page: nothing to grade",
}
