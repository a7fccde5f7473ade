"""Cells by a letter and a number, as on a chessboard: b2 is column 1, row 1."""

import re

from t3_action import T3Action
from t3_play.drawing import LETTERS

CELL = r"\s*([a-zA-Z])(\d{1,2})"
ACTION = CELL + r"[\s=,]+(\d{1,9})\s*"


def is_cell(line: str) -> bool:
    """Whether a line is a cell without a number."""
    return bool(re.fullmatch(CELL + r"\s*", line))


def lettered_action(line: str) -> T3Action | None:
    """The action typed as `b2 5`; None if the line is something else.

    >>> lettered_action("b2 5") == T3Action(1, 1, 5)
    True
    """
    found = re.fullmatch(ACTION, line)
    if not found:
        return None
    column, row, number = found.groups()
    return T3Action(LETTERS.index(column.lower()), int(row) - 1, int(number))


def in_letters(text: str) -> str:
    """A text of the program, with cells, columns and rows named this way.

    >>> in_letters("(2,1) = 3: row 1 is 13, column 2 is dead")
    'c2 = 3: row 2 is 13, column c is dead'
    """
    text = re.sub(
        r"\((\d+),(-?\d+)\)", lambda it: f"{LETTERS[int(it[1])]}{int(it[2]) + 1}", text
    )
    text = re.sub(r"column (\d+)", lambda it: f"column {LETTERS[int(it[1])]}", text)
    return re.sub(r"row (\d+)", lambda it: f"row {int(it[1]) + 1}", text)
