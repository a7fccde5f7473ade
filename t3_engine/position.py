"""Positions as the search sees them: compact, with the threats read off.

Glossary. A *hole* is an empty cell of a line. A line *needs* the target less its sum. It
is *dead* if it can no longer reach the target, else *live*. An empty cell on no live line
is *spare*, one on several is a *crossing*. A *threat* of a player is a line with a hole
that needs one of that player's numbers: one placement wins the game. An action is *safe*
if it leaves the opponent no threat.

The search counts cells from 0, by column, then row, and the actions of a player from 0,
by cell, then number: that is action order, and an action's place in it is its *index*. A
*set of actions* is an int with the bit of each member's index set, so that its lowest bit
is its earliest action. A *set of lines* is alike, by their places in t3_state.lines.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Any, Final, TypeAlias

from t3_action import T3Action
from t3_engine.symmetry import Symmetry, symmetries_of
from t3_state import T3State, lines, numbers

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

MOST_KEPT: Final = 1 << 12
"""For so many sets of live lines, the latest, it is kept which cells are on them."""
MOST_HOLES: Final = 16
"""With more holes on live lines than this a position is known by its cells: to see what
else it is equal to would take longer than to search it."""


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
        self.fingerprints = [2 * code**4 for code in range(len(self.needs))]
        """What a line adds to the fingerprint of a position, by its code. It is even."""
        self.on_cell = [self.all_on([cell]) for cell in range(len(self.cells))]
        """For each cell, the actions on it."""
        everywhere = self.all_on(range(len(self.cells)))
        self.elsewhere = [everywhere ^ on_cell for on_cell in self.on_cell]
        """For each cell, the actions on all other cells."""
        places = range(len(self.lines))
        self.lines_on = [
            [i for i in places if cell in self.lines[i]] for cell in range(len(self.cells))
        ]
        """For each cell, the lines that it is on."""
        self.lines_off = [[i for i in places if i not in on] for on in self.lines_on]
        """For each cell, the other lines."""
        self.names = [1 << i for i in places]
        """For each line, the set of it alone; also bits to name lines by."""
        self.live_cells = lru_cache(MOST_KEPT)(partial(LiveCells, self))
        """Which cells are on which live lines, by the set of these."""
        odds, evens = numbers(True, max_move), numbers(False, max_move)
        self.sides = {
            True: Side(self, True, odds, evens),
            False: Side(self, False, evens, odds),
        }
        """The tables of each player, by whether it is odds."""
        for odd, side in self.sides.items():
            side.meet(self.sides[not odd])

    def all_on(self, cells: Iterable[int]) -> ActionSet:
        """The actions on some cells, of a player with all the numbers."""
        ranks = range(self.choices)
        return set_of(cell * self.choices + rank for cell in cells for rank in ranks)


class LiveCells:
    """The cells by the live lines that they are on, if these are the live ones."""

    def __init__(self, rules: Rules, live: LineSet) -> None:
        self.lines = [i for i in range(len(rules.lines)) if live >> i & 1]
        """The live lines, one by one."""
        by_lines: dict[tuple[int, ...], ActionSet] = defaultdict(int)
        self.pairs: list[tuple[ActionSet, int, int]] = []
        """The actions on each crossing of two live lines, and these."""
        self.others: list[tuple[ActionSet, tuple[int, ...]]] = []
        """The actions on each crossing of more, and these."""
        for on_cell, lines_on in zip(rules.on_cell, rules.lines_on):
            there = tuple([i for i in lines_on if live >> i & 1])
            by_lines[there] |= on_cell
            if len(there) == 2:
                self.pairs.append((on_cell, there[0], there[1]))
            elif len(there) > 2:
                self.others.append((on_cell, there))
        self.spare = by_lines.pop((), 0)
        """The actions on the cells that are on no live line."""
        self.alike = [cells for cells in by_lines.values() if cells not in rules.on_cell]
        """The actions on cells that are on the same lines, where there are several."""


LineEffect: TypeAlias = tuple[int, LineSet, list[ActionSet | None]]
"""A line, the set of it alone, and by its code what answers the threat there."""


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
        self.has_every_choice = len(mine) == rules.choices
        self.becomes = [
            [DEAD, WON]
            + [
                WON if need == n else rules.codes.get((holes - 1, need - n), DEAD)
                for holes, need in rules.codes
            ]
            for n in numbers(odd, 2 * rules.choices)
        ]
        """By number and code: what a line becomes."""
        self.answers = [self._answers(line, theirs) for line in rules.lines]
        """By line and code: the actions that leave the opponent no threat there, None if
        that is every action."""
        self.wins = [need in mine for need in rules.needs]
        """By code: whether a placement on the line wins."""
        self.completes = [False, False] + [
            any(0 <= need - n <= (holes - 1) * rules.max_move for n in mine)
            for holes, need in rules.codes
        ]
        """By code: whether a number of the player may yet give the line its sum."""

    def meet(self, opponent: Side) -> None:
        """Take up an opponent; the tables are whole then."""
        rules = self.rules
        self.opponent = opponent
        self.effects = [
            (
                cell,
                [(i, rules.names[i], opponent.answers[i]) for i in lines_on],
                becomes,
            )
            for cell, lines_on in enumerate(rules.lines_on)
            for becomes in self.becomes
        ]

    def safe(self, empty: ActionSet, places: Iterable[int], codes: list[int]) -> ActionSet:
        """The actions on empty cells that leave the opponent no threat on some lines."""
        safe = empty if self.has_every_choice else empty & self.actions
        for line in places:
            answers = self.answers[line][codes[line]]
            if answers is not None:
                safe &= answers
        return safe

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

    `empty` is the set of actions on the empty cells, of a player with all the numbers, and
    `safe` that of the mover's safe actions, none if the mover can win. `codes` has the code
    of each line, `live` is the set of lines that are not dead, and the `fingerprint` is a
    sum over them, odd if odds are to move: equal in positions of equal shape, and seldom in
    others.
    """

    __slots__ = (
        "_shape",
        "codes",
        "disproof",
        "empty",
        "fingerprint",
        "live",
        "mover",
        "proof",
        "safe",
    )

    proof: int
    disproof: int
    """The numbers that a proof-number search has found for it."""

    def __init__(
        self,
        mover: Side,
        empty: ActionSet,
        codes: list[int],
        live: LineSet,
        safe: ActionSet,
        fingerprint: int,
    ) -> None:
        self.mover = mover
        self.empty = empty
        self.codes = codes
        self.live = live
        self.safe = safe
        self.fingerprint = fingerprint
        self._shape: Hashable = None

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
        live = sum([name for name, code in zip(rules.names, codes) if code != DEAD])
        safe = mover.safe(empty, range(len(codes)), codes)
        fingerprint = mover.odd + sum([rules.fingerprints[code] for code in codes])
        return cls(mover, empty, codes, live, safe, fingerprint)

    def after(self, action: ActionIndex) -> Position:
        """The position after an action of the mover."""
        _, child = next(self.children([action]))
        return child

    def children(
        self, actions: Iterable[ActionIndex]
    ) -> Iterator[tuple[ActionIndex, Position]]:
        """Some actions of the mover, each with the position after it."""
        mover = self.mover
        fingerprints = mover.rules.fingerprints
        by_cell: dict[int, tuple[ActionSet, ActionSet]] = {}
        for action in actions:
            cell, on_lines, becomes = mover.effects[action]
            off_cell = by_cell.get(cell)
            if off_cell is None:
                off_cell = by_cell[cell] = self._off(cell)
            empty, all_safe = off_cell
            # Any, because compiled code tries an int as a small one first, as sets rarely
            # are.
            safe: Any = all_safe
            codes = self.codes.copy()
            live = self.live
            fingerprint = self.fingerprint ^ 1
            for line, alone, answers_by_code in on_lines:
                code = codes[line]
                if code == DEAD:
                    continue
                fingerprint -= fingerprints[code]
                codes[line] = code = becomes[code]
                if code == DEAD:
                    live ^= alone
                    continue
                fingerprint += fingerprints[code]
                answers: Any = answers_by_code[code]
                if answers is not None:
                    safe &= answers
            yield action, Position(mover.opponent, empty, codes, live, safe, fingerprint)

    def _off(self, cell: int) -> tuple[ActionSet, ActionSet]:
        """What the positions after all actions on a cell have in common.

        That is the empty cells, and of the opponent's actions there those that are safe as
        far as the lines go that the cell is not on.
        """
        rules = self.mover.rules
        empty = self.empty & rules.elsewhere[cell]
        return empty, self.mover.opponent.safe(empty, rules.lines_off[cell], self.codes)

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
        return self.live != 0

    def utility_at_sight(self) -> int | None:
        """The mover's utility if it takes no search, else None. Nobody has won yet."""
        if self.safe:
            return None if self.has_live_line() else TIE
        if self.can_win():
            return WIN
        return LOSS if self.legal() else TIE

    def _spare_and_not(self, cells: LiveCells) -> tuple[int | None, ActionSet]:
        """Whether the spare cells are odd in number, None if there are none; the others."""
        spare: Any = self.empty & cells.spare  # Any, as in `children`
        unpaired = spare.bit_count() // self.mover.rules.choices % 2 if spare else None
        return unpaired, self.empty ^ spare

    def key(self) -> Hashable:
        """Equal only for positions of a game that have the same utility.

        The future depends on the mover, on which cells are empty, and on the codes of the
        lines: not on which numbers are where, or why a line is dead. Nor does it matter
        which cells are spare, or how many, beyond one: whoever does well without two of
        them can answer the opponent's use of one with the other. No line comes to life by
        that, and once the rest of the board is full, filling the two ends in the same tie.
        """
        cells = self.mover.rules.live_cells(self.live)
        return self.mover.odd, *self._spare_and_not(cells), *self.codes

    def shape(self) -> Hashable:
        """A key that leaves out where on the board the lines are: equal more often.

        It takes some five times as long to make, which pays where much is searched. On
        boards too wide to look at closely it is the key.
        """
        if self._shape is None:
            mover = self.mover
            cells = mover.rules.live_cells(self.live)
            unpaired, on_lines = self._spare_and_not(cells)
            if on_lines.bit_count() > MOST_HOLES * mover.rules.choices:
                self._shape = mover.odd, unpaired, on_lines, *self.codes
            else:
                self._shape = mover.odd, unpaired, *self._by_name(on_lines, cells)
        return self._shape

    def _by_name(self, on_lines: Any, cells: LiveCells) -> list[int]:
        """The live lines, by their codes, and the crossings among some empty cells.

        The lines are named by their rank, and the crossings by the names of their lines;
        the other holes are those that the codes count besides. A line's mark, by which it
        is ranked, is made of its code and of those that it crosses, wherever it is. Where
        marks are equal, equal positions may be told in different ways.
        """
        # Half the time of a tied search is spent here: hence plain loops, as with so few
        # items comprehensions take longer.
        codes = self.codes
        marks = codes.copy()
        pairs = []
        for pair in cells.pairs:
            on_cell, i, j = pair
            if on_lines & on_cell:
                pairs.append(pair)
                product = codes[i] * codes[j]
                marks[i] += product
                marks[j] += product
        others = []
        for on_cell, there in cells.others:
            if on_lines & on_cell:
                others.append(there)
                total = 0
                for i in there:
                    total += codes[i]
                for i in there:
                    marks[i] += total * total
        ranking = sorted(cells.lines, key=marks.__getitem__)
        names = marks  # which have served
        shape = [len(ranking)]
        for i, name in zip(ranking, self.mover.rules.names):
            names[i] = name
            shape.append(codes[i])
        crossings = []
        for _, i, j in pairs:
            crossings.append(names[i] | names[j])
        for there in others:
            crossing = 0
            for i in there:
                crossing |= names[i]
            crossings.append(crossing)
        crossings.sort()
        shape += crossings
        return shape

    def candidates(self) -> ActionSet:
        """The safe actions that a search for the utility must look at.

        All actions on spare cells lead to the same position, so one of them is enough. Of
        other cells that are on the same live lines, one of them is.
        """
        rules = self.mover.rules
        cells = rules.live_cells(self.live)
        spare = self.safe & cells.spare
        kept = self.safe ^ spare | spare & -spare
        for alike in cells.alike:
            there = kept & alike
            if there:
                first = ((there & -there).bit_length() - 1) // rules.choices
                kept ^= there & rules.elsewhere[first]
        return kept

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
