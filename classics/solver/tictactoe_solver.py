"""A tic-tac-toe solver: minimax with alpha-beta pruning (Foundations of AI, assignment 6).

One function finds my best move, the other my opponent's. All values are mine: 1 if I win,
0 for a draw, -1 if I lose. `python tictactoe_solver.py` plays both sides of a game.
"""

import enum
from dataclasses import dataclass
from math import inf
from typing import ClassVar

SPOTS = [(row, col) for row in range(3) for col in range(3)]
"""All spots, row by row."""

LINES = [
    *[SPOTS[at : at + 3] for at in (0, 3, 6)],
    *[SPOTS[at::3] for at in (0, 1, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]
"""The eight lines, each as its three spots (row, col)."""


@dataclass
class Move:
    """A value, and the spot that leads to it; INVALID_COORDINATE where there is none."""

    INVALID_COORDINATE: ClassVar[int] = -1

    value: int
    row: int = INVALID_COORDINATE
    col: int = INVALID_COORDINATE


class Player(enum.Enum):
    """A player, and the player's mark."""

    X = "X"
    O = "O"  # noqa: E741 the letter is the mark

    def opponent(self) -> "Player":
        """The other player."""
        return Player.O if self is Player.X else Player.X


class GameState:
    """A position: `board` is three rows of three, a Player or None for an empty spot."""

    def __init__(self) -> None:
        self.board: list[list[Player | None]] = [[None] * 3 for _ in range(3)]

    def game_over(self) -> bool:
        """Whether somebody has won, or no spot is empty."""
        return self.winner() is not None or all(None not in row for row in self.board)

    def winner(self) -> Player | None:
        """Who has three in a line; None while the game goes on, and after a draw."""
        board = self.board
        for (a, b), (c, d), (e, f) in LINES:
            if board[a][b] is board[c][d] is board[e][f] is not None:
                return board[a][b]
        return None

    def spot(self, row: int, col: int) -> Player | None:
        """Who is on a spot, None if nobody; raises ValueError off the board."""
        if not (row in range(3) and col in range(3)):
            raise ValueError(f"no spot ({row!r}, {col!r}): rows and columns go from 0 to 2")
        return self.board[row][col]

    def move(self, row: int, col: int, player: Player) -> "GameState | None":
        """The state after a move; None if the spot is taken. Raises as `spot` does."""
        if self.spot(row, col) is not None:
            return None
        state = GameState()
        state.board = [list(cells) for cells in self.board]
        state.board[row][col] = player
        return state

    def __str__(self) -> str:
        """The three rows, with dots for empty spots."""
        return "\n".join(
            " ".join(cell.value if cell else "." for cell in row) for row in self.board
        )


class TicTacToeSolver:
    """Finds perfect moves.

    Alpha is the largest value that I can already reach by another of my moves, here or
    higher up in the tree. Beta is the smallest that my opponent can hold me to.
    """

    def find_best_move(self, state: GameState, player: Player) -> Move:
        """The best move for `player`, who is to move. After the end it has no spot.

        It is a win at once if there is one, otherwise the first of the best, row by row.

        >>> state = GameState().move(1, 1, Player.X)
        >>> TicTacToeSolver().find_best_move(state, Player.O)
        Move(value=0, row=0, col=0)
        """
        if not state.game_over():
            for row, col in SPOTS:
                after = state.move(row, col, player)
                if after and after.winner():
                    return Move(1, row, col)
        return self.solve_my_move(state, -inf, inf, player)

    def solve_my_move(
        self, state: GameState, alpha: float, beta: float, player: Player
    ) -> Move:
        """The first move with the largest value, with `player` to move: me.

        From alpha to beta, both included, the value is exact. A larger one means "at least
        this much", a smaller one "at most this much".
        """
        if state.game_over():
            return Move(score(state, player))
        best_move = Move(-2)  # a move of any value is better
        for row, col in SPOTS:
            after = state.move(row, col, player)
            if after is None:
                continue
            child = self.solve_opponent_move(after, alpha, beta, player.opponent())
            if child.value > best_move.value:
                best_move = Move(child.value, row, col)
            if best_move.value > beta:
                return best_move  # my opponent has something better than to come here
            alpha = max(alpha, best_move.value)
        return best_move

    def solve_opponent_move(
        self, state: GameState, alpha: float, beta: float, player: Player
    ) -> Move:
        """The first move with the smallest value, with `player` to move: my opponent.

        Like `solve_my_move` with the sides exchanged.
        """
        if state.game_over():
            return Move(-score(state, player))
        best_move = Move(2)  # a move of any value is better
        for row, col in SPOTS:
            after = state.move(row, col, player)
            if after is None:
                continue
            child = self.solve_my_move(after, alpha, beta, player.opponent())
            if child.value < best_move.value:
                best_move = Move(child.value, row, col)
            if best_move.value < alpha:
                return best_move  # I have something better than to come here
            beta = min(beta, best_move.value)
        return best_move


def score(state: GameState, player: Player) -> int:
    """What a finished game is worth to `player`: 1, 0 or -1."""
    winner = state.winner()
    return 0 if winner is None else 1 if winner is player else -1


def main() -> None:
    """Let the solver play both sides, and print every state."""
    solver = TicTacToeSolver()
    state: GameState | None = GameState()
    player = Player.X
    print(state)
    while state and not state.game_over():
        move = solver.find_best_move(state, player)
        state = state.move(move.row, move.col, player)
        print(f"\n{player.value} plays ({move.row},{move.col})\n{state}")
        player = player.opponent()
    winner = state and state.winner()
    print(f"\n{winner.value} wins" if winner else "\nA draw")


if __name__ == "__main__":
    main()
