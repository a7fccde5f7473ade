"""The tests of the course skeleton: `pytest t3_tests.py`, or `pytest -k transitions`.

They use the skeleton's methods only, so they run beside any t3_state.py, t3_action.py and
t3_player.py. Every expected answer can be checked by hand.
"""

from typing import Any

import pytest

import t3_player
from t3_action import T3Action
from t3_state import T3State

ODDS, EVENS = True, False


def position(notation: str) -> T3State:
    """A state, such as `261/001/000 evens`: the rows from the top, and whose turn it is."""
    board, turn = notation.split()
    rows = [[int(number) for number in row] for row in board.split("/")]
    return T3State(turn == "odds", rows)


def choose(state: T3State) -> T3Action | None:
    """What the player chooses: by its function choose, or by its class T3Player."""
    own: dict[str, Any] = vars(t3_player)
    if "choose" not in own and not hasattr(own.get("T3Player"), "choose"):
        pytest.fail("t3_player.py has neither choose(state) nor T3Player().choose")
    choose = own["choose"] if "choose" in own else own["T3Player"]().choose
    action: T3Action | None = choose(state)
    return action


def best(notation: str) -> tuple[int, int, int] | None:
    """The column, row and number that the player chooses; None if there is no action."""
    action = choose(position(notation))
    if action is None:
        return None
    chosen = action.col(), action.row(), action.move()
    assert {*map(type, chosen)} == {int}, f"not all are ints: {chosen}"
    return chosen


class TestState:
    def test_initial_state(self) -> None:
        state = T3State(ODDS, None)
        assert str(state) == "[0, 0, 0]\n[0, 0, 0]\n[0, 0, 0]"
        assert len(state.get_open_tiles()) == 9
        assert not state.is_win()
        assert not state.is_tie()

    def test_moves(self) -> None:
        assert T3State(ODDS, None).get_moves() == [1, 3, 5]
        assert T3State(EVENS, None).get_moves() == [2, 4, 6]

    def test_open_tiles_by_column_then_row(self) -> None:
        tiles = position("020/103/450 odds").get_open_tiles()
        assert tiles == [(0, 0), (1, 1), (2, 0), (2, 2)]

    def test_next_state(self) -> None:
        state = position("020/000/000 odds")
        after = state.get_next_state(T3Action(2, 1, 5))
        assert str(after) == "[0, 2, 0]\n[0, 0, 5]\n[0, 0, 0]"
        assert after.get_moves() == [2, 4, 6]
        assert str(state) == "[0, 2, 0]\n[0, 0, 0]\n[0, 0, 0]"

    @pytest.mark.parametrize(
        "board",
        [
            "000/634/000",  # a row
            "060/030/040",  # a column
            "600/030/004",  # one diagonal
            "006/030/400",  # the other
            "661/000/000",  # numbers may repeat
            "166/661/616",  # a full board
            "6052/0000/0000/0000",  # a line need not be full
        ],
    )
    def test_win(self, board: str) -> None:
        assert position(f"{board} odds").is_win()
        assert not position(f"{board} odds").is_tie()

    def test_overshooting_is_no_win(self) -> None:
        assert not position("662/000/000 odds").is_win()

    def test_tie(self) -> None:
        state = position("111/111/111 odds")
        assert state.is_tie()
        assert not state.is_win()


class TestTransitions:
    def test_transitions_in_action_order(self) -> None:
        transitions = position("123/401/021 evens").get_transitions()
        assert [(str(action), str(child)) for action, child in transitions] == [
            ("(0,2) = 2", "[1, 2, 3]\n[4, 0, 1]\n[2, 2, 1]"),
            ("(0,2) = 4", "[1, 2, 3]\n[4, 0, 1]\n[4, 2, 1]"),
            ("(0,2) = 6", "[1, 2, 3]\n[4, 0, 1]\n[6, 2, 1]"),
            ("(1,1) = 2", "[1, 2, 3]\n[4, 2, 1]\n[0, 2, 1]"),
            ("(1,1) = 4", "[1, 2, 3]\n[4, 4, 1]\n[0, 2, 1]"),
            ("(1,1) = 6", "[1, 2, 3]\n[4, 6, 1]\n[0, 2, 1]"),
        ]

    def test_transitions_of_the_empty_board(self) -> None:
        transitions = list(T3State(ODDS, None).get_transitions())
        assert len(transitions) == 27
        action, child = transitions[0]
        assert (str(action), child.get_moves()) == ("(0,0) = 1", [2, 4, 6])
        assert str(transitions[-1][0]) == "(2,2) = 5"

    def test_transitions_are_a_generator(self) -> None:
        transitions = T3State(ODDS, None).get_transitions()
        assert str(next(transitions)[0]) == "(0,0) = 1"
        assert str(next(transitions)[0]) == "(0,0) = 3"

    def test_transitions_of_a_full_board(self) -> None:
        assert list(position("1 odds").get_transitions()) == []


