"""The utility of a position, by the search that is fastest there.

Usually that is the search by proof numbers. On wide boards wins are short, so the engine
asks whether either side forces a win within a number of plies, and then within more.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from t3_engine.alike import key_of
from t3_engine.clock import Clock
from t3_engine.forced import ForcedWins
from t3_engine.position import LOSS, TIE, WIN, Position
from t3_engine.proof import ProofNumbers

WIDE: Final = 25
"""With more empty cells than this, forced wins are faster than proof numbers."""
DEEPEST: Final = 15
"""The most plies to ask forced wins for. The empty boards need at most 14."""
FIRST_BUDGET: Final = 10
"""The first budget of nodes for each of several positions. Found by trial."""


@dataclass
class Question:
    """Whether one side wins within `plies`: odds if `odd`, else evens."""

    odd: bool
    plies: int
    nodes: int = 0
    """The nodes spent on this side's smaller limits."""


class Utilities:
    """The utilities of one game's positions, for the mover."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.forced = {odd: ForcedWins(odd, clock) for odd in (True, False)}
        """For odds (True) and evens: wins within a number of plies."""
        self.proofs = {odd: ProofNumbers(odd, clock) for odd in (True, False)}
        """For odds (True) and evens: wins at all."""
        self.known: dict[Hashable, int] = {}
        self.questions: dict[Hashable, tuple[Question, Question]] = {}
        """By key: the next question for each side."""

    def of(self, position: Position) -> int:
        """The utility of a position. Nobody has won yet."""
        [(_, utility)] = self.decided([position])
        return utility

    def decided(self, positions: Iterable[Position]) -> Iterator[tuple[Position, int]]:
        """Yield positions with their utilities, the easiest first. Nobody has won yet.

        With more than WIDE empty cells gives every position a few nodes before it gives any
        position many.
        """
        waiting = list(positions)
        budget = FIRST_BUDGET
        while waiting:
            still = []
            for position in waiting:
                utility = self._within(position, budget)
                if utility is None:
                    still.append(position)
                else:
                    yield position, utility
            waiting = still
            budget *= 4

    def bounds(self, position: Position) -> tuple[int, int]:
        """Lower and upper bounds of the utility, as far as known."""
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight, at_sight
        lower, upper = LOSS, WIN
        odd = position.mover.odd
        mover_wins, opponent_wins = self._wins(odd, position), self._wins(not odd, position)
        if mover_wins is not None:
            lower, upper = (WIN, upper) if mover_wins else (lower, min(upper, TIE))
        if opponent_wins is not None:
            lower, upper = (lower, LOSS) if opponent_wins else (max(lower, TIE), upper)
        return lower, upper

    def _wins(self, odd: bool, position: Position) -> bool | None:
        """Whether a side wins; None if unknown."""
        within, _ = self.forced[odd].limits(position)
        return self.proofs[odd].known(position) if within is None else True

    def _within(self, position: Position, budget: int) -> int | None:
        """The utility; None if looking for forced wins has cost over `budget` nodes."""
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight
        key = key_of(position)
        utility = self.known.get(key)
        if utility is None:
            if position.holes() > WIDE:
                utility = self._by_forced_wins(position, budget)
            else:
                utility = self._by_proof_numbers(position)
            if utility is not None:
                self.known[key] = utility
        return utility

    def _by_forced_wins(self, position: Position, budget: int) -> int | None:
        odd = position.mover.odd
        both = self.questions.setdefault(
            key_of(position), (Question(not odd, 2), Question(odd, 1))
        )
        while True:
            open_ = [question for question in both if question.plies <= DEEPEST]
            if not open_:
                return self._by_proof_numbers(position)
            # A question that has cost less is likely to cost less again. Most positions
            # asked about are lost for the mover, so the mover's questions come later:
            # their cost counts double.
            question = min(open_, key=lambda it: it.nodes * (2 if it.odd == odd else 1))
            if question.nodes > budget:
                return None
            before = self.clock.nodes
            if self.forced[question.odd].within(position, question.plies):
                return WIN if question.odd == odd else LOSS
            question.nodes += self.clock.nodes - before
            question.plies += 2

    def _by_proof_numbers(self, position: Position) -> int:
        odd = position.mover.odd
        if self.proofs[odd].wins(position):
            return WIN
        return LOSS if self.proofs[not odd].wins(position) else TIE
