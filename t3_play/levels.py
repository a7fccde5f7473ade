"""How well the machine plays: from human mistakes to perfection, and to the bitter end.

Whatever a level leaves to chance is drawn from the seed and the position alone. So the
same game can be played again, an action taken back brings the same reply, and another
seed is another opponent.
"""

import random
from contextlib import suppress
from typing import NamedTuple

from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.position import Position, members
from t3_play.analysis import ForcedWins, evaluate
from t3_player import LOSS
from t3_state import T3Action, T3State

EASY_NOTICES = 1 / 3
"""How likely the easy level is to notice its own threats, and as likely the others'."""

MEDIUM_THINKS = 1 / 2
"""How likely the medium level is to think; else it plays as the easy one does."""


class Choice(NamedTuple):
    """What a level plays."""

    action: T3Action
    proven: bool = True
    """False if the time did not suffice to prove that a perfect action is one."""


def easy(state: T3State, seed: int, clock: Clock) -> Choice:
    """Overlooks most threats, its own too, and plans nothing."""
    return _careless(Position.of(state), _dice(state, seed))


def _careless(position: Position, dice: random.Random) -> Choice:
    sees_own, sees_other = (dice.random() < EASY_NOTICES for _ in range(2))
    if position.can_win():
        actions = position.winning() if sees_own else position.legal()
    else:
        actions = (sees_other and position.safe) or position.legal()
    return _any_of(members(actions), position, dice)


def medium(state: T3State, seed: int, clock: Clock) -> Choice:
    """Thinks every other time: no threat is missed then, and one more turn foreseen."""
    position = Position.of(state)
    dice = _dice(state, seed)
    if dice.random() >= MEDIUM_THINKS:
        return _careless(position, dice)
    if position.can_win():
        return _any_of(members(position.winning()), position, dice)
    children = {action: position.after(action) for action in members(position.legal())}
    sound = members(position.safe)
    if not sound:  # it is lost, but that need not look as if nothing was seen
        wins = {action: child.winning().bit_count() for action, child in children.items()}
        sound = [action for action in wins if wins[action] == min(wins.values())]
    forced = ForcedWins(clock)
    with suppress(OutOfTimeError):  # any sound action, then
        sound = (
            [action for action in sound if forced.mover_loses(children[action], 2)]
            or [action for action in sound if not forced.mover_wins(children[action], 3)]
            or sound
        )
    return _any_of(sound, position, dice)


def perfect(state: T3State, seed: int, clock: Clock) -> Choice:
    """Plays the best action, always."""
    found = evaluate(state, clock)
    assert found.action is not None
    return Choice(found.action, found.exact)


def stubborn(state: T3State, seed: int, clock: Clock) -> Choice:
    """Plays the best action, and in a lost position the one that holds out the longest."""
    found = evaluate(state, clock)
    position = Position.of(state)
    assert found.action is not None
    if found.utility != LOSS or not found.exact or not position.safe:
        return Choice(found.action, found.exact)
    forced = ForcedWins(clock)
    longest = members(position.safe)
    proven = True
    try:
        for plies in range(3, position.plies_left(), 2):
            longer = [a for a in longest if not forced.mover_wins(position.after(a), plies)]
            if not longer:
                break
            longest = longer
    except OutOfTimeError:
        proven = False
    return Choice(position.mover.action(longest[0]), proven)


LEVELS = {"easy": easy, "medium": medium, "perfect": perfect, "stubborn": stubborn}
"""Each takes a state that is not over, a seed, and the clock that ends its thinking."""

SEEDED = ("easy", "medium")
"""The levels that leave something to chance."""


def _dice(state: T3State, seed: int) -> random.Random:
    return random.Random(f"{seed} {state.notation()}")


def _any_of(actions: list[int], position: Position, dice: random.Random) -> Choice:
    return Choice(position.mover.action(dice.choice(actions)))
