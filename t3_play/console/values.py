"""What every action leads to, in sentences and on the board."""

import itertools
from collections.abc import Sequence

from t3_play.analysis import Prospect
from t3_play.descriptions import gathered
from t3_play.drawing import (
    BOLD,
    EVENS,
    FAINT,
    LETTERS,
    ODDS,
    Row,
    Style,
    bordered,
    labelled,
    spread,
)
from t3_player import LOSS, TIE, WIN
from t3_state import Cell, T3State, is_odds


def grouped(found: Sequence[Prospect], most: int | None = None) -> list[str]:
    """What actions lead to, with equal results together, in the given order.

    Names at most `most` cells for each result.
    """
    told = []
    for words, group in itertools.groupby(found, leads_to):
        alike = list(group)
        actions = gathered([it.action for it in alike], most)
        proven = alike[0].utility is not None
        unproven = f"{len(alike)} actions, for lack of time"
        told.append(f"{words}: {actions if proven else unproven}")
    return told


def leads_to(found: Prospect) -> str:
    """What an action leads to, with the winner's turns until the end."""
    if found.utility in (None, TIE):
        return "ties" if found.utility == TIE else "not proven"
    verb = "wins" if found.utility == WIN else "loses"
    if not found.plies:
        return verb
    turns = (found.plies + 1) // 2 if found.utility == WIN else found.plies // 2
    return f"{verb} at once" if turns == 1 else f"{verb} in {turns} turns"


def draw_values(
    state: T3State, found: Sequence[Prospect], width: int, height: int, style: Style
) -> list[str]:
    """The board, where each empty cell shows what each number there leads to.

    An empty list if that does not fit. The best numbers are bold, losing ones faint.
    """
    rows = _rows(state, found, Style(style.glyphs))
    if len(rows) > height or max(map(len, rows)) > width:
        return []
    return [row.rstrip() for row in _rows(state, found, style)]


def _rows(state: T3State, found: Sequence[Prospect], style: Style) -> list[str]:
    """The board, with a row for each number in each empty cell."""
    span, numbers = range(state.size), state.get_moves()
    inside: dict[Cell, list[tuple[str, list[str]]]] = {}
    for it in sorted(found, key=lambda it: it.action):
        worth = {WIN: "wins", TIE: "ties", LOSS: "loses", None: "?"}[it.utility]
        styles = [FAINT] if it.utility == LOSS else []
        styles = [BOLD] if it.rank() == found[0].rank() else styles
        cell = it.action.col(), it.action.row()
        inside.setdefault(cell, []).append((f"{it.action.move()} {worth}", styles))
    middle, wide = len(numbers) // 2, len(f" {numbers[-1]} loses ")
    bar, body = style.glyphs.bar, []
    for row in span:
        lines = []
        for at in range(len(numbers)):
            cells = []
            for col in span:
                number = state.board[row][col]
                text, styles = "", [ODDS if is_odds(number) else EVENS]
                if number == 0:
                    text, styles = inside[col, row][at]
                elif at == middle:
                    text = str(number) if is_odds(number) else f"({number})"
                cells.append(style.paint(text.center(wide), *styles))
            label = f"{row + 1} {row}" if at == middle else ""
            lines.append(Row(label, f"{bar}{bar.join(cells)}{bar}"))
        body.append(lines)
    headers = [
        Row("", spread([label.center(wide) for label in labels], 1, boxed=True))
        for labels in (LETTERS[: state.size], map(str, span))
    ]
    return labelled([*headers, *bordered(body, wide, style.glyphs)])
