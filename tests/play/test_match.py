"""A match: history, undo, and saved games."""

import os
import stat
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from t3_play import saved_games
from t3_play.inputs import parse_action
from t3_play.match import Match
from t3_play.saved_games import SavedGameError
from t3_state import T3Action, T3State

GAME = """\
Tic-Tac-Total
play: evens
level: easy
seed: 7
start: 000/000/000 odds
(1,1) = 5
(0,0) = 6
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game"


def match_of(play: str, plies: int) -> Match:
    match = Match(T3State(True), play=play)
    for col in range(plies):
        match.add(T3Action(col % 3, col // 3, 1 + col % 2))
    return match


@pytest.mark.parametrize("text", ["1 1 5", "1,1,5", "1, 1 5", " (1,1) = 5 "])
def test_parse_action(text: str) -> None:
    assert parse_action(text) == T3Action(1, 1, 5)
    assert parse_action("(10,2)=-3") == T3Action(10, 2, -3)


@pytest.mark.parametrize(
    "text", ["", "1 1", "1 1 5 5", "1.0 1 5", "1 1 x", "1 1 ٣", "- 1 1"]
)
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move"):
        parse_action(text)


@pytest.mark.parametrize(
    ("play", "turns"),
    [
        ("odds", [None, 0, 0, 2, 2]),
        ("evens", [None, None, 1, 1, 3]),
        ("both", [None, 0, 1, 2, 3]),
    ],
)
def test_going_back(play: str, turns: list[int | None]) -> None:
    """Each person's last turn, by how many actions were played."""
    for plies, turn in enumerate(turns):
        match = match_of(play, plies)
        actions = list(match.actions)
        assert match.last_turn(plies) == turn
        back = turn or 0
        assert match.back_to(back) == actions[back:]
        assert match == match_of(play, back)


def test_saved_game(file: Path) -> None:
    match = saved_games.match_from(GAME)
    assert (match.play, match.level, match.seed) == ("evens", "easy", 7)
    assert match.actions == [T3Action(1, 1, 5), T3Action(0, 0, 6)]
    assert saved_games.text_of(match) == GAME
    edited = GAME.replace("\n", "\r\n\r\n  ").replace("(1,1) = 5", "1 1 5  # the centre")
    edited = edited.replace("play:", "play :  ").replace("\r", "# the final\r", 1)
    assert saved_games.match_from(edited) == match
    file.write_bytes(b"\xef\xbb\xbf" + edited.encode())
    assert saved_games.load(file) == match
    saved_games.save(match, file)
    assert file.read_text() == GAME
    assert saved_games.match_from("Tic-Tac-Total\nstart: 000/000/000 odds") == Match(
        T3State(True)
    )


DAMAGE = [
    ("Tic-Tac-Total\n", ""),
    ("evens", "even"),
    ("easy", "harder"),
    ("7", "-7"),
    ("seed", "sede"),
    ("seed: 7", "play: odds"),
    ("seed: 7", "target: 20"),
    ("000/000/000", "/".join(["0" * 26] * 26)),
    ("/000 ", "/00 "),
    ("start: 000/000/000 odds\n", ""),
    ("(1,1) = 5", "(1,1) is 5"),
    ("= 5", "= 4"),
    ("(0,0)", "(1,1)"),
    ("000/0", "643/0"),
    ("(0,0) = 6\n", "level: easy\n"),
    (GAME, ""),
    (GAME, "Tic-Tac-Total\nseed: 1\n"),
    (GAME, "Tic-Tac-Total\nplay: \\xff\n"),
    ("(0,0) = 6\n", "(0,"),
]


def test_damaged_games(snapshot: Any) -> None:
    reasons = {}
    for old, new in DAMAGE:
        text = GAME.replace(old, new, 1)
        assert text != GAME
        with pytest.raises(SavedGameError, match=r"^line \d: ") as caught:
            saved_games.match_from(text)
        reasons[f"{old[:20]!r} -> {new[:20]!r}"] = str(caught.value)
    assert reasons == snapshot


def test_a_failure_leaves_the_old_game(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full when the game saves again."""
    saved_games.save(match_of("odds", 1), file)
    monkeypatch.setattr("os.fsync", Mock(side_effect=OSError(28, "No space left")))
    with pytest.raises(OSError, match="No space"):
        saved_games.save(match_of("odds", 2), file)
    assert saved_games.load(file) == match_of("odds", 1)
    assert [*file.parent.iterdir()] == [file]


def test_saving_again_keeps_who_may_read_and_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / ("x" * 250), tmp_path / "link"
    saved_games.save(match_of("odds", 1), file)
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~umask
    file.chmod(0o600)
    link.symlink_to(file)
    saved_games.save(match_of("odds", 2), link)
    assert link.is_symlink()
    assert saved_games.load(file) == match_of("odds", 2)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
