"""The judge of the four programs agrees with what is known of the game."""

import classic


def test_the_judge() -> None:
    assert len(classic.BOARDS) == len(set(classic.BOARDS)) == 5478
    over = set(classic.BOARDS).difference(classic.UNFINISHED)
    winners = [classic.winner(board) for board in over]
    assert len(winners) == 958
    assert [winners.count(mark) for mark in "XO."] == [626, 316, 16]
    assert classic.size(classic.EMPTY) == 549_946
    assert classic.value(classic.EMPTY) == 0
