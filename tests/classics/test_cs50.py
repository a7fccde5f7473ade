"""classics/cs50: its functions and minimax against the judge."""

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


def test_the_rules() -> None:
    assert (ttt.X, ttt.O, ttt.EMPTY) == ("X", "O", None)
    assert ttt.initial_state() == board_of(classic.EMPTY)
    for text in classic.BOARDS[::3]:
        board, winner, over = board_of(text), classic.winner(text), classic.is_over(text)
        assert ttt.winner(board) == (None if winner == "." else winner)
        assert ttt.utility(board) == (classic.value(text) if over else 0)
        assert ttt.player(board) == classic.mover(text)
        assert ttt.terminal(board) == over
        assert ttt.actions(board) == {divmod(cell, 3) for cell in classic.free(text)}


def test_results() -> None:
    """Each is the judge's next board, and shares no list with the board before."""
    for text in classic.UNFINISHED[::10]:
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
    with pytest.raises(ValueError, match="is not a tuple"):
        ttt.result(board, action)
    assert board == board_of("....X....")


def test_minimax() -> None:
    """The value of plain minimax, and a win at once where there is one."""
    for text in [*classic.LATE[::25], *classic.EARLY[100::100]]:
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
    ttt.minimax(board_of(classic.EMPTY))
    assert sum(search.call_count for search in searches) == 7_956
