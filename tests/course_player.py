"""A player like a course's own solution: the naive search on T3State's methods.

It cuts by utility and also compares depths, so it errs (see docs/search.md). Code of this
kind must run, unchanged, beside our t3_state.py and t3_action.py, and pass t3_tests.py.
"""

import copy
import math
from typing import *

from t3_state import *


class T3Player:
    def choose(self, state: "T3State") -> Optional["T3Action"]:
        return self.search(copy.deepcopy(state), -math.inf, math.inf, True, 0)[2]

    def search(
        self, state: "T3State", alpha: float, beta: float, is_max: bool, depth: int
    ) -> Tuple[float, int, Optional["T3Action"]]:
        if state.is_win():
            return (-1 if is_max else 1), depth, None
        if state.is_tie():
            return 0, depth, None
        best: Optional[Tuple[float, int, "T3Action"]] = None
        for action, child in state.get_transitions():
            utility, end, _ = self.search(child, alpha, beta, not is_max, depth + 1)
            sign = 1 if is_max else -1
            if (
                best is None
                or sign * utility > sign * best[0]
                or (utility == best[0] and end < best[1])
            ):
                best = (utility, end, action)
            if is_max:
                alpha = max(alpha, utility)
            else:
                beta = min(beta, utility)
            if beta <= alpha:
                break
        assert best is not None
        assert child == state.get_next_state(action)
        assert child._odd_turn != state._odd_turn
        assert child._state[action.row()][action.col()] == action.move()
        assert (action.col(), action.row()) in state.get_open_tiles()
        assert action.move() in state.get_moves()
        return best
