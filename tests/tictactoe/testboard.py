"""The board of the game tree, judged on all 5,478 boards that play comes to."""

import classic
from gametree_boards import BOARDS, MARKERS, UNFINISHED, board_of, cells, text_of
from tictactoe.gametree import Board, Marker


def test_empty() -> None:
    board = Board()
    assert board.cells == [[Marker.NONE] * 3] * 3
    assert not board.is_game_over()
    board.cells[0][0] = Marker.X
    assert board.cells[1][0] == Marker.NONE
    assert Board().cells[0][0] == Marker.NONE


def test_does_not_share_lists() -> None:
    given = [[Marker.NONE] * 3 for _ in range(3)]
    board = Board(given)
    given[0][0] = Marker.X
    assert board == Board()


def test_every_board() -> None:
    for text in BOARDS:
        board = board_of(text)
        assert board == board_of(text)
        assert text_of(board) == text
        assert board.winner() is MARKERS[classic.winner(text)]
        assert board.is_game_over() == classic.is_over(text)
        assert board.empty_cells() == cells(text)


def test_a_placement_makes_a_new_board() -> None:
    for text in UNFINISHED:
        for cell in classic.free(text):
            board, after = board_of(text), board_of(classic.after(text, cell))
            assert board.after(*divmod(cell, 3), MARKERS[classic.mover(text)]) == after
            assert board == board_of(text) != after


def test_keys() -> None:
    """Each board has a key of its own, a number of nine digits in base 3."""
    keys = {board_of(text).get_key() for text in BOARDS}
    assert len(keys) == len(BOARDS)
    assert Board().get_key() == 0
    assert max(keys) < 3**9
    assert Board([[Marker.O] * 3] * 3).get_key() == 3**9 - 1
