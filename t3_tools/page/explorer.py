"""Answers the questions of the page in the browser: JSON in, JSON out.

The page knows no rules. It keeps the text of a saved game and a *ply*: how many actions
were played in the position that it shows. It sends both with its questions, and shows the
*view* that comes back. An action is a list of column, row and number. Questions about
values have a limit in seconds.

An *address* is a position as the end of a link, after its #: `210/050/000-evens`. Settings
of a saved game that are not the usual ones follow: `&target=15&max-move=9`.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, astuple
from typing import Any
from urllib.parse import unquote

from t3_play.analysis import Distances, Prospect, symmetric_actions
from t3_play.descriptions import (
    LETTERS,
    goal,
    listed,
    name_of,
)
from t3_play.inputs import number_to, one_of
from t3_play.levels import OPPONENTS
from t3_play.match import COMPUTER, Match, game_with, move_in_words, outcome, who, whose
from t3_play.review import judge
from t3_play.saved_games import SETTINGS, TITLE, begin, match_from, setting, text_of
from t3_play.sums import line_sums
from t3_player import LOSS, TIE, WIN, Clock
from t3_state import TURNS, T3Action, T3State, is_odds

SMALLEST, LARGEST = 3, 8
"""The sizes of the boards that the page shows."""

Json = dict[str, Any]


def shown(game: str, ply: int | None = None, **settings: str) -> Json:
    """The view of a game at a ply or its end, perhaps with other settings (play, level).

    `game` may also be an address or a position in one line.
    """
    text = unquote(game).strip()
    found = re.search(r"[\d,]+((/[\d,]+)+)[ -]+(odds|evens)", text)
    if found and found[1].count("/") >= LARGEST:
        # Here the error names the limit of this page. Match would name its own.
        check_size(found[1].count("/") + 1)
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
    """The view of a new game with settings (play, level, seed). All values are texts."""
    game = game_with(SETTINGS["target"](target), SETTINGS["max-move"](max_move))
    rows = number_to(99, size)
    check_size(rows)
    board = [[0] * rows] * rows
    start = game(one_of(TURNS.values(), first) == TURNS[True], board)
    return shown(text_of(Match(start)), 0, **settings)


def placed(game: str, ply: int, action: list[int]) -> Json:
    """The view after an action. Drops the actions that were played after the ply."""
    match = match_from(game).at(ply)
    match.add(T3Action(*action))
    return view(match, ply + 1)


def replied(game: str, ply: int, seconds: float) -> Json:
    """The view after the computer's action, and whether that is proven to be best."""
    match = match_from(game).at(ply)
    choice = OPPONENTS[match.level](match.state, match.seed, Clock(seconds))
    match.add(choice.action)
    return {**view(match, ply + 1), "proven": choice.proven}


def alike(game: str, ply: int) -> Json:
    """The legal actions, in groups that a symmetry of the position makes equal."""
    groups = symmetric_actions(match_from(game).at(ply).state)
    return {"groups": [list(map(astuple, group)) for group in groups]}


def worth(game: str, ply: int, seconds: float, action: list[int] | None = None) -> Json:
    """The value of a position, or of an action in it. Equal ranks are equally good.

    The forecast says who wins from the position. It is right only if the action, if there
    is one, is among the best.
    """
    match = match_from(game).at(ply)
    search = Distances(Clock(seconds))
    found = None
    with suppress(TimeoutError):
        if action is None:
            found = search.best_prospect(match.state)
        else:
            found = search.prospect(match.state, T3Action(*action))
    if found is None or found.utility is None:
        unknown = "not proven"
        return {"short": "?", "words": unknown, "forecast": f"Who wins is {unknown}"} | {
            "rank": [2, 0]
        }
    plies = found.distance or ""
    verb = {WIN: "wins", TIE: "ties", LOSS: "loses"}[found.utility]
    return {
        "short": f"{LETTERS[found.utility]}{plies}",
        "words": f"{verb} in {plies}" if plies else verb,
        "forecast": forecast(match, found),
        "rank": found.rank(),
    }


