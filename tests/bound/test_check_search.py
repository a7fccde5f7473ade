"""The check of a search tells those that choose right from those that err."""

import doctest
import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import pytest
import styles

from check_search import Check, as_line, boards, reply, trees
from commands import ROOT, python

FEW = "--cases=50"
CHECK = str(ROOT / "bound" / "check_search.py")

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


TREES = trees(4520)
TREES_ASKED = [
    TREES[at + more] for at in (2, 92, 162, 200, 301, 340, 570, 2055) for more in range(9)
]
SOME_BOARDS = boards(150)
"""Some that tell the searches apart, as few as will do."""


def errs(function: Callable[[Any], Any], cases: list[Any], name: str = "best_move") -> bool:
    """Whether a function errs, asked in this process."""

    def ask(name: str, position: Any) -> Any:
        return json.loads(as_line(reply, name, function, position))

    return bool(Check(name, ask).run(cases))


def defined(source: str, name: str) -> Any:
    """The function of this name in a source."""
    names: dict[str, Any] = {}
    exec(source, names)
    return names[name]


def test_the_homework() -> None:
    """The key is right, README.md's search alone is not, and the exam's answers fit it."""
    page, readme = (
        (ROOT / "bound" / name).read_text(encoding="utf-8")
        for name in ("teaching.md", "README.md")
    )
    examples = doctest.DocTestParser().get_examples(readme)
    names: dict[str, Any] = {}
    (key,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec("".join(it.source for it in examples if not it.want) + key, names)
    search, best_moves = names["search"], names["best_moves"]
    assert not errs(best_moves, TREES_ASKED, "best_moves")
    assert errs(lambda tree: search(tree)[1], TREES_ASKED, "best_moves")

    (asked,) = re.findall(r"1\. Alpha-beta searches `(.*?)`", page)
    tree = json.loads(asked)
    assert search(tree) == (4, [0, 1, 3])
    assert best_moves(tree) == [0, 3]
    seen = reply("best_moves", lambda it: search(it)[1], tree)["seen"]
    assert seen == [4, [4, inf], [5, 3], [6, 4]]


def test_searches_that_are_right() -> None:
    """It says of each whether it prunes, or reads whole lists first."""
    for name, function in styles.RIGHT.items():
        assert not errs(function, TREES_ASKED), name


@pytest.mark.parametrize(
    "cases", [TREES_ASKED, pytest.param(TREES, marks=pytest.mark.long)]
)
def test_searches_that_are_wrong(cases: list[Any]) -> None:
    for name, function in styles.WRONG.items():
        random.seed(0)
        assert errs(function, cases), name


@pytest.mark.parametrize("choice", ["all", "chance", "last"])
def test_what_it_says_of_the_trap(choice: str, capsys: Said) -> None:
    random.seed(0)
    assert errs(styles.choosing(f"{choice} >= soft narrow"), TREES_ASKED)
    said = capsys.readouterr().out
    right = "Right: 0, worth 0. 1 is worth -1. Of it the search had read [0, ?]: at most 0"
    assert right in said or choice == "chance"
    assert ("9 more answers" in said) == (choice == "chance")
    assert f"keeps {'the last of the' if choice == 'last' else 'all'} moves that" in said


def test_the_bound_is_named_where_lists_are_read_as_a_whole(capsys: Said) -> None:
    assert errs(styles.WRONG["eager"], TREES_ASKED)
    assert "knows only a bound: at most 0." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("memo", "cut", "chosen", "wrong", "words"),
    [
        (True, True, "kept[0]", True, ""),  # the memo keeps bounds as values
        (False, True, "random.choice(kept)", True, "keeps all moves"),
        (False, True, "kept[-1]", True, "keeps the last of the moves"),
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
    assert errs(defined(source, "minimax"), SOME_BOARDS, "minimax") == wrong
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("max_value if player(board) == X else min_value", "max_value", "takes whoever"),
        ("_ = min_value(after", "_ = max_value(after", "lets both sides want a high value"),
    ],
)
def test_lost_signs(old: str, new: str, words: str, capsys: Said) -> None:
    source = (ROOT / "classics" / "cs50" / "tictactoe.py").read_text(encoding="utf-8")
    assert old in source
    source = source.replace(old, new)
    assert errs(defined(source, "minimax"), SOME_BOARDS[:100], "minimax")
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
        ("def best_move(tree): return tree.best", "AttributeError"),
        ("def best_move(tree): return {0: 1}", "Right: among [0, 1]."),
        ("def best_move(tree): return 0", "Right: 1, worth"),
        ("def best_move(tree): exit(3)", "SystemExit: 3"),
        ("def best_move(tree): return tree.pop()", "It changed the position to [-3]"),
    ],
)
def test_what_functions_do(source: str, words: str, capsys: Said) -> None:
    assert errs(defined(source, "best_move"), TREES_ASKED)
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
        (RIGHT, ["homework/own.py"], 2, "there is no file"),
        (RIGHT, ["own.py", "--cases=-5"], 2, "--cases and --seconds must be from 1"),
        (RIGHT, ["own.py", "--seconds=0"], 2, "--cases and --seconds must be from 1"),
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


@pytest.mark.long
def test_what_it_prints_is_read_by_nobody(tmp_path: Path) -> None:
    """As after `| head -1`: no traceback."""
    (tmp_path / "own.py").write_text("def best_move(tree): return 0")
    command = [sys.executable, CHECK, "own.py"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=-1, stderr=-1) as checker:
        assert checker.stdout
        checker.stdout.close()
        assert checker.communicate()[1] == b""


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
#include <stdlib.h>
static char *at;
static long value(int high, int *move) {
    if (*at != '[') return strtol(at, &at, 10);
    long best = high ? -999 : 999;
    int number = 0, ignored;
    do {
        at += at[1] == ' ' ? 2 : 1;
        long found = value(!high, &ignored);
        if (high ? found > best : found < best) {
            best = found;
            *move = number;
        }
        number++;
    } while (*at == ',');
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
@pytest.mark.parametrize(
    ("wrong", "several", "code"), [("", "all", 0), ("", "one", 0), ("+ 1", "one", 1)]
)
def test_a_program_in_javascript(
    wrong: str, several: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "own.js").write_text(JAVASCRIPT.replace("WRONG", wrong))
    run = python("-S", CHECK, "--run", f"node own.js {several}", FEW, folder=tmp_path)
    assert run.returncode == code, run.stdout + run.stderr


@pytest.mark.long
@pytest.mark.needs("cc")
@pytest.mark.parametrize(("wrong", "code"), [("", 0), ("+ 1", 1)])
def test_a_program_in_c(wrong: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "own.c").write_text(C.replace("WRONG", wrong))
    subprocess.run(["cc", "-o", "own", "own.c"], cwd=tmp_path, check=True)
    run = python("-S", CHECK, "--run", "./own", FEW, folder=tmp_path)
    assert run.returncode == code, run.stdout + run.stderr
