"""classics/csc148: what the assignment requires. Its own tests are beside the files."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import classic
import main
from amateurplayer import AmateurPlayer
from board import Board, Marker
from node import Node
from professionalplayer import ProfessionalPlayer, generate_game_tree
from tournament import Tournament

N, X, O = Marker  # noqa: E741 the letter is the mark
WIN = Board([[X, X, N], [O, O, N], [N, N, N]])
FULL = Board([[X, O, X], [X, O, O], [N, X, X]])
AMATEUR, PRO, PRO_O = AmateurPlayer(X), ProfessionalPlayer(X), ProfessionalPlayer(O)
ROOT = ProfessionalPlayer.gt_root
PLAYERS = pytest.mark.parametrize("make", [AmateurPlayer, ProfessionalPlayer])


def board_of(text: str) -> Board:
    """The board with these nine marks."""
    markers = [{"X": X, "O": O, ".": N}[mark] for mark in text]
    return Board([markers[at : at + 3] for at in (0, 3, 6)])


def text_of(board: Board) -> str:
    """The nine marks of a board."""
    return "".join(str(marker) for row in board.cells for marker in row)


def signature(function: Callable[..., Any]) -> str:
    return ", ".join(inspect.signature(function).parameters)


REQUIREMENTS: dict[str, Callable[[], bool]] = {
    "Marker is NONE, X and O": lambda: [it.name for it in Marker] == ["NONE", "X", "O"],
    "a Board is 3x3 Markers": lambda: Board().cells == [[Marker.NONE] * 3] * 3,
    "Boards can be equal": lambda: Board() == Board() != WIN,
    "Board.is_game_over()": lambda: not WIN.is_game_over(),
    "Board knows who won": lambda: WIN.after(0, 2, X).winner() is X,
    "Board.get_key() is base 3": lambda: Board().after(0, 2, O).get_key() == 2 * 3**2,
    "a Board can be printed": lambda: str(WIN) == "X X .\nO O .\n. . .",
    "AmateurPlayer(marker)": lambda: signature(AmateurPlayer) == "marker",
    "AmateurPlayer.play_turn(board)": lambda: AMATEUR.play_turn(WIN).winner() is X,
    "AmateurPlayer.play_win(board)": lambda: AMATEUR.play_win(WIN) == (0, 2),
    "AmateurPlayer.play_block(board)": lambda: AMATEUR.play_block(WIN) == (1, 2),
    "AmateurPlayer.play_random(board)": lambda: AMATEUR.play_random(FULL) == (2, 0),
    "play_win may be None": lambda: AMATEUR.play_win(Board()) is None,
    "play_block may be None": lambda: AMATEUR.play_block(Board()) is None,
    "a Node's attributes": lambda: [*vars(ROOT)] == ["board", "turn", "children", "rating"],
    "generate_game_tree()": lambda: isinstance(generate_game_tree(), Node),
    "the root's turn is O": lambda: ROOT.turn is O,
    "the root's rating stays -1": lambda: ROOT.rating == -1,
    "gt_root is made with the class": lambda: vars(ProfessionalPlayer)["gt_root"] is ROOT,
    "ProfessionalPlayer(marker)": lambda: signature(ProfessionalPlayer) == "marker",
    "ProfessionalPlayer.play_turn(board)": lambda: PRO.play_turn(WIN).winner() is X,
    "Tournament(player_x, player_o)": lambda: signature(Tournament) == "player_x, player_o",
    "Tournament.run_game()": lambda: Tournament(PRO, PRO_O).run_game() is N,
    "run_tournament(games)": lambda: signature(Tournament.run_tournament) == "self, games",
}


@pytest.mark.parametrize("requirement", REQUIREMENTS)
def test_requirement(requirement: str) -> None:
    assert REQUIREMENTS[requirement]()


def test_the_rules() -> None:
    for text in classic.BOARDS:
        board = board_of(text)
        assert str(board.winner()) == classic.winner(text)
        assert board.is_game_over() == classic.is_over(text)


def test_the_amateur_on_every_board() -> None:
    for text in classic.UNFINISHED:
        mover, board = classic.mover(text), board_of(text)
        other = "O" if mover == "X" else "X"
        cells = classic.wins(text, mover)[:1] or classic.wins(text, other)[:1]
        played = text_of(AmateurPlayer(Marker[mover]).play_turn(board))
        assert played in [classic.after(text, it) for it in cells or classic.free(text)]
        assert board == board_of(text)


def test_the_professional_on_every_board() -> None:
    """Exact, and a win at once where there is one."""
    for text in classic.UNFINISHED:
        mover, board = classic.mover(text), board_of(text)
        played = text_of(ProfessionalPlayer(Marker[mover]).play_turn(board))
        assert played in [classic.after(text, cell) for cell in classic.free(text)]
        assert classic.value(played) == classic.value(text)
        assert (classic.winner(played) == mover) == bool(classic.wins(text, mover))
        assert board == board_of(text)


@PLAYERS
def test_what_a_player_refuses(make: Any) -> None:
    for text in ["XXXOO....", "OO.XXX...", "XOXXOOOXX"]:
        with pytest.raises(ValueError, match="the game is over"):
            make(X).play_turn(board_of(text))
    with pytest.raises(ValueError, match=r"not Marker\.NONE"):
        make(N)
    with pytest.raises(ValueError, match="not X and O"):
        Tournament(make(O), AmateurPlayer(X))


def test_the_tournaments(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The professional never loses, on either side; each game is counted once."""
    monkeypatch.setattr(main, "GAMES", 100)
    main.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[::2] == [
        "AmateurPlayer (X) against AmateurPlayer (O), games: 100",
        "ProfessionalPlayer (X) against AmateurPlayer (O), games: 100",
        "AmateurPlayer (X) against ProfessionalPlayer (O), games: 100",
    ]
    results = [
        [int(word) for word in line.split() if word.isdigit()] for line in lines[1::2]
    ]
    assert [sum(result) for result in results] == [100] * 3
    assert (results[1][1], results[2][0]) == (0, 0)
