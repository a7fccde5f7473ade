"""Where the naive search goes wrong, in words and as a tree, and what it found."""

from dataclasses import dataclass, field
from itertools import starmap

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from t3_engine import Value
from t3_play.analysis import Distances
from t3_player import LOSS
from t3_state import TURNS, T3Action, T3State
from t3_tools.explain.trace import Visit
from t3_tools.naive import NaiveResult
from t3_tools.printing import COLOURS
from t3_tools.values import best_play, evaluate_actions, in_words

LEGEND = (
    "Values are for {0} everywhere, not for the side to move: 1 a win, 0 a tie, -1 a loss. "
    "So {0} take the highest (max), {1} the lowest (min).\n"
    "alpha: what {0} can already force elsewhere; beta: what {1} can hold them to.\n"
    "A value of at most alpha, or at least beta, can't change the value at the top. So the "
    "search cuts the other actions there, and is left with a bound (at most, at least)."
)
HARMLESS = "Both choose the same action here."

BOLD, CUT, FAINT = "bold", "magenta", "dim"
"""The styles of an action, of what a cut left out, and of what is only counted."""

Words = list[tuple[str, str]]
"""Short texts, each with its style."""


@dataclass
class Node:
    """A position in the tree."""

    state: T3State
    action: T3Action | None
    """The action that led here; None at the root."""
    words: Words
    """That action, who moves, the exact result, and how many children are not shown."""
    edge: Words
    """The window in which the position was searched, and what the search returned."""
    is_cut: bool = False
    children: list["Node"] = field(default_factory=list)


def compare(root: Visit, search: Distances) -> RenderableType:
    """Where the naive search goes wrong, in words and as a tree; the game is not over."""
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
        f"{best_play(after, search)}. "
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


def tree_of(visit: Visit, search: Distances, ply: int = 0) -> Node:
    """The node of a visit, `ply` plies after the root, with all below it that is shown.

    Below the root, and below each position whose value the search got wrong, stand the best
    action and the one chosen. So the tree leads to the cuts that misled the search, what it
    saw there, and the best action that it cut.
    """
    utility, depth, action, _ = search.evaluate(visit.state)
    right = NaiveResult(utility if visit.maximise else -utility, ply + depth, action)
    found = visit.result
    node = Node(visit.state, visit.action, _words(visit, right), _edge(visit))
    if ply > 1 and found[:2] == right[:2]:
        # Why it is right shows only if the game ends with the next action.
        chosen = [it for it in visit.children if it.action == found.action]
        node.children = [tree_of(it, search, ply + 1) for it in chosen if not it.children]
        return node
    shown = [it for it in visit.children if it.action in (found.action, right.action)]
    node.children = [tree_of(it, search, ply + 1) for it in shown]
    if others := len(visit.children) - len(shown):
        node.words.append((f"{others} more searched", FAINT))
    cut = len(visit.skipped)
    if right.action and right.action in visit.skipped:
        child, cut = visit.state.get_next_state(right.action), cut - 1
        end = ending(child) if child.is_over() else f"exact: {_value(right)}"
        words = [(str(right.action), BOLD), (end, COLOURS[right.utility])]
        edge = [("cut, never seen", CUT)]
        node.children.append(Node(child, right.action, words, edge, is_cut=True))
    if cut:
        more = " more" if cut < len(visit.skipped) else ""
        node.words.append((f"{cut}{more} cut", CUT))
    return node


def _words(visit: Visit, right: NaiveResult) -> Words:
    words = [(str(visit.action), BOLD)] if visit.action else []
    if not visit.children:
        return [*words, (ending(visit.state), COLOURS[right.utility])]
    side, aim = TURNS[visit.state.odd_turn], "max" if visit.maximise else "min"
    words.append((f"{side} to move ({aim})", ""))
    if visit.action:
        return [*words, (f"exact: {_value(right)}", COLOURS[right.utility])]
    actions = f"exact: {right.action}", f"naive: {visit.result.action}"
    return [*words, *((it, "") for it in actions)]


def _edge(visit: Visit) -> Words:
    found = visit.result
    words = [
        (f"alpha = {visit.alpha}, beta = {visit.beta}", ""),
        (f"returns {visit.limit}{_value(found)}", COLOURS[found.utility]),
    ]
    return [*words, ("no information", COLOURS[LOSS])] if visit.says_nothing else words


def _value(result: NaiveResult) -> str:
    """A utility and the ply at which the game ends."""
    return f"{result.utility} at ply {result.end}"


def ending(state: T3State) -> str:
    """How the game ended in a state that is over."""
    winner = state.winner()
    return f"{winner} have won" if winner else "a tie"


def _drawn(node: Node) -> Tree:
    """A tree as text: for each position a line of words, and one about its edge."""
    lines = [Text(", ").join(starmap(Text, it)) for it in (node.words, node.edge)]
    tree = Tree(Text("\n").join(lines))
    tree.children = list(map(_drawn, node.children))
    return tree
