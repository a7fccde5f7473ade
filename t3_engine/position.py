"""Positions as the search sees them: compact, with the threats ready to read.

Glossary. A *hole* is an empty cell of a line. A *stone* is a filled cell. What a line
*needs* is the target minus its sum. A line is *dead* if it can no longer reach the target,
else *live*. A *threat* of a player is a line with a hole that needs one of that player's
numbers: one placement wins the game. An action is *safe* if it leaves the opponent no
threat. docs/engine.md shows all of them on a board.

Cells are counted from 0, by column, then row. A player's actions are counted from 0, by
cell, then number: that is action order, and an action's place in it is its *index*. A *set
of actions* is an int with the bit of each member's index set. So its lowest set bit is
its earliest action. Lines are counted as in t3_state.lines.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import getitem, or_
from typing import Final

from t3_engine.tables import WON, ActionIndex, ActionSet, Side, members, tables_of
from t3_state import T3State

WIN: Final = 1
TIE: Final = 0
LOSS: Final = -1


@dataclass(slots=True, eq=False)
class Position:
    """A position. It never changes."""

    mover: Side
    empty: ActionSet
    """The actions on empty cells, even those of odds where evens have fewer."""
    codes: list[int]
    """The code of each line."""
    safe: ActionSet
    """The mover's safe actions; none if the mover can win at once."""
    stones: tuple[int, ...]
    """The filled cells."""
    used: int
    """The mirrored pairs of rows and columns that hold stones."""
    kept_key: Hashable = None
    """The key of symmetry.key_of, once it has been asked for."""

    @classmethod
    def of(cls, state: T3State) -> Position:
        """The position of a state."""
        board = state.board
        tables = tables_of(len(board), state.MAX_MOVE, state.WIN_TARGET)
        values = [board[row][col] for col, row in tables.cells]
        codes = []
        for line in tables.lines:
            on_line = [values[cell] for cell in line]
            need = state.WIN_TARGET - sum(on_line)
            codes.append(tables.code(on_line.count(0), need))
        empty = tables.all_on(cell for cell, value in enumerate(values) if value == 0)
        mover = tables.sides[state.odd_turn]
        safe = mover.safe(empty, map(getitem, mover.answers, codes))
        stones = tuple([cell for cell, value in enumerate(values) if value])
        used = 0
        for cell in stones:
            used |= tables.pairs_of[cell]
        return cls(mover, empty, codes, safe, stones, used)

    def children(
        self, actions: Iterable[ActionIndex]
    ) -> Iterator[tuple[ActionIndex, Position]]:
        """Each of these actions of the mover, with the position after it."""
        tables, opponent = self.mover.tables, self.mover.opponent
        answers = opponent.answers
        # Only the lines through the filled cell will ask otherwise.
        asking = opponent.asking(self.codes)
        for action in actions:
            cell, rank = divmod(action, tables.choices)
            codes, becomes = self.codes.copy(), self.mover.becomes[rank]
            asked = asking.copy()
            for line in tables.lines_on[cell]:
                codes[line] = code = becomes[codes[line]]
                asked[line] = answers[line][code]
            empty = self.empty & ~tables.on_cell[cell]
            safe = opponent.safe(empty, asked.values())
            stones, used = (*self.stones, cell), self.used | tables.pairs_of[cell]
            yield action, Position(opponent, empty, codes, safe, stones, used)

    def distinct(self, actions: ActionSet) -> ActionSet:
        """`actions` without some that are symmetric to an earlier one.

        Exchanging pairs without stones turns symmetric actions into one another. Of two
        symmetric ones, `actions` must have both or neither.
        """
        return actions & self.mover.tables.distinct(self.used)

    def can_win(self) -> bool:
        """Whether the mover has a threat."""
        return not self.safe and not self.mover.wins.isdisjoint(self.codes)

    def doubles(self) -> ActionSet:
        """The safe actions that make two threats at once. They win in three plies."""
        once = twice = 0
        for here in filter(None, map(getitem, self.mover.forcing, self.codes)):
            twice |= once & here
            once |= here
        return twice & self.safe

    def forcing(self) -> ActionSet:
        """The mover's actions that make a threat."""
        return reduce(or_, map(getitem, self.mover.forcing, self.codes))

    def passed(self) -> Position:
        """The position if the mover passed, and the opponent could not win at once."""
        opponent = self.mover.opponent
        answers = filter(None, map(getitem, opponent.answers, self.codes))
        safe = opponent.safe(self.empty, answers)
        return Position(opponent, self.empty, self.codes, safe, self.stones, self.used)

    def sensible(self) -> ActionSet:
        """The safe actions that may leave the opponent no safe double threat.

        One that makes no threat leaves all that the opponent would have after a pass on
        cells that share no line with it: their lines stay, and the others ask for nothing.
        """
        doubles = self.passed().doubles()
        return self.safe & self.forcing() | self.near(doubles) if doubles else self.safe

    def squeezing(self) -> ActionSet:
        """The safe actions that may leave the opponent no safe action.

        One that makes no threat leaves those after a pass that share no line with it. One
        that makes a threat leaves those that answer it: no other line goes through both.
        """
        tables, mover = self.mover.tables, self.mover
        replies = self.passed().safe
        forcing = self.safe & self.forcing()
        squeezing = self.near(replies) & ~forcing
        for action in members(self.distinct(forcing)):
            cell, rank = divmod(action, tables.choices)
            left = replies & ~tables.on_cell[cell]
            for line in tables.lines_on[cell]:
                code = mover.becomes[rank][self.codes[line]]
                if code in mover.wins:
                    left &= mover.opponent.answers[line][code]
            if not left:
                squeezing |= 1 << action
        return squeezing

    def near(self, targets: ActionSet) -> ActionSet:
        """The safe actions that share a line with each target's cell."""
        tables, near = self.mover.tables, self.safe
        while targets and near:
            cell = (targets.bit_length() - 1) // tables.choices
            targets &= ~tables.on_cell[cell]
            near &= tables.around[cell]
        return near

    def is_won(self) -> bool:
        """Whether a line has won. Actions and threats then mean nothing."""
        return WON in self.codes

    def legal(self) -> ActionSet:
        """The mover's actions."""
        return self.empty & self.mover.actions

    def winning(self) -> list[ActionIndex]:
        """The mover's actions that win at once."""
        children = self.children(members(self.legal()))
        return [action for action, child in children if child.is_won()]

    def holes(self) -> int:
        """The number of empty cells: the plies left if nobody wins."""
        return len(self.mover.tables.cells) - len(self.stones)

    def utility_at_sight(self) -> int | None:
        """The mover's utility if that needs no search, else None. Nobody has won yet."""
        if self.safe:
            if self.doubles():
                return WIN
            return None if any(self.codes) else TIE  # no line is left to win
        if self.can_win():
            return WIN
        return LOSS if self.empty else TIE
