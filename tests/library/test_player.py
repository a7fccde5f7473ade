"""T3Player and the two searches behind it, compared with the oracle and the truth files."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import astuple
from typing import Any
from unittest.mock import Mock

import pytest

import course_player
import t3_engine
import t3_player
from oracle import Oracle, Value
from positions import random_position, random_state, truth
from t3_play.match import game_with
from t3_player import Clock, Evaluation, T3Action, T3Player, T3State

TRUTH = list(truth())
SEARCHES: list[Any] = [t3_player.Search, t3_engine.Search]


def judge(state: T3State, expected: Value, searches: list[Any] = SEARCHES) -> None:
    """Each search finds this value."""
    for search in searches:
        found = Evaluation(*search(Clock()).evaluate(state))
        action = found.action and astuple(found.action)
        value = found.utility, found.depth, action, found.exact
        assert value == (*expected, True), f"{search}: {state.notation()}"


@pytest.mark.parametrize(
    ("kind", "count", "step"),
    [
        ("careful", 30, 1),
        ("trap", 24, 1),
        ("sample", 326, 4),
        pytest.param("sample", 326, 1, marks=pytest.mark.long),
    ],
)
def test_truth(kind: str, count: int, step: int) -> None:
    """In a trap the textbook search does not choose the best action."""
    known = [it for it in TRUTH if it.kind == kind]
    assert len(known) == count
    for notation, value, _ in known[::step]:
        state = T3State.from_notation(notation)
        judge(state, value)
        if kind == "trap":
            chosen = course_player.T3Player().choose(state)
            assert chosen and astuple(chosen) != value.action  # noqa: PT018 for mypy


@pytest.mark.parametrize(
    ("size", "holes", "positions"),
    [
        *[(3, 1, 40), (3, 2, 150), (3, 3, 400), (3, 4, 100)],
        *[(4, 2, 100), (4, 4, 40), (5, 3, 50), (5, 4, 15)],
        *[
            pytest.param(*it, marks=pytest.mark.long)
            for it in [(3, 3, 3000), (3, 4, 500), (3, 5, 80), (3, 6, 8), (3, 7, 2)]
        ],
        pytest.param(4, 5, 20, marks=pytest.mark.long),
    ],
)
def test_reachable_positions(size: int, holes: int, positions: int) -> None:
    """Most have 3 holes, where tie-breaks matter most."""
    rng = random.Random(size * holes)
    oracle = Oracle(size)
    for _ in range(positions):
        odd, board = random_position(rng, size, holes)
        judge(T3State(odd, board), oracle.value(odd, board))


@pytest.mark.parametrize(
    ("max_move", "target"),
    [
        (9, 15),
        pytest.param(12, 20, marks=pytest.mark.long),  # two-digit numbers
        (6, 17),  # only a full line of the largest numbers reaches it
        (5, 13),  # odds have one number more than evens
        (4, 9),
        (6, 6),  # one number can win
        (6, 1),
        (2, 4),
        (3, 7),
        (6, 0),  # won as long as a line is empty
        (6, -3),  # never won
        (6, 99),
    ],
)
def test_other_games(max_move: int, target: int) -> None:
    """The searches are exact on random boards, also on those that play can't reach."""
    rng, game = random.Random(max_move), game_with(target, max_move)
    for size, most_holes in [(1, 1), (2, 4), (3, 5), (4, 3)]:
        oracle = Oracle(size, max_move, target)
        for _ in range(12):
            state = random_state(rng, size, rng.randint(0, most_holes), game)
            judge(state, oracle.value(state.odd_turn, state.board))


def test_method_and_function_agree() -> None:
    state = T3State.from_notation("532/205/522 odds")
    assert T3Player().choose(state) == t3_player.choose(state) == T3Action(1, 1, 1)


