"""An explanation: a position's value, reasons, best play, and every action's value."""

from dataclasses import dataclass

from t3_engine import Value
from t3_play.advice import advice, pressure, slowest
from t3_play.analysis import Distances, Outlook, safe_actions
from t3_play.descriptions import completed, name_of
from t3_player import LOSS, WIN
from t3_state import TURNS, T3Action, T3State
from t3_tools.values import best_play, evaluate_actions, in_words

Refutations = dict[tuple[T3Action, str], list[T3Action]]
"""For each answer of the opponent, and why it wins, the actions that it refutes."""


@dataclass(frozen=True)
class Explanation:
    """The explanation of a state."""

    state: T3State
    sentences: list[str]
    """What to play and why."""
    lost: T3State | None
    """The state where the side to move is lost: this one, or the one after the best action.
    None if neither is lost, or the game ends there."""
    answers: Refutations
    """The refutations of the lost side's actions that do not lose at once."""
    line: list[T3Action]
    """Best play by both sides, to the end."""
    values: list[Value]
    """The values of all actions, best first."""


def explain(state: T3State, search: Distances) -> Explanation:
    """Explain a state by a search, which may have found some values already."""
    best = search.evaluate(state)
    lost = None
    if best.action and best.utility == LOSS:
        lost = state
    elif best.action and best.utility == WIN and best.depth > 1:
        lost = state.get_next_state(best.action)
    return Explanation(
        state,
        reasons(state, best, search),
        lost,
        answers(lost, search) if lost else {},
        best_play(state, search),
        evaluate_actions(state, search),
    )


def reasons(state: T3State, best: Value, search: Distances) -> list[str]:
    """What to play in a state of this value, and why, in a few sentences."""
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    if state.is_win():
        return [f"{opponent.title()} have won: {completed(state)}."]
    if best.action is None:
        return ["The game is over: a tie, because the board is full."]
    if best.utility != LOSS:
        return advice(state, Outlook(best.utility, None, [best.action], True), search)
    lost = f"{mover.title()} lose, whatever they do: {pressure(state)}."
    longest = search.outlook(state)
    if longest.actions[0] == best.action:
        return [lost, f"The best action is {best.action}: it {in_words(best)}."]
    return [
        lost,
        f"{slowest(state, longest)}.",
        "By the tie-breaks, though, the shortest loss is best: "
        f"{best.action} {in_words(best)}.",
    ]


def answers(lost: T3State, search: Distances) -> Refutations:
    """How each action of a lost side that does not lose at once is refuted the fastest."""
    refutations: Refutations = {}
    for to in safe_actions(lost):
        after = lost.get_next_state(to)
        action = search.outlook(after).actions[0]
        answered = after.get_next_state(action)
        then = pressure(answered, lambda threat: name_of(threat.line))
        refutations.setdefault((action, then), []).append(to)
    return refutations
