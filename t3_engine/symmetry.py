"""Keys of positions: equal keys mean the same game, and most symmetric positions share one.

Row and column numbers come in mirrored pairs, i and N - 1 - i. Put rows and columns in the
same new order, so that mirrored ones stay mirrored: then each diagonal stays a diagonal.
The same is true if rows and columns change places, or if the order of the columns is
reversed, which exchanges the diagonals. None of these changes the game.

The key renames rows and columns by their contents, and lists lines, and stones on several
live lines, by these names. Rows with equal contents may get either name. So symmetric
positions can have different keys, and the search does some work twice.
"""

from collections.abc import Hashable

from t3_engine.position import Position


def key_of(position: Position) -> Hashable:
    """A key that is equal only for positions that are the same game under other names.

    They have the same side to move, utility and depth. The position keeps its key.
    """
    if position.kept_key is None:
        position.kept_key = _make_key(position)
    return position.kept_key


def _make_key(position: Position) -> Hashable:
    codes = position.codes
    size = position.mover.tables.size
    head = position.mover.odd, len(position.stones)
    if size == 1:
        return (*head, *codes)
    marks, crossings = _marks(position)
    rows, columns = marks[:size], marks[size : 2 * size]
    # The marks are those of the rows, then the columns, then the two diagonals.
    main, anti = marks[2 * size], marks[2 * size + 1]
    in_order, across = sorted(rows), sorted(columns)
    swaps = [in_order < across] if in_order != across else [False, True]
    flips = [False, True] if main == anti else [main < anti]
    kinds = [(swap, flip) for swap in swaps for flip in flips]
    return (*head, *min([_form(position, crossings, marks, *kind) for kind in kinds]))


def _marks(position: Position) -> tuple[list[int], list[int]]:
    """The mark of each line, to sort it by, and the stones that are on several live lines.

    The mark of a live line is made from its code and from the lines that cross it at a
    stone; that of a dead line is 0. A stone on no other live line needs no mention: the
    code already counts the holes.
    """
    codes = position.codes
    lines_on = position.mover.tables.lines_on
    marks = [code << 40 for code in codes]
    crossings = []
    for cell in position.stones:
        live = [line for line in lines_on[cell] if codes[line]]
        if len(live) > 1:
            crossings.append(cell)
            weight = 1
            for line in live:
                weight *= codes[line] + 1
            weight = weight * weight % 1000003
            for line in live:
                marks[line] += weight
    return marks, crossings


def _form(
    position: Position, crossings: list[int], marks: list[int], swap: bool, flip: bool
) -> list[int]:
    """The codes of lines, and the crossings, by new names.

    `swap` exchanges rows and columns. `flip` reverses the columns, which exchanges the
    diagonals.
    """
    tables = position.mover.tables
    codes, size = position.codes, tables.size
    last = size - 1
    row_at, column_at = (size, 0) if swap else (0, size)
    main, anti = codes[2 * size], codes[2 * size + 1]
    if flip:
        main, anti = anti, main
    rows = _in_pairs(position, marks, row_at, column_at, flip)
    columns = [last - i for i in rows] if flip else rows
    cells = [tables.cells[cell][::-1] if swap else tables.cells[cell] for cell in crossings]
    return [
        *(main, anti, len(rows)),
        *[codes[row_at + i] for i in rows],
        *[codes[column_at + i] for i in columns],
        *sorted([columns.index(col) * size + rows.index(row) for col, row in cells]),
    ]


def _in_pairs(
    position: Position, marks: list[int], row_at: int, column_at: int, flip: bool
) -> list[int]:
    """The rows of the used pairs in a new order, each beside its mirror image.

    The centre, if there is one, comes last.
    """
    size = position.mover.tables.size
    last = size - 1
    pairs = []
    for i in range(size // 2):
        if position.used >> i & 1:
            pair = []
            for row in (i, last - i):
                column = last - row if flip else row
                pair.append((marks[row_at + row], marks[column_at + column], row))
            pairs.append(sorted(pair))
    order = [row for pair in sorted(pairs) for _, _, row in pair]
    return [*order, size // 2] if size % 2 else order
