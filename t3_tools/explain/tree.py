"""Alpha-beta looked at: its tree, what it cut and why, and where the textbook goes wrong.

Values are for the side that begins the search: 1 it wins, 0 a tie, -1 it loses. On utility
alone the textbook's alpha-beta is sound. So one search that was recorded shows both: the
sound one, and the textbook, which also compares the ends of what are only bounds.
"""

import math
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from t3_clock import Clock
from t3_play.analysis import best_play
from t3_play.words import completed, in_words
from t3_player import LOSS, WIN, Evaluation, T3Player
from t3_state import TURNS, T3Action, T3State
from t3_tools.options import UsageError
from t3_tools.output import COLOURS, facts, table
from t3_tools.textbook import Found, Visit, search

MOST_POSITIONS = 100_000
"""The size of the biggest tree that is looked at."""

MOST_LINES = 100
"""Unless told how many plies of a tree to show, it is as many as fit into so many lines."""

LEGEND = (
    "Values are for {mover}: 1 they win, 0 a tie, -1 they lose. At each position {mover} "
    "take the highest (max), {other} the lowest (min). alpha is what {mover} are sure of "
    "elsewhere already, beta what {other} can hold them to elsewhere. A value that is not "
    "above alpha, or not below beta, changes nothing: what could only push it further "
    "that way is cut, and what is left is a bound, at most or at least the value."
)


def record(state: T3State) -> Visit:
    """The search of a state; raises UsageError if it is a big one."""
    positions = 0

    def count() -> None:
        nonlocal positions
        positions += 1
        if positions > MOST_POSITIONS:
            raise too_big

    too_big = UsageError(
        f"{state.notation()}: a tree of more than {MOST_POSITIONS:,} positions; boards "
        "with up to 6 empty cells will do"
    )
    root = Visit(state)
    try:
        root.found = search(state, visit=count, record=root)
    except RecursionError:  # a big board, before so many were counted
        raise too_big from None
    return root


def skipped(visit: Visit) -> list[T3Action]:
    """The actions that a cut left out."""
    if not visit.children:
        return []
    return [action for action, _ in visit.state.get_transitions()][len(visit.children) :]


def bounds(visit: Visit) -> tuple[int, int]:
    """A lower and an upper bound of a utility, by what was searched."""
    if not visit.children:
        return visit.found.utility, visit.found.utility
    limits = [bounds(child) for child in visit.children]
    if skipped(visit):
        limits.append((LOSS, WIN))
    lower, upper = zip(*limits)
    choose = max if visit.maximise else min
    return choose(lower), choose(upper)


def size(visit: Visit) -> int:
    """The number of positions searched, this one included."""
    return 1 + sum(size(child) for child in visit.children)


def readable(root: Visit) -> int:
    """How many plies of a search fit into MOST_LINES, one at least."""
    plies, lines, level = 0, 1, root.children
    while level:
        lines += sum(2 if skipped(visit) else 1 for visit in level)
        if lines > MOST_LINES and plies:
            break
        plies += 1
        level = [child for visit in level for child in visit.children]
    return plies


def legend(root: Visit) -> Text:
    """What the words and numbers in a tree mean."""
    odd = root.state.odd_turn
    return Text(LEGEND.format(mover=TURNS[odd], other=TURNS[not odd]))


def draw(root: Visit, plies: int) -> RenderableType:
    """The first plies of a search as a tree."""
    drawn = Tree(_label(root, plies > 0))
    _grow(drawn, root, plies)
    return drawn


def _grow(branch: Tree, visit: Visit, plies: int) -> None:
    """Add so many plies of what comes after a visit, and what was cut."""
    if plies == 0:
        return
    for child in visit.children:
        _grow(branch.add(_label(child, plies > 1)), child, plies - 1)
    if skipped(visit):
        branch.add(_cut(visit))


def _label(visit: Visit, unfolded: bool) -> Text:
    """A visit in one line: how it was reached, its window, its value.

    If it is not unfolded, so that what comes after it is not to be seen, its size too.
    """
    text = Text(f"{visit.action}: " if visit.action else "")
    if visit.children:
        side, aim = TURNS[visit.state.odd_turn], "max" if visit.maximise else "min"
        text.append(f"{side} ({aim}), alpha {visit.alpha}, beta {visit.beta}: ")
    else:
        text.append(f"{completed(visit.state) if visit.state.is_win() else 'a tie'}: ")
    text.append(
        f"{limit(visit)}{visit.found.utility}", f"bold {COLOURS[visit.found.utility]}"
    )
    if visit.children and not unfolded:
        cut = len(skipped(visit))
        more = f"{size(visit) - 1:,} below{f', {cut} cut' if cut else ''}"
        text.append(f" ({more})", "dim")
    return text


def limit(visit: Visit) -> str:
    """What the search knows of a utility: "at most", "at least", or nothing: the value."""
    lower, upper = bounds(visit)
    if lower == upper:
        return ""
    return "at most " if visit.found.utility == upper else "at least "


def _cut(visit: Visit) -> Text:
    """What a cut left out of a position, and why that can't matter."""
    mover, other = TURNS[visit.state.odd_turn], TURNS[not visit.state.odd_turn]
    left_out = skipped(visit)
    what = f"{left_out[0]} to {left_out[-1]}" if len(left_out) > 1 else f"{left_out[0]}"
    value = visit.found.utility
    if visit.maximise:
        why = (
            f"raise {value}, and {other} can hold {mover} to {visit.beta} elsewhere (beta)"
        )
    else:
        why = f"lower {value}, and {other} are sure of {visit.alpha} elsewhere (alpha)"
    return Text(f"cut: {what} ({len(left_out)}). Could only {why}", "magenta")


