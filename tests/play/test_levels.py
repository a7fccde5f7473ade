"""The computer's levels: which mistakes each of them can make, and which it can't."""

import random
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import pairwise

import pytest

from oracle import Board, Oracle
from positions import random_position
from t3_engine import Clock, Search
from t3_play.analysis import Distances
from t3_play.levels import LEVELS, Choice, chance, overlooks, thinking
from t3_play.sums import line_sums
from t3_player import T3Action, T3State
from t3_state import TURNS

ORACLE = Oracle()


def play(level: str, odd: bool, board: Board, seed: int = 0) -> Choice:
    return LEVELS[level](T3State(odd, board), seed, Clock())


def children(odd: bool, board: Board) -> dict[T3Action, Board]:
    return {T3Action(*at): child for at, child in ORACLE.children(odd, board).items()}


def lengths(odd: bool, board: Board, oracle: Oracle = ORACLE) -> dict[T3Action, int]:
    """The plies to the end after each action: negative before a loss, 0 before a tie."""
    plies = {}
    for action, child in oracle.children(odd, board).items():
        count = 1 + oracle.lasts(not odd, child)
        tie = count == 1 and not oracle.is_won(child)
        # The winner makes the last ply.
        plies[T3Action(*action)] = 0 if tie else count if count % 2 else -count
    return plies


def best(plies: Iterable[int]) -> int:
    """The soonest win, else a tie, else the latest loss."""
    return min(plies, key=lambda it: (it <= 0, it != 0, it))


@pytest.mark.parametrize(
    ("holes", "number"),
    [
        (2, 60),
        (4, 20),
        *[pytest.param(*it, marks=pytest.mark.long) for it in [(5, 40), (6, 8)]],
    ],
)
def test_perfect_hurries_a_win_and_puts_off_a_loss(holes: int, number: int) -> None:
    rng = random.Random(holes)
    for seed in range(number):
        odd, board = random_position(rng, 3, holes)
        if plies := lengths(odd, board):
            choice = play("perfect", odd, board, seed)
            assert choice.proven
            assert plies[choice.action] == best(plies.values())


@pytest.mark.long
def test_perfect_looks_as_far_ahead_as_it_takes() -> None:
    """The first action that doesn't lose within 4 plies loses in 6, the best in 8."""
    state = T3State.from_notation("2231/0010/1020/2000 odds")
    plies = lengths(state.odd_turn, state.board, Oracle(4))
    assert next(it for it in plies.values() if it < -4) == -6
    choice = LEVELS["perfect"](state, 0, Clock())
    assert choice.proven
    assert plies[choice.action] == best(plies.values()) == -8


def test_perfect_puts_off_a_loss_as_far_as_the_time_goes(ticks: Iterator[int]) -> None:
    """The time is enough to prove the loss, but not to find the longest delay."""
    state = T3State(False, [[0] * 6] * 6)
    assert Search(Clock(10**9)).evaluate(state).utility == -1
    choice = LEVELS["perfect"](state, 0, Clock(next(ticks) + 50))
    assert not any(
        child.is_win() for _, child in state.get_next_state(choice.action).get_transitions()
    )


def wins(odd: bool, board: Board) -> list[T3Action]:
    """The actions that win at once."""
    return [it for it, child in children(odd, board).items() if ORACLE.is_won(child)]


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_a_level_sees_as_many_plies_as_it_looks_ahead(plies: int) -> None:
    """Where it overlooks nothing: its win, the other side's, and a threat to be met."""
    rng, seen = random.Random(plies), set()
    for seed in range(120):
        odd, board = random_position(rng, 3, rng.choice([3, 4, 5]))
        after = children(odd, board)
        if not after:
            continue
        chosen = thinking(plies, 0, T3State(odd, board), seed, Clock()).action
        safe = [it for it, child in after.items() if not wins(not odd, child)]
        forcing = [
            it
            for it in safe
            if wins(odd, after[it])
            and all(wins(odd, child) for child in children(not odd, after[it]).values())
        ]
        for sight, good in (1, wins(odd, board)), (3, forcing), (2, safe):
            if good:
                seen.add((sight, chosen in good))
                assert chosen in good or plies < sight
                break
    assert {(sight, True) for sight in range(1, plies + 1)} <= seen
    assert plies == 3 or (plies + 1, False) in seen


def test_what_levels_do_when_they_are_lost() -> None:
    """They stop one of two threats. Then a third ply is worth nothing."""
    state = T3State.from_notation("205/002/050 odds")
    double = T3State.from_notation("320/630/016 odds")
    for seed in range(10):
        action = thinking(2, 0, state, seed, Clock()).action
        assert (action.col(), action.row()) in [(1, 0), (2, 2)]
        two, three = (thinking(plies, 0, double, seed, Clock()) for plies in (2, 3))
        assert two == three


def overlooked(notation: str, line: int) -> list[bool]:
    """Whether a line escapes each of 300 seeds, with a slip of 0.1."""
    state = T3State.from_notation(f"{notation} odds")
    return [overlooks(line_sums(state)[line], state, seed, 0.1) for seed in range(300)]


def test_how_often_a_line_is_overlooked() -> None:
    """The fuller it is, the more, and more if it is a diagonal or needs two numbers.

    What is overlooked stays so until the line changes.
    """
    for notation, line, slips in (
        ("640/000/000", 0, 2),
        ("120/000/000", 0, 3),
        ("600/040/000", -2, 3),
        ("111/000/000", 0, 4),
    ):
        assert abs(sum(overlooked(notation, line)) - 30 * slips) < 20
    blind = overlooked("640/000/000", 0)
    assert blind == overlooked("640/005/200", 0) != overlooked("641/000/000", 0)


def test_perfect_looks_far_enough_to_have_a_choice() -> None:
    """Odds' fastest wins on an empty 5 x 5 take it more than 2,000 positions to find."""
    state = T3State(True, [[0] * 5] * 5)
    fastest = Distances(Clock()).outlook(state).actions
    chosen = {LEVELS["perfect"](state, seed, Clock()).action for seed in range(1, 5)}
    assert len(chosen) > 1
    assert chosen <= set(fastest)


def test_chance() -> None:
    """As mulberry32 has it with the seeds 7, and 317, which is 31 * 7 + 100."""
    assert [chance(text) * 2**32 for text in ("", "d")] == [50271532, 2297366281]


def share_won(level: str, odd: bool, plies: int) -> float:
    """The share of 40 games that one who begins and thinks so far ahead wins."""
    won = 0
    for seed in range(40):
        state = T3State(odd, [[0] * 4] * 4)
        while not state.is_over():
            person = partial(thinking, plies, 0)
            side = person if state.odd_turn == odd else LEVELS[level]
            state = state.get_next_state(side(state, seed, Clock()).action)
        won += state.winner() == TURNS[odd]
    return won / 40


@pytest.mark.long
@pytest.mark.parametrize("odd", [True, False])
@pytest.mark.parametrize("plies", [1, 2, 3])
def test_each_level_is_harder_to_beat(plies: int, odd: bool) -> None:
    """A person who begins wins fewer games against each next level."""
    shares = [share_won(level, odd, plies) for level in LEVELS]
    assert shares[0] > 0.3
    assert all(
        stronger < weaker - 0.03 or weaker < 0.05 for weaker, stronger in pairwise(shares)
    )


@pytest.mark.parametrize("level", LEVELS)
def test_seeds(level: str) -> None:
    """A seed repeats the choice, other seeds vary it; each choice counts as proven."""
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
