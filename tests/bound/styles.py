"""Searches of game trees in many styles: RIGHT choose right, WRONG err."""

import copy
import random
from collections.abc import Callable
from math import inf
from operator import ge, gt
from typing import Any

Tree = Any
Memo = dict[Any, float]

KEYS: dict[str, Callable[..., Any]] = {
    "values without turn": lambda *_: 0,
    "bounds": lambda sign, *_: sign,
    "bounds without alpha": lambda sign, alpha, beta: (sign, beta if sign > 0 else alpha),
}
"""What a memo keeps, and by what beside the tree, of the sign, alpha and beta."""


def negamax(
    tree: Tree,
    alpha: float,
    beta: float,
    memo: Memo,
    kind: str = "",
    sign: int = -1,
    depth: float = inf,
    cuts: Callable[[float, float], bool] = ge,
    hard: bool = False,
) -> float:
    """The value for the mover, with a memo of this kind, or of 0 for what is deeper.

    `cuts` is what ends a loop, and `hard` whether the search is fail-hard.
    """
    if not isinstance(tree, list):
        return float(sign * tree)
    if not depth:
        return 0.0
    key = kind and (repr(tree), KEYS[kind](sign, alpha, beta))
    if key in memo:
        return memo[key]
    best = -inf
    for child in tree:
        more = memo, kind, -sign, depth - 1, cuts, hard
        best = max(best, -negamax(child, -beta, -max(alpha, best), *more))
        if cuts(best, beta):
            break
    if "bounds" in kind or (kind and alpha < best < beta):
        memo[key] = best
    return max(best, alpha) if hard else best


def choosing(
    choice: str,
    forget: bool = True,
    read: Callable[[Tree], Tree] = lambda tree: tree,
    **kind: Any,
) -> Callable[[Tree], Any]:
    """A search by its choice among the moves that look best, and its kind of negamax.

    `forget` tells whether its memo is for one question alone, `read` how it takes a child.
    """
    memo: Memo = {}

    def best_move(tree: Tree) -> Any:
        if forget:
            memo.clear()
        best, kept = -inf, [0]
        for move, child in enumerate(tree):
            found = -negamax(read(child), -inf, -best, memo, **kind)
            if found > best:
                best, kept = found, []
            kept += [move] * (found == best)
        chosen = {"all": kept, "last": kept[-1], "chance": random.choice(kept)}
        return chosen.get(choice, kept[0])

    return best_move


def never(alpha: float, beta: float) -> bool:
    """Cuts nothing."""
    return False


RIGHT = {
    "first": choosing("first"),
    "first in a fail-hard search": choosing("first", hard=True),
    "all of minimax": choosing("all", cuts=never),
    "one of minimax": choosing("chance", cuts=never),
    "last after >": choosing("last", cuts=gt),
}
WRONG = {
    "memo of bounds": choosing("first", kind="bounds", forget=False),
    "memo of bounds, cleared": choosing("first", kind="bounds"),
    "memo without alpha": choosing("first", kind="bounds without alpha"),
    "memo without turn": choosing("first", kind="values without turn"),
    "six levels": choosing("first", depth=6),
    "lost sign": choosing("first", sign=1),
    "eager": choosing("last", read=copy.deepcopy),
    "all after > in a fail-hard search": choosing("all", cuts=gt, hard=True),
    **{it: choosing(it) for it in ("all", "last", "chance")},
    **{f"{it}, fail-hard": choosing(it, hard=True) for it in ("all", "last", "chance")},
}
