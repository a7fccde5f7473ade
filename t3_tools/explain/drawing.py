"""A recorded search drawn as a tree, with what it cut and why."""

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from t3_play.words import completed
from t3_state import TURNS
from t3_tools.explain.recording import Visit
from t3_tools.output import COLOURS

MOST_LINES = 100
"""Unless told how many plies of a tree to show, it is as many as fit into so many lines."""

LEGEND = (
    "Values are for {mover}: 1 they win, 0 a tie, -1 they lose. At each position {mover} "
    "take the highest (max), {other} the lowest (min). alpha is what {mover} are sure of "
    "elsewhere already, beta what {other} can hold them to elsewhere. A value that is not "
    "above alpha, or not below beta, changes nothing: what could only push it further "
    "that way is cut, and what is left is a bound, at most or at least the value."
)


def readable(root: Visit) -> int:
    """How many plies of a search fit into MOST_LINES, one at least."""
    plies, lines, level = 0, 1, root.children
    while level:
        lines += sum(2 if visit.skipped() else 1 for visit in level)
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
    drawn = Tree(label(root, plies > 0))
    _grow(drawn, root, plies)
    return drawn


def _grow(branch: Tree, visit: Visit, plies: int) -> None:
    """Add so many plies of what comes after a visit, and what was cut."""
    if plies == 0:
        return
    for child in visit.children:
        _grow(branch.add(label(child, plies > 1)), child, plies - 1)
    if visit.skipped():
        branch.add(cut_off(visit))


def label(visit: Visit, unfolded: bool) -> Text:
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
        f"{visit.limit()}{visit.found.utility}", f"bold {COLOURS[visit.found.utility]}"
    )
    if visit.children and not unfolded:
        cut = len(visit.skipped())
        more = f"{visit.size() - 1:,} below{f', {cut} cut' if cut else ''}"
        text.append(f" ({more})", "dim")
    return text


def cut_off(visit: Visit) -> Text:
    """What a cut left out of a position, and why that can't matter."""
    mover, other = TURNS[visit.state.odd_turn], TURNS[not visit.state.odd_turn]
    left_out = visit.skipped()
    what = f"{left_out[0]} to {left_out[-1]}" if len(left_out) > 1 else f"{left_out[0]}"
    value = visit.found.utility
    if visit.maximise:
        why = (
            f"raise {value}, and {other} can hold {mover} to {visit.beta} elsewhere (beta)"
        )
    else:
        why = f"lower {value}, and {other} are sure of {visit.alpha} elsewhere (alpha)"
    return Text(f"cut: {what} ({len(left_out)}). Could only {why}", "magenta")
