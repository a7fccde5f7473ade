"""The benchmarks measure what they say."""

import io
import time

import pytest
from rich.console import Console

from benchmarks.audit import audit, by_engine
from benchmarks.family import family
from benchmarks.ideas import IDEAS, nodes
from benchmarks.positions import careful, scattered
from benchmarks.rivals import textbook, textbook_on_tuples
from benchmarks.signature import signature
from commands import run
from positions import truth
from t3_play.match import game_with
from t3_player import T3Action, T3Player, T3State


def test_signature() -> None:
    """Fails if the search makes more or fewer positions. A commit may change the number."""
    assert signature() == 66_946


def test_sets_of_positions() -> None:
    for states, holes in ((careful(4, 3, 10), 13), (scattered(4, 6, 10), 6)):
        assert [len(state.get_open_tiles()) for state in states] == [holes] * 10
        for state in states:
            assert not state.is_win()
            assert not any(child.is_win() for _, child in state.get_transitions())
    assert careful(4, 3, 10) == careful(4, 3, 10)


def test_the_family_has_each_game_once() -> None:
    games = {(s.MAX_MOVE, s.WIN_TARGET, s.odd_turn, s.size) for s in family(4)}
    assert len(games) == len(family(4)) == 320


def test_both_textbook_searches_agree() -> None:
    for known in list(truth())[:120:4]:
        state = T3State.from_notation(known.notation)
        deadline = time.perf_counter() + 60
        cell, move = divmod(textbook_on_tuples(state, deadline) or 0, 10)
        assert textbook(state, deadline) == T3Action(*divmod(cell, 3), move)


@pytest.mark.parametrize("asked", ["player", "engine"])
def test_audit_of_a_small_game(asked: str) -> None:
    evaluate = by_engine if asked == "engine" else T3Player().evaluate
    counts, wrong = audit(game_with(7), 2, Console(file=io.StringIO()), evaluate)
    assert wrong == 0
    assert counts == {1: 456, -1: 2}


def test_speed_prints_its_tables() -> None:
    done = run("benchmarks.speed", "--sizes=3", "--count=2", "--rivals=0")
    assert "-1, depth 4, (0,0) = 1" in done.stdout
    assert "3x3 careful, 2 placed" in done.stdout


@pytest.mark.long
def test_each_idea_can_be_left_out() -> None:
    for idea in IDEAS:
        assert nodes(idea, "T3State(False, [[0, 0, 0], [0, 1, 0], [0, 0, 0]])")