def forecast(match: Match, found: Prospect) -> str:
    """Who wins a match from here, and in how many plies."""
    if found.utility == TIE:
        return "A tie"
    winner = who(match, match.state.odd_turn == (found.utility == WIN))
    return f"{winner} {'wins' if winner == COMPUTER else 'win'} in {found.distance} plies"


def line(game: str, ply: int, seconds: float, action: list[int] | None = None) -> Json:
    """The view at the end of best play from a position, or from an action in it."""
    match = match_from(game).at(ply)
    if action is not None:
        match.add(T3Action(*action))
    search = Distances(Clock(seconds))
    with suppress(TimeoutError):
        while best := search.best_prospect(match.state):
            match.add(best.action)
    return view(match, len(match.actions))


def judged(game: str, ply: int, seconds: float) -> Json:
    """Whether the action at a ply threw away a win or tie, and what was right.

    `own` is False if the computer played it.
    """
    match = match_from(game)
    found = None
    with suppress(TimeoutError):
        found = judge(match.states[ply], match.actions[ply], Distances(Clock(seconds)))
    return {
        "proven": found is not None,
        "own": who(match, match.states[ply].odd_turn) != COMPUTER,
        "mistake": found.in_words() if found and found.gave_away else "",
    }


ASKED: list[Callable[..., Json]]
ASKED = [shown, begun, placed, replied, alike, worth, line, judged]
QUESTIONS = {question.__name__: question for question in ASKED}


def answer(question: str) -> str:
    """Answer a question: a JSON object with its name as "ask", and its parameters.

    If the game can't be read, or an action is not legal, the answer is `{"error": reason}`.
    """
    arguments = json.loads(question)
    try:
        return json.dumps(QUESTIONS[arguments.pop("ask")](**arguments))
    except ValueError as error:
        return json.dumps({"error": str(error)})


def check_size(rows: int) -> None:
    """Raise ValueError if the page shows no boards of this size."""
    if not SMALLEST <= rows <= LARGEST:
        raise ValueError(
            f"the page shows boards of {SMALLEST} to {LARGEST} rows, not {rows}"
        )


def view(match: Match, ply: int) -> Json:
    """Everything that the page shows of a match at a ply."""
    now = match.at(ply)
    state, size, end = now.state, now.state.size, len(match.actions)
    target, largest = state.WIN_TARGET, state.MAX_MOVE
    check_size(size)
    address = state.notation().replace(" ", "-")
    if type(state) is not T3State:
        address += f"&target={target}&max-move={largest}"
    words = [move_in_words(match, *played) for played in zip(match.states, match.actions)]
    mover = who(now, state.odd_turn)
    machines = not (state.is_over() or now.is_persons(state))
    moves = listed(state.get_moves() or ["nothing"], "or")
    if state.is_over():
        said = outcome(now) if words else f"The game is over here. {outcome(now)}"
    else:
        said = f"{whose(now)} turn"
        said += f": choose a cell for {moves}" if now.is_persons(state) else ""
    return {
        "game": text_of(match),
        "ply": ply,
        "address": address,
        "settings": {"size": size, "first": TURNS[match.start.odd_turn]}
        | {"target": target, "max_move": largest, "play": match.play, "level": match.level},
        "levels": list(OPPONENTS),
        "goal": goal(state),
        "placing": f"{mover.lower()} place{'s' if mover == COMPUTER else ''} {moves}",
        "flawless": flawless(match),
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
        "machines": machines,
        "waiting": machines and ply == end,
        "finished": match.state.is_over(),
        # The plies at which undo and redo stop: all plies, if no person plays.
        "stops": sorted({*(match.turns() or range(end)), end}),
    }


def flawless(match: Match) -> str:
    """The verdict on a finished match in which no person made a mistake."""
    loser = who(match, match.state.odd_turn)
    if match.state.is_tie() or loser == COMPUTER:
        return "No mistakes."
    return f"No mistakes: {loser.lower()} had lost from the start."
