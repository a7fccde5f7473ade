"""What the game says about a match that is over."""

import random

import pytest

from oracle import Oracle
from positions import random_position, seeds
from t3_play.console.hindsight import hindsight, last_chance, turning_point
from t3_play.inputs import parse_action
from t3_play.match import Match
from t3_player import Clock
from t3_state import T3Action, T3State


def match_of(start: str, actions: list[str], play: str = "odds", level: str = "") -> Match:
    match = Match(T3State.from_notation(start), play, level or "perfect")
    for action in actions:
        match.add(parse_action(action))
    return match


@pytest.mark.parametrize("seed", seeds(5, 20))
def test_the_turning_point(seed: int) -> None:
    """turning_point() finds a side's last action that lowers the utility, by the oracle."""
    rng, oracle = random.Random(seed), Oracle()
    match = Match(T3State(*random_position(rng, 3, 6)))
    while not match.state.is_over():
        match.add(rng.choice([action for action, _ in match.state.get_transitions()]))
    values = [oracle.value(it.odd_turn, it.board).utility for it in match.states]
    for odd in (True, False):
        worse = [
            ply
            for ply, state in enumerate(match.states[:-1])
            if state.odd_turn == odd and -values[ply + 1] < values[ply]
        ]
        found = turning_point(match, odd, Clock())
        assert (found and found.ply) == (worse[-1] if worse else None)
        if found:
            child = match.states[found.ply].get_next_state(found.better)
            kept = -oracle.value(child.odd_turn, child.board).utility
            assert kept == values[found.ply] == found.utility


def test_the_turning_point_is_not_guessed() -> None:
    match = match_of("000/000/000 odds", ["0 0 1"])
    clock = Clock()
    clock.deadline = 0
    assert turning_point(match, True, clock) is None


@pytest.mark.parametrize(
    ("start", "actions", "said"),
    [
        (
            "000/000/000 odds",
            ["1 1 5", "0 0 2", "1 0 1", "2 2 6"],
            "Before your (1,0) = 1, the diagonal from the top left had 7 and needed 6: "
            "(2,2) = 1, 3 or 5 would have stopped that.",
        ),
        (
            "600/000/000 odds",
            ["1 0 3", "2 0 4"],
            "Your (1,0) = 3 had brought row 0 from 6 to 9, and so within reach: "
            "the machine needed 4 there.",
        ),
        (
            "205/002/050 odds",
            ["0 1 1", "1 0 6"],
            "Before your (0,1) = 1, row 0 had 7 and needed 6, one of 2 threats: nothing "
            "stops both.",
        ),
        (
            "336/500/020 evens",
            ["1 1 2", "0 2 5"],
            "Before the machine's (1,1) = 2, column 0 had 8 and needed 5: whatever stops "
            "that opens another line.",
        ),
        (
            "660000/000000/000000/000000/000000/000000 evens",
            ["0 5 2", "2 0 1"],
            "Before the machine's (0,5) = 2, row 0 had 12 and needed 1: (2,0) = 2, 4 or 6, "
            "(3,0) = 2, 4 or 6, (4,0) = 2, 4 or 6 and 1 more cell would have stopped that.",
        ),
        ("640/000/000 odds", ["2 2 1", "1 1 2", "2 0 3"], None),
        ("640/000/000 odds", ["2 0 3"], None),
        ("640/630/000 odds", ["2 2 1", "2 1 4"], None),
    ],
)
def test_last_chance(start: str, actions: list[str], said: str | None) -> None:
    """last_chance() is empty if the loser has not played, or could have won."""
    match = match_of(start, actions)
    assert match.state.is_win()
    assert last_chance(match) == ([said] if said else [])


def test_nobody_is_told_of_a_last_chance_before_a_swap() -> None:
    """The machine has placed (0,1) = 1 as odds, and wins as evens."""
    match = match_of("205/002/050 odds", [])
    match.play = "evens"
    match.add(T3Action(0, 1, 1))
    match.play = "odds"
    match.add(T3Action(1, 0, 6))
    assert match.by_person == [False, False]
    assert last_chance(match) == []


LOST = ["1 1 5", "0 0 2", "1 0 1", "2 2 6"]


@pytest.mark.parametrize(
    ("start", "actions", "play", "level", "said"),
    [
        (
            "000/000/000 odds",
            LOST,
            "odds",
            "perfect",
            "But against perfect play odds could only lose, from the start.",
        ),
        (
            "261/001/000 evens",
            ["0 1 6", "0 2 5"],
            "both",
            "perfect",
            "The turning point was evens' 1st number, (0,1) = 6: (0,1) = 2 would have won.",
        ),
        (
            "261/001/000 evens",
            ["0 1 6", "0 2 5"],
            "evens",
            "easy",
            "The turning point was your 1st number, (0,1) = 6: (0,1) = 2 was better.",
        ),
        (
            "261/001/000 evens",
            ["0 1 6", "0 2 5"],
            "odds",
            "easy",
            "The turning point was the machine's 1st number, (0,1) = 6: (0,1) = 2 was "
            "better.",
        ),
    ],
)
def test_hindsight(
    start: str, actions: list[str], play: str, level: str, said: str
) -> None:
    """hindsight() ends with the expected sentence."""
    match = match_of(start, actions, play, level)
    turning = turning_point(match, match.state.odd_turn, Clock())
    assert hindsight(match, False, turning)[-1] == said


def test_hindsight_does_not_mention_perfect_play_against_easy_or_medium() -> None:
    for level in ("easy", "medium"):
        match = match_of("000/000/000 odds", LOST, level=level)
        assert hindsight(match, False, None) == last_chance(match)


@pytest.mark.parametrize(
    ("start", "level", "said"),
    [
        (
            "120/000/000 evens",
            "perfect",
            "The game was not lost yet: (0,1) = 2 would have won.",
        ),
        ("120/000/000 evens", "easy", "The game was not lost yet."),
        (
            "000/000/000 odds",
            "perfect",
            "Against perfect play odds could only lose, from the start.",
        ),
    ],
)
def test_resigning(start: str, level: str, said: str) -> None:
    match = match_of(start, [], level=level)
    assert hindsight(match, True, None) == [said]


def test_own_numbers_are_counted_also_after_changing_sides() -> None:
    match = match_of("000/000/000 odds", ["0 0 1", "2 2 2", "0 1 1"])
    match.play = "evens"
    match.add(T3Action(1, 1, 4))
    match.add(T3Action(1, 0, 3))
    assert match.by_person == [True, False, True, True, False]
    turning = turning_point(match, False, Clock())
    assert turning
    assert turning.ply == 3
    (told,) = hindsight(match, False, turning)
    assert "your 3rd number, (1,1) = 4" in told
