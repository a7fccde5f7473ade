"""An explanation as text."""

import sys

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from t3_engine import Value
from t3_play.analysis import safe_actions
from t3_play.descriptions import gathered
from t3_play.drawing import LEGEND, Style, draw_board, glyphs_for
from t3_state import TURNS, T3State
from t3_tools.explain.explanation import Explanation, Refutations
from t3_tools.printing import COLOURS, table
from t3_tools.values import continuation, in_words

PLIES = "Ply 1 is the next action, ply 2 the reply, and so on. Moves are one side's own."

ORDER = (
    "The best comes first: highest utility (win, tie, loss), then smallest depth, then "
    "earliest action (column, row, number). The depth is the ply at which the game ends if "
    "both sides hurry, even the loser. A loser who resists may last longer."
)
"""The order of the actions, in words."""


def show(explanation: Explanation) -> RenderableType:
    """An explanation as text, without the position."""
    state = explanation.state
    first, *others = explanation.sentences
    words = Text.assemble((first, "bold"), " ", " ".join(others))
    title = "Game over" if state.is_over() else "What to play"
    parts: list[RenderableType] = [
        Panel(words, title=title, title_align="left", box=box.SQUARE),
    ]
    if explanation.lost and explanation.answers:
        parts.append(_refutations(explanation.lost, explanation.answers))
    if explanation.values:
        if explanation.line:
            short = "Shortest game by the tie-breaks (the loser does not resist)"
            title = short if explanation.lost else "Best play"
            parts += [heading(title), Text(continuation(state, explanation.line))]
        parts += [heading("Every action"), ORDER, _ranking(explanation.values)]
    return Group(*parts)


def position(state: T3State) -> RenderableType:
    """A position in one line, its board, and what the marks and plies mean."""
    notation = Text(f"{state.notation()}\n", style="bold")
    style = Style(glyphs_for(sys.stdout.encoding), colour=True)
    rows = draw_board(state, [], width=79, height=24, style=style)
    board = Text.from_ansi("\n".join(rows), no_wrap=True)
    return Group(notation, board, Text(f"\n{LEGEND}\n{PLIES}", style="dim"))


def heading(text: str) -> Text:
    """The heading of a section."""
    return Text(f"\n{text}", style="bold underline")


def _refutations(lost: T3State, answers: Refutations) -> RenderableType:
    """A table of refutations."""
    mover, opponent = TURNS[lost.odd_turn], TURNS[not lost.odd_turn]
    rows = table(f"if {mover} play", f"{opponent} answer", "and then")
    for (action, then), to in answers.items():
        rows.add_row(gathered(to), str(action), then)
    found = sum(map(len, answers.values()))
    safe, every = len(safe_actions(lost)), len(list(lost.get_transitions()))
    note = f"Whatever else {mover} play, {opponent} complete a line at once."
    if safe > found:
        note = f"Time ran out on {safe - found} more."
    return Group(rows, Text(note)) if every > found else rows


def _ranking(values: list[Value]) -> Table:
    """Every action, the best first."""
    rows = table("", "action", "result")
    for place, value in enumerate(values, start=1):
        result = Text(in_words(value), COLOURS[value.utility] if value.exact else "")
        rows.add_row(str(place), str(value.action), result)
    return rows
