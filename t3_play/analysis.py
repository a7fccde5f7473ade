"""Values and distances of positions, by the exact player."""

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count

from t3_engine import Search
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_player import LOSS, TIE, WIN, Clock, Evaluation, T3Player
from t3_state import TURNS, T3Action, T3State, is_odds


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
    search = Search(clock or Clock())
    values: dict[T3Action, Evaluation] = {}
    for group in [] if state.is_over() else symmetric_actions(state):
        try:
            after = Evaluation(*search.evaluate(state.get_next_state(group[0])))
        except TimeoutError:
            values |= {it: Evaluation(LOSS, 1, it, exact=False) for it in group}
        else:
            values |= {it: before(after, it) for it in group}
    return sorted([values[action] for action in sorted(values)], key=rank)


def before(after: Evaluation, action: T3Action) -> Evaluation:
    """The value of `action` for the player who takes it, from the value of the state after.

    If that is not exact, the utility is an upper bound.
    """
    return Evaluation(-after.utility, after.depth + 1, action, after.exact)


def rank(value: Evaluation) -> tuple[float, int]:
    """Sort key, best first: win, tie, not exact, loss; then depth."""
    return -value.utility if value.exact else 0.5, value.depth


def symmetric_actions(state: T3State) -> list[list[T3Action]]:
    """The legal actions, in groups that lead to alike positions (t3_engine.symmetry).

    Actions and groups are in action order.

    >>> [len(group) for group in symmetric_actions(T3State(True))]
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
    actions = []
    value = T3Player().evaluate(state, clock)
    while value.action is not None and value.exact:
        actions.append(value.action)
        state = state.get_next_state(value.action)
        value = T3Player().evaluate(state, clock)
    return actions


@dataclass(frozen=True)
class Prospect:
    """What an action leads to."""

    action: T3Action
    utility: int | None
    """WIN, TIE or LOSS for the side that plays it; None if unproven."""
    distance: int | None = None
    """The plies until the win, this action included, if the winner hurries and the loser
    resists. None if nobody wins, or if unknown."""

    def rank(self) -> tuple[int, int]:
        """Sort key, best first: quick win, tie, unproven, long loss."""
        distance = self.distance or 0
        place = {WIN: 0, TIE: 1, None: 2, LOSS: 3}[self.utility]
        return place, -distance if self.utility == LOSS else distance

    def in_words(self) -> str:
        """Who wins, and in how many of their own moves.

        >>> Prospect(T3Action(0, 1, 6), WIN, 5).in_words()
        'evens win in 3 of their moves'
        """
        if self.utility in (None, TIE):
            return "it's a tie" if self.utility == TIE else "not proven"
        odd = is_odds(self.action.move()) == (self.utility == WIN)
        if self.distance is None:
            return f"{TURNS[odd]} win"
        if self.distance <= 2:
            at_once = "at once" if self.distance == 1 else "with their next move"
            return f"{TURNS[odd]} win {at_once}"
        return f"{TURNS[odd]} win in {(self.distance + 1) // 2} of their moves"


def prospects(state: T3State, clock: Clock) -> list[Prospect]:
    """What each action leads to, the best first, as far as the time goes.

    >>> best, *_ = prospects(T3State.from_notation("120/000/000 evens"), Clock())
    >>> str(best.action), best.utility, best.distance
    ('(0,1) = 6', 1, 5)
    """
    search, choices = Distances(clock), []
    for group in [] if state.is_win() else symmetric_actions(state):
        try:
            it = search.prospect(state, group[0])
        except TimeoutError:
            it = Prospect(group[0], None)
        choices += [replace(it, action=action) for action in group]
    return sorted(choices, key=lambda it: (it.rank(), it.action))


class Distances:
    """Who wins how soon, if the winner hurries and the loser resists.

    On T3Player's ladder the loser hurries, too. What it has searched once is kept.
    """

    def __init__(self, clock: Clock) -> None:
        self.utilities = Search(clock).utilities

    def utility(self, position: Position) -> int:
        """The mover's utility, also if the game is over."""
        return LOSS if position.is_won() else self.utilities.of(position)

    def prospect(self, state: T3State, action: T3Action) -> Prospect:
        """What an action leads to; raises TimeoutError."""
        child = Position.of(state.get_next_state(action))
        utility = self.utility(child)
        rest = self.of(child, utility)
        return Prospect(action, -utility, None if rest is None else 1 + rest)

    def best_prospect(self, state: T3State) -> Prospect | None:
        """What a best action leads to, and which it is; None if the game is over.

        Raises TimeoutError.
        """
        if state.is_over():
            return None
        position = Position.of(state)
        utility = self.utility(position)
        distance = self.of(position, utility)
        action = position.mover.action(self.best(position, utility)[0])
        return Prospect(action, utility, distance)

    def wins_within(self, position: Position, plies: int, *, mover: bool) -> bool:
        """Whether the mover (if `mover`) or the opponent can force a win within `plies`."""
        odd = position.mover.odd == mover
        return self.utilities.forced[odd].within(position, plies)

    def of(self, position: Position, utility: int) -> int | None:
        """The plies until somebody wins, in a position of this utility; None for a tie."""
        if utility == TIE or position.is_won():
            return None if utility == TIE else 0
        won = utility == WIN
        plies = 1 if won else 2
        while not self.wins_within(position, plies, mover=won):
            plies += 2
        return plies

    def best(self, position: Position, utility: int) -> list[int]:
        """The best actions: the fastest wins, ties, or slowest losses; one of each kind.

        The clock may end the search for slow losses early.
        """
        if position.can_win():
            return members(position.winning())
        different = members(position.distinct(position.safe or position.legal()))
        children = {it: position.after(it) for it in different}
        if utility == TIE:
            return [it for it in different if self.utility(children[it]) == TIE]
        if utility == WIN:
            plies = self.of(position, utility) or 0
            return [
                it
                for it in different
                if self.wins_within(children[it], plies - 1, mover=False)
            ]
        with suppress(TimeoutError):
            for plies in count(1, 2):
                longer = [
                    it
                    for it in different
                    if not self.wins_within(children[it], plies, mover=True)
                ]
                if not longer:
                    break
                different = longer
        return different
