"""Positions as the search sees them: compact, with the threats read off.

Glossary. A *hole* is an empty cell of a line. A line *needs* the target less its sum. It
is *dead* if it can no longer reach the target, else *live*. An empty cell on no live line
is *spare*. A *threat* of a player is a line with a hole that needs one of that player's
numbers: one placement wins the game. An action is *safe* if it leaves the opponent no
threat.

The search counts cells from 0, by column, then row, and the actions of a player from 0,
by cell, then number: that is action order, and an action's place in it is its *index*. A
*set of actions* is an int with the bit of each member's index set, so that its lowest bit
is its earliest action. A *set of lines* is alike, by their places in t3_state.lines.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, Final, TypeAlias

from t3_action import T3Action
from t3_state import T3State, lines, numbers
from t3_symmetry import Symmetry, symmetries_of

ActionIndex: TypeAlias = int
"""An action of the mover, by its place in action order."""
ActionSet: TypeAlias = int
"""Some actions of the mover, a bit for each."""
LineSet: TypeAlias = int
"""Some lines, a bit for each."""

WIN: Final = 1
TIE: Final = 0
LOSS: Final = -1

DEAD: Final = 0
"""The code of a dead line."""
WON: Final = 1
"""The code of a line that has the target sum."""

MOST_KEPT: Final = 1 << 16
"""So many answers to a question about a set are kept, the latest."""
MOST_SYMMETRIES: Final = 32
"""A board with more symmetries than this uses none in keys: to see what is alike would take
longer than to search it."""


def set_of(actions: Iterable[ActionIndex]) -> ActionSet:
    """The set with these members, each given once.

    >>> bin(set_of([0, 2, 5]))
    '0b100101'
    """
    return sum([1 << action for action in actions])


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
    """What never changes in games of one board size and set of constants.

    All that matters about a line is how many holes it has and what it needs. Its *code*
    is one number for the two, so that what follows from them is looked up, not computed.
    """

    def __init__(self, size: int, max_move: int, target: int) -> None:
        self.size = size
        self.max_move = max_move
        self.cells = [(col, row) for col in range(size) for row in range(size)]
        self.lines = [[self.cells.index(cell) for cell in line] for line in lines(size)]
        """The cells of each line, in the order of t3_state.lines."""
        self.choices = (max_move + 1) // 2
        """The actions counted for each cell: evens may have a number less than odds."""
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
        everywhere = self.all_on(range(len(self.cells)))
        self.elsewhere = [everywhere ^ self.all_on(line) for line in self.lines]
        """For each line, the actions on all other cells."""
        symmetries = symmetries_of(size)
        if len(symmetries) > MOST_SYMMETRIES:
            symmetries = symmetries[:1]
        self.images = [
            (
                [1 << cell for cell in symmetry.cells],
                itemgetter(*[symmetry.lines.index(i) for i in range(len(self.lines))]),
            )
            for symmetry in symmetries
        ]
        """Of each symmetry used in keys the bit of the cell to which it takes each cell,
        and what gives the codes of the lines in their new order."""
        self.least_image = lru_cache(MOST_KEPT)(self._least_image)
        self.spare = lru_cache(MOST_KEPT)(self._spare)
        odds, evens = numbers(True, max_move), numbers(False, max_move)
        self.sides = {
            True: Side(self, True, odds, evens),
            False: Side(self, False, evens, odds),
        }
        """The tables of each player, by whether it is odds."""
        for odd, side in self.sides.items():
            side.opponent = self.sides[not odd]

    def all_on(self, cells: Iterable[int]) -> ActionSet:
        """The actions on some cells, of a player with all the numbers."""
        ranks = range(self.choices)
        return set_of(cell * self.choices + rank for cell in cells for rank in ranks)

    def _spare(self, dead: LineSet) -> ActionSet:
        """The actions on the cells that are on no live line, if these lines are dead."""
        found = self.all_on(range(len(self.cells)))
        for i, elsewhere in enumerate(self.elsewhere):
            if not dead >> i & 1:
                found &= elsewhere
        return found

    def _least_image(self, empty: ActionSet) -> tuple[int, list[Any]]:
        """The least set of cells that a symmetry takes the empty ones to.

        It comes with what gives the codes of the lines in their new order, for each of the
        symmetries that take them there.
        """
        cells = [cell for cell, on_cell in enumerate(self.on_cell) if empty & on_cell]
        images = [sum([bits[cell] for cell in cells]) for bits, _ in self.images]
        least = min(images)
        orders = [order for (_, order), there in zip(self.images, images) if there == least]
        return least, orders


class Side:
    """The tables of one player: what each action does, and what answers each threat."""

    opponent: Side

    def __init__(self, rules: Rules, odd: bool, mine: Sequence[int], theirs: Sequence[int]):
        self.rules = rules
        self.odd = odd
        """Whether this is odds."""
        self.numbers = mine
        cells = range(len(rules.cells))
        self.actions = self.placing(cells, mine)
        """The player's actions on the empty board."""
        self.has_every_choice = len(mine) == rules.choices
        becomes = [
            [DEAD, WON]
            + [
                WON if need == n else rules.codes.get((holes - 1, need - n), DEAD)
                for holes, need in rules.codes
            ]
            for n in numbers(odd, 2 * rules.choices)
        ]
        everywhere = rules.all_on(cells)
        self.effects = [
            (
                [i for i, line in enumerate(rules.lines) if cell in line],
                after,
                everywhere ^ on_cell,
            )
            for cell, on_cell in enumerate(rules.on_cell)
            for after in becomes
        ]
        """For each action the lines it is on, what they become by code, and the actions
        on other cells."""
        self.answers = [self._answers(line, theirs) for line in rules.lines]
        """By line and code: the actions that leave the opponent no threat there, None if
        that is every action."""
        self.wins = [need in mine for need in rules.needs]
        """By code: whether a placement on the line wins."""
        self.completes = [False, True] + [
            any(0 <= need - n <= (holes - 1) * rules.max_move for n in mine)
            for holes, need in rules.codes
        ]
        """By code: whether a number of the player may yet give the line its sum."""

    def placing(self, cells: Iterable[int], moves: Iterable[int]) -> ActionSet:
        """The player's actions that place one of `moves` on one of `cells`."""
        ranks = [self.numbers.index(move) for move in moves]
        return set_of(cell * self.rules.choices + rank for cell in cells for rank in ranks)

    def action(self, index: ActionIndex) -> T3Action:
        """An action of the player as the rest of the library knows it."""
        cell, rank = divmod(index, self.rules.choices)
        return T3Action(*self.rules.cells[cell], self.numbers[rank])

    def _answers(self, line: list[int], theirs: Sequence[int]) -> list[ActionSet | None]:
        placing = {number: self.placing(line, [number]) for number in self.numbers}
        elsewhere = self.actions & ~sum(placing.values())
        by_code: list[ActionSet | None] = [None, None]
        for holes, need in self.rules.codes:
            if need in self.numbers:
                by_code.append(0)  # whoever wins need not answer
                continue
            # On the line, what leaves it no threat: it has no hole then, or needs no
            # number of theirs. Elsewhere anything, unless the line is a threat already.
            answers = sum(
                actions
                for number, actions in placing.items()
                if holes == 1 or need - number not in theirs
            )
            if need not in theirs:
                answers |= elsewhere
            by_code.append(None if answers == self.actions else answers)
        return by_code


