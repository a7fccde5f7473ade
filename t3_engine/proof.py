"""Proof-number search: does a player win? For boards too open for alpha-beta.

The question has an *attacker*, who is to win; the opponent is to prevent it, for which a
tie will do. The *proof number* of a position is about how much must yet be decided, at
the least, to show that its mover gets what it wants; the *disproof number*, to show that
it does not. When one of them is 0, the other is INFINITE or more, and the
position is decided.

The search always goes on where a decision seems nearest. A position is proven by one
child that is disproven, for there the opponent moves; it is disproven when all its
children are proven. Where threats leave few replies that is a narrow path through a tree
in which alpha-beta, which must finish each branch before the next, drowns.

Two questions, whether odds win and whether evens do, make a utility. A position is
won *outright* where it is known which player wins it, not only that the attacker does not.
That answers both.

The numbers only say where to look. What is decided is exact.

Proof numbers are due to Allis (1994), their depth-first search to Nagai (2002), the slack
in its limits to Pawlewicz and Lew (2007).
"""

from collections import defaultdict
from collections.abc import Hashable
from functools import cache
from heapq import heapify, heapreplace
from typing import Final

from t3_engine.clock import Clock
from t3_engine.position import TIE, WIN, ActionIndex, Position, Side, members
from t3_engine.symmetry import Symmetry

INFINITE: Final = 1 << 29
"""More than any number that means something; Python computes fastest below 1 << 30."""
OUTRIGHT: Final = INFINITE + 1
"""Stands for INFINITE in the numbers of a position that somebody wins outright. It passes
upwards by itself: to a proven position from the child that proves it, to a disproven one,
as the least of its children's numbers, only where all of them have it."""

DISPROOF: Final = 1 << 32
"""What a disproof number is multiplied by to be in one int with a proof number."""


