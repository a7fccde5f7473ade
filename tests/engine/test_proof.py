"""Proof-number search, against the oracle and against alpha-beta."""

import random

import pytest

from oracle import Oracle
from positions import random_position
from t3_engine import ladder, proof
from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.position import Position
from t3_engine.proof import ProofSearch, Shared
from t3_play.match import game_with
from t3_player import T3Player, T3State


def winner(position: Position) -> bool | None:
    """Who wins, True for odds; None for a tie. Each question is asked of a new search."""
    winners = [
        odd for odd in (True, False) if ProofSearch(odd, Clock(), Shared()).wins(position)
    ]
    assert len(winners) < 2
    return winners[0] if winners else None


@pytest.mark.parametrize("size", [3, pytest.param(4, marks=pytest.mark.long)])
def test_agrees_with_the_oracle(size: int) -> None:
    rng = random.Random(size)
    oracle = Oracle(size)
    for holes, positions in [(1, 50), (2, 200), (3, 200), (4, 100), (5, 10)]:
        for _ in range(positions):
            odd, board = random_position(rng, size, holes)
            utility = oracle.value(odd, board).utility
            expected = None if utility == 0 else odd == (utility == 1)
            assert winner(Position.of(T3State(odd, board))) == expected


@pytest.mark.parametrize(("size", "holes"), [(3, 8), (3, 9), (4, 12), (4, 15), (5, 16)])
def test_agrees_with_alpha_beta(
    size: int, holes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player gives the same answers whichever of the two it uses."""
    rng = random.Random(holes)
    for _ in range(20):
        state = T3State(*random_position(rng, size, holes))
        answers = []
        for wide_open in (0, size * size):
            monkeypatch.setattr(ladder, "WIDE_OPEN", wide_open)
            answers.append(T3Player().evaluate(state))
        assert answers[0] == answers[1]


def test_numbers_that_grow_too_big_change_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As they may on the biggest boards, where positions are counted many times over."""
    states = [T3State(odd, [[0] * 5] * 5) for odd in (True, False)]
    expected = [T3Player().evaluate(state) for state in states]
    monkeypatch.setattr(proof, "INFINITE", 1000)
    monkeypatch.setattr(proof, "OUTRIGHT", 1001)
    found = [T3Player().evaluate(state) for state in states]
    assert found == expected


@pytest.mark.parametrize("odd", [True, False])
def test_a_guess_is_no_decision(odd: bool) -> None:
    """However far off a decision is, as where each line needs ten high numbers."""
    far = game_with(190, 20)(True, [[0] * 10] * 10)
    numbers = ProofSearch(odd, Clock(), Shared()).proof_numbers(Position.of(far))
    assert all(0 < number < proof.INFINITE for number in numbers)


def test_what_is_won_outright_answers_the_other_question() -> None:
    """Nothing that ends in a tie is among it, and most of what is lost."""
    rng = random.Random(5)
    oracle = Oracle()
    lost = answered = 0
    for _ in range(300):
        odd, board = random_position(rng, 3, rng.choice([3, 4]))
        position = Position.of(T3State(odd, board))
        shared = Shared()
        if position.utility_at_sight() is None:
            utility = oracle.value(odd, board).utility
            evens_win = utility == (-1 if odd else 1)
            lost += evens_win
            odds_win = ProofSearch(True, Clock(), shared).wins(position)
            assert odds_win == (utility == (1 if odd else -1))
            if position.shape() in shared.won:
                answered += evens_win
                assert utility != 0
                second = ProofSearch(False, Clock(time_limit=0), shared)
                assert second.wins(position) == evens_win
    assert answered > lost / 2 > 5


@pytest.mark.usefixtures("ticks")
def test_an_interrupted_search_goes_on_where_it_was() -> None:
    position = Position.of(T3State(True, [[0] * 4] * 4))
    search = ProofSearch(True, Clock(), Shared())
    for interrupted in range(200):
        search.clock = Clock(time_limit=20)
        try:
            assert search.wins(position)
        except OutOfTimeError:
            continue
        assert interrupted > 0
        return
    pytest.fail("interrupted too often to end")
