"""Boards drawn as SVG: a position, and what its actions are worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from t3_play.descriptions import completed, in_short, in_words, listed, name_of
from t3_player import Evaluation
from t3_state import TURNS, Cell, Line, T3Action, T3State, is_odds
from t3_tools.pictures.svg import (
    LETTER,
    LINE,
    STYLES,
    Picture,
    moved,
    shape,
    words,
)

CELL = 60
"""Pixels of a side of a cell without values."""

EDGE = 22
"""Pixels above and left of the cells, for the numbers of columns and rows."""

ENTRY_WIDTH, ENTRY_HEIGHT = 92, 26
"""Pixels that the value of an action takes."""

LEGEND = "W wins, T ties, L loses, in so many plies; ★ is the best action."
"""What the values on a board mean."""


@dataclass(frozen=True)
class Grid:
    """The cells of a board: `width` and `height` are the pixels of one."""

    size: int
    width: float = CELL
    height: float = CELL

    @property
    def right(self) -> float:
        """Pixels from the left to the end of the last column."""
        return EDGE + self.size * self.width

    @property
    def bottom(self) -> float:
        """Pixels from the top to the end of the last row."""
        return EDGE + self.size * self.height

    def centre(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell (column, row), in pixels from the left and the top."""
        col, row = cell
        return EDGE + (col + 0.5) * self.width, EDGE + (row + 0.5) * self.height

    def frame(self, cell: Cell) -> Element:
        """A frame around the cell in which the last number was placed."""
        x, y = self.centre(cell)
        width, height = self.width - 6, self.height - 6
        corner = {"x": x - width / 2, "y": y - height / 2}
        return shape("rect", "last", **corner, width=width, height=height)

    def drawn(self) -> list[Element]:
        """The cells, with the numbers of columns above and of rows at the left."""
        shapes, path = [], f"M{self.right:g} {EDGE}V{self.bottom:g}H{EDGE}"
        for at in range(self.size):
            x, y = self.centre((at, at))
            shapes += [
                words(str(at), x, EDGE / 2 - 1, "small faint"),
                words(str(at), EDGE / 2 - 2, y, "small faint"),
            ]
            path += f"M{x - self.width / 2:g} {EDGE}V{self.bottom:g}"
            path += f"M{EDGE} {y - self.height / 2:g}H{self.right:g}"
        return [*shapes, shape("path", "grid", d=path)]

    def stroke(self, line: Line, style: str = "line") -> Element:
        """A stroke through a line that wins."""
        (x, y), (to_x, to_y) = self.centre(line[0]), self.centre(line[-1])
        return shape("line", style, x1=x, y1=y, x2=to_x, y2=to_y)

    def dashes(self, line: Line) -> Element:
        """Dashes through a line with which the other side can win."""
        stroke = self.stroke(line, "loss")
        stroke.set("style", "stroke-width: 6; stroke-dasharray: 8 5")
        return stroke


def board(
    state: T3State,
    last: T3Action | None = None,
    values: Sequence[Evaluation] = (),
    best: T3Action | None = None,
    caption: str = "",
    threats: Sequence[Line] = (),
) -> Picture:
    """A position: odds in circles, evens in squares, and a stroke through a won line.

    A frame marks `last`, the action that led here. Each of `values` is drawn in the cell
    of its action; the `best` action has a star. Dashes go through the `threats`.
    """
    grid = Grid(state.size)
    if values:
        height = max(CELL, ENTRY_HEIGHT * len(state.get_moves()) + 10)
        grid = Grid(state.size, ENTRY_WIDTH + 8, height)
    shapes = [*grid.drawn(), *map(grid.stroke, state.winning_lines())]
    shapes += map(grid.dashes, threats)
    if last:
        shapes.append(grid.frame((last.col(), last.row())))
    for row, numbers in enumerate(state.board):
        for col, number in enumerate(numbers):
            if number:
                shapes += token(number, *grid.centre((col, row)), 0.4 * CELL)
    shapes += [_entry(grid, state, value, value.action == best) for value in values]
    above = LINE + 4 if caption else 0
    label = [words(caption, EDGE, LINE / 2, "left bold")] if caption else []
    return Picture(
        max(grid.right + 2, EDGE + len(caption) * LETTER),
        above + grid.bottom + 2,
        [*label, moved(shapes, 0, above)],
        caption or f"T3: {state.notation()}",
        _described(state, last, values, threats),
    )


def token(number: int, x: float, y: float, radius: float) -> list[Element]:
    """A number in the shape of its side, with its middle at (x, y)."""
    if is_odds(number):
        outline = shape("circle", "odds", cx=x, cy=y, r=radius)
    else:
        corner = {"x": x - 0.88 * radius, "y": y - 0.88 * radius}
        side = 1.76 * radius
        outline = shape("rect", "evens", **corner, width=side, height=side, rx=2)
    text = words(str(number), x, y, "bold")
    text.set("style", f"font-size: {2.4 * radius / max(2, len(str(number))):g}px")
    return [outline, text]


def badge(
    utility: int | None, text: str, x: float, y: float, width: float
) -> list[Element]:
    """A value in the style of its utility (None: not proven), with its middle at (x, y)."""
    style = "unproven" if utility is None else STYLES[utility]
    frame = {"x": x - width / 2, "y": y - 10, "width": width, "height": 20, "rx": 4}
    return [shape("rect", style, **frame), words(text, x, y, f"bold on-{style}")]


def _entry(grid: Grid, state: T3State, value: Evaluation, best: bool) -> Element:
    """What an action is worth, below the smaller numbers in its cell."""
    action, numbers = value.action, state.get_moves()
    assert action is not None
    x, y = grid.centre((action.col(), action.row()))
    y += (numbers.index(action.move()) - (len(numbers) - 1) / 2) * ENTRY_HEIGHT
    shapes = [
        *token(action.move(), -32, 0, 10),
        *badge(value.utility if value.exact else None, in_short(value), 3, 0, 38),
    ]
    if best:
        shapes.append(words("★", 35, 0))
    return moved(shapes, x, y)


def _described(
    state: T3State,
    last: T3Action | None,
    values: Iterable[Evaluation],
    threats: Sequence[Line],
) -> str:
    """The same board in words, for screen readers."""
    rows = "; ".join(
        " ".join(str(number) if number else "empty" for number in row)
        for row in state.board
    )
    told = [f"Rows from the top: {rows}."]
    if last:
        told.append(f"Placed last: {last}.")
    if state.is_win():
        told.append(f"{str(state.winner()).title()} have won: {completed(state)}.")
    elif state.is_tie():
        told.append("A tie.")
    else:
        told.append(f"{TURNS[state.odd_turn].title()} to move.")
    if threats:
        told.append(f"Dashed: {listed(map(name_of, threats))}.")
    known = [f"{value.action} {in_words(value)}" for value in values]
    return " ".join([*told, *([f"{', '.join(known)}."] if known else [])])
