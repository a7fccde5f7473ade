"""Advice in sentences: what to play, what threatens, and why."""

from collections.abc import Callable, Iterable
from contextlib import suppress

from t3_engine.position import Position
from t3_engine.rules import members
from t3_play.analysis import ForcedWins
from t3_play.descriptions import completed, gathered, listed, name_of
from t3_play.sums import LineSum, threats
from t3_player import LOSS, TIE, Clock, Evaluation
from t3_state import TURNS, T3Action, T3State


def described(threat: LineSum) -> str:
    """A threat: the line, what it needs, and where.

    >>> it, = threats(T3State.from_notation("640/000/000 odds"), odd=True)
    >>> described(it)
    'row 0 (3 on (2,0))'
    """
    cells = listed([f"({col},{row})" for col, row in threat.holes], "or")
    return f"{name_of(threat.line)} ({threat.needs} on {cells})"


def advice(state: T3State, action: T3Action, value: Evaluation, clock: Clock) -> list[str]:
    """Why to play `action`, one of the best, in an unfinished state of this value.

    Says less if time runs out while it looks for the reasons.
    """
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    child = state.get_next_state(action)
    if child.is_win():
        return [f"Play {action} to win at once: {completed(child)}."]
    if not value.exact:
        text = f"{action} looks best, but time ran out before that was proven."
        return [*danger(state), text]
    if value.utility == LOSS:
        return [f"Against best play {mover} lose.", f"Play {action}: nothing lasts longer."]
    if value.utility == TIE:
        return [*danger(state), f"Play {action}: it ties, and nothing does better."]
    latest = ""
    with suppress(TimeoutError):
        turns = (2 + ForcedWins(clock).plies(Position.of(child))) // 2
        latest = f", with this number and at most {turns - 1} more"
    return [
        *danger(state),
        f"Play {action}: {mover} win whatever {opponent} do{latest}.",
        f"Then {pressure(child)}.",
    ]


def danger(state: T3State) -> list[str]:
    """What the other side threatens and what stops it; nothing without a threat."""
    looming, safe = threats(state, not state.odd_turn), safe_actions(state)
    if not looming or threats(state, state.odd_turn):
        return []
    text = f"{TURNS[not state.odd_turn].title()} threaten {_named(looming)}"
    if not safe:
        return [f"{text}, and {unstoppable(state, looming)}."]
    stops = "alone stops" if len(safe) == 1 else "stop"
    return [f"{text}; {gathered(safe, 3)} {stops} {_that(looming)}."]


def pressure(state: T3State, name: Callable[[LineSum], str] = described) -> str:
    """Why the side to move, which can't win at once, is lost. `name` describes a threat."""
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    looming, safe = threats(state, not state.odd_turn), safe_actions(state)
    every = len(list(state.get_transitions()))
    ways = f"of {mover}' {every} actions"
    if looming:
        text = f"{opponent} threaten {_named(looming, name)}"
        if not safe:
            return f"{text}, and {unstoppable(state, looming)}"
        stop, delay = ("stops", "delays") if len(safe) == 1 else ("stop", "delay")
        stops = f"{len(safe)} {ways} {stop} {_that(looming)}"
        return f"{text}; {stops}, but only {delay} the loss"
    if not safe:
        return f"whatever {mover} place brings a line within reach of {opponent}"
    if len(safe) == every:
        return f"no number of {mover} loses at once, but each loses in the end"
    return (
        f"{every - len(safe)} {ways} let {opponent} complete a line at once, the others "
        "only delay the loss"
    )


def safe_actions(state: T3State) -> list[T3Action]:
    """The actions that leave the opponent no win at once, if the mover has none itself."""
    position = Position.of(state)
    return [position.mover.action(action) for action in members(position.safe)]


def _named(looming: Iterable[LineSum], name: Callable[[LineSum], str] = described) -> str:
    return listed(map(name, looming))


def _that(looming: list[LineSum]) -> str:
    return "that" if len(looming) == 1 else "both" if len(looming) == 2 else "all of it"


def unstoppable(state: T3State, looming: list[LineSum]) -> str:
    """Why nothing stops the other side's threats."""
    threatened = {it.line for it in looming}
    opened = [
        {it.line for it in threats(child, child.odd_turn)}
        for _, child in state.get_transitions()
    ]
    if any(map(threatened.isdisjoint, opened)):
        return f"whatever stops {_that(looming)} opens another line"
    return f"nothing stops {_that(looming)}"