@cache
def rules_of(size: int, max_move: int, target: int) -> Rules:
    """The tables of a game, made once."""
    return Rules(size, max_move, target)


class Position:
    """A position; never changed once made, but for what a search notes on it.

    `empty` is the set of actions on the empty cells, of a player with all the numbers;
    `codes` has the code of each line, and `dead` are the lines whose code is DEAD.
    """

    __slots__ = ("_safe", "codes", "dead", "disproof", "empty", "mover", "proof")

    proof: int
    disproof: int
    """The numbers that a proof-number search has found for it."""

    def __init__(
        self, mover: Side, empty: ActionSet, codes: list[int], dead: LineSet
    ) -> None:
        self.mover = mover
        self.empty = empty
        self.codes = codes
        self.dead = dead
        self._safe: ActionSet | None = None

    @property
    def safe(self) -> ActionSet:
        """The mover's safe actions; none if the mover can win."""
        if self._safe is None:
            mover = self.mover
            # Any, because compiled code tries an int as a small one first, as sets rarely
            # are.
            safe: Any = self.empty if mover.has_every_choice else self.legal()
            for answers_by_code, code in zip(mover.answers, self.codes):
                answers: Any = answers_by_code[code]
                if answers is not None:
                    safe &= answers
            self._safe = safe
        return self._safe

    @classmethod
    def of(cls, state: T3State) -> Position:
        """The position of a state."""
        board = state.board
        rules = rules_of(len(board), state.MAX_MOVE, state.WIN_TARGET)
        values = [board[row][col] for col, row in rules.cells]
        codes = []
        for line in rules.lines:
            on_line = [values[cell] for cell in line]
            need = state.WIN_TARGET - sum(on_line)
            codes.append(rules.codes.get((on_line.count(0), need), DEAD) if need else WON)
        empty = sum(
            [rules.on_cell[cell] for cell, value in enumerate(values) if value == 0]
        )
        mover = rules.sides[state.odd_turn]
        dead = set_of(i for i, code in enumerate(codes) if code == DEAD)
        return cls(mover, empty, codes, dead)

    def after(self, action: ActionIndex) -> Position:
        """The position after an action of the mover."""
        on_lines, becomes, elsewhere = self.mover.effects[action]
        codes = self.codes.copy()
        dead = self.dead
        for line in on_lines:
            code = codes[line]
            if code != DEAD:
                codes[line] = code = becomes[code]
                if code == DEAD:
                    dead |= 1 << line
        return Position(self.mover.opponent, self.empty & elsewhere, codes, dead)

    def can_win(self) -> bool:
        """Whether the mover has a threat."""
        return not self.safe and any(self.mover.wins[code] for code in self.codes)

    def is_won(self) -> bool:
        """Whether a line has the target sum. Actions and threats then mean nothing."""
        return WON in self.codes

    def legal(self) -> ActionSet:
        """The mover's actions."""
        return self.empty & self.mover.actions

    def winning(self) -> ActionSet:
        """The mover's actions that win at once."""
        wins = 0
        for line, code in zip(self.mover.rules.lines, self.codes):
            need = self.mover.rules.needs[code]
            if need in self.mover.numbers:
                wins |= self.mover.placing(line, [need])
        return wins & self.empty

    def holes(self) -> int:
        """The number of empty cells."""
        return self.empty.bit_count() // self.mover.rules.choices

    def plies_left(self) -> int:
        """How many more plies a game lasts that nobody wins."""
        if not self.legal():
            return 0
        if not self.mover.opponent.numbers:
            return 1  # the opponent has no number to go on with
        return self.holes()

    def has_live_line(self) -> bool:
        """Whether anybody can still win."""
        return self.dead.bit_count() < len(self.codes)

    def completable(self, by_mover: bool) -> int:
        """The number of lines that the mover, or else the opponent, may yet complete."""
        completes = (self.mover if by_mover else self.mover.opponent).completes
        return sum([completes[code] for code in self.codes])

    def utility_at_sight(self) -> int | None:
        """The mover's utility if it takes no search, else None. Nobody has won yet."""
        if self.safe:
            return None if self.has_live_line() else TIE
        if self.can_win():
            return WIN
        return LOSS if self.legal() else TIE

    def _spare(self) -> ActionSet:
        """The actions on spare cells."""
        return self.empty & self.mover.rules.spare(self.dead)

    def key(self) -> Hashable:
        """Equal only for positions of a game that have the same utility.

        The mover, the empty cells and the codes are all that the future depends on, not
        which numbers are where, or why a line is dead. Nor does it matter which cells are
        spare, or how many, beyond one: whoever does well without two of them can answer
        the opponent's use of one with the other. No line comes to life by that, and once
        the rest of the board is full, filling the two ends in the same tie. Positions that
        a symmetry takes to one another have the same key, on boards of few symmetries.
        """
        spare = self._spare()
        empty, orders = self.mover.rules.least_image(self.empty ^ spare)
        codes = orders[0](self.codes)
        if len(orders) > 1:
            codes = min([order(self.codes) for order in orders])
        if not spare:
            return self.mover.odd, empty, codes
        unpaired = spare.bit_count() // self.mover.rules.choices % 2
        return self.mover.odd, empty, codes, unpaired

    def candidates(self) -> ActionSet:
        """The safe actions that a search for the utility must look at.

        All actions on spare cells lead to the same position, so one of them is enough.
        """
        spare = self._spare() & self.safe
        return self.safe ^ spare | spare & -spare

    def symmetries(self) -> list[Symmetry]:
        """The symmetries of the board that leave the position as it is."""
        rules = self.mover.rules
        empty = [self.empty >> cell * rules.choices & 1 for cell in range(len(rules.cells))]
        return [
            symmetry
            for symmetry in symmetries_of(rules.size)
            if all(self.codes[to] == code for to, code in zip(symmetry.lines, self.codes))
            and all(empty[to] == hole for to, hole in zip(symmetry.cells, empty))
        ]

    def distinct(self, actions: ActionSet, symmetries: list[Symmetry]) -> ActionSet:
        """Those of `actions` that no symmetry of the position takes to an earlier one."""
        if len(symmetries) == 1:
            return actions
        rules = self.mover.rules
        kept = actions
        for cell, on_cell in enumerate(rules.on_cell):
            for symmetry in symmetries:
                if symmetry.cells[cell] < cell:
                    kept &= ~on_cell
                    break
        return kept

    def first_alike(self, action: ActionIndex, symmetries: list[Symmetry]) -> ActionIndex:
        """The earliest action that one of the position's symmetries takes `action` to."""
        cell, rank = divmod(action, self.mover.rules.choices)
        first = min([symmetry.cells[cell] for symmetry in symmetries])
        return first * self.mover.rules.choices + rank

    def fixing(self, action: ActionIndex, symmetries: list[Symmetry]) -> list[Symmetry]:
        """Those of `symmetries` that leave the cell of an action in its place."""
        if len(symmetries) == 1:
            return symmetries
        cell = action // self.mover.rules.choices
        return [symmetry for symmetry in symmetries if symmetry.cells[cell] == cell]
