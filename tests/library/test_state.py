"""T3Action and T3State: values, valid boards, legal actions and notation."""

import copy
import dataclasses
import pickle
import sys
from typing import Any

import pytest

from positions import game_with
from t3_state import IllegalActionError, InvalidBoardError, T3Action, T3State

BOARD = [[2, 1, 0], [0, 5, 0], [0, 0, 6]]


class Wide(T3State):
    """A game with numbers of two digits."""

    MAX_MOVE = 12
    WIN_TARGET = 20
    DEFAULT_SIZE = 2


def test_actions() -> None:
    action = T3Action(1, 2, 3)
    assert (action.col(), action.row(), action.move()) == (1, 2, 3)
    assert (action._col, action._row, action._move) == (1, 2, 3)
    assert dataclasses.replace(action, _move=5) == T3Action(1, 2, 5)
    assert (str(action), repr(action)) == ("(1,2) = 3", "T3Action(1, 2, 3)")
    assert len({action, T3Action(1, 2, 3), T3Action(2, 1, 3)}) == 2
    assert T3Action(0, 2, 5) < T3Action(1, 0, 1) < T3Action(1, 1, 0) < T3Action(1, 1, 2)
    fields: object = (1, 2, 3)
    assert action != fields


def test_default_board() -> None:
    assert T3State(True) == T3State(True, None) == T3State(True, [[0] * 3] * 3)
    assert Wide(True) == Wide(True, [[0, 0], [0, 0]]) != T3State(True, [[0, 0], [0, 0]])
    assert T3State(odd_turn=False, state=BOARD) == T3State(False, BOARD)


def test_equal_by_board_and_turn() -> None:
    """A state shares nothing with the lists it was given."""
    board = copy.deepcopy(BOARD)
    state = T3State(True, board)
    board[0][0] = 6
    board.append([1, 2, 3])
    assert state == T3State(True, BOARD) != T3State(False, BOARD)
    assert len({state, T3State(True, BOARD), T3State(False, BOARD)}) == 2


@pytest.mark.parametrize("value", [T3State(True, BOARD), T3Action(1, 2, 3)])
def test_values(value: Any) -> None:
    """States and actions can't be changed, and their copies are equal."""
    for field in dataclasses.fields(value):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field.name, None)
    assert copy.deepcopy(value) == pickle.loads(pickle.dumps(value)) == value


@pytest.mark.parametrize("changes", [{"odd_turn": False}, {"state": [[0]]}, {}])
def test_replace(changes: Any) -> None:
    """By the constructor's names."""
    arguments = {"odd_turn": True, "state": [[12]]} | changes
    assert Wide(True, [[12]]).__replace__(**changes) == Wide(**arguments)
    if sys.version_info >= (3, 13):
        assert copy.replace(Wide(True, [[12]]), **changes) == Wide(**arguments)


NOT_A_BOARD = "is not a board followed by odds or evens"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        *[((turn,), "the turn is True") for turn in ("evens", None, 2, BOARD)],
        ((True, []), "board has no cell"),
        ((True, [[]]), "board not square: 1 row, but row 0 has 0 cells"),
        ((True, [[0, 0], [0]]), "2 rows, but row 1 has 1 cell"),
        ((True, [[0, 0], [7, 0]]), "holds 7, not a whole number from 0 to 6"),
        ((True, [[0, -1], [0, 0]]), r"\(1,0\) holds -1"),
        *[((True, [[cell]]), f"holds {cell!r}") for cell in (True, "1", 1.0)],
        *[((True, board), "not a list of rows") for board in ([0], 5)],
        *[(text, NOT_A_BOARD) for text in ("odds 000/000/000", b"0 odds")],
        ("", f"'' {NOT_A_BOARD}, such as '000/000/000 odds'"),
        ("000/00/000 odds", "3 rows, but row 1 has 2 cells"),
        ("000/070/000 odds", r"\(1,1\) holds '7'"),
        ("000/000/00² odds", r"\(2,2\) holds '²'"),
        ("0,0,0/0,0,0/0,0,0 odds", "3 rows, but row 0 has 5 cells"),
    ],
)
def test_what_is_no_position(arguments: Any, complaint: str) -> None:
    """By the constructor's arguments, or as a notation, which the complaint repeats."""
    given = isinstance(arguments, tuple)
    with pytest.raises(InvalidBoardError, match=complaint) as caught:
        T3State(*arguments) if given else T3State.from_notation(arguments)
    assert isinstance(caught.value, ValueError)
    assert given or repr(arguments) in str(caught.value)


Wrong: Any = T3Action  # unchecked by mypy, as some fields have a wrong type


