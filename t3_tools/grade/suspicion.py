"""What a person should look at before giving a mark: never a mark itself."""

import io
import keyword
import tokenize
from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations

from t3_play.descriptions import abridged
from t3_tools.grade.examination import Result
from t3_tools.grade.submissions import LENDABLE, Submission
from t3_tools.output import brief
from t3_tools.starter.command import files

PIECE = 8
"""The tokens of a piece. Two files are alike if they have many pieces in common."""
FEW = 20
"""Pieces: so short a file is like many others."""
NAMED = 5
"""Of those that have the same code so many are named."""
ALIKE = 0.8
"""The part of all pieces of two files that is in both, from which on it is told."""


def suspicions(
    submissions: Sequence[Submission], results: Sequence[Sequence[Result]]
) -> list[list[str]]:
    """For each submission what there is to look at."""
    found: list[list[str]] = [[] for _ in submissions]
    for told, one in zip(found, results):
        traps = [result for result in one if result.category == "trap"]
        if traps and not any(result.verdict.failed for result in traps):
            told.append(
                "answers every trap exactly, as our player does, and hardly any other: "
                "look whether it is its own"
            )
    names = [submission.name for submission in submissions]
    given = pieces(files()["t3_player.py"])
    own = [_own_pieces(submission) - given for submission in submissions]
    alike: list[list[str]] = [[] for _ in submissions]
    for a, b in combinations(range(len(submissions)), 2):
        common, both = len(own[a] & own[b]), len(own[a] | own[b])
        if min(len(own[a]), len(own[b])) >= FEW and common >= ALIKE * both:
            for this, other in [(a, b), (b, a)]:
                alike[this].append(f"{brief(names[other], names)} ({common / both:.0%})")
    for told, others in zip(found, alike):
        if others:
            told.append(f"its code is nearly, or all, that of {abridged(others, NAMED)}")
    return found


def _own_pieces(submission: Submission) -> set[tuple[str, ...]]:
    files = [text for name, text in submission.files.items() if name not in LENDABLE]
    return set().union(*(pieces(text.decode(errors="replace")) for text in files))


def pieces(source: str) -> set[tuple[str, ...]]:
    """The pieces of a Python file in which all names are alike, without its texts."""
    words = []
    with suppress(SyntaxError, tokenize.TokenError):  # then it is what comes before
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                words.append("name")
            elif token.type in (tokenize.NAME, tokenize.NUMBER, tokenize.OP):
                words.append(token.string)
    return {tuple(words[at : at + PIECE]) for at in range(len(words) - PIECE + 1)}
