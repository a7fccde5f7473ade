"""Alpha-beta, as in t3_player.py, for positions with few empty cells."""

from collections.abc import Hashable, Iterator

from t3_engine.clock import Clock
from t3_engine.position import LOSS, WIN, Position
from t3_engine.rules import ActionIndex, ActionSet, members


class AlphaBeta:
    """Finds utilities by alpha-beta."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._bounds: dict[Hashable, tuple[int, int]] = {}
        self._killers: dict[int, ActionSet] = {}
        """By number of empty cells: the action that last made a cut, as a set."""

    def utility(self, position: Position, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility if it is between `alpha` and `beta`, else a bound on it."""
        lower, upper = self.bounds(position)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best = LOSS
        for action, child in self._in_order(position):
            best = max(best, -self.utility(child, -beta, -max(alpha, best)))
            if best >= beta:
                self._killers[position.holes()] = 1 << action
                break
        if best > alpha:
            lower = best
        if best < beta:
            upper = best
        self._bounds[_key(position)] = lower, upper
        return best

    def bounds(self, position: Position) -> tuple[int, int]:
        """Lower and upper bounds of the utility, as far as known."""
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight, at_sight
        return self._bounds.get(_key(position), (LOSS, WIN))

    def _in_order(self, position: Position) -> Iterator[tuple[ActionIndex, Position]]:
        """The children after safe actions, likely cuts first.

        First comes the action that last made a cut in a position with the same number of
        empty cells, then those that leave the fewest safe replies.
        """
        killer = self._killers.get(position.holes(), 0) & position.safe
        self.clock.spend(1)
        yield from position.children(members(killer))
        others = []
        for action, child in position.children(members(position.safe ^ killer)):
            self.clock.nodes += 1
            if child.safe:
                others.append((child.safe.bit_count(), action, child))
            else:
                yield action, child
        others.sort(key=lambda it: it[:2])
        for _, action, child in others:
            yield action, child


def _key(position: Position) -> Hashable:
    """A key. It is quicker to make than alike.key_of, and finds fewer positions alike."""
    return position.mover.odd, position.empty, *position.codes
