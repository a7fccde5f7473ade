"""Draw the trees of these pages and of the slides: `python docs/trees.py docs`."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent))

from t3_engine import Clock
from t3_play.analysis import Distances
from t3_player import LOSS, TIE, WIN
from t3_state import TURNS, T3Action, T3State
from t3_tools.explain.mistake import BOLD, CUT, FAINT, Node, Words, ending, tree_of
from t3_tools.explain.trace import Visit, trace
from t3_tools.printing import COLOURS

ROW, EDGE = 24, 72
"""In pixels: a row of text, and an edge from top to bottom."""

BOARD = "board"
STYLES = {
    "": "",
    BOARD: 'font-family="monospace"',
    BOLD: 'font-weight="bold"',
    FAINT: 'fill="#6e7781"',
    CUT: 'fill="#8250df"',
    COLOURS[WIN]: 'fill="#1a7f37"',
    COLOURS[TIE]: 'fill="#8a6100"',
    COLOURS[LOSS]: 'fill="#b3261e"',
}
"""Attributes for each style, dark enough for white paper. The text says it, too."""

SYMBOLS = {"alpha": "\u03b1", "beta": "\u03b2", "inf": "\u221e", "-": "\u2212"}


def draw(root: Node, title: str, leaf: int) -> str:
    """The text of an SVG file with a tree whose leaves are `leaf` pixels wide."""
    width, height = leaf * leaves(root), height_of(root) + ROW // 2
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        '  font-family="sans-serif" font-size="20" text-anchor="middle" fill="#1f2328">',
        f"<title>{title}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    return "\n".join([*head, *elements(root, 0, 0, leaf), "</svg>\n"])


def leaves(node: Node) -> int:
    """How many leaves there are from a node on."""
    return sum(map(leaves, node.children)) or 1


def height_of(node: Node) -> int:
    """The height of a node with all below it, in pixels."""
    below = max((EDGE + height_of(it) for it in node.children), default=0)
    return ROW * len(node.edge + node.words) + below


def elements(node: Node, left: float, top: float, leaf: int) -> Iterator[str]:
    """A node, what is on the edge to it, and all below it."""
    middle = left + leaf * leaves(node) / 2
    for text, style in node.edge + node.words:
        top += ROW
        shown = re.sub(r"\b(alpha|beta|inf)\b|-", lambda it: SYMBOLS[it[0]], text)
        yield f'<text x="{middle:g}" y="{top - 6:g}" {STYLES[style]}>{shown}</text>'
    for child in node.children:
        x = left + leaf * leaves(child) / 2
        ends = f'x1="{middle:g}" y1="{top + 4:g}" x2="{x:g}" y2="{top + EDGE - 4:g}"'
        dashes = 'stroke-dasharray="6 6"' if child.is_cut else ""
        yield f'<line {ends} stroke="#6e7781" {dashes}/>'
        yield from elements(child, left, top + EDGE, leaf)
        left += leaf * leaves(child)


def rows_of(state: T3State) -> Words:
    """The board as rows of text."""
    return [(" ".join(str(it or ".") for it in row), BOARD) for row in state.board]


def game(state: T3State, path: list[T3Action], action: T3Action | None = None) -> Node:
    """The children along a path of actions, as boards."""
    turn = ending(state) if state.is_over() else TURNS[state.odd_turn]
    edge = [(str(action), FAINT)] if action else []
    node = Node(state, action, [*rows_of(state), (turn, "")], edge)
    for action, child in state.get_transitions() if path else []:
        below = path[1:] if action == path[0] else []
        node.children.append(game(child, below, action))
    return node


def name_of(action: T3Action, ply: int) -> tuple[str, str]:
    """An action, or its number alone where one cell is left."""
    return str(action.move() if ply else action), FAINT


def minimax(state: T3State, ply: int = 0) -> Node:
    """Exercise 1: the tree, with utilities for evens, who begin, and plies of the end."""
    utility, depth, best, _ = Distances(Clock()).evaluate(state)
    words = [(str(-utility if state.odd_turn else utility), ""), (f"ply {ply + depth}", "")]
    node = Node(state, None, words, [])
    for action, child in [] if state.is_over() else state.get_transitions():
        below = minimax(child, ply + 1)
        below.edge = [name_of(action, ply)]
        if ply == 0 and action == best:
            below.words = [(text, BOLD) for text, _ in below.words]
        node.children.append(below)
    return node


def alpha_beta(visit: Visit, ply: int = 0) -> Node:
    """Exercise 2: the window of each call, and what it returns, for the side to move."""
    sign = 1 if visit.maximise else -1
    alpha, beta = sorted((sign * visit.alpha, sign * visit.beta))
    at_least = "\u2265 " * bool(visit.skipped)
    node = Node(visit.state, None, [(f"{at_least}{sign * visit.result.utility}", "")], [])
    if visit.action:
        window = (f"alpha {alpha:g}", FAINT), (f"beta {beta:g}", FAINT)
        node.edge = [name_of(visit.action, ply - 1), *window]
    node.children = [alpha_beta(it, ply + 1) for it in visit.children]
    for action in visit.skipped:
        edge = [name_of(action, ply)]
        node.children.append(Node(visit.state, action, [("cut", FAINT)], edge, is_cut=True))
    return node


def naive(notation: str) -> Node:
    """What `explain --naive` prints as a tree, with boards."""
    root = tree_of(trace(T3State.from_notation(notation)), Distances(Clock()))
    waiting = [root]
    for node in waiting:
        below_action = 1 if node.action else 0
        node.words[below_action:below_action] = rows_of(node.state)
        waiting += node.children
    return root


def trees() -> dict[str, tuple[Node, int]]:
    """Each tree by its file's name, and the width of its leaves in pixels."""
    begun = T3State.from_notation("014/612/032 odds")
    exercise = T3State.from_notation("532/205/520 evens")
    trap = naive("261/001/000 evens")
    return {
        "game-tree": (game(begun, [T3Action(0, 0, 1), T3Action(0, 2, 6)]), 160),
        "exercise-1": (minimax(exercise), 88),
        "exercise-2": (alpha_beta(trace(exercise)), 88),
        "trap": (trap, 220),
        "trap-left": (trap.children[0], 220),
        "trap-right": (trap.children[1], 220),
        "reply": (naive("261/601/000 odds"), 220),
    }


if __name__ == "__main__":
    for name, (tree, leaf) in trees().items():
        svg = draw(tree, name.replace("-", " "), leaf)
        Path(sys.argv[1], f"{name}.svg").write_text(svg, "utf-8")
