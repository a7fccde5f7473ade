"""The player: exact alpha-beta minimax for Tic-Tac-Total.

The ladder says which action is best: the highest utility, then the smallest depth, then
the earliest action. The utility is 1, 0 or -1 for the player to move. The depth is the
number of plies that the game then lasts. Both sides choose by the ladder at every node, so
a side that loses also wants a small depth.

Textbook alpha-beta that also compares depths does not always choose that action. Say that
it has found action A to win in 5, and that the opponent's first reply to action B lets the
mover win at once. It skips the other replies, because the utility of B can't be higher than
that of A. To this search B looks like a win in 3, so it prefers B. But one of the skipped
replies may refute B. So it loses won games.

Here each step of the ladder has its own method, and only the first one cuts by bounds:

1. `alpha_beta` finds the utility. A bound on the utility is all that a cut needs.
2. `ends_within` says whether the game can end within a number of plies, if both sides take
   only actions that keep their utility. The depth is the smallest such number of plies.
3. `climb` tries the actions in order, so the first that passes is the earliest.

If t3_engine can be imported, it answers for T3State in place of this search, with the same
values: see T3Player.
"""

import importlib
import math
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from types import ModuleType

from t3_state import T3Action, T3State

engine: ModuleType | None
try:
    engine = importlib.import_module("t3_engine")
except ImportError:  # not installed, or not made for a course's t3_state.py
    engine = None

__all__ = ["LOSS", "TIE", "WIN", "Evaluation", "T3Action", "T3Player", "T3State", "choose"]

WIN, TIE, LOSS = 1, 0, -1

Transition = tuple[T3Action, T3State]
Value = tuple[int, int, T3Action | None, bool]
"""A utility, a depth and an action, and whether all three are exact."""