class TestPlayer:
    def test_no_action_when_the_game_is_over(self) -> None:
        assert best("640/030/004 odds") is None  # won
        assert best("111/111/111 odds") is None  # tied

    def test_wins_at_once(self) -> None:
        # The top row has 6 + 4 and needs 3.
        assert best("640/100/150 odds") == (2, 0, 3)

    def test_blocks(self) -> None:
        # Odds threaten 5 in the last column, which has 4 + 4. Of the ways to fill its
        # empty cell, 2 is the earliest that does not lose in another way.
        assert best("100/104/234 evens") == (2, 0, 2)

    def test_threatens_twice(self) -> None:
        # After 6 in the centre evens need 2 in the middle row, and 6 on a diagonal. Odds
        # can't answer both.
        assert best("400/500/102 evens") == (1, 1, 6)

    def test_wins_as_soon_as_it_can(self) -> None:
        # The same position: whatever odds do, the third ply wins.
        state = position("400/500/102 evens")
        for _ in range(3):
            assert not state.is_win()
            state = state.get_next_state(choose(state))
        assert state.is_win()

    def test_threatens_twice_on_4x4(self) -> None:
        # After 1 odds need 1 in row 2, and 3 in the last column. Evens can't answer both.
        assert best("4406/1653/0560/1040 odds") == (3, 2, 1)

    def test_blocks_on_5x5(self) -> None:
        # Odds threaten 3 in the corner, in the last column. With 2 or 4 there, they would
        # complete the last row instead.
        assert best("41353/66332/00131/46644/33200 evens") == (4, 4, 6)

    def test_changes_nothing(self) -> None:
        state = position("400/500/102 evens")
        choose(state)
        assert str(state) == "[4, 0, 0]\n[5, 0, 0]\n[1, 0, 2]"
        assert state.get_moves() == [2, 4, 6]


class TestTieBreaks:
    """Highest utility, then smallest depth, then earliest action."""

    def test_a_longer_tie_before_a_shorter_loss(self) -> None:
        # On the diagonal 5 + 2 need 6, so evens threaten the corner (0,2). 1 there ties, in
        # 3 plies. All else loses in 2 plies: with 3 or 5 there, evens complete column 0.
        assert best("015/426/001 odds") == (0, 2, 1)

    def test_a_shorter_win_before_an_earlier_action(self) -> None:
        # (0,0) = 2 comes first and wins too, but only in 3. In the middle row 4 + 5 need
        # 4: that wins now. So does (2,0) = 6, in the last column, but it comes later.
        assert best("050/405/142 evens") == (1, 1, 4)

    def test_a_shorter_loss_before_an_earlier_action(self) -> None:
        # Every action loses: evens threaten 4 in the centre. After (1,1) = 1 it would take
        # 4 plies. 3 makes the middle row 4 + 3, where evens then place 6.
        assert best("546/400/300 odds") == (1, 1, 3)

    def test_the_earlier_action_among_equals(self) -> None:
        # The last hole: no number wins, all tie.
        assert best("532/205/522 odds") == (1, 1, 1)


@pytest.mark.xfail(raises=AssertionError, reason="the naive search errs here")
class TestExactSearch:
    """Where the naive search errs: alpha-beta that also compares depths.

    It cuts a subtree whose utility can no longer matter. The depth that it then returns
    belongs to some line of play, which need not be the best. It still compares that depth
    with the depths of other actions. So failing here is expected ("xfailed"); an exact
    search passes all the same ("xpassed").
    """

    def test_a_shorter_loss_where_the_naive_search_errs(self) -> None:
        # Every action loses. After (0,0) = 1 or 3 it would take 4 plies. 5 makes the
        # diagonal 5 + 2, where evens then place 6.
        assert best("061/001/002 odds") == (0, 0, 5)

    def test_where_the_naive_search_loses(self) -> None:
        # (0,1) = 2 wins at ply 3. The naive search takes (0,1) = 6 for a sooner win, but it
        # loses to (0,2) = 5.
        assert best("261/001/000 evens") == (0, 1, 2)


class TestMemo:
    """What alpha-beta returns for a state depends on alpha and beta: it may be a bound.

    So does what a memo keeps. A search without one passes, too.
    """

    def test_a_bound_is_no_value(self) -> None:
        # Odds have to fill (1,2), where evens need 6. After 3, neighbouring corners need 10
        # together, opposite ones 9. If evens place 4 or 6, odds complete a diagonal. After
        # 2, odds place 5 in the opposite corner, and need 5 in both others. After 1 or 5,
        # the last row needs another sum, and odds can't win.
        assert best("030/343/000 odds") == (1, 2, 3)


class TestPruning:
    """Without pruning it takes minutes."""

    def test_looks_seven_plies_ahead(self) -> None:
        # Only the top row can still reach 13. After 3 it needs 7 in two holes, and whoever
        # fills one of them loses: what is then missing is a number of the other side. The
        # other four holes are for waiting, two for each side. Then evens have to fill one
        # of the two, in ply 6. After 1 or 5, evens can make the row dead.
        assert best("00012/65650/56506/65065/50656 odds") == (0, 0, 3)


@pytest.fixture(autouse=True)
def shorten(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out a timeout's traceback: on Python 3.11 it can crash pytest."""
    test = request.node.obj

    def shortened(**arguments: Any) -> None:
        try:
            test(**arguments)
        except pytest.fail.Exception as timeout:
            raise timeout.with_traceback(None) from None

    monkeypatch.setattr(request.node, "obj", shortened)


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__]))
