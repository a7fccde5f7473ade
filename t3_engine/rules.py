"""The tables of a game: lines, cells, actions, and their effects.

Only two things about a line matter: how many holes it has and what it needs. Its *code* is
one number for both. The tables say what follows from each code.
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
    found = []
    while actions:
        last = actions.bit_length() - 1
        found.append(last)
        actions ^= 1 << last
    found.reverse()
    return found


class Rules:
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
        self.untouched = self.codes.get((size, target), DEAD)
        """The code of a line on the empty board."""
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
        self._standing: dict[int, ActionSet] = {}
        odds, evens = range(1, max_move + 1, 2), range(2, max_move + 1, 2)
        self.sides = {
            True: Side(self, True, odds, evens),
            False: Side(self, False, evens, odds),
        }
        """The tables of the two players, by whether it is odds."""
        for odd, side in self.sides.items():
            side.meet(self.sides[not odd])
        self.around = [
            self.all_on({cell for line in lines_on for cell in self.lines[line]})
            for lines_on in self.lines_on
        ]
        """For each cell, the actions on the lines through it."""

    def all_on(self, cells: Iterable[int]) -> ActionSet:
        """The actions on these cells, also where evens have a number less than odds."""
        everywhere = (1 << self.choices) - 1
        return sum([everywhere << cell * self.choices for cell in cells])

    def standing(self, used: int) -> ActionSet:
        """The actions to try, if stones use exactly these mirrored pairs.

        Pairs that no stone uses, except the centre, are interchangeable, and so are the two
        members of such a pair. Each action left out is like an earlier one that stays.
        """
        found = self._standing.get(used)
        if found is None:
            size = self.size
            fresh = [i for i in range(size // 2) if not used >> i & 1]
            taken = [i for i in range(size) if min(i, size - 1 - i) not in fresh]
            cells = [(col, row) for col in taken for row in taken + fresh[:1]]
            for col in fresh[:1]:
                mirrored = size - 1 - col
                cells += [(col, row) for row in [*taken, mirrored, *fresh[:2]]]
            found = self.all_on(col * size + row for col, row in cells)
            self._standing[used] = found
        return found


LineEffect: TypeAlias = tuple[int, list[ActionSet | None]]
"""A line, and for each code of it the safe answers."""


class Side:
    """One player's tables: what each action does, and what answers each threat."""

    opponent: Side
    effects: list[tuple[int, list[LineEffect], list[int]]]
    """For each action: its cell, its lines, and their new codes by old code."""

    def __init__(self, rules: Rules, odd: bool, mine: range, theirs: range):
        self.rules = rules
        self.odd = odd
        """Whether this is odds."""
        self.numbers = mine
        cells = range(len(rules.cells))
        self.actions = self.placing(cells, mine)
        """The player's actions on the empty board."""
        self.becomes = [
            [DEAD, WON]
            + [
                WON if need == n else rules.codes.get((holes - 1, need - n), DEAD)
                for holes, need in rules.codes
            ]
            for n in range(2 - odd, 2 * rules.choices + 1, 2)
        ]
        """By number and code: the line's new code."""
        self.answers: list[list[ActionSet | None]] = []
        """By line and code: the actions after which the opponent has no threat there; None
        for all."""
        self.threats: list[list[ActionSet]] = []
        """By line and code: the actions there that make the line the player's threat."""
        for line in rules.lines:
            self._tell_threats(line, theirs)
        self.on_line = [
            [self.placing(line, [n]) for n in self.numbers] for line in rules.lines
        ]
        """By line and the number's rank: the actions that place the number there."""
        self.wins = {code for code, need in enumerate(rules.needs) if need in mine}
        """The codes of the player's threats."""
        self.completes = {
            code
            for (holes, need), code in rules.codes.items()
            if any(0 <= need - n <= (holes - 1) * rules.max_move for n in mine)
        }
        """The codes of lines that the player may still complete."""

    def meet(self, opponent: Side) -> None:
        """Set the opponent. Completes the tables."""
        self.opponent = opponent
        self.effects = [
            (cell, [(i, opponent.answers[i]) for i in lines_on], becomes)
            for cell, lines_on in enumerate(self.rules.lines_on)
            for becomes in self.becomes
        ]

    def placing(self, cells: Iterable[int], moves: Iterable[int]) -> ActionSet:
        """The player's actions that place one of `moves` on one of `cells`."""
        ranks = sum([1 << self.numbers.index(move) for move in moves])
        return sum([ranks << cell * self.rules.choices for cell in cells])

    def threatening(self, codes: list[int]) -> tuple[ActionSet, ActionSet]:
        """The player's actions that make a threat, and those that make two at once."""
        once = twice = 0
        for threats, code in zip(self.threats, codes):
            here = threats[code]
            if here:
                twice |= once & here
                once |= here
        return once, twice

    def action(self, index: ActionIndex) -> T3Action:
        """The T3Action with this index."""
        cell, rank = divmod(index, self.rules.choices)
        return T3Action(*self.rules.cells[cell], self.numbers[rank])

    def _tell_threats(self, line: list[int], theirs: range) -> None:
        """Fill the tables for one line: what answers and what makes threats there."""
        elsewhere = self.actions & ~self.placing(line, self.numbers)

        @cache
        def answers(is_last_hole: bool, need: int) -> ActionSet | None:
            if need in self.numbers:
                return 0  # with a win at once no action counts as safe
            # On the line, an action answers the threat if the line then has no hole, or
            # needs none of the opponent's numbers. Elsewhere any action is fine, unless the
            # line is a threat now.
            blocks = [n for n in self.numbers if is_last_hole or need - n not in theirs]
            if need in theirs:
                return self.placing(line, blocks)
            if len(blocks) == len(self.numbers):
                return None
            return self.placing(line, blocks) | elsewhere

        @cache
        def threats(is_last_hole: bool, need: int) -> ActionSet:
            if is_last_hole:
                return 0
            return self.placing(line, [n for n in self.numbers if need - n in self.numbers])

        codes = self.rules.codes
        self.answers.append(
            [None, None, *[answers(holes == 1, need) for holes, need in codes]]
        )
        self.threats.append([0, 0, *[threats(holes == 1, need) for holes, need in codes]])


@cache
def rules_of(size: int, max_move: int, target: int) -> Rules:
    """The tables of a game, cached."""
    return Rules(size, max_move, target)
