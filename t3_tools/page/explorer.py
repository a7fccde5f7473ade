"""What the page in the browser asks, and what it is told: JSON in, JSON out.

The page knows no rule of the game. It keeps a game as the text of a saved game, and a
*ply*: how many of its actions have been played in what is shown. It sends both with each
question, and shows the *view* that comes back. An action is a list of column, row and
number. Questions about values take the seconds that they may last.

An *address* is a position as the end of a link, after its #: `210/050/000-evens`, with
the settings of a saved game where they are not the usual ones: `&target=15&max-move=9`.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, astuple
from typing import Any
from urllib.parse import unquote

from t3_engine.clock import Clock
from t3_play.analysis import best_play, equal_actions, evaluate
from t3_play.descriptions import (
    forecast,
    goal,
    in_short,
    in_words,
    listed,
    name_of,
    thrown_away,
)
from t3_play.inputs import number_to, one_of
from t3_play.levels import LEVELS
from t3_play.match import Match, game_with, outcome, told, whose
from t3_play.saved_games import SETTINGS, TITLE, begin, match_from, setting, text_of
from t3_play.sums import line_sums
from t3_state import TURNS, T3Action, T3State, is_odds

SMALLEST, LARGEST = 3, 8
"""The sizes of the boards that the page shows."""

Json = dict[str, Any]


def shown(game: str, ply: int | None = None, **settings: str) -> Json:
    """The view of a game at a ply, or its end, with other settings (play, level) if given.

    For the game, an address or a position in one line will do.
    """
    text = unquote(game).strip()
    if text.startswith(TITLE):
        match = match_from(text)
    else:
        position, *options = text.rpartition("#")[2].split("&")
        start: Json = {"start": position.replace("-", " "), "play": "both"}
        match = begin(**start | dict(setting(option, "=") for option in options))
    for name, value in settings.items():
        setattr(match, name, SETTINGS[name](value))
    return view(match, len(match.actions) if ply is None else ply)


def begun(size: str, first: str, target: str, max_move: str, **settings: str) -> Json:
    """The view of a new game, with settings (play, level, seed); all as typed."""
    game = game_with(SETTINGS["target"](target), SETTINGS["max-move"](max_move))
    board = [[0] * number_to(LARGEST, size, SMALLEST)] * int(size)
    start = game(one_of(TURNS.values(), first) == TURNS[True], board)
    return shown(text_of(Match(start)), 0, **settings)


def placed(game: str, ply: int, action: list[int]) -> Json:
    """The view after an action. What had been played beyond the ply is dropped."""
    match = match_from(game).at(ply)
    match.add(T3Action(*action))
    return view(match, ply + 1)


def replied(game: str, ply: int, seconds: float) -> Json:
    """The view after what the machine plays, and whether a perfect one is proven best."""
    match = match_from(game).at(ply)
    choice = LEVELS[match.level](match.state, match.seed, Clock(seconds))
    match.add(choice.action)
    return {**view(match, ply + 1), "proven": choice.proven}


def alike(game: str, ply: int) -> Json:
    """The legal actions in groups: a symmetry of the position makes those of one equal."""
    groups = equal_actions(match_from(game).at(ply).state)
    return {"groups": [list(map(astuple, group)) for group in groups]}


def worth(game: str, ply: int, seconds: float, action: list[int] | None = None) -> Json:
    """What a position, or an action in it, is worth. Equal ranks are equally good."""
    match = match_from(game).at(ply)
    if action is not None:
        match.add(T3Action(*action))
    found = evaluate(match.state, Clock(seconds))
    words = forecast(match.state, found)
    if action is not None:
        found = found.before(match.actions[-1])
        words = in_words(found)
    return {"short": in_short(found), "words": words, "rank": found.rank()}


def line(game: str, ply: int, seconds: float, action: list[int] | None = None) -> Json:
    """The view at the end of best play from a position, or from an action in it."""
    match = match_from(game).at(ply)
    match.play = "none"
    if action is not None:
        match.add(T3Action(*action))
    for best in best_play(match.state, Clock(seconds)):
        match.add(best)
    return view(match, len(match.actions))


def judged(game: str, ply: int, seconds: float) -> Json:
    """Whether the action played at a ply threw something away, and what was right."""
    states = match_from(game).states[ply : ply + 2]
    before, after = [evaluate(state, Clock(seconds)) for state in states]
    proven = before.exact and after.exact
    wrong = proven and -after.utility < before.utility
    return {"proven": proven, "mistake": thrown_away(before) if wrong else ""}


ASKED: list[Callable[..., Json]]
ASKED = [shown, begun, placed, replied, alike, worth, line, judged]
QUESTIONS = {question.__name__: question for question in ASKED}


def answer(question: str) -> str:
    """The answer to a question, `{"ask": its name}` with what it takes.

    It is `{"error": what was wrong}` if there is no such thing as was described.
    """
    arguments = json.loads(question)
    try:
        return json.dumps(QUESTIONS[arguments.pop("ask")](**arguments))
    except ValueError as error:
        return json.dumps({"error": str(error)})


def view(match: Match, ply: int) -> Json:
    """All that the page shows of a match at a ply."""
    now = match.at(ply)
    state, size, end = now.state, now.state.size, len(match.actions)
    target, largest = state.WIN_TARGET, state.MAX_MOVE
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"the page shows boards of {SMALLEST} to {LARGEST} rows: {size}")
    address = state.notation().replace(" ", "-")
    if type(state) is not T3State:
        address += f"&target={target}&max-move={largest}"
    words = [told(match, *played) for played in zip(match.states, match.actions)]
    said = outcome(now) if state.is_over() else f"{whose(now)} turn"
    if now.is_persons(state) and not state.is_over():
        said += f": choose a cell for {listed(state.get_moves(), 'or')}"
    return {
        "game": text_of(match),
        "ply": ply,
        "address": address,
        "settings": {"size": size, "first": TURNS[match.start.odd_turn]}
        | {"target": target, "max_move": largest, "play": match.play, "level": match.level},
        "goal": goal(state),
        "said": ". ".join([*words[:ply][-1:], said]) + ".",
        "board": state.board,
        "sides": {number: TURNS[is_odds(number)] for number in range(1, largest + 1)},
        "lines": [
            {**asdict(it), "name": name_of(it.line), "won": it.won, "dead": it.dead}
            for it in line_sums(state).values()
        ],
        "numbers": [] if state.is_over() else state.get_moves(),
        "actions": list(map(astuple, match.actions)),
        "words": words,
        "waiting": ply == end and not (state.is_over() or now.is_persons(state)),
        "finished": match.state.is_over(),
        # Where undo and redo lead; who only watches goes by single plies.
        "stops": sorted({*(match.turns() or range(end)), end}),
    }
