"""The computer's levels, from a beginner's mistakes to perfection.

What a level leaves to chance depends on the seed and the position only. So a game can be
repeated, taking back an action brings the same reply, and another seed is another opponent.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

from t3_engine import Clock, Search
from t3_engine.position import Position
from t3_engine.tables import ActionSet, members
from t3_play.analysis import Distances, symmetric_actions
from t3_player import LOSS
from t3_state import T3Action, T3State

SEES_WIN = 1 / 4
"""A careless level's chance of noticing that it can win at once."""

DARES = 3 / 4
"""Its chance of leaving the other side a win on purpose, when it can't win at once."""

FORESEEN = 20_000
"""The most positions that perfect makes to find the best actions, and to compare them."""


T = TypeVar("T")


class Choice(NamedTuple):
    """A level's choice."""

    action: T3Action
    proven: bool = True
    """False if time ran out before `perfect` or `course` proved that nothing is better."""


Level = Callable[[T3State, int, Clock], Choice]
"""Chooses in an unfinished state, with a seed, before the clock runs out."""


class Dice:
    """Random numbers that depend on a text alone, in Python as on the page: mulberry32."""

    def __init__(self, text: str) -> None:
        self.state = 7
        for letter in text:
            self.state = (self.state * 31 + ord(letter)) % 2**32

    def random(self) -> float:
        """The next number, from 0 to below 1."""
        self.state = (self.state + 0x6D2B79F5) % 2**32
        mixed = (self.state ^ self.state >> 15) * (self.state | 1) % 2**32
        mixed ^= (mixed + (mixed ^ mixed >> 7) * (mixed | 61)) % 2**32
        return (mixed ^ mixed >> 14) / 2**32

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[int(self.random() * len(items))]


def _careless(position: Position, dice: Dice) -> Choice:
    """Plays as a beginner: overlooks most wins, and builds lines for the other side."""
    sees, dares = dice.random() < SEES_WIN, dice.random() < DARES
    legal = position.legal()
    if position.can_win():
        winning = position.winning()
        return _any_of(winning if sees else legal & ~winning or winning, position, dice)
    return _any_of((dares and legal & ~position.safe) or legal, position, dice)


def thinking(share: float, state: T3State, seed: int, clock: Clock) -> Choice:
    """Looks ahead four plies, this share of the time; else plays as a beginner."""
    position = Position.of(state)
    dice = Dice(f"{seed} {state.notation()}")
    if dice.random() >= share:
        return _careless(position, dice)
    if position.can_win():
        return _any_of(position.winning(), position, dice)
    children = {action: position.after(action) for action in members(position.legal())}
    careful = members(position.safe)
    if not careful:  # lost
        careful = _fewest_wins(children)
    within = Distances(clock).wins_within
    with suppress(TimeoutError):  # if there is no time to look ahead
        careful = (
            [it for it in careful if within(children[it], 2, mover=False)]
            or [it for it in careful if not within(children[it], 3, mover=True)]
            or careful
        )
    return Choice(position.mover.action(dice.choice(careful)))


def perfect(state: T3State, seed: int, clock: Clock) -> Choice:
    """Wins as early and loses as late as it can foresee.

    Among equal actions, it plays one that stops what it can of the opponent's threats; then
    the one after which the opponent errs most easily.
    """
    ration = Ration(clock)
    search = Distances(ration)
    with suppress(TimeoutError):
        search.utility(Position.of(state))
    ration.allow(FORESEEN)
    best = search.verdict(state)
    actions = best.actions
    if best.utility == LOSS:
        after = {action: Position.of(state.get_next_state(action)) for action in actions}
        actions = _fewest_wins(after)
    ration.allow(FORESEEN)
    return Choice(_hardest(state, actions, search), best.utility is not None)


def best_action(state: T3State) -> T3Action:
    """What `perfect` plays in an unfinished state if time does not matter."""
    return perfect(state, 0, Clock()).action


def _fewest_wins(children: dict[T, Position]) -> list[T]:
    """The actions that leave the opponent the fewest ways to win at once."""
    wins = {action: child.winning().bit_count() for action, child in children.items()}
    return [action for action in wins if wins[action] == min(wins.values())]


def _hardest(state: T3State, actions: list[T3Action], search: Distances) -> T3Action:
    """The earliest action with the largest share of mistakes in reply."""
    hardest, most = actions[0], 0.0
    if len(actions) == 1:
        return hardest
    alike = {action: group[0] for group in symmetric_actions(state) for action in group}
    with suppress(TimeoutError):
        for action in {alike[action]: None for action in actions}:
            share = _mistakes(state.get_next_state(action), search)
            if share > most:
                hardest, most = action, share
    return hardest


def _mistakes(state: T3State, search: Distances) -> float:
    """The share of actions worth less than the best."""
    worth: dict[int, int] = {}
    for group in [] if state.is_win() else symmetric_actions(state):
        child = search.utility(Position.of(state.get_next_state(group[0])))
        worth[child] = worth.get(child, 0) + len(group)
    return 1 - worth[min(worth)] / sum(worth.values()) if worth else 0.0


class Ration(Clock):
    """A clock that can also count positions, so that slow computers play the same."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.most = math.inf
        """The positions made when it stops the search."""

    def allow(self, positions: int) -> None:
        """Let the search make `positions` more, then stop it."""
        self.most = self.nodes + positions

    def spend(self, positions: int) -> None:
        """Count positions made; raises TimeoutError past its limits."""
        self.clock.spend(positions)
        super().spend(positions)
        if self.nodes > self.most:
            raise TimeoutError


def course(state: T3State, seed: int, clock: Clock) -> Choice:
    """Plays as T3Player: the highest utility, then the shortest game, even if lost."""
    value = Search(clock).answer(state)
    assert value.action is not None
    return Choice(value.action, value.exact)


LEVELS: dict[str, Level] = {
    "easy": partial(thinking, 0),
    "medium": partial(thinking, 1 / 2),
    "hard": partial(thinking, 9 / 10),
    "perfect": perfect,
}
"""The levels, weakest first."""

OPPONENTS: dict[str, Level] = {**LEVELS, "course": course}
"""What may play against a person: a level, or T3Player itself."""


def _any_of(actions: ActionSet, position: Position, dice: Dice) -> Choice:
    return Choice(position.mover.action(dice.choice(members(actions))))


USUAL_SIZE, USUAL_LEVEL = 4, "medium"
"""What a first visitor plays: `benchmarks.levels` finds it open for long to both sides."""


def recommended(size: int) -> bool:
    """Whether it is odds who win an empty board if they begin; if not, evens do."""
    return size > T3State.DEFAULT_SIZE
