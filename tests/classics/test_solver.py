"""classics/solver: its moves and values against the judge."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import classic
import tictactoe_solver
from tictactoe_solver import GameState, Move, Player, TicTacToeSolver

X, O = Player  # noqa: E741 the letter is the mark
SOLVER = TicTacToeSolver()


def state_of(board: str) -> GameState:
    """The state with these nine marks."""
    players = [{"X": X, "O": O, ".": None}[mark] for mark in board]
    state = GameState()
    state.board = [players[at : at + 3] for at in (0, 3, 6)]
    return state


def test_the_data() -> None:
    assert Move(1) == Move(1, Move.INVALID_COORDINATE, -1)
    assert [*vars(Move(0))] == ["value", "row", "col"]
    assert [it.name for it in Player] == ["X", "O"]
    assert vars(GameState()) == {"board": [[None] * 3] * 3}


def test_the_rules() -> None:
    for board in classic.BOARDS[::3]:
        state = state_of(board)
        winner = classic.winner(board)
        assert state.winner() is (None if winner == "." else Player[winner])
        assert state.game_over() == classic.is_over(board)


def test_spots_and_moves() -> None:
    """A taken spot is no move. A negative index does not count from the end."""
    state = state_of("..X......")
    after = state.move(1, 2, O)
    assert after
    assert str(after) == ". . X\n. . O\n. . ."
    assert (state.spot(0, 2), state.spot(1, 2)) == (X, None)
    assert state.move(0, 2, O) is None
    for spot in [(-1, -1), (0, 3), (3, 0), (0, -1)]:
        with pytest.raises(ValueError, match="no spot"):
            state.spot(*spot)
        with pytest.raises(ValueError, match="no spot"):
            state.move(*spot, X)


def test_best_moves() -> None:
    """A win at once, else the first optimal move; both functions; no state changes."""
    for board in [*classic.LATE[::25], *classic.EARLY[100::100]]:
        state, player = state_of(board), Player[classic.mover(board)]
        value = classic.value(board) if player is X else -classic.value(board)
        best = first = (-1, -1)
        if not classic.is_over(board):
            best = divmod(classic.best(board), 3)
            first = divmod(classic.first_best(board), 3)
        assert SOLVER.find_best_move(state, player) == Move(value, *best)
        assert SOLVER.solve_my_move(state, -1, 1, player) == Move(value, *first)
        assert SOLVER.solve_opponent_move(state, -1, 1, player) == Move(-value, *first)
        assert state.board == state_of(board).board


@pytest.mark.long
def test_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers say how many moves there are, and how many the cuts leave."""
    moves, move = Counter[bool](), GameState.move

    def counted(*arguments: Any) -> GameState | None:
        child = move(*arguments)
        moves[child is not None] += 1
        return child

    monkeypatch.setattr(GameState, "move", counted)
    SOLVER.solve_my_move(GameState(), -2, 2, X)
    answers = Path(tictactoe_solver.__file__).with_name("answers.md")
    sentence = f"{classic.size(classic.EMPTY) - 1:,} moves, with pruning {moves[True]:,}."
    assert sentence in answers.read_text(encoding="utf-8")
