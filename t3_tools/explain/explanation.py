"""An explanation: a position's value, reasons, best play, and every action's value."""

from dataclasses import dataclass

from t3_play.analysis import best_play, evaluate_actions, rank
from t3_player import Clock, Evaluation, T3Player
from t3_state import T3Action, T3State
from t3_tools.explain.reasons import Answer, answers, lost_side, reasons

REASONS = 5
"""At most this many seconds for the reasons."""


@dataclass(frozen=True)
class Explanation:
    """The explanation of a state."""

    state: T3State
    best: Evaluation
    sentences: list[str]
    """What to play and why."""
    lost: T3State | None
    """The state where the side to move is lost, as reasons.lost_side finds it."""
    answers: list[Answer]
    """The refutations of the lost side's actions."""
    line: list[T3Action]
    """Best play by both sides, to the end or until time is up."""
    values: list[Evaluation]
    """The values of all actions, best first. Unproven ones come before losses."""


def explain(state: T3State, time_limit: float) -> Explanation:
    """Explain a state, within `time_limit` seconds for values and REASONS for reasons."""
    clock = Clock(time_limit)
    best = T3Player().evaluate(state, clock)
    line = []
    if best.action and best.exact:
        line = [best.action, *best_play(state.get_next_state(best.action), clock)]
    values = evaluate_actions(state, clock)
    if values and all(value.exact for value in values):
        best = values[0]
    # Time may have run out before this search reached the best action.
    values = [best if it.action == best.action and best.exact else it for it in values]
    values.sort(key=lambda value: (value.action != best.action, rank(value)))

    clock = Clock(min(time_limit, REASONS))
    sentences = reasons(state, best, clock)
    lost = lost_side(state, best)
    refuted = answers(lost, clock) if lost else []
    return Explanation(state, best, sentences, lost, refuted, line, values)
