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
    "values": lambda sign, *_: sign,
    "values without turn": lambda *_: 0,
    "bounds": lambda sign, *_: sign,
    "bounds without alpha": lambda sign, alpha, beta: (sign, beta if sign > 0 else alpha),
    "bounds by window": lambda *call: call,
}
"""What a memo keeps, and by what beside the tree, of the sign, alpha and beta."""


def negamax(
    tree: Tree,
    alpha: float,
    beta: float,
    sign: int,
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


def remembering(kind: str, forget: bool = False) -> Callable[[Tree], int]:
    """Negamax with a memo of this kind, that is for one question alone or for all."""
    memo: Memo = {}

    def best_move(tree: Tree) -> int:
        if forget:
            memo.clear()
        return first(lambda it, low: -negamax(it, -inf, -low, -1, memo, kind))(tree)

    return best_move


def eager(tree: Tree) -> int:
    """The last of the moves that look equal, after each list is read as a whole."""
    best, chosen = -inf, 0
    for move, child in enumerate(list(tree)):
        found = -negamax(copy.deepcopy(child), -inf, -best, -1)
        if found >= best:
            best, chosen = found, move
    return chosen


def choosing(row: str) -> Callable[[Tree], Any]:
    """A search: the best moves that it takes, its cut, if hard, and the root's window."""
    choice, cut, returned, window = row.split()
    cuts = {">=": ge, ">": gt}.get(cut, lambda *_: False)

    def best_move(tree: Tree) -> Any:
        def value(move: int, low: float, high: float) -> float:
            hard = returned == "hard"
            return -negamax(tree[move], -high, -low, -1, cuts=cuts, hard=hard)

        best, kept = -inf, [0]
        moves = range(len(tree))
        for move in random.sample(moves, len(moves)) if choice == "shuffled" else moves:
            found = value(move, {"full": -inf, "wider": best - 1}.get(window, best), inf)
            if found > best:
                best, kept = found, [move]
            elif window != "again" or value(move, best - 1, best) == best:
                kept += [move] * (found == best)
        chosen = {"all": kept, "last": kept[-1], "chance": random.choice(kept)}
        return chosen.get(choice, kept[0])

    return best_move


RIGHT: dict[str, Callable[[Tree], Any]] = {
    "negamax": first(lambda it, low: -negamax(it, -inf, -low, -1)),
    "memo of values": remembering("values"),
    "memo by window": remembering("bounds by window"),
}
WRONG: dict[str, Callable[[Tree], Any]] = {
    "memo of bounds": remembering("bounds"),
    "memo of bounds, cleared": remembering("bounds", forget=True),
    "memo without alpha": remembering("bounds without alpha", forget=True),
    "memo without turn": remembering("values without turn", forget=True),
    "six levels": first(lambda it, low: -negamax(it, -inf, -low, -1, depth=6)),
    "lost sign": first(lambda it, low: negamax(it, -inf, inf, 1)),
    "eager": eager,
}
ROWS = """
right  all      none soft narrow
right  chance   none soft narrow
right  first    >=   hard narrow
right  shuffled >=   soft narrow
right  shuffled >=   hard narrow
right  all      >=   hard again
right  all      >=   hard wider
right  all      >=   soft full
right  last     >    soft narrow
wrong  all      >=   soft narrow
wrong  all      >=   hard narrow
wrong  last     >=   soft narrow
wrong  last     >=   hard narrow
wrong  chance   >=   soft narrow
wrong  chance   >=   hard narrow
wrong  all      >    hard narrow
"""
for verdict, row in (it.split(maxsplit=1) for it in ROWS.strip().splitlines()):
    (RIGHT if verdict == "right" else WRONG)[row] = choosing(row)
