"""The course-style tests: `pytest t3_tests.py`, or `pytest -k transitions` for a topic.

Each position with a claimed answer was worked out by hand or is small enough to be, and
the comment beside it says why the answer is what it is.
"""

import pytest

from t3_player import T3Action, T3Player, T3State, choose

ODDS, EVENS = True, False


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
        # hole, 2 is the earliest that does not lose otherwise.
        assert best("100/104/234 evens") == T3Action(2, 0, 2)

    def test_threatens_twice(self) -> None:
        # After 6 in the centre evens need 2 in the middle row, and 6 on a diagonal. Odds
        # can't answer both.
        assert best("400/500/102 evens") == T3Action(1, 1, 6)

    def test_plays_both_sides_of_the_empty_board(self) -> None:
        odds = T3Player().evaluate(T3State(ODDS, None))
        assert (odds.utility, odds.depth, odds.action) == (-1, 4, T3Action(0, 0, 1))
        evens = T3Player().evaluate(T3State(EVENS, None))
        assert (evens.utility, evens.depth, evens.action) == (1, 3, T3Action(0, 0, 2))

    def test_method_function_and_evaluation_agree(self) -> None:
        state = T3State.from_notation("532/205/522 odds")
        evaluation = T3Player().evaluate(state)
        assert (evaluation.utility, evaluation.depth) == (0, 1)
        assert evaluation.action == T3Player().choose(state) == choose(state)


class TestTieBreaks:
    """Highest utility, then smallest depth, then earliest action."""

    def test_a_longer_tie_before_a_shorter_loss(self) -> None:
        # Anything but an answer to the threat of 5 in the last column loses in 2, also
        # actions earlier than the answer; the tie takes all 3 plies that are left.
        evaluation = T3Player().evaluate(T3State.from_notation("100/104/234 evens"))
        assert (evaluation.utility, evaluation.depth) == (0, 3)

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

    def test_a_forced_win_takes_as_long_as_its_depth_says(self) -> None:
        state = T3State(EVENS, None)
        evaluation = T3Player().evaluate(state)
        plies = 0
        while not state.is_win():
            state = state.get_next_state(choose(state))
            plies += 1
        assert plies == evaluation.depth
        assert state.odd_turn == ODDS  # so evens moved last, and won


class TestExactSearch:
    """Where the textbook's cut-off errs.

    It ends the search of a subtree whose utility can't matter any more. The depth that it
    returns then is that of some line of play, not of the best, and compared with that of
    other actions all the same.
    """

    def test_a_shorter_loss_where_the_textbook_errs(self) -> None:
        # All is lost. After (0,0) = 1 or 3 it would take 4 plies. 5 makes the diagonal
        # 5 + 2, where evens then place 6.
        assert best("061/001/002 odds") == T3Action(0, 0, 5)

    @pytest.mark.parametrize("notation", ["120/000/000 evens", "261/001/000 evens"])
    def test_where_the_textbook_loses(self, notation: str) -> None:
        # A win in 3. The action that the textbook takes for a sooner win loses.
        evaluation = T3Player().evaluate(T3State.from_notation(notation))
        assert (evaluation.utility, evaluation.depth) == (1, 3)
        assert evaluation.action == T3Action(0, 1, 2)
