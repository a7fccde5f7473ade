"""The search: the utility, then the depth, then the action.

As in t3_player.py, `evaluate` asks for more and more plies whether an action keeps the
utility and the game `ends_within` those plies. Only the utility is found faster. Up to 25
empty cells alpha-beta finds it. On wider boards wins are short, so the search asks whether
either side forces a win within a number of plies, and then within more.
"""

import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple

from t3_action import T3Action
from t3_engine.clock import Clock
from t3_engine.forced_wins import ForcedWins
from t3_engine.position import LOSS, TIE, WIN, Position
from t3_engine.symmetry import key_of
from t3_engine.tables import ActionIndex, members
from t3_state import T3State

WIDE: Final = 25
"""With more empty cells than this, forced wins replace alpha-beta, which makes 85 % fewer
positions on 5 x 5."""
DEEPEST: Final = 15
"""The most plies to ask forced wins for. The empty boards need at most 14."""


class Value(NamedTuple):
    """The value of a state for the player to move: WIN, TIE or LOSS, and in how many plies.

    The action is the best one, None if the game is over. `exact` is False if time ran out:
    then the action gives at least this utility, and the game lasts at least `depth`.
    """

    utility: int
    depth: int
    action: T3Action | None
    exact: bool = True


@dataclass
class Limit:
    """Whether one side wins within `plies`: odds if `odd`, else evens."""

    odd: bool
    plies: int
    cost: int = 0
    """What the smaller limits have cost this side."""


