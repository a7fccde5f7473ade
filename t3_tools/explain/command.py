"""`explain`: what to play in a position and why, and how a search goes."""

import argparse

from rich import box
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from t3_play.reading import seconds, value_of
from t3_play.words import gathered, in_words
from t3_state import TURNS, InvalidBoardError, T3Action, T3State, is_odds
from t3_tools.explain.advice import Answer, safe_actions, threat_report
from t3_tools.explain.drawing import draw, legend, readable
from t3_tools.explain.explanation import Explanation, explain, explanation_json, tie_breaks
from t3_tools.explain.mistake import compare, textbook_json
from t3_tools.explain.recording import record, tree_json
from t3_tools.options import UsageError, add_json, add_svg, whole_number
from t3_tools.output import COLOURS, save_svg, say, say_json, table

HELP = "what to play in a position, and why"
EXAMPLES = """\
  python -m t3_tools explain "261/001/000 evens"
  python -m t3_tools explain "261/351/000 evens" --tree
  python -m t3_tools explain "120/000/000 evens" --textbook --svg show-case.svg
  python -m t3_tools explain "00000/00000/00600/00050/00000 evens" --time-limit 5

A position is the rows from the top, 0 for an empty cell, and whose turn it is. An action
(1,2) = 3 is column 1, row 2, number 3; columns and rows count from 0.
"""

TIME_LIMIT = 60
"""Seconds for the values, unless told otherwise; up to 4 x 4 one is enough."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "position", nargs="+", metavar="POSITION", help="such as 120/000/000 evens"
    )
    parser.add_argument(
        "--tree",
        action="store_true",
        help="show the alpha-beta search too, of a position with up to 6 empty cells or so",
    )
    parser.add_argument(
        "--depth",
        type=whole_number,
        metavar="PLIES",
        help="how much of the tree (default: as much as is read easily)",
    )
    parser.add_argument(
        "--textbook",
        action="store_true",
        help="compare with the textbook search, and show where that goes wrong",
    )
    parser.add_argument(
        "--time-limit",
        type=value_of(seconds),
        default=TIME_LIMIT,
        metavar="SECONDS",
        help="for the values (default: %(default)s); what is not proven by then is marked",
    )
    add_svg(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Explain a position."""
    if options.depth and not options.tree:
        raise UsageError("--depth is of the tree: it goes with --tree")
    try:
        state = T3State.from_notation(" ".join(options.position))
    except InvalidBoardError as error:
        raise UsageError(str(error)) from None
    with Console(stderr=True).status("Thinking. Ctrl-C ends it."):
        root = record(state) if options.tree or options.textbook else None
        found = explain(state, options.time_limit)
    content, known = show(found), explanation_json(found)
    if root:
        content = Group(content, _heading("Alpha-beta"), legend(root))
    if root and options.tree:
        plies = options.depth or readable(root)
        content = Group(content, _heading("Its tree"), draw(root, plies))
        known["tree"] = tree_json(root, plies)
    if root and options.textbook:
        content = Group(content, _heading("The textbook"), compare(root))
        known["textbook"] = textbook_json(root)
    if options.json:
        say_json(known)
    else:
        say(content)
    if options.svg:
        save_svg(content, options.svg, f"T3: {state.notation()}")
    return 0


def show(found: Explanation) -> RenderableType:
    """An explanation to be read."""
    state = found.state
    first, *others = found.sentences
    words = Text.assemble((first, "bold"), " ", " ".join(others))
    parts: list[RenderableType] = [
        Text(f"{state.notation()}\n", style="bold"),
        _board(state),
        Panel(words, title="What to play", title_align="left", box=box.SQUARE),
    ]
    if found.lost and found.answers:
        parts.append(_refutations(found.lost, found.answers))
    if found.values:
        parts += [_heading("Threats"), Text("\n".join(threat_report(state)))]
        if found.line:
            note = ", and the loser makes it short too" if found.lost else ""
            parts += [_heading(f"Best play{note}"), _boards(state, found.line)]
        parts += [_heading("Every action"), _ranking(found)]
    return Group(*parts)


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold underline")


def _board(state: T3State, last: T3Action | None = None) -> Table:
    """The board; a number of evens is in parentheses, the one placed last in > <."""
    size = state.size
    drawn = Table(box=box.SQUARE, show_lines=True, padding=0)
    drawn.add_column("")
    for col in range(size):
        drawn.add_column(str(col), justify="center", min_width=3)
    for row in range(size):
        cells = []
        for col, number in enumerate(state.board[row]):
            marks, style = (" %d ", "cyan") if is_odds(number) else ("(%d)", "yellow")
            if last and (col, row) == (last.col(), last.row()):
                marks, style = ">%d<", f"bold {style}"
            cells.append(Text(marks % number, style) if number else Text(" . ", "dim"))
        drawn.add_row(str(row), *cells)
    return drawn


def _boards(state: T3State, line: list[T3Action]) -> RenderableType:
    """A line of play, board by board."""
    shown = []
    for ply, action in enumerate(line, start=1):
        title = f"{ply}. {TURNS[state.odd_turn]} {action}"
        state = state.get_next_state(action)
        shown.append(Group(Text(title), _board(state, action)))
    return Columns(shown, padding=(0, 3))


def _refutations(lost: T3State, found: list[Answer]) -> RenderableType:
    """What answers the attempts of the side to move, which is lost; alike ones in a row."""
    mover, opponent = TURNS[lost.odd_turn], TURNS[not lost.odd_turn]
    rows: dict[tuple[T3Action, str], list[T3Action]] = {}
    for answer in found:
        rows.setdefault((answer.action, answer.then), []).append(answer.to)
    shown = table(f"if {mover} play", f"{opponent} answer", "and then")
    for (action, then), attempts in rows.items():
        shown.add_row(gathered(attempts), str(action), then)
    safe, every = len(safe_actions(lost)), len(list(lost.get_transitions()))
    note = f"Whatever else {mover} play, {opponent} complete a line at once."
    if safe > len(found):
        note = f"The time did not suffice for {safe - len(found)} more."
    return Group(shown, Text(note)) if every > len(found) else shown


def _ranking(found: Explanation) -> Table:
    """Every action, the best first, and what puts it before the next."""
    shown = table("", "action", "result", "before the next by", "best reply")
    reasons = tie_breaks(found.values)
    for place, (value, reason) in enumerate(zip(found.values, reasons), start=1):
        shown.add_row(
            str(place),
            str(value.action),
            Text(in_words(value), COLOURS[value.utility] if value.exact else ""),
            reason,
            str(found.replies.get(value.action, "")),
        )
    return shown
