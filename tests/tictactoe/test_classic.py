"""Program A agrees with the judge, the plain minimax in classic.py."""

from collections.abc import Callable
from math import inf
from typing import Any, TypeVar
from unittest.mock import Mock

import pytest

import classic
import tictactoe
from tictactoe import functional, rules

T = TypeVar("T")

EARLY = [board for board in classic.BOARDS if board.count(".") > 4]
LATE = [board for board in classic.BOARDS if board.count(".") <= 4]
early_and_late = pytest.mark.parametrize(
    "boards",
    [
        pytest.param(EARLY, id="early", marks=pytest.mark.long),
        pytest.param(LATE, id="late"),
    ],
)
"""For tests of a search, which takes most of its time on the boards with few marks."""


def rows(board: str, cell: Callable[[str], T]) -> list[list[T]]:
    """A board as three rows, where `cell` gives a program's own value for each mark."""
    return [[cell(mark) for mark in board[at : at + 3]] for at in (0, 3, 6)]


def for_a(board: str) -> list[list[str | None]]:
    return rows(board, {"X": "X", "O": "O", ".": None}.get)


def test_the_judge() -> None:
    assert len(classic.BOARDS) == len(set(classic.BOARDS)) == 5478
    over = set(classic.BOARDS).difference(classic.UNFINISHED)
    winners = [classic.winner(board) for board in over]
    assert len(winners) == 958
    assert [winners.count(mark) for mark in "XO."] == [626, 316, 16]
    assert classic.size(classic.EMPTY) == 549_946
    assert classic.value(classic.EMPTY) == 0


def test_the_rules() -> None:
    for board in classic.BOARDS:
        a = for_a(board)
        over, winner = classic.is_over(board), classic.winner(board)
        assert tictactoe.winner(a) == (None if winner == "." else winner)
        assert tictactoe.utility(a) == (classic.value(board) if over else 0)
        assert tictactoe.player(a) == classic.mover(board)
        assert tictactoe.terminal(a) == over
        cells = [divmod(cell, 3) for cell in classic.free(board)]
        assert tictactoe.actions(a) == set(cells)


def test_results() -> None:
    """Each is the judge's next board, and shares no list with its board."""
    for board in classic.UNFINISHED:
        for cell in classic.free(board):
            row, col = divmod(cell, 3)
            child = classic.after(board, cell)
            a = for_a(board)
            after = tictactoe.result(a, (row, col))
            assert after == for_a(child)
            assert a == for_a(board)
            assert not any(one is other for one in a for other in after)


@early_and_late
def test_a_functional(boards: list[str]) -> None:
    """The pruned search finds the value of plain minimax, and a perfect player's cell."""
    for board in boards:
        state = for_a(board)
        search = (
            functional.max_value if classic.mover(board) == "X" else functional.min_value
        )
        assert search(state, -inf, inf)[0] == classic.value(board)
        best = None if classic.is_over(board) else divmod(classic.best(board), 3)
        assert tictactoe.minimax(state) == best
        assert state == for_a(board)


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
    first = tictactoe.initial_state()
    first[0][0] = "X"  # the next initial state shares no list with this one, nor its rows
    assert first[1:] == [[tictactoe.EMPTY] * 3] * 2
    board = tictactoe.result(tictactoe.initial_state(), (1, 1))
    with pytest.raises(ValueError, match=message) as caught:
        tictactoe.result(board, action)
    assert caught.type is tictactoe.IllegalActionError
    assert board == for_a("....X....")


def test_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cuts leave this many of the 549,945 placements of plain minimax."""
    place = Mock(side_effect=rules.place)
    monkeypatch.setattr(rules, "place", place)
    tictactoe.minimax(for_a(classic.EMPTY))
    assert place.call_count == 7_955
