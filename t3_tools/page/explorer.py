"""Answers the page's questions in the browser: JSON in, JSON out.

The page keeps the game, and knows the rules by itself (static/rules.js). It asks for what
takes a search, and sends the game as the text of a saved game. An action is a list of
column, row and number. `seconds` limits an answer.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple
from datetime import date
from typing import Any

from t3_play.analysis import Distances, Prospect, prospects
from t3_play.levels import OPPONENTS
from t3_play.puzzles import of_day
from t3_play.review import judge
from t3_play.saved_games import match_from
from t3_player import Clock

Json = dict[str, Any]


def replied(game: str, seconds: float) -> Json:
    """The computer's action, and whether that is proven to be best."""
    match = match_from(game)
    choice = OPPONENTS[match.level](match.state, match.seed, Clock(seconds))
    return {"action": astuple(choice.action), "proven": choice.proven}


def values(game: str, seconds: float) -> Json:
    """What the position and each action in it lead to, as far as the time goes.

    `complete` is False if more time could tell more.
    """
    state, best = match_from(game).state, None
    with suppress(TimeoutError):
        best = Distances(Clock(seconds)).best_prospect(state)
    found = prospects(state, Clock(seconds))
    top = [it for it in found if best and it.rank() == best.rank()]
    return {
        **value(best),
        "best": [astuple(it.action) for it in top],
        "actions": [{**value(it), "action": astuple(it.action)} for it in found],
        "complete": all(it.utility is not None for it in found),
    }


def value(found: Prospect | None) -> Json:
    """Who wins, for the side to move, and after how many plies, as JSON."""
    if found is None:
        return {"utility": None, "distance": None}
    return {"utility": found.utility, "distance": found.distance}


def line(game: str, seconds: float) -> Json:
    """The actions of best play to the end of the game, as far as the time goes."""
    match = match_from(game)
    first = len(match.actions)
    search = Distances(Clock(seconds))
    with suppress(TimeoutError):
        while best := search.best_prospect(match.state):
            match.add(best.action)
    return {"actions": [astuple(it) for it in match.actions[first:]]}


def judged(game: str, seconds: float) -> Json:
    """What the last action led to, what was best, and what it gave away.

    `best` and `played` are values for the side that played it.
    """
    match = match_from(game)
    state, action = match.states[-2], match.actions[-1]
    with suppress(TimeoutError):
        found = judge(state, action, Distances(Clock(seconds)))
        mistake = found.in_words() if found.gave_away else ""
        right = found.played.rank() == found.best.rank()
        return {"best": value(found.best), "played": value(found.played)} | {
            "mistake": mistake,
            "right": right,
        }
    return {"best": value(None), "played": value(None), "mistake": "", "right": True}


def puzzle(day: str) -> Json:
    """The position of the puzzle of a day, such as 2026-11-25."""
    return {"position": of_day(date.fromisoformat(day)).state.notation()}


ASKED: list[Callable[..., Json]] = [replied, values, line, judged, puzzle]
QUESTIONS = {question.__name__: question for question in ASKED}


def answer(question: str) -> str:
    """Answer a question: a JSON object with its name as "ask", and its parameters.

    If the game can't be read, the answer is `{"error": reason}`.
    """
    arguments = json.loads(question)
    try:
        reply = QUESTIONS[arguments.pop("ask")](**arguments)
    except ValueError as error:
        reply = {"error": str(error)}
    return json.dumps(reply)
