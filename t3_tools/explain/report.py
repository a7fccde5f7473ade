"""An explanation as text."""

import sys

from rich.console import Group, RenderableType
from rich.text import Text

from t3_engine import Value
from t3_play.descriptions import gathered
from t3_play.drawing import LEGEND, Style, draw_board, glyphs_for
from t3_state import TURNS, T3State
from t3_tools.explain.explanation import Explanation, Refutations
from t3_tools.explain.mistake import found
from t3_tools.explain.trace import Visit
from t3_tools.printing import COLOURS, table
from t3_tools.values import continuation, in_words

PLIES = "Ply 1 is the next action, ply 2 the reply, and so on. Moves are one side's own."

ORDER = (
    "The best comes first: highest utility (win, tie, loss), then smallest depth, then "
    "earliest action (column, row, number). The depth is the ply at which the game ends if "
    "both sides hurry, even the loser. A loser who resists may last longer."
)
"""The order of the actions, in words."""


def show(explanation: Explanation, naive: Visit | None) -> RenderableType:
    """An explanation as text, without the position; `naive` is a trace to compare with."""
    state = explanation.state
    first, *others = explanation.sentences
    words = Text.assemble((first, "bold"), " ", " ".join(others))
    title = "Game over" if state.is_over() else "What to play"
    parts: list[RenderableType] = [heading(title), words]
    if explanation.lost and explanation.answers:
        parts.append(_refutations(explanation.lost, explanation.answers))
    if explanation.values:
        short = "Shortest game by the tie-breaks (the loser does not resist)"
        title = short if explanation.lost else "Best play"
        parts += [heading(title), Text(continuation(state, explanation.line))]
        parts += [heading("Every action"), ORDER, _ranking(explanation.values, naive)]
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
    if sum(map(len, answers.values())) == len(list(lost.get_transitions())):
        return rows
    note = f"Whatever else {mover} play, {opponent} complete a line at once."
    return Group(rows, Text(note))


def _ranking(values: list[Value], naive: Visit | None) -> RenderableType:
    """Every action, the best first, with what the naive search found of it."""
    if naive is None:
        rows = table("action", "result")
        for value in values:
            rows.add_row(str(value.action), _result(value))
        return rows
    rows = table("action", "exact value", "naive search", "utility found")
    visits = {visit.action: visit for visit in naive.children}
    for value in values:
        guess, bound = found(visits[value.action])
        exact = _result(value, value is values[0])
        guessed = _result(guess, guess.action == naive.result.action)
        rows.add_row(str(value.action), exact, guessed, bound)
    return Group(rows, Text("* marks the choice."))


def _result(value: Value, chosen: bool = False) -> Text:
    """A value in words, marked with * if it was chosen."""
    return Text(f"{in_words(value)}{' *' if chosen else ''}", COLOURS[value.utility])
