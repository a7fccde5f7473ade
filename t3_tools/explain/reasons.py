"""Reasons for the best action, and refutations of a lost side's actions."""

from contextlib import suppress
from typing import NamedTuple

from t3_engine import Value
from t3_engine.position import Position
from t3_play.advice import advice, pressure, slowest
from t3_play.analysis import Distances, Verdict, safe_actions
from t3_play.descriptions import completed, name_of
from t3_player import LOSS, WIN
from t3_state import TURNS, T3Action, T3State
from t3_tools.values import in_words


def reasons(state: T3State, best: Value, search: Distances) -> list[str]:
    """What to play in a state of this value, and why, in a few sentences.

    Fewer sentences if time runs out.
    """
    mover, opponent = TURNS[state.odd_turn], TURNS[not state.odd_turn]
    if state.is_win():
        return [f"{opponent.title()} have won: {completed(state)}."]
    if best.action is None:
        return ["The game is over: a tie, because the board is full."]
    if not (best.exact and best.utility == LOSS):
        utility = best.utility if best.exact else None
        verdict = Verdict(utility, None, [best.action], True)
        return advice(state, verdict, search, in_plies=True)
    lost = f"{mover.title()} lose, whatever they do: {pressure(state)}."
    longest = search.verdict(state)
    if longest.actions[0] == best.action:
        return [lost, f"The best action is {best.action}: it {in_words(best)}."]
    return [
        lost,
        f"{slowest(longest)}.",
        "By the tie-breaks, though, the shortest loss is best: "
        f"{best.action} {in_words(best)}.",
    ]


def lost_side(state: T3State, best: Value) -> T3State | None:
    """The state where the side to move is lost: this one, or the one after `best`.

    None if neither is proven to be lost, or the game ends there.
    """
    if best.action is None or not best.exact:
        return None
    if best.utility == LOSS:
        return state
    return (
        state.get_next_state(best.action)
        if best.utility == WIN and best.depth > 1
        else None
    )


class Answer(NamedTuple):
    """How the opponent refutes a lost side's action that does not lose at once."""

    to: T3Action
    action: T3Action
    then: str
    """Why `action` refutes `to`."""


def answers(state: T3State, search: Distances) -> list[Answer]:
    """The refutations of a lost side's actions, each as fast as possible.

    Leaves out actions that lose at once, and those not reached in time.
    """
    refutations = []
    with suppress(TimeoutError):
        for to in safe_actions(state):
            after = state.get_next_state(to)
            best, _ = search.best(position := Position.of(after), WIN)
            action = position.mover.action(best[0])
            answered = after.get_next_state(action)
            then = pressure(answered, lambda threat: name_of(threat.line))
            refutations.append(Answer(to, action, then))
    return refutations
