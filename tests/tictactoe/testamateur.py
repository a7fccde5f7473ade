"""The amateur follows its three rules in order, and plays anywhere if none applies."""

import random

import classic
from gametree_boards import MARKERS, board_of, cells, text_of
from tictactoe.gametree import AmateurPlayer, Marker


def test_rules_in_order() -> None:
    for text in classic.UNFINISHED:
        me = classic.mover(text)
        you = "O" if me == "X" else "X"
        player, board = AmateurPlayer(MARKERS[me]), board_of(text)
        wins, threats = classic.wins(text, me), classic.wins(text, you)
        assert player.play_win(board) == (divmod(wins[0], 3) if wins else None)
        assert player.play_block(board) == (divmod(threats[0], 3) if threats else None)
        assert player.play_random(board) in cells(text)
        expected = wins[:1] or threats[:1] or classic.free(text)
        played = text_of(player.play_turn(board))
        assert played in [classic.after(text, cell) for cell in expected]


def test_random_is_any_empty_cell() -> None:
    player = AmateurPlayer(Marker.O, random.Random(5))
    for text in ("." * 9, "X...O....", "XOXOX.OXO"):
        board = board_of(text)
        assert {player.play_random(board) for _ in range(300)} == set(cells(text))


def test_a_full_board_has_no_cell() -> None:
    player, full = AmateurPlayer(Marker.X), board_of("XOXXOOOXX")
    assert player.play_win(full) is None
    assert player.play_block(full) is None
    assert player.play_random(full) is None
