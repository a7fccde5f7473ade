"""Values and forced wins of positions, by the exact player."""

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count

import t3_engine
from t3_engine import Search
from t3_engine.alike import key_of
from t3_engine.position import Position
from t3_engine.rules import members
from t3_player import LOSS, TIE, WIN, Clock, Evaluation, T3Player
from t3_state import T3Action, T3State


def evaluate_actions(state: T3State, clock: Clock | None = None) -> list[Evaluation]:
    """The value of each action in `state`, the best first. Empty if the game is over.

    If the clock runs out on an action, its value is not known: the utility is then LOSS,
    and not exact. It comes before the actions that are known to lose.

    >>> state = T3State(False, [[5, 3, 2], [2, 1, 5], [5, 2, 0]])
    >>> for value in evaluate_actions(state):
    ...     print(value.utility, value.depth, value.action)
    1 1 (2,2) = 6
    0 1 (2,2) = 2
    0 1 (2,2) = 4
    """
    values = Search(clock or Clock()).evaluate_actions(state)
    return sorted((Evaluation(*value) for value in values), key=rank)


def before(after: Evaluation, action: T3Action) -> Evaluation:
    """The value of `action` for the player who takes it, from the value of the state after.

    If that is not exact, the utility is an upper bound.
    """
    return Evaluation(-after.utility, after.depth + 1, action, after.exact)


def rank(value: Evaluation) -> tuple[float, int]:
    """Sort key, best first: win, tie, not exact, loss; then depth."""
    return -value.utility if value.exact else 0.5, value.depth


def equal_actions(state: T3State) -> list[list[T3Action]]:
    """The legal actions, in groups that lead to alike positions (t3_engine.alike).

    Actions and groups are in action order.

    >>> [len(group) for group in equal_actions(T3State(True))]
    [4, 4, 4, 4, 4, 4, 1, 1, 1]
    """
    position = Position.of(state)
    groups: dict[Hashable, list[T3Action]] = {}
    for index, child in position.children(members(position.legal())):
        groups.setdefault(key_of(child), []).append(position.mover.action(index))
    return list(groups.values())


def best_play(state: T3State, clock: Clock) -> list[T3Action]:
    """The best actions of both sides in turn, to the end, or as far as the time goes.

    >>> list(map(str, best_play(T3State.from_notation("120/000/000 evens"), Clock())))
    ['(0,1) = 2', '(1,1) = 5', '(1,2) = 6']
    """
    played = []
    found = T3Player().evaluate(state, clock)
    while found.action is not None and found.exact:
        played.append(found.action)
        state = state.get_next_state(found.action)
        found = T3Player().evaluate(state, clock)
    return played


@dataclass(frozen=True)
class Prospect:
    """What an action leads to if winners hurry and losers delay."""

    action: T3Action
    utility: int | None
    """WIN, TIE or LOSS for the side that plays it; None if unproven."""
    plies: int | None = None
    """The plies left, this one included, if somebody wins; None if unknown."""

    def rank(self) -> tuple[int, int]:
        """Sort key, best first: quick win, tie, unproven, long loss."""
        plies = self.plies or 0
        place = {WIN: 0, TIE: 1, None: 2, LOSS: 3}[self.utility]
        return place, -plies if self.utility == LOSS else plies


def prospects(state: T3State, clock: Clock) -> list[Prospect]:
    """What each action leads to, the best first, as far as the time goes.

    >>> found = prospects(T3State.from_notation("120/000/000 evens"), Clock())
    >>> str(found[0].action), found[0].utility, found[0].plies
    ('(0,1) = 6', 1, 5)
    """
    forced, found = ForcedWins(clock), []
    for value in evaluate_actions(state, clock):
        assert value.action is not None
        plies = None
        if value.exact and value.utility != TIE:
            with suppress(TimeoutError):
                child = state.get_next_state(value.action)
                plies = 1 if child.is_win() else 1 + forced.plies(Position.of(child))
        utility = value.utility if value.exact else None
        found.append(Prospect(value.action, utility, plies))
    return sorted(found, key=Prospect.rank)


class ForcedWins:
    """Who can force a win within how many plies.

    Here the loser prolongs the game. On T3Player's ladder both sides shorten it.
    """

    def __init__(self, clock: Clock) -> None:
        self.of = {odd: t3_engine.ForcedWins(odd, clock) for odd in (True, False)}

    def plies(self, position: Position) -> int:
        """The plies that the winner of a decided position needs."""
        plies = 1
        while not (self.mover_wins if plies % 2 else self.mover_loses)(position, plies):
            plies += 1
        return plies

    def soonest(self, position: Position) -> list[int]:
        """The fastest winning actions of a won position, one of each kind."""
        plies = self.plies(position)
        if plies == 1:
            return members(position.winning())
        wins = partial(self.mover_loses, plies=plies - 1)
        return [it for it in _different(position) if wins(position.after(it))]

    def longest(self, position: Position) -> list[int]:
        """The actions after which a lost position lasts longest, one of each kind.

        The clock may end the search for them early.
        """
        longest = _different(position) or members(position.legal())
        with suppress(TimeoutError):
            for plies in count(1, 2):
                lost = partial(self.mover_wins, plies=plies)
                longer = [it for it in longest if not lost(position.after(it))]
                if not longer:
                    break
                longest = longer
        return longest

    def mover_wins(self, position: Position, plies: int) -> bool:
        """Whether the mover can force a win within `plies`."""
        return self.of[position.mover.odd].within(position, plies)

    def mover_loses(self, position: Position, plies: int) -> bool:
        """Whether the opponent can force a win within `plies`."""
        return self.of[not position.mover.odd].within(position, plies)


def _different(position: Position) -> list[int]:
    """The safe actions, one of each kind."""
    return members(position.distinct(position.safe))
