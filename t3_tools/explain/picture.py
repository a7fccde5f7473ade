"""A picture of the naive search as SVG: a tree of boards, for pages and slides."""

import math
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from t3_play.analysis import Distances
from t3_player import LOSS, WIN
from t3_state import TURNS, T3Action, T3State
from t3_tools.explain.mistake import exact
from t3_tools.explain.recording import Visit
from t3_tools.naive import Result

BOARD, NODE, LEVEL, MARGIN, ROW = 84, 276, 204, 36, 22
"""In pixels: a board's side, a node's width, from one level to the next, the margin, a row
of text."""

COLOURS = {WIN: "#1a7f37", 0: "#8a6100", LOSS: "#b3261e"}
"""The colour of each utility, dark enough for white paper. The text says it, too."""
INK, FAINT, MARK, CUT = "#1f2328", "#6e7781", "#fff3b0", "#8250df"

LEGEND = """\
\u03b1, \u03b2: the window, and \u2191: what the search returns, for {0} throughout
(in the code, the other side gets \u2212\u03b2 and \u2212\u03b1). 1: {0} win, 0: a tie,
\u22121: {0} lose; end: the ply that ends the game.
Dashed: cut, so the search never saw it."""


@dataclass
class Node:
    """A board in the picture, the words beside it, and those on the edge to it."""

    state: T3State
    action: T3Action | None
    """The action that led here; None at the root."""
    words: list[tuple[str, str]]
    """The lines beside the board, each with its colour."""
    edge: list[tuple[str, str]]
    """The lines on the edge from the parent, each with its colour."""
    is_cut: bool = False
    children: list["Node"] = field(default_factory=list)

    def width(self) -> int:
        """The width with all that is below, in pixels."""
        return max(NODE, sum(child.width() for child in self.children))

    def height(self) -> int:
        """How many levels there are from here down."""
        return 1 + max((child.height() for child in self.children), default=0)


def picture(root: Visit, search: Distances) -> str:
    """The text of an SVG file that shows where the search of `root` went wrong.

    Below the root, and below each position whose value it got wrong, stand the best action
    and the one chosen. So the picture leads to the cuts that misled the search, what it saw
    there and the best action that it cut.
    """
    tree = _shown(root, 0, search)
    width = max(tree.width(), 3 * NODE) + 2 * MARGIN
    below = MARGIN + (tree.height() - 1) * LEVEL + BOARD + 2 * MARGIN
    height = below + ROW * len(LEGEND.splitlines())
    svg = ET.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "font-family": "Helvetica, Arial, sans-serif",
            "font-size": "17",
        },
    )
    title = f"The naive search of {root.state.notation()}"
    ET.SubElement(svg, "title").text = title
    _rectangle(svg, 0, 0, width, height, fill="#ffffff")
    _draw(svg, tree, MARGIN, MARGIN)
    legend = LEGEND.format(TURNS[root.state.odd_turn])
    _text(svg, MARGIN, below, [(line, FAINT) for line in legend.splitlines()])
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


def _shown(visit: Visit, ply: int, search: Distances) -> Node:
    """The node of a visit, `ply` plies after the root, with all below it that is shown."""
    right, found = exact(visit, ply, search), visit.result
    node = Node(visit.state, visit.action, _words(visit, right), _edge_words(visit))
    if ply > 1 and found[:2] == right[:2]:
        # Why it is right shows only if the game ends with the next action.
        chosen = [it for it in visit.children if it.action == found.action]
        node.children = [_shown(it, ply + 1, search) for it in chosen if not it.children]
        return node
    shown = [it for it in visit.children if it.action in (found.action, right.action)]
    node.children = [_shown(it, ply + 1, search) for it in shown]
    if others := len(visit.children) - len(shown):
        node.words.append((f"{others} more searched", FAINT))
    cut = len(visit.skipped)
    if right.action and right.action in visit.skipped:
        child, cut = visit.state.get_next_state(right.action), cut - 1
        end = _over(child) if child.is_over() else f"exact: {_value(right)}"
        words = [(str(right.action), INK), (end, COLOURS[right.utility])]
        edge = [("cut, never seen", CUT)]
        node.children.append(Node(child, right.action, words, edge, is_cut=True))
    if cut:
        node.words.append(
            (f"{cut} more cut" if cut < len(visit.skipped) else f"{cut} cut", CUT)
        )
    return node


