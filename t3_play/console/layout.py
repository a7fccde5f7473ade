"""How a screen is laid out: the board, and beside it or below it what is said.

From WIDE columns on, a panel beside the board has the moves, what was said, and what can be
typed. The board stays where it is.
"""

import re
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from t3_play.drawing import Style, columns_of, draw_board, visible
from t3_play.match import Match

WIDE = 72
"""From this width on there is a panel, if the board leaves room for PANEL columns."""
PANEL = 28

MESSAGES = 4
"""Rows for messages below the board. With more, the title goes, then the borders."""

UNBROKEN = "\N{NO-BREAK SPACE}"

MARKS = "> < last numbers  * wins now  ! danger"
"""The marks on the board, in a row below it."""

SMALL_MARKS = "+6 needs 6 more  x dead  W won"
"""Further marks on a board without borders."""


@dataclass
class Scene:
    """What a screen shows."""

    match: Match | None = None
    title: str = ""
    commands: str = ""
    """What can be typed, for the panel."""
    mistakes: Mapping[int, str] = field(default_factory=dict)
    """By ply: `??` where a win or tie was given away, `?` where time was."""
    messages: Sequence[str] = ()


def layout(
    scene: Scene, columns: int, rows: int, style: Style
) -> tuple[list[str], list[str]]:
    """The rows of a screen of this size, and those of the messages that don't fit.

    Lines of text are wrapped, but never within an action.
    """
    match = scene.match
    if match is None:
        said = wrapped(scene.messages, columns)
        return said[:rows], said[rows:]
    title = wrapped([scene.title], columns)
    if columns >= WIDE:
        room, height = columns - PANEL - 2, rows - len(title) - 1
        board, boxed = board_rows(match, room, height - 2, style)
        left = 2 + max(columns_of(match.state, boxed), len(MARKS))
        panel = wrapped(scene.messages, columns - left)
        fits = len(panel) + 3 <= height and len(board) <= height
        if columns - left >= PANEL and fits:
            panel = panel_rows(scene, panel, columns - left, height)
            board += [""] * (len(panel) - len(board))
            beside = [
                f"{row}{' ' * (left - visible(row))}{text}".rstrip()
                for row, text in zip(board, panel, strict=True)
            ]
            return [*title, "", *beside], []
    return below(scene, match, title, columns, rows, style)


def board_rows(
    match: Match, columns: int, rows: int, style: Style
) -> tuple[list[str], bool]:
    """The board and what its marks mean, and whether it has borders."""
    last = [(action.col(), action.row()) for action in match.actions[-2:]]
    drawn = draw_board(match.state, last, columns, rows, style)
    boxed = len(drawn) > match.start.size + 2
    return [*drawn, MARKS, *([] if boxed else [SMALL_MARKS])], boxed


def panel_rows(scene: Scene, said: list[str], width: int, height: int) -> list[str]:
    """The panel: the last moves, what was said, and at its end what can be typed."""
    assert scene.match
    cells = [
        f"{1 + ply:>2} {action} {scene.mistakes.get(ply, ''):<2} "
        for ply, action in enumerate(scene.match.actions)
    ]
    across = max(1, width // max(map(len, [*cells, " " * 16])))
    moves = ["".join(cells[at : at + across]) for at in range(0, len(cells), across)]
    commands = wrapped([scene.commands], width) if scene.commands else []
    free = height - len(said) - len(commands) - 2
    moves = moves[-free:] if free > 0 else []
    above = [*moves, *[""] * bool(moves and said), *said]
    return [*above, *[""] * (height - len(above) - len(commands)), *commands]


def below(
    scene: Scene, match: Match, title: list[str], columns: int, rows: int, style: Style
) -> tuple[list[str], list[str]]:
    """The messages below the board. Without them the board stays where it is."""
    said = wrapped(scene.messages, columns)
    shown, rest = said[:rows], said[rows:]
    usual, _ = board_rows(match, columns, rows - len(title) - MESSAGES - 1, style)
    whole = [*title, *usual]
    if len(whole) + MESSAGES + 3 <= rows:
        whole = [*title, "", *usual, ""]
    small, _ = board_rows(match, columns, match.start.size + 2, style)
    fitting = [it for it in (whole, usual, small) if len(it) + len(shown) <= rows]
    # A board that never fits scrolls off the top, unless there is much to read.
    above = [*fitting, small if len(shown) <= MESSAGES else []][0]
    return [*above, *shown], rest


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
