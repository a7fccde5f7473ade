"""classics/cs50: what the assignment requires, and minimax against the judge."""

import inspect
from collections.abc import Callable
from math import inf
from typing import Any
from unittest.mock import Mock

import pytest

import classic
import tictactoe as ttt


def board_of(text: str) -> ttt.Board:
    """The board with these nine marks."""
    cells = [None if mark == "." else mark for mark in text]
    return [cells[at : at + 3] for at in (0, 3, 6)]


def signature(function: Callable[..., Any]) -> str:
    return ", ".join(inspect.signature(function).parameters)


START, MIDDLE, WON = map(board_of, (classic.EMPTY, "X...O....", "XXXOO...."))
REQUIREMENTS: dict[str, Callable[[], bool]] = {
    "X, O and EMPTY": lambda: (ttt.X, ttt.O, ttt.EMPTY) == ("X", "O", None),
    "initial_state()": lambda: ttt.initial_state() == [[None] * 3] * 3,
    "player(board)": lambda: [ttt.player(it) for it in (START, WON)] == ["X", "O"],
    "actions(board) is a set": lambda: ttt.actions(board_of("XOXXO.OXO")) == {(1, 2)},
    "result(board, action)": lambda: signature(ttt.result) == "board, action",
    "result is a new board": lambda: ttt.result(MIDDLE, (0, 1)) == board_of("XX..O...."),
    "winner(board)": lambda: ttt.winner(WON) == "X",
    "winner is None if nobody has won": lambda: ttt.winner(MIDDLE) is None,
    "terminal(board)": lambda: ttt.terminal(WON) and not ttt.terminal(MIDDLE),
    "utility(board)": lambda: ttt.utility(WON) == 1,
    "utility is -1 if O has won": lambda: ttt.utility(board_of("OOOXX.X..")) == -1,
    "minimax(board)": lambda: ttt.minimax(board_of("XX.OO....")) == (0, 2),
    "minimax is None if terminal": lambda: ttt.minimax(WON) is None,
}


@pytest.mark.parametrize("requirement", REQUIREMENTS)
def test_requirement(requirement: str) -> None:
    assert REQUIREMENTS[requirement]()


def test_the_rules() -> None:
    for text in classic.BOARDS:
        board, winner, over = board_of(text), classic.winner(text), classic.is_over(text)
        assert ttt.winner(board) == (None if winner == "." else winner)
        assert ttt.utility(board) == (classic.value(text) if over else 0)
        assert ttt.player(board) == classic.mover(text)
        assert ttt.terminal(board) == over
        assert ttt.actions(board) == {divmod(cell, 3) for cell in classic.free(text)}


def test_results() -> None:
    """Each is the judge's next board, and shares no list with the board before."""
    for text in classic.UNFINISHED:
        for cell in classic.free(text):
            board = board_of(text)
            after = ttt.result(board, divmod(cell, 3))
            assert after == board_of(classic.after(text, cell))
            assert board == board_of(text)
            assert not any(one is other for one in board for other in after)


@pytest.mark.parametrize(
    "action",
    [(1, 1), (3, 0), (0, 3), (-1, 0), (0, -1), (True, 0), (0.0, 0), (0,), [0, 0], 5, None],
)
def test_result_refuses(action: Any) -> None:
    board = board_of("....X....")
    with pytest.raises(ValueError, match="is not a tuple") as caught:
        ttt.result(board, action)
    assert caught.type is ttt.IllegalActionError
    assert board == board_of("....X....")


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param([it for it in classic.BOARDS if it.count(".") <= 4], id="late"),
        pytest.param(
            [it for it in classic.BOARDS if it.count(".") > 4],
            id="early",
            marks=pytest.mark.long,
        ),
    ],
)
def test_every_board(texts: list[str]) -> None:
    """The value of plain minimax, and a win at once where there is one."""
    for text in texts:
        board = board_of(text)
        search = ttt.max_value if classic.mover(text) == "X" else ttt.min_value
        assert search(board, -inf, inf)[0] == classic.value(text)
        best = None if classic.is_over(text) else divmod(classic.best(text), 3)
        assert ttt.minimax(board) == best
        assert board == board_of(text)


def test_the_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    """They leave this many of the 549,946 positions of plain minimax."""
    searches = [Mock(side_effect=search) for search in (ttt.max_value, ttt.min_value)]
    for search, name in zip(searches, ("max_value", "min_value")):
        monkeypatch.setattr(ttt, name, search)
    ttt.minimax(START)
    assert sum(search.call_count for search in searches) == 7_956
