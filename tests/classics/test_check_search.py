"""The check of a search tells those that choose right from those that err."""

from pathlib import Path

import pytest

from commands import ROOT, python

CHECK = str(ROOT / "classics" / "check_search.py")

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
        if CUT:
            break
    return RETURNED
def equals(tree, order):
    alpha, best, kept = -inf, -inf, []
    for move in order:
        value = search(tree[move], WINDOW, inf, False)
        if value > best:
            best, kept = value, [move]
        elif value == best and AGAIN:
            kept.append(move)
        alpha = max(alpha, best)
    return kept
def ANSWER
"""
SOFT, HARD = "best", "alpha if maximizing else beta"
NO_CUT, CUT, STRICT = "False", "alpha >= beta", "alpha > beta"
NARROW, FULL, WIDER = "alpha", "-inf", "alpha - 1"
KEPT, AGAIN = "True", "search(tree[move], best - 1, best, False) == best"
IN_TURN = "equals(tree, range(len(tree)))"
LIST = f"best_moves(tree): return {IN_TURN}"
FIRST = f"best_move(tree): return {IN_TURN}[0]"
LAST = f"best_move(tree): return {IN_TURN}[-1]"
RANDOM = f"best_move(tree): return random.choice({IN_TURN})"
SHUFFLED = (
    "best_move(tree): return equals(tree, random.sample(range(len(tree)), len(tree)))[0]"
)


def searching(
    answer: str,
    cut: str = CUT,
    returned: str = SOFT,
    window: str = NARROW,
    again: str = KEPT,
) -> str:
    """A search of trees."""
    made = TREES.replace("CUT", cut).replace("RETURNED", returned)
    return made.replace("WINDOW", window).replace("AGAIN", again).replace("ANSWER", answer)


RIGHT = {
    "minimax": searching(LIST, NO_CUT),
    "minimax, by chance": searching(RANDOM, NO_CUT),
    "the first": searching(FIRST),
    "the first, fail-hard": searching(FIRST, returned=HARD),
    "shuffled": searching(SHUFFLED),
    "shuffled, fail-hard": searching(SHUFFLED, returned=HARD),
    "asked again": searching(LIST, again=AGAIN),
    "asked again, fail-hard": searching(LIST, returned=HARD, again=AGAIN),
    "one wider": searching(LIST, window=WIDER),
    "one wider, fail-hard": searching(LIST, returned=HARD, window=WIDER),
    "full window": searching(LIST, window=FULL),
    "full window, by chance": searching(RANDOM, window=FULL),
    "full window, fail-hard": searching(LAST, returned=HARD, window=FULL),
    "strict cut": searching(LIST, STRICT),
    "strict cut, the last": searching(LAST, STRICT),
}
WRONG = {
    "the last": searching(LAST),
    "by chance": searching(RANDOM),
    "all": searching(LIST),
    "the last, fail-hard": searching(LAST, returned=HARD),
    "by chance, fail-hard": searching(RANDOM, returned=HARD),
    "all, fail-hard": searching(LIST, returned=HARD),
    "all, strict cut, fail-hard": searching(LIST, STRICT, HARD),
    "the last, strict cut, fail-hard": searching(LAST, STRICT, HARD),
    "a minus forgotten": searching(LIST, NO_CUT).replace("not maximizing", "maximizing"),
    "one of the best": searching(LIST, NO_CUT).replace("))\n", "))[:1]\n"),
    "none": "def best_move(tree): return None",
    "an error": "def best_moves(tree): return tree.best",
}

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
    assert done.stderr == ""
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", RIGHT)
def test_right_searches(name: str, tmp_path: Path) -> None:
    """It says of each whether it prunes."""
    code, said = check(tmp_path, RIGHT[name], "--cases", "300")
    assert code == 0, said
    assert ("It does not prune" in said) == ("minimax" in name)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_searches(name: str, tmp_path: Path) -> None:
    code, said = check(tmp_path, WRONG[name], "--cases", "300")
    assert code == 1, said


@pytest.mark.parametrize("answer", [LIST, RANDOM, LAST])
def test_five_nodes_show_it(answer: str, tmp_path: Path) -> None:
    _, said = check(tmp_path, searching(answer))
    asked, _, right = said.splitlines()
    assert asked.endswith("([0, [0, -1]])")
    assert right == (
        "Right: 0, worth 0. 1 is worth -1. "
        "Of it the search had read [0, ?]: at most 0, a bound."
    )


@pytest.mark.parametrize(
    ("memo", "cut", "chosen", "code"),
    [
        ("True", CUT, "kept[0]", 1),  # the memo keeps bounds as values
        ("False", CUT, "random.choice(kept)", 1),
        ("True", NO_CUT, "random.choice(kept)", 0),
    ],
)
def test_boards(memo: str, cut: str, chosen: str, code: int, tmp_path: Path) -> None:
    source = BOARDS.replace("MEMO", memo).replace("CUT", cut).replace("CHOSEN", chosen)
    assert check(tmp_path, source, "--cases", "1000", "--times", "2")[0] == code


def test_our_own_minimax(tmp_path: Path) -> None:
    code, said = check(tmp_path, "from tictactoe import minimax", "--cases", "200")
    assert (code, "200 cases" in said) == (0, True)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("best = 1", "has none of the functions"),
        ("import nothing", "can't be imported: Mod"),
    ],
)
def test_files_that_have_no_search(source: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "my_search.py"
    file.write_text(source)
    done = python(CHECK, str(file))
    assert (done.returncode, said in done.stderr) == (2, True)
