"""A recorded search as a tree, with what it cut and why."""

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from t3_play.descriptions import completed
from t3_state import TURNS
from t3_tools.explain.recording import Visit
from t3_tools.printing import COLOURS

MOST_LINES = 100
"""A tree has at most this many lines, but at least one ply."""

LEGEND = (
    "Values are for {mover}: 1 they win, 0 a tie, -1 they lose. At each position {mover} "
    "take the highest (max), {other} the lowest (min). alpha is what {mover} already have "
    "by another action, beta the most that {other} allow, by another action of theirs. If "
    "a value is at most alpha or at least beta, it can't change the value at the top, so "
    "the search cuts the other actions there. The value is then a bound: at most or at "
    "least."
)

CUT = "magenta"
"""The colour of cuts."""


def readable(root: Visit) -> int:
    """How many plies of a search fit into MOST_LINES; at least one."""
    plies, lines, level = 0, 1, root.children
    while level:
        lines += sum(2 if visit.skipped() else 1 for visit in level)
        if lines > MOST_LINES and plies:
            break
        plies += 1
        level = [child for visit in level for child in visit.children]
    return plies


def legend(root: Visit) -> str:
    """What the words and numbers in a tree mean."""
    odd = root.state.odd_turn
    return LEGEND.format(mover=TURNS[odd], other=TURNS[not odd])


def draw(root: Visit, plies: int) -> RenderableType:
    """The first plies of a search as a tree."""
    drawn = Tree(label(root, plies > 0))
    _grow(drawn, root, plies)
    return drawn


def _grow(branch: Tree, visit: Visit, plies: int) -> None:
    """Add `plies` more plies below a visit, and its cuts."""
    if plies == 0:
        return
    for child in visit.children:
        _grow(branch.add(label(child, plies > 1)), child, plies - 1)
    if visit.skipped():
        branch.add(Text(cut_off(visit), CUT))


def label(visit: Visit, unfolded: bool) -> Text:
    """A visit on one line: action, window, value, and unless `unfolded` its size."""
    text = Text(f"{visit.action}: " if visit.action else "")
    if visit.children:
        side, aim = TURNS[visit.state.odd_turn], "max" if visit.maximise else "min"
        text.append(f"{side} ({aim}), alpha {visit.alpha}, beta {visit.beta}: ")
    else:
        text.append(f"{_end(visit)}: ")
    text.append(
        f"{visit.limit()}{visit.found.utility}", f"bold {COLOURS[visit.found.utility]}"
    )
    if visit.children and not unfolded:
        text.append(f" ({_note(visit)})", "dim")
    return text


def cut_off(visit: Visit) -> str:
    """The actions that a cut left out, and why they can't matter."""
    other = TURNS[not visit.state.odd_turn]
    left_out = visit.skipped()
    what = f"{left_out[0]} to {left_out[-1]}" if len(left_out) > 1 else f"{left_out[0]}"
    value = visit.found.utility
    if visit.maximise:
        why = f"raise {value}; by another action {other} allow only {visit.beta} (beta)"
    else:
        why = f"lower {value}; by another action {other} have {visit.alpha} (alpha)"
    return f"cut: {what} ({len(left_out)}). Could only {why}"


def _note(visit: Visit) -> str:
    """The size of a visit's subtree, or how the game ended there."""
    if not visit.children:
        return _end(visit)
    cut = len(visit.skipped())
    return f"{visit.size() - 1:,} below{f', {cut} cut' if cut else ''}"


def _end(visit: Visit) -> str:
    """How the game ended."""
    return completed(visit.state) if visit.state.is_win() else "a tie"
