"""Values and distances of positions, by the exact player."""

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

from t3_engine import Search
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import members
from t3_player import LOSS, TIE, WIN, Clock, Evaluation, T3Player
from t3_state import T3Action, T3State

QUICK = 9
"""Within fewer plies than this, forced wins are found faster than utilities."""


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
    for group in [] if state.is_over() else equal_actions(state):
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


def equal_actions(state: T3State) -> list[list[T3Action]]:
    """The legal actions, in groups that lead to alike positions (t3_engine.symmetry).

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
        """The utility, and the distance in moves of the winner.

        >>> Prospect(T3Action(0, 1, 6), WIN, 5).in_words()
        'wins in 3 moves'
        """
        if self.utility in (None, TIE):
            return "ties" if self.utility == TIE else "not proven"
        verb = "wins" if self.utility == WIN else "loses"
        if self.distance is None:
            return verb
        moves = (self.distance + (self.utility == WIN)) // 2
        if moves == 1:
            return "wins at once" if self.utility == WIN else "loses to the next move"
        return f"{verb} in {moves} moves"


def prospects(state: T3State, clock: Clock) -> list[Prospect]:
    """What each action leads to, the best first, as far as the time goes.

    Short distances are found first, then who wins after the other actions, then how late.

    >>> found = prospects(T3State.from_notation("120/000/000 evens"), Clock())
    >>> str(found[0].action), found[0].utility, found[0].distance
    ('(0,1) = 6', 1, 5)
    """
    search = Distances(clock)
    groups = [] if state.is_win() else equal_actions(state)
    children = [Position.of(state.get_next_state(group[0])) for group in groups]
    utilities = {child: LOSS for child in children if child.is_won()}
    distances = dict.fromkeys(utilities, 0)
    with suppress(TimeoutError):
        waiting = [child for child in children if child not in utilities]
        for plies in count(1):
            if plies == QUICK:
                for child, worth in search.utilities.decided(waiting):
                    utilities[child] = worth
            winner = WIN if plies % 2 else LOSS
            for child in waiting:
                could_win = utilities.get(child, winner) == winner
                if could_win and search.wins_within(child, plies, mover=winner == WIN):
                    utilities[child], distances[child] = winner, plies
            waiting = [
                it for it in waiting if it not in distances and utilities.get(it) != TIE
            ]
            if not waiting:
                break
    found = []
    for group, child in zip(groups, children):
        utility = -utilities[child] if child in utilities else None
        distance = 1 + distances[child] if child in distances else None
        found += [Prospect(action, utility, distance) for action in group]
    return sorted(found, key=lambda it: (it.rank(), it.action))


class Distances:
    """Who wins how soon, if the winner hurries and the loser resists.

    On T3Player's ladder the loser hurries, too. What the search has found is kept.
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
