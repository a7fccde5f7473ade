"""T3Action and T3State with the methods of a course's own skeleton, and no others.

The board is a list of lists. Neither class has a hash or an order. Our t3_player.py must
work with both, unchanged.
"""

from dataclasses import dataclass
from typing import *


@dataclass
class T3Action:
    _col: int
    _row: int
    _move: int

    def col(self) -> int:
        return self._col

    def row(self) -> int:
        return self._row

    def move(self) -> int:
        return self._move

    def __str__(self) -> str:
        return f"({self._col},{self._row}) = {self._move}"


@dataclass
class T3State:
    MAX_MOVE: ClassVar[int] = 6
    WIN_TARGET: ClassVar[int] = 13
    DEFAULT_SIZE: ClassVar[int] = 3

    _odd_turn: bool
    _state: List[List[int]]

    def __init__(self, odd_turn: bool, state: Optional[List[List[int]]]) -> None:
        self._odd_turn = odd_turn
        size = T3State.DEFAULT_SIZE
        self._state = state if state is not None else [[0] * size for _ in range(size)]

    def is_valid_action(self, act: "T3Action") -> bool:
        return (
            0 <= act.col() < len(self._state)
            and 0 <= act.row() < len(self._state)
            and act.move() in self.get_moves()
            and self._state[act.row()][act.col()] == 0
        )

    def get_next_state(self, act: Optional["T3Action"]) -> "T3State":
        if act is None or not self.is_valid_action(act):
            raise ValueError("Invalid action")
        state = [list(row) for row in self._state]
        state[act.row()][act.col()] = act.move()
        return T3State(not self._odd_turn, state)

    def get_open_tiles(self) -> List[Tuple[int, int]]:
        size = len(self._state)
        return [(c, r) for c in range(size) for r in range(size) if self._state[r][c] == 0]

    def get_moves(self) -> List[int]:
        return [m for m in range(1, self.MAX_MOVE + 1) if m % 2 == self._odd_turn]

    def is_win(self) -> bool:
        size = len(self._state)
        sums = [sum(row) for row in self._state]
        sums += [sum(column) for column in zip(*self._state)]
        sums.append(sum(self._state[i][i] for i in range(size)))
        sums.append(sum(self._state[i][size - 1 - i] for i in range(size)))
        return self.WIN_TARGET in sums

    def is_tie(self) -> bool:
        return len(self.get_open_tiles()) == 0 and not self.is_win()

    def get_transitions(self) -> Iterator[Tuple["T3Action", "T3State"]]:
        for col, row in self.get_open_tiles():
            for move in self.get_moves():
                act = T3Action(col, row, move)
                yield act, self.get_next_state(act)

    def __str__(self) -> str:
        return "\n".join(str(row) for row in self._state)
