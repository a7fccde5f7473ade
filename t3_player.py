"""The player: exact alpha-beta minimax for Tic-Tac-Total.

What is best is a ladder: the highest utility, then the smallest depth, then the earliest
action, at every node and for both players, in defeat too. Utility is 1, 0 or -1 for the
player to move; depth is the number of plies that the game lasts if both climb the ladder.

One alpha-beta search can't find both. Utility is zero-sum, so a window prunes it. Depth
is not: *both* players want it small, so it can't be negated, and a cut subtree returns a
bound, whose depth means nothing. The textbook search compares that depth all the same,
and loses won games by it. Here each rung of the ladder has its own search:

1. `_utility` is alpha-beta minimax on the utility alone, where a cut loses nothing.
2. `_ends_within` asks whether the game, among actions that keep the utility, can be over
   within so many plies. Asked for ever more plies, it finds the depth.
3. `evaluate` tries the actions in order, so the first that passes is the earliest.
"""

from collections.abc import Hashable
from dataclasses import dataclass

from t3_position import Position, members
from t3_state import IllegalActionError, InvalidBoardError, T3Action, T3State

__all__ = [
    "Evaluation",
    "IllegalActionError",
    "InvalidBoardError",
    "T3Action",
    "T3Player",
    "T3State",
    "choose",
]

WIN, TIE, LOSS = 1, 0, -1

Table = dict[Hashable, tuple[int, int]]
"""For each position searched, by its key: a lower and an upper bound of its utility."""


@dataclass(frozen=True)
class Evaluation:
    """The exact value of a state for the player to move."""

    utility: int
    """1 if the player to move wins, 0 for a tie, -1 if the player loses."""
    depth: int
    """The number of plies to the end of the game."""
    action: T3Action | None
    """The best action; None if the game is over."""


class T3Player:
    """Plays perfectly, either side, on any board.

    The player reads from a state the board, the turn, and the constants MAX_MOVE and
    WIN_TARGET, which a subclass of T3State may override. It knows the rest of the rules
    itself: overridden methods do not change how it plays. It keeps nothing from one call
    to the next, so calls can't influence each other.

    >>> T3Player().choose(T3State.from_notation("120/000/000 evens"))
    T3Action(0, 1, 2)
    """

    def choose(self, state: T3State) -> T3Action | None:
        """The best action in `state` for the player to move; None if the game is over."""
        return self.evaluate(state).action

    def evaluate(self, state: T3State) -> Evaluation:
        """The exact utility and depth of `state` and the best action in it."""
        if state.is_win():
            return Evaluation(LOSS, 0, None)
        if state.is_tie():
            return Evaluation(TIE, 0, None)
        position = Position.of(state)
        if position.can_win:
            action = next(act for act, child in state.get_transitions() if child.is_win())
            return Evaluation(WIN, 1, action)
        table: Table = {}
        utility = self._utility(position, LOSS, WIN, table)
        # The last ply is always the winner's, so a longer game is longer by two.
        depth = _fewest_plies(position, utility)
        while not self._ends_within(position, utility, depth, table):
            depth += 2
        best = next(
            action
            for action in members(position.legal)
            if self._ends_within(position.after(action), -utility, depth - 1, table)
        )
        return Evaluation(utility, depth, position.rules.actions[best])

    def _utility(self, position: Position, alpha: int, beta: int, table: Table) -> int:
        """The utility of `position` for its mover, as far as the window asks for it.

        Recursive minimax with alpha-beta pruning (Knuth and Moore 1975; fail-soft). The
        mover has `alpha` elsewhere already, and the opponent won't let it have more than
        `beta`, so only a utility between the two has to be known:

            alpha < result < beta:  the utility is the result
            result <= alpha:        the utility is at most the result
            result >= beta:         the utility is at least the result
        """
        # Exact: a threat wins. Where every action leaves one, the opponent wins. And
        # where some do not, one of those is best, so that the others need no search.
        if position.can_win:
            return WIN
        if not position.safe:
            return LOSS if position.legal else TIE
        if not position.has_live_line():
            return TIE
        key = position.key()
        lower, upper = table.get(key, (LOSS, WIN))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        children = [position.after(action) for action in members(position.safe)]
        # The fewer replies, the sooner the answer. Any order gives the same one.
        children.sort(key=lambda child: child.safe.bit_count())
        best = LOSS
        for child in children:
            # The opponent's utility is ours negated, and so is the window.
            best = max(best, -self._utility(child, -beta, -max(alpha, best), table))
            if best >= beta:
                break  # the other children could only raise it further
        if best > alpha:
            lower = best
        if best < beta:
            upper = best
        table[key] = lower, upper
        return best

    def _ends_within(
        self, position: Position, utility: int, plies: int, table: Table
    ) -> bool:
        """Whether `position` has this utility for its mover and at most this depth.

        That is so if some action leads to a position with the same utility, seen from
        the other side, and a depth smaller by one. The window leaves room on both sides
        of `utility`, so what _utility is compared with is never a bound.
        """
        if plies < _fewest_plies(position, utility):
            return False
        if self._utility(position, utility - 1, utility + 1, table) != utility:
            return False
        if position.can_win or utility == TIE:
            return True  # in these two cases the fewest plies are the depth itself
        return any(
            self._ends_within(position.after(action), -utility, plies - 1, table)
            for action in members(position.legal)
        )


def _fewest_plies(position: Position, utility: int) -> int:
    """A depth that `position` can't be below if it has this utility for its mover."""
    if utility == TIE:
        return position.plies_left()
    if utility == WIN:
        return 1 if position.can_win else 3
    return 4 if position.safe == position.legal else 2


def choose(state: T3State) -> T3Action | None:
    """The best action in `state` for the player to move; None if the game is over."""
    return T3Player().choose(state)
