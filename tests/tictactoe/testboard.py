"""The board of the game tree, judged on all 5,478 boards that play comes to."""

import classic
from gametree_boards import MARKERS, board_of, cells, text_of
from tictactoe.gametree import Board, Marker


def test_boards_share_no_lists() -> None:
    board = Board()
    assert board.cells == [[Marker.NONE] * 3] * 3
    copied = Board(board.cells)
    board.cells[0][0] = Marker.X
    assert board.cells[1][0] == Board().cells[0][0] == Marker.NONE
    assert copied == Board() != board


def test_every_board() -> None:
    for text in classic.BOARDS:
        board = board_of(text)
        assert text_of(board) == text
        assert board.winner() is MARKERS[classic.winner(text)]
        assert board.is_game_over() == classic.is_over(text)
        assert board.empty_cells() == cells(text)
        for cell in classic.free(text) if text in classic.UNFINISHED else []:
            after = board.after(*divmod(cell, 3), MARKERS[classic.mover(text)])
            assert after == board_of(classic.after(text, cell)) != board
        assert board == board_of(text)


def test_keys() -> None:
    keys = {board_of(text).get_key() for text in classic.BOARDS}
    assert len(keys) == len(classic.BOARDS)
    assert Board().get_key() == 0
    assert max(keys) < 3**9
    assert Board([[Marker.O] * 3] * 3).get_key() == 3**9 - 1
