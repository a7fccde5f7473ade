"""The part of a traced search that shows where it went wrong, as a tree."""

from dataclasses import dataclass, field

from t3_play.analysis import Distances
from t3_player import LOSS
from t3_state import TURNS, T3Action, T3State
from t3_tools.explain.trace import Visit
from t3_tools.naive import NaiveResult
from t3_tools.printing import COLOURS

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
