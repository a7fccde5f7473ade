"""What the page in the browser asks, and what it is told: JSON in, JSON out.

The page knows no rule of the game. It keeps a game as the text of a saved game
(t3_play.saved_games) and a *ply*: how many of its actions have been played in what is
shown. It sends both with each question, and shows the *view* that comes back. An action is
a list of column, row and number. Questions about values take the seconds that they may
last.

An *address* is a position as the end of a link, after its #: `210/050/000-evens`, in
another game of the family with `&target=15&max-move=9`.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from t3_clock import Clock
from t3_play import saved_games
from t3_play.analysis import best_play, equal_actions
from t3_play.levels import LEVELS
from t3_play.match import Match, game_with
from t3_play.reading import number_to, one_of
from t3_play.saved_games import SETTINGS, TITLE
from t3_play.screen import victory, whose
from t3_play.sums import line_sums
from t3_play.words import completed, in_words, listed, name_of
from t3_player import LOSS, TIE, WIN, Evaluation, T3Player
from t3_state import TURNS, T3Action, T3State, is_odds, numbers

SMALLEST, LARGEST = 3, 8
"""The sizes of the boards that the page shows."""

Json = dict[str, Any]


def opened(text: str) -> Json:
    """The view of what an address, a position in one line or a saved game describes."""
    text = unquote(text).strip()
    if text.startswith(TITLE):
        match = saved_games.match_from(text)
        return view(match, len(match.actions))
    position, *options = text.rpartition("#")[2].split("&")
    rules = {"target": T3State.WIN_TARGET, "max-move": T3State.MAX_MOVE}
    for option in options:
        name, _, value = option.partition("=")
        if name not in rules:
            raise ValueError(f"{option!r} is no rule, such as target=15 or max-move=9")
        rules[name] = SETTINGS[name](value)
    game = game_with(rules["target"], rules["max-move"])
    return view(Match(game.from_notation(position.replace("-", " ")), play="both"), 0)


def begun(
    size: str, first: str, target: str, max_move: str, seed: int, **settings: str
) -> Json:
    """The view of a new game, with settings (play, level); all as chosen or typed."""
    game = game_with(SETTINGS["target"](target), SETTINGS["max-move"](max_move))
    board = [[0] * number_to(LARGEST, size, SMALLEST)] * int(size)
    start = game(one_of(TURNS.values(), first) == TURNS[True], board)
    return view(at(saved_games.text_of(Match(start, seed=seed)), None, **settings), 0)


def shown(game: str, ply: int, **settings: str) -> Json:
    """The view of a position of a game, with other settings (play, level) if given."""
    return view(at(game, None, **settings), ply)


def placed(game: str, ply: int, action: list[int]) -> Json:
    """The view after an action. What had been played beyond the ply is dropped."""
    now = at(game, ply)
    now.add(T3Action(*action))
    return view(now, ply + 1)


def replied(game: str, ply: int, seconds: float) -> Json:
    """The view after what the machine plays."""
    now = at(game, ply)
    choice = LEVELS[now.level](now.state, now.seed, Clock(seconds))
    now.add(choice.action)
    doubt = "" if choice.proven else "The time did not suffice to prove this best. "
    after = view(now, ply + 1)
    return {**after, "said": doubt + after["said"]}


def alike(game: str, ply: int) -> list[list[list[int]]]:
    """The legal actions, those together that a symmetry of the position makes equal."""
    return [list(map(parts, group)) for group in equal_actions(at(game, ply).state)]


def worth(game: str, ply: int, seconds: float, action: list[int] | None = None) -> Json:
    """What a position, or an action in it, is worth for who is to move.

    `short` is a letter and a depth; what has the same `rank` is equally good.
    """
    state = at(game, ply).state
    found = evaluated(state, T3Action(*action) if action else None, seconds)
    kind = {WIN: "win", TIE: "tie", LOSS: "loss"}[found.utility] if found.exact else "open"
    words = in_words(found)
    if action is None and found.exact:
        winner = TURNS[state.odd_turn == (found.utility == WIN)].title()
        words = f"{'A tie' if kind == 'tie' else f'{winner} win'} in {found.depth}"
    short = f"{kind[0].upper()}{found.depth}" if found.exact else "?"
    return {"kind": kind, "short": short, "words": words, "rank": found.rank()}


def line(game: str, ply: int, seconds: float, action: list[int] | None = None) -> Json:
    """Best play from a position, or from an action in it, as a game of its own.

    `end` is the ply of its last position.
    """
    now = at(game, ply, play="both")
    if action is not None:
        now.add(T3Action(*action))
    begin = len(now.actions)
    for best in best_play(now.state, Clock(seconds)):
        now.add(best)
    best_actions = ", ".join(map(str, now.actions[begin:]))
    words = f"{'After ' + str(now.actions[ply]) if action else 'Best play'}: {best_actions}"
    words += f". {standing(now)}" if now.state.is_over() else ", and so on, not proven."
    return {"game": saved_games.text_of(now), "end": len(now.actions), "words": words}


def judged(game: str, ply: int, seconds: float) -> Json:
    """Whether the action played at a ply threw something away, and what was right."""
    match = saved_games.match_from(game)
    before = evaluated(match.states[ply], None, seconds)
    after = evaluated(match.states[ply], match.actions[ply], seconds)
    exact = before.exact and after.exact
    mistake = ""
    if exact and after.utility < before.utility:
        thrown = "a win" if before.utility == WIN else "a tie"
        mistake = f"threw away {thrown}: {before.action} {in_words(before)}"
    return {"exact": exact, "mistake": mistake}


ASKED: list[Callable[..., object]]
ASKED = [opened, begun, shown, placed, replied, alike, worth, line, judged]
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


def at(game: str, ply: int | None = None, **settings: str) -> Match:
    """The match as it was at a ply, or as it is, with other settings."""
    match = saved_games.match_from(game)
    now = replace(match, **{name: SETTINGS[name](to) for name, to in settings.items()})
    for action in match.actions[:ply]:
        now.add(action)
    return now


def parts(action: T3Action) -> list[int]:
    """The column, row and number of an action."""
    return [action.col(), action.row(), action.move()]


def evaluated(state: T3State, action: T3Action | None, seconds: float) -> Evaluation:
    """What a state is worth, or an action in it if there is one."""
    clock = Clock(seconds)
    if action is None:
        return T3Player().evaluate(state, clock)
    return T3Player().evaluate(state.get_next_state(action), clock).before(action)


def standing(now: Match) -> str:
    """Who is to move, or how the game has ended."""
    state = now.state
    if state.is_tie():
        return "A tie: there is nothing left to place."
    if not state.is_win():
        return f"{whose(now)} turn: place {listed(state.get_moves(), 'or')}."
    return f"{victory(now)}: {completed(state)}."


def view(match: Match, ply: int) -> Json:
    """All that the page shows of a position of a match."""
    now = at(saved_games.text_of(match), ply)
    state, size, end = now.state, now.state.size, len(match.actions)
    target, largest = state.WIN_TARGET, state.MAX_MOVE
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"the page shows boards of {SMALLEST} to {LARGEST} rows: {size}")
    address = state.notation().replace(" ", "-")
    if type(state) is not T3State:
        address += f"&target={target}&max-move={largest}"
    odds, evens = (listed(numbers(odd, largest) or ["nothing"], "or") for odd in TURNS)
    persons = [turn for turn, then in enumerate(match.states) if match.is_persons(then)]
    stops = persons or range(end)  # who only watches goes back and forth by single plies
    sides = [TURNS[then.odd_turn] for then in match.states]
    last = f"{sides[ply - 1].title()}: {now.actions[-1]}. " if ply else ""
    return {
        "game": saved_games.text_of(match),
        "ply": ply,
        "address": address,
        "settings": {"size": size, "first": sides[0], "target": target, "max_move": largest}
        | {"play": match.play, "level": match.level},
        "goal": f"Odds place {odds}; evens {evens}. Whoever makes a row, a "
        f"column or a diagonal sum to {target} wins.",
        "said": last + standing(now),
        "board": state.board,
        "sides": {number: TURNS[is_odds(number)] for number in range(1, largest + 1)},
        "lines": [
            {"name": name_of(it.line), "cells": it.line, "sum": it.has, "needs": it.needs}
            | {"state": "won" if it.won else "dead" if it.dead else "live"}
            for it in line_sums(state).values()
        ],
        "numbers": [] if state.is_over() else state.get_moves(),
        "actions": [
            {"words": f"{who} {action}", "action": parts(action)}
            for who, action in zip(sides, match.actions)
        ],
        "last": parts(now.actions[-1])[:2] if ply else [],
        "waiting": ply == end and not (state.is_over() or now.is_persons(state)),
        "finished": match.state.is_over(),
        "undo": max((stop for stop in stops if stop < ply), default=None),
        "redo": min((stop for stop in [*stops, end] if stop > ply), default=None),
    }
