"""Positions as the search sees them: compact, with the threats read off.

Glossary. A *hole* is an empty cell of a line. A line *needs* the target less its sum. It
is *dead* if it can no longer reach the target, else *live*. An empty cell on no live line
is *spare*. A *threat* of a player is a line with a hole that needs one of that player's
numbers: one placement wins the game. An action is *safe* if it leaves the opponent no
threat.

The search counts cells from 0, by column, then row, and the actions of a player from 0,
by cell, then number: that is action order. A *set of actions* is an int with one bit for
each member, so that its lowest bit is its earliest action. Players are told apart by
`odd`: True for odds.
"""

from collections.abc import Hashable, Iterable
from functools import cache

from t3_action import T3Action
from t3_state import T3State, lines
from t3_symmetry import Symmetry, symmetries

DEAD = 0
"""The code of a dead line."""

Effect = tuple[list[int], list[int], int]
"""The lines an action is on, what they become by code, and the actions on other cells."""


def set_of(actions: Iterable[int]) -> int:
    """The set with these members, each given once.

    >>> bin(set_of([0, 2, 5]))
    '0b100101'
    """
    return sum([1 << action for action in actions])


def members(actions: int) -> list[int]:
    """The actions of a set, earliest first.

    >>> members(0b100101)
    [0, 2, 5]
    """
    return [action for action, bit in enumerate(bin(actions)[:1:-1]) if bit == "1"]


class Rules:
    """Tables of what never changes in games of one board size and set of constants.

    All that matters about a line is how many holes it has and what it needs. Its *code*
    is one number for the two, so that what follows from them is looked up, not computed.
    """

    def __init__(self, size: int, max_move: int, target: int) -> None:
        self.size = size
        self.cells = [(col, row) for col in range(size) for row in range(size)]
        self.lines = [[self.cells.index(cell) for cell in line] for line in lines(size)]
        """The cells of each line, in the order of t3_state.lines."""
        self.numbers = {
            odd: list(range(1 if odd else 2, max_move + 1, 2)) for odd in (True, False)
        }
        """The numbers of each player."""
        self.choices = len(self.numbers[True])
        """The actions counted for each cell: evens may have a number less than odds."""
        self.all_actions = {
            odd: self.placing(odd, range(len(self.cells)), self.numbers[odd])
            for odd in (True, False)
        }
        """Each player's actions on the empty board."""
        self.elsewhere = [
            ~self.placing(True, line, self.numbers[True]) for line in self.lines
        ]
        """For each line, the actions on all other cells."""

        live = [
            (holes, need)
            for holes in range(1, size + 1)
            for need in range(1, min(target, holes * max_move) + 1)
        ]
        self.codes = {pair: code for code, pair in enumerate(live, start=DEAD + 1)}
        """The code of each live line by its (holes, need)."""
        self.needs = [0] + [need for _, need in live]
        """What a line needs, by its code."""
        self.effects = {
            odd: [
                self._effect(cell, number)
                for cell in range(len(self.cells))
                for number in range(1 if odd else 2, 2 * self.choices + 1, 2)
            ]
            for odd in (True, False)
        }
        """What each player's actions do."""
        self.threat = 1 << len(self.cells) * self.choices
        """A bit above all actions: in a set of unsafe ones, that the mover has a threat."""
        self.unsafe = {
            odd: [
                [0] + [self._unsafe(odd, line, holes, need) for holes, need in live]
                for line in self.lines
            ]
            for odd in (True, False)
        }
        """By mover, line and code: the actions that leave the opponent this threat."""

    def placing(self, odd: bool, cells: Iterable[int], numbers: Iterable[int]) -> int:
        """A player's actions that place one of `numbers` on one of `cells`."""
        ranks = [self.numbers[odd].index(number) for number in numbers]
        return set_of(cell * self.choices + rank for cell in cells for rank in ranks)

    def action(self, odd: bool, action: int) -> T3Action:
        """A player's action as the rest of the library knows it."""
        cell, rank = divmod(action, self.choices)
        return T3Action(*self.cells[cell], self.numbers[odd][rank])

    def _effect(self, cell: int, number: int) -> Effect:
        # A line that a placement completes is DEAD too: the search stops before it.
        becomes = [DEAD]
        becomes += [
            self.codes.get((holes - 1, need - number), DEAD) for holes, need in self.codes
        ]
        on_lines = [i for i, line in enumerate(self.lines) if cell in line]
        return on_lines, becomes, ~self.placing(True, [cell], self.numbers[True])

    def _unsafe(self, odd: bool, line: list[int], holes: int, need: int) -> int:
        mine, theirs = self.numbers[odd], self.numbers[not odd]
        if need in mine:
            return self.threat  # a mover who can win need not care
        unsafe = 0
        if need in theirs:  # all that do not answer it on this line
            unsafe = self.all_actions[odd] & ~self.placing(odd, line, mine)
        if holes > 1:  # and those on the line that do not answer it, or make one
            still = [number for number in mine if need - number in theirs]
            unsafe |= self.placing(odd, line, still)
        return unsafe


@cache
def rules(size: int, max_move: int, target: int) -> Rules:
    """The tables of a game, made once."""
    return Rules(size, max_move, target)


