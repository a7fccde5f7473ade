"""Where the naive search goes wrong, and what it found of each action."""

from itertools import starmap

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from t3_engine import Value
from t3_play.analysis import Distances
from t3_state import TURNS
from t3_tools.explain.trace import Visit
from t3_tools.explain.tree import Node, tree_of
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
    """Where the naive search goes wrong, in words and as a tree."""
    if not root.children:
        return Text(OVER)
    values = evaluate_actions(root.state, search)
    best = values[0]
    chosen = next(value for value in values if value.action == root.result.action)
    odd = root.state.odd_turn
    legend = Text(LEGEND.format(TURNS[odd], TURNS[not odd]))
    if chosen is best:
        return Group(legend, Text(HARMLESS))
    after = root.state.get_next_state(chosen.action)
    reason = in_words(best) if chosen[:2] != best[:2] else "does too, and comes first"
    words = (
        f"The naive search plays {chosen.action}, which "
        f"{in_words(chosen)}: "
        f"{continuation(after, best_play(after, search))}. "
        f"The best action is {best.action}, which {reason}. "
        "The tree shows where it goes wrong: after a cut, it compares a bound, or the "
        "ply at which one line of play ends, as if that were exact."
    )
    return Group(legend, Text(words), Text(), _drawn(tree_of(root, search)))


def found(visit: Visit) -> tuple[Value, str]:
    """What the naive search found of an action, and the bound on the utility behind it."""
    guess = Value(visit.result.utility, visit.result.end, visit.action)
    done, cut = len(visit.children), len(visit.skipped)
    seen = f" ({done} of {done + cut} searched)" if cut else ""
    if visit.says_nothing:
        seen = " (no information)"
    return guess, f"{visit.limit}{guess.utility}{seen}"


def _drawn(node: Node) -> Tree:
    """A tree as text: for each position a line of words, and one about its edge."""
    lines = [Text(", ").join(starmap(Text, it)) for it in (node.words, node.edge)]
    tree = Tree(Text("\n").join(lines))
    tree.children = list(map(_drawn, node.children))
    return tree
