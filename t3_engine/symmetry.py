"""The symmetries of a board: rearrangements of its cells that take lines to lines.

Besides the eight of the square there are those that reorder columns and rows alike. An
order of the indices that keeps mirrored pairs mirrored takes the diagonals to themselves
if columns and rows both follow it, and to one another if one of the two follows it
reversed. So boards of size 3 to 8 have 8, 32, 32, 192, 192 and 1536 symmetries.
"""

from functools import cache
from itertools import permutations
from typing import NamedTuple

from t3_state import lines

LARGEST_FULL_GROUP = 8
"""On bigger boards there are too many to use; the eight of the square must do."""


class Symmetry(NamedTuple):
    """Where a symmetry takes each cell and each line.

    Cells are counted from 0 by column, then row; lines as t3_state.lines has them.
    """

    cells: tuple[int, ...]
    lines: tuple[int, ...]


@cache
def symmetries_of(size: int) -> list[Symmetry]:
    """The symmetries of a board of `size` x `size` cells, the identity among them."""
    span = range(size)
    orders: list[tuple[int, ...]] = [tuple(span), tuple(reversed(span))]
    if size <= LARGEST_FULL_GROUP:
        orders = [
            order
            for order in permutations(span)
            if all(order[size - 1 - i] == size - 1 - order[i] for i in span)
        ]
    maps: dict[tuple[tuple[int, int], ...], None] = {}
    for order in orders:
        for other in (order, tuple(reversed(order))):
            maps[tuple((order[col], other[row]) for col in span for row in span)] = None
            maps[tuple((order[row], other[col]) for col in span for row in span)] = None
    index = {frozenset(line): i for i, line in enumerate(lines(size))}
    return [
        Symmetry(
            tuple(col * size + row for col, row in cells),
            tuple(
                index[frozenset(cells[col * size + row] for col, row in line)]
                for line in lines(size)
            ),
        )
        for cells in maps
    ]
