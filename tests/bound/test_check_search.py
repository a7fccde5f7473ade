"""The check of a search tells those that choose right from those that err."""

import doctest
import json
import random
import re
import shlex
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

CHECK = str(ROOT / "bound" / "check_search.py")

Said = pytest.CaptureFixture[str]


ASKED = trees(4520)
ASKED = [ASKED[at + more] for at in (2, 92, 162, 301, 340, 570, 2055) for more in range(9)]
SOME_BOARDS = boards(150)
"""Some that tell the searches apart, as few as will do."""


def errs(function: Callable[[Any], Any], name: str = "best_move") -> bool:
    """Whether a function errs, asked in this process."""

    def ask(name: str, position: Any) -> Any:
        return json.loads(as_line(reply, name, function, position))

    return bool(Check(name, ask).run(SOME_BOARDS if name == "minimax" else ASKED))


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
    assert not errs(best_moves, "best_moves")
    assert errs(lambda tree: search(tree)[1], "best_moves")

    (asked,) = re.findall(r"1\. Alpha-beta searches `(.*?)`", page)
    tree = json.loads(asked)
    assert search(tree) == (4, [0, 1, 3])
    assert best_moves(tree) == [0, 3]
    seen = reply("best_moves", lambda it: search(it)[1], tree)["seen"]
    assert seen == [4, [4, inf], [5, 3], [6, 4]]


def test_searches_in_many_styles() -> None:
    for is_wrong, searches in enumerate((styles.RIGHT, styles.WRONG)):
        for name, function in searches.items():
            random.seed(0)
            assert errs(function) == is_wrong, name


@pytest.mark.parametrize("choice", ["all", "chance", "last", "eager"])
def test_what_it_says_of_the_trap(choice: str, capsys: Said) -> None:
    """The bound is named even where lists are read as a whole."""
    random.seed(0)
    assert errs(styles.WRONG[choice])
    said = capsys.readouterr().out
    right = "Right: 0, worth 0. 1 is worth -1. Of it the search had read [0, ?]: at most 0"
    assert (right in said) == (choice in ("all", "last"))
    assert ("9 more answers" in said) == (choice == "chance")
    kept = "all" if choice in ("all", "chance") else "the last of the"
    assert f"keeps {kept} moves that" in said
    assert "knows only a bound: at " in said


CS50 = (ROOT / "classics" / "cs50" / "tictactoe.py").read_text(encoding="utf-8")
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
        if alpha >= BETA:
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


TREES = """
def value(tree, high):
    if not isinstance(tree, list):
        return tree
    return (max if high else min)(value(it, not high) for it in tree)
def best_move(tree):
    values = [value(it, False) for it in tree]
    return CHOSEN
"""
RIGHT = TREES.replace("CHOSEN", "values.index(max(values))")


@pytest.mark.parametrize(
    ("source", "changes", "words"),
    [
        (BOARDS, {"CHOSEN": "kept[0]"}, "It errs in"),  # its memo keeps bounds as values
        (BOARDS, {"MEMO": "False", "CHOSEN": "random.choice(kept)"}, "keeps all moves"),
        (BOARDS, {"MEMO": "False", "CHOSEN": "kept[-1]"}, "keeps the last of the moves"),
        (BOARDS, {"BETA": "9", "CHOSEN": "random.choice(kept)"}, "nothing found"),
        (BOARDS, {"BETA": "9", "CHOSEN": "list(kept[-1])"}, "nothing found"),
        (BOARDS, {"CHOSEN": "[board[0].clear(), kept[-1]][1]"}, "It changed the position"),
        (CS50, {" if player(board) == X else min_value": ""}, "first for X"),
        (CS50, {"_ = min_value(after": "_ = max_value(after"}, "a high value"),
        (TREES, {"CHOSEN": "None"}, "Right: among [0, 1]."),
        (TREES, {"CHOSEN": "{0: 1}"}, "Right: among [0, 1]."),
        (TREES, {"CHOSEN": "0"}, "Right: 1, worth"),
        (TREES, {"CHOSEN": "[values.index(max(values))]"}, ", too."),
        (TREES, {"CHOSEN": "tree.best"}, "AttributeError"),
        (TREES, {"CHOSEN": "exit(3)"}, "SystemExit: 3"),
        (TREES, {"CHOSEN": "tree.pop()"}, "It changed the position to [-3]"),
    ],
)
def test_what_it_says(
    source: str, changes: dict[str, str], words: str, capsys: Said
) -> None:
    random.seed(0)
    assert all(old in source for old in changes)
    for old, new in ({"MEMO": "True", "BETA": "beta"} | changes).items():
        source = source.replace(old, new)
    names: dict[str, Any] = {}
    exec(source, names)
    name = "best_move" if "best_move" in names else "minimax"
    assert errs(names[name], name) == (words != "nothing found")
    said = capsys.readouterr().out
    assert words in said
    assert (" to move\n" in said) == (name == "minimax" and words != "nothing found")


