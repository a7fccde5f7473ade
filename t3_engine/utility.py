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
class Question:
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
        self.questions: dict[Hashable, list[Question]] = {}
        """By key: the next question for each side."""

    def of(self, position: Position) -> int:
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
                question = self._next_question(position)
                cost = question.cost if question else math.inf  # alpha-beta comes last
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
        """The utility, if it is known or one more question decides it."""
        utility = self.known(position)
        if utility is not None:
            return utility
        odd = position.mover.odd
        question = self._next_question(position)
        if question is None:
            try:
                return self.alpha_beta.utility(position)
            except RecursionError:  # the game can last too long for Python's stack
                raise TimeoutError from None
        nodes = self.clock.nodes
        if self.forced[question.odd].within(position, question.plies):
            return WIN if question.odd == odd else LOSS
        # Most positions asked about are lost for the mover, so the mover's questions come
        # later: their cost counts double.
        question.cost += (self.clock.nodes - nodes) * (2 if question.odd == odd else 1)
        question.plies += 2
        return None

    def _next_question(self, position: Position) -> Question | None:
        """The next question to ask, None if it is one for alpha-beta.

        A question that has cost less is likely to cost less again.
        """
        if position.holes() <= WIDE:
            return None
        odd = position.mover.odd
        both = self.questions.setdefault(
            key_of(position), [Question(not odd, 2), Question(odd, 1)]
        )
        asked = [question for question in both if question.plies <= DEEPEST]
        return min(asked, key=lambda question: question.cost, default=None)
