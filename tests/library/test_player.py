"""T3Player, compared with the oracle and the truth files."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from unittest.mock import Mock

import pytest

import course_player
import t3_engine
import t3_player
from oracle import Action, Board, Oracle, Value
from positions import Known, random_position, seeds, truth
from t3_play.match import game_with
from t3_player import Clock, Evaluation, T3Action, T3Player, T3State

TRUTH = list(truth())


once = pytest.mark.parametrize("searched_by", ["player"], indirect=True)
"""Runs a test only once, as T3Player decides."""


@pytest.fixture(params=["engine", "alone"], autouse=True)
def searched_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run each test by the engine alone and by T3Player's own search alone.

    With "player" T3Player decides which of them answers.
    """
    if request.param == "engine":
        monkeypatch.setattr(t3_player, "MOST_EMPTY", -1)
    if request.param == "alone":
        monkeypatch.setattr(t3_player, "engine", None)
    return str(request.param)


def as_tuple(action: T3Action | None) -> Action | None:
    return None if action is None else (action.col(), action.row(), action.move())


def value(state: T3State) -> Value:
    """The player's evaluation in the form of the oracle's."""
    found = T3Player().evaluate(state)
    return Value(found.utility, found.depth, as_tuple(found.action))


def judge(odd: bool, board: Board, oracle: Oracle, game: type[T3State] = T3State) -> None:
    state = game(odd, board)
    assert value(state) == oracle.value(odd, board), state.notation()


@pytest.mark.parametrize("known", TRUTH, ids=[known.notation for known in TRUTH])
def test_truth(known: Known) -> None:
    assert value(T3State.from_notation(known.notation)) == known.value


def test_truth_is_complete() -> None:
    kinds = Counter(known.kind for known in TRUTH)
    assert kinds == {"careful": 30, "sample": 326, "trap": 24}


@pytest.mark.parametrize("seed", seeds(4, 80))
def test_reachable_positions_with_up_to_4_holes(seed: int) -> None:
    """250 positions for each seed. Most have 3 holes, where tie-breaks matter most."""
    rng = random.Random(seed)
    oracle = Oracle()
    for holes, positions in [(1, 12), (2, 50), (3, 138), (4, 50)]:
        for _ in range(positions):
            judge(*random_position(rng, 3, holes), oracle)


@pytest.mark.parametrize(
    ("size", "holes", "positions"),
    [
        pytest.param(3, 5, 100, marks=pytest.mark.long),
        pytest.param(3, 6, 15, marks=pytest.mark.long),
        pytest.param(3, 7, 5, marks=pytest.mark.long),
        (4, 2, 100),
        (4, 4, 50),
        pytest.param(4, 5, 20, marks=pytest.mark.long),
        (5, 3, 50),
        (5, 4, 20),
    ],
)
def test_more_holes(size: int, holes: int, positions: int) -> None:
    rng = random.Random(size * holes)
    oracle = Oracle(size)
    for _ in range(positions):
        judge(*random_position(rng, size, holes), oracle)


@pytest.mark.parametrize("size", [1, 2, 3])
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
def test_other_games(size: int, max_move: int, target: int) -> None:
    """The player is exact on random boards, also on those that play can't reach."""

    class Game(T3State):
        MAX_MOVE = max_move
        WIN_TARGET = target

    rng = random.Random(size)
    oracle = Oracle(size, max_move, target)
    for _ in range(20):
        cells = [rng.choice([0, rng.randint(0, max_move)]) for _ in range(size * size)]
        if size == 3:
            cells[:4] = [rng.randint(min(1, max_move), max_move) for _ in range(4)]
            rng.shuffle(cells)
        board = tuple(tuple(cells[i : i + size]) for i in range(0, size * size, size))
        judge(rng.random() < 0.5, board, oracle, Game)


GAMES = [(6, 13), (6, 13), (9, 15), (5, 13), (4, 9), (2, 3)]
"""The largest number and the target of each game. T3 comes twice."""


