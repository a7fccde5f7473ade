"""The tables of a game: lines, cells, actions, and their effects.

Only two things about a line matter: how many holes it has and what it needs. Its *code* is
one number for both. The tables say what follows from each code. An example on 3 x 3:

    5 3 .   row 0: one hole, needs 5       code 1 + 5 = 6
    . 1 .   row 1: two holes, needs 12     code 7 + 12 = 19
    . . .   row 2: three holes, needs 13   code 19 + 13 = 32, as on the empty board

If row 0 had 1 and 2, it would need 10. One number can't fill that, so it would be dead.
Odds may place 5 on (2,0), which is the cell 2 * 3 + 0 = 6. It is their third number of
three, so the action has the index 6 * 3 + 2 = 20, and as a set it is `1 << 20`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, TypeAlias

from t3_action import T3Action
from t3_state import lines

ActionIndex: TypeAlias = int
"""An action of the mover, by its place in action order."""
ActionSet: TypeAlias = int
"""A set of actions of the mover, one bit for each."""

DEAD: Final = 0
"""The code of a dead line."""
WON: Final = 1
"""The code of a line that has the target sum."""


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
        """How many numbers odds have. Evens may have one less."""
        live = [
            (holes, need)
            for holes in range(1, size + 1)
            for need in range(1, min(target, holes * max_move) + 1)
        ]
        self.codes = {pair: code for code, pair in enumerate(live, start=WON + 1)}
        """The code of each live line by its (holes, need)."""
        self.needs = [0, 0] + [need for _, need in live]
        """What a line needs, by its code."""
        self.on_cell = [self.all_on([cell]) for cell in range(len(self.cells))]
        """For each cell, the actions on it."""
        self.lines_on: list[list[int]] = [[] for _ in self.cells]
        """For each cell, the lines that it is on."""
        for place, line in enumerate(self.lines):
            for cell in line:
                self.lines_on[cell].append(place)
        self.pairs_of = [
            1 << min(col, size - 1 - col) | 1 << min(row, size - 1 - row)
            for col, row in self.cells
        ]
        """For each cell, a bit for each mirrored pair that its row or column belongs to."""
        self._distinct: dict[int, ActionSet] = {}
        odds, evens = range(1, max_move + 1, 2), range(2, max_move + 1, 2)
        self.sides = {
            True: Side(self, True, odds, evens),
            False: Side(self, False, evens, odds),
        }
        """The tables of the two players, by whether it is odds."""
        for odd, side in self.sides.items():
            side.opponent = self.sides[not odd]
            side.effects = [
                (cell, [(i, side.opponent.answers[i]) for i in lines_on], becomes)
                for cell, lines_on in enumerate(self.lines_on)
                for becomes in side.becomes
            ]
        self.around = [
            self.all_on({cell for line in lines_on for cell in self.lines[line]})
            for lines_on in self.lines_on
        ]
        """For each cell, the actions on the lines through it."""

    def all_on(self, cells: Iterable[int]) -> ActionSet:
        """The actions on these cells, also where evens have a number less than odds."""
        everywhere = (1 << self.choices) - 1
        return sum([everywhere << cell * self.choices for cell in cells])

    def distinct(self, used: int) -> ActionSet:
        """The actions to try, if stones use exactly these mirrored pairs.

        Pairs that no stone uses, except the centre, are interchangeable, and so are the two
        members of such a pair. Each action left out is symmetric to an earlier one.
        """
        if used not in self._distinct:
            size = self.size
            fresh = [i for i in range(size // 2) if not used >> i & 1]
            taken = [i for i in range(size) if min(i, size - 1 - i) not in fresh]
            cells = [(col, row) for col in taken for row in taken + fresh[:1]]
            for col in fresh[:1]:
                mirrored = size - 1 - col
                cells += [(col, row) for row in [*taken, mirrored, *fresh[:2]]]
            self._distinct[used] = self.all_on(col * size + row for col, row in cells)
        return self._distinct[used]


LineEffect: TypeAlias = tuple[int, list[ActionSet | None]]
"""A line, and for each code of it the safe answers."""


class Side:
    """One player's tables: what each action does, and what answers each threat."""

    opponent: Side
    effects: list[tuple[int, list[LineEffect], list[int]]]
    """For each action: its cell, its lines, and their new codes by old code."""

    def __init__(self, tables: Tables, odd: bool, mine: range, theirs: range):
        self.tables = tables
        self.odd = odd
        """Whether this is odds."""
        self.numbers = mine
        cells = range(len(tables.cells))
        self.actions = self.placing(cells, mine)
        """The player's actions on the empty board."""
        self.becomes = [
            [DEAD, WON]
            + [
                WON if need == n else tables.codes.get((holes - 1, need - n), DEAD)
                for holes, need in tables.codes
            ]
            for n in range(2 - odd, 2 * tables.choices + 1, 2)
        ]
        """By number and code: the line's new code."""
        self.answers: list[list[ActionSet | None]] = []
        """By line and code: the actions after which the opponent has no threat there; None
        for all."""
        self.forcing: list[list[ActionSet]] = []
        """By line and code: the actions there that make the line the player's threat."""
        self._add_lines(theirs)
        self.on_line = [
            [self.placing(line, [n]) for n in self.numbers] for line in tables.lines
        ]
        """By line and the number's rank: the actions that place the number there."""
        self.wins = {code for code, need in enumerate(tables.needs) if need in mine}
        """The codes of the player's threats."""
        self.completes = {
            code
            for (holes, need), code in tables.codes.items()
            if any(0 <= need - n <= (holes - 1) * tables.max_move for n in mine)
        }
        """The codes of lines that the player may still complete."""

    def placing(self, cells: Iterable[int], moves: Iterable[int]) -> ActionSet:
        """The player's actions that place one of `moves` on one of `cells`."""
        ranks = sum([1 << self.numbers.index(move) for move in moves])
        return ranks * sum([1 << cell * self.tables.choices for cell in cells])

    def forcing_actions(self, codes: list[int]) -> tuple[ActionSet, ActionSet]:
        """The player's actions that make a threat, and those that make two at once."""
        once = twice = 0
        for by_code, code in zip(self.forcing, codes):
            here = by_code[code]
            if here:
                twice |= once & here
                once |= here
        return once, twice

    def action(self, index: ActionIndex) -> T3Action:
        """The T3Action with this index."""
        cell, rank = divmod(index, self.tables.choices)
        return T3Action(*self.tables.cells[cell], self.numbers[rank])

    def _add_lines(self, theirs: range) -> None:
        """Fill the tables for all lines: what answers and what makes threats there."""
        ranks = {number: 1 << rank for rank, number in enumerate(self.numbers)}
        everything = sum(ranks.values())
        after = [(0, everything), (0, everything)]  # of dead and won lines
        for holes, need in self.tables.codes:
            # A number blocks if the line then has no hole, or needs none of theirs.
            blocks = sum([ranks[n] for n in ranks if holes == 1 or need - n not in theirs])
            builds = sum([ranks[n] for n in ranks if holes > 1 and need - n in ranks])
            after.append((builds, blocks))
        for line in self.tables.lines:
            here = sum([1 << cell * self.tables.choices for cell in line])
            elsewhere = self.actions & ~(everything * here)
            answers: list[ActionSet | None] = []
            for need, (_, blocks) in zip(self.tables.needs, after):
                if need in self.numbers:
                    answers.append(0)  # with a win at once no action counts as safe
                elif blocks == everything and need not in theirs:
                    answers.append(None)
                elif need in theirs:
                    answers.append(blocks * here)
                else:
                    # Elsewhere any action is fine, as the line is not a threat now.
                    answers.append(blocks * here | elsewhere)
            self.answers.append(answers)
            self.forcing.append([builds * here for builds, _ in after])


@cache
def tables_of(size: int, max_move: int, target: int) -> Tables:
    """The tables of a game, cached."""
    return Tables(size, max_move, target)
