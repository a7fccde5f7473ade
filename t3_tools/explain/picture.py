"""A picture of the naive search as SVG: a tree of boards, for pages and slides."""

import re
from xml.etree import ElementTree as ET

from t3_play.analysis import Distances
from t3_player import LOSS, TIE, WIN
from t3_state import TURNS, T3Action, T3State
from t3_tools.explain.recording import Visit
from t3_tools.explain.tree import BOLD, CUT, FAINT, Node, Words, tree_of
from t3_tools.printing import COLOURS

BOARD, NODE, LEVEL, MARGIN, ROW = 84, 276, 204, 36, 22
"""In pixels: a board's side, a node's width, from one level to the next, the margin, a row
of text."""

INK, GREY, MARK = "#1f2328", "#6e7781", "#fff3b0"
DARK = {
    "": INK,
    BOLD: INK,
    FAINT: GREY,
    CUT: "#8250df",
    COLOURS[WIN]: "#1a7f37",
    COLOURS[TIE]: "#8a6100",
    COLOURS[LOSS]: "#b3261e",
}
"""A colour for each style, dark enough for white paper. The text says it, too."""

SYMBOLS = {
    "alpha": "\u03b1",
    "beta": "\u03b2",
    "inf": "\u221e",
    "returns": "\u2191",
    "-": "\u2212",
}
"""What stands for some words."""

LEGEND = """\
alpha, beta: the window, and returns: the result, for {0} throughout
(in the code, the other side gets -beta and -alpha). 1: {0} win, 0: a tie,
-1: {0} lose; each at the ply at which the game ends.
Dashed: cut, so the search never saw it."""


def picture(root: Visit, search: Distances) -> str:
    """The text of an SVG file that shows where the search of `root` went wrong."""
    tree = tree_of(root, search)
    legend = [(it, FAINT) for it in LEGEND.format(TURNS[root.state.odd_turn]).splitlines()]
    width = max(_width(tree), 2 * NODE) + 2 * MARGIN
    below = MARGIN + (_height(tree) - 1) * LEVEL + BOARD + 2 * MARGIN
    height = below + ROW * len(legend)
    svg = ET.Element("svg", xmlns="http://www.w3.org/2000/svg")
    svg.set("viewBox", f"0 0 {width} {height}")
    svg.set("font-family", "Helvetica, Arial, sans-serif")
    _add(svg, "title").text = f"The naive search of {root.state.notation()}"
    _add(svg, "rect", x=0, y=0, width=width, height=height, fill="#ffffff")
    _draw(svg, tree, MARGIN, MARGIN)
    _write(svg, MARGIN, below, legend, "start")
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


def _width(node: Node) -> float:
    """The width of a node with all that is below, in pixels."""
    return max(NODE, sum(map(_width, node.children)))


def _height(node: Node) -> int:
    """How many levels there are from a node down."""
    return 1 + max(map(_height, node.children), default=0)


def _draw(svg: ET.Element, node: Node, left: float, top: float) -> tuple[float, float]:
    """Draw a node and all below it; returns where the edge from its parent ends."""
    x = left + (_width(node) - NODE) / 2
    middle = x + BOARD / 2
    # The edges first, so that boards and labels cover them.
    edges = ET.SubElement(svg, "g")
    for child in node.children:
        end = _draw(svg, child, left, top + LEVEL)
        _draw_edge(edges, (middle, top + BOARD), end, child)
        left += _width(child)
    _draw_board(svg, node.state, node.action, x, top)
    first_row = top + (BOARD - ROW * len(node.words)) / 2 + 17
    _write(svg, x + BOARD + 12, first_row, node.words, "start")
    return middle, top


def _draw_edge(
    svg: ET.Element, start: tuple[float, float], end: tuple[float, float], child: Node
) -> None:
    """Draw the edge to a child, and its label in the middle of it."""
    (x1, y1), (x2, y2) = start, end
    line = _add(svg, "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=GREY, stroke_width=2)
    if child.is_cut:
        line.attrib |= {"stroke": DARK[CUT], "stroke-dasharray": "7 6"}
    at = 0.6  # nearer to the child, where edges are further apart
    x, y = x1 + at * (x2 - x1), y1 + at * (y2 - y1)
    height = ROW * len(child.edge)
    _add(svg, "rect", x=x - 72, y=y - height / 2, width=144, height=height, fill="#ffffff")
    _write(svg, x, y - height / 2 + 17, child.edge, "middle")


def _draw_board(
    svg: ET.Element, state: T3State, last: T3Action | None, left: float, top: float
) -> None:
    """Draw a board, with the number placed last marked."""
    side = BOARD / state.size
    for row, numbers in enumerate(state.board):
        for col, number in enumerate(numbers):
            x, y = left + col * side, top + row * side
            is_last = last and (col, row) == (last.col(), last.row())
            fill, style = (MARK, BOLD) if is_last else ("#ffffff", "")
            _add(svg, "rect", x=x, y=y, width=side, height=side, fill=fill, stroke=GREY)
            if number:
                words = [(str(number), style)]
                _write(svg, x + side / 2, y + side * 0.72, words, "middle", side * 0.62)


def _write(
    svg: ET.Element, x: float, y: float, words: Words, anchor: str, size: float = 17
) -> None:
    """Write lines of text, with symbols for some words."""
    for number, (line, style) in enumerate(words):
        text = re.sub(r"\b[a-z]+\b|-", lambda it: SYMBOLS.get(it[0], it[0]), line)
        shown = _add(svg, "text", x=x, y=y + ROW * number, fill=DARK[style], font_size=size)
        shown.set("text-anchor", anchor)
        if style == BOLD:
            shown.set("font-weight", BOLD)
        shown.text = text


def _add(svg: ET.Element, tag: str, **attributes: float | str) -> ET.Element:
    """Add an element. Its attributes have "_" for "-"."""
    named = {
        name.replace("_", "-"): it if isinstance(it, str) else f"{it:g}"
        for name, it in attributes.items()
    }
    return ET.SubElement(svg, tag, named)
