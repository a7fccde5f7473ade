"""The levels: what each may overlook, and what not."""

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from commands import run
from oracle import Board, Oracle
from positions import random_position, seeds
from t3_engine.clock import Clock
from t3_play.levels import LEVELS, Choice
from t3_player import T3Action, T3Player, T3State

ORACLE = Oracle()


def play(level: str, odd: bool, board: Board, seed: int = 0) -> Choice:
    return LEVELS[level](T3State(odd, board), seed, Clock())


def after(board: Board, action: T3Action) -> Board:
    rows = [list(row) for row in board]
    rows[action.row()][action.col()] = action.move()
    return tuple(map(tuple, rows))


def children(odd: bool, board: Board) -> dict[T3Action, Board]:
    actions = [action for action, _ in T3State(odd, board).get_transitions()]
    return {action: after(board, action) for action in actions}


@cache
def lasts(odd: bool, board: Board) -> int:
    """How long a decided game lasts if the loser prolongs it, by plain minimax.

    The winner, other than in the ladder, counts on that, and keeps it short.
    """
    if ORACLE.is_won(board):
        return 0
    utility = ORACLE.value(odd, board).utility
    lengths = [
        1 + lasts(not odd, child)
        for child in children(odd, board).values()
        if ORACLE.value(not odd, child).utility == -utility
    ]
    return min(lengths) if utility == 1 else max(lengths)


def lost_positions(holes: int, number: int) -> list[tuple[bool, Board]]:
    rng = random.Random(holes)
    positions = (random_position(rng, 3, holes) for _ in count())
    lost = (position for position in positions if ORACLE.value(*position).utility == -1)
    return [next(lost) for _ in range(number)]


@pytest.mark.parametrize(
    ("holes", "number"),
    [
        (2, 30),
        (4, 10),
        pytest.param(4, 30, marks=pytest.mark.long),
        pytest.param(5, 10, marks=pytest.mark.long),
        pytest.param(6, 3, marks=pytest.mark.long),
    ],
)
def test_stubborn_holds_out_the_longest(holes: int, number: int) -> None:
    for odd, board in lost_positions(holes, number):
        choice = play("stubborn", odd, board)
        assert choice.proven
        assert 1 + lasts(not odd, after(board, choice.action)) == lasts(odd, board)


@pytest.mark.parametrize(
    "notation",
    [
        "1003/0121/2200/2000 odds",
        "2231/0010/1020/2000 odds",
        pytest.param("1010/2214/0020/1000 odds", marks=pytest.mark.long),
        "1202/3000/2201/0003 evens",
    ],
)
def test_stubborn_looks_as_far_ahead_as_it_takes(notation: str) -> None:
    """What loses in 6 and what loses in 8 look alike 3 plies ahead, the wrong one first."""
    rules = Oracle(4)

    @cache
    def wins_within(odd: bool, board: Board, plies: int) -> bool:
        """Whether the mover can force a win in so many plies, tried one by one."""
        mine = children(odd, board).values()
        return any(map(rules.is_won, mine)) or (
            plies >= 3 and any(loses_within(not odd, child, plies - 1) for child in mine)
        )

    def loses_within(odd: bool, board: Board, plies: int) -> bool:
        return all(
            not rules.is_won(child) and wins_within(not odd, child, plies - 1)
            for child in children(odd, board).values()
        )

    state = T3State.from_notation(notation)
    lengths = {
        action: next(n for n in (1, 3, 5, 7) if wins_within(child.odd_turn, child.board, n))
        for action, child in state.get_transitions()
    }
    assert next(n for n in lengths.values() if n > 3) == 5
    choice = LEVELS["stubborn"](state, 0, Clock())
    assert choice.proven
    assert lengths[choice.action] == max(lengths.values()) == 7


def test_stubborn_says_what_it_could_not_prove(ticks: Iterator[int]) -> None:
    """Where the loss is found in time, but not how long it can be put off."""
    state = T3State(False, [[0] * 6] * 6)
    assert T3Player(time_limit=10**9).evaluate(state).utility == -1
    choice = LEVELS["stubborn"](state, 0, Clock(next(ticks) + 50))
    assert not choice.proven
    assert state.is_valid_action(choice.action)


def test_stubborn_is_perfect_unless_lost() -> None:
    rng = random.Random(1)
    for _ in range(100):
        odd, board = random_position(rng, 3, 4)
        if ORACLE.value(odd, board).utility != -1:
            assert play("stubborn", odd, board) == play("perfect", odd, board)


def test_perfect_is_the_exact_player() -> None:
    rng = random.Random(2)
    for _ in range(100):
        odd, board = random_position(rng, 3, 4)
        assert play("perfect", odd, board).action == T3Player().choose(T3State(odd, board))


@pytest.fixture
def attentive(monkeypatch: pytest.MonkeyPatch) -> None:
    """The medium level thinks every time."""
    monkeypatch.setattr("t3_play.levels.MEDIUM_THINKS", 1)


