"""How the game draws boards, with much room or little."""

import re
from typing import Any

import pytest

from t3_play.drawing import EVENS, ODDS, Board, Style
from t3_state import Cell, T3State

WIDE, HIGH = 79, 15
DRAWN = {
    "threats of both sides, dead lines": ("640/130/400 odds", WIDE),
    "two lines won, and nobody can complete another": ("643/204/006 evens", WIDE),
    "no room for borders": ("6100/0500/0032/0000 evens", 39),
    "won, without borders": ("600/350/400 evens", 30),
    "too wide": ("6100/0500/0032/0000 evens", 12),
}
"""Positions, and the columns for them."""


def drawn(notation: str, *last: Cell, width: int = WIDE, colour: bool = False) -> str:
    state, style = T3State.from_notation(notation), Style(colour=colour)
    board = Board(state, state.odd_turn, style, last)
    return "\n".join(board.fitting(width, HIGH))


def test_boards(snapshot: Any) -> None:
    boards = []
    for name, (notation, width) in DRAWN.items():
        boards.append(f"{name}:\n{drawn(notation, (0, 0), (1, 1), width=width)}")
        assert max(map(len, boards[-1].splitlines()[1:])) <= width
    assert "\n".join(boards) == snapshot


@pytest.mark.parametrize(
    ("notation", "colours"),
    [
        ("640/015/000 odds", {"  5  ": ODDS, "  4  ": EVENS, "  .  ": "2"}),
        ("640/015/000 odds", {"> 6 <": f"{EVENS};1", "needs 3*": f"{ODDS};1"}),
        ("640/015/000 evens", {"needs 3!": f"{ODDS};1;7", "dead": "2"}),
        ("405/000/000 odds", {"needs 4!": f"{EVENS};1;7"}),
        (
            "643/000/000 evens",
            {"  6 *": f"{EVENS};1;7", "  3 *": f"{ODDS};1;7", "won": "1"},
        ),
    ],
)
def test_colours_say_what_the_marks_say(notation: str, colours: dict[str, str]) -> None:
    text = drawn(notation, (0, 0), colour=True)
    for part, styles in colours.items():
        assert f"\033[{styles}m{part}\033[0m" in text


@pytest.mark.parametrize("notation", ["640/015/000 odds", "643/000/000 evens"])
@pytest.mark.parametrize("width", [79, 39, 20])
def test_colour_changes_no_character(notation: str, width: int) -> None:
    coloured = drawn(notation, (0, 0), width=width, colour=True)
    plain = drawn(notation, (0, 0), width=width)
    rows = re.sub(r"\033\[[\d;]+m", "", coloured).splitlines()
    assert [row.rstrip() for row in rows] == plain.splitlines()


@pytest.mark.parametrize("size", range(3, 13))
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (40, 20)])
def test_every_board_fits(size: int, columns: int, rows: int) -> None:
    """Boards up to 12 x 12 leave room for four rows more. They stay put as sums grow."""
    empty, full = (
        Board(T3State(True, [[it] * size] * size), True, Style()).fitting(
            columns - 1, rows - 6
        )
        for it in (0, 6)
    )
    assert max(map(len, full)) < columns
    assert len(full) + 4 <= rows
    assert len(full) == len(empty)
    assert full[0].partition("/")[0] == empty[0].partition("/")[0]
