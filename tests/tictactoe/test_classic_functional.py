"""What the functional program and the solver refuse, and how much they cut."""

from collections.abc import Callable
from typing import Any

import pytest

import tictactoe
from tictactoe import EMPTY, X, initial_state, result, rules
from tictactoe.solver import GameState, Player, TicTacToeSolver


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ((1, 1), r"the cell \(1,1\) is taken"),
        ((3, 3), r"no cell \(3,3\): rows and columns go from 0 to 2"),
        *[(cell, "no cell") for cell in [(3, 0), (0, 3), (-1, 0), (0, -1)]],
        ((True, 0), r"no cell \(True,0\)"),
        ((0,), r"\(0,\) is not a tuple \(row, column\)"),
        ([0, 0], r"\[0, 0\] is not a tuple"),
    ],
)
def test_result_refuses(action: Any, message: str) -> None:
    """result() raises IllegalActionError, a ValueError, and does not change the board."""
    first = initial_state()
    first[0][0] = X  # the next initial state shares no list with this one, nor its rows
    assert first[1:] == [[EMPTY] * 3] * 2
    board = result(initial_state(), (1, 1))
    with pytest.raises(ValueError, match=message) as caught:
        result(board, action)
    assert caught.type is tictactoe.IllegalActionError
    assert board == [[EMPTY] * 3, [EMPTY, X, EMPTY], [EMPTY] * 3]


@pytest.mark.parametrize(
    ("search", "placements"),
    [
        (lambda: tictactoe.minimax(initial_state()), 7_955),
        (lambda: TicTacToeSolver().find_best_move(GameState(), Player.X), 6_460),
    ],
    ids=["functional", "solver"],
)
def test_the_cuts(
    search: Callable[[], object], placements: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cuts leave this many of the 549,945 placements of plain minimax."""
    place, marked = rules.place, 0

    def counted(*arguments: Any) -> Any:
        nonlocal marked
        marked += 1
        return place(*arguments)

    monkeypatch.setattr(rules, "place", counted)
    search()
    assert marked == placements


def test_spots_and_moves() -> None:
    """Off the board both are refused; a negative index does not count from the end."""
    before = GameState()
    after = before.move(0, 2, Player.X)
    assert after is not None
    assert after.spot(0, 2) is Player.X
    assert after.spot(2, 0) is None
    assert vars(before) == {"board": [[None] * 3] * 3}
    assert after.move(0, 2, Player.O) is after.move(0, 2, Player.X) is None
    for cell in [(-1, -1), (0, 3), (3, 0), (0, -1)]:
        with pytest.raises(ValueError, match="there is no cell"):
            after.spot(*cell)
        with pytest.raises(ValueError, match="there is no cell"):
            after.move(*cell, Player.X)
