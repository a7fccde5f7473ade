"""Regenerates the figures in docs/figures.md, and says which have moved.

`python -m benchmarks.figures` runs each command that stands in a block of that page, behind
a dollar sign, and compares what it prints with the rest of the block. It prints the lines
that differ in more than a time, and writes the new ones into the page. `speed` or `trap`
as an argument runs that benchmark alone.
"""

import argparse
import difflib
import re
import shlex
import subprocess
import sys
from pathlib import Path

from t3_play.program import run

PAGE = Path(__file__).parent.parent / "docs" / "figures.md"
BLOCK = re.compile(r"```\n\$ python -m benchmarks\.(\S+)(.*)\n(?s:(.*?))```")
TIME = re.compile(r"[\d.]+ s\b|─+")
"""A time, or a rule of a table, which is as wide as its times."""


def output(name: str, options: str) -> str:
    """What a benchmark prints, without spaces at the ends of lines."""
    command = [sys.executable, "-m", f"benchmarks.{name}", *shlex.split(options)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())


def moved(before: str, after: str) -> list[str]:
    """The lines that differ in more than their times, as - and + lines."""
    old, new = (
        [" ".join(TIME.sub("", line).split()) for line in text.splitlines()]
        for text in (before, after)
    )
    return [line for line in difflib.ndiff(old, new) if line.startswith(("-", "+"))]


def main() -> int:
    """Run the benchmarks; returns the exit code, 1 if figures have moved."""
    parser = argparse.ArgumentParser(prog="benchmarks.figures", description=__doc__)
    parser.add_argument("names", nargs="*", help="benchmarks, such as speed (default: all)")
    names = parser.parse_args().names
    text = PAGE.read_text(encoding="utf-8")
    if unknown := {*names} - {block[1] for block in BLOCK.finditer(text)}:
        parser.error(f"docs/figures.md has no figures of: {', '.join(sorted(unknown))}")
    differ = False
    for block in BLOCK.finditer(text):
        name, options, before = block.groups()
        if names and name not in names:
            continue
        after = output(name, options)
        lines = moved(before, after)
        differ |= bool(lines)
        print(f"{name}{options}: {'moved' if lines else 'as before'}", *lines, sep="\n")
        page = PAGE.read_text(encoding="utf-8")
        new = block[0].replace(f"\n{before}```", f"\n{after}```")
        PAGE.write_text(page.replace(block[0], new), encoding="utf-8")
    return int(differ)


if __name__ == "__main__":
    sys.exit(run("benchmarks.figures", main))
