"""Check a certificate of who wins T3: `python check.py CERTIFICATE N [N ...]`.

Its first line says who wins and who begins. Each other line has the stones of a position in
which the winner moves and can't win at once and, last, the answer. In one place of a line,
commas may separate stones: it answers one position for each.

A stone is its column, row and number. Columns and rows have letters: `a` and `A` are a pair
of mirrored indices, i and N-1-i, and `+` is the middle index. Pairs get their letters in
the order in which stones use them.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

NUMBERS = {"odds": (1, 3, 5), "evens": (2, 4, 6)}
OTHER = {"odds": "evens", "evens": "odds"}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
EVERY = 12
"""The largest board on which to try every reply. Larger ones would take too long."""

Stone = tuple[int, int, int]


class Refused(Exception):  # noqa: N818 what is refused is no error of the checker
    """The certificate proves nothing on this board."""


class Layout(NamedTuple):
    """The stones on a board, and the letters of the indices in the pairs that they use."""

    size: int
    stones: frozenset[Stone]
    letters: dict[int, str]
    lines: dict[str, tuple[int, ...]]
    """The numbers on each line that has any."""

    def unused(self) -> list[int]:
        """The lower index of two unused pairs, or of all that there are."""
        lower = range(min(self.size // 2, len(self.letters) + 2))
        return [index for index in lower if index not in self.letters][:2]

    def actions(self, side: str, every: bool) -> Iterator[Stone]:
        """A side's legal actions: every one, or some of each kind.

        Actions are of one kind if they differ only in the unused pairs that they use.
        Exchanging two pairs, or the two indices of a pair, makes a line of every line.
        """
        mirrored = [self.size - 1 - index for index in self.unused()]
        some = [*self.letters, *self.unused(), *mirrored]
        taken = {stone[:2] for stone in self.stones}
        for col, row in product(range(self.size) if every else some, repeat=2):
            if (col, row) not in taken:
                yield from [(col, row, number) for number in NUMBERS[side]]

    def after(self, stone: Stone) -> "Layout":
        """The layout with one more stone."""
        letters = dict(self.letters)
        for index in stone[:2]:
            if index not in letters:
                if len(letters) // 2 == len(LETTERS):
                    raise Refused(f"more than {len(LETTERS)} pairs have no letters")
                letter = LETTERS[len(letters) // 2]
                letters |= {index: letter, self.size - 1 - index: letter.upper()}
        lines = dict(self.lines)
        for line in lines_through(stone[0], stone[1], self.size):
            lines[line] = *lines.get(line, ()), stone[2]
        return Layout(self.size, self.stones | {stone}, letters, lines)

    def after_named(self, name: str, side: str) -> "Layout":
        """The layout after an action as a certificate names it."""
        indices = {letter: index for index, letter in self.letters.items()}
        for letter, index in zip(LETTERS[len(self.letters) // 2 :], self.unused()):
            indices |= {letter: index, letter.upper(): self.size - 1 - index}
        try:
            col, row, number = tuple(name)
            stone = indices[col], indices[row], int(number)
        except (KeyError, ValueError):
            raise Refused(f"{name!r} is not an action after {self}") from None
        if stone not in self.actions(side, every=False):
            raise Refused(f"{side} can't play {name} after {self}")
        return self.after(stone)

    def name(self, stone: Stone) -> str:
        """A stone on it as a certificate names it."""
        col, row, number = stone
        return f"{self.letters[col]}{self.letters[row]}{number}"

    def named(self) -> frozenset[str]:
        """The stones as a certificate names them."""
        return frozenset(map(self.name, self.stones))

    def __str__(self) -> str:
        return " ".join(sorted(self.named())) or "no stones"

    def winning_line(self, side: str) -> str | None:
        """A line that a side can make sum to 13 at once; None if there is none."""
        for line, numbers in self.lines.items():
            if len(numbers) < self.size and 13 - sum(numbers) in NUMBERS[side]:
                return line
        return None


@cache
def lines_through(col: int, row: int, size: int) -> list[str]:
    """The lines through a cell."""
    diagonals = ["main"] * (col == row) + ["anti"] * (col + row == size - 1)
    return [f"column {col}", f"row {row}", *diagonals]


def header(text: str) -> list[str]:
    """Who wins, and who begins."""
    sides = text.partition("\n")[0].split()
    if len(sides) != 2 or not OTHER.keys() >= {*sides}:
        raise Refused("not a certificate: its first line does not say who wins and begins")
    return sides


def answers_in(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """Each position that has an answer, as the names of its stones, and the answer."""
    for line in text.splitlines()[1:]:
        *columns, answer = line.split() or [""]
        if sum("," in column for column in columns) > 1:
            raise Refused(f"more than one list of stones in the line {line[:40]!r}...")
        for stones in product(*[column.split(",") for column in columns]):
            yield frozenset(stones), answer


def empty(size: int) -> Layout:
    """The layout without stones."""
    return Layout(size, frozenset(), {size // 2: "+"} if size % 2 else {}, {})


class Win(NamedTuple):
    """What a win takes."""

    plies: int
    """The most, if the winner answers as told and the loser resists."""
    answers: int
    """The number of positions where the winner needs an answer and can't win at once."""
    pairs: int
    """The most mirrored pairs in use, or offered to the loser's replies."""

    def serves_larger(self, size: int) -> bool:
        """Whether it also proves the win on every larger board with `size`'s parity."""
        return self.pairs + 2 <= size // 2


