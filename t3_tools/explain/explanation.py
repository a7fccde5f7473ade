"""An explanation: a position's value, reasons, best play, and every action's value."""

from dataclasses import dataclass

from t3_engine import Clock, Value
from t3_play.analysis import Distances
from t3_state import T3Action, T3State
from t3_tools.explain.reasons import Answer, answers, lost_side, reasons
from t3_tools.values import best_play, evaluate_actions, rank

REASONS = 5
"""At most this many seconds for the reasons."""


@dataclass(frozen=True)
class Explanation:
    """The explanation of a state."""

    state: T3State
    best: Value
    sentences: list[str]
    """What to play and why."""
    lost: T3State | None
    """The state where the side to move is lost, as reasons.lost_side finds it."""
    answers: list[Answer]
    """The refutations of the lost side's actions."""
    line: list[T3Action]
    """Best play by both sides, to the end or until time is up."""
    values: list[Value]
    """The values of all actions, best first. Unproven ones come before losses."""


def explain(state: T3State, time_limit: float, search: Distances) -> Explanation:
    """Explain a state by one search, which may have found some values already.

    It takes at most `time_limit` seconds for values, and REASONS for reasons.
    """
    search.clock.deadline = Clock(time_limit).deadline
    try:
        best = search.evaluate(state)
    except TimeoutError:
        best = search.search.best_known(state)
    line = best_play(state, search)
    values = evaluate_actions(state, search)
    if values and all(value.exact for value in values):
        best = values[0]
    # Time may have run out before the search reached the best action again.
    values = [
        best if value.action == best.action and best.exact else value for value in values
    ]
    values.sort(key=lambda value: (value.action != best.action, rank(value)))

    search.clock.deadline = Clock(min(time_limit, REASONS)).deadline
    sentences = reasons(state, best, search)
    lost = lost_side(state, best)
    refuted = answers(lost, search) if lost else []
    return Explanation(state, best, sentences, lost, refuted, line, values)
