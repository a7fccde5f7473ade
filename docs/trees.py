"""The trees of the slides and of the key.

`python docs/trees.py docs` draws those of the key, exercise-1.svg and exercise-2.svg.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from t3_player import LOSS, TIE
from t3_state import TURNS, T3Action, T3State

ROW, EDGE = 24, 84
"""In pixels: a row of text, and an edge from top to bottom."""


@dataclass
class Node:
    """A node of a drawing: rows of text, rows on the edge to it, and its children."""

    rows: list[str]
    edge: list[str] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)
    style: str = ""
    """Attributes of its rows."""
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
    width, height = leaf * root.leaves(), root.height() + ROW // 2
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        f'  font-family="{font}" font-size="20" text-anchor="middle">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    return "\n".join([*head, *_elements(root, 0, 0, leaf), "</svg>\n"])


def _elements(node: Node, left: float, top: float, leaf: int) -> Iterator[str]:
    """A node, what is on the edge to it, and all below it."""
    middle = left + leaf * node.leaves() / 2
    grey = 'fill="#6e7781"'
    rows = [(it, grey) for it in node.edge]
    rows += [(it, grey if node.cut else node.style) for it in node.rows]
    for text, style in rows:
        top += ROW
        shown = text.replace("-", "\u2212").replace("inf", "\u221e")
        yield f'<text x="{middle:g}" y="{top - 6:g}" {style}>{shown}</text>'
    for child in node.children:
        x = left + leaf * child.leaves() / 2
        ends = f'x1="{middle:g}" y1="{top + 4:g}" x2="{x:g}" y2="{top + EDGE - 4:g}"'
        dashes = 'stroke-dasharray="6 6"' if child.cut else ""
        yield f'<line {ends} stroke="#6e7781" {dashes}/>'
        yield from _elements(child, left, top + EDGE, leaf)
        left += leaf * child.leaves()


def game(state: T3State, path: tuple[T3Action, ...]) -> Node:
    """The children along a path of actions, as boards."""
    rows = [" ".join(str(it or ".") for it in row) for row in state.board]
    if not path:
        ending = "a tie" if state.is_tie() else f"{TURNS[not state.odd_turn]} have won"
        return Node([*rows, ending if state.is_over() else ""])
    node = Node([*rows, TURNS[state.odd_turn]])
    for action, child in state.get_transitions():
        below = game(child, path[1:] if action == path[0] else ())
        below.edge = [str(action)]
        node.children.append(below)
    return node


def name_of(action: T3Action, ply: int) -> str:
    """An action, or its number alone where one cell is left."""
    return str(action.move() if ply else action)


def minimax(state: T3State, ply: int = 0) -> tuple[int, int, Node]:
    """Exercise 1: the utility for evens, who begin, the ply of its end, and the tree."""
    sign = -1 if state.odd_turn else 1
    if state.is_over():
        utility = TIE if state.is_tie() else sign * LOSS
        return utility, ply, Node([str(utility), f"ply {ply}"])
    children = []
    for action, child in state.get_transitions():
        children.append(minimax(child, ply + 1))
        children[-1][2].edge = [name_of(action, ply)]
    utility, end, best = max(children, key=lambda it: (sign * it[0], -it[1]))
    best.style = 'font-weight="bold"' if ply == 0 else ""
    return utility, end, Node([str(utility), f"ply {end}"], [], [it for *_, it in children])


def alpha_beta(
    state: T3State, alpha: float = -inf, beta: float = inf, ply: int = 0
) -> tuple[float, Node]:
    """Exercise 2: what the call returns, and the tree with the window of each call."""
    if state.is_over():
        value: float = TIE if state.is_tie() else LOSS
        return value, Node([f"{value:g}"])
    best, children = -inf, []
    for action, child in state.get_transitions():
        below = Node(["cut"], [name_of(action, ply)], cut=True)
        if alpha < beta:
            value, below = alpha_beta(child, -beta, -alpha, ply + 1)
            window = f"\u03b1 {-beta + 0:g}", f"\u03b2 {-alpha + 0:g}"
            below.edge = [name_of(action, ply), *window]
            best = max(best, -value)
            alpha = max(alpha, best)
        children.append(below)
    at_least = "\u2265 " * children[-1].cut
    return best, Node([f"{at_least}{best:g}"], [], children)


def picture(name: str) -> str:
    """The text of an SVG file: of "game", "exercise-1" or "exercise-2"."""
    if name == "game":
        state = T3State.from_notation("014/612/032 odds")
        shown = game(state, (T3Action(0, 0, 1), T3Action(0, 2, 6)))
        return draw(shown, "A game tree", 160, "monospace")
    state = T3State.from_notation("532/205/520 evens")
    *_, root = minimax(state) if name == "exercise-1" else alpha_beta(state)
    return draw(root, f"The tree of {name.replace('-', ' ')}", 88)


if __name__ == "__main__":
    for name in ("exercise-1", "exercise-2"):
        Path(sys.argv[1], f"{name}.svg").write_text(picture(name), "utf-8")
