"""The ladder for the engine's positions: utility, then depth, then action.

t3_player.py has the same ladder for states. Here each rung has a faster search:

1. utility.py finds the utility.
2. `ends_within` decides whether the game ends within a number of plies if both sides keep
   their utility and end it soonest. `climb` asks for more and more plies: the first yes is
   the depth.
3. `climb` tries the actions in order, so the first that passes is the earliest.
"""

from collections.abc import Hashable
from typing import NamedTuple

from t3_engine.alike import key_of
from t3_engine.clock import Clock
from t3_engine.position import LOSS, TIE, WIN, Position
from t3_engine.rules import ActionIndex, ActionSet, members
from t3_engine.utility import Utilities
from t3_state import T3Action, T3State


class Found(NamedTuple):
    """The value of a state, as in t3_player.Evaluation."""

    utility: int
    depth: int
    action: T3Action | None
    exact: bool


class Search:
    """One search, with its clock and what it has found so far.

    Utilities are for the mover, depths in plies.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.utilities = Utilities(clock)

    def climb(self, position: Position) -> tuple[int, int, ActionIndex | None]:
        """The exact utility, depth and best action; no action if the game is over."""
        if position.is_won():
            return LOSS, 0, None
        if not position.empty:
            return TIE, 0, None
        if position.can_win():
            return WIN, 1, members(position.winning())[0]
        utility = self.utilities.of(position)
        children = self.one_of_each(position, _keeping(position, utility))
        # The winner makes the last placement, so possible depths of a win or loss are two
        # apart. A tie has one possible depth.
        for depth in range(_fewest_plies(position, utility), position.holes() + 1, 2):
            for action, child in children:
                if self.keeps(child, -utility, depth - 1):
                    return utility, depth, action
        raise AssertionError("some action keeps the utility, at some depth")

    def keeps(self, child: Position, utility: int, plies: int) -> bool:
        """Whether a child has this utility and at most this depth."""
        if plies < _fewest_plies(child, utility):
            return False
        # WIN needs no check: the parent is lost, so all its children are won.
        if utility != WIN and self.utilities.of(child) != utility:
            return False
        return self.ends_within(child, utility, plies)

    def ends_within(self, position: Position, utility: int, plies: int) -> bool:
        """Whether a position of known utility has at most this depth.

        True if some action leads to a position with utility `-utility` and a depth of at
        most `plies - 1`.
        """
        if plies < _fewest_plies(position, utility):
            return False
        if position.can_win() or utility == TIE:
            return True  # the depth is exactly _fewest_plies
        children = [
            child
            for _, child in self.one_of_each(position, _keeping(position, utility))
            if plies > _fewest_plies(child, -utility)
        ]
        if utility == LOSS:  # all children are won
            return any(self.ends_within(child, WIN, plies - 1) for child in children)
        children.sort(key=lambda child: child.safe.bit_count())
        return any(
            found == LOSS and self.ends_within(child, LOSS, plies - 1)
            for child, found in self.utilities.decided(children)
        )

    def one_of_each(
        self, position: Position, actions: ActionSet
    ) -> list[tuple[ActionIndex, Position]]:
        """One child of each kind, with the earliest action that leads to it."""
        first: dict[Hashable, tuple[ActionIndex, Position]] = {}
        for action, child in position.children(members(position.distinct(actions))):
            first.setdefault(key_of(child), (action, child))
        self.clock.spend(len(first))
        return list(first.values())

    def likeliest(self, position: Position) -> tuple[int, int, ActionIndex]:
        """Lower bounds of utility and depth of the most promising action, and that action.

        For when time runs out during `climb`. Prefers an action known to win, the soonest
        first; then one that secures a tie; then one not known to lose; then one that loses.
        Among equals prefers the one that delays the opponent's win the longest, as far as
        known.
        """
        odd = position.mover.odd
        forced = self.utilities.forced

        def judge(item: tuple[ActionIndex, Position]) -> tuple[int, int, int, int]:
            action, child = item
            lower, upper = self.utilities.bounds(child)
            won, _ = forced[odd].limits(child)
            lost, held = forced[not odd].limits(child)
            if upper == LOSS:
                # Without a safe action the child is lost in two plies.
                length = -(2 if not child.safe else won or child.holes())
            else:
                length = lost or held
            return -upper, -lower, length, -action

        actions = position.distinct(position.safe or position.legal())
        secured, *_, best = max(map(judge, position.children(members(actions))))
        # Nobody can win at ply 1, nor, after a safe action, at ply 2.
        fewest = 3 if position.safe else 2
        return secured, min(fewest, position.holes()), -best

    def evaluate(self, state: T3State) -> Found:
        """The utility and depth of `state` for the player to move, and the best action.

        If time ran out, it is what `likeliest` finds, not exact.
        """
        position = Position.of(state)
        try:
            utility, depth, best = self.climb(position)
            exact = True
        except TimeoutError:
            utility, depth, best = self.likeliest(position)
            exact = False
        action = None if best is None else position.mover.action(best)
        return Found(utility, depth, action, exact)

    def evaluate_actions(self, state: T3State) -> list[Found]:
        """The value of each legal action in `state`, in action order. Empty if it is over.

        If time runs out on an action, its utility and depth are only lower bounds: LOSS, 1.
        """
        position = Position.of(state)
        values: dict[Hashable, tuple[int, int, bool]] = {}
        found = []
        actions = [] if position.is_won() else members(position.legal())
        for index, child in position.children(actions):
            if key_of(child) not in values:
                try:
                    utility, depth, _ = self.climb(child)
                    values[key_of(child)] = -utility, depth + 1, True
                except TimeoutError:
                    values[key_of(child)] = LOSS, 1, False
            utility, depth, exact = values[key_of(child)]
            found.append(Found(utility, depth, position.mover.action(index), exact))
        return found


def _keeping(position: Position, utility: int) -> ActionSet:
    """The actions that may keep a position's utility, where none wins at once.

    In a lost position these are all actions. In others, an unsafe action would lose.
    """
    assert not position.can_win()
    return position.legal() if utility == LOSS else position.safe


def _fewest_plies(position: Position, utility: int) -> int:
    """A lower bound of the depth at this utility. It is exact for a tie or a win in 1."""
    if utility == TIE:
        return position.holes()
    if utility == WIN:
        return 1 if position.can_win() else 3
    # The loser hurries: an unsafe action loses at ply 2, a safe one at ply 4 or later.
    return 4 if position.safe == position.legal() else 2