class Position:
    """A position in which nobody has won; never changed once made.

    `empty` is the set of actions on the empty cells, of a player with all the numbers,
    and `codes` has the code of each line. What the search asks first is worked out at
    once.
    """

    __slots__ = ("can_win", "codes", "empty", "legal", "odd", "rules", "safe")

    def __init__(self, rules: Rules, odd: bool, empty: int, codes: tuple[int, ...]) -> None:
        self.rules = rules
        self.odd = odd
        self.empty = empty
        self.codes = codes
        unsafe = 0
        for unsafe_by_code, code in zip(rules.unsafe[odd], codes):
            if actions := unsafe_by_code[code]:
                unsafe |= actions
        self.can_win = unsafe >= rules.threat
        """Whether the mover has a threat."""
        self.legal = empty & rules.all_actions[odd]
        """The mover's actions."""
        self.safe = self.legal & ~unsafe if unsafe else self.legal
        """The mover's safe actions; not to be used if the mover can win."""

    @classmethod
    def of(cls, state: T3State) -> "Position":
        """The position of a state that is not won."""
        board = state._state
        game = rules(len(board), state.MAX_MOVE, state.WIN_TARGET)
        values = [board[row][col] for col, row in game.cells]
        holes = [cell for cell, value in enumerate(values) if value == 0]
        codes = []
        for line in game.lines:
            on_line = [values[cell] for cell in line]
            pair = (on_line.count(0), state.WIN_TARGET - sum(on_line))
            codes.append(game.codes.get(pair, DEAD))
        empty = game.placing(True, holes, game.numbers[True])
        return cls(game, state._odd_turn, empty, tuple(codes))

    def after(self, action: int) -> "Position":
        """The position after an action of the mover that does not win."""
        on_lines, becomes, elsewhere = self.rules.effects[self.odd][action]
        codes = list(self.codes)
        for line in on_lines:
            codes[line] = becomes[codes[line]]
        return Position(self.rules, not self.odd, self.empty & elsewhere, tuple(codes))

    def winning(self) -> int:
        """The mover's actions that win at once."""
        numbers = self.rules.numbers[self.odd]
        wins = 0
        for line, code in zip(self.rules.lines, self.codes):
            need = self.rules.needs[code]
            if need in numbers:
                wins |= self.rules.placing(self.odd, line, [need])
        return wins & self.empty

    def holes(self) -> int:
        """The number of empty cells."""
        return self.empty.bit_count() // self.rules.choices

    def plies_left(self) -> int:
        """How many more plies a game lasts that nobody wins."""
        if not self.legal:
            return 0
        if not self.rules.numbers[not self.odd]:
            return 1  # the opponent has no number to go on with
        return self.holes()

    def has_live_line(self) -> bool:
        """Whether anybody can still win."""
        return any(self.codes)

    def _spare(self) -> int:
        """The actions on spare cells."""
        if self.codes.count(DEAD) < 2:
            return 0  # each cell is on two lines at least, or the board has one cell
        spare = self.empty
        for elsewhere, code in zip(self.rules.elsewhere, self.codes):
            if code != DEAD:
                spare &= elsewhere
        return spare

    def key(self) -> Hashable:
        """Equal only for positions of a game that have the same utility.

        The mover, the empty cells and the codes are all that the future depends on, not
        which numbers are where, or why a line is dead. Nor does it matter which cells are
        spare, or how many, beyond one: whoever does well without two of them can answer
        the opponent's use of one with the other.
        """
        spare = self._spare()
        if not spare:
            return self.odd, self.empty, self.codes
        unpaired = spare.bit_count() // self.rules.choices % 2
        return self.odd, self.empty ^ spare, self.codes, unpaired

    def candidates(self) -> int:
        """The safe actions that a search for the utility must look at.

        All actions on spare cells lead to the same position, so one of them is enough.
        """
        spare = self._spare() & self.safe
        return self.safe ^ spare | spare & -spare

    def symmetries(self) -> list[Symmetry]:
        """The symmetries of the board that leave the position as it is."""
        choices = self.rules.choices
        empty = [self.empty >> cell * choices & 1 for cell in range(len(self.rules.cells))]
        return [
            symmetry
            for symmetry in symmetries(self.rules.size)
            if all(self.codes[to] == code for to, code in zip(symmetry.lines, self.codes))
            and all(empty[to] == hole for to, hole in zip(symmetry.cells, empty))
        ]

    def distinct(self, actions: int, symmetries: list[Symmetry]) -> int:
        """Those of `actions` that no symmetry of the position takes to an earlier one."""
        if len(symmetries) == 1:
            return actions
        earliest = [min(images) for images in zip(*(s.cells for s in symmetries))]
        cells = [cell for cell, image in enumerate(earliest) if cell == image]
        return actions & self.rules.placing(self.odd, cells, self.rules.numbers[self.odd])

    def fixing(self, action: int, symmetries: list[Symmetry]) -> list[Symmetry]:
        """Those of `symmetries` that leave the cell of an action in its place."""
        if len(symmetries) == 1:
            return symmetries
        cell = action // self.rules.choices
        return [symmetry for symmetry in symmetries if symmetry.cells[cell] == cell]
