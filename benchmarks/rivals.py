"""Rivals of the player: the textbook search, twice, and easyAI.

Each is a function of a state and a deadline, a time.perf_counter() after which it raises
TimeoutError. None is exact in the player's sense: the textbook breaks ties among bounds,
and easyAI has no order of actions.
"""

import time
from collections.abc import Callable
from typing import Any

from t3_state import T3Action, T3State, lines
from t3_tools.textbook import Result, TextbookPlayer

Rival = Callable[[T3State, float], object]


def check(deadline: float) -> None:
    """Raise TimeoutError when the deadline has passed."""
    if time.perf_counter() > deadline:
        raise TimeoutError


def textbook(state: T3State, deadline: float) -> T3Action | None:
    """Alpha-beta with the course's tie-breaks, on the public methods of T3State."""

    class Timed(TextbookPlayer):
        def search(self, *args: Any, **kwargs: Any) -> Result:
            check(deadline)
            return super().search(*args, **kwargs)

    return Timed().choose(state)


def textbook_on_tuples(state: T3State, deadline: float) -> int | None:
    """The textbook search on a flat tuple, checking only the lines of a placement.

    Returns the best action as cell * 10 + number, cells counted in action order.
    """
    size = state.size
    target = state.WIN_TARGET
    cells = [(col, row) for col in range(size) for row in range(size)]
    through = [
        [tuple(cells.index(c) for c in line) for line in lines(size) if cell in line]
        for cell in cells
    ]
    numbers = (range(2, state.MAX_MOVE + 1, 2), range(1, state.MAX_MOVE + 1, 2))

    def best_of(
        board: tuple[int, ...], odd: bool, alpha: int, beta: int, maximise: bool, depth: int
    ) -> tuple[int, int, int | None]:
        check(deadline)
        best_utility, best_end = (-2 if maximise else 2), 0
        best: int | None = None
        for cell, value in enumerate(board):
            if value:
                continue
            for number in numbers[odd]:
                after = (*board[:cell], number, *board[cell + 1 :])
                if any(sum([after[i] for i in line]) == target for line in through[cell]):
                    utility, end = (1 if maximise else -1), depth + 1
                elif 0 not in after:
                    utility, end = 0, depth + 1
                else:
                    utility, end, _ = best_of(
                        after, not odd, alpha, beta, not maximise, depth + 1
                    )
                better = utility > best_utility if maximise else utility < best_utility
                if better or (utility == best_utility and end < best_end):
                    best_utility, best_end, best = utility, end, cell * 10 + number
                if maximise:
                    alpha = max(alpha, utility)
                else:
                    beta = min(beta, utility)
                if beta <= alpha:
                    return best_utility, best_end, best
        return best_utility, best_end, best

    board = tuple(state.board[row][col] for col, row in cells)
    return best_of(board, state.odd_turn, -2, 2, True, 0)[2]


def easy_ai(state: T3State, deadline: float) -> Any:
    """Negamax with its transposition table, as deep as the game can last."""
    from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame

    size = state.size

    class Game(TwoPlayerGame):  # type: ignore[misc] # easyAI has no types
        def __init__(self) -> None:
            self.players = [AI_Player(None), AI_Player(None)]
            self.current_player = 1
            self.odd = state.odd_turn
            self.board = [list(row) for row in state.board]

        def possible_moves(self) -> list[tuple[int, int, int]]:
            first = 1 if self.odd else 2
            return [
                (col, row, number)
                for col in range(size)
                for row in range(size)
                if self.board[row][col] == 0
                for number in range(first, state.MAX_MOVE + 1, 2)
            ]

        def make_move(self, move: tuple[int, int, int]) -> None:
            col, row, number = move
            self.board[row][col] = number
            self.odd = not self.odd

        def unmake_move(self, move: tuple[int, int, int]) -> None:
            col, row, _ = move
            self.board[row][col] = 0
            self.odd = not self.odd

        def lose(self) -> bool:
            return any(
                sum([self.board[row][col] for col, row in line]) == state.WIN_TARGET
                for line in lines(size)
            )

        def is_over(self) -> bool:
            check(deadline)
            return self.lose() or all(map(all, self.board))

        def scoring(self) -> int:
            return -100 if self.lose() else 0

        def ttentry(self) -> tuple[Any, ...]:
            return self.odd, tuple(map(tuple, self.board))

    holes = len(state.get_open_tiles())
    return Negamax(holes, tt=TranspositionTable())(Game())
