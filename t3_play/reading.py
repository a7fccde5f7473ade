"""Reading what people type, naming what was wrong with it, and writing their files."""

import argparse
import os
import re
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from t3_action import T3Action

T = TypeVar("T")


def number_to(largest: int, text: str, least: int = 1) -> int:
    """The whole number that `text` is; raises ValueError if it is not in this range."""
    if not (re.fullmatch("[0-9]{1,9}", text) and least <= int(text) <= largest):
        raise ValueError(f"{text[:20]!r} is not a whole number from {least} to {largest}")
    return int(text)


def one_of(names: Iterable[str], text: str) -> str:
    """`text` if it is one of `names`; raises ValueError if not."""
    if text not in names:
        raise ValueError(f"{text!r} is none of {', '.join(names)}")
    return text


def seconds(text: str) -> float:
    """The value of --time-limit; raises ValueError."""
    if re.fullmatch(r"[0-9]*\.?[0-9]+|[0-9]+\.|inf", text):
        return float(text)
    raise ValueError(f"{text!r} is not a number of seconds, such as 0.5, or inf")


def parse_action(text: str) -> T3Action:
    """The action typed as `1 1 5`, `1,1,5` or `(1,1) = 5`; raises ValueError."""
    words = re.sub("[(),=]", " ", text).split()
    if len(words) != 3 or not all(re.fullmatch("-?[0-9]{1,9}", word) for word in words):
        raise ValueError(f"{text!r} is not three whole numbers: column, row and number")
    return T3Action(*map(int, words))


def value_of(read: Callable[[str], T]) -> Callable[[str], T]:
    """A reader of an option's value, whose ValueErrors the parser passes on."""

    def value(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return value


def reason(error: Exception) -> str:
    """What went wrong, without the number that the operating system has for it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def write_whole(path: Path, text: str) -> None:
    """Write a text to a file: all of it or, raising OSError, nothing.

    A link stays one: the file that it leads to is written.
    """
    asked, path = path, Path(os.path.realpath(path))
    # Under a name that nobody can have taken, or lead elsewhere, before.
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
        error.filename = str(asked)  # not what is written under for the moment
        raise
    finally:
        unfinished.unlink(missing_ok=True)
