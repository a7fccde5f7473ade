"""The solver's types; how it plays is in test_classic.py."""

import pytest

from tictactoe.solver import INVALID_COORDINATE, GameState, Move, Player, TicTacToeSolver


def state(text: str) -> GameState:
    rows = text.split("/")
    return GameState([[None if c == "." else Player[c] for c in row] for row in rows])


def test_moves() -> None:
    assert INVALID_COORDINATE == Move.INVALID_COORDINATE == -1
    move = Move(1)
    assert (move.value, move.row, move.col) == (1, -1, -1)
    assert Move(0, 1, 2) == Move(value=0, row=1, col=2)


def test_the_empty_state() -> None:
    empty = GameState()
    assert empty.board == [[None] * 3] * 3
    assert vars(empty) == {"board": empty.board}
    empty.board[0][0] = Player.X
    assert empty.board[1][0] is None
    assert GameState().board[0][0] is None


def test_spots_and_moves() -> None:
    before = GameState()
    after = before.move(0, 2, Player.X)
    assert after is not None
    assert after.spot(0, 2) is Player.X
    assert after.spot(2, 0) is None
    assert before == GameState()
    assert after.move(0, 2, Player.O) is None
    assert after.move(0, 2, Player.X) is None


@pytest.mark.parametrize("cell", [(-1, -1), (0, 3), (3, 0), (0, -1)])
def test_off_the_board(cell: tuple[int, int]) -> None:
    """No cell is counted from the end, whatever is there."""
    for each in (GameState(), state("XXX/XXX/XXX")):
        with pytest.raises(ValueError, match="there is no cell"):
            each.spot(*cell)
        with pytest.raises(ValueError, match="there is no cell"):
            each.move(*cell, Player.X)


def test_text() -> None:
    assert str(state("X.O/.X./...")) == "X . O\n. X .\n. . ."


@pytest.mark.parametrize(
    ("text", "player", "move"),
    [
        ("XX./OO./...", Player.X, Move(1, 0, 2)),
        ("XX./X../.OO", Player.O, Move(1, 2, 0)),
        ("XXX/OO./...", Player.X, Move(1)),
    ],
)
def test_best_moves(text: str, player: Player, move: Move) -> None:
    """Also of a player whose turn it is not by the marks."""
    assert TicTacToeSolver().find_best_move(state(text), player) == move


def test_the_cut_keeps_to_the_window() -> None:
    """A value between alpha and beta is exact, one at an edge or beyond a bound."""
    solver, corner = TicTacToeSolver(), state("X../.../...")
    assert solver.solve_opponent_move(corner, -1, 1, Player.O).value == 0
    assert solver.solve_opponent_move(corner, 0, 1, Player.O).value <= 0
    assert solver.solve_opponent_move(corner, -1, 0, Player.O).value >= 0