def check(text: str, size: int) -> Win:
    """What the proven win takes; raises Refused if the certificate proves nothing."""
    winner, first = header(text)
    answers = dict(answers_in(text))
    return wins(winner, first, size, lambda it: answers.get(it.named()), size <= EVERY)


def wins(
    winner: str,
    first: str,
    size: int,
    answer_to: Callable[[Layout], str | None],
    every: bool,
) -> Win:
    """What a win from the empty board takes.

    Tries every reply, or some of each kind. Raises Refused if an answer is missing or bad.
    """
    loser = OTHER[winner]
    waiting = [(empty(size), first)]
    answered, plies, pairs = set[frozenset[str]](), 0, 0
    while waiting:
        layout, turn = waiting.pop()
        line = layout.winning_line(winner)
        played, used = len(layout.stones), len(layout.letters) // 2
        pairs = max(pairs, used + len(layout.unused()) * (turn == loser))
        if turn == loser:
            replies = list(layout.actions(loser, every))
            if not replies or layout.winning_line(loser):
                raise Refused(f"{loser} win or tie after {layout}")
            for reply in replies:
                if line is None or line in lines_through(*reply[:2], size):
                    waiting.append((layout.after(reply), winner))
                else:  # the line is left to the winner
                    plies = max(plies, played + 2)
        elif line:
            plies = max(plies, played + 1)
        else:
            named = layout.named()
            if every or named not in answered:
                answered.add(named)
                answer = answer_to(layout)
                if answer is None:
                    raise Refused(f"no answer after {layout}")
                waiting.append((layout.after_named(answer, winner), loser))
    return Win(plies, len(answered), pairs)


if __name__ == "__main__":
    for size in sys.argv[2:]:
        try:
            text = Path(sys.argv[1]).read_text("utf-8")
            win = check(text, rows := int(size))
        except (Refused, OSError, ValueError) as reason:
            sys.exit(f"{size} x {size}: refused: {reason}")
        winner, first = header(text)
        parity = "odd" if rows % 2 else "even"
        more = f", as on every larger board of {parity} size" * win.serves_larger(rows)
        replies = "every reply" if rows <= EVERY else "replies of each kind"
        print(
            f"{size} x {size}: proven: {winner} win within {win.plies} plies "
            f"if {first} begin{more} "
            f"(answers: {win.answers}, pairs: {win.pairs}, {replies} tried)"
        )
