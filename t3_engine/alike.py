"""Which positions are alike: a key that is equal for most of those.

Indices of columns and rows come in mirrored pairs, i and N - 1 - i. A new order of the
indices that keeps mirrored pairs together takes each diagonal to a diagonal if columns and
rows both follow it. So do the exchange of columns for rows, and the columns in reverse,
which exchanges the diagonals. None of these changes the game.

A dead line need not be kept in place. With one diagonal dead, any order will do that
columns and rows both follow: the pairs come apart. With both dead, columns and rows may
each follow an order of their own.

The key names indices in an order made from what they hold, and tells the lines and the
stones by these names. Indices that hold the same may be named in either order; then
something equal is searched twice, no more.
"""

from collections.abc import Hashable

from t3_engine.position import Position


def key_of(position: Position) -> Hashable:
    """Equal only for positions of a game that are alike, with the same side to move.

    So they have the same utility and depth. The key takes some 10 microseconds to make,
    and is kept with the position.
    """
    if position.kept_key is None:
        position.kept_key = _make_key(position)
    return position.kept_key


def _make_key(position: Position) -> Hashable:
    codes = position.codes
    size = position.mover.rules.size
    head = position.mover.odd, len(position.stones)
    if size == 1:
        return (*head, *codes)
    marks, crossings = _marks(position)
    rows, columns = marks[:size], marks[size : 2 * size]
    # Lines are told in this order: rows, columns, the two diagonals.
    main, anti = marks[2 * size], marks[2 * size + 1]
    in_order, across = sorted(rows), sorted(columns)
    swaps = [in_order < across] if in_order != across else [False, True]
    flips = [False, True] if main == anti and main else [main < anti]
    found: list[int] | None = None
    for swap in swaps:
        for flip in flips:
            told = _told(position, crossings, marks, swap, flip)
            if found is None or told < found:
                found = told
    assert found is not None
    return (*head, *found)


def _marks(position: Position) -> tuple[list[int], list[int]]:
    """What each line is ranked by, and the stones that are on several live lines.

    A line's mark is made of its code and of the lines that it crosses at a stone. It is 0
    where the line is dead. The same stone counts for how many holes a line has, so one
    that is on no other live line is told by the code.
    """
    codes = position.codes
    lines_on = position.mover.rules.lines_on
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


def _told(
    position: Position, crossings: list[int], marks: list[int], swap: bool, flip: bool
) -> list[int]:
    """The lines and the crossings by new names; `swap` tells rows as columns.

    `flip` reverses the columns, so that what is told of the diagonals changes places.
    """
    rules = position.mover.rules
    codes, size = position.codes, rules.size
    last = size - 1
    row_at, column_at = (size, 0) if swap else (0, size)
    main, anti = codes[2 * size], codes[2 * size + 1]
    if flip:
        main, anti = anti, main
    if main or anti:
        if main and anti:
            order = _in_pairs(position, marks, row_at, column_at, flip)
        else:
            fresh = rules.untouched
            order = []
            for i in range(size):
                j = column_at + (last - i if flip else i)
                if codes[row_at + i] != fresh or codes[j] != fresh:
                    order.append((marks[row_at + i], marks[j], i))
            order.sort()
        rows = [i for _, _, i in order]
        columns = [last - i for i in rows] if flip else rows
    else:
        rows = _by_mark(codes, marks, row_at, size, rules.untouched)
        columns = _by_mark(codes, marks, column_at, size, rules.untouched)
    told = [main, anti, len(rows), len(columns)]
    told += [codes[row_at + i] for i in rows]
    told += [codes[column_at + i] for i in columns]
    row_names = {i: name for name, i in enumerate(rows)}
    column_names = {i: name for name, i in enumerate(columns)}
    stones = []
    for cell in crossings:
        col, row = rules.cells[cell]
        if swap:
            col, row = row, col
        stones.append(column_names[col] * size + row_names[row])
    stones.sort()
    told += stones
    return told


def _in_pairs(
    position: Position, marks: list[int], row_at: int, column_at: int, flip: bool
) -> list[tuple[int, int, int]]:
    """The indices of the used pairs, each beside its mirror image, in a new order.

    The centre, which is its own mirror image, comes last, if the board has one.
    """
    size = position.mover.rules.size
    last = size - 1
    pairs = []
    for i in range(size // 2):
        if position.used >> i & 1:
            j = last - i
            a, b = (
                (column_at + j, column_at + i) if flip else (column_at + i, column_at + j)
            )
            one = marks[row_at + i], marks[a], i
            other = marks[row_at + j], marks[b], j
            pairs.append((one, other) if one < other else (other, one))
    pairs.sort()
    order = [index for pair in pairs for index in pair]
    if size % 2:
        centre = size // 2
        order.append((0, 0, centre))
    return order


def _by_mark(
    codes: list[int], marks: list[int], at: int, size: int, fresh: int
) -> list[int]:
    """The rows, or columns, that are not untouched, in the order of their marks."""
    order = [(marks[at + i], i) for i in range(size) if codes[at + i] != fresh]
    order.sort()
    return [i for _, i in order]
