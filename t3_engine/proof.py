"""Forced wins: whether a player can win within so many plies, whatever the other does.

The question has an *attacker*, who is to win within a limit of plies. The opponent, the
*defender*, is to prevent it, for which a tie will do, or a longer game. With as many plies
as the board has holes, the question is whether the attacker wins at all.

The *proof number* of a position is about how much the search must yet decide, at the
least, to show that its mover gets what it wants; the *disproof number*, to show that it
does not. A position with one of them 0 is decided, and the other is INFINITE then.

The search always goes on where a decision seems nearest. A position is proven by one
child that is disproven, for there the opponent moves; it is disproven when all its
children are proven. The numbers only say where to look: what is decided is exact.

Proof numbers are due to Allis (1994), their depth-first search to Nagai (2002), the slack
in its limits to Pawlewicz and Lew (2007).
"""

from collections import defaultdict
from collections.abc import Hashable
from typing import Final

from t3_engine.clock import Clock
from t3_engine.position import ActionIndex, Position, members

INFINITE: Final = 1 << 29
"""Larger than any finite proof number. Below 1 << 30, where CPython's ints are fastest."""

PROVEN: Final = 0, INFINITE
DISPROVEN: Final = INFINITE, 0

CALM: Final = 20
"""The first disproof number of a position without a threat, in replies to be answered.
Found by trial: from 12 to 30 there is little between them."""


class Child:
    """A child of a position, and what is known of it."""

    __slots__ = ("action", "disproof", "position", "proof")

    def __init__(self, action: ActionIndex, position: Position, proof: int, disproof: int):
        self.action = action
        self.position = position
        self.proof = proof
        self.disproof = disproof


