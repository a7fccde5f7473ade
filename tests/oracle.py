"""A reference for the search: plain minimax by the definition, unpruned.

It shares no code with the player or with T3State. A board is a tuple of rows of ints, an
action a tuple (column, row, number). The oracle searches equal positions once. It saves no
other work.
"""

from functools import cache
from typing import NamedTuple

Board = tuple[tuple[int, ...], ...]
Action = tuple[int, int, int]


class Value(NamedTuple):
    """Utility for the player to move, plies to the end, and the best action."""

    utility: int
    depth: int
    action: Action | None


class Oracle:
    """Values of the positions of one game on one board size."""

    def __init__(self, size: int = 3, max_move: int = 6, target: int = 13) -> None:
        at = [[row * size + col for col in range(size)] for row in range(size)]
        self.lines = [
            *at,
            *([row[col] for row in at] for col in range(size)),
            [at[i][i] for i in range(size)],
            [at[i][size - 1 - i] for i in range(size)],
        ]
        self.cells = [
            (col, row, at[row][col]) for col in range(size) for row in range(size)
        ]
        self.numbers = (range(2, max_move + 1, 2), range(1, max_move + 1, 2))
        self.target = target
        self.values: dict[tuple[bool, tuple[int, ...]], Value] = {}

    def is_won(self, board: Board) -> bool:
        """Whether a line has the target sum."""
        return self._is_won(sum(board, ()))

    def _is_won(self, board: tuple[int, ...]) -> bool:
        for line in self.lines:
            total = 0
            for i in line:
                total += board[i]
            if total == self.target:
                return True
        return False

    def value(self, odd: bool, board: Board) -> Value:
        """The value of a position, odds to move if `odd`."""
        return self._value(odd, sum(board, ()))

    def _value(self, odd: bool, board: tuple[int, ...]) -> Value:
        known = self.values.get((odd, board))
        if known is None:
            known = self.values[odd, board] = self._search(odd, board)
        return known

    def children(self, odd: bool, board: Board) -> dict[Action, Board]:
        """The board after each action. The caller makes sure that nobody has won."""
        after = {}
        for col, row, _ in self.cells:
            if board[row][col] == 0:
                for number in self.numbers[odd]:
                    rows = [list(cells) for cells in board]
                    rows[row][col] = number
                    after[col, row, number] = tuple(map(tuple, rows))
        return after

    def lasts(self, odd: bool, board: Board) -> int:
        """The plies to the end if the winner hurries and the loser delays; 0 for a tie."""
        limits = range(1, 1 + sum(row.count(0) for row in board))
        forced = self.wins_within, self.loses_within
        within = (n for n in limits if any(search(odd, board, n) for search in forced))
        return 0 if self.is_won(board) else next(within, 0)

    @cache  # noqa: B019 a cache that keeps the oracle does no harm
    def wins_within(self, odd: bool, board: Board, plies: int) -> bool:
        """Whether the mover can force a win within `plies`. Tries every action."""
        return plies > 0 and any(
            self.is_won(child) or self.loses_within(not odd, child, plies - 1)
            for child in self.children(odd, board).values()
        )

    @cache  # noqa: B019
    def loses_within(self, odd: bool, board: Board, plies: int) -> bool:
        """Whether the opponent can force a win within `plies`."""
        mine = self.children(odd, board).values()
        return bool(mine) and not any(
            self.is_won(child) or not self.wins_within(not odd, child, plies - 1)
            for child in mine
        )

    def _search(self, odd: bool, board: tuple[int, ...]) -> Value:
        if self._is_won(board):
            return Value(-1, 0, None)
        best: Value | None = None
        for col, row, i in self.cells:
            if board[i] == 0:
                for number in self.numbers[odd]:
                    after = self._value(not odd, (*board[:i], number, *board[i + 1 :]))
                    utility, depth = -after.utility, after.depth + 1
                    # Actions come in action order, so the earliest of equal ones stays.
                    if best is None or (utility, -depth) > (best.utility, -best.depth):
                        best = Value(utility, depth, (col, row, number))
        return best or Value(0, 0, None)
