"""The ladder over the engine's positions: utility, then depth, then action.

t3_player.py has the same ladder over states. Here each rung has a faster search:

1. The utility comes from utility.py.
2. `ends_within` asks whether the game can be over within a number of plies, by actions
   that keep the utility. The first number of plies that will do is the depth.
3. `climb` tries the actions in order, so that the first to pass is the earliest.
"""

from collections.abc import Hashable
from typing import NamedTuple

from t3_engine.alike import key_of
from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.position import LOSS, TIE, WIN, Position
from t3_engine.rules import ActionIndex, ActionSet, members
from t3_engine.utility import CROWDED, Utilities
from t3_state import T3Action, T3State


class Found(NamedTuple):
    """What was found of a state; t3_player.Evaluation says what each part means."""

    utility: int
    depth: int
    action: T3Action | None
    exact: bool


class Search:
    """One search: its clock, and what it has found so far.

    Utilities are those of the mover, and depths are counted in plies.
    """

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.utilities = Utilities(clock)

    def climb(self, position: Position) -> tuple[int, int, ActionIndex | None]:
        """The exact utility, depth and best action; no action if the game is over."""
        if position.is_won():
            return LOSS, 0, None
        if not position.legal():
            return TIE, 0, None
        if position.can_win():
            return WIN, 1, members(position.winning())[0]
        utility = self.utilities.of(position)
        children = self.distinct(position, _keeping(position, utility))
        # The last ply is always the winner's, so a longer game is longer by two. A tie has
        # one depth only: that of a full board.
        for depth in range(_fewest_plies(position, utility), position.plies_left() + 1, 2):
            for action, child in children:
                if self.keeps(child, -utility, depth - 1):
                    return utility, depth, action
        raise AssertionError("some action keeps the utility, at some depth")

    def keeps(self, child: Position, utility: int, plies: int) -> bool:
        """Whether a child has this utility and at most this depth."""
        if plies < _fewest_plies(child, utility):
            return False
        # Where the parent is lost, every child is won.
        if utility != WIN and self.utilities.of(child) != utility:
            return False
        return self.ends_within(child, utility, plies)

    def ends_within(self, position: Position, utility: int, plies: int) -> bool:
        """Whether a position, whose utility is known, has at most this depth.

        That is so if some action leads to a position with the same utility, seen from
        the other side, and a depth smaller by one.
        """
        if plies < _fewest_plies(position, utility):
            return False
        if position.can_win() or utility == TIE:
            return True  # in these two cases the fewest plies are the depth itself
        children = [
            child
            for _, child in self.distinct(position, _keeping(position, utility))
            if plies > _fewest_plies(child, -utility)
        ]
        if utility == LOSS:  # every child is won
            return any(self.ends_within(child, WIN, plies - 1) for child in children)
        children.sort(key=lambda child: child.safe.bit_count())
        return any(
            found == LOSS and self.ends_within(child, LOSS, plies - 1)
            for child, found in self.utilities.decided(children)
        )

    def distinct(
        self, position: Position, actions: ActionSet
    ) -> list[tuple[ActionIndex, Position]]:
        """Those of `actions` that lead to different positions, earliest first."""
        if position.holes() <= CROWDED:  # to tell which are alike takes longer
            self.clock.spend(actions.bit_count())
            return list(position.children(members(actions)))
        first: dict[Hashable, tuple[ActionIndex, Position]] = {}
        for action, child in position.children(members(position.distinct(actions))):
            first.setdefault(key_of(child), (action, child))
        self.clock.spend(len(first))
        return list(first.values())

    def likeliest(self, position: Position) -> tuple[int, int, ActionIndex]:
        """A utility and a depth that are secured, and the action that promises most.

        For when time ran out on `climb`, by what was found until then: an action known to
        win, the soonest first; else one known to tie; else, of those not known to lose,
        the one after which the opponent was found to have no win within the most plies.
        """
        odd = position.mover.odd
        forced = self.utilities.forced

        def judge(item: tuple[ActionIndex, Position]) -> tuple[int, int, int, int]:
            action, child = item
            lower, upper = self.utilities.bounds(child)
            won, _ = forced[odd].limits(child)
            lost, held = forced[not odd].limits(child)
            length = -won if won else lost or held
            return -upper, -lower, length, -action

        actions = position.distinct(position.safe or position.legal())
        secured, *_, best = max(map(judge, position.children(members(actions))))
        # After a safe action nobody wins before the ply after the opponent's.
        fewest = 3 if position.safe else 2
        return secured, min(fewest, position.plies_left()), -best

    def evaluate(self, state: T3State) -> Found:
        """The utility and depth of `state` for the player to move, and the best action.

        Exact, unless time ran out.
        """
        position = Position.of(state)
        try:
            utility, depth, best = self.climb(position)
            exact = True
        except OutOfTimeError:
            utility, depth, best = self.likeliest(position)
            exact = False
        action = None if best is None else position.mover.action(best)
        return Found(utility, depth, action, exact)

    def evaluate_actions(self, state: T3State) -> list[Found]:
        """What each legal action in `state` leads to, in action order; none if it is over.

        An action that time did not suffice for is not exact, and counts as a loss.
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
                except OutOfTimeError:
                    values[key_of(child)] = LOSS, 1, False
            utility, depth, exact = values[key_of(child)]
            found.append(Found(utility, depth, position.mover.action(index), exact))
        return found


def _keeping(position: Position, utility: int) -> ActionSet:
    """The actions that may lead to a position's utility, where no action wins at once.

    In a lost position that is all of them. In any other, what is not safe would lose.
    """
    assert not position.can_win()
    return position.legal() if utility == LOSS else position.safe


def _fewest_plies(position: Position, utility: int) -> int:
    """A depth that `position` can't be below if it has this utility for its mover."""
    if utility == TIE:
        return position.plies_left()
    if utility == WIN:
        return 1 if position.can_win() else 3
    return 4 if position.safe == position.legal() else 2
