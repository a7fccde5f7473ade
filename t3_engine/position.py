"""Positions as the search sees them: compact, with the threats ready to read.

Glossary. A *hole* is an empty cell of a line. A *stone* is a filled cell. What a line
*needs* is the target minus its sum. A line is *dead* if it can no longer reach the target,
else *live*. A *threat* of a player is a line with a hole that needs one of that player's
numbers: one placement wins the game. An action is *safe* if it leaves the opponent no
threat, and *sound* if the opponent has no safe answer that makes two threats at once. An
example, with odds to move:

    . . .   (0,0) = 1 is unsafe: column 0 then needs 6 on (0,2), which wins for evens.
    6 1 1   (1,0) = 3 is safe, but not sound: evens answer (2,0) = 6, and threaten with
    . . 4   4 on (0,0) in row 0 and with 6 on (0,2) in the rising diagonal.
            (1,2) = 1 is sound, and the only sound action here.

Cells are counted from 0, by column, then row. A player's actions are counted from 0, by
cell, then number: that is action order, and an action's place in it is its *index*. A *set
of actions* is an int with the bit of each member's index set. So its lowest set bit is
its earliest action. Lines are counted as in t3_state.lines.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Final

from t3_engine.tables import DEAD, WON, ActionIndex, ActionSet, Side, tables_of
from t3_state import T3State

WIN: Final = 1
TIE: Final = 0
LOSS: Final = -1


class Position:
    """A position. It never changes.

    `empty` has the actions on empty cells, with a bit for every number of odds, even if
    evens have one less. `safe` has the mover's safe actions. It is empty if the mover can
    win at once. `codes` has the code of each line. `stones` has the filled cells, and
    `used` the mirrored pairs of rows and columns that hold any.
    """

    __slots__ = ("codes", "empty", "kept_key", "mover", "safe", "stones", "used")

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
        self.kept_key: Hashable = None
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
            codes.append(tables.codes.get((on_line.count(0), need), DEAD) if need else WON)
        empty = tables.all_on(cell for cell, value in enumerate(values) if value == 0)
        mover = tables.sides[state.odd_turn]
        safe = empty & mover.actions
        for by_code, code in zip(mover.answers, codes):
            answers = by_code[code]
            if answers is not None:
                safe &= answers
        stones = tuple([cell for cell, value in enumerate(values) if value])
        used = 0
        for cell in stones:
            used |= tables.pairs_of[cell]
        return cls(mover, empty, codes, safe, stones, used)

    def after(self, action: ActionIndex) -> Position:
        """The position after an action of the mover."""
        _, child = next(self.children([action]))
        return child

    def children(
        self, actions: Iterable[ActionIndex]
    ) -> Iterator[tuple[ActionIndex, Position]]:
        """Each of these actions of the mover, with the position after it."""
        mover = self.mover
        tables, opponent = mover.tables, mover.opponent
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
                empty = self.empty & ~tables.on_cell[cell]
                safe = empty & opponent.actions
                lines_on = tables.lines_on[cell]
                for place, answers in pressing:
                    if place not in lines_on:
                        safe &= answers
                used = self.used | tables.pairs_of[cell]
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
        """`actions` without some that are symmetric to an earlier one.

        Exchanging pairs without stones turns symmetric actions into one another. Of two
        symmetric ones, `actions` must have both or neither.
        """
        return actions & self.mover.tables.distinct(self.used)

    def can_win(self) -> bool:
        """Whether the mover has a threat."""
        return not self.safe and not self.mover.wins.isdisjoint(self.codes)

    def is_threatened(self) -> bool:
        """Whether the opponent has a threat."""
        return not self.mover.opponent.wins.isdisjoint(self.codes)

    def doubles(self) -> ActionSet:
        """The safe actions that make two threats at once. They win in three plies.

        Two lines through one cell share no other cell, so no reply answers both. After a
        safe action the opponent can't win first.
        """
        _, twice = self.mover.forcing_actions(self.codes)
        return twice & self.safe

    def sound(self) -> ActionSet:
        """The sound actions, and some unsound ones.

        These are all safe actions if the opponent threatens already, otherwise those that
        make a threat, and a few others. Leaving out the rest halves the work on 5 x 5, odds
        first.
        """
        if self.is_threatened():
            return self.safe
        safe = self._safe_if_passed()
        once, twice = [
            actions & safe for actions in self.mover.opponent.forcing_actions(self.codes)
        ]
        forcing, _ = self.mover.forcing_actions(self.codes)
        # To prevent two threats, an action without a threat must be on a line through the
        # cell where they would be made.
        quiet = self._aiming(self.safe & ~forcing, twice)
        if quiet and once:
            quiet = self._without_helpers(quiet, once, twice)
        return quiet | self.safe & forcing

    def _without_helpers(
        self, quiet: ActionSet, once: ActionSet, twice: ActionSet
    ) -> ActionSet:
        """`quiet` without those that add a second threat to one of the opponent's actions.

        `once` has the opponent's actions that make a threat already, `twice` two. The
        mover's number changes a line. If one of them then makes a threat there too, the
        mover's action is unsound, unless it fills the cell of that one.

        In the example above (2,0) = 6 is in `once`, by the diagonal. With 3 on (1,0), row 0
        needs 10 in two holes. Then 6 on (2,0) leaves 4, which is a second threat.
        """
        mover, tables = self.mover, self.mover.tables
        for by_code, on_line, code in zip(
            mover.opponent.forcing, mover.on_line, self.codes
        ):
            if code:
                others = twice | once & ~by_code[code]
                for becomes, placing in zip(mover.becomes, on_line):
                    second = by_code[becomes[code]] & others
                    if second:
                        cell = (second.bit_length() - 1) // tables.choices
                        there = tables.on_cell[cell]
                        quiet &= ~placing if second & ~there else ~placing | there
        return quiet

    def squeezing(self) -> ActionSet:
        """The safe actions that may leave the opponent no safe action.

        They make a threat, or they share a line with each cell where the opponent would
        have a safe action if the mover passed.
        """
        forcing, _ = self.mover.forcing_actions(self.codes)
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
        tables = self.mover.tables
        while targets and actions:
            cell = (targets.bit_length() - 1) // tables.choices
            targets &= ~tables.on_cell[cell]
            actions &= tables.around[cell]
        return actions

    def is_won(self) -> bool:
        """Whether a line has won. Actions and threats then mean nothing."""
        return WON in self.codes

    def legal(self) -> ActionSet:
        """The mover's actions."""
        return self.empty & self.mover.actions

    def winning(self) -> ActionSet:
        """The mover's actions that win at once."""
        wins = 0
        for line, code in zip(self.mover.tables.lines, self.codes):
            need = self.mover.tables.needs[code]
            if need in self.mover.numbers:
                wins |= self.mover.placing(line, [need])
        return wins & self.empty

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
