"""A solver with pruning, seen from the side it plays for: `python -m tictactoe.solver`.

One function finds my move, and maximises the value. The other finds the opponent's move,
and minimises it. In both, 1 is a win for me, -1 a loss, 0 a draw.
"""

import enum
import sys
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from tictactoe import command, rules

INVALID_COORDINATE = -1
WIN, DRAW, LOSS = 1, 0, -1


@dataclass
class Move:
    """A value, and the cell that leads to it; INVALID_COORDINATE where there is none."""

    INVALID_COORDINATE: ClassVar[int] = INVALID_COORDINATE

    value: int
    row: int = INVALID_COORDINATE
    col: int = INVALID_COORDINATE


class Player(enum.Enum):
    """A player, and the player's mark."""

    X = "X"
    O = "O"  # noqa: E741 the letter is the mark

    def opponent(self) -> "Player":
        """The other one."""
        return Player.O if self is Player.X else Player.X


@dataclass
class GameState:
    """A position: `board` is three rows of Player, or None where a cell is empty."""

    board: list[list[Player | None]] = field(
        default_factory=lambda: [[None] * 3 for _ in range(3)]
    )

    def game_over(self) -> bool:
        """Whether the game is won, or no cell is empty."""
        return self.winner() is not None or not rules.empty_cells(self.board, None)

    def winner(self) -> Player | None:
        """Who has three in a line; None while the game goes on, and on a draw."""
        return rules.winner(self.board, None)

    def spot(self, row: int, col: int) -> Player | None:
        """What is on a cell; raises IllegalActionError, a ValueError, off the board."""
        rules.check_cell(row, col)
        return self.board[row][col]

    def move(self, row: int, col: int, player: Player) -> "GameState | None":
        """The state after a move, None if the spot is taken; raises as `spot` does."""
        if self.spot(row, col) is not None:
            return None
        return GameState(rules.place(self.board, row, col, player, None))

    def __str__(self) -> str:
        """The rows, with dots for empty spots.

        >>> print(GameState().move(1, 0, Player.X))
        . . .
        X . .
        . . .
        """
        return "\n".join(
            " ".join(cell.value if cell else "." for cell in row) for row in self.board
        )


class TicTacToeSolver:
    """Finds perfect moves by alpha-beta.

    Alpha is the largest value that I already have by another move, here or further up, beta
    the smallest that the opponent has. Once alpha reaches beta, one of us has no reason to
    come here, and the remaining moves can't change the answer.
    """

    def find_best_move(self, state: GameState, player: Player) -> Move:
        """A best move for `player`, who is to move. It has no cell if the game is over.

        Of several, one that wins at once comes first, then the first in row-major order.

        >>> TicTacToeSolver().find_best_move(GameState(), Player.X)
        Move(value=0, row=0, col=0)
        """
        # No value lies outside these two, so the search ends at the first win.
        return self.solve_my_move(state, LOSS, WIN, player)

    def solve_my_move(
        self, state: GameState, alpha: float, beta: float, player: Player
    ) -> Move:
        """A move with the largest value for `player`, who is to move: me.

        Of several, one that wins at once comes first, then the first in row-major order. A
        value between alpha and beta is exact. If the value is alpha or less, the true value
        is at most that. If it is beta or more, the true value is at least that.
        """
        if state.game_over():
            return Move(final_value(state, player))
        best = Move(LOSS - 1)  # below any value
        for row, col in rules.wins_first(rules.CELLS, state.board, player):
            child = state.move(row, col, player)
            if child is None:
                continue
            value = self.solve_opponent_move(child, alpha, beta, player.opponent()).value
            if value > best.value:
                best = Move(value, row, col)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return best

    def solve_opponent_move(
        self, state: GameState, alpha: float, beta: float, player: Player
    ) -> Move:
        """A move with the smallest value; `player`, who is to move, is the opponent.

        As `solve_my_move` with the sides exchanged.
        """
        if state.game_over():
            return Move(-final_value(state, player))
        best = Move(WIN + 1)  # above any value
        for row, col in rules.wins_first(rules.CELLS, state.board, player):
            child = state.move(row, col, player)
            if child is None:
                continue
            value = self.solve_my_move(child, alpha, beta, player.opponent()).value
            if value < best.value:
                best = Move(value, row, col)
            beta = min(beta, value)
            if alpha >= beta:
                break
        return best


def final_value(state: GameState, player: Player) -> int:
    """The value of a game that is over, for `player`."""
    winner = state.winner()
    if winner is None:
        return DRAW
    return WIN if winner is player else LOSS


def main() -> None:
    """Let the solver play both sides, and print every state."""
    solver, state, player = TicTacToeSolver(), GameState(), Player.X
    print(state)
    while not state.game_over():
        move = solver.find_best_move(state, player)
        after = state.move(move.row, move.col, player)
        assert after is not None, "the solver moves to empty cells only"
        state = after
        print(f"\n{player.value} plays ({move.row},{move.col})\n{state}")
        player = player.opponent()
    winner = state.winner()
    print(f"\n{winner.value} wins" if winner else "\nA draw")


if __name__ == "__main__":
    purpose = "A solver with pruning, seen from the side it plays for."
    no_options = partial(command.take_no_options, "tictactoe.solver", purpose)
    sys.exit(command.run(no_options, main))
