"""Advice in sentences: what to play, what threatens, and why."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import groupby

from t3_engine.position import Position
from t3_engine.tables import members
from t3_play.analysis import Distances, Prospect
from t3_play.descriptions import completed, counted, gathered, listed, name_of
from t3_play.sums import LineSum, threats
from t3_player import LOSS, TIE, Clock
from t3_state import TURNS, T3Action, T3State

MANY = 9
"""More moves than this are not named if all lead to the same."""


def described(threat: LineSum) -> str:
    """A threat: the line, what it needs, and where.

    >>> it, = threats(T3State.from_notation("640/000/000 odds"), odd=True)
    >>> described(it)
    'row 0 (3 on (2,0))'
    """
    cells = listed([f"({col},{row})" for col, row in threat.holes], "or")
    return f"{name_of(threat.line)} ({threat.needs} on {cells})"


def advice(
    state: T3State, action: T3Action, utility: int | None, clock: Clock
) -> list[str]:
    """Why to play `action`, one of the best, in an unfinished state of this utility.

    If the utility is None, it is not proven, and neither is the action.
    Says less if time runs out while it looks for the reasons.
    """
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    child = state.get_next_state(action)
    if child.is_win():
        return [f"Play {action} to win at once: {completed(child)}."]
    said = danger(state)
    if utility is None:
        return [*said, f"{action} looks best, but time ran out before that was proven."]
    if utility == TIE:
        return [*said, f"Play {action}: it ties, and nothing does better."]
    plies = None
    with suppress(TimeoutError):
        plies = Distances(clock).of(Position.of(child), -utility)
    if utility == LOSS:
        within = f": {opponent} need {counted((plies + 1) // 2, 'move')}" if plies else ""
        hopes = threats(child, state.odd_turn)
        threat = f", and it threatens {_named(hopes)}" if hopes else ""
        said.append("Every move loses against best play.")
        return [*said, f"{action} resists longest{within}{threat}."]
    within = f", in at most {counted(1 + plies // 2, 'move')}" if plies else ""
    return [
        *said,
        f"Play {action}: {mover} win whatever {opponent} do{within}.",
        f"Then {pressure(child)}.",
    ]


def danger(state: T3State) -> list[str]:
    """What the other side threatens, and what leaves it no win at once.

    Nothing if it threatens nothing, or if the side to move can win at once itself.
    """
    opponent = TURNS[not state.odd_turn]
    looming, safe = threats(state, not state.odd_turn), safe_actions(state)
    if not looming or threats(state, state.odd_turn):
        return []
    text = f"{opponent.title()} threaten {_named(looming)}"
    if not safe:
        return [f"{text}, and {unstoppable(state, looming)}."]
    leave = f"{gathered(safe, 3)} {'leaves' if len(safe) == 1 else 'leave'}"
    return [f"{text}. Only {leave} {opponent} no win at once."]


def pressure(state: T3State, name: Callable[[LineSum], str] = described) -> str:
    """Why the side to move, which can't win at once, is lost. `name` describes a threat."""
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    looming, safe = threats(state, not state.odd_turn), safe_actions(state)
    threaten = f"{opponent} threaten {_named(looming, name)}" if looming else ""
    if not safe:
        if looming:
            return f"{threaten}, and {unstoppable(state, looming)}"
        return f"whatever {mover} reply, {opponent} can complete a line at once"
    every = len(list(state.get_transitions()))
    if len(safe) == every:
        return f"no reply of {mover} loses at once, but each loses in the end"
    leave, lose = ("leaves", "loses") if len(safe) == 1 else ("leave", "lose")
    text = (
        f"only {len(safe)} of {mover}' {every} replies {leave} {opponent} no win at once, "
        f"and {lose} later"
    )
    return f"{threaten}; {text}" if looming else text


def grouped(found: Sequence[Prospect]) -> list[str]:
    """What actions lead to, with equal results together, in the given order."""
    told = []
    for words, group in groupby(found, Prospect.in_words):
        alike = list(group)
        actions = gathered(it.action for it in alike)
        if alike[0].utility is None:
            actions = f"{counted(len(alike), 'move')}, for lack of time"
        elif len(alike) == len(found) > MANY:
            actions = f"all {len(alike)} moves"
        told.append(f"{words}: {actions}")
    return told


def safe_actions(state: T3State) -> list[T3Action]:
    """The actions that leave the opponent no win at once, if the mover has none itself."""
    position = Position.of(state)
    return [position.mover.action(action) for action in members(position.safe)]


def _named(looming: Iterable[LineSum], name: Callable[[LineSum], str] = described) -> str:
    return listed(map(name, looming))


def unstoppable(state: T3State, looming: list[LineSum]) -> str:
    """Why the mover can't prevent a win at once, given the other side's threats."""
    them = "that" if len(looming) == 1 else "both" if len(looming) == 2 else "all of them"
    threatened = {it.line for it in looming}
    opened = [
        {it.line for it in threats(child, child.odd_turn)}
        for _, child in state.get_transitions()
    ]
    if any(map(threatened.isdisjoint, opened)):
        return f"whatever stops {them} opens another line"
    return f"nothing stops {them}"