def check(folder: Path, source: str, options: str) -> tuple[int, str]:
    """The exit code and the output of a check, beside a source that isn't Python's json."""
    shutil.copy(CHECK, folder)
    (folder / "json.py").write_text(source, encoding="utf-8")
    command = "-S", "check_search.py", "--cases=50", *shlex.split(options)
    done = python(*command, folder=folder, PYTHONPATH="")
    said = done.stdout + done.stderr
    assert "Traceback" not in said
    return done.returncode, said


OWN = f"--run \"'{sys.executable}' -u json.py\" --seconds=1"


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "options", "code", "words"),
    [
        (f"{RIGHT}print('not an answer', __file__)", "json.py", 0, "nothing found in 50"),
        ("import os\ndef best_move(tree): os._exit(3)", "json.py", 1, "exit code 3"),
        ("def best_move(tree):\n while 1: 0", "json.py --seconds=1", 1, "within 1 s"),
        ("while 1: 0", "json.py --seconds=1", 2, "can't be imported: No answer"),
        ("best = 1", "json.py", 2, "has none of the functions"),
        ("import nothing", "json.py", 2, "can't be imported: Mod"),
        (RIGHT, "homework/json.py", 2, "there is no file"),
        (RIGHT, "json.py --cases=-5", 2, "--cases and --seconds must be from 1"),
        (RIGHT, "json.py --seconds=0", 2, "--cases and --seconds must be from 1"),
        (RIGHT, "", 2, "name a file"),
        (RIGHT, "--run ' '", 2, "name a file"),
        (RIGHT, "json.py --boards", 2, "name a file"),
        (RIGHT, "--run=./nothing", 2, "can't run it: "),
        (RIGHT, OWN, 1, "ended with exit code 0"),
        ("input(); print('Hello!')", OWN, 1, "isn't JSON: Hello!"),
        ("input(); print(3); print(0)", OWN, 1, "Right: among [0, 1]"),
        ("input(); print(); import time; time.sleep(9)", OWN, 1, "Does it flush"),
        ("import os, time; os.close(1); time.sleep(9)", OWN, 1, "It closed its output"),
    ],
)
def test_what_people_run(
    source: str, options: str, code: int, words: str, tmp_path: Path
) -> None:
    ended, said = check(tmp_path, source, options)
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


JAVASCRIPT = """
const value = (tree, high) => Array.isArray(tree)
  ? (high ? Math.max : Math.min)(...tree.map((it) => value(it, !high))) : tree;
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const values = JSON.parse(line).map((it) => value(it, false));
  const best = Math.max(...values);
  console.log(JSON.stringify([...values.keys()].filter((it) => values[it] === best)));
});
"""
C = r"""
#include <stdio.h>
static long value(int high, int *move) {
    long best, found;
    int number = 0, ignored;
    if (scanf("%ld", &best)) return best;
    best = high ? -999 : 999;
    getchar();
    do {
        found = value(!high, &ignored);
        if (high ? found > best : found < best) {
            best = found;
            *move = number;
        }
        number++;
    } while (getchar() == ',');
    return best;
}
int main(int wrong, char **arguments) {
    int move;
    while (value(1, &move), !feof(stdin)) {
        printf("%d\n", move + wrong - 1);
        fflush(stdout);
    }
}
"""


@pytest.mark.long
@pytest.mark.needs("node")
def test_a_program_in_javascript(tmp_path: Path) -> None:
    """It answers with a list of all best moves."""
    (tmp_path / "bot.js").write_text(JAVASCRIPT)
    code, said = check(tmp_path, "", "--run 'node bot.js'")
    assert code == 0, said


@pytest.mark.long
@pytest.mark.needs("cc")
@pytest.mark.parametrize(("argument", "code"), [("", 0), (" wrong", 1)])
def test_a_program_in_c(argument: str, code: int, tmp_path: Path) -> None:
    """It answers with one move."""
    (tmp_path / "bot.c").write_text(C)
    subprocess.run(["cc", "-o", "bot", "bot.c"], cwd=tmp_path, check=True)
    ended, said = check(tmp_path, "", f"--run './bot{argument}'")
    assert ended == code, said
