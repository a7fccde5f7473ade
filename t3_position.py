"""Positions as the search sees them: compact, with the threats read off.

Glossary. A *hole* is an empty cell of a line. A line *needs* the target less its sum. It
is *dead* if it can no longer reach the target, else *live*. A *threat* of a player is a
line with a hole that needs one of that player's numbers: one placement wins the game. An
action is *safe* if it leaves the opponent no threat.

The search counts the actions of both players from 0 in action order: by column, then
row, then number. A *set of actions* is an int with one bit for each member, so that its
lowest bit is its earliest action. Players are told apart by `odd`: True for odds.
"""

from collections.abc import Hashable, Iterable, Iterator
from functools import cache

from t3_action import T3Action
from t3_state import T3State, lines

DEAD = 0
"""The code of a dead line."""


def set_of(actions: Iterable[int]) -> int:
    """The set with these members, each given once.

    >>> bin(set_of([0, 2, 5]))
    '0b100101'
    """
    return sum(1 << action for action in actions)


def members(actions: int) -> Iterator[int]:
    """The actions of a set, earliest first.

    >>> list(members(0b100101))
    [0, 2, 5]
    """
    while actions:
        lowest = actions & -actions
        yield lowest.bit_length() - 1
        actions ^= lowest


class Rules:
    """Tables of what never changes in games of one board size and set of constants.

    All that matters about a line is how many holes it has and what it needs. Its *code*
    is one number for the two, so that what follows from them is looked up, not computed.
    """

    def __init__(self, size: int, max_move: int, target: int) -> None:
        self.max_move = max_move
        span = range(size)
        numbers = range(1, max_move + 1)
        self.actions = [T3Action(c, r, n) for c in span for r in span for n in numbers]
        """Every action of either player, in action order."""
        self.own = {
            odd: set_of(i for i, act in enumerate(self.actions) if act.move() % 2 == odd)
            for odd in (True, False)
        }
        """The actions of each player."""

        live = [
            (holes, need)
            for holes in range(1, size + 1)
            for need in range(1, min(target, holes * max_move) + 1)
        ]
        self.codes = {pair: code for code, pair in enumerate(live, start=DEAD + 1)}
        """The code of each live line by its (holes, need)."""

        # A line that a placement completes is DEAD too: the search stops before it.
        after = {
            number: [DEAD]
            + [self.codes.get((holes - 1, need - number), DEAD) for holes, need in live]
            for number in numbers
        }
        self.lines = lines(size)
        self.effects = [
            (
                [i for i, line in enumerate(self.lines) if (act.col(), act.row()) in line],
                after[act.move()],
            )
            for act in self.actions
        ]
        """For each action the lines it is on, and by code what it makes of them."""
        self.same_cell = [
            set_of(range(i - act.move() + 1, i - act.move() + 1 + max_move))
            for i, act in enumerate(self.actions)
        ]
        """For each action the set of all actions on its cell."""

        self.can_win = set_of([len(self.actions)])
        """Stands among unsafe actions for: the mover has a threat, and need not care."""
        self.unsafe = {
            odd: [
                [0] + [self._unsafe(odd, on_line, holes, need) for holes, need in live]
                for on_line in (self._by_number(odd, line) for line in self.lines)
            ]
            for odd in (True, False)
        }
        """By mover, line and code: the actions that leave the opponent this threat."""

    def _by_number(self, odd: bool, line: tuple[tuple[int, int], ...]) -> dict[int, int]:
        """A player's actions on a line, a set for each number."""
        return {
            number: set_of(
                i
                for i, act in enumerate(self.actions)
                if act.move() == number and (act.col(), act.row()) in line
            )
            for number in range(1, self.max_move + 1)
            if number % 2 == odd
        }

    def _unsafe(self, odd: bool, on_line: dict[int, int], holes: int, need: int) -> int:
        """The mover's actions that leave the opponent a threat on one line."""

        def is_threat(of_odd: bool, need: int) -> bool:
            return 0 < need <= self.max_move and need % 2 == of_odd

        if is_threat(odd, need):
            return self.can_win
        unsafe = 0
        if is_threat(not odd, need):  # all that do not answer it on this line
            unsafe = self.own[odd] & ~sum(on_line.values())
        if holes > 1:  # and those on the line that do not answer it, or make one
            for number, actions in on_line.items():
                if is_threat(not odd, need - number):
                    unsafe |= actions
        return unsafe


@cache
def rules(size: int, max_move: int, target: int) -> Rules:
    """The tables of a game, made once."""
    return Rules(size, max_move, target)


class Position:
    """A position in which nobody has won, immutable.

    `open` is the set of both players' actions on the empty cells, `codes` has the code of
    each line. What the search asks first is worked out at once.
    """

    __slots__ = ("can_win", "codes", "legal", "odd", "open", "rules", "safe")

    def __init__(self, rules: Rules, odd: bool, open: int, codes: tuple[int, ...]) -> None:
        self.rules = rules
        self.odd = odd
        self.open = open
        self.codes = codes
        unsafe = 0
        for unsafe_by_code, code in zip(rules.unsafe[odd], codes):
            unsafe |= unsafe_by_code[code]
        self.can_win = unsafe >= rules.can_win
        """Whether the mover has a threat."""
        self.legal = open & rules.own[odd]
        """The mover's actions."""
        self.safe = self.legal & ~unsafe
        """The mover's safe actions; not to be used if the mover can win."""

    @classmethod
    def of(cls, state: T3State) -> "Position":
        """The position of a state that is not won."""
        board = state._state
        game = rules(len(board), state.MAX_MOVE, state.WIN_TARGET)
        open = set_of(
            i for i, act in enumerate(game.actions) if board[act.row()][act.col()] == 0
        )
        codes = []
        for line in game.lines:
            values = [board[row][col] for col, row in line]
            pair = (values.count(0), state.WIN_TARGET - sum(values))
            codes.append(game.codes.get(pair, DEAD))
        return cls(game, state._odd_turn, open, tuple(codes))

    def after(self, action: int) -> "Position":
        """The position after an action of the mover that does not win."""
        on_lines, becomes = self.rules.effects[action]
        codes = list(self.codes)
        for line in on_lines:
            codes[line] = becomes[codes[line]]
        open = self.open & ~self.rules.same_cell[action]
        return Position(self.rules, not self.odd, open, tuple(codes))

    def key(self) -> Hashable:
        """Equal for positions of a game that have the same utility and depth.

        Empty cells, line codes and mover are all that the future depends on. Which
        numbers are on the board is forgotten, and so is why a line is dead.
        """
        return self.odd, self.open, self.codes

    def has_live_line(self) -> bool:
        """Whether anybody can still win."""
        return any(self.codes)

    def plies_left(self) -> int:
        """How many more plies a game lasts that nobody wins."""
        if not self.legal:
            return 0
        if not self.rules.own[not self.odd]:
            return 1  # the opponent has no number to go on with
        return self.open.bit_count() // self.rules.max_move