class Search:
    """One search, with what it has found so far.

    A state may be of another class than T3State, such as a course's own. It needs the same
    methods and constants, transitions in action order, and the board as `_state[row][col]`.
    """

    def __init__(self, time_limit: float | None = None) -> None:
        self.deadline = math.inf if time_limit is None else time.monotonic() + time_limit
        self.bounds: dict[Hashable, tuple[int, int]] = {}
        """A lower and an upper bound of the utility of each state searched."""
        self.cuts: Counter[str] = Counter()
        """How often each action has made a cut."""

    def alpha_beta(self, state: T3State, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility of `state` if it is between `alpha` and `beta`, else a bound on it.

        The mover already has `alpha` by another action, and the opponent need not allow
        more than `beta`. A result between the two is the utility. A result of `alpha` or
        less is an upper bound, one of `beta` or more a lower bound. If `alpha` is LOSS and
        `beta` WIN, the result is always the utility, as nothing lies beyond. Raises
        TimeoutError when time is up. (Knuth and Moore 1975; bounds outside the window:
        Fishburn 1983.)
        """
        if state.is_win() or state.is_tie():
            return LOSS if state.is_win() else TIE
        if can_win(state):
            return WIN
        lower, upper = self.bounds.get(key(state), (LOSS, WIN))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        if time.monotonic() >= self.deadline:
            raise TimeoutError
        best = LOSS
        for action, child in self.promising(state):
            utility = -self.alpha_beta(child, -beta, -max(alpha, best))
            best = max(best, utility)
            if best >= beta:
                self.cuts[str(action)] += 1
                break  # the other children could only raise it further
        if best > alpha:
            lower = best
        if best < beta:
            upper = best
        self.bounds[key(state)] = lower, upper
        return best

    def promising(self, state: T3State) -> list[Transition]:
        """The transitions after which the opponent can't win at once, likely best first.

        The transitions left out are worth LOSS, which is what `alpha_beta` starts from. So
        leaving them out changes no utility. Neither does the order: it only brings cuts
        sooner. First come the actions that make the most threats, and among those the ones
        that made the most cuts so far.
        """

        def promise(transition: Transition) -> tuple[int, int]:
            action, child = transition
            return threats(child, state.get_moves()), self.cuts[str(action)]

        found = [it for it in state.get_transitions() if not can_win(it[1])]
        return sorted(found, key=promise, reverse=True)

    def ends_within(self, state: T3State, utility: int, plies: int) -> bool:
        """Whether `state` has this utility and a depth of at most `plies`.

        For a tie `plies` is ignored: all ties of a state are equally deep, so there is no
        smaller depth to look for. Else, once the utility is checked, one child is enough:
        one that has utility `-utility` and a depth of at most `plies - 1`. All children are
        tried, not only those of `promising`: a side that is lost may prefer one where the
        opponent wins at once.
        """
        if state.is_win() or state.is_tie():
            return utility == (LOSS if state.is_win() else TIE)
        if utility == TIE:
            return self.alpha_beta(state) == TIE  # its ties are equally deep
        if plies < 2:
            return plies == 1 and utility == WIN and can_win(state)
        return self.alpha_beta(state) == utility and any(
            self.ends_within(child, -utility, plies - 1)
            for _, child in state.get_transitions()
        )

    def climb(self, state: T3State) -> Value:
        """The exact value of `state`; raises TimeoutError when time is up."""
        if state.is_win() or state.is_tie():
            return LOSS if state.is_win() else TIE, 0, None, True
        utility = self.alpha_beta(state)
        # A tie fills the board. But if MAX_MOVE is 1, evens have no number, and the game is
        # over after one action of odds.
        longest = len(state.get_open_tiles()) if state.MAX_MOVE > 1 else 1
        shortest = {WIN: 1, TIE: longest, LOSS: 2}[utility]
        for depth in range(shortest, longest + 1, 2):  # the last ply is the winner's
            for action, child in state.get_transitions():
                if self.ends_within(child, -utility, depth - 1):
                    return utility, depth, action, True
        raise AssertionError("some action keeps the utility, at some depth")

    def evaluate(self, state: T3State) -> Value:
        """The exact value of `state`; when time is up, the best that is known of it."""

        def known(transition: Transition) -> tuple[int, int]:
            """A lower and an upper bound of what the action is worth to its player."""
            _, child = transition
            at_sight = (WIN if can_win(child) else LOSS), WIN
            lower, upper = self.bounds.get(key(child), at_sight)
            return -upper, -lower

        try:
            return self.climb(state)
        except TimeoutError:
            best = max(state.get_transitions(), key=known)
            return known(best)[0], 1, best[0], False

    def evaluate_actions(self, state: T3State) -> Iterator[Value]:
        """The value of each action, in action order. If time is up, LOSS and not exact."""
        for action, child in [] if state.is_win() else state.get_transitions():
            try:
                utility, depth, _, _ = self.climb(child)
                yield -utility, depth + 1, action, True
            except TimeoutError:
                yield LOSS, 1, action, False


def threats(state: T3State, moves: list[int]) -> int:
    """How many lines a player with these numbers could complete in one action each."""
    board = state._state
    falling = [board[i][i] for i in range(len(board))]
    rising = [board[i][-1 - i] for i in range(len(board))]
    return sum(
        0 in line and state.WIN_TARGET - sum(line) in moves
        for line in (*board, *zip(*board), falling, rising)
    )


def can_win(state: T3State) -> bool:
    """Whether the player to move can win at once."""
    return threats(state, state.get_moves()) > 0


def key(state: T3State) -> Hashable:
    """The board and the mover's numbers: all that the rest of the game depends on."""
    return tuple(map(tuple, state._state)), tuple(state.get_moves())


@dataclass(frozen=True)
class Evaluation:
    """The value of a state for the player to move.

    The utility is 1 if the player to move wins, 0 for a tie, -1 if the player loses. The
    depth is the number of plies to the end of the game. The action is the best one, None
    if the game is over. `exact` is False if time ran out: utility and depth are bounds.
    """

    utility: int
    depth: int
    action: T3Action | None
    exact: bool = True

    def before(self, action: T3Action) -> "Evaluation":
        """The value of `action` for the player who takes it.

        `self` is the value of the state after the action. If it is not exact, its utility
        is a lower bound. Negated, it is an upper bound for the action.
        """
        return Evaluation(-self.utility, self.depth + 1, action, self.exact)

    def rank(self) -> tuple[float, int]:
        """Sort key, best first: win, tie, not exact, loss; then depth."""
        return -self.utility if self.exact else 0.5, self.depth


class T3Player:
    """Plays perfectly, either side, on any board, if no time limit ends its search.

    With a `time_limit`, in seconds, the player answers within about that time. `evaluate`
    says whether the answer is exact. The player keeps nothing between two calls.

    If t3_engine can be imported, it finds the same values faster, which makes wider boards
    practical. It answers for T3State, and for subclasses that override none of the methods
    that make the rules. This file's search answers for all other states, such as those of a
    course's own class.

    >>> T3Player().choose(T3State(False, [[1, 2, 0], [0, 0, 0], [0, 0, 0]]))
    T3Action(0, 1, 2)
    """

    def __init__(self, time_limit: float | None = None) -> None:
        if time_limit is not None and not time_limit >= 0:
            raise ValueError(f"a time limit is a number of seconds, not {time_limit!r}")
        self.time_limit = time_limit

    def choose(self, state: T3State) -> T3Action | None:
        """The best action in `state` for the player to move; None if the game is over."""
        return self.evaluate(state).action

    def evaluate(self, state: T3State) -> Evaluation:
        """The utility and depth of `state` for the player to move, and the best action.

        If time ran out, the action gives at least this utility, and the game then lasts at
        least `depth` plies.
        """
        return Evaluation(*self._search(state).evaluate(state))

    def evaluate_actions(self, state: T3State) -> list[Evaluation]:
        """The value of each action in `state`, the best first. Empty if the game is over.

        If time ran out on an action, its value is not known: the utility is then LOSS, and
        not exact. It comes before the actions that are known to lose.

        >>> state = T3State(False, [[5, 3, 2], [2, 1, 5], [5, 2, 0]])
        >>> for value in T3Player().evaluate_actions(state):
        ...     print(value.utility, value.depth, value.action)
        1 1 (2,2) = 6
        0 1 (2,2) = 2
        0 1 (2,2) = 4
        """
        found = self._search(state).evaluate_actions(state)
        return sorted((Evaluation(*value) for value in found), key=Evaluation.rank)

    def _search(self, state: T3State) -> Search:
        if engine is None or not engine.plays(state):
            return Search(self.time_limit)
        search: Search = engine.Search(engine.Clock(self.time_limit))
        return search


def choose(state: T3State) -> T3Action | None:
    """The best action in `state` for the player to move; None if the game is over."""
    return T3Player().choose(state)