@pytest.mark.usefixtures("attentive")
def test_medium_blocks_what_it_can_when_it_is_lost() -> None:
    """Evens threaten 6 in row 0 and in column 2; both can't be stopped, one is."""
    for seed in range(10):
        action = play("medium", True, ((2, 0, 5), (0, 0, 2), (0, 5, 0)), seed).action
        assert (action.col(), action.row()) in [(1, 0), (2, 2)]


@pytest.mark.usefixtures("attentive")
@pytest.mark.parametrize("seed", seeds(1, 3))
def test_medium_looks_one_turn_ahead(seed: int) -> None:
    """It wins at once, else in 3 if that can be forced, and allows neither."""
    rng = random.Random(seed)
    for _ in range(50):
        odd, board = random_position(rng, 3, rng.choice([3, 4, 5]))
        moves = {
            action: -1 if ORACLE.is_won(child) else ORACLE.value(not odd, child).utility
            for action, child in children(odd, board).items()
        }
        lengths = {
            action: 1 + lasts(not odd, child) if moves[action] else 99
            for action, child in children(odd, board).items()
        }
        wins = {a: n for a, n in lengths.items() if moves[a] == -1 and n <= 3}
        chosen = play("medium", odd, board, seed).action
        if wins:
            assert chosen in wins
            assert lengths[chosen] == 1 or 1 not in wins.values()
        else:
            losses = {a: n for a, n in lengths.items() if moves[a] == 1 and n <= 4}
            safe = [a for a in lengths if lengths[a] > 2 or moves[a] != 1]
            assert chosen not in losses or len(losses) == len(lengths)
            assert chosen in safe or not safe


@pytest.mark.parametrize(
    ("level", "seen"), [("easy", 1 / 3), ("medium", 1 / 2 + 1 / 2 * 1 / 3)]
)
def test_how_often_a_win_and_a_threat_are_seen(level: str, seen: float) -> None:
    """Beside that, an action at random hits the win in 1 of 21, the threat in 1 of 7."""
    states = [T3State.from_notation(f"640/000/000 {turn}") for turn in ("odds", "evens")]
    seeds = range(600)
    won, answered = [
        [LEVELS[level](state, seed, Clock()).action for seed in seeds] for state in states
    ]
    expected = 600 * (seen + (1 - seen) / 21)
    assert abs(won.count(T3Action(2, 0, 3)) - expected) < 30
    # To be answered on the cell (2,0), or the opponent wins there.
    expected = 600 * (seen + (1 - seen) / 7)
    assert abs(sum((a.col(), a.row()) == (2, 0) for a in answered) - expected) < 30


WINS_AT_ONCE_ONLY = """
import random

DICE = random.Random(1)


def choose(state):
    actions = list(state.get_transitions())
    wins = [action for action, child in actions if child.is_win()]
    return DICE.choice(wins or [action for action, _ in actions])
"""


@pytest.mark.long
@pytest.mark.timeout(300)
def test_who_only_sees_wins_at_once_beats_easy(tmp_path: Path) -> None:
    """Medium is between that and perfect, measured by the arena."""
    file = tmp_path / "player.py"
    file.write_text(WINS_AT_ONCE_ONLY, encoding="utf-8")
    scores = {}
    for level in ("easy", "medium", "perfect"):
        options = ["--games", "1000", "--no-blunders", "--json", "--jobs", "1"]
        shown = run("t3_tools", "arena", str(file), level, *options).stdout
        scores[level] = {it["player"]: it["score"] for it in json.loads(shown)}[str(file)]
    assert scores["easy"] >= 0.6
    assert scores["easy"] - 0.05 > scores["medium"] > scores["perfect"] + 0.05


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_seeds(level: str) -> None:
    """A seed settles the choice, and different ones differ; there is nothing to prove."""
    empty = ((0,) * 3,) * 3
    choices = [play(level, True, empty, seed) for seed in range(20)]
    assert choices == [play(level, True, empty, seed) for seed in range(20)]
    assert len(set(choices)) > 5
    assert all(choice.proven for choice in choices)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 12])
def test_any_board_in_any_time(level: str, size: int) -> None:
    for odd in (True, False):
        state = T3State(odd, [[0] * size] * size)
        choice = LEVELS[level](state, 1, Clock(0.05))
        assert state.is_valid_action(choice.action)


@pytest.mark.parametrize("level", LEVELS)
def test_games_come_to_an_end(level: str) -> None:
    for seed in range(10):
        state = T3State(True)
        while not state.is_over():
            state = state.get_next_state(LEVELS[level](state, seed, Clock()).action)


def test_levels_differ_in_strength() -> None:
    """Against the perfect player, from a position that is won."""
    kept = {}
    for level in ("easy", "medium", "perfect"):
        kept[level] = 0
        for seed in range(20):
            state = T3State(True, [[0] * 4] * 4)
            while not state.is_over():
                name = level if state.odd_turn else "perfect"
                state = state.get_next_state(LEVELS[name](state, seed, Clock()).action)
            kept[level] += state.is_win() and not state.odd_turn
    assert kept["easy"] < kept["medium"] < kept["perfect"] == 20
