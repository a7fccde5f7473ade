"""The tables of a game: lines, cells, actions, and their effects.

Only two things about a line matter: how many holes it has and what it needs. Its *code* is
one number for both: the need times one more than the size, plus the holes. The tables say
what follows from each code. An example on 3 x 3, where a code is 4 * need + holes:

    5 3 .   row 0: one hole, needs 5       code 4 * 5 + 1 = 21
    . 1 .   row 1: two holes, needs 12     code 4 * 12 + 2 = 50
    . . .   row 2: three holes, needs 13   code 4 * 13 + 3 = 55, as on the empty board

If row 0 had 1 and 2, it would need 10. One number can't fill that, so it would be dead.
Odds may place 5 on (2,0), which is the cell 2 * 3 + 0 = 6. It is their third number of
three, so the action has the index 6 * 3 + 2 = 20, and as a set it is `1 << 20`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial, reduce
from itertools import chain
from operator import and_, getitem
from typing import Final, TypeAlias

from t3_action import T3Action
from t3_state import lines

ActionIndex: TypeAlias = int
"""An action of the mover, by its place in action order."""
ActionSet: TypeAlias = int
"""A set of actions of the mover, one bit for each."""
Code: TypeAlias = int
"""The code of a line."""

DEAD: Final = 0
"""The code of a dead line."""
WON: Final = 1
"""The code of a line that has the target sum."""


class ByCode(dict[Code, int]):
    """Entries by code, each made when it is first read: making all could take seconds."""

    def __init__(self, make: Callable[[Code], int]) -> None:
        self.make = make

    def __missing__(self, code: Code) -> int:
        self[code] = self.make(code)
        return self[code]


def members(actions: ActionSet) -> list[ActionIndex]:
    """The actions of a set, earliest first.

    >>> members(0b100101)
    [0, 2, 5]
    """
    indices = []
    while actions:
        last = actions.bit_length() - 1
        indices.append(last)
        actions ^= 1 << last
    indices.reverse()
    return indices


class Tables:
    """The tables of one board size and set of constants."""

    def __init__(self, size: int, max_move: int, target: int) -> None:
        self.size = size
        self.max_move = max_move
        self.cells = [(col, row) for col in range(size) for row in range(size)]
        self.lines = [[col * size + row for col, row in line] for line in lines(size)]
        """The cells of each line."""
        self.choices = (max_move + 1) // 2
        """How many numbers odds have. Evens may have one fewer."""
        self.lines_on: list[list[int]] = [[] for _ in self.cells]
        """For each cell, the lines that it is on."""
        for place, line in enumerate(self.lines):
            for cell in line:
                self.lines_on[cell].append(place)
        self.pairs_of = [
            1 << min(col, size - 1 - col) | 1 << min(row, size - 1 - row)
            for col, row in self.cells
        ]
        """For each cell, the set of mirrored pairs that its row and column belong to."""
        self.on_cell = [self.all_on([cell]) for cell in range(size * size)]
        """For each cell, the actions on it."""
        self.around = [
            self.all_on({*chain(*(self.lines[line] for line in lines_on))})
            for lines_on in self.lines_on
        ]
        """For each cell, the actions on the lines through it."""
        self.distinct = cache(self._distinct)
        """The actions to try, by the set of mirrored pairs that stones use."""
        self.sides = {odd: Side(self, odd) for odd in (True, False)}
        """The tables of the two players, by whether it is odds."""
        for odd, side in self.sides.items():
            side.opponent = self.sides[not odd]

    def code(self, holes: int, need: int) -> Code:
        """The code of a line."""
        if need == 0:
            return WON
        return need * (self.size + 1) + holes if 0 < need <= holes * self.max_move else DEAD

    def holes_and_need(self, code: Code) -> tuple[int, int]:
        """What a live line's code stands for."""
        need, holes = divmod(code, self.size + 1)
        return holes, need

    def all_on(self, cells: Iterable[int]) -> ActionSet:
        """The actions on these cells, even where evens have one number fewer than odds."""
        everywhere = (1 << self.choices) - 1
        return sum([everywhere << cell * self.choices for cell in cells])

    def _distinct(self, used: int) -> ActionSet:
        """The actions to try, if stones use exactly these mirrored pairs.

        Pairs that no stone uses, except the centre, are interchangeable, and so are the two
        members of such a pair. Each action left out is symmetric to an earlier one.
        """
        size = self.size
        fresh = [i for i in range(size // 2) if not used >> i & 1]
        taken = [i for i in range(size) if min(i, size - 1 - i) not in fresh]
        cells = [(col, row) for col in taken for row in taken + fresh[:1]]
        for col in fresh[:1]:
            mirrored = size - 1 - col
            cells += [(col, row) for row in [*taken, mirrored, *fresh[:2]]]
        return self.all_on(col * size + row for col, row in cells)


class Side:
    """One player's tables: what each action does, and what answers each threat."""

    opponent: Side

    def __init__(self, tables: Tables, odd: bool) -> None:
        self.tables = tables
        self.odd = odd
        """Whether this is odds."""
        self.numbers = range(1 if odd else 2, tables.max_move + 1, 2)
        self.actions = self.placing(range(len(tables.cells)), self.numbers)
        """The player's actions on the empty board."""
        self.wins = {
            tables.code(holes, need)
            for holes in range(1, tables.size + 1)
            for need in self.numbers
        }
        """The codes of the player's threats."""
        self.answers = [ByCode(partial(self._answers, line)) for line in tables.lines]
        """By line and code: the actions after which the opponent has no threat there."""
        self.forcing = [ByCode(partial(self._forcing, line)) for line in tables.lines]
        """By line and code: the actions there that make the line the player's threat."""
        self.becomes = [ByCode(partial(self._becomes, number)) for number in self.numbers]
        """By number and code: the line's new code."""

    def placing(self, cells: Iterable[int], moves: Iterable[int]) -> ActionSet:
        """The player's actions that place one of `moves` on one of `cells`."""
        ranks = sum([1 << self.numbers.index(move) for move in moves])
        return ranks * sum([1 << cell * self.tables.choices for cell in cells])

    def asking(self, codes: Iterable[Code]) -> dict[int, ActionSet]:
        """The answers to each line that asks something of the player.

        Most lines of a wide board ask for nothing: every action answers them.
        """
        answers = enumerate(map(getitem, self.answers, codes))
        return {line: answer for line, answer in answers if answer != self.actions}

    def safe(self, empty: ActionSet, answers: Iterable[ActionSet]) -> ActionSet:
        """Those of the actions in `empty` after which the opponent has no threat.

        `answers` has those to all lines that ask something, maybe to others.
        """
        return reduce(and_, answers, empty & self.actions)

    def action(self, index: ActionIndex) -> T3Action:
        """The T3Action with this index."""
        cell, rank = divmod(index, self.tables.choices)
        return T3Action(*self.tables.cells[cell], self.numbers[rank])

    def _answers(self, line: list[int], code: Code) -> ActionSet:
        holes, need = self.tables.holes_and_need(code)
        theirs = self.opponent.numbers
        if need in self.numbers:
            return 0  # with a win at once no action counts as safe
        # A number blocks if the line then has no hole, or needs none of theirs.
        blocks = [n for n in self.numbers if holes == 1 or need - n not in theirs]
        if need in theirs:
            return self.placing(line, blocks)
        # Elsewhere any action is fine, as the line is not a threat now.
        return self.placing(line, blocks) | self.actions & ~self.tables.all_on(line)

    def _forcing(self, line: list[int], code: Code) -> ActionSet:
        holes, need = self.tables.holes_and_need(code)
        builds = [n for n in self.numbers if holes > 1 and need - n in self.numbers]
        return self.placing(line, builds)

    def _becomes(self, number: int, code: Code) -> Code:
        holes, need = self.tables.holes_and_need(code)
        return code if code in (DEAD, WON) else self.tables.code(holes - 1, need - number)


@cache
def tables_of(size: int, max_move: int, target: int) -> Tables:
    """The tables of a game, cached."""
    return Tables(size, max_move, target)