@once
@pytest.mark.parametrize("seed", seeds(2, 20))
def test_both_searches_give_the_same_answers(seed: int) -> None:
    """They agree on random 3x3 and 4x4 boards, in T3 and in other games."""
    rng = random.Random(seed)
    for max_move, target in GAMES:
        for size, most_holes in [(3, 7), (4, 6)]:
            holes = rng.randint(0, most_holes)
            values = [rng.randint(1, max_move) for _ in range(size * size - holes)]
            values += [0] * holes
            rng.shuffle(values)
            board = [values[i : i + size] for i in range(0, size * size, size)]
            state = game_with(target, max_move)(rng.random() < 0.5, board)
            by_engine = t3_engine.Search(Clock()).evaluate(state)
            assert T3Player().evaluate(state) == Evaluation(*by_engine), state.notation()


@once
def test_method_and_function_agree() -> None:
    state = T3State.from_notation("532/205/522 odds")
    assert T3Player().choose(state) == t3_player.choose(state) == T3Action(1, 1, 1)


@once
def test_which_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player's own up to MOST_EMPTY empty cells, above that the engine's."""
    monkeypatch.setattr(t3_engine, "Search", Mock(side_effect=ZeroDivisionError))
    assert T3Player().choose(T3State.from_notation("1000/0000/0000/0000 evens"))
    for size in (4, 6):
        with pytest.raises(ZeroDivisionError):
            T3Player().choose(T3State(True, [[0] * size] * size))
    monkeypatch.setattr(T3State, "get_transitions", Mock(side_effect=NotImplementedError))
    for known in TRUTH:
        if known.notation.count("0") <= t3_player.MOST_EMPTY:
            with pytest.raises(NotImplementedError):
                T3Player().choose(T3State.from_notation(known.notation))


@pytest.mark.parametrize(
    ("searched_by", "size", "odd", "expected"),
    [
        # Exhaustive search found these values and best actions.
        ("alone", 3, True, Value(-1, 4, (0, 0, 1))),
        ("alone", 3, False, Value(1, 3, (0, 0, 2))),
        pytest.param("alone", 4, True, Value(1, 5, (0, 0, 3)), marks=pytest.mark.long),
        ("alone", 4, False, Value(1, 3, (0, 0, 6))),
        ("engine", 3, True, Value(-1, 4, (0, 0, 1))),
        ("engine", 3, False, Value(1, 3, (0, 0, 2))),
        ("engine", 4, True, Value(1, 5, (0, 0, 3))),
        ("engine", 4, False, Value(1, 3, (0, 0, 6))),
        ("engine", 5, True, Value(1, 5, (0, 0, 3))),
        ("engine", 5, False, Value(1, 3, (2, 2, 6))),
        ("engine", 6, True, Value(1, 5, (0, 0, 1))),
        ("engine", 6, False, Value(-1, 4, (0, 0, 2))),
    ],
    indirect=["searched_by"],
)
def test_empty_boards(size: int, odd: bool, expected: Value) -> None:
    assert value(T3State(odd, [[0] * size] * size)) == expected


OTHER_RULES: list[dict[str, object]] = [
    {"is_win": lambda self: 13 in map(sum, self.board)},  # only rows win
    {"is_tie": lambda self: len(self.get_open_tiles()) < 3},
    {"winning_lines": lambda self: iter(())},
    {"get_moves": lambda self: [6]},
    {"get_open_tiles": lambda self: [(0, 0)]},
    {"get_transitions": lambda self: iter(())},
    {"_after": lambda self, act: self},
    {"size": property(lambda self: 2)},
]


@pytest.mark.parametrize("size", [3, 6])
@pytest.mark.parametrize("rules", OTHER_RULES, ids=lambda rules: next(iter(rules)))
def test_other_rules_are_refused(rules: dict[str, object], size: int) -> None:
    game = type("Variant", (T3State,), rules)
    with pytest.raises(ValueError, match=f"Variant.* overrides its {next(iter(rules))}"):
        T3Player().evaluate(game(True, [[0] * size] * size))


def test_replaced_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(T3State, "is_win", lambda self: False)
    with pytest.raises(ValueError, match="overrides its is_win"):
        T3Player().evaluate(T3State(True))


class TestTimeLimit:
    @pytest.mark.parametrize("size", [4, 6])
    def test_each_search_checks_the_time(self, size: int, ticks: Iterator[int]) -> None:
        """The plain search and the engine's, for 4x4 and 6x6, end soon after the limit."""
        found = T3Player(time_limit=20).evaluate(T3State(True, [[0] * size] * size))
        assert not found.exact
        assert 20 < next(ticks) < 40 + 3 * size * size

    @pytest.mark.parametrize("time_limit", [0, 0.001])
    def test_neither_misses_a_win_nor_loses_at_once(self, time_limit: float) -> None:
        rng = random.Random(0)
        for _ in range(100):
            state = T3State(*random_position(rng, 5, rng.randint(1, 24)))
            found = T3Player(time_limit).evaluate(state)
            wins = [act for act, child in state.get_transitions() if child.is_win()]
            if wins:
                assert found == t3_player.Evaluation(1, 1, wins[0])
                continue
            if found.exact:  # the ladder prefers a small depth, also in defeat
                assert found == T3Player().evaluate(state)
                continue
            safe = [
                act
                for act, child in state.get_transitions()
                if not any(grandchild.is_win() for _, grandchild in child.get_transitions())
            ]
            assert found.action in (safe or [act for act, _ in state.get_transitions()])

    def test_inexact_values_are_lower_bounds(self) -> None:
        """The chosen action has at least the utility and the depth of an inexact answer."""
        rng = random.Random(1)
        inexact = 0
        for time_limit in (0, 0.0005, 0.002):
            for _ in range(60):
                state = T3State(*random_position(rng, 4, rng.randint(5, 16)))
                if rng.random() < 0.5:  # a crowded board, which may be a tie
                    state = T3State(True, [rng.choices([0, 5, 6], k=5) for _ in range(5)])
                found = T3Player(time_limit).evaluate(state)
                exact = Evaluation(*t3_engine.Search(Clock()).evaluate(state))
                assert exact.exact
                if found.exact:
                    assert found == exact
                    continue
                inexact += 1
                child = state.get_next_state(found.action)
                after = t3_engine.Search(Clock()).evaluate(child)
                assert -after.utility >= found.utility
                assert after.depth + 1 >= found.depth
        assert inexact > 10

    @pytest.mark.parametrize(
        ("searched_by", "notation"),
        [
            ("engine", "100/000/000 evens"),
            pytest.param("engine", "0000/0000/0020/0000 odds", marks=pytest.mark.long),
            ("engine", "003/023/020 evens"),
            ("alone", "003/023/020 evens"),
        ],
        indirect=["searched_by"],
    )
    def test_the_known_utility_is_kept(
        self, notation: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The last answer before an exact one already has the exact utility."""
        state = T3State.from_notation(notation)
        found = [T3Player(0).evaluate(state)]
        while not found[-1].exact:
            monkeypatch.setattr("time.monotonic", itertools.count().__next__)
            found.append(T3Player(3 * len(found)).evaluate(state))
        assert found[-2].utility == found[-1].utility >= 0

    @pytest.mark.parametrize("time_limit", [-1, float("nan")])
    def test_invalid_time_limit(self, time_limit: float) -> None:
        with pytest.raises(ValueError, match="a number of seconds"):
            T3Player(time_limit)


@pytest.mark.parametrize(
    "known", [known for known in TRUTH if known.kind == "trap"], ids=str
)
def test_traps_are_traps(known: Known) -> None:
    """In a trap the textbook search does not choose the best action."""
    chosen = course_player.T3Player().choose(T3State.from_notation(known.notation))
    assert as_tuple(chosen) != known.value.action
