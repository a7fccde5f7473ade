"""classics/solver: what the assignment requires, and its moves against the judge."""

import inspect
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import classic
import tictactoe_solver
from tictactoe_solver import GameState, Move, Player, TicTacToeSolver

X, O = Player  # noqa: E741 the letter is the mark
SOLVER = TicTacToeSolver()
SOLVE = "state, alpha, beta, player"


def state_of(board: str) -> GameState:
    """The state with these nine marks."""
    players = [{"X": X, "O": O, ".": None}[mark] for mark in board]
    state = GameState()
    state.board = [players[at : at + 3] for at in (0, 3, 6)]
    return state


def signature(method: str) -> str:
    """The parameters of a method of the solver."""
    return ", ".join(inspect.signature(getattr(SOLVER, method)).parameters)


def opponents_value(board: str) -> int:
    """The value of a board for X, with O to move."""
    return SOLVER.solve_opponent_move(state_of(board), -1, 1, O).value


REQUIREMENTS: dict[str, Callable[[], bool]] = {
    "Move(value, row=-1, col=-1)": lambda: Move(1) == Move(1, -1, -1),
    "Move.INVALID_COORDINATE is -1": lambda: Move.INVALID_COORDINATE == -1,
    "a Move has value, row and col": lambda: [*vars(Move(0))] == ["value", "row", "col"],
    "Player is an enumeration of X and O": lambda: [it.name for it in Player] == ["X", "O"],
    "GameState() is empty": lambda: vars(GameState()) == {"board": [[None] * 3] * 3},
    "an empty line is nobody's": lambda: GameState().winner() is None,
    "the game goes on": lambda: not state_of("XX.OO....").game_over(),
    "a draw has no winner": lambda: state_of("XOXXOOOXX").winner() is None,
    "a full board is over": lambda: state_of("XOXXOOOXX").game_over(),
    "spot(row, col)": lambda: state_of("..X......").spot(0, 2) is X,
    "move(row, col, player)": lambda: "\n. . O\n" in str(GameState().move(1, 2, O)),
    "move to a taken spot is None": lambda: state_of("....X....").move(1, 1, O) is None,
    "find_best_move(state, player)": lambda: signature("find_best_move") == "state, player",
    "solve_my_move": lambda: signature("solve_my_move") == SOLVE,
    "solve_opponent_move": lambda: signature("solve_opponent_move") == SOLVE,
    "the opponent's base case is negated": lambda: opponents_value("XXXOO....") == 1,
}


@pytest.mark.parametrize("requirement", REQUIREMENTS)
def test_requirement(requirement: str) -> None:
    assert REQUIREMENTS[requirement]()


def test_the_rules() -> None:
    for board in classic.BOARDS:
        state = state_of(board)
        winner = classic.winner(board)
        assert state.winner() is (None if winner == "." else Player[winner])
        assert state.game_over() == classic.is_over(board)


def test_off_the_board() -> None:
    """A negative index does not count from the end."""
    for spot in [(-1, -1), (0, 3), (3, 0), (0, -1)]:
        with pytest.raises(ValueError, match="no spot"):
            GameState().spot(*spot)
        with pytest.raises(ValueError, match="no spot"):
            GameState().move(*spot, X)


@pytest.mark.parametrize(
    "boards",
    [
        pytest.param([it for it in classic.BOARDS if it.count(".") <= 4], id="late"),
        pytest.param(
            [it for it in classic.BOARDS if it.count(".") > 4],
            id="early",
            marks=pytest.mark.long,
        ),
    ],
)
def test_every_board(boards: list[str]) -> None:
    """A win at once, else the first optimal move; no state changes."""
    for board in boards:
        state, mover = state_of(board), classic.mover(board)
        value = classic.value(board) if mover == "X" else -classic.value(board)
        spot = (-1, -1) if classic.is_over(board) else divmod(classic.best(board), 3)
        assert SOLVER.find_best_move(state, Player[mover]) == Move(value, *spot)
        assert state.board == state_of(board).board


def test_both_functions() -> None:
    """They find the first of the best moves, with opposite values."""
    for board in classic.BOARDS:
        if board.count(".") <= 4:
            state, player = state_of(board), Player[classic.mover(board)]
            mine = SOLVER.solve_my_move(state, -1, 1, player)
            theirs = SOLVER.solve_opponent_move(state, -1, 1, player)
            spot = (-1, -1)
            if not classic.is_over(board):
                spot = divmod(classic.first_best(board), 3)
            assert (mine.row, mine.col) == spot
            assert theirs == Move(-mine.value, *spot)


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


def test_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Every state is printed, from the empty board to a draw."""
    tictactoe_solver.main()
    screen = capsys.readouterr().out
    assert screen.startswith(". . .\n. . .\n. . .\n\nX plays (0,0)\nX . .\n. . .\n")
    assert screen.count("plays") == 9
    assert screen.endswith("X plays (2,2)\nX X O\nO O X\nX O X\n\nA draw\n")
