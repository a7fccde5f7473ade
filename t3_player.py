"""The player: exact alpha-beta minimax for Tic-Tac-Total.

The player climbs a ladder: the highest utility, then the smallest depth, then the
earliest action. It does so at every node, for both sides, in defeat too. The utility is
1, 0 or -1 for the side to move. The depth is the number of plies that the game lasts.

One alpha-beta search can't climb all of it. A cut subtree returns a bound. A bound on the
utility is enough to leave a subtree, but it tells nothing of the depth: the replies that
the search left out may end the game sooner or later. The textbook's search compares such
depths all the same, and loses won games. So each rung has its own method here:

1. `alpha_beta` finds the utility and nothing else, so its cuts can't change the answer.
2. `ends_within` decides whether the game is over within a number of plies if both sides
   keep their utility. The first number that will do is the depth.
3. `climb` tries the actions in order, so the first that will do is the earliest.

Of a state this module needs what the course's skeleton promises: the methods, the
constants, and the board as `_state[row][col]`. So it works beside any T3State.
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
except ImportError:  # not installed, or made for another T3State than the one here
    engine = None

__all__ = ["LOSS", "TIE", "WIN", "Evaluation", "T3Action", "T3Player", "T3State", "choose"]

WIN, TIE, LOSS = 1, 0, -1

Found = tuple[int, int, T3Action | None, bool]
"""The fields of an Evaluation."""


@dataclass(frozen=True)
class Evaluation:
    """The value of a state for the player to move.

    If time ran out, `exact` is False: the action is then the best that was found, and
    utility and depth are lower bounds of what it leads to.
    """

    utility: int
    """1 if the player to move wins, 0 for a tie, -1 if the player loses."""
    depth: int
    """The number of plies to the end of the game."""
    action: T3Action | None
    """The best action; None if the game is over."""
    exact: bool = True
    """Whether all of this is proven."""

    def before(self, action: T3Action) -> "Evaluation":
        """What `action` is worth, if this is the value of the state that it leads to."""
        return Evaluation(-self.utility, self.depth + 1, action, self.exact)

    def rank(self) -> tuple[float, int]:
        """Sort key, best first: win, tie, not proven, loss; then depth."""
        return -self.utility if self.exact else 0.5, self.depth


def threats(state: T3State, moves: list[int]) -> int:
    """How many lines of `state` a player with these numbers could complete at once."""
    board = state._state
    falling = [board[i][i] for i in range(len(board))]
    rising = [board[i][-1 - i] for i in range(len(board))]
    return sum(
        0 in line and state.WIN_TARGET - sum(line) in moves
        for line in (*board, *zip(*board), falling, rising)
    )


class Search:
    """One search over states, with what it has found so far."""

    def __init__(self, time_limit: float | None = None) -> None:
        self.deadline = math.inf if time_limit is None else time.monotonic() + time_limit
        self.bounds: dict[Hashable, tuple[int, int]] = {}
        """A lower and an upper bound of the utility of each state searched, by its key."""
        self.cuts: Counter[str] = Counter()
        """How often each action made a cut, by its text, as it may not be hashable."""

    def alpha_beta(self, state: T3State, alpha: int, beta: int) -> int:
        """The utility of `state`, as exactly as the window from alpha to beta asks.

        The mover has `alpha` elsewhere already; the opponent will not allow more than
        `beta`. A result between them is the utility. A result of at most alpha is an
        upper bound, one of at least beta a lower bound. Raises TimeoutError when time is
        up. (Knuth and Moore 1975, fail-soft, with a table of bounds.)
        """
        if state.is_win() or state.is_tie():
            return LOSS if state.is_win() else TIE
        if threats(state, state.get_moves()):
            return WIN
        lower, upper = self.bounds.get(key(state), (LOSS, WIN))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        if time.monotonic() >= self.deadline:
            raise TimeoutError
        best = LOSS  # what every action comes to that lets the opponent win at once
        for action, child in self.promising(state):
            utility = -self.alpha_beta(child, -beta, -max(alpha, best))
            best = max(best, utility)
            if best >= beta:
                self.cuts[str(action)] += 1
                break  # the other children could only raise it further
        # A best inside the window is both bounds; at an edge of it, one of them.
        lower, upper = best if best > alpha else lower, best if best < beta else upper
        self.bounds[key(state)] = lower, upper
        return best

    def promising(self, state: T3State) -> list[tuple[T3Action, T3State]]:
        """The transitions that leave the opponent no win at once, the likeliest best first.

        The order changes no answer, only how soon a cut comes. First are those that
        threaten most, and among them those whose action made most cuts elsewhere.
        """
        moves = state.get_moves()
        found = [
            (-threats(child, moves), -self.cuts[str(action)], action, child)
            for action, child in state.get_transitions()
            if not threats(child, child.get_moves())
        ]
        found.sort(key=lambda it: it[:2])
        return [(action, child) for _, _, action, child in found]

    def ends_within(self, state: T3State, utility: int, plies: int) -> bool:
        """Whether `state` has this utility and at most this depth.

        It does if an action leads to a state that has the same utility, seen from the
        other side, and a depth smaller by one.
        """
        if state.is_win() or state.is_tie():
            return utility == (LOSS if state.is_win() else TIE)
        if plies < 2 and utility != TIE:
            return plies == 1 and utility == WIN and threats(state, state.get_moves()) > 0
        # The window holds `utility` itself, so if that is the answer it is no bound.
        if self.alpha_beta(state, utility - 1, utility + 1) != utility:
            return False
        return utility == TIE or any(  # all ties last equally long: till the board is full
            self.ends_within(child, -utility, plies - 1)
            for _, child in state.get_transitions()
        )

    def climb(self, state: T3State) -> Found:
        """The exact value of `state`; raises TimeoutError when time is up."""
        if state.is_win() or state.is_tie():
            return LOSS if state.is_win() else TIE, 0, None, True
        utility = self.alpha_beta(state, LOSS, WIN)
        # The winner makes the last ply, so a longer game is longer by two.
        longest = plies_left(state)
        shortest = {WIN: 1, TIE: longest, LOSS: 2}[utility]
        for depth in range(shortest, longest + 1, 2):
            for action, child in state.get_transitions():
                if self.ends_within(child, -utility, depth - 1):
                    return utility, depth, action, True
        raise AssertionError("some action keeps the utility, at some depth")

    def likeliest(self, state: T3State) -> Found:
        """What the table knows of a state that is not over, when time is up.

        The action secures the highest utility; among equals, it may yet be worth most.
        """

        def secured(child: T3State) -> tuple[int, int]:
            at_sight = WIN if threats(child, child.get_moves()) else LOSS
            lower, upper = self.bounds.get(key(child), (at_sight, WIN))
            return -upper, -lower

        action, child = max(state.get_transitions(), key=lambda it: secured(it[1]))
        return secured(child)[0], min(2, plies_left(state)), action, False

    def evaluate(self, state: T3State) -> Found:
        """The value of `state`, as exactly as time allows."""
        try:
            return self.climb(state)
        except TimeoutError:
            return self.likeliest(state)

    def evaluate_actions(self, state: T3State) -> Iterator[Found]:
        """What each action leads to, in action order; none if the game is over."""
        for action, child in [] if state.is_win() else state.get_transitions():
            try:
                utility, depth, _, _ = self.climb(child)
                yield -utility, depth + 1, action, True
            except TimeoutError:
                yield LOSS, 1, action, False


class T3Player:
    """Plays perfectly, either side, on any board, in any game of the family.

    With a `time_limit` in seconds the player answers in about that time, and says whether
    the answer is exact. Without one it always is. It keeps nothing from one call to the
    next.

    t3_engine, where it is installed, gives the same answers faster, on wider boards. It
    answers for a T3State, also for a subclass with other constants. A state of another
    class, or one with methods of its own, is searched here.

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
        """The utility and depth of `state` for the player to move, and the best action."""
        return Evaluation(*self._search(state).evaluate(state))

    def evaluate_actions(self, state: T3State) -> list[Evaluation]:
        """What each action in `state` leads to, the best first; none if the game is over.

        Of an action that time did not suffice for nothing is known: it is not exact, and
        comes before those that are known to lose.

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
        if engine is not None and engine.plays(state):
            search: Search = engine.Search(engine.Clock(self.time_limit))
            return search
        return Search(self.time_limit)


def choose(state: T3State) -> T3Action | None:
    """The best action in `state` for the player to move; None if the game is over."""
    return T3Player().choose(state)


def key(state: T3State) -> Hashable:
    """The board and the mover's numbers: all that the rest of the game depends on."""
    return tuple(map(tuple, state._state)), tuple(state.get_moves())


def plies_left(state: T3State) -> int:
    """How many plies a game lasts from `state`, not over yet, if nobody wins it."""
    _, child = next(iter(state.get_transitions()))
    # Only where evens have no number at all does such a game end before the board is full.
    return len(state.get_open_tiles()) if child.get_moves() else 1
