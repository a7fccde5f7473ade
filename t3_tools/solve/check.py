"""Check a certificate of who wins T3: `python check.py CERTIFICATE N [N ...]`.

Its first line says who wins, who begins, and any first actions. Each other line is a
position in which the winner moves and can't win at once: its stones and, last, the answer.
A stone is its column, row and number. Columns and rows have letters: `a` and `A` are a
mirrored pair, i and N-1-i, the next pair is `b` and `B`, ...; `+` is the middle index.
"""

import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

NUMBERS = {"odds": "135", "evens": "246"}
OTHER = {"odds": "evens", "evens": "odds"}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
Stones = frozenset[str]


@cache
def lines_through(col: str, row: str) -> list[str]:
    """The lines through a cell."""
    diagonals = ["main"] * (col == row) + ["anti"] * (col.swapcase() == row)
    return ["column " + col, "row " + row, *diagonals]


def used_pairs(stones: Stones) -> Stones:
    """The letters of the pairs that stones use."""
    return frozenset("".join([stone[:2] for stone in stones]).lower()) - {"+"}


def actions(stones: Stones, side: str, size: int) -> list[str]:
    """A side's legal actions, but only one of those that differ just in unused letters."""
    # Exchanging two pairs, or the two indices of a pair, makes a line of every line.
    used = used_pairs(stones)
    free = [letter for letter in LETTERS[: size // 2] if letter not in used]
    old = [*used, *map(str.upper, used), *"+" * (size % 2)]
    cells = {col + row for col in old + free[:1] for row in old + free[:1]}
    cells |= {free[0] + new for new in (*free[1:2], free[0].upper())} if free else set()
    empty = sorted(cells - {stone[:2] for stone in stones})
    return [cell + number for cell in empty for number in NUMBERS[side]]


def can_win(stones: Stones, side: str, size: int) -> bool:
    """Whether a side can make a line sum to 13 at once."""
    on = defaultdict[str, list[int]](list)
    for col, row, number in map(tuple, stones):
        for line in lines_through(col, row):
            on[line].append(int(number))
    return any(len(it) < size and str(13 - sum(it)) in NUMBERS[side] for it in on.values())


class Refused(Exception):  # noqa: N818
    """The certificate proves nothing on this board."""


def opening(first: str, start: list[str], size: int) -> tuple[Stones, str]:
    """The stones at the start, placed in turn on the empty board, and whose turn it is."""
    stones, turn = Stones(), first
    for stone in start:
        if stone not in actions(stones, turn, size) or can_win(stones, turn, size):
            raise Refused(f"{stone} can't be a first action")
        stones, turn = stones | {stone}, OTHER[turn]
    return stones, turn


def check(text: str, size: int) -> tuple[int, int]:
    """How many answers and pairs the proof needs; raises Refused if it proves nothing."""
    try:
        (winner, first, *start), *answers = [line.split() for line in text.splitlines()]
        table = {frozenset(line[:-1]): line[-1] for line in answers}
        loser = OTHER[winner]
        waiting = [opening(first, start, size)]
    except (ValueError, IndexError, KeyError) as error:
        raise Refused(f"not a certificate: {error}") from None
    answered, pairs = set[Stones](), 0
    while waiting:
        stones, turn = waiting.pop()
        pairs = max(pairs, len(used_pairs(stones)))
        if turn == loser:
            legal = actions(stones, turn, size)
            if not legal or can_win(stones, turn, size):
                raise Refused(f"{loser} win or tie after {' '.join(sorted(stones))}")
            waiting += [(stones | {reply}, winner) for reply in legal]
        elif stones not in answered and not can_win(stones, turn, size):
            answered.add(stones)
            if table.get(stones) not in actions(stones, turn, size):
                raise Refused(f"no answer after {' '.join(sorted(stones)) or 'no stones'}")
            waiting.append((stones | {table[stones]}, loser))
    return len(answered), pairs


if __name__ == "__main__":
    for size in sys.argv[2:]:
        try:
            count, pairs = check(Path(sys.argv[1]).read_text("utf-8"), rows := int(size))
        except (Refused, OSError, ValueError) as reason:
            sys.exit(f"{size} x {size}: refused: {reason}")
        more = ", as on every larger board of its parity" * (pairs + 2 <= rows // 2)
        print(f"{size} x {size}: proven, {count} answers, at most {pairs} pairs{more}")
