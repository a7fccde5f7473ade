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
    sign: int = -1,
    memo: Memo | None = None,
    kind: str = "",
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
    key = memo is not None and (repr(tree), KEYS[kind](sign, alpha, beta))
    if memo and key in memo:
        return memo[key]
    best = -inf
    for child in tree:
        more = memo, kind, depth - 1, cuts, hard
        best = max(best, -negamax(child, -beta, -max(alpha, best), -sign, *more))
        if cuts(best, beta):
            break
    if memo is not None and ("bounds" in kind or alpha < best < beta):
        memo[key] = best
    return max(best, alpha) if hard else best


Search = Callable[[Tree, float], float]
"""What a move leads to is worth, or a bound, if another is worth alpha."""


def first(search: Search) -> Callable[[Tree], int]:
    """The choice of the first of the best moves."""

    def best_move(tree: Tree) -> int:
        best, chosen = -inf, 0
        for move, child in enumerate(tree):
            if (found := search(child, best)) > best:
                best, chosen = found, move
        return chosen

    return best_move


def remembering(kind: str, forget: bool = True) -> Callable[[Tree], int]:
    """Negamax with a memo of this kind, that is for one question alone or for all."""
    memo: Memo = {}

    def best_move(tree: Tree) -> int:
        if forget:
            memo.clear()
        search = first(lambda it, low: -negamax(it, -inf, -low, memo=memo, kind=kind))
        return search(tree)

    return best_move


def eager(tree: Tree) -> int:
    """The last of the moves that look equal, after each list is read as a whole."""
    best, chosen = -inf, 0
    for move, child in enumerate(list(tree)):
        found = -negamax(copy.deepcopy(child), -inf, -best)
        if found >= best:
            best, chosen = found, move
    return chosen


def choosing(choice: str, cut: str, kind: str) -> Callable[[Tree], Any]:
    """A search by its choice among the best, where alpha is that to beta, and if hard."""
    cuts = {">=": ge, ">": gt}.get(cut, lambda *_: False)

    def best_move(tree: Tree) -> Any:
        best, kept = -inf, [0]
        for move in range(len(tree)):
            found = -negamax(tree[move], -inf, -best, cuts=cuts, hard=kind == "hard")
            if found > best:
                best, kept = found, []
            kept += [move] * (found == best)
        return {"all": kept, "last": kept[-1], "chance": random.choice(kept)}[choice]

    return best_move


RIGHT: dict[str, Callable[[Tree], Any]] = {
    "negamax": first(lambda it, low: -negamax(it, -inf, -low)),
    "fail-hard": first(lambda it, low: -negamax(it, -inf, -low, hard=True)),
    "all": choosing("all", "none", "soft"),
    "chance": choosing("chance", "none", "soft"),
    "last": choosing("last", ">", "soft"),
}
WRONG: dict[str, Callable[[Tree], Any]] = {
    "memo of bounds": remembering("bounds", forget=False),
    "memo of bounds, cleared": remembering("bounds"),
    "memo without alpha": remembering("bounds without alpha"),
    "memo without turn": remembering("values without turn"),
    "six levels": first(lambda it, low: -negamax(it, -inf, -low, depth=6)),
    "lost sign": first(lambda it, low: negamax(it, -inf, inf, 1)),
    "eager": eager,
    "all after > in a fail-hard search": choosing("all", ">", "hard"),
} | {
    f"{choice} after >= in a fail-{kind} search": choosing(choice, ">=", kind)
    for choice in ("all", "last", "chance")
    for kind in ("soft", "hard")
}
