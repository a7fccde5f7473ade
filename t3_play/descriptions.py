"""Positions, actions, lines and values in words."""

import re
from collections.abc import Iterable

from t3_state import Cell, Line, T3Action, T3State


def listed(words: Iterable[object], conjunction: str = "and") -> str:
    """The words as an enumeration.

    >>> listed([1, 3, 5], "or")
    '1, 3 or 5'
    """
    *others, last = map(str, words)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def counted(number: int, noun: str) -> str:
    """A number of things, such as 1 move or 2 moves."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def sentence(text: str) -> str:
    """The text with a capital at its start and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def name_of(line: Line) -> str:
    """The name of a line.

    >>> name_of(((0, 1), (1, 1), (2, 1)))
    'row 1'
    """
    cols, rows = {col for col, _ in line}, {row for _, row in line}
    if len(rows) == 1:
        return f"row {rows.pop()}"
    if len(cols) == 1:
        return f"column {cols.pop()}"
    return f"the diagonal from the top {'left' if (0, 0) in line else 'right'}"


def completed(state: T3State) -> str:
    """The lines that win, with their sums.

    >>> completed(T3State.from_notation("643/004/006 evens"))
    'row 0 is 6 + 4 + 3 = 13 and column 2 is 3 + 4 + 6 = 13'
    """
    sums = []
    for line in state.winning_lines():
        numbers = [state.board[row][col] for col, row in line]
        total = " + ".join(str(number) for number in numbers if number)
        sums.append(f"{name_of(line)} is {total} = {state.WIN_TARGET}")
    return listed(sums)


def cells_in(text: str) -> set[Cell]:
    """The cells that a text names.

    >>> sorted(cells_in("row 0 (3 on (2,0) or (1,0))"))
    [(1, 0), (2, 0)]
    """
    return {(int(col), int(row)) for col, row in re.findall(r"\((\d+),(\d+)\)", text)}


def gathered(actions: Iterable[T3Action]) -> str:
    """Actions in short, by cell.

    >>> gathered([T3Action(0, 2, 1), T3Action(0, 2, 5), T3Action(1, 0, 3)])
    '(0,2) = 1 or 5 and (1,0) = 3'
    """
    numbers_on: dict[Cell, list[int]] = {}
    for action in actions:
        numbers_on.setdefault((action.col(), action.row()), []).append(action.move())
    return listed(
        f"({col},{row}) = {listed(here, 'or')}" for (col, row), here in numbers_on.items()
    )
