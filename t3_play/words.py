"""What people are told: positions, actions, lines and values in words."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from t3_player import LOSS, WIN, Evaluation
from t3_state import Cell, Line, T3Action, T3State


def listed(words: Iterable[object], conjunction: str = "and") -> str:
    """The words as an enumeration.

    >>> listed([1, 3, 5], "or")
    '1, 3 or 5'
    """
    *others, last = map(str, words)
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def ordinal(number: int) -> str:
    """A number from 1 as a place in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st']
    """
    teen = number // 10 % 10 == 1
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def name_of(line: Line) -> str:
    """What a line is called.

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
    found = []
    for line in state.winning_lines():
        numbers = [state.board[row][col] for col, row in line]
        total = " + ".join(str(number) for number in numbers if number)
        found.append(f"{name_of(line)} is {total} = {state.WIN_TARGET}")
    return listed(found)


def gathered(actions: Sequence[T3Action]) -> str:
    """The actions in short, those on one cell together.

    >>> gathered([T3Action(0, 2, 1), T3Action(0, 2, 5), T3Action(1, 0, 3)])
    '(0,2) = 1 or 5, (1,0) = 3'
    """
    numbers: dict[Cell, list[int]] = {}
    for action in actions:
        numbers.setdefault((action.col(), action.row()), []).append(action.move())
    return ", ".join(
        f"({col},{row}) = {listed(moves, 'or')}" for (col, row), moves in numbers.items()
    )


def in_words(value: Evaluation) -> str:
    """A utility and a depth in words.

    >>> in_words(Evaluation(WIN, 3, T3Action(0, 1, 2)))
    'wins in 3'
    """
    if not value.exact:
        return "not proven"
    words = {WIN: "wins", LOSS: "loses"}.get(value.utility, "ties")
    return f"{words} in {value.depth}"


def command(usual: str) -> str:
    """How this program was called: by the name of its command, or as usual."""
    name = Path(sys.argv[0]).stem
    return name if name in ("t3", "t3-tools") else usual


def printable(text: str) -> str:
    """`text` without what would confuse a terminal."""
    return "".join(char if char.isprintable() else " " for char in text)
