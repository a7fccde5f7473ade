"""How a screen is laid out: the board, and below it what is said."""

import re
import textwrap
from collections.abc import Sequence

from t3_play.drawing import Style, draw_board
from t3_play.match import Match

MESSAGES = 4
"""Rows for messages below the board. With more, the title goes, then the borders."""

UNBROKEN = "\N{NO-BREAK SPACE}"

MARKS = "> < last numbers  * wins now  ! danger"
"""The marks on the board, in a row below it."""

SMALL_MARKS = "+6 needs 6 more  x dead  W won"
"""Further marks on a board without borders."""


def layout(
    match: Match | None,
    title: str,
    messages: Sequence[str],
    columns: int,
    rows: int,
    style: Style,
) -> tuple[list[str], list[str]]:
    """The rows of a screen of this size, and those of the messages that don't fit.

    Lines of text are wrapped, but never within an action. With few messages, the board is
    where it is without any.
    """
    said = wrapped(messages, columns)
    shown, rest = said[:rows], said[rows:]
    if match is None:
        return shown, rest
    head = wrapped([title], columns)
    usual = board_rows(match, columns, rows - len(head) - MESSAGES - 1, style)
    whole = [*head, *usual]
    if len(whole) + MESSAGES + 3 <= rows:
        whole = [*head, "", *usual, ""]
    small = board_rows(match, columns, match.start.size + 2, style)
    fitting = [it for it in (whole, usual, small) if len(it) + len(shown) <= rows]
    # A board that never fits scrolls off the top, unless there is much to read.
    above = [*fitting, small if len(shown) <= MESSAGES else []][0]
    return [*above, *shown], rest


def board_rows(match: Match, columns: int, rows: int, style: Style) -> list[str]:
    """The board and what its marks mean."""
    last = [(action.col(), action.row()) for action in match.actions[-2:]]
    drawn = draw_board(match.state, last, columns, rows, style)
    boxed = len(drawn) > match.start.size + 2
    return [*drawn, MARKS, *([] if boxed else [SMALL_MARKS])]


def wrapped(texts: Sequence[str], columns: int) -> list[str]:
    """Texts as rows of at most `columns` columns, never broken within an action."""
    rows = []
    for line in "\n".join(texts).split("\n") if texts else []:
        whole = re.sub(r" = (?=\d)", f"{UNBROKEN}={UNBROKEN}", line)
        whole = re.sub(r"\b(\d+) (\d+) (\d)\b", rf"\1{UNBROKEN}\2{UNBROKEN}\3", whole)
        found = textwrap.wrap(
            whole, columns, subsequent_indent="  ", break_on_hyphens=False
        )
        rows += [row.replace(UNBROKEN, " ") for row in found or [""]]
    return rows
