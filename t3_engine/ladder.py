"""The ladder over the engine's positions: utility, then depth, then action.

t3_player.py has the same ladder over states. Here each rung has a faster search:

1. `utility` asks for forced wins, within few plies first: proof.py decides those.
2. `ends_within` asks whether the game can be over within a number of plies, by actions
   that keep the utility. The first number of plies that will do is the depth.
3. `climb` tries the actions in order, so that the first to pass is the earliest.
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.position import LOSS, TIE, WIN, ActionIndex, ActionSet, Position, members
from t3_engine.proof import ForcedWins
from t3_state import T3Action, T3State

CROWDED = 12
"""With at most this many empty cells alpha-beta is faster than proof numbers: two to three
times on 3x3 boards."""
FEW_HOLES = 25
"""With at most this many empty cells the search asks at once who wins at all. A limit on
the plies helps where forcing lines go on and on, as on wide boards."""


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
        self.forced = {odd: ForcedWins(odd, clock) for odd in (True, False)}
        """Whether odds, if True, and whether evens win within how many plies."""
        self.utilities: dict[Hashable, int] = {}
        """The utility of positions, by their key."""
        self.bounds: dict[Hashable, tuple[int, int]] = {}
        """A lower and an upper bound of the utility of crowded positions."""
        self.killers: dict[int, ActionSet] = {}
        """The action that last made a cut, as a set, by the number of empty cells."""

    def utility(self, position: Position) -> int:
        """The utility of a position that nobody has won."""
        if position.holes() <= CROWDED:
            return self.alpha_beta(position, LOSS, WIN)
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight
        if position.key() not in self.utilities:
            for _ in self._decided([position]):
                pass
        return self.utilities[position.key()]

    def alpha_beta(self, position: Position, alpha: int, beta: int) -> int:
        """The utility of a position, as far as a window asks for it, as in t3_player.py."""
        lower, upper = self._known(position)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        best = LOSS
        for action, child in self._in_order(position):
            best = max(best, -self.alpha_beta(child, -beta, -max(alpha, best)))
            if best >= beta:
                self.killers[position.holes()] = 1 << action
                break
        if best > alpha:
            lower = best
        if best < beta:
            upper = best
        self.bounds[_cells_and_codes(position)] = lower, upper
        return best

    def _known(self, position: Position) -> tuple[int, int]:
        """The bounds of a crowded position's utility, as far as alpha-beta knows it."""
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight, at_sight
        return self.bounds.get(_cells_and_codes(position), (LOSS, WIN))

    def _in_order(self, position: Position) -> Iterator[tuple[ActionIndex, Position]]:
        """The safe actions with what they lead to.

        First the action that last made a cut with as many empty cells, then those that
        leave the fewest safe replies.
        """
        killer = self.killers.get(position.holes(), 0) & position.safe
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

    def _decided(self, positions: Iterable[Position]) -> Iterator[Position]:
        """Positions that are not over, as soon as their utility is found.

        The search asks each of them for a win within few plies before it asks any for one
        within more.
        """
        waiting = list(positions)
        plies = 1
        while waiting:
            still = []
            for position in waiting:
                if self._decide(position, plies):
                    yield position
                else:
                    still.append(position)
            waiting = still
            plies = _next_limit(plies)

    def _decide(self, position: Position, plies: int) -> bool:
        """Whether a win within `plies`, or a tie, tells the utility; it is noted then."""
        if position.holes() <= CROWDED:
            return True  # alpha-beta is quick about it
        key = position.key()
        if key in self.utilities:
            return True
        left = position.plies_left()
        if position.holes() <= FEW_HOLES:
            plies = left
        odd = position.mover.odd
        utility = position.utility_at_sight()
        if utility is None:
            if self.forced[not odd].within(position, plies + 1):
                utility = LOSS
            elif self.forced[odd].within(position, plies):
                utility = WIN
            elif plies >= left:
                utility = TIE
            else:
                return False
        self.utilities[key] = utility
        return True

    def ends_within(self, position: Position, utility: int, plies: int) -> bool:
        """Whether a position has this utility and at most this depth.

        That is so if some action leads to a position with the same utility, seen from
        the other side, and a depth smaller by one.
        """
        if plies < _fewest_plies(position, utility) or self.utility(position) != utility:
            return False
        if position.can_win() or utility == TIE:
            return True  # in these two cases the fewest plies are the depth itself
        children = [
            child
            for _, child in self.distinct(position, _keeping(position, utility))
            if plies > _fewest_plies(child, -utility)
        ]
        if utility == WIN:
            children.sort(key=lambda child: child.safe.bit_count())
            return any(
                self.ends_within(child, LOSS, plies - 1)
                for child in self._decided(children)
                if self.utility(child) == LOSS
            )
        return any(self.ends_within(child, WIN, plies - 1) for child in children)

    def distinct(
        self, position: Position, actions: ActionSet
    ) -> list[tuple[ActionIndex, Position]]:
        """Those of `actions` that lead to different positions, earliest first."""
        if position.holes() <= CROWDED:  # to tell which are alike takes longer
            self.clock.spend(actions.bit_count())
            return list(position.children(members(actions)))
        first: dict[Hashable, tuple[ActionIndex, Position]] = {}
        for action, child in position.children(members(position.distinct(actions))):
            first.setdefault(child.key(), (action, child))
        self.clock.spend(len(first))
        return list(first.values())

    def climb(self, position: Position) -> tuple[int, int, ActionIndex | None]:
        """The exact utility, depth and best action; no action if the game is over."""
        if position.is_won():
            return LOSS, 0, None
        if not position.legal():
            return TIE, 0, None
        if position.can_win():
            return WIN, 1, members(position.winning())[0]
        utility = self.utility(position)
        children = self.distinct(position, _keeping(position, utility))
        # The last ply is always the winner's, so a longer game is longer by two. A tie has
        # one depth only: that of a full board.
        for depth in range(_fewest_plies(position, utility), position.plies_left() + 1, 2):
            for action, child in children:
                if self.ends_within(child, -utility, depth - 1):
                    return utility, depth, action
        raise AssertionError("some action keeps the utility, at some depth")

    def likeliest(self, position: Position) -> tuple[int, int, ActionIndex]:
        """A utility and a depth that are secured, and the action that promises most.

        For when time ran out on `climb`, by what was found until then: a child known to
        be lost for the opponent, else a tie, else the one where the opponent was found to
        have no win within the most plies.
        """
        odd = position.mover.odd

        def judge(item: tuple[ActionIndex, Position]) -> tuple[int, int, int]:
            """What is secured, what may come of it, and how early."""
            action, child = item
            won, _ = self.forced[odd].limits(child)
            if won is not None:
                return WIN, -won, -action
            if child.holes() <= CROWDED:
                lower, upper = self._known(child)
                return -upper, -lower, -action
            lost, safe_until = self.forced[not odd].limits(child)
            if safe_until >= child.plies_left():
                return TIE, 0, -action
            return LOSS, safe_until if lost is None else lost - 1, -action

        actions = position.distinct(position.safe or position.legal())
        secured, _, best = max(map(judge, position.children(members(actions))))
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
            if child.key() not in values:
                try:
                    utility, depth, _ = self.climb(child)
                    values[child.key()] = -utility, depth + 1, True
                except OutOfTimeError:
                    values[child.key()] = LOSS, 1, False
            utility, depth, exact = values[child.key()]
            found.append(Found(utility, depth, position.mover.action(index), exact))
        return found


def _next_limit(plies: int) -> int:
    """The plies to ask for after these: two more, and on from 15 twice as many."""
    return plies + 2 if plies < 15 else 2 * plies + 1


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


def _cells_and_codes(position: Position) -> Hashable:
    """A key that is quicker to make than Position.key, and equal less often."""
    return position.mover.odd, position.empty, *position.codes
