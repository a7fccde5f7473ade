"""The course-style tests: `pytest t3_tests.py`, or `pytest -k transitions` for a topic.

Every expected answer can be checked by hand.
"""

import ctypes
import functools
import threading
from collections.abc import Callable

import pytest

from t3_player import T3Action, T3Player, T3State, choose

ODDS, EVENS = True, False
TIME_LIMIT = 15
"""Seconds for each test."""


def in_time(test: Callable[..., None]) -> Callable[..., None]:
    """`test`, but failing when it takes longer than TIME_LIMIT."""

    @functools.wraps(test)
    def limited(**fixtures: object) -> None:
        raised: list[BaseException] = []

        def attempt() -> None:
            try:
                test(**fixtures)
            except BaseException as error:
                raised.append(error)

        thread = threading.Thread(target=attempt, daemon=True)
        thread.start()
        thread.join(TIME_LIMIT)
        if thread.is_alive():
            # A search that went on would slow down the other tests.
            ident, end = ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, end)
            pytest.fail(f"it takes longer than {TIME_LIMIT} seconds")
        if raised:
            raise raised[0]

    return limited


@pytest.fixture(autouse=True)
def time_limit(request: pytest.FixtureRequest) -> None:
    """Limit the time of each test, also where pytest-timeout is not installed."""
    request.node.obj = in_time(request.node.obj)


def best(notation: str) -> T3Action | None:
    return T3Player().choose(T3State.from_notation(notation))


class TestState:
    def test_initial_state(self) -> None:
        state = T3State(ODDS, None)
        assert str(state) == "[0, 0, 0]\n[0, 0, 0]\n[0, 0, 0]"
        assert state.get_moves() == [1, 3, 5]
        assert len(state.get_open_tiles()) == 9
        assert not state.is_win()
        assert not state.is_tie()

    def test_moves(self) -> None:
        assert T3State(ODDS, None).get_moves() == [1, 3, 5]
        assert T3State(EVENS, None).get_moves() == [2, 4, 6]

    def test_open_tiles_by_column_then_row(self) -> None:
        state = T3State(ODDS, [[0, 2, 0], [1, 0, 3], [4, 5, 0]])
        assert state.get_open_tiles() == [(0, 0), (1, 1), (2, 0), (2, 2)]

    def test_next_state(self) -> None:
        state = T3State(ODDS, [[0, 2, 0], [0, 0, 0], [0, 0, 0]])
        after = state.get_next_state(T3Action(2, 1, 5))
        assert after == T3State(EVENS, [[0, 2, 0], [0, 0, 5], [0, 0, 0]])
        assert state == T3State(ODDS, [[0, 2, 0], [0, 0, 0], [0, 0, 0]])

    @pytest.mark.parametrize(
        "board",
        [
            [[0, 0, 0], [6, 3, 4], [0, 0, 0]],  # a row
            [[0, 6, 0], [0, 3, 0], [0, 4, 0]],  # a column
            [[6, 0, 0], [0, 3, 0], [0, 0, 4]],  # one diagonal
            [[0, 0, 6], [0, 3, 0], [4, 0, 0]],  # the other
            [[6, 6, 1], [0, 0, 0], [0, 0, 0]],  # numbers may repeat
            [[1, 6, 6], [6, 6, 1], [6, 1, 6]],  # a full board
        ],
    )
    def test_win(self, board: list[list[int]]) -> None:
        assert T3State(ODDS, board).is_win()
        assert not T3State(ODDS, board).is_tie()

    def test_win_needs_no_full_line(self) -> None:
        assert T3State(ODDS, [[6, 0, 5, 2], [0] * 4, [0] * 4, [0] * 4]).is_win()

    def test_overshooting_is_no_win(self) -> None:
        assert not T3State(ODDS, [[6, 6, 2], [0, 0, 0], [0, 0, 0]]).is_win()

    def test_tie(self) -> None:
        state = T3State(ODDS, [[1, 1, 1], [1, 1, 1], [1, 1, 1]])
        assert state.is_tie()
        assert not state.is_win()


