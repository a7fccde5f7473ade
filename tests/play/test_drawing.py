"""How the game draws boards and values, with much room or little."""

import pytest

from t3_play.advice import grouped
from t3_play.analysis import Prospect
from t3_play.drawing import ASCII, BOX_DRAWING, EVENS, ODDS, Style, draw_board
from t3_play.match import game_with
from t3_state import Cell, T3Action, T3State

WIDE, HIGH = 79, 15


def drawn(
    notation: str,
    *last: Cell,
    width: int = WIDE,
    height: int = HIGH,
    style: Style = Style(ASCII),  # noqa: B008 a Style is immutable
) -> str:
    state = T3State.from_notation(notation)
    return "\n".join(draw_board(state, last, width, height, style))


def test_board() -> None:
    """The board marks the threats of either side, and dead lines."""
    assert drawn("640/130/400 odds", (0, 0), (1, 1)) == (
        "         0     1     2\n"
        "      +-----+-----+-----+/ 7, needs 6!\n"
        "    0 |>(6)<| (4) |  .  |  10, needs 3*\n"
        "      +-----+-----+-----+\n"
        "    1 |  1  |> 3 <|  .  |  4, dead\n"
        "      +-----+-----+-----+\n"
        "    2 | (4) |  .  |  .  |  4, needs 9\n"
        "      +-----+-----+-----+\\ 9, needs 4!\n"
        "  has    11    7     0\n"
        "needs   dead   6!    13"
    )


def test_box_drawing() -> None:
    shown = drawn("200/050/000 odds", style=Style(BOX_DRAWING)).splitlines()
    assert shown[1] == "      ┌─────┬─────┬─────┐/ 5, needs 8"
    assert shown[2] == "    0 │ (2) │  ·  │  ·  │  2, needs 11"
    assert shown[3] == "      ├─────┼─────┼─────┤"
    assert shown[7] == "      └─────┴─────┴─────┘\\ 7, needs 6!"


def test_every_cell_of_a_winning_line_has_the_same_marks() -> None:
    """The marks * * replace the marks > < of the numbers placed last."""
    shown = drawn("643/004/006 evens", (2, 0), (2, 2))
    assert "|*(6)*|*(4)*|* 3 *|  13, won" in shown
    assert "|  .  |  .  |*(4)*|  4, needs 9" in shown
    assert "|  .  |  .  |*(6)*|  6, needs 7" in shown
    assert shown.splitlines()[-1] == "needs    7     9    won"


def test_nobody_can_complete_a_line_when_the_game_is_over() -> None:
    assert "needs    5     9     10" in drawn("643/200/000 odds")


@pytest.mark.parametrize(
    ("notation", "colours"),
    [
        ("640/015/000 odds", {"  5  ": ODDS, " (4) ": EVENS, "  .  ": "2"}),
        ("640/015/000 odds", {">(6)<": f"{EVENS};1", "needs 3*": f"{ODDS};1"}),
        ("640/015/000 evens", {"needs 3!": f"{ODDS};1;7", "dead": "2"}),
        ("405/000/000 odds", {"needs 4!": f"{EVENS};1;7"}),
        (
            "643/000/000 evens",
            {"*(6)*": f"{EVENS};1;7", "* 3 *": f"{ODDS};1;7", "won": "1"},
        ),
    ],
)
def test_colours_say_what_the_marks_say(notation: str, colours: dict[str, str]) -> None:
    shown = drawn(notation, (0, 0), style=Style(ASCII, colour=True))
    for text, styles in colours.items():
        assert f"\033[{styles}m{text}\033[0m" in shown


@pytest.mark.parametrize("notation", ["640/015/000 odds", "643/000/000 evens"])
@pytest.mark.parametrize("width", [79, 39, 20])
def test_colour_changes_no_character(notation: str, width: int) -> None:
    coloured = drawn(notation, (0, 0), width=width, style=Style(ASCII, colour=True))
    for code in (ODDS, EVENS, "1", "2", "7"):
        coloured = coloured.replace(f"\033[{code};", "\033[").replace(f";{code}m", "m")
        coloured = coloured.replace(f"\033[{code}m", "")
    coloured = coloured.replace("\033[0m", "")
    plain = drawn(notation, (0, 0), width=width)
    assert [row.rstrip() for row in coloured.splitlines()] == plain.splitlines()


def test_without_borders() -> None:
    """The board has no borders if they take too many rows or columns."""
    board = (
        "   0  1  2  3 /+13\n"
        "0 (6) 1  .  .  +6*\n"
        "1  . >5< .  .  +8\n"
        "2  .  .  3 (2) +8\n"
        "3  .  .  .  .  +13\n"
        "   7  7  10 11\\dead"
    )
    position = "6100/0500/0032/0000 evens"
    assert drawn(position, (1, 1), height=11) == board
    assert drawn(position, (1, 1), width=39) == board


def test_what_is_too_wide_is_cut_off() -> None:
    assert (
        drawn("6100/0500/0032/0000 evens", width=12).splitlines()[1] == "0 (6) 1  . "[:-1]
    )


def test_numbers_of_two_digits() -> None:
    game = game_with(30, 12)
    state = game.from_notation("12,0,0,7/0,11,9,0/0,0,3,0/9,0,4,11 evens")
    assert draw_board(state, [(0, 0), (1, 1)], 37, HIGH, Style(ASCII)) == [
        "    0   1   2   3 /+5!",
        "0 >12<  .   .   7  +11!",
        "1   . >11<  9   .  +10*",
        "2   .   .   3   .  +27",
        "3   9   . ( 4) 11  +6*",
        "   9!  19   x  12*\\dead",
    ]


@pytest.mark.parametrize("size", range(3, 13))
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (40, 20)])
def test_every_board_fits(size: int, columns: int, rows: int) -> None:
    """Boards up to 12 x 12 leave room for a title, a message and a prompt."""
    state = T3State(True, [[6] * size] * size)
    board = draw_board(state, [], columns - 1, rows - 6, Style(ASCII))
    assert max(map(len, board)) < columns
    assert len(board) + 4 <= rows


def test_a_board_stays_as_it_is_while_sums_grow() -> None:
    """The layout depends only on the room and on the size of the board."""
    boards = [
        drawn(board, width=39).splitlines()
        for board in ("000/000/000 odds", "555/555/555 odds", "640/000/000 odds")
    ]
    assert len({(len(rows), rows[1].index("/")) for rows in boards}) == 1


def test_values_that_are_not_proven() -> None:
    first, *others = [action for action, _ in T3State(True).get_transitions()]
    found = [Prospect(first, 0), *[Prospect(action, None) for action in others]]
    assert grouped(found) == ["ties: (0,0) = 1", "not proven: 26 moves, for lack of time"]


@pytest.mark.parametrize(
    ("utility", "distance", "words"),
    [
        (1, 1, "wins at once"),
        (1, 5, "wins in 3 moves"),
        (1, None, "wins"),
        (0, None, "ties"),
        (-1, 2, "loses to the next move"),
        (-1, 4, "loses in 2 moves"),
        (None, None, "not proven"),
    ],
)
def test_values_in_words(utility: int | None, distance: int | None, words: str) -> None:
    assert Prospect(T3Action(0, 0, 1), utility, distance).in_words() == words
