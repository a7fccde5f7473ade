"""Proof-number search: does a player win? For boards too open for alpha-beta.

The question has an *attacker*, who is to win; the opponent is to prevent it, for which a
tie will do. The *proof number* of a position is about how many positions must yet be
decided, at the least, to show that its mover gets what it wants; the *disproof number*,
to show that it does not. When one of them is 0, the other is INFINITE, and the position is
decided.

The search always goes on where a decision seems nearest. A position is proven by one
child that is disproven for the opponent, and disproven by all children proven. Where
threats leave few replies that is a narrow path through a tree in which alpha-beta, which
must finish each branch before the next, drowns.

The numbers only say where to look. What is decided is exact.

Proof numbers are due to Allis (1994), their depth-first search to Nagai (2002), the slack
in its limits to Pawlewicz and Lew (2007).
"""

from collections.abc import Hashable
from typing import Final

from t3_clock import Clock
from t3_position import TIE, WIN, Position, members
from t3_symmetry import Symmetry

INFINITE: Final = 1 << 29
"""More than any number that means something; Python computes fastest below 1 << 30."""
PROVEN: Final = (0, INFINITE)
DISPROVEN: Final = (INFINITE, 0)


class ProofSearch:
    """Decides for one attacker, odds if `odd`, the positions of one game.

    What was found stays known from one question to the next, also when the clock, by an
    exception, ends the search of one.
    """

    def __init__(self, odd: bool, clock: Clock) -> None:
        self.odd = odd
        self.clock = clock
        self.found: dict[Hashable, tuple[int, int]] = {}
        """Proof and disproof number of each position searched, by its key."""
        self.met_tie = False
        """Whether a tie was met so far. If not, a position that the attacker does not win
        was decided by losses of the attacker alone: the opponent wins it."""

    def wins(self, position: Position) -> bool:
        """Whether the attacker wins if both play perfectly from `position`."""
        numbers = self.proof_numbers(position)
        if 0 not in numbers:
            self.clock.spend(1)
            numbers = self._search(position, position.symmetries(), INFINITE, INFINITE)
        return (numbers == PROVEN) == (position.mover.odd == self.odd)

    def proof_numbers(self, position: Position) -> tuple[int, int]:
        """Proof and disproof number of a position, as far as it was searched."""
        found = self.found.get(position.key())
        return self._first_numbers(position) if found is None else found

    def _first_numbers(self, position: Position) -> tuple[int, int]:
        """Proof and disproof number of a position before any search; notes a tie."""
        utility = position.utility_at_sight()
        if utility is None:
            # To disprove it takes each reply, to prove it only one; and either takes more
            # where there are more lines to win on.
            live = len(position.codes) - position.dead
            return live, min(live * position.safe.bit_count(), INFINITE - 1)
        if utility == TIE:
            self.met_tie = True
            return DISPROVEN if position.mover.odd == self.odd else PROVEN
        return PROVEN if utility == WIN else DISPROVEN

    def _search(
        self,
        position: Position,
        symmetries: list[Symmetry],
        proof_limit: int,
        disproof_limit: int,
    ) -> tuple[int, int]:
        """Search a position that is not over until one of its numbers reaches its limit.

        Beyond the limits the search would rather go on elsewhere; where both are INFINITE
        the position is decided. Returns its numbers. `symmetries` are some of the
        position's, the identity among them: of actions that they take to one another only
        the earliest is searched.
        """
        key = position.key()
        known = self.found.get(key)
        if known is not None and (known[0] >= proof_limit or known[1] >= disproof_limit):
            return known
        actions = members(position.distinct(position.candidates(), symmetries))
        children = []
        for action in actions:
            child = position.after(action)
            # Children of a new position are seldom met already, and what was found of
            # those that are comes to light when it is their turn.
            child.proof, child.disproof = (
                self._first_numbers(child) if known is None else self.proof_numbers(child)
            )
            children.append(child)
            if child.disproof == 0:
                break  # that proves the position, whatever the others are
        self.clock.spend(len(children))
        while True:
            proof = second = INFINITE
            best = disproof = 0
            for i, child in enumerate(children):
                disproof += child.proof
                number = child.disproof
                if number < proof:
                    proof, second, best = number, proof, i
                elif number < second:
                    second = number
            if disproof >= INFINITE:
                # Decided, unless positions counted many times over only made it look so.
                disproof = INFINITE if proof == 0 else INFINITE - 1
            if proof >= proof_limit or disproof >= disproof_limit:
                self.found[key] = proof, disproof
                return proof, disproof
            # Half as much again as the second best, lest the two take turns.
            limit = second + second // 2 + 1
            # A child's proof number counts towards the position's disproof number, and its
            # disproof number is the position's proof number: so the limits change places.
            child = children[best]
            child.proof, child.disproof = self._search(
                child,
                position.fixing(actions[best], symmetries),
                disproof_limit - disproof + child.proof,
                limit if limit < proof_limit else proof_limit,
            )