def _words(visit: Visit, right: Result) -> list[tuple[str, str]]:
    """The lines beside a visit's board: what led there, who moves, and the exact result."""
    colour = COLOURS[right.utility]
    words = [(str(visit.action), INK)] if visit.action else []
    if not visit.children:
        return [*words, (_over(visit.state), colour)]
    side, aim = TURNS[visit.state.odd_turn], "max" if visit.maximise else "min"
    words.append((f"{side} to move ({aim})", INK))
    if visit.action:
        return [*words, (f"exact: {_value(right)}", colour)]
    actions = f"exact: {right.action}", f"naive: {visit.result.action}"
    return [*words, *((it, INK) for it in actions)]


def _edge_words(visit: Visit) -> list[tuple[str, str]]:
    """The lines on the edge to a visit: the window, and what the search returned."""
    found = visit.result
    words = [
        (f"\u03b1 = {_number(visit.alpha)}, \u03b2 = {_number(visit.beta)}", INK),
        (f"\u2191 {visit.limit}{_value(found)}", COLOURS[found.utility]),
    ]
    return [*words, ("no information", COLOURS[LOSS])] if visit.says_nothing else words


def _value(result: Result) -> str:
    """A utility and the ply that ends the game."""
    return f"{_number(result.utility)}, end {result.end}"


def _number(number: float) -> str:
    """A number, or the sign for infinity, with a true minus sign."""
    text = "\u221e" if math.isinf(number) else f"{abs(number):g}"
    return f"\u2212{text}" if number < 0 else text


def _over(state: T3State) -> str:
    """How the game ended in a state that is over."""
    winner = state.winner()
    return f"{winner} have won" if winner else "a tie"


def _draw(svg: ET.Element, node: Node, left: float, top: float) -> tuple[float, float]:
    """Draw a node and all below it; returns where the edge from its parent ends."""
    x = left + (node.width() - NODE) / 2
    middle = x + BOARD / 2
    # The edges first, so that boards and labels cover them.
    edges = ET.SubElement(svg, "g")
    child_left = left
    for child in node.children:
        end = _draw(svg, child, child_left, top + LEVEL)
        _edge(edges, (middle, top + BOARD), end, child)
        child_left += child.width()
    _board(svg, node.state, node.action, x, top)
    first_row = top + (BOARD - ROW * len(node.words)) / 2 + 17
    _text(svg, x + BOARD + 12, first_row, node.words, bold=node.action is not None)
    return middle, top


def _edge(
    svg: ET.Element, start: tuple[float, float], end: tuple[float, float], child: Node
) -> None:
    """Draw the edge to a child, and its label in the middle of it."""
    (x1, y1), (x2, y2) = start, end
    line = {"x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}
    style = {"stroke": CUT if child.is_cut else FAINT, "stroke-width": "2"}
    if child.is_cut:
        style["stroke-dasharray"] = "7 6"
    ET.SubElement(svg, "line", line | style)
    at = 0.6  # nearer to the child, where edges are further apart
    x, y = x1 + at * (x2 - x1), y1 + at * (y2 - y1)
    height = ROW * len(child.edge)
    _rectangle(svg, x - 72, y - height / 2, 144, height, fill="#ffffff")
    _text(svg, x, y - height / 2 + 17, child.edge, "middle")


def _board(
    svg: ET.Element, state: T3State, last: T3Action | None, left: float, top: float
) -> None:
    """Draw a board, with the number placed last marked."""
    side = BOARD / state.size
    for row, numbers in enumerate(state.board):
        for col, number in enumerate(numbers):
            x, y = left + col * side, top + row * side
            is_last = last and (col, row) == (last.col(), last.row())
            fill = MARK if is_last else "#ffffff"
            _rectangle(svg, x, y, side, side, fill=fill, stroke=FAINT)
            if number:
                place = {"x": f"{x + side / 2:g}", "y": f"{y + side * 0.72:g}"}
                style = {"font-size": f"{side * 0.62:g}", "text-anchor": "middle"}
                weight = {"font-weight": "bold"} if is_last else {}
                text = ET.SubElement(svg, "text", place | style | {"fill": INK} | weight)
                text.text = str(number)


def _rectangle(
    svg: ET.Element, x: float, y: float, width: float, height: float, **style: str
) -> None:
    """Draw a rectangle."""
    places = zip(("x", "y", "width", "height"), (x, y, width, height))
    ET.SubElement(svg, "rect", {name: f"{at:g}" for name, at in places} | style)


def _text(
    svg: ET.Element,
    x: float,
    y: float,
    words: list[tuple[str, str]],
    anchor: str = "start",
    bold: bool = False,
) -> None:
    """Write lines of text, the first one bold if asked."""
    for number, (line, colour) in enumerate(words):
        place = {"x": f"{x:g}", "y": f"{y + ROW * number:g}", "text-anchor": anchor}
        weight = {"font-weight": "bold"} if bold and not number else {}
        ET.SubElement(svg, "text", place | {"fill": colour} | weight).text = line
