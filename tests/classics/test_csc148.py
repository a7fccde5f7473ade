"""classics/csc148: its players against the judge. Its own tests are beside the files."""

from typing import Any

import pytest

import classic
from amateurplayer import AmateurPlayer
from board import Board, Marker
from professionalplayer import ProfessionalPlayer
from tournament import Tournament

N, X, O = Marker  # noqa: E741 the letter is the mark


def board_of(text: str) -> Board:
    """The board with these nine marks."""
    markers = [{"X": X, "O": O, ".": N}[mark] for mark in text]
    return Board([markers[at : at + 3] for at in (0, 3, 6)])


def test_the_data() -> None:
    root = ProfessionalPlayer.gt_root
    assert [it.name for it in Marker] == ["NONE", "X", "O"]
    assert Board().cells == [[N] * 3] * 3
    assert Board().after(0, 2, O).get_key() == 2 * 3**2
    assert str(Board().after(1, 1, X)).splitlines()[2] == "None | X | None"
    assert [*vars(root)] == ["board", "turn", "children", "rating"]
    assert (root.turn, root.rating) == (O, -1)


def test_the_rules() -> None:
    for text in classic.BOARDS[::3]:
        winner = classic.winner(text)
        assert board_of(text).winner() == (N if winner == "." else Marker[winner])
        assert board_of(text).is_game_over() == classic.is_over(text)


def test_the_amateur() -> None:
    for text in classic.UNFINISHED[::7]:
        mover, board = classic.mover(text), board_of(text)
        other = "O" if mover == "X" else "X"
        cells = classic.wins(text, mover)[:1] or classic.wins(text, other)[:1]
        played = AmateurPlayer(Marker[mover]).play_turn(board)
        boards = [classic.after(text, cell) for cell in cells or classic.free(text)]
        assert played in map(board_of, boards)
        assert board == board_of(text)


def test_the_professional() -> None:
    """It is exact, and wins at once where it can."""
    for text in classic.UNFINISHED[::7]:
        mover, board = classic.mover(text), board_of(text)
        played = ProfessionalPlayer(Marker[mover]).play_turn(board)
        (after,) = (
            found
            for cell in classic.free(text)
            if played == board_of(found := classic.after(text, cell))
        )
        assert classic.value(after) == classic.value(text)
        assert (classic.winner(after) == mover) == bool(classic.wins(text, mover))
        assert board == board_of(text)


@pytest.mark.parametrize("make", [AmateurPlayer, ProfessionalPlayer])
def test_what_a_player_refuses(make: Any) -> None:
    for text in ["XXXOO....", "OO.XXX...", "XOXXOOOXX"]:
        with pytest.raises(ValueError, match="the game is over"):
            make(X).play_turn(board_of(text))
    with pytest.raises(ValueError, match=r"not Marker\.NONE"):
        make(N)
    with pytest.raises(ValueError, match=r"'X' is not a marker: use Marker\.X"):
        make("X")
    with pytest.raises(ValueError, match="not X and O"):
        Tournament(make(O), AmateurPlayer(X))
