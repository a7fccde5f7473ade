"""The ladder for the engine's positions: utility, then depth, then action.

As in t3_player.py, `evaluate` asks for more and more plies whether an action keeps the
utility and the game `ends_within` those plies. Only utility.py finds the utility faster.
"""

from collections.abc import Hashable

from t3_engine.clock import Clock
from t3_engine.position import LOSS, TIE, WIN, Position
from t3_engine.symmetry import key_of
from t3_engine.tables import ActionIndex, ActionSet, members
from t3_engine.utility import Utilities
from t3_state import T3Action, T3State


class Search:
    """One search. All methods but `best_known` raise TimeoutError when time is up."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.utilities = Utilities(clock)

    def evaluate(self, state: T3State) -> tuple[int, int, T3Action | None]:
        """The exact utility and depth of `state`, and the best action or None."""
        position = Position.of(state)
        if position.is_won():
            return LOSS, 0, None
        if not position.empty:
            return TIE, 0, None
        if position.can_win():
            return WIN, 1, position.mover.action(members(position.winning())[0])
        utility = self.utilities.utility(position)
        children = self.distinct_children(position, _keeping(position, utility))
        # The winner makes the last placement, so possible depths of a win or loss are two
        # apart. A tie has one possible depth.
        for depth in range(_fewest_plies(position, utility), position.holes() + 1, 2):
            for action, child in children:
                if self.ends_within(child, -utility, depth - 1):
                    return utility, depth, position.mover.action(action)
        raise AssertionError("some action keeps the utility, at some depth")

    def ends_within(self, position: Position, utility: int, plies: int) -> bool:
        """Whether a position has this utility and at most this depth.

        WIN is not checked: a won position is asked about only if the position before it is
        lost, and then all its children are won.
        """
        if plies < _fewest_plies(position, utility):
            return False
        if utility != WIN and self.utilities.utility(position) != utility:
            return False
        if utility == TIE or position.can_win():
            return True  # the depth is exactly _fewest_plies
        actions = _keeping(position, utility)
        children = [child for _, child in self.distinct_children(position, actions)]
        if utility == LOSS:
            return any(self.ends_within(child, WIN, plies - 1) for child in children)
        children = [child for child in children if plies > _fewest_plies(child, LOSS)]
        children.sort(key=lambda child: child.safe.bit_count())
        return any(
            worth == LOSS and self.ends_within(child, LOSS, plies - 1)
            for child, worth in self.utilities.decided(children)
        )

    def distinct_children(
        self, position: Position, actions: ActionSet
    ) -> list[tuple[ActionIndex, Position]]:
        """The children after these actions; of symmetric ones the earliest alone."""
        first: dict[Hashable, tuple[ActionIndex, Position]] = {}
        for action, child in position.children(members(position.distinct(actions))):
            self.clock.spend(1)
            first.setdefault(key_of(child), (action, child))
        return list(first.values())

    def best_known(self, state: T3State) -> tuple[int, int, T3Action, bool]:
        """What to play in `state`, where nobody can win at once, when time is up.

        An action known to win, else one known to tie, else one not known to lose. Among
        equals the one that wins the soonest or holds out the longest, as far as known. The
        False says that the value is not exact.
        """
        position = Position.of(state)
        known, odd = self.utilities.known, position.mover.odd
        wins = self.utilities.forced[odd].wins_within
        holds = self.utilities.forced[not odd].holds_for

        def promise(child: Position) -> tuple[float, int]:
            utility, key = known(child), key_of(child)
            if utility == LOSS:
                return WIN, -wins.get(key, child.holes()) if child.safe else -2
            return -0.5 if utility is None else -utility, holds.get(key, 0)

        actions = members(position.distinct(position.safe or position.legal()))
        children = dict(position.children(actions))
        best = max(children, key=lambda action: promise(children[action]))
        utility = known(children[best])
        secured = LOSS if utility is None else -utility
        return secured, 1, position.mover.action(best), False


def _keeping(position: Position, utility: int) -> ActionSet:
    """The actions that may keep a position's utility, where none wins at once."""
    return position.legal() if utility == LOSS else position.safe


def _fewest_plies(position: Position, utility: int) -> int:
    """A lower bound of the depth at this utility. It is exact for a tie or a win in 1."""
    if utility == TIE:
        return position.holes()
    if utility == WIN:
        return 1 if position.can_win() else 3
    # The loser hurries: an unsafe action loses at ply 2, a safe one at ply 4 or later.
    return 4 if position.safe == position.legal() else 2
