"""A match: its history, and taking back."""

import pytest

from t3_play.inputs import parse_action
from t3_play.match import Match, new_match
from t3_state import T3Action


def match_of(play: str, plies: int) -> Match:
    match = new_match(3, play=play, seed=0)
    for col in range(plies):
        match.add(T3Action(col % 3, col // 3, 1 + col % 2))
    return match


def test_parse_action() -> None:
    for text in ("1,1,5", " (1,1) = 5 ", "１　١ 𝟓"):  # noqa: RUF001
        assert parse_action(text) == T3Action(1, 1, 5)
    assert parse_action("(10,2)=-3") == T3Action(10, 2, -3)
    for text in ("", "1 1", "1 1 5 5", "1.0 1 5", "1 1 x", "- 1 1"):
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
