"""The ladder over the engine's positions: utility, then depth, then action.

t3_player.py has the same ladder over states. Here each rung has a faster search:

1. `utility` asks `alpha_beta`, which is recursive minimax on the utility alone, where a
   cut can't change the answer, or on wide-open boards the proof-number search of proof.py.
2. `ends_within` asks whether the game can be over within a number of plies, by actions
   that keep the utility. Asked for ever more plies, it finds the depth.
3. `climb` tries the actions in order, so that the first to pass is the earliest.
"""

from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from t3_engine.clock import Clock, OutOfTimeError
from t3_engine.position import LOSS, TIE, WIN, ActionIndex, ActionSet, Position, members
from t3_engine.proof import ProofSearch, Shared
from t3_state import T3Action, T3State

WIDE_OPEN = 12
"""With more empty cells than this, proof-number search is the faster one."""


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
        self.bounds: dict[Hashable, tuple[int, int]] = {}
        """A lower and an upper bound of the utility of positions, by their key."""
        self.killers: dict[int, ActionSet] = {}
        """The action that last made a cut, as a set, by the actions then left."""
        self.shared = Shared()

    @cached_property
    def odds_win(self) -> ProofSearch:
        """Whether odds win."""
        return ProofSearch(True, self.clock, self.shared)

    @cached_property
    def evens_win(self) -> ProofSearch:
        """Whether evens win."""
        return ProofSearch(False, self.clock, self.shared)

    def alpha_beta(self, position: Position, alpha: int, beta: int) -> int:
        """The utility of a position, as far as a window asks for it, on any board.

        Recursive minimax with alpha-beta pruning (Knuth and Moore 1975; fail-soft). The
        mover has `alpha` elsewhere already, and the opponent, who has another way too,
        won't let the mover have more than `beta`: only between them does it matter.

            alpha < result < beta:  the utility is the result
            result <= alpha:        the utility is at most the result
            result >= beta:         the utility is at least the result
        """
        at_sight = position.utility_at_sight()
        if at_sight is not None:
            return at_sight
        key = position.key()
        lower, upper = self.bounds.get(key, (LOSS, WIN))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        best, entry_alpha = LOSS, alpha
        for action, child in self.children(position):
            # The opponent's utility is ours negated, and so is the window.
            utility = -self.alpha_beta(child, -beta, -alpha)
            if utility > best:
                best = utility
                if best >= beta:
                    self.killers[position.empty.bit_count()] = 1 << action
                    break  # the other children could only raise it further
                if best > alpha:
                    alpha = best
        # A result inside the window is both bounds, one at its edge only the other way.
        if best > entry_alpha:
            lower = best
        if best < beta:
            upper = best
        self.bounds[key] = lower, upper
        return best

    def children(self, position: Position) -> Iterator[tuple[ActionIndex, Position]]:
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
        for action, child in position.children(members(candidates ^ killer)):
            self.clock.nodes += 1  # counted alone: one look at the clock for all of them
            if child.safe:
                others.append((child.safe.bit_count(), action, child))
            else:
                yield action, child
        self.clock.spend(0)
        others.sort()
        for _, action, child in others:
            yield action, child

    def proof(self, position: Position, alpha: int, beta: int) -> int:
        """What `alpha_beta` tells of a position: whether odds win, and whether evens do.

        A window may need one of the two answers only. Whether odds win is asked all the
        same while no tie came up, since what that finds then answers the other as well.
        """
        sign = 1 if position.mover.odd else -1
        if sign < 0:  # from here on, for odds
            alpha, beta = -beta, -alpha
        if (beta > TIE or not self.odds_win.met_tie) and self.odds_win.wins(position):
            return sign * WIN
        if alpha < TIE and self.evens_win.wins(position):
            return sign * LOSS
        return TIE

    def utility(self, position: Position, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility of a position, as far as a window asks for it, the faster way."""
        if _is_wide_open(position):
            return self.proof(position, alpha, beta)
        return self.alpha_beta(position, alpha, beta)

    def ends_within(self, position: Position, utility: int, plies: int) -> bool:
        """Whether a position has this utility and at most this depth.

        That is so if some action leads to a position with the same utility, seen from
        the other side, and a depth smaller by one.
        """
        if plies < _fewest_plies(position, utility):
            return False
        # The window holds `utility` itself, so if that is the answer it is no bound.
        if self.utility(position, utility - 1, utility + 1) != utility:
            return False
        if position.can_win() or utility == TIE:
            return True  # in these two cases the fewest plies are the depth itself
        children: Iterable[Position] = (
            child for _, child in position.children(members(_keeping(position, utility)))
        )
        made = 1  # those made one by one count when they are asked further
        if utility == WIN and _is_wide_open(position):
            # That an action wins is soon found where it is known already; that another
            # does not may take long.
            question = self.odds_win if position.mover.odd else self.evens_win
            children = sorted(children, key=lambda child: question.proof_numbers(child)[1])
            made = len(children)
        self.clock.spend(made)
        return any(self.ends_within(child, -utility, plies - 1) for child in children)

    def climb(self, position: Position) -> tuple[int, int, ActionIndex | None]:
        """The exact utility, depth and best action; no action if the game is over."""
        if position.is_won():
            return LOSS, 0, None
        if not position.legal():
            return TIE, 0, None
        if position.can_win():
            return WIN, 1, members(position.winning())[0]
        utility = self.utility(position)
        actions = _keeping(position, utility)
        if _is_wide_open(position):
            # What a symmetry takes to an earlier action is as good, and so never best.
            actions = position.distinct(actions, position.symmetries())
        # The last ply is always the winner's, so a longer game is longer by two. A tie has
        # one depth only: that of a full board.
        for depth in range(_fewest_plies(position, utility), position.plies_left() + 1, 2):
            for action in members(actions):
                if self.ends_within(position.after(action), -utility, depth - 1):
                    return utility, depth, action
        raise AssertionError("some action keeps the utility, at some depth")

    def likeliest(self, position: Position) -> tuple[int, int, ActionIndex]:
        """A utility and a depth that are secured, and the action that promises most.

        For when time ran out on `climb`, by what was found until then: a child known to
        be lost for the opponent, else a tie, else the one nearest to a decision.
        """
        assert position.safe  # to win or to lose at once takes no time

        # What decided the position knows its children, which may be less wide open.
        known_to = self.proof if _is_wide_open(position) else self.alpha_beta

        def judge(action: ActionIndex) -> tuple[int, int, int]:
            """How promising, the less the better; how near a decision; what is secured."""
            child = position.after(action)
            # What may lose comes after a sure tie, and before a sure loss.
            promise = [WIN, TIE, None, LOSS]
            try:
                # What is known costs no time, and what is not known has none.
                known = -known_to(child, LOSS, WIN)
            except OutOfTimeError:
                # To disprove that the opponent gets what it wants is what we want.
                _, disproof = self.odds_win.proof_numbers(child)
                return promise.index(None), disproof, LOSS
            return promise.index(known), 0, known

        (_, _, secured), best = min(
            (judge(action), action) for action in members(position.safe)
        )
        # After a safe action nobody wins before the ply after the opponent's.
        return secured, min(3, position.plies_left()), best

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
        symmetries = position.symmetries()
        found: dict[ActionIndex, Found] = {}
        for index in [] if position.is_won() else members(position.legal()):
            action = position.mover.action(index)
            first = position.first_alike(index, symmetries)
            if first < index:  # worth the same
                found[index] = found[first]._replace(action=action)
                continue
            try:
                utility, depth, _ = self.climb(position.after(index))
                found[index] = Found(-utility, depth + 1, action, True)
            except OutOfTimeError:
                found[index] = Found(LOSS, 1, action, False)
        return list(found.values())


def _is_wide_open(position: Position) -> bool:
    return position.holes() > WIDE_OPEN


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
