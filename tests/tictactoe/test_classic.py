"""Programs A and B agree with the judge, the plain minimax in classic.py."""

from collections.abc import Callable
from math import inf
from typing import Any, TypeVar
from unittest.mock import Mock

import pytest

import classic
import tictactoe
from tictactoe import console, functional, rules, selfplay

T = TypeVar("T")
Search = Callable[[list[list[int]], int, int], list[int]]

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
SIDES = [console.human, console.ai]


def rows(board: str, cell: Callable[[str], T]) -> list[list[T]]:
    """A board as three rows, where `cell` gives a program's own value for each mark."""
    return [[cell(mark) for mark in board[at : at + 3]] for at in (0, 3, 6)]


def for_a(board: str) -> list[list[str | None]]:
    return rows(board, {"X": "X", "O": "O", ".": None}.get)


def for_b(board: str, x: int = console.human) -> list[list[int]]:
    return rows(board, {"X": x, "O": -x, ".": 0}.__getitem__)


def mover_in_b(board: str, x: int = console.human) -> int:
    return x if classic.mover(board) == "X" else -x


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
        a, b = for_a(board), for_b(board)
        over, winner = classic.is_over(board), classic.winner(board)
        assert tictactoe.winner(a) == (None if winner == "." else winner)
        assert tictactoe.utility(a) == (classic.value(board) if over else 0)
        assert tictactoe.player(a) == classic.mover(board)
        assert tictactoe.terminal(a) == over
        assert console.game_over(b) == (winner != ".")
        for x in SIDES:
            state = for_b(board, x)
            assert console.terminal_test(state, x) == (winner == "X")
            assert console.terminal_test(state, -x) == (winner == "O")
            assert console.utility(state) == {"X": x, "O": -x, ".": 0}[winner]
        cells = [divmod(cell, 3) for cell in classic.free(board)]
        assert tictactoe.actions(a) == set(cells)
        assert console.empty_cells(b) == [list(cell) for cell in cells]


def test_results() -> None:
    """Each program makes the judge's next board. result() shares no list with its board."""
    for board in classic.UNFINISHED:
        for cell in classic.free(board):
            row, col = divmod(cell, 3)
            child = classic.after(board, cell)
            a, b = for_a(board), for_b(board)
            after = tictactoe.result(a, (row, col))
            assert after == for_a(child)
            assert a == for_a(board)
            assert not any(one is other for one in a for other in after)
            assert console.set_move(row, col, mover_in_b(board), b)
            assert b == for_b(child)


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
    "boards", [pytest.param(EARLY[::20], marks=pytest.mark.long), LATE[::3]]
)
@pytest.mark.parametrize("search", [console.minimax, selfplay.alpha_beta])
@pytest.mark.parametrize("x", SIDES, ids=["human is X", "ai is X"])
def test_b_console(search: Search, x: int, boards: list[str]) -> None:
    """A search finds the human's value. Where the depth runs out, it counts a draw."""
    for at, board in enumerate(boards):
        for depth in (at % 5, 9):
            state = for_b(board, x)
            cell = (-1, -1)
            if depth and not classic.is_over(board):
                cell = divmod(classic.first_best(board, depth), 3)
            value = x * classic.value(board, depth)
            assert search(state, depth, mover_in_b(board, x)) == [*cell, value]
            assert state == for_b(board, x)


@pytest.mark.parametrize(
    ("human_wins", "ai_wins", "same"),
    [(10, -10, True), (10, -1, True), (1, -10, True), (1, 1, False)],
)
def test_b_with_other_utilities(
    human_wins: int, ai_wins: int, same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the order of the utilities decides which cells minimax finds."""
    boards = [board for board in LATE[::12] if not classic.is_over(board)]
    utility = {1: human_wins, -1: ai_wins, 0: 0}
    monkeypatch.setattr(console, "utility", lambda state: utility[rules.winner(state, 0)])
    cells = [console.minimax(for_b(board), 9, mover_in_b(board))[:2] for board in boards]
    best = [[*divmod(classic.first_best(board), 3)] for board in boards]
    assert (cells == best) == same


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