def mistake(root: Visit) -> list[Visit]:
    """The way to where the textbook goes wrong: from the root to the cut that misled it.

    Empty if it chooses the exact action.
    """
    path, found = [root], exact(root, 0)
    if root.found.action == found.action:
        return []
    while True:
        children = {child.action: child for child in path[-1].children}
        # Either what was chosen is not what it seemed, or what is best is not; or else
        # what is best was not looked at.
        for action in (path[-1].found.action, found.action):
            child = children.get(action)
            if child and child.found[:2] != exact(child, len(path))[:2]:
                break
        else:
            return path
        found = exact(child, len(path))
        path.append(child)


def exact(visit: Visit, ply: int) -> Found:
    """What a search that is exact would return for a position."""
    value = T3Player().evaluate(visit.state)
    sign = 1 if visit.maximise else -1
    return Found(sign * value.utility, ply + value.depth, value.action)


def compare(root: Visit) -> RenderableType:
    """The textbook's search beside the exact values, and where it goes wrong."""
    if not root.children:
        return Text("The game is over: there is nothing to search.")
    values = T3Player().evaluate_actions(root.state)
    best = values[0]
    chosen = next(value for value in values if value.action == root.found.action)
    shown = _side_by_side(root, values)
    if chosen is best:
        return Group(
            shown, Text("* its choice. Both are the same: the bounds did no harm.")
        )
    also = " too, and comes before it" if in_words(chosen) == in_words(best) else ""
    words = (
        f"* its choice. The textbook plays {chosen.action}, which {in_words(chosen)}: "
        f"{_continuation(root, chosen)}. "
        f"Right is {best.action}, which {in_words(best)}{also}. "
        "Where it goes wrong (end: the ply with which the game ends):"
    )
    return Group(shown, Text(words), Text(), _trail(mistake(root)))


def _side_by_side(root: Visit, values: list[Evaluation]) -> Table:
    """What the textbook says of each action, and what it knows, beside the exact values."""
    children = {child.action: child for child in root.children}
    shown = table("action", "exactly", "the textbook", "its utility is")
    for value in values:
        child = children[value.action]
        guess = Evaluation(child.found.utility, child.found.end, child.action)
        done, cut = len(child.children), len(skipped(child))
        seen = f": {done} of {done + cut} searched" if cut else ""
        shown.add_row(
            str(value.action),
            _marked(value, value is values[0]),
            _marked(guess, child.action == root.found.action),
            f"{limit(child)}{guess.utility}{seen}",
        )
    return shown


def _marked(value: Evaluation, chosen: bool) -> Text:
    """A value in words, with a mark if it was chosen."""
    return Text(f"{in_words(value)}{' *' if chosen else ''}", COLOURS[value.utility])


def _continuation(root: Visit, chosen: Evaluation) -> str:
    """How the game goes on after an action at best, in words."""
    state = root.state.get_next_state(chosen.action)
    played = []
    for action in best_play(state, Clock()):
        played.append(f"{TURNS[state.odd_turn]} {action}")
        state = state.get_next_state(action)
    end = completed(state) if state.is_win() else "a tie"
    return ", ".join([*played, end])


def _trail(path: list[Visit]) -> Tree:
    """The way to a mistake, and what happened there."""
    drawn = branch = Tree(_against_exact(path[0], 0))
    for ply, visit in enumerate(path[1:], start=1):
        branch = branch.add(_against_exact(visit, ply))
    for child in path[-1].children:
        branch.add(_against_exact(child, len(path)))
    branch.add(_cut(path[-1]))
    branch.add(Text(_verdict_on(path), "bold red"))
    return drawn


def _against_exact(visit: Visit, ply: int) -> Text:
    """A visit in one line, with what the textbook made of it and what is exact."""
    right = exact(visit, ply)
    text = _label(visit, True).append(f", end {visit.found.end}; ")
    return text.append(f"exactly {right.utility}, end {right.end}", COLOURS[right.utility])


def _verdict_on(path: list[Visit]) -> str:
    """What is wrong at the end of the way to a mistake."""
    visit, ply = path[-1], len(path) - 1
    right, found = exact(visit, ply), visit.found
    side = TURNS[visit.state.odd_turn]
    known = limit(visit)
    wrong = "a bound" if known else "the end of some play"
    return (
        f"HERE {wrong} is taken for a value. What was cut has {right.action}, with which "
        f"{side} get {right.utility}, end {right.end}. That the utility is {known}"
        f"{found.utility} suffices for the cut, but the textbook goes on to compare end "
        f"{found.end} with that of other actions."
    )


def tree_facts(visit: Visit, plies: int) -> dict[str, Any]:
    """The first plies of a search for JSON; an infinite bound is null."""
    lower, upper = bounds(visit)
    known: dict[str, Any] = {
        "action": visit.action and facts(visit.action),
        "maximise": visit.maximise,
        "alpha": None if math.isinf(visit.alpha) else visit.alpha,
        "beta": None if math.isinf(visit.beta) else visit.beta,
        "utility": visit.found.utility,
        "lower": lower,
        "upper": upper,
        "positions": size(visit),
        "cut": [facts(action) for action in skipped(visit)],
    }
    if plies:
        known["children"] = [tree_facts(child, plies - 1) for child in visit.children]
    return known


def textbook_facts(root: Visit) -> dict[str, Any]:
    """What the textbook makes of a position, for JSON."""
    return {
        "action": root.found.action and facts(root.found.action),
        "actions": [
            {
                "action": child.action and facts(child.action),
                "utility": child.found.utility,
                "depth": child.found.end,
                "lower": bounds(child)[0],
                "upper": bounds(child)[1],
                "cut": len(skipped(child)),
            }
            for child in root.children
        ],
        "mistake": [visit.action and facts(visit.action) for visit in mistake(root)[1:]],
    }
