"""Writing a file as a whole."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file: all of it or, raising OSError, nothing.

    If the path is a symbolic link, it stays, and its target is written.
    """
    asked, path = path, Path(os.path.realpath(path))
    # A name that nobody can guess, so nobody can have put a link there.
    unfinished = path.with_name(f".{secrets.token_hex(8)}")
    try:
        with unfinished.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            unfinished.chmod(path.stat().st_mode)
        unfinished.replace(path)
    except OSError as error:
        error.filename = str(asked)  # not the temporary name
        raise
    finally:
        unfinished.unlink(missing_ok=True)
