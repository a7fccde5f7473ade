"""Reading what people type: numbers, names and actions, with clear errors."""

import re
from collections.abc import Collection

from t3_action import T3Action
from t3_play.descriptions import listed, sentence
from t3_state import T3State


def number_in(allowed: range, text: str) -> int:
    """The whole number in `text`; raises ValueError unless it is one of those allowed."""
    if not (re.fullmatch(r"\d{1,9}", text) and int(text) in allowed):
        limits = f"from {allowed[0]} to {allowed[-1]}"
        raise ValueError(f"{text[:20]!r} is not a whole number {limits}.")
    return int(text)


def expand(names: Collection[str], text: str, kind: str) -> str:
    """The one of `names` that is `text`, or the only one that begins so; else ValueError.

    >>> expand(["easy", "medium"], "m", "level")
    'medium'
    """
    typed = text.lower()
    matches = [name for name in names if name.startswith(typed)]
    if typed in names or len(matches) == 1:
        return typed if typed in names else matches[0]
    possible = listed(matches or names, "or")
    raise ValueError(f"Unknown {kind} {text[:20]!r}: type {possible}.")


def parse_action(text: str) -> T3Action:
    """The action typed as `1 1 5`, `115`, `1,1,5` or `(1,1) = 5`; raises ValueError."""
    words = re.sub("[(),=]", " ", text).split()
    if len(words) == 1 and re.fullmatch(r"\d{3}", words[0]):
        words = list(words[0])
    if len(words) != 3 or not all(re.fullmatch(r"-?\d{1,9}", word) for word in words):
        raise ValueError(
            f"{text[:40]!r} is not a move: type column, row, number, such as 0 1 5 or 015"
        )
    return T3Action(*map(int, words))


def legal_action(state: T3State, text: str) -> T3Action:
    """The action typed, if it is legal in a state; raises ValueError."""
    action = parse_action(text)
    if illegal := state.why_illegal(action):
        raise ValueError(sentence(illegal))
    return action
