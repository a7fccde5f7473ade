"""Forced wins: whether a player wins within a number of plies, whatever the other does.

The question has an *attacker*, who must win within the limit. The opponent, the *defender*,
must prevent that: a tie will do, or a longer game.

The search is depth first. Where the attacker moves, it asks for a win within few plies
before it asks for one within more. Short searches are cheap, and often make longer ones
needless (iterative deepening, Korf 1985, inside the tree).
"""

import math
from collections import defaultdict
from collections.abc import Hashable

from t3_engine.clock import Clock
from t3_engine.position import Position
from t3_engine.symmetry import key_of
from t3_engine.tables import ActionIndex, members


class ForcedWins:
    """Answers whether the attacker wins within a number of plies.

    The attacker is odds if `odd`, else evens. Results are kept from one question to the
    next, even if a search times out.
    """

    def __init__(self, odd: bool, clock: Clock) -> None:
        self.odd = odd
        self.clock = clock
        self.wins_within: dict[Hashable, int] = {}
        """By key: the fewest plies within which a win of the attacker has been found. A win
        within 3 plies is not there, or it stands there as one within 5."""
        self.holds_for: dict[Hashable, int] = {}
        """By key: the most plies within which the attacker is known not to win."""
        self.last_decided: dict[bool, dict[ActionIndex, int]]
        self.last_decided = {side: defaultdict(int) for side in (True, False)}
        """By side (True for odds) and action: the value of clock.nodes when the action last
        decided a position for that side."""

    def within(self, position: Position, plies: int) -> bool:
        """Whether the attacker can force a win within `plies`. Nobody has won yet."""
        attacks = position.mover.odd == self.odd
        plies = min(plies, position.holes())
        if plies % 2 != attacks:
            plies -= 1  # the attacker makes the last placement
        return self._wins(position, plies) if attacks else self._loses(position, plies)

    def _wins(self, position: Position, plies: int) -> bool:
        """Whether the attacker, who is to move, wins within `plies`, an odd number."""
        if not position.safe:  # `safe` is also empty if the mover can win at once
            return plies >= 1 and position.can_win()
        if plies < 3 or position.doubles():
            return plies >= 3
        if plies == 3:
            actions = members(position.distinct(position.squeezing()))
            for _, child in position.children(actions):
                self.clock.spend(1)
                if self._loses(child, 2):
                    return True
            return False
        key = key_of(position)
        if self.wins_within.get(key, math.inf) <= plies:
            return True
        # If nothing is known, start at 5: a search within 5 also finds wins within 3.
        first = self.holds_for.get(key, 3) + 2
        distinct, forcing = position.distinct(position.sensible()), position.forcing()
        threats, others = members(distinct & forcing), members(distinct & ~forcing)
        last_decided = self.last_decided[self.odd]
        for limit in range(first, plies + 1, 2):
            threats.sort(key=last_decided.__getitem__, reverse=True)
            others.sort(key=last_decided.__getitem__, reverse=True)
            for action, child in position.children(threats + others):
                self.clock.spend(1)
                if self._loses(child, limit - 1):
                    last_decided[action] = self.clock.nodes
                    self.wins_within[key] = limit
                    return True
            self.holds_for[key] = limit
        return False

    def _loses(self, position: Position, plies: int) -> bool:
        """Whether the defender, who is to move, loses within `plies`, an even number."""
        if not position.safe:
            return plies >= 2 and not position.can_win() and bool(position.empty)
        if plies < 4 or position.doubles():
            return False
        key = key_of(position)
        if self.wins_within.get(key, math.inf) <= plies:
            return True
        if self.holds_for.get(key, 2) >= plies:
            return False
        actions = members(position.distinct(position.sensible()))
        last_decided = self.last_decided[not self.odd]
        actions.sort(key=last_decided.__getitem__, reverse=True)
        for action, child in position.children(actions):
            self.clock.spend(1)
            if not self._wins(child, plies - 1):
                last_decided[action] = self.clock.nodes
                self.holds_for[key] = plies
                return False
        self.wins_within[key] = plies
        return True