class Search:
    """One search, with what it has found so far.

    All methods but `answer`, `best_known` and `known` raise TimeoutError when time is up.

    >>> state = T3State.from_notation("120/000/000 evens")
    >>> Search(Clock(60)).answer(state)
    Value(utility=1, depth=3, action=T3Action(0, 1, 2), exact=True)
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.forced = {odd: ForcedWins(odd, clock) for odd in (True, False)}
        """For odds (True) and evens: wins within a number of plies."""
        self.memo: dict[tuple[Hashable, int, int], int] = {}
        """What each call of `alpha_beta` returned, by key, alpha and beta."""
        self.limits: dict[Hashable, list[Limit]] = {}
        """By key: the next limit for each side."""

    def answer(self, state: T3State) -> Value:
        """The exact value of `state` or, when time is up, the best action known."""
        try:
            return self.evaluate(state)
        except TimeoutError:
            return self.best_known(state)

    def evaluate(self, state: T3State) -> Value:
        """The exact value of `state`."""
        position = Position.of(state)
        if position.is_won():
            return Value(LOSS, 0, None)
        if not position.empty:
            return Value(TIE, 0, None)
        if position.can_win():
            return Value(WIN, 1, position.mover.action(position.winning()[0]))
        utility = self.utility(position)
        children = self._keeping(position, utility)
        # The winner makes the last placement, so possible depths of a win or loss are two
        # apart. A tie has one possible depth.
        for depth in range(_fewest_plies(position, utility), position.holes() + 1, 2):
            for action, child in children:
                if self.ends_within(child, -utility, depth - 1):
                    return Value(utility, depth, position.mover.action(action))
        raise AssertionError("some action keeps the utility, at some depth")

    def best_known(self, state: T3State) -> Value:
        """What to play in `state`, where nobody can win at once, when time is up.

        An action known to win, else one known to tie, else one not known to lose. Among
        equals the one that wins the soonest or holds out the longest, as far as known.
        """
        position = Position.of(state)
        wins = self.forced[position.mover.odd].wins_within
        holds = self.forced[not position.mover.odd].holds_for

        def promise(child: Position) -> tuple[float, int]:
            utility, key = self.known(child), key_of(child)
            if utility == LOSS:
                return WIN, -wins.get(key, child.holes()) if child.safe else -2
            return -0.5 if utility is None else -utility, holds.get(key, 0)

        actions = members(position.distinct(position.safe or position.legal()))
        children = dict(position.children(actions))
        best = max(children, key=lambda action: promise(children[action]))
        utility = self.known(children[best])
        secured = LOSS if utility is None else -utility
        return Value(secured, 1, position.mover.action(best), exact=False)

    # The depth.

    def ends_within(self, position: Position, utility: int, plies: int) -> bool:
        """Whether a position has this utility and at most this depth.

        WIN is not checked: a won position is asked about only if the position before it is
        lost, and then all its children are won.
        """
        if plies < _fewest_plies(position, utility):
            return False
        if utility != WIN and self.utility(position) != utility:
            return False
        if utility == TIE or position.can_win():
            return True  # the depth is exactly _fewest_plies
        children = [child for _, child in self._keeping(position, utility)]
        if utility == LOSS:
            return any(self.ends_within(child, WIN, plies - 1) for child in children)
        children.sort(key=lambda child: child.safe.bit_count())
        return any(
            worth == LOSS and self.ends_within(child, LOSS, plies - 1)
            for child, worth in self.decided(children)
        )

    def _keeping(
        self, position: Position, utility: int
    ) -> list[tuple[ActionIndex, Position]]:
        """The children that may keep a position's utility, where none wins at once."""
        actions = position.legal() if utility == LOSS else position.safe
        children = list(position.children(members(position.distinct(actions))))
        self.clock.spend(len(children))
        return children

    # The utility. Nobody has won in these positions yet.

    def utility(self, position: Position) -> int:
        """The utility of a position, for the mover."""
        while (utility := self._ask(position)) is None:
            pass
        return utility

    def decided(self, positions: Iterable[Position]) -> Iterator[tuple[Position, int]]:
        """Yield positions with their utilities, the easiest first.

        Always asks about the position that has cost least so far.
        """
        queue = [(0.0, order, position) for order, position in enumerate(positions)]
        while queue:
            _, order, position = heappop(queue)
            utility = self._ask(position)
            if utility is None:
                limit = self._next_limit(position)
                cost = limit.cost if limit else math.inf  # alpha-beta comes last
                heappush(queue, (cost, order, position))
            else:
                yield position, utility

    def known(self, position: Position) -> int | None:
        """The utility, as far as found; None if not."""
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight
        key, odd = key_of(position), position.mover.odd
        if key in self.forced[odd].wins_within:
            return WIN
        if key in self.forced[not odd].wins_within:
            return LOSS
        return self.memo.get((key, LOSS, WIN))

    def alpha_beta(self, position: Position, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility if it is between `alpha` and `beta`, else a bound on it.

        As T3Player.alpha_beta; more wins and losses show at sight, and a key stands for all
        symmetric positions.
        """
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight
        call = key_of(position), alpha, beta
        if call in self.memo:
            return self.memo[call]
        best = LOSS
        for _, child in position.children(_promising(position)):
            self.clock.spend(1)
            best = max(best, -self.alpha_beta(child, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.memo[call] = best
        return best

    def _ask(self, position: Position) -> int | None:
        """The utility, if it is known or one more limit decides it."""
        utility = self.known(position)
        if utility is not None:
            return utility
        odd = position.mover.odd
        limit = self._next_limit(position)
        if limit is None:
            try:
                return self.alpha_beta(position)
            except RecursionError:  # the game can last too long for Python's stack
                raise TimeoutError from None
        nodes = self.clock.nodes
        if self.forced[limit.odd].within(position, limit.plies):
            return WIN if limit.odd == odd else LOSS
        # Most positions asked about are lost for the mover, so the mover's limits come
        # later: their cost counts three times (43 % fewer positions on 7 x 7).
        limit.cost += (self.clock.nodes - nodes) * (3 if limit.odd == odd else 1)
        limit.plies += 2
        return None

    def _next_limit(self, position: Position) -> Limit | None:
        """The cheaper of the next limits, as it may stay so; None if alpha-beta is next."""
        if position.holes() <= WIDE:
            return None
        odd = position.mover.odd
        both = self.limits.setdefault(key_of(position), [Limit(not odd, 2), Limit(odd, 1)])
        asked = [limit for limit in both if limit.plies <= DEEPEST]
        return min(asked, key=lambda limit: limit.cost, default=None)


def _promising(position: Position) -> list[ActionIndex]:
    """Sensible actions, likely best first: with a threat, then by number, then by lines.

    (One that makes two threats needs no search.)
    """
    forcing = position.forcing()
    tables = position.mover.tables

    def promise(action: ActionIndex) -> tuple[int, int, int]:
        cell, rank = divmod(action, tables.choices)
        return forcing >> action & 1, rank, len(tables.lines_on[cell])

    actions = members(position.distinct(position.sensible()))
    return sorted(actions, key=promise, reverse=True)


def _fewest_plies(position: Position, utility: int) -> int:
    """A lower bound of the depth at this utility. It is exact for a tie or a win in 1."""
    if utility == TIE:
        return position.holes()
    if utility == WIN:
        return 1 if position.can_win() else 3
    # The loser hurries: an unsafe action loses at ply 2, a safe one at ply 4 or later.
    return 4 if position.safe == position.legal() else 2
