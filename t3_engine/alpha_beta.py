"""The utility of a position, by the alpha-beta search of t3_player.py.

The loop and its memo are the same, and the order of actions nearly so. What differs is the
position: its key stands for all its symmetric images, and more wins and losses show at
sight.
"""

from collections.abc import Hashable

from t3_engine.clock import Clock
from t3_engine.position import LOSS, TIE, WIN, Position
from t3_engine.symmetry import key_of
from t3_engine.tables import ActionIndex, members


class AlphaBeta:
    """One search, with what it has found so far."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.memo: dict[tuple[Hashable, int, int], int] = {}
        """What each call of `search` returned, by key, alpha and beta."""

    def search(self, position: Position, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility if it is between `alpha` and `beta`, else a bound on it.

        As T3Player.alpha_beta. Nobody has won yet.
        """
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight
        call = key_of(position), alpha, beta
        if call in self.memo:
            return self.memo[call]
        best = LOSS
        for _, child in position.children(self.promising(position)):
            self.clock.spend(1)
            best = max(best, -self.search(child, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.memo[call] = best
        return best

    def promising(self, position: Position) -> list[ActionIndex]:
        """The safe actions, likely best first.

        First come those that make a threat, then the largest numbers, then the cells on the
        most lines. (An action that makes two threats needs no search.)
        """
        forcing, _ = position.forcing()
        tables = position.mover.tables

        def promise(action: ActionIndex) -> tuple[int, int, int]:
            cell, rank = divmod(action, tables.choices)
            return forcing >> action & 1, rank, len(tables.lines_on[cell])

        return sorted(members(position.distinct(position.safe)), key=promise, reverse=True)

    def known(self, position: Position) -> int | None:
        """The utility, if a call has found it; None if not."""
        key = key_of(position)
        if self.memo.get((key, LOSS, TIE)) == LOSS:
            return LOSS
        return self.memo.get((key, LOSS, WIN))
