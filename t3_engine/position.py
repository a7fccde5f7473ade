"""Positions as the search sees them: compact, with the threats read off.

Glossary. A *hole* is an empty cell of a line. A line *needs* the target less its sum. It
is *dead* if it can no longer reach the target, else *live*. A *threat* of a player is a
line with a hole that needs one of that player's numbers: one placement wins the game. An
action is *safe* if it leaves the opponent no threat, and *sound* if the opponent can't
answer it with two threats at once.

The search counts cells from 0, by column, then row, and the actions of a player from 0,
by cell, then number: that is action order, and an action's place in it is its *index*. A
*set of actions* is an int with the bit of each member's index set, so that its lowest bit
is its earliest action. Lines are counted as in t3_state.lines.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from t3_action import T3Action
from t3_engine.alike import key_of
from t3_state import T3State, lines, numbers

ActionIndex: TypeAlias = int
"""An action of the mover, by its place in action order."""
ActionSet: TypeAlias = int
"""Some actions of the mover, a bit for each."""

WIN: Final = 1
TIE: Final = 0
LOSS: Final = -1

DEAD: Final = 0
"""The code of a dead line."""
WON: Final = 1
"""The code of a line that has the target sum."""


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
    is one number for the two, so that the search looks up what follows from them.
    """

    def __init__(self, size: int, max_move: int, target: int) -> None:
        self.size = size
        self.max_move = max_move
        self.cells = [(col, row) for col in range(size) for row in range(size)]
        self.lines = [[col * size + row for col, row in line] for line in lines(size)]
        """The cells of each line."""
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
        self.untouched = self.codes.get((size, target), DEAD)
        """The code of a line on the empty board."""
        self.on_cell = [self.all_on([cell]) for cell in range(len(self.cells))]
        """For each cell, the actions on it."""
        self.lines_on: list[list[int]] = [[] for _ in self.cells]
        """For each cell, the lines that it is on."""
        for place, line in enumerate(self.lines):
            for cell in line:
                self.lines_on[cell].append(place)
        self._standing: dict[int, ActionSet] = {}
        odds, evens = numbers(True, max_move), numbers(False, max_move)
        self.sides = {
            True: Side(self, True, odds, evens),
            False: Side(self, False, evens, odds),
        }
        """The tables of each player, by whether it is odds."""
        for odd, side in self.sides.items():
            side.meet(self.sides[not odd])
        self.around = [
            self.all_on({cell for line in lines_on for cell in self.lines[line]})
            for lines_on in self.lines_on
        ]
        """For each cell, the actions on the lines through it."""

    def all_on(self, cells: Iterable[int]) -> ActionSet:
        """The actions on some cells, of a player with all the numbers."""
        everywhere = (1 << self.choices) - 1
        return sum([everywhere << cell * self.choices for cell in cells])

    def pairs_of(self, cell: int) -> int:
        """The mirrored pairs of indices that a cell uses, a bit for each."""
        col, row = self.cells[cell]
        last = self.size - 1
        return 1 << min(col, last - col) | 1 << min(row, last - row)

    def standing(self, used: int) -> ActionSet:
        """The actions that stand for all, if stones use these pairs of indices.

        Pairs that no stone uses, the centre apart, are interchangeable, and so are the two
        indices of such a pair. Each action left out is like an earlier one that stands.
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
"""A line, and by its code what answers the threat there."""


class Side:
    """The tables of one player: what each action does, and what answers each threat."""

    opponent: Side
    effects: list[tuple[int, list[LineEffect], list[int]]]
    """For each action its cell, the lines there, and what these become by code."""

    def __init__(self, rules: Rules, odd: bool, mine: Sequence[int], theirs: Sequence[int]):
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
            for n in numbers(odd, 2 * rules.choices)
        ]
        """By number and code: what a line becomes."""
        self.answers: list[list[ActionSet | None]] = []
        """By line and code: the actions that leave the opponent no threat there, None if
        that is every action."""
        self.threats: list[list[ActionSet]] = []
        """By line and code: the actions there that make the line a threat of the player."""
        for line in rules.lines:
            self._tell_threats(line, theirs)
        self.on_line = [
            [self.placing(line, [n]) for n in self.numbers] for line in rules.lines
        ]
        """By line and rank of the number: the actions that place it there."""
        self.wins = {code for code, need in enumerate(rules.needs) if need in mine}
        """The codes of the player's threats: a placement on such a line wins."""
        self.completes = {
            code
            for (holes, need), code in rules.codes.items()
            if any(0 <= need - n <= (holes - 1) * rules.max_move for n in mine)
        }
        """The codes of lines that a number of the player may yet give their sum."""

    def meet(self, opponent: Side) -> None:
        """Take up an opponent; the tables are whole then."""
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
        """An action of the player as the rest of the library knows it."""
        cell, rank = divmod(index, self.rules.choices)
        return T3Action(*self.rules.cells[cell], self.numbers[rank])

    def _tell_threats(self, line: list[int], theirs: Sequence[int]) -> None:
        """Note what answers and what makes threats on one line."""
        elsewhere = self.actions & ~self.placing(line, self.numbers)

        @cache
        def answers(is_last_hole: bool, need: int) -> ActionSet | None:
            if need in self.numbers:
                return 0  # whoever wins need not answer
            # On the line, what leaves it no threat: it has no hole then, or needs no
            # number of theirs. Elsewhere anything, unless the line is a threat already.
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
    """The tables of a game, made once."""
    return Rules(size, max_move, target)


