"""The player: exact alpha-beta minimax for Tic-Tac-Total.

What is best is a ladder: the highest utility, then the smallest depth, then the earliest
action, at every node and for both players, in defeat too. Utility is 1, 0 or -1 for the
player to move; depth is the number of plies that the game lasts if both climb the ladder.

One alpha-beta search can't climb it. Utility is zero-sum, so a window prunes it. Depth is
not: *both* players want it small, so it can't be negated; and a subtree that was cut
returns a bound, whose depth means nothing. The textbook search compares that depth all
the same, and loses won games by it. Here each rung has its own search:

1. `_utility` is recursive alpha-beta minimax on the utility alone, where a cut can't
   change the answer. Boards too open for it go to a proof-number search (t3_proof), which
   answers the same question.
2. `_ends_within` asks whether the game can be over within so many plies, by actions that
   keep the utility. Asked for ever more plies, it finds the depth.
3. `_climb` tries the actions in order, so that the first to pass is the earliest.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from t3_clock import Clock, OutOfTimeError
from t3_position import LOSS, TIE, WIN, Position, members
from t3_proof import ProofSearch
from t3_state import IllegalActionError, InvalidBoardError, T3Action, T3State

__all__ = [
    "LOSS",
    "TIE",
    "WIN",
    "Evaluation",
    "IllegalActionError",
    "InvalidBoardError",
    "T3Action",
    "T3Player",
    "T3State",
    "choose",
]


WIDE_OPEN = 16
"""With more empty cells than this, proof-number search is the faster one."""


@dataclass(frozen=True)
class Evaluation:
    """The value of a state for the player to move.

    Without a time limit it is always exact. If time ran out, `exact` is False: the action
    is the best that was found, legal and no blunder in sight, and what is proven of it is
    that it leads to at least this utility and that the game lasts at least this long.
    """

    utility: int
    """1 if the player to move wins, 0 for a tie, -1 if the player loses."""
    depth: int
    """The number of plies to the end of the game."""
    action: T3Action | None
    """The best action; None if the game is over."""
    exact: bool = True
    """Whether all of this is proven."""
    nodes: int = field(default=0, compare=False, repr=False)
    """The number of positions that the search made."""

    def before(self, action: T3Action) -> "Evaluation":
        """What `action` is worth, if this is the value of the state that it leads to."""
        return Evaluation(-self.utility, self.depth + 1, action, self.exact)

    def rank(self) -> tuple[float, int]:
        """Its rung on the ladder, the smallest the best. What is not exact may yet win."""
        return -self.utility if self.exact else 0.5, self.depth


class Search:
    """What one search has found so far, and its clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.bounds: dict[Hashable, tuple[int, int]] = {}
        """A lower and an upper bound of the utility of positions, by their key."""
        self.killers: dict[int, int] = {}
        """The action that last made a cut, as a set, by the actions then left."""

    @cached_property
    def odds_win(self) -> ProofSearch:
        """Whether odds win."""
        return ProofSearch(True, self.clock)

    @cached_property
    def evens_win(self) -> ProofSearch:
        """Whether evens win."""
        return ProofSearch(False, self.clock)

    def children(self, position: Position) -> Iterator[tuple[int, Position]]:
        """The candidates of a position with what they lead to, the most telling first.

        The order changes no answer, only how soon it is found. First comes the action
        that made a cut in another position of the same ply, then what leaves the
        opponent nothing, then the others by how few replies they leave.
        """
        candidates = position.candidates()
        killer = self.killers.get(position.empty.bit_count(), 0) & candidates
        if killer:
            self.clock.spend(1)
            action = killer.bit_length() - 1
            yield action, position.after(action)
        others = []
        for action in members(candidates ^ killer):
            self.clock.nodes += 1  # counted alone: one look at the clock for all of them
            child = position.after(action)
            if child.safe:
                others.append((child.safe.bit_count(), action, child))
            else:
                yield action, child
        self.clock.spend(0)
        others.sort()
        for _, action, child in others:
            yield action, child