@pytest.mark.parametrize("own", [3, 4])
def test_illegal_actions(own: int) -> None:
    """For odds, and for evens, each with a number of their own, or with a wrong one."""
    state = T3State(own == 3, BOARD)
    cells = [(-1, 1), (-3, -2), (0, 0), (3, 0), (2.0, 0), ("2", 0), (2, None)]
    numbers = [own + 1, -own, -own - 1, own + 4, float(own), None]
    for illegal in [
        *(Wrong(*cell, own) for cell in cells),
        *(Wrong(2, 0, number) for number in numbers),
        *(None, (2, 0, own)),
    ]:
        assert not state.is_valid_action(illegal)
        with pytest.raises(IllegalActionError) as caught:
            state.get_next_state(illegal)
        assert isinstance(caught.value, ValueError)
        assert state.notation() in str(caught.value)
        assert state == T3State(own == 3, BOARD)


def test_reason() -> None:
    state = T3State(True, BOARD)
    outside = "there is no cell (3,0): cells go from (0,0) to (2,2)"
    assert state.why_illegal(T3Action(3, 0, 1)) == outside
    assert state.why_illegal(T3Action(2, 0, 2)) == "odds can't place 2, only 1, 3 or 5"
    assert state.why_illegal(T3Action(2, 0, 1)) is None
    for fields, name in (("021", "column"), ((2, 0.0, 1), "row"), ((2, 0, True), "number")):
        assert f"the {name} must be an int" in str(state.why_illegal(Wrong(*fields)))


def test_a_subclass_is_another_game() -> None:
    state = Wide(False)
    assert state.get_moves() == [2, 4, 6, 8, 10, 12]
    after = state.get_next_state(T3Action(0, 0, 12)).get_next_state(T3Action(1, 1, 11))
    assert type(after) is Wide
    assert after == Wide(False, [[12, 0], [0, 11]])
    assert not after.is_win()
    assert after.get_next_state(T3Action(1, 0, 8)).is_win()
    with pytest.raises(InvalidBoardError, match="from 0 to 12"):
        Wide(True, [[13]])


@pytest.mark.parametrize(
    ("changed", "error", "complaint"),
    [
        ({"MAX_MOVE": 1}, ValueError, "MAX_MOVE must be at least 2.*; got 1"),
        ({"WIN_TARGET": property(lambda self: 13)}, TypeError, "WIN_TARGET must be an int"),
        ({"MAX_MOVE": True}, TypeError, "MAX_MOVE must be an int; got True"),
        *[
            ({name: None}, TypeError, rf"overrides T3State\.{name}:")
            for name in ("is_win", "get_moves", "get_transitions", "_after", "size")
        ],
    ],
)
def test_what_is_no_game(
    changed: dict[str, object], error: type[Exception], complaint: str
) -> None:
    """It is refused where the class is made, even if the fault is inherited."""
    mixin = type("Mixin", (), changed)
    for bases, own in (((T3State,), changed), ((mixin, T3State), {})):
        with pytest.raises(error, match=complaint):
            type("Variant", bases, own)
    game = type("Variant", (Wide,), {"__str__": lambda self: "a board", "colour": "red"})
    assert str(game(True)) == "a board"  # special methods may differ


@pytest.mark.parametrize(
    ("notation", "lines"),
    [
        ("006/040/300 evens", [{(0, 2), (1, 1), (2, 0)}]),
        ("643/004/006 evens", [{(0, 0), (1, 0), (2, 0)}, {(2, 0), (2, 1), (2, 2)}]),
        ("644/000/000 evens", []),
    ],
)
def test_winning_lines(notation: str, lines: list[set[tuple[int, int]]]) -> None:
    winning = T3State.from_notation(notation).winning_lines()
    assert [set(line) for line in winning] == lines


@pytest.mark.parametrize(
    ("state", "notation"),
    [
        (game_with(13, 9)(True, [[9, 0], [2, 0]]), "90/20 odds"),
        (game_with(13, 10)(True, [[9, 0], [2, 0]]), "9,0/2,0 odds"),
        (T3State(False, [[2, 1, 0], [0, 5, 0], [0, 0, 0]]), "210/050/000 evens"),
        (Wide(True, [[12, 0], [3, 10]]), "12,0/3,10 odds"),
    ],
)
def test_notation(state: T3State, notation: str) -> None:
    assert state.notation() == notation
    assert type(state).from_notation(notation) == state
    assert type(state).from_notation(f"  {notation}\n") == state
    assert repr(state) == f"{type(state).__name__}.from_notation({notation!r})"


@pytest.mark.parametrize("cell", ["13", "01", "+1", "-1", "1_0", "", " ", "9" * 5000])
def test_invalid_number_in_notation(cell: str) -> None:
    with pytest.raises(InvalidBoardError):
        Wide.from_notation(f"{cell},0/0,0 odds")