class ForcedWins:
    """Whether one attacker, odds if `odd`, wins within how many plies, in one game.

    What was found stays known from one question to the next, also when the clock, by an
    exception, ends the search of one.
    """

    def __init__(self, odd: bool, clock: Clock) -> None:
        self.odd = odd
        self.clock = clock
        self.bounds: dict[Hashable, tuple[int, int]] = {}
        """By key, the greatest limit refuted and the least proven."""
        self.numbers: dict[tuple[Hashable, int], tuple[int, int]] = {}
        """Proof and disproof number by key and limit, where neither is decided."""
        self.met_tie = False
        """Whether the search came to a position with no line left to the attacker. Games
        are long then, with many ways to the same position."""
        self.last_proofs: dict[bool, dict[ActionIndex, int]] = {
            True: defaultdict(int),
            False: defaultdict(int),
        }
        """When an action of odds, or of evens, last proved a position, in nodes."""

    def within(self, position: Position, plies: int) -> bool:
        """Whether the attacker can force a win within `plies` from a position not over."""
        attacks = position.mover.odd == self.odd
        plies = _last_attack(attacks, min(plies, position.plies_left()))
        proof, disproof = self._at_sight(position, plies)
        if proof and disproof:
            self.clock.spend(1)
            proof, _ = self._search(position, plies, INFINITE, INFINITE)
        return (proof == 0) == attacks

    def limits(self, position: Position) -> tuple[int | None, int]:
        """What is known of the fewest plies that the attacker needs to win a position.

        The limit proven, None if there is none, and the greatest refuted.
        """
        proof, disproof = self._at_sight(position, position.plies_left())
        attacks = position.mover.odd == self.odd
        if not proof or not disproof:
            if (proof == 0) == attacks:
                quick = 1 if position.can_win() else 3
                return (quick, 0) if attacks else (2, 0)
            return None, INFINITE
        refuted, proven = self.bounds.get(position.key(), (0, INFINITE))
        return (proven if proven < INFINITE else None), refuted

    def _at_sight(self, position: Position, plies: int) -> tuple[int, int]:
        """Proof and disproof number of a position before any search.

        Of a forced mover the disproof number is the number of its safe replies.
        """
        attacks = position.mover.odd == self.odd
        safe = position.safe
        if not safe:
            if position.can_win():
                return PROVEN if not attacks or plies >= 1 else DISPROVEN
            if attacks or (plies >= 2 and position.legal()):
                return DISPROVEN
            return PROVEN
        if attacks:
            if plies < 3:
                return DISPROVEN
            if position.doubles():
                return PROVEN
        else:
            if plies < 4 or position.doubles():
                return PROVEN
        if not position.can_complete(self.odd):
            self.met_tie = True
            return DISPROVEN if attacks else PROVEN
        if self.met_tie:
            # Where little is won, what matters is how many lines are left to the attacker.
            completes = position.mover.rules.sides[self.odd].completes
            lines = sum([code in completes for code in position.codes])
            return lines, lines * safe.bit_count()
        if not position.mover.opponent.wins.isdisjoint(position.codes):
            return 1, safe.bit_count()
        return 1, CALM

    def _children(self, position: Position, plies: int, look: bool) -> list[Child]:
        """What the safe actions of a position lead to, and the numbers of that.

        If `look`, the numbers are those found before, where there are any, and of alike
        children only the first is there. The first child that proves the position is the
        last one made; so that it comes soon, the actions that proved others are tried
        first, the latest foremost (after the history heuristic, Schaeffer 1989).
        """
        children = []
        met = set()
        made = 0
        actions = members(position.distinct(position.safe))
        last_proofs = self.last_proofs[position.mover.odd]
        actions.sort(key=last_proofs.__getitem__, reverse=True)
        for action, child in position.children(actions):
            made += 1
            proof, disproof = self._at_sight(child, plies)
            if look and proof and disproof:
                key = child.key()
                if key in met:
                    continue
                met.add(key)
                proof, disproof = self._known(child, plies) or (proof, disproof)
            if disproof == 0:
                last_proofs[action] = self.clock.nodes + made
                children = [Child(action, child, proof, disproof)]
                break
            children.append(Child(action, child, proof, disproof))
        self.clock.spend(made)
        return children

    def _known(self, position: Position, plies: int) -> tuple[int, int] | None:
        key = position.key()
        refuted, proven = self.bounds.get(key, (-1, INFINITE))
        attacks = position.mover.odd == self.odd
        if plies <= refuted:
            return DISPROVEN if attacks else PROVEN
        if plies >= proven:
            return PROVEN if attacks else DISPROVEN
        return self.numbers.get((key, plies))

    def _search(
        self, position: Position, plies: int, proof_limit: int, disproof_limit: int
    ) -> tuple[int, int]:
        """Search a position that is not over until one of its numbers reaches its limit.

        Beyond the limits the search would rather go on elsewhere; where both are INFINITE
        the position is decided. Returns its numbers.
        """
        known = self._known(position, plies)
        if known and (known[0] >= proof_limit or known[1] >= disproof_limit):
            return known
        children = self._children(position, plies - 1, known is not None or self.met_tie)
        attacks = position.mover.odd == self.odd
        while True:
            best = min(children, key=_disproof)
            proof = best.disproof
            second = min(
                [child.disproof for child in children if child is not best],
                default=INFINITE,
            )
            total = sum([child.proof for child in children])
            # The sum may pass INFINITE with nothing decided, where the search counts
            # positions many times over.
            disproof = min(total, INFINITE - 1) if proof else INFINITE
            if proof >= proof_limit or disproof >= disproof_limit:
                self._note(position, plies, proof, disproof)
                return proof, disproof
            # Beyond the second best, lest the two take turns.
            slack = second // 2 if attacks else second * 3 // 10
            limit = min(second + slack + 1, proof_limit)
            # A child's proof number counts towards the position's disproof number, and its
            # disproof number is the position's proof number: so the limits change places.
            best.proof, best.disproof = self._search(
                best.position, plies - 1, disproof_limit - disproof + best.proof, limit
            )
            if best.disproof == 0:
                self.last_proofs[position.mover.odd][best.action] = self.clock.nodes

    def _note(self, position: Position, plies: int, proof: int, disproof: int) -> None:
        key = position.key()
        attacks = position.mover.odd == self.odd
        if proof and disproof:
            self.numbers[key, plies] = proof, disproof
            return
        self.numbers.pop((key, plies), None)
        refuted, proven = self.bounds.get(key, (-1, INFINITE))
        if (proof == 0) == attacks:
            proven = min(proven, plies)
        elif plies == _last_attack(attacks, position.plies_left()):
            refuted = INFINITE - 1
        else:
            refuted = max(refuted, plies)
        self.bounds[key] = refuted, proven


def _disproof(child: Child) -> int:
    return child.disproof


def _last_attack(attacks: bool, plies: int) -> int:
    """The ply within `plies` by which the attacker makes its last placement."""
    return plies if plies % 2 == attacks else plies - 1
