"""What the page asks of Python."""

import json
import random
from dataclasses import astuple
from typing import Any

from oracle import Oracle
from positions import random_position, truth
from t3_page.explorer import answer, search_of
from t3_play import saved_games
from t3_play.match import Match
from t3_player import LOSS, T3State


def ask(question: str, position: str, seconds: float = 60, **settings: Any) -> Any:
    """The answer to a question about a position. By default there is time in plenty."""
    game = saved_games.text_of(Match(T3State.from_notation(position), **settings))
    asked = {"ask": question, "game": game, "seconds": seconds}
    return json.loads(answer(json.dumps(asked)))


def test_values_are_those_of_the_oracle() -> None:
    rng, oracle = random.Random(5), Oracle()

    def lasts(state: T3State) -> int:
        return oracle.lasts(state.odd_turn, state.board) or 0

    for _ in range(30):
        state = T3State(*random_position(rng, 3, rng.randint(1, 5)))
        values = ask("values", state.notation())
        utility = oracle.value(state.odd_turn, state.board).utility
        assert (values["utility"], values["distance"] or 0) == (utility, lasts(state))
        assert values["complete"]
        assert {
            tuple(it["action"]): (it["utility"], it["distance"]) for it in values["actions"]
        } == {
            astuple(action): (utility, 1 + lasts(child) if utility else None)
            for action, child in state.get_transitions()
            for utility in [-oracle.value(child.odd_turn, child.board).utility]
        }


def test_perfect_plays_what_the_values_call_best() -> None:
    """A loser does not hurry: the values, the computer, and best play agree."""
    positions = [it.notation for it in truth()][:350:7]
    for position in positions:
        values, value = [ask(question, position) for question in ("values", "value")]
        assert ask("replied", position, level="perfect")["action"] in values["best"]
        assert value["best"][0] in values["best"]
        for name in ("utility", "distance"):
            assert value[name] == values[name]
    assert any(ask("value", it)["utility"] == LOSS for it in positions)


def test_out_of_time_nothing_is_claimed() -> None:
    for question in ("value", "values"):
        answer = ask(question, "/".join(["0" * 8] * 8) + " odds", seconds=0)
        assert (answer["utility"], answer["best"]) == (None, [])
    assert not answer["complete"]


def test_a_question_goes_on_with_the_search_of_the_last() -> None:
    state = T3State(True, [[0] * 4] * 4)
    counts = []
    for _ in range(2):
        ask("values", state.notation())
        counts.append(search_of(state)[1].nodes)
    assert counts[1] < 1.2 * counts[0]


def test_a_game_that_is_over_has_no_answer() -> None:
    for question in ("replied", "value", "values"):
        assert ask(question, "643/000/000 odds") == {"error": "the game is over"}
