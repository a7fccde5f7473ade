"""A position explained, as text."""

import sys

from rich.console import Group, RenderableType
from rich.text import Text

from t3_engine import Value
from t3_play.advice import advice, pressure, slowest
from t3_play.analysis import Distances, Outlook, safe_actions
from t3_play.descriptions import completed, gathered, name_of
from t3_play.drawing import LEGEND, Board, Style
from t3_player import LOSS, WIN
from t3_state import TURNS, T3Action, T3State
from t3_tools.explain.mistake import found
from t3_tools.explain.trace import Visit
from t3_tools.printing import COLOURS, table
from t3_tools.values import best_play, evaluate_actions, in_words

PLIES = "Ply 1 is the next action, ply 2 the reply, and so on. Moves are one side's own."

ORDER = (
    "The best comes first: highest utility (win, tie, loss), then smallest depth, then "
    "earliest action (column, row, number). The depth is the ply at which the game ends if "
    "both sides hurry, even the loser. A loser who resists may last longer."
)
"""The order of the actions, in words."""

Refutations = dict[tuple[T3Action, str], list[T3Action]]
"""For each answer of the opponent, and why it wins, the actions that it refutes."""


def reasons(state: T3State, search: Distances) -> list[str]:
    """What to play in a state, and why, in a few sentences."""
    mover, best = TURNS[state.odd_turn], search.evaluate(state)
    if state.is_win():
        winners = TURNS[not state.odd_turn].title()
        return [f"{winners} have won: {completed(state)}."]
    if best.action is None:
        return ["The game is over: a tie, because the board is full."]
    if best.utility != LOSS:
        return advice(state, Outlook(best.utility, None, [best.action], True), search)
    lost = f"{mover.title()} lose, whatever they do: {pressure(state)}."
    longest = search.outlook(state)
    if longest.actions[0] == best.action:
        return [lost, f"The best action is {best.action}: it {in_words(best)}."]
    return [
        lost,
        f"{slowest(state, longest)}.",
        "By the tie-breaks, though, the shortest loss is best: "
        f"{best.action} {in_words(best)}.",
    ]


def lost_state(state: T3State, search: Distances) -> T3State | None:
    """The state where the side to move is lost: this one, or the one after the best action.

    None if neither is lost, or the game ends there.
    """
    best = search.evaluate(state)
    if best.action and best.utility == LOSS:
        return state
    if best.action and best.utility == WIN and best.depth > 1:
        return state.get_next_state(best.action)
    return None


def answers(lost: T3State, search: Distances) -> Refutations:
    """How each action of a lost side that does not lose at once is refuted the fastest."""
    refutations: Refutations = {}
    for to in safe_actions(lost):
        after = lost.get_next_state(to)
        action = search.outlook(after).actions[0]
        answered = after.get_next_state(action)
        then = pressure(answered, lambda threat: name_of(threat.line))
        refutations.setdefault((action, then), []).append(to)
    return refutations


def show(state: T3State, search: Distances, naive: Visit | None) -> RenderableType:
    """A state explained, without its board; `naive` is a trace to compare with."""
    first, *others = reasons(state, search)
    words = Text.assemble((first, "bold"), " ", " ".join(others))
    if state.is_over():
        return Group(heading("Game over"), words)
    parts: list[RenderableType] = [heading("What to play"), words]
    title, lost = "Best play", lost_state(state, search)
    if lost:
        title = "Shortest game by the tie-breaks (the loser does not resist)"
        parts.append(_refutations(lost, answers(lost, search)))
    line = Text(best_play(state, search))
    ranking = _ranking(evaluate_actions(state, search), naive)
    return Group(*parts, heading(title), line, heading("Every action"), ORDER, ranking)


def position(state: T3State) -> RenderableType:
    """A position in one line, its board, and what the marks and plies mean."""
    notation = Text(f"{state.notation()}\n", style="bold")
    style = Style(sys.stdout.encoding, colour=True)
    rows = Board(state, state.odd_turn, style).fitting(width=79, height=24)
    board = Text.from_ansi("\n".join(rows), no_wrap=True)
    return Group(notation, board, Text(f"\n{LEGEND}\n{PLIES}", style="dim"))


def heading(text: str) -> Text:
    """The heading of a section."""
    return Text(f"\n{text}", style="bold underline")


def _refutations(lost: T3State, refuted: Refutations) -> RenderableType:
    """A table of refutations; nothing if there are none."""
    mover, opponent = TURNS[lost.odd_turn], TURNS[not lost.odd_turn]
    rows = table(f"if {mover} play", f"{opponent} answer", "and then")
    for (action, then), to in refuted.items():
        rows.add_row(gathered(to), str(action), then)
    if sum(map(len, refuted.values())) == len(list(lost.get_transitions())):
        return rows
    note = Text(f"Whatever else {mover} play, {opponent} complete a line at once.")
    return Group(rows, note) if refuted else Group()


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
