"""A search drawn as a tree from left to right, with the branches that it cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from t3_tools.pictures.svg import LETTER, STYLES, Picture, shape, words

ROW = 40
"""Pixels from one leaf to the next."""

BRANCH = 165
"""Pixels of a branch, with its action above."""

NODE = 20
"""Pixels from the middle of a node to its sides."""


@dataclass(frozen=True)
class Node:
    """A position of a search, or what was cut after one."""

    shape: str
    """`max` or `min`: whose choice it is; `end` of a game; or `cut`."""
    action: str = ""
    """What led here."""
    below: str = ""
    """What else is known of the way here."""
    value: str = ""
    utility: int | None = None
    note: str = ""
    """What is to be said where nothing comes after it."""
    children: Sequence["Node"] = ()


def tree(root: Node) -> Picture:
    """A search: triangles that point up choose the highest value, down the lowest.

    A branch that was cut is dashed and has two strokes across it.
    """
    shapes: list[Element] = []
    _, bottom = _grow(root, 0, 0, shapes)
    return Picture(_width(root, 0), bottom, shapes, "A search tree", _told(root))


def _told(node: Node) -> str:
    """A node and what comes after it in words."""
    below = f" ({' '.join(map(_told, node.children))})" if node.children else ""
    said = [it for it in (node.action, node.shape, node.value, node.note) if it]
    return f"{', '.join(said)}{below};"


def _width(node: Node, ply: int) -> float:
    """How far to the right a node and what comes after it reach."""
    own = ply * (BRANCH + 2 * NODE) + 2 * NODE + 8 + len(node.note) * LETTER
    return max([own, *(_width(child, ply + 1) for child in node.children)])


def _grow(node: Node, ply: int, top: float, shapes: list[Element]) -> tuple[float, float]:
    """Draw a node and what comes after it below `top`; its height, and where that ends.

    A node is amid its children.
    """
    x, y, bottom = ply * (BRANCH + 2 * NODE) + NODE, top + ROW / 2, top + ROW
    if node.children:
        heights, bottom = [], top
        for child in node.children:
            height, bottom = _grow(child, ply + 1, bottom, shapes)
            shapes += _branch(child, x + NODE + 12, x + NODE + BRANCH, height)
            heights.append(height)
        y = (heights[0] + heights[-1]) / 2
        trunk = f"M{x + NODE} {y:g}h12M{x + NODE + 12} {heights[0]:g}V{heights[-1]:g}"
        shapes.append(shape("path", "edge", d=trunk))
    shapes += _node(node, x, y)
    return y, bottom


def _branch(node: Node, start: float, end: float, y: float) -> list[Element]:
    """The way to a node, with the action above it."""
    style = "edge cut" if node.shape == "cut" else "edge"
    shapes = [shape("path", style, d=f"M{start:g} {y:g}H{end:g}")]
    if node.shape == "cut":
        slashes = "".join(f"M{start + at} {y + 8:g}l8 -16" for at in (14, 21))
        return [*shapes, shape("path", "slash", d=slashes)]
    middle = (start + end) / 2
    return [
        *shapes,
        words(node.action, middle, y - 9, "small"),
        words(node.below, middle, y + 9, "small faint"),
    ]


def _node(node: Node, x: float, y: float) -> list[Element]:
    """The value of a node in the shape of whose choice it is, and what is to be said."""
    if node.shape == "cut":
        return [words(node.note, x - NODE + 4, y, "left small faint")]
    utility = "node" if node.utility is None else STYLES[node.utility]
    outlines = {
        "max": f"M{x - NODE} {y + 15:g}h{2 * NODE}l-{NODE} -30z",
        "min": f"M{x - NODE} {y - 15:g}h{2 * NODE}l-{NODE} 30z",
        "end": f"M{x - 15} {y - 11:g}h30v22h-30z",
    }
    shift = {"max": 5, "min": -5, "end": 0}[node.shape]
    return [
        shape("path", utility, d=outlines[node.shape]),
        words(node.value, x, y + shift, f"small bold on-{utility}"),
        words(node.note, x + NODE + 6, y, "left small faint"),
    ]
