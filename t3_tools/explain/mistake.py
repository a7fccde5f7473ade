"""Where the textbook search goes wrong, and its values beside the exact ones."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from t3_play.analysis import best_play, evaluate_actions
from t3_play.descriptions import completed
from t3_player import Clock, Evaluation, T3Player
from t3_state import TURNS
from t3_tools.explain.drawing import CUT, cut_off, label
from t3_tools.explain.recording import Visit
from t3_tools.printing import COLOURS, table
from t3_tools.textbook import Found
from t3_tools.values import in_words

OVER = "The game is over: there is nothing to search."
HARMLESS = "which is the exact one for both, so the cuts did no harm."


def way_to_mistake(root: Visit) -> list[Visit]:
    """The visits from the root to the cut that misled the textbook.

    Empty if the textbook chooses the exact action.
    """
    path, found = [root], exact(root, 0)
    if root.found.action == found.action:
        return []
    while True:
        children = {child.action: child for child in path[-1].children}
        # If the chosen or the best action has a wrong value, follow it. Otherwise the best
        # action was cut here.
        for action in (path[-1].found.action, found.action):
            child = children.get(action)
            if child and child.found[:2] != exact(child, len(path))[:2]:
                break
        else:
            return path
        found = exact(child, len(path))
        path.append(child)


def exact(visit: Visit, ply: int) -> Found:
    """The exact result for a position `ply` plies after the root."""
    value = T3Player().evaluate(visit.state)
    sign = 1 if visit.maximise else -1
    return Found(sign * value.utility, ply + value.depth, value.action)


def compare(root: Visit) -> RenderableType:
    """The textbook's search beside the exact values, and where it goes wrong."""
    if not root.children:
        return Text(OVER)
    values = evaluate_actions(root.state)
    best = values[0]
    chosen = next(value for value in values if value.action == root.found.action)
    shown = _side_by_side(root, values)
    if chosen is best:
        return Group(shown, Text(f"* marks the choice, {HARMLESS}"))
    words = f"* marks the choice. {_difference(root, chosen, best)}"
    return Group(shown, Text(words), Text(), _trail(way_to_mistake(root)))


def _difference(root: Visit, chosen: Evaluation, best: Evaluation) -> str:
    """The textbook's choice and the right one, in words."""
    also = " too, and comes first" if in_words(chosen) == in_words(best) else ""
    return (
        f"The textbook plays {chosen.action}, which {in_words(chosen)}: "
        f"{_continuation(root, chosen)}. "
        f"Right is {best.action}, which {in_words(best)}{also}. "
        "The tree shows where it goes wrong; end is the ply that ends the game."
    )


def _side_by_side(root: Visit, values: list[Evaluation]) -> Table:
    """A table of all actions: the exact value, the textbook's, and the bound behind it."""
    children = {child.action: child for child in root.children}
    shown = table("action", "exactly", "the textbook", "utility found")
    for value in values:
        child = children[value.action]
        guess = Evaluation(child.found.utility, child.found.end, child.action)
        done, cut = len(child.children), len(child.skipped())
        seen = f" ({done} of {done + cut} searched)" if cut else ""
        shown.add_row(
            str(value.action),
            _marked(value, value is values[0]),
            _marked(guess, child.action == root.found.action),
            f"{child.limit()}{guess.utility}{seen}",
        )
    return shown


def _marked(value: Evaluation, chosen: bool) -> Text:
    """A value in words, marked with * if it was chosen."""
    return Text(f"{in_words(value)}{' *' if chosen else ''}", COLOURS[value.utility])


def _continuation(root: Visit, chosen: Evaluation) -> str:
    """Best play after an action, in words."""
    state = root.state.get_next_state(chosen.action)
    played = []
    for action in best_play(state, Clock()):
        played.append(f"{TURNS[state.odd_turn]} {action}")
        state = state.get_next_state(action)
    end = completed(state) if state.is_win() else "a tie"
    return ", ".join([*played, end])


def _trail(path: list[Visit]) -> Tree:
    """The visits that lead to the mistake, and its explanation, as a tree."""
    drawn = branch = Tree(_against_exact(path[0], 0))
    for ply, visit in enumerate(path[1:], start=1):
        branch = branch.add(_against_exact(visit, ply))
    for child in path[-1].children:
        branch.add(_against_exact(child, len(path)))
    branch.add(Text(cut_off(path[-1]), CUT))
    branch.add(Text(_verdict_on(path), "bold red"))
    return drawn


def _against_exact(visit: Visit, ply: int) -> Text:
    """A visit on one line, with the textbook's result and the exact one."""
    style = COLOURS[exact(visit, ply).utility]
    return label(visit, True).append(", ").append(_ends(visit, ply), style)


def _ends(visit: Visit, ply: int) -> str:
    """The end of the game after a visit, by the textbook and exactly."""
    right = exact(visit, ply)
    return f"end {visit.found.end}; exactly {right.utility}, end {right.end}"


def _verdict_on(path: list[Visit]) -> str:
    """Why the last visit is wrong."""
    visit, ply = path[-1], len(path) - 1
    right, found = exact(visit, ply), visit.found
    side = TURNS[visit.state.odd_turn]
    known = visit.limit()
    wrong = "a bound" if known else "the end of one line of play"
    return (
        f"HERE it takes {wrong} for exact. The cut left out {right.action} of {side}: "
        f"value {right.utility}, end {right.end}. For the cut it is enough that the value "
        f"is {known}{found.utility}. But the textbook also compares this end, {found.end}, "
        "with the ends of other actions."
    )
