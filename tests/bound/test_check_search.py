"""The check of a search tells those that choose right from those that err."""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import styles

from check_search import Check, Program, as_line, boards, reply, trees
from commands import ROOT, python

FEW = "--cases=50"
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


Said = pytest.CaptureFixture[str]


ALL_TREES = trees(4520)
TREES_ASKED = ALL_TREES[2:10] + ALL_TREES[160:360]
HARD_TREES = [ALL_TREES[at + more] for at in (301, 340, 570, 2055) for more in range(9)]
SOME_BOARDS = boards(150)
"""Some that tell the searches apart, as few as will do."""


def errs(named: tuple[str, Callable[[Any], Any]], cases: list[Any]) -> bool:
    """Whether a function errs, asked in this process."""
    name, function = named
    return bool(Check(name, lambda *asked: ask(function, *asked)).run(cases))


def ask(function: Callable[[Any], Any], name: str, position: Any) -> Any:
    return json.loads(as_line(reply, name, function, position))


def functions(source: str, **names: Any) -> Any:
    """What a source defines: the name of a function, and the function."""
    exec(source, names)
    return next(
        (it, names[it]) for it in ("best_moves", "best_move", "minimax") if it in names
    )


def searching(row: str) -> Any:
    """One of these searches."""
    return functions(f"choice, cut, returned, window, _ = {row.split()}\n{TREES}")


@pytest.mark.parametrize("row", SEARCHES.strip().splitlines())
def test_searches_of_trees(row: str, capsys: Said) -> None:
    """It says of each right one whether it prunes."""
    assert errs(searching(row), TREES_ASKED) == ("wrong" in row)
    assert ("It does not prune" in capsys.readouterr().out) == ("none" in row)


@pytest.mark.parametrize("name", styles.RIGHT)
def test_right_in_many_styles(name: str, capsys: Said) -> None:
    assert not errs(("best_move", styles.RIGHT[name]), HARD_TREES)
    assert "nothing found in 36 cases" in capsys.readouterr().out


@pytest.mark.parametrize("name", styles.WRONG)
def test_wrong_in_many_styles(name: str) -> None:
    assert errs(("best_move", styles.WRONG[name]), HARD_TREES)


@pytest.mark.parametrize("choice", ["all", "chance", "last"])
def test_what_it_says_of_the_trap(choice: str, capsys: Said) -> None:
    assert errs(searching(f"{choice} >= soft narrow wrong"), TREES_ASKED)
    said = capsys.readouterr().out
    right = "Right: 0, worth 0. 1 is worth -1. Of it the search had read [0, ?]: at most 0"
    assert right in said or choice == "chance"
    assert ("9 more answers" in said) == (choice == "chance")
    assert f"keeps {'the last of the' if choice == 'last' else 'all'} moves that" in said


def test_the_bound_is_named_where_lists_are_read_as_a_whole(capsys: Said) -> None:
    assert errs(("best_move", styles.WRONG["eager"]), TREES_ASKED)
    assert "knows only a bound: at most 0." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("memo", "cut", "chosen", "wrong", "words"),
    [
        (True, True, "kept[0]", True, ""),  # the memo keeps bounds as values
        (
            False,
            True,
            "random.choice(kept)",
            True,
            "keeps all moves that look equal",
        ),
        (False, True, "kept[-1]", True, "keeps the last of the moves that look equal"),
        (True, False, "random.choice(kept)", False, ""),
        (True, False, "list(kept[-1])", False, ""),
        (True, False, "[board[0].clear(), kept[-1]][1]", True, "It changed the position"),
    ],
)
def test_boards(
    memo: bool, cut: bool, chosen: str, wrong: bool, words: str, capsys: Said
) -> None:
    random.seed(0)
    source = BOARDS.replace("MEMO", str(memo)).replace("CHOSEN", chosen)
    source = source.replace("CUT", "alpha >= beta" if cut else "False")
    assert errs(functions(source), SOME_BOARDS) == wrong
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "max_value if player(board) == X else min_value",
            "max_value",
            "whoever moves first",
        ),
        ("_ = min_value(after", "_ = max_value(after", "lets both sides want a high value"),
    ],
)
def test_lost_signs(old: str, new: str, words: str, capsys: Said) -> None:
    source = (ROOT / "classics" / "cs50" / "tictactoe.py").read_text(encoding="utf-8")
    assert old in source
    assert errs(functions(source.replace(old, new)), SOME_BOARDS[:100])
    said = capsys.readouterr().out
    assert " to move\n" in said
    assert words in said


def run(folder: Path, source: str, options: list[str]) -> tuple[int, str]:
    """The exit code and the output of a check of own.py."""
    (folder / "own.py").write_text(source, encoding="utf-8")
    done = python("-S", CHECK, FEW, *options, folder=folder, PYTHONPATH="")
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


RIGHT = """
def value(tree, high):
    if not isinstance(tree, list):
        return tree
    return (max if high else min)(value(it, not high) for it in tree)
def best_move(tree):
    values = [value(it, False) for it in tree]
    return values.index(max(values))
"""
PROGRAM = ["--run", f"'{sys.executable}' -u own.py", "--seconds=1"]
ENDS = ["--run", f"'{sys.executable}' own.py"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def best_move(tree): return None", "Right: among [0, 1]."),
        ("def best_moves(tree): return tree.best", "AttributeError"),
        ("def best_moves(tree): return {0: 1}", "Right: among [0, 1]."),
        ("def best_moves(tree): return 0", "Right: 1, worth"),
        ("def best_move(tree): exit(3)", "SystemExit: 3"),
        ("def best_move(tree): return tree.pop()", "It changed the position to [-3]"),
    ],
)
def test_what_functions_do(source: str, words: str, capsys: Said) -> None:
    assert errs(functions(source), TREES_ASKED)
    assert words in capsys.readouterr().out


