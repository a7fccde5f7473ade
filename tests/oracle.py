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
        span = range(size)
        self.cells = [(col, row) for col in span for row in span]
        self.numbers = (range(2, max_move + 1, 2), range(1, max_move + 1, 2))
        self.target = target
        self.values: dict[tuple[bool, Board], Value] = {}

    def is_won(self, board: Board) -> bool:
        """Whether a line has the target sum."""
        falling = [row[i] for i, row in enumerate(board)]
        rising = [row[-1 - i] for i, row in enumerate(board)]
        return self.target in map(sum, (*board, *zip(*board), falling, rising))

    def children(self, odd: bool, board: Board) -> dict[Action, Board]:
        """The board after each action. The caller makes sure that nobody has won."""
        after = {}
        for col, row in self.cells:
            cells = board[row]
            if cells[col] == 0:
                for number in self.numbers[odd]:
                    changed = (*cells[:col], number, *cells[col + 1 :])
                    after[col, row, number] = (*board[:row], changed, *board[row + 1 :])
        return after

    def value(self, odd: bool, board: Board) -> Value:
        """The value of a position, odds to move if `odd`, which it keeps."""
        key = odd, board
        if key not in self.values:
            self.values[key] = self.answer(*key)
        return self.values[key]

    def answer(self, odd: bool, board: Board) -> Value:
        """The same, from the values of the children."""
        if self.is_won(board):
            return Value(-1, 0, None)
        answers = []
        for action, child in self.children(odd, board).items():
            utility, depth, _ = self.value(not odd, child)
            answers.append((utility, depth, action))
        if not answers:
            return Value(0, 0, None)
        utility, depth, action = min(answers)  # the utility is the opponent's
        return Value(-utility, depth + 1, action)

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
