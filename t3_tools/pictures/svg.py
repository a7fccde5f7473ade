"""What all pictures are made of, and how they look.

A picture is plain SVG that loads nothing. Its background is light, or dark where the
reader's system prefers that. A shape, a letter or a line says all that a colour says.
"""

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from t3_play.files import write_whole
from t3_player import LOSS, TIE, WIN

MARGIN = 16
"""Pixels around a picture, and between its parts."""

WIDTH = 880
"""Pixels of the widest row of pictures."""

LETTER = 8
"""Pixels of an average bold letter in common fonts."""

LINE = 21
"""Pixels from one line of text to the next."""

STYLES = {WIN: "win", TIE: "tie", LOSS: "loss"}
"""The style of each utility."""

LIGHT = """
text { fill: #1b1f24; font: 14px system-ui, sans-serif; text-anchor: middle }
.left { text-anchor: start }
.bold { font-weight: 700 }
.small { font-size: 12px }
.faint { fill: #57606a }
.ground { fill: #fff }
.grid, .edge { fill: none; stroke: #6e7781; stroke-width: 1.5 }
.odds { fill: #dbeafe; stroke: #1d4ed8; stroke-width: 2 }
.evens { fill: #ffe3c2; stroke: #a34a00; stroke-width: 2 }
.last { fill: none; stroke: #1b1f24; stroke-width: 4 }
.line { stroke: #2da44e; stroke-width: 52; stroke-linecap: round }
.win { fill: #116329; stroke: #116329 }
.tie { fill: #fff8c5; stroke: #7d6200; stroke-dasharray: 3 2 }
.loss { fill: #fff; stroke: #b42318; stroke-width: 1.5 }
.unproven { fill: #eaeef2; stroke: none }
.on-win { fill: #fff }
.on-loss { fill: #b42318 }
"""

DARK = """
text { fill: #e8eaed }
.faint { fill: #a7b0ba }
.ground { fill: #14181f }
.grid, .edge { stroke: #77818c }
.last { stroke: #e8eaed }
.odds { fill: #17315f; stroke: #8ab8ff }
.evens { fill: #56300b; stroke: #ffb866 }
.line { stroke: #25803c }
.win { fill: #b7f0c3; stroke: #b7f0c3 }
.tie { fill: #4a3d00; stroke: #e8c93a }
.loss { fill: #14181f; stroke: #ff9a8f }
.unproven { fill: #39414d }
.on-win { fill: #0b3d18 }
.on-loss { fill: #ff9a8f }
"""


def _sheet(rules: str) -> str:
    """The rules, limited to what is inside a picture: a page may show it inline."""
    scoped = []
    for rule in rules.strip().splitlines():
        selectors, _, properties = rule.partition(" {")
        names = ", ".join(f".t3 {name}" for name in selectors.split(", "))
        scoped.append(f"{names} {{{properties}")
    return "\n".join(scoped)


STYLE = f"{_sheet(LIGHT)}\n@media (prefers-color-scheme: dark) {{\n{_sheet(DARK)}\n}}"


@dataclass(frozen=True)
class Picture:
    """A drawing, its size in pixels."""

    width: float
    height: float
    shapes: Sequence[Element]
    title: str
    description: str
    """What the picture shows, for screen readers."""

    def svg(self) -> str:
        """The text of an SVG file."""
        width, height = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        root = Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width:g} {height:g}",
                "width": f"{width:g}",
                "height": f"{height:g}",
                "role": "img",
                "class": "t3",
            },
        )
        told = {"title": self.title, "desc": self.description, "style": STYLE}
        for name, text in told.items():
            ElementTree.SubElement(root, name).text = text
        root.append(shape("rect", "ground", x=0, y=0, width=width, height=height, rx=8))
        root.append(moved(self.shapes, MARGIN, MARGIN))
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def save(self, path: Path) -> None:
        """Write an SVG file; raises OSError."""
        write_whole(path, self.svg())


def shape(tag: str, style: str, **attributes: float | str) -> Element:
    """An SVG element in one of the styles of LIGHT."""
    values = {
        name: f"{value:g}" if isinstance(value, (int, float)) else value
        for name, value in attributes.items()
    }
    return Element(tag, {"class": style, **values})


def words(text: str, x: float, y: float, style: str = "") -> Element:
    """Text with its middle at (x, y), or its start if the style has `left`."""
    element = shape("text", style, x=x, y=y, dy="0.35em")
    element.text = text
    return element


def moved(shapes: Iterable[Element], x: float, y: float) -> Element:
    """The shapes, moved right by `x` pixels and down by `y`."""
    group = Element("g", {"transform": f"translate({x:g} {y:g})"})
    group.extend(shapes)
    return group


def paragraph(text: str, style: str = "") -> Picture:
    """Text in lines of at most WIDTH pixels."""
    lines = textwrap.wrap(text, WIDTH // LETTER)
    shapes = [
        words(line, 0, LINE * (at + 0.5), f"left {style}") for at, line in enumerate(lines)
    ]
    longest = max(map(len, lines), default=0)
    return Picture(longest * LETTER, LINE * len(lines), shapes, text, text)


def in_rows(parts: Iterable[Picture], title: str) -> Picture:
    """The parts from left to right, in rows of at most WIDTH pixels."""
    shapes: list[Element] = []
    told: list[str] = []
    x = y = width = height = 0.0
    for part in parts:
        if x and x + part.width > WIDTH:
            x, y = 0, height + MARGIN
        shapes.append(moved(part.shapes, x, y))
        x, width = x + part.width + MARGIN, max(width, x + part.width)
        height = max(height, y + part.height)
        told.append(f"{part.title}. {part.description}")
    return Picture(width, height, shapes, title, " ".join(told))


def stacked(parts: Iterable[Picture], title: str) -> Picture:
    """The parts, each below the one before."""
    shapes: list[Element] = []
    told: list[str] = []
    y = width = 0.0
    for part in parts:
        y += MARGIN if shapes else 0
        shapes.append(moved(part.shapes, 0, y))
        y, width = y + part.height, max(width, part.width)
        told.append(part.description)
    return Picture(width, y, shapes, title, " ".join(told))
