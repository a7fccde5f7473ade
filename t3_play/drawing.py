"""The board as lines of text: with borders if there is room, else small.

Each row, column and diagonal ends with what LEGEND explains.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from t3_play.advice import described
from t3_play.descriptions import listed, name_of, sentence
from t3_play.sums import LineSum, line_sums, threat_lines
from t3_state import Cell, Line, T3State, is_odds

LEGEND = """\
A line has a sum, and needs the rest to 13. A dead line can no longer win.
* marks a line that your next number can complete, and numbers that won.
! marks a line that the other side's next number can complete.
> < mark each side's last number, / and \\ the ends of the diagonals.
On a board without borders, +6 means that 6 are needed, x dead, and W won."""
"""What the marks on the board mean."""

ODDS, EVENS = "38;5;33", "38;5;166"
"""Blue and orange in ANSI escape sequences: legible on black and on white."""

BOLD, FAINT, INVERSE = "1", "2", "7"


BOXES = "┌┬┐├┼┤└┴┘─│·"
ASCII = str.maketrans(BOXES, "+++++++++-|.")
"""What stands for these characters where the encoding lacks them."""


class Style(NamedTuple):
    """How a board is drawn: in which encoding, and whether with colours."""

    encoding: str = "ascii"
    colour: bool = False

    def paint(self, text: str, *styles: str) -> str:
        """The text in these colours and styles; plain if colours can't be shown."""
        if not (self.colour and styles):
            return text
        return f"\033[{';'.join(styles)}m{text}\033[0m"

    def encodable(self, text: str) -> str:
        """The text with its lines and boxes, or with ASCII for them.

        >>> Style("utf-8").encodable("│·│"), Style("ascii").encodable("│·│")
        ('│·│', '|.|')
        """
        try:
            BOXES.encode(self.encoding)
        except UnicodeEncodeError:
            return text.translate(ASCII)
        return text


def board_in_words(state: T3State, own: bool, known: Collection[Line] = ()) -> list[str]:
    """The board row by row, and until the end what lines need, and threats.

    For screen readers; `own` is whether odds hear it. Dead lines are left out if known.
    """
    size, sums = state.size, line_sums(state)
    rows = [sentence(_numbers_on(it, state)) for it in sums[:size]]
    if state.is_over():
        return rows
    ready = {"Danger": threat_lines(sums, not own), "You can win": threat_lines(sums, own)}
    for group in sums[:size], sums[size : 2 * size], sums[2 * size :]:
        told = [it for it in group if it.has and it.line not in known]
        if told:
            needs = [f"{name_of(it.line)} {_need_of(it)}" for it in told]
            rows.append(sentence(", ".join(needs)))
    return rows + [
        f"{who}: {listed(map(described, it))}." for who, it in ready.items() if it
    ]


def part_in_words(state: T3State, asked: str) -> list[str]:
    """The lines whose names have all words asked for, or a cell and the lines through it.

    Raises ValueError if there are none.

    >>> part_in_words(T3State.from_notation("640/013/005 evens"), "row 1")
    ['Row 1: empty, 1, 3; it is dead.']
    """
    words, said = asked.lower().split(), []
    found = [it for it in line_sums(state) if {*words} <= {*name_of(it.line).split()}]
    if cell := re.fullmatch(r"(?:cell )?\(?(\d+)[ ,]*(\d+)\)?", asked.lower()):
        col, row = map(int, cell.groups())
        found = [it for it in line_sums(state) if (col, row) in it.line]
        said = [f"({col},{row}): {state.board[row][col] or 'empty'}." for _ in found[:1]]
    if not found:
        known = "row 1, diagonal or cell 0 2"
        raise ValueError(f"{asked[:20]!r} is not on the board: type {known}.")
    return said + [sentence(f"{_numbers_on(it, state)}; it {_need_of(it)}") for it in found]


def _numbers_on(line: LineSum, state: T3State) -> str:
    """A line's name and numbers."""
    numbers = [str(state.board[row][col] or "empty") for col, row in line.line]
    return f"{name_of(line.line)}: {', '.join(numbers)}"


def _need_of(line: LineSum) -> str:
    """What a line needs."""
    return "is dead" if line.dead else "wins" if line.won else f"needs {line.needs}"


