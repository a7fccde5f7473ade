"""Where the naive search goes wrong, and its values beside the exact ones."""

from itertools import starmap

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from t3_engine import Value
from t3_play.analysis import Distances
from t3_state import TURNS
from t3_tools.explain.trace import Visit
from t3_tools.explain.tree import Node, tree_of
from t3_tools.printing import COLOURS, table
from t3_tools.values import best_play, continuation, evaluate_actions, in_words

LEGEND = (
    "Values are for {0}: 1 a win, 0 a tie, -1 a loss. So {0} take the highest (max), {1} "
    "the lowest (min).\n"
    "alpha: what {0} can already force elsewhere; beta: what {1} can hold them to.\n"
    "A value of at most alpha, or at least beta, can't change the value at the top. So the "
    "search cuts the other actions there, and is left with a bound (at most, at least)."
)
OVER = "The game is over: there is nothing to search."
HARMLESS = "Both choose the same action here."


def compare(root: Visit, search: Distances) -> RenderableType:
    """The naive search beside the exact values, and where it goes wrong."""
    if not root.children:
        return Text(OVER)
    values = evaluate_actions(root.state, search)
    best = values[0]
    chosen = next(value for value in values if value.action == root.result.action)
    odd = root.state.odd_turn
    legend = Text(LEGEND.format(TURNS[odd], TURNS[not odd]))
    sides = _side_by_side(root, values)
    if chosen is best:
        return Group(legend, sides, Text(f"* marks the choice. {HARMLESS}"))
    after = root.state.get_next_state(chosen.action)
    reason = in_words(best) if chosen[:2] != best[:2] else "does too, and comes first"
    words = (
        f"* marks the choice. The naive search plays {chosen.action}, which "
        f"{in_words(chosen)}: "
        f"{continuation(after, best_play(after, search))}. "
        f"The best action is {best.action}, which {reason}. "
        "The tree shows where it goes wrong: after a cut, it compares a bound, or the "
        "ply at which one line of play ends, as if that were exact."
    )
    return Group(legend, sides, Text(words), Text(), _drawn(tree_of(root, search)))


def _side_by_side(root: Visit, values: list[Value]) -> Table:
    """A table of all actions: the exact value, the naive one, and the bound behind it."""
    children = {child.action: child for child in root.children}
    rows = table("action", "exact value", "naive search", "utility found")
    for value in values:
        child = children[value.action]
        guess = Value(child.result.utility, child.result.end, child.action)
        done, cut = len(child.children), len(child.skipped)
        seen = f" ({done} of {done + cut} searched)" if cut else ""
        if child.says_nothing:
            seen = " (no information)"
        rows.add_row(
            str(value.action),
            _marked(value, value is values[0]),
            _marked(guess, child.action == root.result.action),
            f"{child.limit}{guess.utility}{seen}",
        )
    return rows


def _marked(value: Value, chosen: bool) -> Text:
    """A value in words, marked with * if it was chosen."""
    return Text(f"{in_words(value)}{' *' if chosen else ''}", COLOURS[value.utility])


def _drawn(node: Node) -> Tree:
    """A tree as text: for each position a line of words, and one about its edge."""
    lines = [Text(", ").join(starmap(Text, it)) for it in (node.words, node.edge)]
    tree = Tree(Text("\n").join(lines))
    tree.children = list(map(_drawn, node.children))
    return tree