class Position:
    """A position; never changed once made.

    `empty` is the set of actions on the empty cells, of a player with all the numbers, and
    `safe` that of the mover's safe actions, none if the mover can win. `codes` has the code
    of each line, and `stones` the cells that are not empty. `used` tells which pairs of
    indices they use.
    """

    __slots__ = ("_key", "codes", "empty", "mover", "safe", "stones", "used")

    def __init__(
        self,
        mover: Side,
        empty: ActionSet,
        codes: list[int],
        safe: ActionSet,
        stones: tuple[int, ...],
        used: int,
    ) -> None:
        self.mover = mover
        self.empty = empty
        self.codes = codes
        self.safe = safe
        self.stones = stones
        self.used = used
        self._key: Hashable = None

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
        empty = rules.all_on(cell for cell, value in enumerate(values) if value == 0)
        mover = rules.sides[state.odd_turn]
        safe = empty & mover.actions
        for by_code, code in zip(mover.answers, codes):
            answers = by_code[code]
            if answers is not None:
                safe &= answers
        stones = tuple([cell for cell, value in enumerate(values) if value])
        used = 0
        for cell in stones:
            used |= rules.pairs_of(cell)
        return cls(mover, empty, codes, safe, stones, used)

    def after(self, action: ActionIndex) -> Position:
        """The position after an action of the mover."""
        _, child = next(self.children([action]))
        return child

    def children(
        self, actions: Iterable[ActionIndex]
    ) -> Iterator[tuple[ActionIndex, Position]]:
        """Some actions of the mover, each with the position after it."""
        mover = self.mover
        rules, opponent = mover.rules, mover.opponent
        pressing = []
        for place, code in enumerate(self.codes):
            answers = opponent.answers[place][code]
            if answers is not None:
                pressing.append((place, answers))
        by_cell: dict[int, tuple[ActionSet, ActionSet, tuple[int, ...], int]] = {}
        for action in actions:
            cell, on_lines, becomes = mover.effects[action]
            off_cell = by_cell.get(cell)
            if off_cell is None:
                empty = self.empty & ~rules.on_cell[cell]
                safe = empty & opponent.actions
                lines_on = rules.lines_on[cell]
                for place, answers in pressing:
                    if place not in lines_on:
                        safe &= answers
                used = self.used | rules.pairs_of(cell)
                off_cell = by_cell[cell] = empty, safe, (*self.stones, cell), used
            empty, safe, stones, used = off_cell
            codes = self.codes.copy()
            for place, answers_by_code in on_lines:
                codes[place] = code = becomes[codes[place]]
                answers = answers_by_code[code]
                if answers is not None:
                    safe &= answers
            yield action, Position(opponent, empty, codes, safe, stones, used)

    def distinct(self, actions: ActionSet) -> ActionSet:
        """Those of `actions` that stand for all, as far as untouched pairs make them alike.

        The earliest action of each kind is among them, if all of a kind are in `actions`.
        """
        return actions & self.mover.rules.standing(self.used)

    def key(self) -> Hashable:
        """Equal only for positions of a game that are alike, as alike.py says.

        So they have the same utility and depth. The key takes some 10 microseconds to make
        and is kept.
        """
        if self._key is None:
            self._key = key_of(self)
        return self._key

    def can_win(self) -> bool:
        """Whether the mover has a threat."""
        return not self.safe and not self.mover.wins.isdisjoint(self.codes)

    def is_threatened(self) -> bool:
        """Whether the opponent has a threat."""
        return not self.mover.opponent.wins.isdisjoint(self.codes)

    def doubles(self) -> ActionSet:
        """The safe actions that make two threats at once, which win three plies later.

        Two lines through one cell have no other cell in common, so that no reply answers
        both, and after a safe action the opponent has no win of its own to play instead. An
        opponent with no number at all ends the game in a tie.
        """
        _, twice = self.mover.threatening(self.codes)
        return twice & self.safe if self.mover.opponent.numbers else 0

    def sound(self) -> ActionSet:
        """The safe actions but those that the opponent can answer with two threats at once.

        Not all of those are found: none if the opponent threatens already, and none that
        threaten themselves.
        """
        mover, codes = self.mover, self.codes
        opponent, rules = mover.opponent, mover.rules
        if self.is_threatened():
            return self.safe
        safe = self._safe_if_passed()
        once, twice = [actions & safe for actions in opponent.threatening(codes)]
        forcing, _ = mover.threatening(codes)
        # Only on a line through its cell can two threats be prevented.
        quiet = self._aiming(self.safe & ~forcing, twice)
        if quiet and once:
            # A number on a line may give the opponent a threat there, and so the second of
            # two, unless it takes just the cell where it would be made.
            for threats, on_line, code in zip(opponent.threats, mover.on_line, codes):
                if code:
                    others = twice | once & ~threats[code]
                    for becomes, placing in zip(mover.becomes, on_line):
                        second = threats[becomes[code]] & others
                        if second:
                            cell = (second.bit_length() - 1) // rules.choices
                            there = rules.on_cell[cell]
                            quiet &= ~placing if second & ~there else ~placing | there
        return quiet | self.safe & forcing

    def squeezing(self) -> ActionSet:
        """The safe actions that may leave the opponent no safe action.

        They make a threat, or they change a line through each cell where the opponent has
        a safe action.
        """
        forcing, _ = self.mover.threatening(self.codes)
        return self.safe & forcing | self._aiming(self.safe, self._safe_if_passed())

    def _safe_if_passed(self) -> ActionSet:
        """The opponent's safe actions if the mover could pass."""
        opponent = self.mover.opponent
        safe = self.empty & opponent.actions
        for answers_by_code, code in zip(opponent.answers, self.codes):
            answers = answers_by_code[code]
            if answers is not None:
                safe &= answers
        return safe

    def _aiming(self, actions: ActionSet, targets: ActionSet) -> ActionSet:
        """Those of `actions` that share a line with each of `targets`."""
        rules = self.mover.rules
        while targets and actions:
            cell = (targets.bit_length() - 1) // rules.choices
            targets &= ~rules.on_cell[cell]
            actions &= rules.around[cell]
        return actions

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
        return len(self.mover.rules.cells) - len(self.stones)

    def plies_left(self) -> int:
        """How many more plies a game lasts that nobody wins."""
        if not self.legal():
            return 0
        if not self.mover.opponent.numbers:
            return 1  # the opponent has no number to go on with
        return self.holes()

    def can_complete(self, odd: bool) -> bool:
        """Whether a line is left that odds, if `odd`, or else evens may yet complete."""
        return not self.mover.rules.sides[odd].completes.isdisjoint(self.codes)

    def has_live_line(self) -> bool:
        """Whether anybody can still win."""
        return any(self.codes)

    def utility_at_sight(self) -> int | None:
        """The mover's utility if it takes no search, else None. Nobody has won yet."""
        if self.safe:
            if self.doubles():
                return WIN
            return None if self.has_live_line() else TIE
        if self.can_win():
            return WIN
        return LOSS if self.legal() else TIE