class TestTransitions:
    def test_transitions_in_action_order(self) -> None:
        state = T3State(EVENS, [[1, 2, 3], [4, 0, 1], [0, 2, 1]])
        assert list(state.get_transitions()) == [
            (
                T3Action(col, row, move),
                state.get_next_state(T3Action(col, row, move)),
            )
            for col, row, move in [
                (0, 2, 2),
                (0, 2, 4),
                (0, 2, 6),
                (1, 1, 2),
                (1, 1, 4),
                (1, 1, 6),
            ]
        ]

    def test_transitions_of_the_empty_board(self) -> None:
        transitions = list(T3State(ODDS, None).get_transitions())
        assert len(transitions) == 27
        assert transitions[0] == (
            T3Action(0, 0, 1),
            T3State(EVENS, [[1, 0, 0], [0, 0, 0], [0, 0, 0]]),
        )
        assert transitions[-1][0] == T3Action(2, 2, 5)

    def test_transitions_are_a_generator(self) -> None:
        transitions = T3State(ODDS, None).get_transitions()
        assert next(transitions)[0] == T3Action(0, 0, 1)
        assert next(transitions)[0] == T3Action(0, 0, 3)

    def test_transitions_of_a_full_board(self) -> None:
        assert list(T3State(ODDS, [[1]]).get_transitions()) == []


class TestPlayer:
    def test_no_action_when_the_game_is_over(self) -> None:
        assert best("640/030/004 odds") is None  # won
        assert best("111/111/111 odds") is None  # tied

    def test_wins_at_once(self) -> None:
        # The top row has 6 + 4 and needs 3.
        assert best("640/100/150 odds") == T3Action(2, 0, 3)

    def test_blocks(self) -> None:
        # Odds threaten 5 in the last column, which has 4 + 4. Of the ways to fill its
        # hole, 2 is the earliest that does not lose in another way.
        assert best("100/104/234 evens") == T3Action(2, 0, 2)

    def test_threatens_twice(self) -> None:
        # After 6 in the centre evens need 2 in the middle row, and 6 on a diagonal. Odds
        # can't answer both.
        assert best("400/500/102 evens") == T3Action(1, 1, 6)

    def test_wins_as_soon_as_it_can(self) -> None:
        # The same position: whatever odds do, the third ply wins.
        state = T3State.from_notation("400/500/102 evens")
        for _ in range(3):
            assert not state.is_win()
            state = state.get_next_state(choose(state))
        assert state.is_win()

    def test_method_and_function_agree(self) -> None:
        state = T3State.from_notation("532/205/522 odds")
        assert T3Player().choose(state) == choose(state) == T3Action(1, 1, 1)

    def test_changes_nothing(self) -> None:
        state = T3State(EVENS, [[4, 0, 0], [5, 0, 0], [1, 0, 2]])
        choose(state)
        assert state == T3State(EVENS, [[4, 0, 0], [5, 0, 0], [1, 0, 2]])


class TestTieBreaks:
    """Highest utility, then smallest depth, then earliest action."""

    def test_a_longer_tie_before_a_shorter_loss(self) -> None:
        # On the diagonal 5 + 2 need 6, so evens threaten the corner (0,2). 1 there ties, in
        # 3 plies. All else loses in 2 plies: with 3 or 5 there, evens complete column 0.
        assert best("015/426/001 odds") == T3Action(0, 2, 1)

    def test_a_shorter_win_before_an_earlier_action(self) -> None:
        # (0,0) = 2 comes first and wins too, but only in 3. In the middle row 4 + 5 need
        # 4: that wins now. So does (2,0) = 6, in the last column, but it comes later.
        assert best("050/405/142 evens") == T3Action(1, 1, 4)

    def test_a_shorter_loss_before_an_earlier_action(self) -> None:
        # All is lost: evens threaten 4 in the centre. After (1,1) = 1 it would take 4
        # plies. 3 makes the middle row 4 + 3, where evens then place 6.
        assert best("546/400/300 odds") == T3Action(1, 1, 3)

    def test_the_earlier_action_among_equals(self) -> None:
        # The last hole: no number wins, all tie.
        assert best("532/205/522 odds") == T3Action(1, 1, 1)


class TestExactSearch:
    """Where the textbook's search errs.

    It cuts a subtree whose utility can't matter any more. The depth that it then returns
    belongs to some line of play, which need not be the best. It still compares that depth
    with the depths of other actions.
    """

    def test_a_shorter_loss_where_the_textbook_errs(self) -> None:
        # All is lost. After (0,0) = 1 or 3 it would take 4 plies. 5 makes the diagonal
        # 5 + 2, where evens then place 6.
        assert best("061/001/002 odds") == T3Action(0, 0, 5)

    def test_where_the_textbook_loses(self) -> None:
        # (0,1) = 2 wins in 3. To the textbook (0,1) = 6 looks like a sooner win, but it
        # loses to (0,2) = 5.
        assert best("261/001/000 evens") == T3Action(0, 1, 2)