@dataclass
class Board:
    """A board to be drawn, with its sums, and with borders if `boxed`.

    Marks the cells (col, row) of `last` as placed last, those of `named`, and threats as
    odds (if `own`) or evens see them.
    """

    state: T3State
    own: bool
    style: Style
    last: Collection[Cell] = ()
    named: Collection[Cell] = ()
    boxed: bool = True

    def __post_init__(self) -> None:
        self.width = 5 if self.boxed else 3
        self.won = {cell for line in self.state.winning_lines() for cell in line}

    def fitting(self, width: int, height: int) -> list[str]:
        """The rows of text, with borders if these columns and rows have room for them.

        If even the board without borders is too wide, its right side is cut off.
        """
        small = replace(self, boxed=False)
        for rows in (self.rows(), small.rows()):
            if len(rows) <= height and max(map(visible, rows)) <= width:
                return rows
        plain = replace(small, style=Style(self.style.encoding))
        return [row[:width].rstrip() for row in plain.rows()]

    def rows(self) -> list[str]:
        """The rows of text. Their number stays the same throughout the game."""
        span, bar, gap = range(self.state.size), "│" * self.boxed, " " * self.boxed
        sums = line_sums(self.state)
        in_columns = sums[len(span) : 2 * len(span)]
        rising, falling = self.end("/", sums[-1]), self.end("\\", sums[-2])
        sides = []
        for row in span:
            cells = bar.join(self.cell(col, row) for col in span)
            sides.append((f"{row}", f"{bar}{cells}{bar}", self.end(" ", sums[row])))
        columns = span, [it.has for it in in_columns], [*map(self.needed, in_columns)]
        header, has, needs = (
            gap + gap.join(self.fit(f"{it}") for it in texts) for texts in columns
        )
        if not self.boxed:
            return self.labelled([("", header, rising), *sides, ("", needs, falling)])
        top, between, bottom = (
            left + crossing.join(["─" * self.width] * len(span)) + right
            for left, crossing, right in ("┌┬┐", "├┼┤", "└┴┘")
        )
        rows = [("", header, ""), ("", top, rising)]
        for side in sides:
            rows += [side, ("", between, "")]
        rows[-1] = "", bottom, falling
        return self.labelled([*rows, ("has", has, ""), ("needs", needs, "")])

    def labelled(self, rows: Sequence[tuple[str, str, str]]) -> list[str]:
        """The rows as text: labels in one column, then cells, then what is behind them."""
        width = max(len(label) for label, _, _ in rows)
        texts = [f"{label:>{width}} {cells}{end}".rstrip() for label, cells, end in rows]
        return [self.style.encodable(text) for text in texts]

    def fit(self, text: str, *styles: str) -> str:
        """A text as wide as a cell, with a number in line with those of the cells."""
        free = self.width - visible(text)
        padded = f"{'':{(free + 1) // 2}}{text}{'':{free // 2}}"
        return self.style.paint(padded, *styles)

    def cell(self, col: int, row: int) -> str:
        """A cell, with its marks."""
        number = self.state.board[row][col]
        if number == 0 and (col, row) not in self.named:
            return self.fit("·", FAINT)
        styles = [ODDS if is_odds(number) else EVENS] if number else []
        before, after = " ", " "
        if (col, row) in self.won:
            after, styles = "*", [*styles, BOLD, INVERSE]
        elif (col, row) in self.named:
            before, after, styles = "[", "]", [*styles, BOLD]
        elif (col, row) in self.last:
            before, after, styles = ">", "<", [*styles, BOLD]
        gap = " " * self.boxed
        text = f"{before}{gap}{number or '·'}{gap}{after}"
        return self.style.paint(text, *styles)

    def needed(self, line: LineSum, before: str = "") -> str:
        """What a line needs. If a side can complete it: in its colour, and marked."""
        if line.won:
            return self.style.paint("won" if self.boxed else "W", BOLD)
        if line.dead:
            return self.style.paint("dead" if self.boxed or before else "x", FAINT)
        text = f"{before}{line.needs}"
        odd = is_odds(line.needs)
        if self.won or not line.is_threat_of(odd):
            return text
        mark, *looks = ["*", BOLD] if odd == self.own else ["!", BOLD, INVERSE]
        return self.style.paint(f"{text}{mark}", ODDS if odd else EVENS, *looks)

    def end(self, sign: str, line: LineSum) -> str:
        """The end of a row or a diagonal: a sign, then what the line has and needs."""
        if self.boxed:
            return f"{sign} {line.has}, {self.needed(line, 'needs ')}"
        return f"{sign}{self.needed(line, '+')}"


def visible(text: str) -> int:
    """The columns that a text takes on the screen. Colours take none."""
    return len(re.sub("\033\\[[0-9;]*m", "", text))
