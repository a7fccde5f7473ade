r"""The board as lines of text, as rich as the room allows.

At the end of each row, column and diagonal stands what the line has and what it still
needs. The diagonal that rises to the top right is marked /, the one that falls to the
bottom right \, each at the corner where it ends.
"""

import textwrap
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from t3_play.descriptions import in_words, listed
from t3_play.sums import LineSum, line_sums
from t3_player import LOSS, TIE, WIN, Evaluation
from t3_state import Cell, T3Action, T3State, is_odds

ODDS, EVENS = "38;5;33", "38;5;166"
"""Blue and orange, as ANSI escape sequences have them: legible on black and on white."""

BOLD, FAINT, INVERSE = "1", "2", "7"


class Glyphs(NamedTuple):
    """The characters that a board is drawn with."""

    borders: tuple[str, str, str]
    """The border at the top, one between rows, and the one at the bottom: of each the
    left end, a crossing and the right end."""
    dash: str
    bar: str
    hole: str


BOX_DRAWING = Glyphs(("┌┬┐", "├┼┤", "└┴┘"), "─", "│", "·")
ASCII = Glyphs(("+++", "+++", "+++"), "-", "|", ".")


class Style(NamedTuple):
    """What can be shown where the board is drawn."""

    glyphs: Glyphs = ASCII
    colour: bool = False

    def paint(self, text: str, *styles: str) -> str:
        """The text in these colours and styles, if colour can be shown."""
        if not (self.colour and styles):
            return text
        return f"\033[{';'.join(styles)}m{text}\033[0m"


class Layout(NamedTuple):
    """One way to divide the room."""

    beside: int
    """The columns of a cell beside its digits: 4 hold a mark and a parenthesis on either
    side, 2 one of them, 1 a mark on the left."""
    gap: int
    """The columns between two cells."""
    boxed: bool
    """Whether there are borders around the cells, which takes a gap."""
    words: bool
    """Whether sums are told in words, or only what a line needs."""


LAYOUTS = (
    Layout(beside=4, gap=1, boxed=True, words=True),
    Layout(beside=2, gap=1, boxed=False, words=True),
    Layout(beside=2, gap=0, boxed=False, words=True),
    Layout(beside=2, gap=0, boxed=False, words=False),
    Layout(beside=1, gap=0, boxed=False, words=False),
)
"""The richest first."""


class Row(NamedTuple):
    """A row of text: what stands before the cells, across them, and behind them."""

    label: str
    cells: str
    end: str = ""


def draw_board(
    state: T3State, last: Collection[Cell], width: int, height: int, style: Style
) -> list[str]:
    """The board with its sums, in the richest layout that fits, else in the smallest.

    `last` are the cells (col, row) to be marked as placed last; the room is `width`
    columns and `height` rows, of which borders between the cells must not take too many.
    """
    for layout in LAYOUTS:
        rows = _Board(state, last, layout, Style(style.glyphs)).rows()
        low = not layout.boxed or len(rows) <= height
        if low and max(map(len, rows)) <= width:
            break
    return [row.rstrip() for row in _Board(state, last, layout, style).rows()]