class T3Player:
    """Plays perfectly, either side, on any board.

    With a `time_limit`, in seconds, it answers in about that time, on boards of any size,
    and says whether the answer is exact; without one it always is. (An exact answer in a
    lost position takes the shortest way out, one that is not exact plays on.) A player
    keeps nothing from one call to the next.

    Of a state the player reads the board, the turn, and the constants MAX_MOVE and
    WIN_TARGET, which a subclass of T3State may override. The rest of the rules it knows
    itself: methods that a subclass overrides are not asked.

    >>> T3Player().choose(T3State.from_notation("120/000/000 evens"))
    T3Action(0, 1, 2)
    """

    def __init__(self, time_limit: float | None = None) -> None:
        if time_limit is not None and not time_limit >= 0:
            raise ValueError(f"a time limit is a number of seconds, not {time_limit!r}")
        self.time_limit = time_limit

    def choose(self, state: T3State) -> T3Action | None:
        """The best action in `state` for the player to move; None if the game is over."""
        return self.evaluate(state).action

    def evaluate(self, state: T3State, clock: Clock | None = None) -> Evaluation:
        """The utility and depth of `state` for the player to move, and the best action.

        A `clock`, in place of one with the player's time limit, lets the caller watch the
        search and stop it.
        """
        search = Search(clock or Clock(self.time_limit))
        position = Position.of(state)
        if position.is_won():
            return Evaluation(LOSS, 0, None)
        if not position.legal():
            return Evaluation(TIE, 0, None)
        try:
            utility, depth, best = self._climb(position, search)
            exact = True
        except OutOfTimeError:
            utility, depth, best = self._likeliest(position, search)
            exact = False
        action = position.mover.action(best)
        return Evaluation(utility, depth, action, exact, search.clock.nodes)

    def evaluate_actions(
        self, state: T3State, clock: Clock | None = None
    ) -> list[Evaluation]:
        """What each legal action in `state` leads to, the best first, none if it is over.

        Of an action that time did not suffice for, nothing is known: it is not exact, has
        the utility of a loss, and comes before those that are known to lose.

        >>> state = T3State.from_notation("532/215/520 evens")
        >>> for value in T3Player().evaluate_actions(state):
        ...     print(value.utility, value.depth, value.action)
        1 1 (2,2) = 6
        0 1 (2,2) = 2
        0 1 (2,2) = 4
        """
        search = Search(clock or Clock(self.time_limit))
        position = Position.of(state)
        symmetries = position.symmetries()
        found: dict[int, Evaluation] = {}
        for action in [] if position.is_won() else members(position.legal()):
            first = position.first_alike(action, symmetries)
            if first == action:
                found[action] = self._after(position, action, search)
            else:  # worth the same
                same = position.mover.action(action)
                found[action] = replace(found[first], action=same)
        return sorted(found.values(), key=Evaluation.rank)

    def _after(self, position: Position, action: int, search: Search) -> Evaluation:
        """What an action leads to, not exact if the time does not suffice for it."""
        named = position.mover.action(action)
        if position.winning() >> action & 1:
            return Evaluation(WIN, 1, named)
        child = position.after(action)
        if not child.legal():
            return Evaluation(TIE, 1, named)
        try:
            utility, depth, _ = self._climb(child, search)
        except OutOfTimeError:
            return Evaluation(LOSS, 1, named, exact=False)
        return Evaluation(-utility, depth + 1, named)

    def _climb(self, position: Position, search: Search) -> tuple[int, int, int]:
        """The exact utility, depth and best action of a position that is not over."""
        if position.can_win():
            return WIN, 1, members(position.winning())[0]
        utility = self._utility(position, LOSS, WIN, search)
        actions = _keeping(position, utility)
        if _is_wide_open(position):
            # What a symmetry takes to an earlier action is as good, and so never best.
            actions = position.distinct(actions, position.symmetries())
        # The last ply is always the winner's, so a longer game is longer by two. A tie has
        # one depth only: that of a full board.
        for depth in range(_fewest_plies(position, utility), position.plies_left() + 1, 2):
            for action in members(actions):
                if self._ends_within(position.after(action), -utility, depth - 1, search):
                    return utility, depth, action
        raise AssertionError("some action keeps the utility, at some depth")

    def _utility(self, position: Position, alpha: int, beta: int, search: Search) -> int:
        """The utility of `position` for its mover, as far as a window asks for it.

        The mover has `alpha` elsewhere already, and the opponent, who has another way too,
        won't let the mover have more than `beta`: only between them does it matter.

            alpha < result < beta:  the utility is the result
            result <= alpha:        the utility is at most the result
            result >= beta:         the utility is at least the result
        """
        if position.can_win():
            return WIN
        if _is_wide_open(position):
            return self._utility_by_proof(position, search)
        return self._alpha_beta(position, alpha, beta, search)

    def _alpha_beta(self, position: Position, alpha: int, beta: int, search: Search) -> int:
        """The same, for a mover who can't win at once.

        Recursive minimax with alpha-beta pruning (Knuth and Moore 1975; fail-soft).
        """
        # Exact: an action that is not safe loses at once. So if some are safe, one of them
        # is best, and the others need no search.
        if not position.safe:
            return LOSS if position.legal() else TIE
        if not position.has_live_line():
            return TIE
        key = position.key()
        lower, upper = search.bounds.get(key, (LOSS, WIN))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        best, entry_alpha = LOSS, alpha
        for action, child in search.children(position):
            # The opponent's utility is ours negated, and so is the window.
            if child.safe:
                utility = -self._alpha_beta(child, -beta, -alpha, search)
            else:
                utility = WIN if child.legal() else TIE
            if utility > best:
                best = utility
                if best >= beta:
                    search.killers[position.empty.bit_count()] = 1 << action
                    break  # the other children could only raise it further
                if best > alpha:
                    alpha = best
        # A result inside the window is both bounds, one at its edge only the other way.
        if best > entry_alpha:
            lower = best
        if best < beta:
            upper = best
        search.bounds[key] = lower, upper
        return best

    def _utility_by_proof(self, position: Position, search: Search) -> int:
        """The same, always exact: whether odds win, and if not, whether evens do."""
        if search.odds_win.wins(position):
            return WIN if position.mover.odd else LOSS
        # Where no tie came up, the first answer is the second one too.
        if not search.odds_win.met_tie or search.evens_win.wins(position):
            return LOSS if position.mover.odd else WIN
        return TIE

    def _ends_within(
        self, position: Position, utility: int, plies: int, search: Search
    ) -> bool:
        """Whether `position` has this utility for its mover and at most this depth.

        That is so if some action leads to a position with the same utility, seen from
        the other side, and a depth smaller by one.
        """
        if plies < _fewest_plies(position, utility):
            return False
        # The window holds `utility` itself, so if that is the answer it is no bound.
        if self._utility(position, utility - 1, utility + 1, search) != utility:
            return False
        if position.can_win() or utility == TIE:
            return True  # in these two cases the fewest plies are the depth itself
        search.clock.spend(1)
        return any(
            self._ends_within(position.after(action), -utility, plies - 1, search)
            for action in members(_keeping(position, utility))
        )

    def _likeliest(self, position: Position, search: Search) -> tuple[int, int, int]:
        """A utility and a depth that are secured, and the action that promises most.

        For when time ran out, by what the search has found until then: a child known to
        be lost for the opponent, else a tie, else the one nearest to a decision.
        """
        if not position.safe:
            return LOSS, 2, members(position.legal())[0]

        def judge(action: int) -> tuple[int, int, int]:
            """How promising, the less the better; how near a decision; what is secured."""
            child = position.after(action)
            try:
                # What is known costs no time, and what is not known has none.
                secured = -self._utility(child, LOSS, WIN, search)
            except OutOfTimeError:
                return 2, search.odds_win.proof_numbers(child)[1], LOSS
            return {WIN: 0, TIE: 1, LOSS: 3}[secured], 0, secured

        (_, _, secured), best = min(
            (judge(action), action) for action in members(position.safe)
        )
        return secured, min(3, position.plies_left()), best


def _is_wide_open(position: Position) -> bool:
    return position.holes() > WIDE_OPEN


def _keeping(position: Position, utility: int) -> int:
    """The actions that may lead to a position's utility, where no action wins at once.

    In a lost position that is all of them. In any other, what is not safe would lose.
    """
    return position.legal() if utility == LOSS else position.safe


def _fewest_plies(position: Position, utility: int) -> int:
    """A depth that `position` can't be below if it has this utility for its mover."""
    if utility == TIE:
        return position.plies_left()
    if utility == WIN:
        return 1 if position.can_win() else 3
    return 4 if position.safe == position.legal() else 2


def choose(state: T3State) -> T3Action | None:
    """The best action in `state` for the player to move; None if the game is over."""
    return T3Player().choose(state)
