"""The player: exact alpha-beta minimax for Tic-Tac-Total.

The best action has the highest utility (1 wins, 0 ties, -1 loses), then the smallest depth
(plies until the game ends), then it comes first by column, row and number. Both sides
choose this way in every state: even a losing side wants the game to end soon.

A cut leaves only a bound on the utility, and the depth found with a bound means nothing.
Textbook alpha-beta compares such depths all the same, and can lose won games. So this
search cuts only while it looks for the utility, in `alpha_beta`. Then it asks, for more and
more plies, whether an action keeps that utility and the game `ends_within` those plies: the
first that does is the best. docs/search.md leads from plain minimax to this file, and says
why each step is safe.
"""

import importlib
import math
import time
from collections import Counter
from collections.abc import Hashable
from types import ModuleType
from typing import NamedTuple

from t3_state import T3Action, T3State

engine: ModuleType | None
try:
    engine = importlib.import_module("t3_engine")
except ImportError:  # not there, or not made for a course's t3_state.py
    engine = None

__all__ = ["LOSS", "TIE", "WIN", "Evaluation", "T3Action", "T3Player", "T3State", "choose"]

WIN, TIE, LOSS = 1, 0, -1

MOST_EMPTY = 15
"""The most empty cells with which this search answers T3 in half a second: all of 3 x 3,
and 4 x 4 after one action. Emptier boards can take it hours, and t3_engine seconds."""

Transition = tuple[T3Action, T3State]


class Evaluation(NamedTuple):
    """The value of a state for the player to move.

    The utility is WIN, TIE or LOSS. The depth is the number of plies to the end of the
    game. The action is the best one, None if the game is over. `exact` is False if time ran
    out: then the action gives at least this utility, and the game lasts at least `depth`.
    """

    utility: int
    depth: int
    action: T3Action | None
    exact: bool = True


class Clock:
    """Counts states, and ends a search with a TimeoutError after `time_limit` seconds."""

    def __init__(self, time_limit: float | None = None) -> None:
        self.deadline = math.inf if time_limit is None else time.monotonic() + time_limit
        self.nodes = 0

    def spend(self, nodes: int) -> None:
        """Count states; raises TimeoutError when time is up."""
        self.nodes += nodes
        if time.monotonic() >= self.deadline:
            raise TimeoutError


class Search:
    """One search, with what it has found so far."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.bounds: dict[Hashable, tuple[int, int]] = {}
        self.cuts: Counter[str] = Counter()
        """How many cuts each action has caused. By its text, as it may have no hash."""

    def alpha_beta(self, state: T3State, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility of `state` if it is between `alpha` and `beta`, else a bound on it.

        Elsewhere in the tree the mover is already sure of `alpha`, and the opponent of
        allowing no more than `beta`. A result of `alpha` or less is an upper bound, one of
        `beta` or more a lower bound. From LOSS to WIN the result is always the utility, as
        nothing lies beyond. (Knuth and Moore 1975; bounds outside: Fishburn 1983.)
        """
        ended = outcome(state)
        if ended is not None:
            return ended
        if can_win(state):
            return WIN
        self.clock.spend(1)
        lower, upper = self.known(state)
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
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

    def known(self, state: T3State) -> tuple[int, int]:
        """A lower and an upper bound of the utility of `state`, as found so far."""
        return self.bounds.get(key(state), (LOSS, WIN))

    def promising(self, state: T3State) -> list[Transition]:
        """The transitions after which the opponent can't win at once, likely best first.

        Those left out are worth LOSS, which is what `alpha_beta` starts from. The order
        changes no utility either: it only brings cuts sooner. First come the actions that
        make the most threats, and among those the ones that made the most cuts so far.
        """

        def promise(transition: Transition) -> tuple[int, int]:
            action, child = transition
            return threats(child, state.get_moves()), self.cuts[str(action)]

        safe = [
            (act, child) for act, child in state.get_transitions() if not can_win(child)
        ]
        return sorted(safe, key=promise, reverse=True)

    def ends_within(self, state: T3State, utility: int, plies: int) -> bool:
        """Whether `state` has this utility and at most this depth.

        One child that keeps the utility and ends in time is enough: both sides want the end
        soon. All children are tried, not only the promising ones: a side that is lost may
        prefer one where the opponent wins at once.
        """
        ended = outcome(state)
        if ended is not None or plies == 0:
            return ended == utility
        if self.alpha_beta(state) != utility:
            return False
        return any(
            self.ends_within(child, -utility, plies - 1)
            for _, child in state.get_transitions()
        )

    def evaluate(self, state: T3State) -> Evaluation:
        """The exact value of `state`; raises TimeoutError when time is up."""
        ended = outcome(state)
        if ended is not None:
            return Evaluation(ended, 0, None)
        utility = self.alpha_beta(state)
        longest = len(state.get_open_tiles())  # a tie fills the board
        shortest = {WIN: 1, TIE: longest, LOSS: 2}[utility]
        for depth in range(shortest, longest + 1, 2):  # the winner makes the last ply
            for action, child in state.get_transitions():
                if self.ends_within(child, -utility, depth - 1):
                    return Evaluation(utility, depth, action)
        raise AssertionError("some action keeps the utility, at some depth")

    def best_known(self, state: T3State) -> Evaluation:
        """The best action known when time is up, in a `state` with no win at once."""

        def secured(transition: Transition) -> tuple[int, int]:
            lower, upper = self.known(transition[1])
            return -upper, -lower

        best = max(self.promising(state) or state.get_transitions(), key=secured)
        return Evaluation(secured(best)[0], 1, best[0], exact=False)


def outcome(state: T3State) -> int | None:
    """LOSS if the opponent has just won, TIE if the game is tied, None if it goes on."""
    return LOSS if state.is_win() else TIE if state.is_tie() else None


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


class T3Player:
    """Plays perfectly, either side, on any board, if no time limit ends its search.

    With a `time_limit`, in seconds, it answers within about that time. It keeps nothing
    between two calls.

    It plays T3, and the games of T3State's subclasses with other constants. A state may
    also be of a course's own class that plays T3, with the skeleton's methods, transitions
    in action order, `_state` and `WIN_TARGET`.

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

    def evaluate(self, state: T3State, clock: Clock | None = None) -> Evaluation:
        """The utility and depth of `state` for the player to move, and the best action.

        A `clock` takes the place of the time limit.
        """
        clock = clock or Clock(self.time_limit)
        wide = isinstance(state, T3State) and len(state.get_open_tiles()) > MOST_EMPTY
        search = engine.Search(clock) if engine and wide else Search(clock)
        try:
            return Evaluation(*search.evaluate(state))
        except TimeoutError:
            return Evaluation(*search.best_known(state))


def choose(state: T3State) -> T3Action | None:
    """The best action in `state` for the player to move; None if the game is over."""
    return T3Player().choose(state)
