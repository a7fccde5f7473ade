"""Turns of phrase that are not English, or hide what is meant, do not come back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import ROOT

INSTEAD = {
    r"\balso (if|where|while|after)\b": "even if, even where, even after",
    r"(?<!there) is none of\b": "is not one of",
    r"\b(which|that|this|it) is no (?!longer|more)\w+": "is not a",
    r"\bhas not the\b": "lacks the",
    r"\bin one another\b": "nested",
    r"\bin the time\b(?! allowed)": "in time, in the time allowed",
    r"\bone less\b": "one fewer",
    r"\ball is lost\b": "every action loses",
    r"\bso many\b": "this many",
}
"""By a pattern, what to say instead."""

TEXTS = ["*.md", "*.py", "*.html", "*.js", "*.ini", "*.toml", "*.txt"]
PLACES = [
    "",
    "benchmarks",
    "classics",
    "docs",
    "t3_engine",
    "t3_play",
    "t3_page",
    "t3_tools",
    "tests",
]


def texts() -> Iterator[Path]:
    """The files of the project in which there are sentences, but not what npm installs."""
    for place in PLACES:
        for pattern in TEXTS:
            found = (ROOT / place).glob(pattern if not place else f"**/{pattern}")
            yield from (path for path in found if "node_modules" not in path.parts)


def sentences(path: Path) -> str:
    """The text in one line, without the marks of comments and strings at its ends."""
    text = re.sub(r"\"?\s*\n\s*(#|//|\*|f?\")?\s*", " ", path.read_text(encoding="utf-8"))
    return re.sub(r" +", " ", text)


@pytest.mark.parametrize("pattern", INSTEAD)
def test_turns_of_phrase(pattern: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]!r}"
        for path in texts()
        if path != Path(__file__)
        for match in re.finditer(pattern, sentences(path), re.IGNORECASE)
    ]
    assert not found, f"better: {INSTEAD[pattern]}"


def test_sentences_go_over_lines(tmp_path: Path) -> None:
    text = tmp_path / "text.py"
    text.write_text(
        '# is forbidden, also\n    # where\nprint("which "\n      "is no word")'
    )
    assert sentences(text) == '# is forbidden, also where print("which is no word")'
