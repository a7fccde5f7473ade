"""classics/csc148: what its own tests, which test_alone.py runs, don't show."""

from typing import Any

import pytest

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
    assert [*vars(root)] == ["board", "turn", "children", "rating"]


@pytest.mark.parametrize("make", [AmateurPlayer, ProfessionalPlayer])
def test_what_a_player_refuses(make: Any) -> None:
    for text in ["XXXOO....", "OO.XXX...", "XOXXOOOXX"]:
        with pytest.raises(ValueError, match="the game is over"):
            make(X).play_turn(board_of(text))
    with pytest.raises(ValueError, match=r"not Marker\.NONE"):
        make(N)
    with pytest.raises(ValueError, match="'X' is not a valid Marker"):
        make("X")
    with pytest.raises(ValueError, match="not X and O"):
        Tournament(make(O), AmateurPlayer(X))
