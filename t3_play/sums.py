"""What each line of a board has, and what it still needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from t3_state import Cell, Line, T3Action, T3State, lines, numbers


@dataclass(frozen=True)
class LineSum:
    """A line's sum and what it still needs."""

    line: Line
    has: int
    needs: int
    """The target less the sum: 0 if the line has won, negative past the target."""
    holes: tuple[Cell, ...]
    largest: int
    """The largest number of the game."""

    @property
    def won(self) -> bool:
        """Whether it has won."""
        return self.needs == 0

    @property
    def dead(self) -> bool:
        """Whether no numbers could bring it to the target."""
        return not 0 <= self.needs <= len(self.holes) * self.largest

    def is_threat_of(self, odd: bool) -> bool:
        """Whether odds (if `odd`) or evens can complete it with one number."""
        return bool(self.holes) and self.needs in numbers(odd, self.largest)

    def after(self, action: T3Action) -> LineSum:
        """The line after an action, on it or elsewhere."""
        cell = action.col(), action.row()
        if cell not in self.holes:
            return self
        holes = tuple(hole for hole in self.holes if hole != cell)
        has, needs = self.has + action.move(), self.needs - action.move()
        return LineSum(self.line, has, needs, holes, self.largest)


def line_sums(state: T3State) -> list[LineSum]:
    """The sum of each line: the rows, the columns, the diagonals.

    >>> row, *_ = line_sums(T3State.from_notation("640/000/000 odds"))
    >>> row.has, row.needs, row.holes, row.is_threat_of(True)
    (10, 3, ((2, 0),), True)
    """
    sums = []
    for line in lines(state.size):
        has = sum(state.board[row][col] for col, row in line)
        holes = tuple((col, row) for col, row in line if state.board[row][col] == 0)
        sums.append(LineSum(line, has, state.WIN_TARGET - has, holes, state.MAX_MOVE))
    return sums


def threat_lines(sums: Iterable[LineSum], odd: bool) -> list[LineSum]:
    """Those of the lines that odds (if `odd`) or evens can complete with one number."""
    return [line for line in sums if line.is_threat_of(odd)]
