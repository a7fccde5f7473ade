"""The player: exact alpha-beta minimax for Tic-Tac-Total.

The best action has the highest utility (1 wins, 0 ties, -1 loses), then the smallest depth
(plies until the game ends), then it comes first by column, row and number. Both sides
choose this way in every state. That a losing side hurries, too, is a convention.

`alpha_beta` finds the utility. A cut leaves it with a bound, and the depth found with a
bound means nothing: the naive search, which compares such depths, can lose won games. So
the depth comes afterwards. For more and more plies, `evaluate` asks whether an action keeps
the utility and the game `ends_within` those plies: the first that does is the best.
docs/search.md leads from plain minimax to this file, and says why each step is safe.
"""

import importlib
from collections.abc import Hashable
from contextlib import suppress
from types import ModuleType
from typing import NamedTuple

from t3_state import T3Action, T3State

__all__ = ["LOSS", "TIE", "WIN", "Evaluation", "T3Action", "T3Player", "T3State", "choose"]

WIN, TIE, LOSS = 1, 0, -1

MOST_EMPTY = 15  # at 16 empty cells the engine takes 0.1 % of the time, at 15 5 %
MOST_EMPTY_OTHER = 6  # other games tie more, and cut less: at 8 5 %, at 6 12 %


class Evaluation(NamedTuple):
    """The value for the mover: WIN, TIE or LOSS, in how many plies, by which action."""

    utility: int
    depth: int
    action: T3Action | None


class T3Player:
    """Plays perfectly, either side, on any board.

    A state of a course's own class will do if it plays T3 and has the methods of T3State
    used here, `_state` and `WIN_TARGET`. Threads may share a player.

    >>> T3Player().choose(T3State(False, [[1, 2, 0], [0, 0, 0], [0, 0, 0]]))
    T3Action(0, 1, 2)
    """

    def __init__(self) -> None:
        self.memo: dict[tuple[Hashable, int, int], int] = {}
        """What `alpha_beta` has found, by state, alpha and beta."""

    def choose(self, state: T3State) -> T3Action | None:
        """The best action in `state` for the player to move; None if the game is over."""
        return self.evaluate(state).action

    def evaluate(self, state: T3State) -> Evaluation:
        """The exact value of `state`."""
        if engine and is_wide(state):  # for boards too wide for the search below
            return Evaluation(*engine.Search(engine.Clock()).answer(state)[:3])
        self.memo = {}
        utility = self.alpha_beta(state)
        if outcome(state) is not None:
            return Evaluation(utility, 0, None)
        longest = len(state.get_open_tiles())  # a tie fills the board
        shortest = {WIN: 1, TIE: longest, LOSS: 2}[utility]
        for depth in range(shortest, longest + 1, 2):  # wins are odd, losses even
            for action, child in state.get_transitions():
                if self.ends_within(child, -utility, depth - 1):
                    return Evaluation(utility, depth, action)
        raise AssertionError("some action keeps the utility, at some depth")

    def alpha_beta(self, state: T3State, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility of `state`; with a narrower window than LOSS to WIN, maybe a bound.

        The mover can already get `alpha`, here or higher up, and the opponent can hold the
        mover to `beta`. A result between them is the utility. One of `alpha` or less means
        "at most", one of `beta` or more "at least". (Knuth and Moore 1975. That results can
        lie outside the window is called fail-soft: Fishburn 1983.)
        """
        ended = outcome(state)
        if ended is not None:
            return ended
        if can_win(state):
            return WIN
        call = key(state), alpha, beta  # the window, too, as the result may be a bound
        known = self.memo.get(call)
        if known is not None:
            return known
        best = LOSS  # the mover has no threat, so what `promising` leaves out loses
        for child in promising(state):
            best = max(best, -self.alpha_beta(child, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break  # the other children could only raise it further
        self.memo[call] = best
        return best

    def ends_within(self, state: T3State, utility: int, plies: int) -> bool:
        """Whether `state` has this utility and at most this depth.

        `any`, whoever moves: even a losing side picks its shortest game. All children are
        tried: the quickest loss may be one that `promising` leaves out. It needs no memo:
        most states fail the test of `alpha_beta`, which has one.
        """
        ended = outcome(state)
        if ended is not None:
            return ended == utility
        if plies == 0 or self.alpha_beta(state) != utility:
            return False
        children = (child for _, child in state.get_transitions())
        return any(self.ends_within(child, -utility, plies - 1) for child in children)


def outcome(state: T3State) -> int | None:
    """LOSS if the opponent has just won, TIE if the game is tied, None if it goes on."""
    return LOSS if state.is_win() else TIE if state.is_tie() else None


def promising(state: T3State) -> list[T3State]:
    """The children in which the opponent can't win at once, likely best first.

    The mover's threats count first, then the number placed. All children are made for it,
    though cuts spare most: in generated order, odds on the empty 3 x 3 board meet 77,750
    states, not 163.
    """
    moves = state.get_moves()
    safe = [
        (count_threats(child, moves), action.move(), child)
        for action, child in state.get_transitions()
        if not can_win(child)
    ]
    safe.sort(key=lambda it: it[:2], reverse=True)  # children have no order
    return [child for _, _, child in safe]


def can_win(state: T3State) -> bool:
    """Whether the player to move can win at once."""
    return count_threats(state, state.get_moves()) > 0


def count_threats(state: T3State, moves: list[int]) -> int:
    """How many lines a player with these numbers could complete in one action each."""
    board = state._state
    falling = [board[i][i] for i in range(len(board))]
    rising = [board[i][-1 - i] for i in range(len(board))]
    return sum(
        0 in line and (state.WIN_TARGET - sum(line)) in moves
        for line in (*board, *zip(*board), falling, rising)  # rows, columns, diagonals
    )


def key(state: T3State) -> Hashable:
    """The class, the board, and the mover's numbers, which say whose turn it is."""
    return type(state), tuple(tuple(row) for row in state._state), tuple(state.get_moves())


def is_wide(state: T3State) -> bool:
    """Whether t3_engine answers in seconds what can take T3Player's search hours."""
    most_empty = MOST_EMPTY if type(state) is T3State else MOST_EMPTY_OTHER
    return isinstance(state, T3State) and len(state.get_open_tiles()) > most_empty


engine: ModuleType | None = None
with suppress(ImportError):  # missing, or incompatible with a course's own t3_state.py
    engine = importlib.import_module("t3_engine")  # mypy would miss an `import`'s file


def choose(state: T3State) -> T3Action | None:
    """The best action in `state` for the player to move; None if the game is over."""
    return T3Player().choose(state)
