"""Who wins at all: proof numbers, above all for positions with up to 25 empty cells.

The question has an *attacker*, who must win. The opponent, the *defender*, must prevent
that: a tie will do.

The *proof number* of a position estimates the fewest undecided positions that must be
decided to prove that its mover succeeds. The *disproof number* is the same for its mover's
failure. If one of the two is 0, the position is decided, and the other is INFINITE.

The search goes on where a decision seems nearest. In a child the opponent moves. So one
disproven child proves a position. A position is disproven if all its children are
proven. The numbers only say where to look: what is decided is exact.

Proof numbers are due to Allis (1994), their depth-first search to Nagai (2002), the slack
in its limits to Pawlewicz and Lew (2007).
"""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from t3_engine.clock import Clock
from t3_engine.position import TIE, WIN, Position
from t3_engine.symmetry import key_of
from t3_engine.tables import ActionIndex, members

INFINITE: Final = 1 << 29
"""Larger than any finite proof number. Below 1 << 30, where CPython's ints are fastest."""

PROVEN: Final = 0, INFINITE
DISPROVEN: Final = INFINITE, 0

CALM: Final = 20
"""The initial disproof number of a position without a threat, before a tie is met. Found by
trial: from 12 to 30 the results hardly differ."""


@dataclass(slots=True)
class Child:
    """A child of a position, with its numbers."""

    action: ActionIndex
    position: Position
    proof: int
    disproof: int


class ProofNumbers:
    """Answers whether the attacker wins: odds if `odd`, else evens.

    Keeps results from one question to the next, also if TimeoutError ends a search.
    """

    def __init__(self, odd: bool, clock: Clock) -> None:
        self.odd = odd
        self.clock = clock
        self.numbers: dict[Hashable, tuple[int, int]] = {}
        """Proof and disproof number, by key."""
        self.met_tie = False
        """Whether the search has met a position where the attacker can complete no line.
        Games are long then, with many ways to the same position."""
        self.last_proofs: dict[bool, dict[ActionIndex, int]] = {
            True: defaultdict(int),
            False: defaultdict(int),
        }
        """By side (True for odds) and action: the value of clock.nodes when it last proved
        a position."""

    def wins(self, position: Position) -> bool:
        """Whether the attacker wins. The game must not be over.

        Also raises TimeoutError if the game can last too long for Python's stack.
        """
        proof, disproof = self._at_sight(position)
        if proof and disproof:
            self.clock.spend(1)
            try:
                proof, _ = self._search(position, INFINITE, INFINITE)
            except RecursionError:
                raise TimeoutError from None
        return (proof == 0) == (position.mover.odd == self.odd)

    def known(self, position: Position) -> bool | None:
        """Whether the attacker wins; None if undecided so far."""
        proof, disproof = self.numbers.get(key_of(position), (1, 1))
        if proof and disproof:
            return None
        return (proof == 0) == (position.mover.odd == self.odd)

    def _at_sight(self, position: Position) -> tuple[int, int]:
        """The first proof and disproof number of a position: docs/engine.md, section 4."""
        attacks = position.mover.odd == self.odd
        utility = position.utility_at_sight()
        completes = position.mover.tables.sides[self.odd].completes
        if utility is None and completes.isdisjoint(position.codes):
            utility = TIE  # or the attacker loses, which gives the same answer
        if utility is not None:
            self.met_tie = self.met_tie or utility == TIE
            holds = utility == WIN or (utility == TIE and not attacks)
            return PROVEN if holds else DISPROVEN
        safe = position.safe.bit_count()
        if self.met_tie:
            # If wins are rare, the lines that the attacker can still complete matter most.
            lines = sum([code in completes for code in position.codes])
            return lines, lines * safe
        return 1, safe if position.is_threatened() else CALM

    def _children(self, position: Position, look: bool) -> list[Child]:
        """The children after the sound actions, with their numbers.

        If `look`, uses numbers found before, and keeps one of the children with equal keys.
        Stops at the first proving child. To meet it early, tries first the actions that
        proved positions most recently (after the history heuristic, Schaeffer 1989).
        """
        children = []
        met = set()
        made = 0
        actions = members(position.distinct(position.sound()))
        last_proofs = self.last_proofs[position.mover.odd]
        actions.sort(key=last_proofs.__getitem__, reverse=True)
        for action, child in position.children(actions):
            made += 1
            proof, disproof = self._at_sight(child)
            if look and proof and disproof:
                key = key_of(child)
                if key in met:
                    continue
                met.add(key)
                proof, disproof = self.numbers.get(key, (proof, disproof))
            if disproof == 0:
                last_proofs[action] = self.clock.nodes + made
                children = [Child(action, child, proof, disproof)]
                break
            children.append(Child(action, child, proof, disproof))
        self.clock.spend(made)
        return children

    def _search(
        self, position: Position, proof_limit: int, disproof_limit: int
    ) -> tuple[int, int]:
        """Search an unfinished position until one of its numbers reaches its limit.

        Past a limit another position is more promising. If both limits are INFINITE, the
        search decides the position. Returns its numbers.
        """
        known = self.numbers.get(key_of(position))
        if known and (known[0] >= proof_limit or known[1] >= disproof_limit):
            return known
        # The children's keys take time, so a first visit does without them. After a tie
        # they pay even then, because more ways lead to the same position.
        children = self._children(position, look=known is not None or self.met_tie)
        while True:
            in_order = sorted([child.disproof for child in children])
            proof, second, *_ = [*in_order, INFINITE, INFINITE]
            total = sum([child.proof for child in children])
            # Positions counted several times can make the sum pass INFINITE with nothing
            # decided.
            disproof = min(total, INFINITE - 1) if proof else INFINITE
            if proof >= proof_limit or disproof >= disproof_limit:
                self.numbers[key_of(position)] = proof, disproof
                return proof, disproof
            best = next(child for child in children if child.disproof == proof)
            # Stays in the best child until it is a little worse than the second best (the
            # slack). Otherwise the search would change between the two all the time.
            limit = min(second + second // 2 + 1, proof_limit)
            # The position's disproof number is the sum of its children's proof numbers. Its
            # proof number is the best child's disproof number. So the limits change places.
            best.proof, best.disproof = self._search(
                best.position, disproof_limit - disproof + best.proof, limit
            )
            if best.disproof == 0:
                self.last_proofs[position.mover.odd][best.action] = self.clock.nodes
