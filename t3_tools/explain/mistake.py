"""Where the naive search goes wrong, and its values beside the exact ones."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from t3_engine import Value
from t3_play.analysis import Distances
from t3_play.descriptions import completed
from t3_state import TURNS, T3State
from t3_tools.explain.recording import Visit
from t3_tools.naive import Result
from t3_tools.printing import COLOURS, table
from t3_tools.values import best_play, evaluate_actions, in_words

LEGEND = (
    "Values are for {mover}: 1 a win, 0 a tie, -1 a loss. {Mover} take the highest "
    "(max), {other} the lowest (min).\n"
    "alpha: what {mover} can already force elsewhere; beta: what {other} can hold them "
    "to.\n"
    "A value of at most alpha, or at least beta, can't change the value at the top. So the "
    "search cuts the other actions there, and is left with a bound (at most, at least)."
)
OVER = "The game is over: there is nothing to search."
HARMLESS = "Both choose the same action here."


def way_to_mistake(root: Visit, search: Distances) -> list[Visit]:
    """The visits from the root to the cut that misled the naive search.

    Empty if the naive search chooses the exact action.
    """
    path, best = [root], exact(root, 0, search).action
    if root.result.action == best:
        return []
    while True:
        children = {child.action: child for child in path[-1].children}
        # If the chosen or the best action has a wrong value, follow it. Otherwise the best
        # action was cut here.
        for action in (path[-1].result.action, best):
            child = children.get(action)
            if child and child.result[:2] != exact(child, len(path), search)[:2]:
                break
        else:
            return path
        best = exact(child, len(path), search).action
        path.append(child)


def exact(visit: Visit, ply: int, search: Distances) -> Result:
    """The exact result for a position `ply` plies after the root."""
    value = search.evaluate(visit.state)
    sign = 1 if visit.maximise else -1
    return Result(sign * value.utility, ply + value.depth, value.action)


def compare(root: Visit, search: Distances) -> RenderableType:
    """The naive search beside the exact values, and where it goes wrong."""
    if not root.children:
        return Text(OVER)
    odd = root.state.odd_turn
    values = evaluate_actions(root.state, search)
    best = values[0]
    chosen = next(value for value in values if value.action == root.result.action)
    legend = Text(
        LEGEND.format(mover=TURNS[odd], Mover=TURNS[odd].title(), other=TURNS[not odd])
    )
    sides = _side_by_side(root, values)
    if chosen is best:
        return Group(legend, sides, Text(f"* marks the choice. {HARMLESS}"))
    same = in_words(chosen) == in_words(best)
    reason = "does too, and comes first" if same else in_words(best)
    words = (
        f"* marks the choice. The naive search plays {chosen.action}, which "
        f"{in_words(chosen)}: "
        f"{_continuation(root.state.get_next_state(chosen.action), search)}. "
        f"The best action is {best.action}, which {reason}. "
        "The tree shows where it goes wrong; end is the ply that ends the game."
    )
    return Group(
        legend, sides, Text(words), Text(), _trail(way_to_mistake(root, search), search)
    )


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


def _continuation(state: T3State, search: Distances) -> str:
    """Best play from a state, in words."""
    played = []
    for action in best_play(state, search):
        played.append(f"{TURNS[state.odd_turn]} play {action}")
        state = state.get_next_state(action)
    end = completed(state) if state.is_win() else "the game is a tie"
    return f"{', '.join(played)}, and {end}" if played else end


def _end(state: T3State) -> str:
    """How the game ended."""
    return completed(state) if state.is_win() else "a tie"


def _trail(path: list[Visit], search: Distances) -> Tree:
    """The visits that lead to the mistake, and its explanation, as a tree."""
    tree = branch = Tree(_label(path[0], 0, search))
    for ply, visit in enumerate(path[1:], start=1):
        branch = branch.add(_label(visit, ply, search))
    for child in path[-1].children:
        branch.add(_label(child, len(path), search))
    branch.add(Text(_cut_off(path[-1]), "magenta"))
    branch.add(Text(_verdict_on(path[-1], len(path) - 1, search), "bold red"))
    return tree


def _label(visit: Visit, ply: int, search: Distances) -> Text:
    """A visit on one line: action, window, the naive result and the exact one."""
    text = Text(f"{visit.action}: " if visit.action else "")
    if visit.children:
        side, aim = TURNS[visit.state.odd_turn], "max" if visit.maximise else "min"
        text.append(f"{side} ({aim}), alpha {visit.alpha}, beta {visit.beta}: ")
    else:
        text.append(f"{_end(visit.state)}: ")
    utility, end, _ = visit.result
    right = exact(visit, ply, search)
    text.append(f"{visit.limit}{utility}", f"bold {COLOURS[utility]}")
    ends = f"end {end}; exactly {right.utility}, end {right.end}"
    return text.append(", ").append(ends, COLOURS[right.utility])


def _cut_off(visit: Visit) -> str:
    """The actions that a cut left out, and why they can't matter."""
    other = TURNS[not visit.state.odd_turn]
    left_out = visit.skipped
    what = f"{left_out[0]} to {left_out[-1]}" if len(left_out) > 1 else f"{left_out[0]}"
    value = visit.result.utility
    if visit.maximise:
        why = f"raise {value}; {other} allow only {visit.beta} (beta)"
    else:
        why = f"lower {value}; {other} already have {visit.alpha} (alpha)"
    return f"cut: {what} ({len(left_out)}). These could only {why}"


def _verdict_on(visit: Visit, ply: int, search: Distances) -> str:
    """Why a visit, `ply` plies after the root, is wrong."""
    right = exact(visit, ply, search)
    bound = visit.limit
    wrong = "a bound" if bound else "the end of one line of play"
    return (
        f"HERE it mistakes {wrong} for an exact value. The cut left out "
        f"{TURNS[visit.state.odd_turn]}' {right.action}: value {right.utility}, end "
        f"{right.end}. The cut only needs the value to be {bound}{visit.result.utility}. "
        f"But the naive search also compares this end, {visit.result.end}, with the ends "
        "of other actions."
    )
