"""Answers the page's questions about wide boards in the browser: JSON in, JSON out.

Small boards are searched by the page's own script (web/src/solver.js), which gives the same
answers. The page sends the game as the text of a saved game. An action is a list of column,
row and number. `seconds` limits an answer.
"""

import json
from collections.abc import Callable
from dataclasses import astuple, replace
from functools import lru_cache
from typing import Any

from t3_engine import Clock
from t3_play.analysis import Distances, Prospect, symmetric_actions
from t3_play.levels import LEVELS
from t3_play.match import Match
from t3_play.saved_games import match_from
from t3_player import TIE, T3State
from t3_state import T3Action

Json = dict[str, Any]


def unfinished(game: str) -> Match:
    """The game that a text describes; raises ValueError if it is over, or not a game."""
    match = match_from(game)
    if match.state.is_over():
        raise ValueError("the game is over")
    return match


def replied(game: str, seconds: float) -> Json:
    """The computer's action, and whether that is proven to be best."""
    match = unfinished(game)
    choice = LEVELS[match.level](match.state, match.seed, Clock(seconds))
    return {"action": astuple(choice.action), "proven": choice.proven}


@lru_cache(maxsize=1)
def search_of(start: T3State) -> tuple[Distances, Clock]:
    """The search of the game that begins here. Each question goes on where it stopped."""
    clock = Clock()
    return Distances(clock), clock


def value(game: str, seconds: float) -> Json:
    """What the position leads to, and a best action, as far as the time goes."""
    match = unfinished(game)
    search, clock = search_of(match.states[0])
    clock.deadline = Clock(seconds).deadline
    found = search.verdict(match.state)
    best = [astuple(found.actions[0])] if found.proven else []
    return as_json(found.prospect) | {"best": best}


def values(game: str, seconds: float) -> Json:
    """The value of the position, and of each action in it, as far as the time goes.

    `complete` is False if more time could tell more.
    """
    match, end = unfinished(game), Clock(seconds).deadline
    position = value(game, seconds / 2)
    search, clock = search_of(match.states[0])
    groups = symmetric_actions(match.state)
    found: dict[T3Action, Prospect] = {}
    # First the same share for each, so that easy actions don't wait for hard ones. Then the
    # rest in turn, because a search that is interrupted does some of its work again.
    for share in (seconds / 2 / len(groups), seconds):
        for group in [it for it in groups if it[0] not in found]:
            clock.deadline = min(end, Clock(share).deadline)
            prospect = search.prospect(match.state, group[0])
            if prospect.proven:
                found |= {it: replace(prospect, action=it) for it in group}
    every = [found.get(it, Prospect(it, None)) for group in groups for it in group]
    every.sort(key=lambda it: (it.rank(), it.action))
    if complete := len(found) == len(every):
        position |= as_json(every[0])
    best = [it for it in every if as_json(it).items() <= position.items()]
    return position | {
        "best": [astuple(it.action) for it in best if it.utility is not None],
        "actions": [as_json(it) | {"action": astuple(it.action)} for it in every],
        "complete": complete,
    }


def as_json(prospect: Prospect) -> Json:
    """Who wins, for the side to move, and after how many plies, if both are known."""
    if prospect.utility != TIE and prospect.distance is None:
        return {"utility": None, "distance": None}
    return {"utility": prospect.utility, "distance": prospect.distance}


ASKED: list[Callable[..., Json]] = [replied, value, values]
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
