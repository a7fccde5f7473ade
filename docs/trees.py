"""The trees of the slides and of the key.

`python docs/trees.py docs` draws those of the key, exercise-1.svg and exercise-2.svg.
"""

import sys
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from xml.etree import ElementTree as ET

sys.path.append(str(Path(__file__).parent.parent))

from t3_player import LOSS, TIE
from t3_state import TURNS, T3Action, T3State

SIZE, ROW, EDGE = 20, 24, 84
"""In pixels: letters, a row of them, an edge from top to bottom."""
INK, GREY, MARK = "#1f2328", "#6e7781", "#fff3b0"


@dataclass
class Node:
    """A node of a drawing: rows of text, rows on the edge to it, and its children."""

    rows: list[str]
    edge: list[str] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)
    marked: bool = False
    cut: bool = False

    def leaves(self) -> int:
        """How many leaves there are from here on."""
        return sum(it.leaves() for it in self.children) or 1

    def height(self) -> int:
        """The height of all from here on, in pixels."""
        below = max((EDGE + it.height() for it in self.children), default=0)
        return ROW * len(self.edge + self.rows) + below


def draw(root: Node, title: str, leaf: int, font: str = "sans-serif") -> str:
    """The text of an SVG file with a tree whose leaves are `leaf` pixels wide."""
    svg = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": font})
    ET.SubElement(svg, "title").text = title
    width, height = leaf * root.leaves(), root.height() + ROW / 2
    _add(svg, "rect", width=width, height=height, fill="#ffffff")
    svg.attrib |= {"viewBox": f"0 0 {width} {height:g}", "font-size": str(SIZE)}
    _draw(svg, root, 0, 0, leaf)
    ET.indent(svg)
    return ET.tostring(svg, encoding="unicode") + "\n"


def _draw(svg: ET.Element, node: Node, left: float, top: float, leaf: int) -> None:
    """Draw a node, what is on the edge to it, and all below it."""
    middle = left + leaf * node.leaves() / 2
    top = _write(svg, node.edge, middle, top, GREY)
    if node.marked:
        height = ROW * len(node.rows)
        _add(svg, "rect", x=middle - 36, y=top, width=72, height=height, fill=MARK)
    bottom = _write(svg, node.rows, middle, top, GREY if node.cut else INK)
    for child in node.children:
        x = left + leaf * child.leaves() / 2
        ends = {"x1": middle, "y1": bottom + 4, "x2": x, "y2": bottom + EDGE - 4}
        line = _add(svg, "line", **ends, stroke=GREY)
        if child.cut:
            line.set("stroke-dasharray", "6 6")
        _draw(svg, child, left, bottom + EDGE, leaf)
        left += leaf * child.leaves()


def _write(svg: ET.Element, rows: list[str], x: float, top: float, colour: str) -> float:
    """Write rows of text around x; returns where they end."""
    for number, row in enumerate(rows, start=1):
        text = _add(svg, "text", x=x, y=top + ROW * number - 6, fill=colour)
        text.set("text-anchor", "middle")
        text.text = row.replace("-", "\u2212").replace("inf", "\u221e")
    return top + ROW * len(rows)


def _add(svg: ET.Element, tag: str, **attributes: float | str) -> ET.Element:
    """Add an element."""
    named = {
        name: it if isinstance(it, str) else f"{it:g}" for name, it in attributes.items()
    }
    return ET.SubElement(svg, tag, named)


def game(state: T3State, path: tuple[T3Action, ...]) -> Node:
    """The children along a path of actions, as boards."""
    rows = [" ".join(str(it or ".") for it in row) for row in state.board]
    if state.is_over():
        return Node([*rows, _ending(state)])
    node = Node([*rows, TURNS[state.odd_turn]])
    for action, child in state.get_transitions():
        on_path = path and action == path[0]
        below = game(child, path[1:]) if on_path else Node(game(child, ()).rows)
        below.edge = [str(action)]
        node.children.append(below)
    return node if path or not node.children else Node(node.rows)


def _ending(state: T3State) -> str:
    """How a game that is over has ended."""
    return "a tie" if state.is_tie() else f"{TURNS[not state.odd_turn]} have won"


def minimax(state: T3State, first: bool, ply: int = 0) -> tuple[Node, int, int]:
    """Exercise 1: the tree, and its utility for the first player and the ply of its end."""
    if state.is_over():
        utility, end = (TIE if state.is_tie() else LOSS), ply
        utility = utility if state.odd_turn == first else -utility
        return Node([str(utility), f"ply {end}"]), utility, end
    sign = 1 if state.odd_turn == first else -1
    children = []
    for action, child in state.get_transitions():
        node, utility, end = minimax(child, first, ply + 1)
        node.edge = [str(action) if ply == 0 else str(action.move())]
        children.append((sign * utility, -end, node))
    best = max(children, key=lambda it: it[:2])
    best[2].marked = ply == 0
    utility, end = sign * best[0], -best[1]
    return Node([str(utility), f"ply {end}"], [], [it for *_, it in children]), utility, end


def alpha_beta(
    state: T3State, alpha: float = -inf, beta: float = inf, ply: int = 0
) -> tuple[Node, float]:
    """Exercise 2: the tree, with the window of each call, and what the call returns."""
    if state.is_over():
        value: float = TIE if state.is_tie() else LOSS
        return Node([f"{value:g}"]), value
    best, node = -inf, Node([])
    for action, child in state.get_transitions():
        name = str(action) if ply == 0 else str(action.move())
        if alpha >= beta:
            below = Node(["cut"], [name], cut=True)
        else:
            below, value = alpha_beta(child, -beta, -alpha, ply + 1)
            below.edge = [name, f"\u03b1 {-beta + 0:g}", f"\u03b2 {-alpha + 0:g}"]
            best = max(best, -value)
            alpha = max(alpha, best)
        node.children.append(below)
    is_bound = any(it.cut for it in node.children)
    node.rows = [f"\u2265 {best:g}" if is_bound else f"{best:g}"]
    return node, best


def picture(name: str) -> str:
    """The text of an SVG file: of "game", "exercise-1" or "exercise-2"."""
    if name == "game":
        state = T3State.from_notation("014/612/032 odds")
        shown = game(state, (T3Action(0, 0, 1), T3Action(0, 2, 6)))
        return draw(shown, "A game tree", 160, "monospace")
    state = T3State.from_notation("532/205/520 evens")
    root = minimax(state, False)[0] if name == "exercise-1" else alpha_beta(state)[0]
    return draw(root, f"The tree of {name.replace('-', ' ')}", 88)


if __name__ == "__main__":
    for name in ("exercise-1", "exercise-2"):
        Path(sys.argv[1], f"{name}.svg").write_text(picture(name), "utf-8")