class _Board:
    """A board as it is drawn in one layout."""

    def __init__(
        self, state: T3State, last: Collection[Cell], layout: Layout, style: Style
    ) -> None:
        self.state = state
        self.last = last
        self.layout = layout
        self.style = style
        self.digits = len(str(state.MAX_MOVE))
        self.width = self.digits + layout.beside
        self.won = {cell for line in state.winning_lines() for cell in line}
        self.over = state.is_over()

    def rows(self) -> list[str]:
        """The rows of text, all as wide as they can become in the game."""
        span, (_, gap, boxed, words) = range(self.state.size), self.layout
        sums = {frozenset(it.line): it for it in line_sums(self.state).values()}
        in_rows = [sums[frozenset((col, row) for col in span)] for row in span]
        in_columns = [sums[frozenset((col, row) for row in span)] for col in span]
        rising = self.end("/", sums[frozenset((at, len(span) - 1 - at) for at in span)])
        falling = self.end("\\", sums[frozenset((at, at) for at in span)])

        headings = [str(col)[1 - self.width :] for col in span]
        header = _spread([self.fit(text) for text in headings], gap, boxed)
        bar = self.style.glyphs.bar if boxed else " " * gap
        body = []
        for row in span:
            cells = bar.join(self.cell(col, row) for col in span)
            cells = f"{bar}{cells}{bar}" if boxed else cells
            body.append(Row(str(row), cells, self.end(" ", in_rows[row])))
        needs = _spread([self.needed(it) for it in in_columns], gap, boxed)
        footers = [Row("", needs)]
        if words:
            has = _spread([self.fit(str(it.has)) for it in in_columns], gap, boxed)
            footers = [Row("has", has), Row("needs", needs)]
        if boxed:
            borders = _bordered([[row] for row in body], self.width, self.style.glyphs)
            borders[0] = borders[0]._replace(end=rising)
            borders[-1] = borders[-1]._replace(end=falling)
            rows = [Row("", header), *borders, *footers]
        else:
            footers[0] = footers[0]._replace(end=falling)
            rows = [Row("", header, rising), *body, *footers]
        return _labelled(rows)

    def fit(self, text: str) -> str:
        """A text in the width of a cell, its first digit where the cells have theirs."""
        return text.center(self.width) if self.layout.beside > 1 else text.rjust(self.width)

    def cell(self, col: int, row: int) -> str:
        """A cell, with its marks."""
        number = self.state.board[row][col]
        if number == 0:
            return self.style.paint(self.fit(self.style.glyphs.hole), FAINT)
        odd = is_odds(number)
        styles = [ODDS if odd else EVENS]
        left, right = ("", "") if odd or self.layout.beside < 2 else ("(", ")")
        marks = ("", "")
        if (col, row) in self.won:
            marks, styles = ("*", "*"), [*styles, BOLD, INVERSE]
        elif (col, row) in self.last:
            marks, styles = (">", "<"), [*styles, BOLD]
        text = f"{number:>{self.digits}}"
        if self.layout.beside == 4:
            text = f"{marks[0]:1}{left:1}{text}{right:1}{marks[1]:1}"
        elif self.layout.beside == 2:
            text = f"{marks[0] or left:1}{text}{marks[1] or right:1}"
        else:
            text = f"{marks[0]:1}{text}"
        return self.style.paint(text, *styles)

    def styles(self, line: LineSum) -> list[str]:
        """How it looks what a line needs: as the side that can complete it."""
        if line.dead:
            return [FAINT]
        styles = [BOLD] if line.won or self.is_winnable(line) else []
        if any(map(line.is_threat_of, (True, False))):
            styles.append(ODDS if is_odds(line.needs) else EVENS)
        return styles

    def is_winnable(self, line: LineSum) -> bool:
        """Whether the side to move can complete a line at once."""
        return not self.over and line.is_threat_of(self.state.odd_turn)

    def needed(self, line: LineSum) -> str:
        """What a column needs, in the width of a cell."""
        winnable = "!" if self.is_winnable(line) else ""
        if line.won:
            text = "won" if self.width > 2 else "*"
        elif line.dead:
            text = "dead" if self.width > 4 else "x"
        elif self.layout.words:
            text = f"{line.needs}{winnable}"
        elif self.layout.beside > 1:
            text = f"+{line.needs}{winnable}"
        else:  # where there is no room, what one number can fill
            text = f"{winnable or '+'}{line.needs}" if self.styles(line) else ""
        return self.style.paint(self.fit(text), *self.styles(line))

    def end(self, sign: str, line: LineSum) -> str:
        """What a row or a diagonal has and needs, behind a sign."""
        winnable = "!" if self.is_winnable(line) else ""
        told = "won" if line.won else "dead" if line.dead else None
        if self.layout.words:
            has, widest = f" {line.has}, ", len(" 10, needs 3!")
            told = told or f"needs {line.needs}{winnable}"
        else:
            has, widest = "", len("+10!")
            told = told or f"+{line.needs}{winnable}"
        padding = " " * (widest - len(has + told))
        return f"{sign}{has}{self.style.paint(told, *self.styles(line))}{padding}"


def draw_values(
    state: T3State, values: Sequence[Evaluation], width: int, height: int, style: Style
) -> list[str]:
    """The board with what each action leads to, in its cell; no rows if that can't fit.

    `values` are those of all actions, the best first, which is highlighted with all that
    are as good.
    """
    for tell in (_in_words, _in_signs):
        legend, pieces = tell(state, values)
        rows = _value_rows(state, pieces, Style(style.glyphs))
        legends = textwrap.wrap(legend, width)
        if len(rows + legends) <= height and max(map(len, rows)) <= width:
            rows = _value_rows(state, pieces, style)
            return [row.rstrip() for row in rows] + legends
    return []


