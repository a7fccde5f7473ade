"""The professional on every unfinished board, against the values of the judge.

The three cases are the boards that are won, tied and lost. Each catches a different fault:
a player with only the amateur's rules misses a win that takes two turns, and the one move
that ties; a player that looks for a child with a good rating finds no move on a lost board.
"""

from collections.abc import Iterator

import classic
from gametree_boards import MARKERS, board_of, text_of
from tictactoe.gametree import ProfessionalPlayer


def value(text: str, mover: str) -> int:
    """1 if `mover` wins with best play, -1 if `mover` loses, 0 for a tie."""
    return classic.value(text) if mover == "X" else -classic.value(text)


def turns(worth: int, count: int) -> Iterator[tuple[str, str, str]]:
    """Who moves on each board with this value for the mover, the board, and the turn."""
    boards = [
        text for text in classic.UNFINISHED if value(text, classic.mover(text)) == worth
    ]
    assert len(boards) == count
    for text in boards:
        mover = classic.mover(text)
        turn = text_of(ProfessionalPlayer(MARKERS[mover]).play_turn(board_of(text)))
        assert turn in [classic.after(text, cell) for cell in classic.free(text)]
        yield mover, text, turn


def test_wins_a_won_board() -> None:
    """It wins at once where it can."""
    for mover, text, turn in turns(1, 2836):
        assert value(turn, mover) == 1
        assert (classic.winner(turn) == mover) == bool(classic.wins(text, mover))


def test_ties_a_tied_board() -> None:
    for mover, _, turn in turns(0, 1052):
        assert value(turn, mover) == 0


def test_plays_on_in_a_lost_board() -> None:
    assert len(list(turns(-1, 632))) == 632
