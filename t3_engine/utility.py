"""The utility of a position, by the search that is fastest there.

Up to 25 empty cells that is alpha-beta. On wider boards wins are short, so the engine asks
whether either side forces a win within a number of plies, and then within more.
"""

import math
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from t3_engine.alpha_beta import AlphaBeta
from t3_engine.clock import Clock
from t3_engine.forced_wins import ForcedWins
from t3_engine.position import LOSS, WIN, Position
from t3_engine.symmetry import key_of

WIDE: Final = 25
"""With more empty cells than this, forced wins are faster than alpha-beta."""
DEEPEST: Final = 15
"""The most plies to ask forced wins for. The empty boards need at most 14."""


@dataclass
class Limit:
    """Whether one side wins within `plies`: odds if `odd`, else evens."""

    odd: bool
    plies: int
    cost: int = 0
    """What the smaller limits have cost this side."""


class Utilities:
    """The utilities of one game's positions, for the mover. Nobody has won there yet."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.forced = {odd: ForcedWins(odd, clock) for odd in (True, False)}
        """For odds (True) and evens: wins within a number of plies."""
        self.alpha_beta = AlphaBeta(clock)
        self.limits: dict[Hashable, list[Limit]] = {}
        """By key: the next limit for each side."""

    def utility(self, position: Position) -> int:
        """The utility of a position."""
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
        return self.alpha_beta.known(position)

    def _ask(self, position: Position) -> int | None:
        """The utility, if it is known or one more limit decides it."""
        utility = self.known(position)
        if utility is not None:
            return utility
        odd = position.mover.odd
        limit = self._next_limit(position)
        if limit is None:
            try:
                return self.alpha_beta.utility(position)
            except RecursionError:  # the game can last too long for Python's stack
                raise TimeoutError from None
        nodes = self.clock.nodes
        if self.forced[limit.odd].within(position, limit.plies):
            return WIN if limit.odd == odd else LOSS
        # Most positions asked about are lost for the mover, so the mover's limits come
        # later: their cost counts double.
        limit.cost += (self.clock.nodes - nodes) * (2 if limit.odd == odd else 1)
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