Pieces = dict[Cell, list[list[tuple[str, list[str]]]]]
"""For each empty cell its rows, each of pieces of text with their styles."""


def _in_words(state: T3State, values: Sequence[Evaluation]) -> tuple[str, Pieces]:
    """No legend, and a row for each number, such as `5: wins in 3`."""
    pieces: Pieces = {}
    for action, value in _by_action(values):
        text = f"{action.move()}: {in_words(value)}"
        pieces.setdefault((action.col(), action.row()), []).append(
            [(text, _value_styles(value, values[0]))]
        )
    return "", pieces


def _in_signs(state: T3State, values: Sequence[Evaluation]) -> tuple[str, Pieces]:
    """A legend, and one row for all numbers, such as `+3 -2 =5`."""
    pieces: Pieces = {}
    signs = {WIN: "+", TIE: "=", LOSS: "-"}
    for action, value in _by_action(values):
        text = f"{signs[value.utility]}{value.depth}" if value.exact else "?"
        (row,) = pieces.setdefault((action.col(), action.row()), [[]])
        row.append((text, _value_styles(value, values[0])))
    doubt = "" if all(value.exact for value in values) else ", ? not proven in the time"
    legend = (
        f"For {listed(state.get_moves())} in turn: + wins, = ties, - loses, in so many "
        f"plies{doubt}."
    )
    return legend, pieces


def _by_action(values: Sequence[Evaluation]) -> list[tuple[T3Action, Evaluation]]:
    """The values in the order of the actions that they are of."""
    return sorted((value.action, value) for value in values if value.action is not None)


def _value_styles(value: Evaluation, best: Evaluation) -> list[str]:
    """How a value looks: the best bold, what loses faint."""
    if value.rank() == best.rank():
        return [BOLD]
    return [FAINT] if value.utility == LOSS else []


def _value_rows(state: T3State, pieces: Pieces, style: Style) -> list[str]:
    """The board with these pieces in its empty cells."""
    span = range(state.size)
    tall = max(map(len, pieces.values()))
    wide = 2 + max(
        sum(len(text) + 1 for text, _ in row) - 1
        for rows in pieces.values()
        for row in rows
    )
    bar = style.glyphs.bar
    body = []
    for row in span:
        texts: list[list[str]] = [[] for _ in range(tall)]
        for col in span:
            number = state.board[row][col]
            numbered = [[(str(number), [ODDS if is_odds(number) else EVENS])]]
            inside = pieces.get((col, row), [[]] * ((tall - 1) // 2) + numbered)
            for at in range(tall):
                texts[at].append(
                    _centred(inside[at] if at < len(inside) else [], wide, style)
                )
        labels = [str(row) if at == (tall - 1) // 2 else "" for at in range(tall)]
        body.append(
            [
                Row(label, f"{bar}{bar.join(each)}{bar}")
                for label, each in zip(labels, texts)
            ]
        )
    header = Row("", _spread([str(col).center(wide) for col in span], 1, True))
    return _labelled([header, *_bordered(body, wide, style.glyphs)])


def _centred(row: list[tuple[str, list[str]]], width: int, style: Style) -> str:
    """Pieces of text with spaces between them, in the middle of a width."""
    free = width - sum(len(text) + 1 for text, _ in row) + bool(row)
    text = " ".join(style.paint(text, *styles) for text, styles in row)
    return f"{'':{free // 2}}{text}{'':{free - free // 2}}"


def _spread(texts: Iterable[str], gap: int, boxed: bool) -> str:
    """Texts above or below the cells."""
    edge = " " if boxed else ""
    return f"{edge}{(' ' * gap).join(texts)}{edge}"


def _bordered(body: Sequence[Sequence[Row]], width: int, glyphs: Glyphs) -> list[Row]:
    """The rows of each row of cells, with borders around."""
    top, between, bottom = [
        Row("", ends[0] + ends[1].join([glyphs.dash * width] * len(body)) + ends[2])
        for ends in glyphs.borders
    ]
    rows = [top]
    for each in body:
        rows += [*each, between]
    return [*rows[:-1], bottom]


def _labelled(rows: Sequence[Row]) -> list[str]:
    """The rows as text, with their labels in one column."""
    width = max(len(row.label) for row in rows)
    return [f"{label:>{width}} {cells}{end}" for label, cells, end in rows]
