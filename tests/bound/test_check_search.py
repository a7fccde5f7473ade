"""The check of a search tells those that choose right from those that err."""

from pathlib import Path

import pytest

from commands import ROOT, python

CHECK = str(ROOT / "bound" / "check_search.py")

TREES = """
import random
from math import inf
def search(tree, alpha, beta, maximizing):
    if not isinstance(tree, list):
        return tree
    best = -inf if maximizing else inf
    for child in tree:
        value = search(child, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if cut == ">=" and alpha >= beta or cut == ">" and alpha > beta:
            break
    return best if returned == "soft" else alpha if maximizing else beta
def equals(tree):
    moves = range(len(tree))
    alpha, best, kept = -inf, -inf, []
    for move in random.sample(moves, len(moves)) if choice == "shuffled" else moves:
        low = {"full": -inf, "wider": alpha - 1}.get(window, alpha)
        value = search(tree[move], low, inf, False)
        if value > best:
            best, kept = value, [move]
        elif value == best:
            if window != "again" or search(tree[move], best - 1, best, False) == best:
                kept.append(move)
        alpha = max(alpha, best)
    return kept
if choice == "all":
    def best_moves(tree):
        return equals(tree)
else:
    def best_move(tree):
        kept = equals(tree)
        return {"last": kept[-1], "chance": random.choice(kept)}.get(choice, kept[0])
"""
SEARCHES = """
all      none soft narrow    right
chance   none soft narrow    right
first    >=   soft narrow    right
first    >=   hard narrow    right
shuffled >=   soft narrow    right
shuffled >=   hard narrow    right
all      >=   soft again     right
all      >=   hard again     right
all      >=   soft wider     right
all      >=   hard wider     right
all      >=   soft full      right
chance   >=   soft full      right
last     >=   hard full      right
all      >    soft narrow    right
last     >    soft narrow    right
all      >=   soft narrow    wrong
all      >=   hard narrow    wrong
last     >=   soft narrow    wrong
last     >=   hard narrow    wrong
chance   >=   soft narrow    wrong
chance   >=   hard narrow    wrong
all      >    hard narrow    wrong
last     >    hard narrow    wrong
"""
"""Searches: which of its best moves each takes; what ends a loop; fail-soft or fail-hard;
the window at the root, or that it asks again about equal moves; and whether it errs."""


def searching(row: str) -> str:
    """The source of one of these searches."""
    return f"choice, cut, returned, window, _ = {row.split()}\n{TREES}"


PLAIN = searching("all none soft narrow right")

BOARDS = """
import random
from tictactoe import *
memo = {}
def search(board, alpha, beta):
    key = str(board)
    if MEMO and key in memo:
        return memo[key]
    if terminal(board):
        return utility(board) * (1 if player(board) == X else -1)
    best = -2
    for action in sorted(actions(board)):
        best = max(best, -search(result(board, action), -beta, -alpha))
        alpha = max(alpha, best)
        if CUT:
            break
    memo[key] = best
    return best
def minimax(board):
    alpha, best, kept = -2, -2, []
    for action in sorted(actions(board)):
        value = -search(result(board, action), -2, -alpha)
        if value > best:
            best, kept = value, []
        kept += [action] * (value == best)
        alpha = max(alpha, best)
    return CHOSEN
"""


def check(folder: Path, source: str, *options: str) -> tuple[int, str]:
    """The exit code and the output of a check."""
    (folder / "my_search.py").write_text(source, encoding="utf-8")
    file = str(folder / "my_search.py")
    done = python("-S", CHECK, file, *options, PYTHONPATH=str(ROOT / "classics" / "cs50"))
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("row", SEARCHES.strip().splitlines())
def test_searches_of_trees(row: str, tmp_path: Path) -> None:
    """It says of each right one whether it prunes."""
    code, said = check(tmp_path, searching(row), "--cases", "300")
    assert code == ("wrong" in row), said
    assert ("It does not prune" in said) == ("none" in row)


@pytest.mark.parametrize("choice", ["all", "chance", "last"])
def test_five_nodes_show_it(choice: str, tmp_path: Path) -> None:
    _, said = check(tmp_path, searching(f"{choice} >= soft narrow wrong"))
    asked, _, right = said.splitlines()
    assert asked.endswith("([0, [0, -1]])")
    assert right == (
        "Right: 0, worth 0. 1 is worth -1. "
        "Of it the search had read [0, ?]: at most 0, a bound."
    )


@pytest.mark.parametrize(
    ("memo", "cut", "chosen", "code"),
    [
        ("True", "alpha >= beta", "kept[0]", 1),  # the memo keeps bounds as values
        ("False", "alpha >= beta", "random.choice(kept)", 1),
        ("True", "False", "random.choice(kept)", 0),
    ],
)
def test_boards(memo: str, cut: str, chosen: str, code: int, tmp_path: Path) -> None:
    source = BOARDS.replace("MEMO", memo).replace("CUT", cut).replace("CHOSEN", chosen)
    assert check(tmp_path, source, "--cases", "1000", "--times", "2")[0] == code


@pytest.mark.parametrize(
    ("source", "code", "words"),
    [
        ("from tictactoe import minimax", 0, "200 cases"),
        (PLAIN.replace("not maximizing", "maximizing"), 1, "Right: "),
        (PLAIN.replace("return equals(tree)", "return equals(tree)[:1]"), 1, ", too."),
        ("def best_move(tree): return None", 1, "Right: among [0, 1]."),
        ("def best_moves(tree): return tree.best", 1, "AttributeError"),
        ("best = 1", 2, "has none of the functions"),
        ("import nothing", 2, "can't be imported: Mod"),
    ],
)
def test_other_files(source: str, code: int, words: str, tmp_path: Path) -> None:
    ended, said = check(tmp_path, source, "--cases", "200")
    assert (ended, words in said) == (code, True)