def test_which_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's own up to 15 empty cells, above that the engine's."""
    monkeypatch.setattr(t3_player, "WideSearch", Mock(side_effect=ZeroDivisionError))
    monkeypatch.setattr(t3_player, "Search", Mock(side_effect=NotImplementedError))
    with pytest.raises(NotImplementedError):
        T3Player().choose(T3State.from_notation("1000/0000/0000/0000 evens"))
    with pytest.raises(ZeroDivisionError):
        T3Player().choose(T3State(True, [[0] * 4] * 4))


OWN, ENGINE = SEARCHES


@pytest.mark.parametrize(
    ("searches", "size", "odd", "expected"),
    [
        # Exhaustive search found these values and best actions.
        (SEARCHES, 3, True, Value(-1, 4, (0, 0, 1))),
        (SEARCHES, 3, False, Value(1, 3, (0, 0, 2))),
        ([ENGINE], 4, True, Value(1, 5, (0, 0, 3))),
        pytest.param([OWN], 4, True, Value(1, 5, (0, 0, 3)), marks=pytest.mark.long),
        (SEARCHES, 4, False, Value(1, 3, (0, 0, 6))),
        ([ENGINE], 5, True, Value(1, 5, (0, 0, 3))),
        ([ENGINE], 5, False, Value(1, 3, (2, 2, 6))),
        ([ENGINE], 6, True, Value(1, 5, (0, 0, 1))),
        ([ENGINE], 6, False, Value(-1, 4, (0, 0, 2))),
    ],
)
def test_empty_boards(searches: list[Any], size: int, odd: bool, expected: Value) -> None:
    judge(T3State(odd, [[0] * size] * size), expected, searches)


@pytest.mark.usefixtures("searched_by")
class TestTimeLimit:
    @pytest.fixture(params=["engine", "alone"])
    def searched_by(
        self, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Run each test by the engine alone, and by T3Player's own search alone."""
        if request.param == "engine":
            monkeypatch.setattr(t3_player, "MOST_EMPTY", -1)
        else:
            monkeypatch.setattr(t3_player, "WideSearch", t3_player.Search)

    @pytest.mark.parametrize("size", [4, 6])
    def test_each_search_checks_the_time(self, size: int, ticks: Iterator[int]) -> None:
        """The plain search and the engine's, for 4x4 and 6x6, end soon after the limit."""
        value = T3Player(time_limit=20).evaluate(T3State(True, [[0] * size] * size))
        assert not value.exact
        assert 20 < next(ticks) < 40 + 3 * size * size

    @pytest.mark.usefixtures("ticks")
    @pytest.mark.parametrize("time_limit", [0, 5])
    def test_neither_misses_a_win_nor_loses_at_once(self, time_limit: float) -> None:
        rng = random.Random(0)
        for _ in range(40):
            state = T3State(*random_position(rng, 5, rng.randint(1, 24)))
            value = T3Player(time_limit).evaluate(state)
            children = dict(state.get_transitions())
            wins = [act for act, child in children.items() if child.is_win()]
            if wins:
                assert value == Evaluation(1, 1, wins[0])
            elif not value.exact:  # the ladder prefers a small depth, also in defeat
                safe = [
                    act
                    for act, child in children.items()
                    if not any(after.is_win() for _, after in child.get_transitions())
                ]
                assert value.action in (safe or children)

    @pytest.mark.usefixtures("ticks")
    def test_inexact_values_are_lower_bounds(self) -> None:
        """The chosen action has at least the utility and the depth of an inexact answer."""
        rng = random.Random(1)
        inexact = 0
        for time_limit in [0, 10, 50] * 30:
            state = T3State(*random_position(rng, 4, rng.randint(5, 16)))
            if rng.random() < 0.5:  # a crowded board, which may be a tie
                state = T3State(True, [rng.choices([0, 5, 6], k=5) for _ in range(5)])
            value = T3Player(time_limit).evaluate(state)
            exact = Evaluation(*ENGINE(Clock()).evaluate(state))
            if value.exact:
                assert value == exact
                continue
            inexact += 1
            child = state.get_next_state(value.action)
            after = Evaluation(*ENGINE(Clock()).evaluate(child))
            assert -after.utility >= value.utility
            assert after.depth + 1 >= value.depth
        assert inexact > 10

    @pytest.mark.parametrize("notation", ["100/000/000 evens", "003/023/020 evens"])
    def test_the_known_utility_is_kept(
        self, notation: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The last answer before an exact one already has the exact utility."""
        state = T3State.from_notation(notation)
        values = [T3Player(0).evaluate(state)]
        while not values[-1].exact:
            monkeypatch.setattr("time.monotonic", itertools.count().__next__)
            values.append(T3Player(3 * len(values)).evaluate(state))
        assert values[-2].utility == values[-1].utility >= 0


@pytest.mark.parametrize("time_limit", [-1, float("nan")])
def test_invalid_time_limit(time_limit: float) -> None:
    with pytest.raises(ValueError, match="a number of seconds"):
        T3Player(time_limit)
