"""A submission: one student's work as it is graded, and what is lent where it lacks it."""

from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import decode_source
from pathlib import Path
from typing import NamedTuple

from t3_tools import handout
from t3_tools.handout import (
    LEFT_TO_WRITE,
    PARSED,
    PLAYER,
    STATE,
    is_ours,
    is_unwritten,
)

LENT = {name: text.encode() for name, text in handout.LENT.items()}
"""What is lent to a submission that lacks it, if nothing else is named."""


def lendable(folder: str | Path) -> dict[str, bytes]:
    """The files in a folder that may be lent: all but the player.

    Raises ValueError if none is t3_state.py.
    """
    paths = [path for path in Path(folder).glob("*.py") if path.name != PLAYER]
    if not any(path.name == STATE for path in paths):
        raise ValueError(f"there is no {STATE} in {str(folder)!r}")
    return LENT | {path.name: path.read_bytes() for path in paths}


class Submission(NamedTuple):
    """One student's work."""

    name: str
    files: Mapping[str, bytes]
    """Contents, by paths from the folder of the player."""
    remarks: tuple[str, ...] = ()
    """What the teacher should know of how it was read, its fault first."""
    missing: Mapping[str, str] = {}
    """Why there is no player, or no state, by the file's name."""
    graded: str = ""
    """The path of the player, or of the state, as it was handed in."""
    attempt: str = ""
    """The attempt that it is in, if there are several."""
    fault: str = ""
    """Why nothing can be run; empty if it can."""
    number: str = ""
    """The student's number on Canvas or Moodle."""
    lent: Mapping[str, bytes] = LENT
    """Files that go with it if it lacks them."""

    def digest(self) -> str:
        """A hash of all that its results depend on."""
        known = (sorted(it.items()) for it in (self.files, self.lent, self.missing))
        return sha256(repr((self.fault, *known)).encode()).hexdigest()


def lacking(contents: dict[str, bytes], remarks: list[str]) -> dict[str, str]:
    """Why there is no player, or no state, by the file's name. Adds what to remark.

    Takes what is not written out of the contents, and everything if a file is no text.
    """
    missing = dict[str, str]()
    for file, function in LEFT_TO_WRITE.items():
        if (source := contents.get(file)) is None:
            missing[file] = f"it has no {file}"
        elif len(source) > PARSED:
            remarks.append(f"{file} was not parsed: more than {PARSED} bytes")
        elif not _is_text(source):
            remarks.append(f"{file} is not in UTF-8, as Python expects: ask for that")
            contents.clear()
        elif not source.strip() or is_unwritten(source, function):
            missing[file] = f"{function} in {file} is not written"
            remarks.append(missing[file])
            del contents[file]
        elif file == PLAYER and is_ours(source):
            remarks.append(
                f"much of {file} is our own public one, names and comments aside"
            )
    return missing


def _is_text(source: bytes) -> bool:
    """Whether Python can decode a source."""
    with suppress(SyntaxError, UnicodeDecodeError, LookupError):
        return "\0" not in decode_source(source)
    return False
