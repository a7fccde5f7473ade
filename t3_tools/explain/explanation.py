"""What to play in a position, why, and how a lost side's actions are refuted."""

from t3_play.advice import advice, pressure, slowest
from t3_play.analysis import Distances, Outlook, safe_actions
from t3_play.descriptions import completed, name_of
from t3_player import LOSS, WIN
from t3_state import TURNS, T3Action, T3State
from t3_tools.values import in_words

Refutations = dict[tuple[T3Action, str], list[T3Action]]
"""For each answer of the opponent, and why it wins, the actions that it refutes."""


def reasons(state: T3State, search: Distances) -> list[str]:
    """What to play in a state, and why, in a few sentences."""
    mover, best = TURNS[state.odd_turn], search.evaluate(state)
    if state.is_win():
        winners = TURNS[not state.odd_turn].title()
        return [f"{winners} have won: {completed(state)}."]
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


def lost_state(state: T3State, search: Distances) -> T3State | None:
    """The state where the side to move is lost: this one, or the one after the best action.

    None if neither is lost, or the game ends there.
    """
    best = search.evaluate(state)
    if best.action and best.utility == LOSS:
        return state
    if best.action and best.utility == WIN and best.depth > 1:
        return state.get_next_state(best.action)
    return None


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