@cache
def _weights(mover: Side, odd: bool) -> list[int]:
    """What a line adds to the first proof and disproof number, by its code.

    Both are in one int, so that one sum makes both. `odd` is whether the attacker is odds.
    The more lines the attacker may complete, the more is to be looked at, whatever comes of
    it; a line that needs all its holes counts half. In disproof numbers, besides: where the
    attacker chooses, and the defender must have an answer each time, an untouched line
    counts half as much again; where the defender chooses, and the attacker must get past
    each answer, a line counts four times as much for each placement above two that it needs
    at the least, and a quarter if it needs one. These figures did best of those tried.
    """
    rules = mover.rules
    attacker = rules.sides[odd]
    weights = [0, 0]  # a line that is dead or won
    for code, (holes, need) in enumerate(rules.codes, start=len(weights)):
        placements = -(-need // rules.max_move)
        proof = (4 if placements == holes else 8) if attacker.completes[code] else 0
        if mover is not attacker:
            disproof = proof * 4**placements // 4**2
        elif holes == rules.size:
            disproof = proof * 3 // 2
        else:
            disproof = proof
        weights.append(proof + disproof * DISPROOF)
    return weights


class Shared:
    """What the questions of one game tell one another."""

    def __init__(self) -> None:
        self.won: dict[Hashable, tuple[int, int]] = {}
        """Proof and disproof number of positions that are won outright, by their shape."""
        self.fingerprints: set[int] = set()
        """Those of all positions that have numbers. To make a shape takes time, so that of
        a child is made where there may be something to find."""


class ProofSearch:
    """Decides for one attacker, odds if `odd`, the positions of one game.

    What was found stays known from one question to the next, also when the clock, by an
    exception, ends the search of one. `shared` is what the search for the other attacker
    has as well.
    """

    def __init__(self, odd: bool, clock: Clock, shared: Shared) -> None:
        self.odd = odd
        self.clock = clock
        self.found: dict[Hashable, tuple[int, int]] = {}
        """Proof and disproof number of the other positions searched, by their shape."""
        self.shared = shared
        self.met_tie = False
        """Whether a tie, or what is as good as one, was met so far. If not, all that was
        decided is won outright."""
        self.last_proofs: dict[bool, dict[ActionIndex, int]] = {
            True: defaultdict(int),
            False: defaultdict(int),
        }
        """When an action of odds, or of evens, last proved a position at once, in nodes."""

    def wins(self, position: Position) -> bool:
        """Whether the attacker wins if both play perfectly from `position`."""
        proof, disproof = self.proof_numbers(position)
        if proof and disproof:
            self.clock.spend(1)
            proof, _ = self._search(position, position.symmetries(), INFINITE, INFINITE)
        return (proof == 0) == (position.mover.odd == self.odd)

    def proof_numbers(self, position: Position) -> tuple[int, int]:
        """Proof and disproof number of a position, as far as it was searched."""
        return self._known(position.shape()) or self._first_numbers(position)

    def _known(self, shape: Hashable) -> tuple[int, int] | None:
        return self.found.get(shape) or self.shared.won.get(shape)

    def _first_numbers(self, position: Position) -> tuple[int, int]:
        """Proof and disproof number of a position before any search; notes a tie."""
        utility: int | None = TIE
        if position.safe:
            # To disprove it takes an answer to each reply, to prove it only one reply. With
            # no line left to the attacker it is as good as a tie.
            weights = _weights(position.mover, self.odd)
            disproof, proof = divmod(
                sum(map(weights.__getitem__, position.codes)), DISPROOF
            )
            if proof:
                return proof, min(disproof * position.safe.bit_count(), INFINITE - 1)
        else:
            utility = position.utility_at_sight()
        if utility == TIE:
            self.met_tie = True
            attacks = position.mover.odd == self.odd
            return (INFINITE, 0) if attacks else (0, INFINITE)
        return (0, OUTRIGHT) if utility == WIN else (OUTRIGHT, 0)

    def _children(
        self, position: Position, symmetries: list[Symmetry], look: bool
    ) -> list[tuple[ActionIndex, Position]]:
        """The candidates of a position with what they lead to, and the numbers of that.

        If `look`, the numbers are those found before, where there are any, and of equal
        children only the first is there. The first child that proves the position is the
        last one made; that it comes soon, the actions that proved others are tried first,
        the latest foremost (after the history heuristic, Schaeffer 1989).
        """
        children = []
        met: dict[int, list[Position]] = {}
        made = 0
        actions = members(position.distinct(position.candidates(), symmetries))
        last_proofs = self.last_proofs[position.mover.odd]
        actions.sort(key=last_proofs.__getitem__, reverse=True)
        for action, child in position.children(actions):
            made += 1
            child.proof, child.disproof = self._first_numbers(child)
            if look and child.proof and child.disproof:
                alike = met.get(child.fingerprint)
                if alike is None:
                    met[child.fingerprint] = [child]
                elif child.shape() in [other.shape() for other in alike]:
                    continue
                else:
                    alike.append(child)
                if child.fingerprint in self.shared.fingerprints:
                    numbers = self._known(child.shape())
                    if numbers is not None:
                        child.proof, child.disproof = numbers
            children.append((action, child))
            if child.disproof == 0:
                last_proofs[action] = self.clock.nodes
                break  # whatever the others are
        self.clock.spend(made)
        return children

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
        known = self._known(position.shape())
        if known is not None and (known[0] >= proof_limit or known[1] >= disproof_limit):
            return known
        # Children of a new position are seldom met already, and what was found of those
        # that are comes to light when it is their turn. But games that are tied are long,
        # with many ways to the same position.
        look = known is not None or self.met_tie
        children = self._children(position, symmetries, look)
        disproof_sum = sum([child.proof for _, child in children])
        heap = [(child.disproof, i) for i, (_, child) in enumerate(children)]
        heapify(heap)
        while True:
            proof, best = heap[0]
            action, child = children[best]
            # A proof hands on its INFINITE or OUTRIGHT. The sum may pass INFINITE without a
            # decision, where positions are counted many times over.
            disproof = min(disproof_sum, INFINITE - 1) if proof else child.proof
            if proof >= proof_limit or disproof >= disproof_limit:
                self._note(position, proof, disproof)
                return proof, disproof
            # Beyond the second best, lest the two take turns: by half as much again, or by
            # three tenths where the defender chooses.
            second, _ = min(heap[1:3], default=(INFINITE, 0))
            slack = second * (5 if position.mover.odd == self.odd else 3) // 10
            limit = min(second + slack + 1, proof_limit)
            # A child's proof number counts towards the position's disproof number, and its
            # disproof number is the position's proof number: so the limits change places.
            disproof_sum -= child.proof
            child.proof, child.disproof = self._search(
                child,
                position.fixing(action, symmetries),
                disproof_limit - disproof + child.proof,
                limit,
            )
            disproof_sum += child.proof
            heapreplace(heap, (child.disproof, best))

    def _note(self, position: Position, proof: int, disproof: int) -> None:
        shape = position.shape()
        self.shared.fingerprints.add(position.fingerprint)
        if OUTRIGHT in (proof, disproof):
            self.found.pop(shape, None)
            self.shared.won[shape] = proof, disproof
        else:
            self.found[shape] = proof, disproof