def test_a_file_that_prints(tmp_path: Path) -> None:
    source = f"{RIGHT}print('not an answer', __file__)"
    assert run(tmp_path, source, ["own.py"])[0] == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "options", "code", "words"),
    [
        ("import os\ndef best_move(tree): os._exit(3)", ["own.py"], 1, "exit code 3"),
        ("def best_move(tree):\n while 1: 0", ["own.py", "--seconds=1"], 1, "within 1 s"),
        ("while 1: 0", ["own.py", "--seconds=1"], 2, "can't be imported: No answer"),
        ("best = 1", ["own.py"], 2, "has none of the functions"),
        ("import nothing", ["own.py"], 2, "can't be imported: Mod"),
        (RIGHT, ["homework/own.py"], 2, "can't be imported: FileNotFoundError"),
        (RIGHT, ["own.py", "--cases=-5"], 2, "--cases and --seconds are from 1"),
        (RIGHT, ["own.py", "--seconds=0"], 2, "--cases and --seconds are from 1"),
        (RIGHT, [], 2, "name a file"),
        (RIGHT, ["--run= "], 2, "name a file"),
        (RIGHT, ["own.py", "--boards"], 2, "name a file"),
        (RIGHT, ["--run=./nothing"], 2, "can't run it: "),
        (RIGHT, ENDS, 1, "ended with exit code 0"),
        ("input(); print('Hello!')", PROGRAM, 1, "isn't JSON: Hello!"),
        ("input(); print(3); print(0)", PROGRAM, 1, "Right: among [0, 1]"),
        ("input(); print(); import time; time.sleep(9)", PROGRAM, 1, "Does it flush"),
    ],
)
def test_what_people_run(
    source: str, options: list[str], code: int, words: str, tmp_path: Path
) -> None:
    ended, said = run(tmp_path, source, options)
    assert (ended, words in said) == (code, True), said


def test_a_line_too_many() -> None:
    program = Program([sys.executable, "-c", "import sys; sys.stdin.read()"], 5)
    program.lines.put("3")
    assert "before it was asked: 3" in program.ask("", [1, 0])["error"]
    program.end()


def test_it_reads_the_file_that_is_named(tmp_path: Path) -> None:
    """Neither one of this name beside the checker, nor a module of Python."""
    shutil.copy(CHECK, tmp_path)
    (tmp_path / "json.py").write_text("1 / 0")
    (tmp_path / "v2").mkdir()
    (tmp_path / "v2" / "random.py").write_text("def best_move(tree): return 7")
    done = python("check_search.py", "v2/random.py", FEW, folder=tmp_path, PYTHONPATH="")
    assert (done.returncode, "Answer: 7" in done.stdout) == (1, True), done.stderr


JAVASCRIPT = """
const value = (tree, high) => Array.isArray(tree)
  ? (high ? Math.max : Math.min)(...tree.map((it) => value(it, !high))) : tree;
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const values = JSON.parse(line).map((it) => value(it, false));
  const best = Math.max(...values);
  const all = [...values.keys()].filter((it) => values[it] === best);
  console.log(JSON.stringify(process.argv[2] === "all" ? all : all[0] WRONG));
});
"""
C = r"""
#include <stdio.h>
static const char *at;
static int value(int high, int *move) {
    int best = high ? -999 : 999, number = 0, length;
    if (*at != '[') {
        sscanf(at, "%d%n", &best, &length);
        at += length;
        return best;
    }
    for (at++; *at != ']'; at += *at == ',' || *at == ' ') {
        if (*at == ',' || *at == ' ') continue;
        int found = value(!high, 0);
        if (high ? found > best : found < best) {
            best = found;
            if (move) *move = number;
        }
        number++;
    }
    at++;
    return best;
}
int main(void) {
    static char line[100000];
    while (fgets(line, sizeof line, stdin)) {
        int move = 0;
        at = line;
        value(1, &move);
        printf("%d\n", move WRONG);
        fflush(stdout);
    }
}
"""


@pytest.mark.long
@pytest.mark.needs("node")
@pytest.mark.parametrize(("wrong", "code"), [("", 0), ("+ 1", 1)])
@pytest.mark.parametrize("several", ["all", "one"])
def test_a_program_in_javascript(
    wrong: str, code: int, several: str, tmp_path: Path
) -> None:
    (tmp_path / "own.js").write_text(
        JAVASCRIPT.replace("WRONG", wrong * (several == "one"))
    )
    run = python("-S", CHECK, "--run", f"node own.js {several}", FEW, folder=tmp_path)
    assert run.returncode == (code if several == "one" else 0), run.stderr


@pytest.mark.long
@pytest.mark.needs("cc")
@pytest.mark.parametrize(("wrong", "code"), [("", 0), ("+ 1", 1)])
def test_a_program_in_c(wrong: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text(C.replace("WRONG", wrong))
    subprocess.run(["cc", "-o", "own", "own.c"], cwd=tmp_path, check=True)
    run = python("-S", CHECK, "--run", "./own", FEW, folder=tmp_path)
    assert run.returncode == code, run.stdout + run.stderr
