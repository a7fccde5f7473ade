"""Searches of game trees in many styles: RIGHT choose right, WRONG err."""

import copy
import random
from collections.abc import Callable
from math import inf
from typing import Any

Tree = Any
Memo = dict[Any, tuple[float, float]]


def negamax(
    tree: Tree,
    alpha: float,
    beta: float,
    sign: int,
    memo: Memo | None = None,
    kind: str = "",
    depth: float = inf,
    cut: str = ">=",
    hard: bool = False,
) -> float:
    """The value for the mover, with a memo of this kind, or of 0 for what is deeper.

    `cut` is what ends a loop, and `hard` whether the search is fail-hard.
    """
    if not isinstance(tree, list):
        return float(sign * tree)
    if not depth:
        return 0.0
    key = {
        "no turn": (),
        "no alpha": (sign, beta if sign > 0 else alpha),
        "window": (sign, alpha, beta),
    }
    place = memo is not None and (repr(tree), *key.get(kind, (sign,)))
    low, high = (memo or {}).get(place, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    best = -inf
    for child in tree:
        low = max(alpha, best)
        more = memo, kind, depth - 1, cut, hard
        best = max(best, -negamax(child, -beta, -low, -sign, *more))
        if (cut == ">=" and best >= beta) or (cut == ">" and best > beta):
            break
    if memo is not None and (kind not in ("exact", "no turn") or alpha < best < beta):
        flags = best if best > alpha else -inf, best if best < beta else inf
        memo[place] = flags if kind == "flags" else (best, best)
    return max(best, alpha) if hard else best


def pvs(tree: Tree, alpha: float, beta: float, sign: int) -> float:
    """Principal variation search: a null window for all children but the first."""
    if not isinstance(tree, list):
        return float(sign * tree)
    best = -pvs(tree[0], -beta, -alpha, -sign)
    for child in tree[1:]:
        low = max(alpha, best)
        if low >= beta:
            break
        found = -pvs(child, -low - 1, -low, -sign)
        best = max(best, -pvs(child, -beta, -found, -sign) if low < found < beta else found)
    return best


def mtd(tree: Tree, guess: float) -> float:
    """MTD(f) for the opponent's node; from above it visits what SSS* does."""
    low, high = -inf, inf
    memo: Memo = {}
    while low < high:
        beta = guess + (guess == low)
        guess = negamax(tree, beta - 1, beta, -1, memo, "flags")
        low, high = (low, guess) if guess < beta else (guess, high)
    return -guess


def stacked(tree: Tree) -> float:
    """Minimax for the opponent's node, with a stack of nodes in place of recursion."""
    stack: list[list[Any]] = [[[tree], 0, []]]
    while True:
        node, level, found = stack[-1]
        if len(found) < len(node):
            child = node[len(found)]
            if isinstance(child, list):
                stack.append([child, level + 1, []])
            else:
                found.append(child)
        elif level == 0:
            return float(found[0])
        else:
            stack.pop()
            stack[-1][2].append((min if level % 2 else max)(found))


def plain(tree: Tree, high: bool) -> float:
    """Minimax without cuts."""
    if not isinstance(tree, list):
        return float(tree)
    return (max if high else min)(plain(it, not high) for it in tree)


def pop(tree: Tree, alpha: float, beta: float, sign: int) -> float:
    """Negamax that takes the children off the tree."""
    best = -inf if isinstance(tree, list) else float(sign * tree)
    while isinstance(tree, list) and tree and best < beta:
        best = max(best, -pop(tree.pop(0), -beta, -max(alpha, best), -sign))
    return best


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
        return first(lambda it, low: -negamax(it, -inf, -low, -1, memo, kind))(tree)

    return best_move


def deepening(tree: Tree) -> int:
    """Iterative deepening, each time the best move first."""
    order = list(range(len(tree)))
    for depth in range(2, 62, 20):
        best = -inf
        for move in list(order):
            found = -negamax(tree[move], -inf, -best, -1, None, "", depth)
            if found > best:
                best = found
                order.insert(0, order.pop(order.index(move)))
    return order[0]


def eager(tree: Tree) -> int:
    """The last of the moves that look equal, after each list is read as a whole."""
    best, chosen = -inf, 0
    for move, child in enumerate(list(tree)):
        found = -negamax(copy.deepcopy(child), -inf, -best, -1)
        if found >= best:
            best, chosen = found, move
    return chosen


def choosing(row: str) -> Callable[[Tree], Any]:
    """A search: which of its best moves it takes, `cut`, `hard`, and the root's window."""
    choice, cut, returned, window = row.split()

    def best_move(tree: Tree) -> Any:
        def value(move: int, low: float, high: float) -> float:
            hard = returned == "hard"
            return -negamax(tree[move], -high, -low, -1, cut=cut, hard=hard)

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
    "copies": lambda tree: RIGHT["negamax"](copy.deepcopy(tree)),
    "PVS": first(lambda it, low: -pvs(it, -inf, -low, -1)),
    "MTD(f)": first(lambda it, low: mtd(it, 0)),
    "SSS*": first(lambda it, low: mtd(it, 9)),
    "stack": first(lambda it, low: stacked(it)),
    "deepening": deepening,
    "memo of values": remembering("exact", forget=False),
    "memo with bound flags": remembering("flags", forget=False),
    "memo by window": remembering("window"),
}
WRONG: dict[str, Callable[[Tree], Any]] = {
    "memo of bounds": remembering("bounds", forget=False),
    "memo of bounds, cleared": remembering("bounds"),
    "memo without alpha": remembering("no alpha"),
    "memo without turn": remembering("no turn"),
    "six levels": first(lambda it, low: -negamax(it, -inf, -low, -1, None, "", 6)),
    "lost sign": first(lambda it, low: plain(it, True)),
    "pops": first(lambda it, low: -pop(it, -inf, -low, -1)),
    "eager": eager,
}
RIGHT |= {
    row: choosing(row)
    for row in (
        "all      none soft narrow",
        "chance   none soft narrow",
        "first    >=   hard narrow",
        "shuffled >=   soft narrow",
        "shuffled >=   hard narrow",
        "all      >=   hard again",
        "all      >=   hard wider",
        "all      >=   soft full",
        "last     >=   hard full",
        "last     >    soft narrow",
    )
}
WRONG |= {
    row: choosing(row)
    for row in (
        "all      >=   soft narrow",
        "all      >=   hard narrow",
        "last     >=   soft narrow",
        "last     >=   hard narrow",
        "chance   >=   soft narrow",
        "chance   >=   hard narrow",
        "all      >    hard narrow",
    )
}
