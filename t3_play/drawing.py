"""The board as lines of text: with borders if there is room, else small.

Each row, column and diagonal ends with what LEGEND explains.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
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


class Glyphs(NamedTuple):
    """The characters that a board is drawn with."""

    borders: tuple[str, str, str]
    """The top border, the one between rows, and the bottom border. Each has a left end, a
    crossing and a right end."""
    dash: str
    bar: str
    hole: str


BOX_DRAWING = Glyphs(("┌┬┐", "├┼┤", "└┴┘"), "─", "│", "·")
ASCII = Glyphs(("+++", "+++", "+++"), "-", "|", ".")


def glyphs_for(encoding: str) -> Glyphs:
    """The glyphs for a text encoding: lines and boxes if it has them, else ASCII.

    >>> glyphs_for("utf-8").bar, glyphs_for("ascii").bar
    ('│', '|')
    """
    try:
        "".join([*BOX_DRAWING.borders, *BOX_DRAWING[1:]]).encode(encoding)
    except UnicodeEncodeError:
        return ASCII
    return BOX_DRAWING


class Style(NamedTuple):
    """The characters to draw with, and whether colours can be shown."""

    glyphs: Glyphs = ASCII
    colour: bool = False

    def paint(self, text: str, *styles: str) -> str:
        """The text in these colours and styles; plain if colours can't be shown."""
        if not (self.colour and styles):
            return text
        return f"\033[{';'.join(styles)}m{text}\033[0m"


def draw_board(
    state: T3State,
    last: Collection[Cell],
    width: int,
    height: int,
    style: Style,
    own: bool | None = None,
    named: Collection[Cell] = (),
) -> list[str]:
    """The board with its sums: with borders if they fit, else small.

    Marks the cells (col, row) of `last` as placed last, those of `named`, and threats as
    odds (if `own`) or evens see them, by default the side to move. The room is `width`
    columns and `height` rows of text. If even the small board is too wide, its right side
    is cut off.
    """
    own = state.odd_turn if own is None else own
    for boxed in (True, False):
        rows = _Board(state, last, boxed, style, own, named).rows()
        if len(rows) <= height and max(map(visible, rows)) <= width:
            return rows
    plain = _Board(state, last, False, Style(style.glyphs), own, named).rows()
    return [row[:width].rstrip() for row in plain]


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
        raise ValueError(
            f"{asked[:20]!r} is not on the board: type row 1, diagonal or cell 0 2."
        )
    return said + [sentence(f"{_numbers_on(it, state)}; it {_need_of(it)}") for it in found]


def _numbers_on(line: LineSum, state: T3State) -> str:
    """A line's name and numbers."""
    numbers = [str(state.board[row][col] or "empty") for col, row in line.line]
    return f"{name_of(line.line)}: {', '.join(numbers)}"


def _need_of(line: LineSum) -> str:
    """What a line needs."""
    return "is dead" if line.dead else "wins" if line.won else f"needs {line.needs}"


@dataclass
class _Board:
    """A board as it is drawn, with borders or without."""

    state: T3State
    last: Collection[Cell]
    boxed: bool
    style: Style
    own: bool
    named: Collection[Cell]

    def __post_init__(self) -> None:
        self.width = 5 if self.boxed else 3
        self.won = {cell for line in self.state.winning_lines() for cell in line}

    def rows(self) -> list[str]:
        """The rows of text. Their number and width stay the same throughout the game."""
        span, boxed, size = range(self.state.size), self.boxed, self.state.size
        sums = line_sums(self.state)
        in_rows, in_columns = sums[:size], sums[size : 2 * size]
        falling, rising = self.end("\\", sums[-2]), self.end("/", sums[-1])
        needs = [self.needed(it, dead="dead" if boxed else "x") for it in in_columns]
        cells = [[self.cell(col, row) for col in span] for row in span]
        ends = [self.end(" ", it) for it in in_rows]
        header = [self.fit(str(at)) for at in span]
        if not boxed:
            rows = [("", "".join(header), rising)]
            rows += [(str(at), "".join(cells[at]), ends[at]) for at in span]
            return labelled([*rows, ("", "".join(map(self.fit, needs)), falling)])
        bar = self.style.glyphs.bar
        top, between, bottom = [
            ends[0]
            + ends[1].join([self.style.glyphs.dash * self.width] * len(span))
            + ends[2]
            for ends in self.style.glyphs.borders
        ]
        rows = [("", f" {' '.join(header)}", ""), ("", top, rising)]
        for at in span:
            rows += [(str(at), f"{bar}{bar.join(cells[at])}{bar}", ends[at])]
            rows += [("", between, "")] if at < span[-1] else [("", bottom, falling)]
        for label, texts in ("has", [str(it.has) for it in in_columns]), ("needs", needs):
            rows += [(label, f" {' '.join(map(self.fit, texts))} ", "")]
        return labelled(rows)

    def fit(self, text: str, *styles: str) -> str:
        """A text as wide as a cell, with a number in line with those of the cells."""
        free = self.width - visible(text)
        padded = f"{'':{(free + 1) // 2}}{text}{'':{free // 2}}"
        return self.style.paint(padded, *styles)

    def cell(self, col: int, row: int) -> str:
        """A cell, with its marks."""
        number = self.state.board[row][col]
        if number == 0 and (col, row) not in self.named:
            return self.fit(self.style.glyphs.hole, FAINT)
        styles = [ODDS if is_odds(number) else EVENS] if number else []
        before, after = " ", " "
        if (col, row) in self.won:
            after, styles = "*", [*styles, BOLD, INVERSE]
        elif (col, row) in self.named:
            before, after, styles = "[", "]", [*styles, BOLD]
        elif (col, row) in self.last:
            before, after, styles = ">", "<", [*styles, BOLD]
        gap = " " * self.boxed
        text = f"{before}{gap}{number or self.style.glyphs.hole}{gap}{after}"
        return self.style.paint(text, *styles)

    def needed(self, line: LineSum, before: str = "", dead: str = "dead") -> str:
        """What a line needs. If a side can complete it: in its colour, and marked."""
        if line.won:
            return self.style.paint("won" if self.boxed else "W", BOLD)
        if line.dead:
            return self.style.paint(dead, FAINT)
        text = f"{before}{line.needs}"
        odd = is_odds(line.needs)
        if self.won or not line.is_threat_of(odd):
            return text
        mark, *looks = ["*", BOLD] if odd == self.own else ["!", BOLD, INVERSE]
        return self.style.paint(f"{text}{mark}", ODDS if odd else EVENS, *looks)

    def end(self, sign: str, line: LineSum) -> str:
        """The end of a row or a diagonal: a sign, then what the line has and needs."""
        if self.boxed:
            widest, text = len("/ 10, needs 3!"), f"{sign} {line.has}, "
            text += self.needed(line, "needs ")
        else:
            widest, text = len("/+10!"), f"{sign}{self.needed(line, '+')}"
        return text + " " * (widest - visible(text))


def visible(text: str) -> int:
    """The columns that a text takes on the screen. Colours take none."""
    return len(re.sub("\033\\[[0-9;]*m", "", text))


def labelled(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """The rows as text: labels in one column, then cells, then what stands behind them."""
    width = max(len(label) for label, _, _ in rows)
    return [f"{label:>{width}} {cells}{end}".rstrip() for label, cells, end in rows]
