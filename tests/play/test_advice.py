"""The game's advice: which action to play, and which lines are threats."""

import random
import re
from typing import Any

from positions import random_position
from t3_engine import Clock
from t3_play.advice import advice, danger, grouped, pressure
from t3_play.analysis import Distances, Outlook, Prospect
from t3_play.descriptions import name_of
from t3_state import TURNS, Line, T3Action, T3State, lines

ADVISED = [
    "640/000/000 odds",
    "014/401/034 odds",
    "150/202/003 evens",
    "006/500/000 odds",
    "205/002/050 odds",
    "200/050/000 odds",
    "010/210/240 odds",
]


def test_advice(snapshot: Any) -> None:
    """What `hint` says of positions that are won, tied and lost."""
    said = []
    for notation in ADVISED:
        state, search = T3State.from_notation(notation), Distances(Clock())
        said += [notation, *advice(state, search.outlook(state), search)]
    assert "\n".join(said) == snapshot


def test_advice_when_time_ran_out() -> None:
    state = T3State.from_notation("000/000/000 evens")
    unproven = Outlook(None, None, [T3Action(2, 0, 2)], proven=False)
    (sentence,) = advice(state, unproven, Distances(Clock()))
    assert sentence.startswith("(2,0) = 2 looks best, but")


def test_values_that_are_not_proven() -> None:
    first, *others = [action for action, _ in T3State(True).get_transitions()]
    choices = [Prospect(first, 0), *[Prospect(action, None) for action in others]]
    assert grouped(choices) == [
        "(0,0) = 1: it's a tie",
        "26 moves: not proven in time",
    ]


def test_most_moves_are_only_counted() -> None:
    """The best come first."""
    special, *others = [action for action, _ in T3State(True).get_transitions()]
    choices = [*[Prospect(action, 1) for action in others], Prospect(special, -1)]
    rest = "The 26 moves that are not named here: odds win"
    assert grouped(choices) == [rest, "(0,0) = 1: evens win"]
    assert grouped(choices[:10]) == ["All 10 moves: odds win"]
    assert grouped(choices[:9])[0].startswith("(0,0) = 3 or 5, ")


def test_where_a_threat_is() -> None:
    """At most three cells are named; nothing is, if the side to move wins at once."""
    five, six = (f"64{'0' * (n - 2)}/{'/'.join(['0' * n] * (n - 1))} evens" for n in (5, 6))
    (said,) = danger(T3State.from_notation(five))
    assert said.startswith("Odds threaten row 0 (3 on (2,0), (3,0) or (4,0)). ")
    assert "row 0 (3 on any empty cell). " in danger(T3State.from_notation(six))[0]
    assert danger(T3State.from_notation("640/052/000 odds")) == []


def open_lines(state: T3State, odd: bool) -> set[Line]:
    """The lines that odds (if `odd`) or evens could complete if it were their turn."""
    mover = T3State(odd, state.board)
    return {line for _, child in mover.get_transitions() for line in child.winning_lines()}


def test_sentences_about_threats_are_true() -> None:
    """Compares what danger() and pressure() say with the rules."""
    rng, kinds = random.Random(7), set()
    states = [T3State(*random_position(rng, 3, rng.randint(1, 6))) for _ in range(700)]
    once_wrong = "600/004/130 odds", "340/050/122 odds", "053/010/402 evens"
    for state in [*states, *map(T3State.from_notation, once_wrong)]:
        if state.is_over() or open_lines(state, state.odd_turn):
            continue
        odd = not state.odd_turn
        threatened = open_lines(state, odd)
        after = {
            action: open_lines(child, odd) for action, child in state.get_transitions()
        }
        safe = [action for action, lines_left in after.items() if not lines_left]
        said = [*danger(state), pressure(state)]
        for text in said:
            named = set(re.findall(r"(row \d|column \d|top left|top right)", text))
            if "threaten" in text:
                assert named == {
                    name_of(line).removeprefix("the diagonal from the ")
                    for line in threatened
                }
            if stops := re.search("every move that stops (it|one of them)", text):
                assert not safe
                assert (len(threatened) == 1) == (stops[1] == "it")
            kinds.add(re.sub(r"[\d(),= or]+|row|column", "", text)[:40])
        if threatened and safe:
            only = said[0].split(" but ")[1]
            assert actions_in(only) == set(safe)
        if safe:
            lost = len(after) - len(safe)
            counts = {len(after) - 1: "all but one of", 1: "one of", 0: "none of"}
            assert counts.get(lost, f"{lost} of") in said[-1]
            let = "lets" if lost < 2 else "let"
            assert f"moves {let} {TURNS[odd]} win with their next" in said[-1]
        else:
            assert not threatened or "stop" in said[-1]
            assert threatened or said[-1].startswith("whatever")
        assert (len(said) == 2) == bool(threatened)
    assert len(kinds) > 8


def actions_in(text: str) -> set[T3Action]:
    """The actions in a text such as "(0,2) = 1 or 5, (1,0) = 3"."""
    return {
        T3Action(int(col), int(row), int(number))
        for col, row, named in re.findall(r"\((\d),(\d)\) = ((?:\d(?:, | or )?)+)", text)
        for number in re.findall(r"\d", named)
    }


def test_lines_have_one_name_each() -> None:
    assert len({name_of(line) for line in lines(3)}) == 8
