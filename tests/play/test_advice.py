"""The game's advice: which action to play, and which lines are threats."""

import random
import re
from collections.abc import Iterator
from itertools import product

import pytest

from oracle import Oracle
from positions import random_position, seeds
from t3_play.advice import advice, danger, pressure
from t3_play.analysis import prospects
from t3_play.descriptions import name_of
from t3_play.levels import best_action
from t3_play.match import game_with
from t3_player import Clock, T3Player
from t3_state import Line, T3Action, T3State, lines


def advised(notation: str) -> str:
    """The text of `hint` for a position."""
    state, clock = T3State.from_notation(notation), Clock()
    best = T3Player().evaluate(state)
    return " ".join(advice(state, best_action(state, best, clock), best.utility, clock))


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("640/000/000 odds", "Play (2,0) = 3 to win at once: row 0 is 6 + 4 + 3 = 13."),
        (
            "014/401/034 odds",
            "Evens threaten row 2 (6 on (0,2)). Only (0,2) = 1 leaves evens no win at "
            "once. Play (0,2) = 1: it ties, and nothing does better.",
        ),
        (
            "150/202/003 evens",
            "Play (1,2) = 4: evens win whatever odds do, in at most 2 moves. Then evens "
            "threaten row 2 (6 on (0,2)) and column 1 (4 on (1,1)), and nothing stops "
            "both.",
        ),
        (
            "006/500/000 odds",
            "Play (1,2) = 1: odds win whatever evens do, in at most 2 moves. Then whatever "
            "evens reply, odds can complete a line at once.",
        ),
        (
            "205/002/050 odds",
            "Evens threaten row 0 (6 on (1,0)) and column 2 (6 on (2,2)), and nothing "
            "stops both. Every move loses against best play. (0,2) = 3 resists longest: "
            "evens need 1 move, and it threatens row 2 (5 on (2,2)) and the diagonal from "
            "the top right (5 on (1,1)).",
        ),
    ],
)
def test_advice(notation: str, said: str) -> None:
    assert advised(notation) == said


def test_advice_when_time_ran_out() -> None:
    state = T3State.from_notation("640/000/000 evens")
    assert advice(state, T3Action(2, 0, 2), None, Clock()) == [
        "Odds threaten row 0 (3 on (2,0)). Only (2,0) = 2, 4 or 6 leave odds no win at "
        "once.",
        "(2,0) = 2 looks best, but time ran out before that was proven.",
    ]


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("000/050/000 evens", []),
        ("640/000/000 odds", []),
        (
            "000/006/550 evens",
            [
                "Odds threaten row 2 (3 on (2,2)), and whatever stops that opens another "
                "line."
            ],
        ),
        (
            "600/004/130 odds",
            [
                "Evens threaten column 0 (6 on (0,1)). Only (0,1) = 1 leaves evens no win "
                "at once."
            ],
        ),
    ],
)
def test_danger(notation: str, said: list[str]) -> None:
    assert danger(T3State.from_notation(notation)) == said


def small_positions() -> Iterator[T3State]:
    """All unfinished positions of a game on 2 x 2, and many on 3 x 3."""
    game = game_with(target=7)
    for odd, *cells in product((True, False), *[range(7)] * 4):
        yield game(bool(odd), [cells[:2], cells[2:]])
    rng = random.Random(7)
    for _ in range(1500):
        yield T3State(*random_position(rng, 3, rng.randint(1, 6)))
    for notation in ("600/004/130", "600/003/023", "340/050/122"):
        yield T3State.from_notation(f"{notation} odds")
    yield T3State.from_notation("053/010/402 evens")


def open_lines(state: T3State, odd: bool) -> set[Line]:
    """The lines that odds (if `odd`) or evens could complete if it were their turn."""
    mover = type(state)(odd, state.board)
    return {line for _, child in mover.get_transitions() for line in child.winning_lines()}


def test_sentences_about_threats_are_true() -> None:
    """Compares what danger() and pressure() say with the rules, in all small positions."""
    kinds = set()
    for state in small_positions():
        if state.is_over() or open_lines(state, state.odd_turn):
            continue
        odd = not state.odd_turn
        threatened = open_lines(state, odd)
        after = {
            action: open_lines(child, odd) for action, child in state.get_transitions()
        }
        safe = [action for action, lines_left in after.items() if not lines_left]
        stopped = any(threatened.isdisjoint(left) for left in after.values())
        said = [*danger(state), pressure(state)]
        for text in said:
            named = set(re.findall(r"(row \d|column \d|top left|top right)", text))
            if "threaten" in text:
                assert named == {
                    name_of(line).removeprefix("the diagonal from the ")
                    for line in threatened
                }
            if "whatever stops" in text or "nothing stops" in text:
                assert not safe
                assert ("whatever stops" in text) == stopped
                assert len(threatened) == {"that": 1, "both": 2}.get(
                    re.findall(r"stops (that|both|all)", text)[0], len(threatened)
                )
            kinds.add(re.sub(r"[\d(),= or]+|row|column", "", text)[:40])
        if threatened and safe and len({(it.col(), it.row()) for it in safe}) <= 3:
            only = said[0].split("Only ")[1]
            assert actions_in(only) == set(safe)
            assert f"lea{'ves' if len(safe) == 1 else 've'} " in only
        if safe:
            count = f"only {len(safe)} of "
            assert count in said[-1] or len(safe) == len(after)
        else:
            assert not threatened or "stops" in said[-1]
            assert threatened or said[-1].startswith("whatever")
        assert (len(said) == 2) == bool(threatened)
    assert len(kinds) > 10


def actions_in(text: str) -> set[T3Action]:
    """The actions that a text such as "(0,2) = 1 or 5, (1,0) = 3" names."""
    return {
        T3Action(int(col), int(row), int(number))
        for col, row, numbers in re.findall(r"\((\d),(\d)\) = ((?:\d(?:, | or )?)+)", text)
        for number in re.findall(r"\d", numbers)
    }


@pytest.mark.parametrize("seed", seeds(2, 10))
def test_advice_is_among_the_best_of_all(seed: int) -> None:
    """The action that `hint` names is as good as the first one that `why` lists.

    The hint counts the winner's moves as brute force does.
    """
    rng, oracle, clock = random.Random(seed), Oracle(), Clock()
    for _ in range(30):
        state = T3State(*random_position(rng, 3, rng.randint(1, 6)))
        found = prospects(state, clock)
        if not found:
            continue
        best = T3Player().evaluate(state)
        action = best_action(state, best, clock)
        (chosen,) = [it for it in found if it.action == action]
        assert chosen.rank() == found[0].rank()
        worth = oracle.value(state.odd_turn, state.board).utility
        assert chosen.utility == worth
        said = " ".join(advice(state, action, best.utility, clock))
        counts = re.findall(r"(\d+) moves?", said)
        if worth and "at once:" not in said:
            plies = oracle.lasts(state.odd_turn, state.board)
            assert counts == [str((plies + (worth == 1)) // 2)]


def test_lines_have_one_name_each() -> None:
    assert len({name_of(line) for line in lines(3)}) == 8
