"""Keys of positions: positions with equal keys are the same game, turned or mirrored.

The rest of a game depends on the side to move, the number of stones, the code of each line,
and which live lines cross at a stone. Nothing else counts: a dead line never revives, a
live line's code says what it needs and how many holes it has, and filling a hole that lies
on no live line only passes the turn. The key is the least description of this kind among
those of the board's eight images under the symmetries of the square.
"""

from collections.abc import Hashable
from functools import cache
from itertools import product
from operator import itemgetter
from typing import Any

from t3_engine.position import Position
from t3_state import Cell, lines


def image(cell: Cell, size: int, swap: bool, left: bool, up: bool) -> Cell:
    """Where one of the eight symmetries of the square takes a cell."""
    col, row = cell[::-1] if swap else cell
    return size - 1 - col if left else col, size - 1 - row if up else row


@cache
def symmetries(size: int) -> list[tuple[Any, list[int]]]:
    """The eight symmetries of a board, each as two functions.

    The first takes the codes of all lines to those of the image. The second is a list: for
    each cell, the bit of its image.
    """
    found: list[tuple[Any, list[int]]] = []
    places = {frozenset(line): place for place, line in enumerate(lines(size))}
    cells = [(col, row) for col in range(size) for row in range(size)]
    for kind in product([False, True], repeat=3):
        images = {cell: image(cell, size, *kind) for cell in cells}
        comes_from = [0] * len(places)
        for line, place in places.items():
            comes_from[places[frozenset(map(images.__getitem__, line))]] = place
        bits = [1 << col * size + row for col, row in images.values()]
        found.append((itemgetter(*comes_from), bits))
    return found


def key_of(position: Position) -> Hashable:
    """Something hashable that is equal only for positions of equal utility and depth.

    The position keeps its key.
    """
    if position.kept_key is None:
        tables, codes = position.mover.tables, position.codes
        crossings = [
            cell
            for cell in (position.stones if any(codes) else ())
            if sum([codes[line] > 0 for line in tables.lines_on[cell]]) > 1
        ]
        images = [(turned(codes), bits) for turned, bits in symmetries(tables.size)]
        least, _ = min(images)
        sets = [bits for turned, bits in images if turned == least]
        stones = min([sum([bits[cell] for cell in crossings]) for bits in sets])
        position.kept_key = position.mover, len(position.stones), least, stones
    return position.kept_key
