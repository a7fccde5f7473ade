"""Does your search choose right? `python3 check_search.py my_search.py`.

Alpha-beta finds the value of a position, but for most of its moves only bounds. A search
that takes a bound for a value chooses a worse move now and then. This looks for a case in
which yours does, in those of these three functions that your file has:

    best_moves(tree)   the indices of all best moves at the root of a game tree
    best_move(tree)    the index of one of them
    minimax(board)     a best cell (i, j) in tic-tac-toe, as in CS50's project

A tree is a list of ints and trees, such as [3, [3, 2]]. At the root the mover wants a large
number, one level below the opponent a small one, and so on in turn. The lists note which
of their leaves are read; test for isinstance(tree, list). A board is three lists of "X",
"O" and None, X begins, and a win is worth 1 to the mover, a tie 0, a loss -1.

It runs your code as you. It exits with 0 if it found nothing, with 1 if a case fails.
"""

import argparse
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path
from random import Random
from typing import Any

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


class Node(list[Any]):
    """A tree that notes, at each node, the indices of the children that are read."""

    def __init__(self, tree: list[Any]) -> None:
        super().__init__(Node(it) if isinstance(it, list) else it for it in tree)
        self.read: set[int] = set()

    def __getitem__(self, index: Any) -> Any:
        indices = range(len(self))[index]
        self.read.update(indices if isinstance(indices, range) else [indices])
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __reversed__(self) -> Iterator[Any]:
        return (self[index] for index in reversed(range(len(self))))

    def seen(self) -> list[Any]:
        """The tree as plain lists, with ... for each leaf that was not read."""
        return [
            it.seen() if isinstance(it, Node) else it if at in self.read else ...
            for at, it in enumerate(super().__iter__())
        ]


def random_tree(random: Random, leaves: int, largest: int) -> Any:
    """A tree with so many leaves, each of them from -largest to largest."""
    if leaves == 1:
        return random.randint(-largest, largest)
    sizes: list[int] = []
    while left := leaves - sum(sizes):
        sizes.append(random.randint(1, left if sizes else left - 1))
    return [random_tree(random, size, largest) for size in sizes]


def value(tree: Any, best: Any, other: Any) -> float:
    """The value of a tree by minimax without cuts; `best` is the mover's min or max.

    A leaf that was not read counts as infinite: so the value is the most that it can be.
    """
    if isinstance(tree, list):
        return float(best(value(child, other, best) for child in tree))
    return inf if tree is ... else tree


def trees(number: int, random: Random) -> Iterator[tuple[Any, dict[Any, float]]]:
    """Trees with the value of each move, those with few leaves first."""
    for index in range(number):
        tree = random_tree(random, 2 + 14 * index // number, 1 + index % 3)
        yield tree, {at: value(child, min, max) for at, child in enumerate(tree)}


def is_won(board: str) -> bool:
    """Whether X or O has a line on a board, nine of X, O and ".", row by row."""
    return any({*(board[int(at)] for at in line)} in ({"X"}, {"O"}) for line in LINES)


@cache
def children(board: str) -> dict[tuple[int, int], str]:
    """The boards after each move, by row and column of its cell; none after the end."""
    mark = "X" if board.count("X") == board.count("O") else "O"
    free = [at for at in range(9) if board[at] == "." and not is_won(board)]
    return {divmod(at, 3): board[:at] + mark + board[at + 1 :] for at in free}


@cache
def utility(board: str) -> float:
    """1 if the mover wins, 0 for a tie, -1 for a loss, by minimax without cuts."""
    values = [-utility(after) for after in children(board).values()]
    return max(values, default=-is_won(board))


def boards(number: int, random: Random) -> Iterator[tuple[Any, dict[Any, float]]]:
    """Boards that can be reached, with the value of each move, the fullest first."""
    layer, unfinished = ["." * 9], []
    while layer:
        unfinished += [board for board in layer if children(board)]
        layer = [*dict.fromkeys(it for board in layer for it in children(board).values())]
    chosen = random.sample(unfinished, min(number, len(unfinished)))
    for board in sorted(chosen, key=lambda it: it.count(".")):
        marks = [None if mark == "." else mark for mark in board]
        moves = {cell: -utility(after) for cell, after in children(board).items()}
        yield [marks[:3], marks[3:6], marks[6:]], moves


def fault(asked: Node, values: dict[Any, float], answers: set[Any], every: bool) -> str:
    """What is wrong with the answers about a tree or board, "" if nothing is."""
    best = max(values.values())
    right = [move for move in values if values[move] == best]
    for move in answers.difference(right):
        if move not in values:
            return f"Right: among {[*values]}."
        said = f"Right: {right[0]}, worth {best:g}. {move} is worth {values[move]:g}."
        if isinstance(move, tuple):
            return said
        read = asked.seen()[move]
        most = value(read, min, max)
        bound = f": at most {most:g}, a bound" if most > values[move] else ""
        return f"{said} Of it the search had read {read}{bound}."
    missing = [move for move in right if every and move not in answers]
    return f"Right: {missing[0]}, too." if missing else ""


def errs(function: Any, number: int, times: int) -> bool:
    """Whether a function errs in some case. Prints the first, or what was asked."""
    name, seen = function.__name__, ""
    on_boards, every = name == "minimax", name == "best_moves"
    cases = [*(boards if on_boards else trees)(number, Random(0))]
    for position, values in (case for case in cases for _ in range(times)):
        asked = Node(position)
        try:
            answer = function(asked)
            answers = {*answer} if every else {answer}
        except Exception as error:  # a search may raise anything; that is its answer
            answer, answers = f"{type(error).__name__}: {error}", {None}
        if said := fault(asked, values, answers, every):
            print(f"{name}({position})\nAnswer: {answer}\n{said}".replace("Ellipsis", "?"))
            return True
        seen += str(asked.seen())
    print(f"{name}: nothing found in {len(cases):,} cases, {times} times each.")
    if not on_boards:
        read, unread = sum(map(str.isdigit, seen)), seen.count("Ellipsis")
        prunes = "It prunes" if unread else "It does not prune"
        print(f"{prunes}: of {read + unread:,} leaves it read {read:,}.")
    return False


def main() -> int:
    """Check the functions of a file; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path, help="your search")
    parser.add_argument(
        "--cases", type=int, default=4520, help="trees or boards (4520: all)"
    )
    parser.add_argument("--times", type=int, default=5, help="how often to ask of each (5)")
    options = parser.parse_args()
    sys.path.insert(0, str(options.file.parent))
    try:
        module = import_module(options.file.stem)
    except (Exception, SystemExit) as error:
        parser.error(f"{options.file} can't be imported: {type(error).__name__}: {error}")
    names = "best_moves", "best_move", "minimax"
    functions = [getattr(module, name) for name in names if hasattr(module, name)]
    if not functions:
        parser.error(f"{options.file} has none of the functions {', '.join(names)}")
    return int(any(errs(it, options.cases, options.times) for it in functions))


if __name__ == "__main__":
    sys.exit(main())
