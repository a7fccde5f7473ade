"""Does your search choose right? `python3 check_search.py my_search.py`.

Alpha-beta finds the value of a position, but for most of its moves only bounds. A search
that takes a bound for a value chooses a worse move now and then. This looks for a case in
which yours does, in those of these three functions that your file has:

    best_moves(tree)   the indices of all best moves at the root of a game tree
    best_move(tree)    the index of one of them
    minimax(board)     a best cell (i, j) in tic-tac-toe, as in CS50's project

A tree is a list of ints and trees, such as [3, [3, 2]]. At the root the mover wants a large
number, one level below the opponent a small one, and so on in turn. The lists note which of
their leaves are read; test for isinstance(tree, list). A board is three lists of "X", "O"
and None, and X moves first. It is worth 1 if X wins, -1 if O does, 0 at a tie.

In another language, write a program and name it: --run "node bot.js". It reads a line, a
position, and writes a line, its answer, at once (flush!), and so on. Both are JSON:

    [3, [3, 2]]             0, the index of a best move, or [0], a list of all best
    with --boards           [1, 0], a best cell as [row, column], or [[1, 0], [2, 2]], a
    [["X", null, "O"],      list of all best
     ...] on one line

Your code runs with your rights, in a process of its own. The exit code is 0 if nothing was
found, 1 if an answer is wrong or missing, 2 if nothing can be asked, 130 after Ctrl-C.
"""

import sys
from os.path import abspath, dirname, isfile

if __name__ == "__main__":  # a random.py beside this file is not Python's
    sys.path[:] = [folder for folder in sys.path if folder != dirname(__file__)]

import argparse
import json
import os
import shlex
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from math import inf
from queue import Empty, Queue
from random import Random
from runpy import run_path
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from time import monotonic
from types import ModuleType
from typing import Any

FUNCTIONS = ["best_moves", "best_move", "minimax"]
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]

# Positions: a tree is a tuple of ints and trees here, a board nine of X, O and ".".


def trees(number: int) -> list[Any]:
    """Random trees of 2 to 40 leaves, the smallest first. Some subtrees come again."""
    random = Random(0)

    def tree(leaves: int, known: list[Any]) -> Any:
        if random.random() < tall:
            return (tree(leaves, known),)
        if leaves == 1:
            return random.randint(-most, most)
        if known and random.random() < 0.4:
            return random.choice(known)
        sizes = [random.randint(1, leaves - 1)]
        while left := leaves - sum(sizes):
            sizes.append(random.randint(1, left))
        known.append(tuple(tree(size, known) for size in sizes))
        return known[-1]

    found = []
    for at in range(number):
        most, tall = 1 + at % 3, 0.5 if at % 2 else 0.05
        found.append(tree(2 + 39 * at // number, []))
    return found


def boards(number: int) -> list[Any]:
    """Unfinished boards that can be reached, the fullest first. There are 4,510.

    The first ten, after no move or one, would take a search without cuts too long.
    """
    layer, unfinished = ["." * 9], []
    while layer:
        unfinished += [it for it in layer if after(it) and it.count(".") < 8]
        layer = [*dict.fromkeys(it for board in layer for it in after(board).values())]
    chosen = Random(0).sample(unfinished, min(number, len(unfinished)))
    return sorted(chosen, key=lambda board: board.count("."))


def is_high(position: Any) -> bool:
    """Whether the side to move wants a high value: at the root of a tree, and X."""
    return not isinstance(position, str) or position.count("X") == position.count("O")


def worth(position: Any) -> float:
    """The value of a leaf, or of a board: 1 if X has a line, -1 if O has, else 0."""
    if not isinstance(position, str):
        return float(position)
    lines = [{*(position[int(at)] for at in line)} for line in LINES]
    return ({"X"} in lines) - ({"O"} in lines)


@lru_cache(20_000)
def after(position: Any) -> dict[Any, Any]:
    """What each move leads to, by its index or cell; nothing at a leaf or the end."""
    if isinstance(position, tuple):
        return dict(enumerate(position))
    if not isinstance(position, str) or worth(position):
        return {}
    mark = "X" if is_high(position) else "O"
    free = [at for at in range(9) if position[at] == "."]
    return {divmod(at, 3): position[:at] + mark + position[at + 1 :] for at in free}


def as_lists(position: Any) -> Any:
    """A position as searches get it."""
    if not isinstance(position, str):
        return [*map(as_lists, position)] if isinstance(position, tuple) else position
    cells = [None if mark == "." else mark for mark in position]
    return [cells[:3], cells[3:6], cells[6:]]


def as_tree(lists: Any) -> Any:
    """A tree of lists as one of tuples."""
    return tuple(map(as_tree, lists)) if isinstance(lists, list) else lists


# What searches answer, right ones and wrong ones.


@lru_cache(100_000)
def search(
    position: Any,
    now: bool,
    then: bool,
    later: bool,
    order: Any = None,
    hard: bool = False,
    alpha: float = -inf,
    beta: float = inf,
) -> tuple[float, list[Any]]:
    """The value and the best moves, or what look so to alpha-beta, if there is an `order`.

    `now`, `then` and `later` tell whether the mover, who moves next and who moves then want
    a high value, `order` how alpha-beta sorts the moves, `hard` whether it is fail-hard.
    """
    children = after(position)
    if not children:
        return worth(position), []
    best, kept = -inf if now else inf, list[Any]()
    for move in (order or list)(children):
        value, _ = search(children[move], then, later, then, order, hard, alpha, beta)
        if value > best if now else value < best:
            best, kept = value, []
        if value == best:
            kept.append(move)
        if order and now:
            alpha = max(alpha, best)
        elif order:
            beta = min(beta, best)
        if alpha >= beta:
            break
    if hard:
        best = alpha if now else beta
    return best, kept


def best(position: Any) -> tuple[float, list[Any]]:
    """The value and the best moves."""
    high = is_high(position)
    return search(position, high, not high, high)


@lru_cache(5000)
def slips(position: Any) -> list[tuple[str, list[Any]]]:
    """What wrong searches do, and the moves that each of them takes for the best."""
    high, low = is_high(position), not is_high(position)
    taken = []
    for whole, words in (slice(-1, None), "the last of the"), (slice(None), "all"):
        for order in (list, set):  # the moves in CS50's project are a set
            for hard in (False, True):
                _, kept = search(position, high, low, high, order, hard)
                taken.append(
                    (f"keeps {words} moves that look equal after a cut", kept[whole])
                )
    for words, *wants in (
        ("takes whoever moves first for X", True, False, True),
        ("wants for O what X wants", True, low, high),
        ("wants what the opponent wants", low, low, high),
        ("lets the mover move twice", high, high, low),
        ("lets both sides want a high value after the first move", high, True, True),
        ("lets both sides want a low value after the first move", high, False, False),
    ):
        taken.append((words, search(position, *wants)[1]))
    return taken


def named(position: Any, answer: Any) -> tuple[bool, list[Any]]:
    """Whether an answer is a list of all best moves; and its moves, None for others."""
    moves = {json.dumps(move): move for move in after(position)}
    every = isinstance(answer, list) and json.dumps(answer) not in moves
    return every, [moves.get(json.dumps(it)) for it in (answer if every else [answer])]


def fits(position: Any, answer: Any, moves: list[Any]) -> bool:
    """Whether a search that takes these moves for the best may answer so."""
    every, chosen = named(position, answer)
    return {*chosen} == {*moves} if every else chosen[0] in moves


# The process that runs a search in Python.


class Node(list[Any]):
    """A tree that notes, at each node, the indices of the children that are read."""

    def __init__(self, tree: list[Any]) -> None:
        super().__init__(Node(it) if isinstance(it, list) else it for it in tree)
        self.read: set[int] = set()

    def __getitem__(self, index: Any) -> Any:
        indices = range(len(self))[index]
        self.read.update(indices if isinstance(indices, range) else [indices])
        return super().__getitem__(index)

    __iter__ = Sequence.__iter__
    __reversed__ = Sequence.__reversed__

    def copy(self) -> list[Any]:
        """Its children, all of them read."""
        return [*self]

    def seen(self) -> list[Any]:
        """The tree as plain lists, with infinity for each leaf that was not read."""
        return [
            it.seen() if isinstance(it, Node) else it if at in self.read else inf
            for at, it in enumerate(super().__iter__())
        ]


def reply(name: str, function: Callable[[Any], Any], position: list[Any]) -> dict[str, Any]:
    """A function's `answer` and what it had `seen` of a tree, or the `error` it made."""
    asked = [[*row] for row in position] if name == "minimax" else Node(position)
    answer = function(asked)
    if asked != position:
        return {"error": f"It changed the position to {asked}."}
    return {"answer": answer, "seen": asked.seen() if isinstance(asked, Node) else []}


def as_line(function: Callable[..., Any], *arguments: Any) -> str:
    """What a function returns, or the `error` that it raises, as JSON."""
    try:
        return json.dumps(function(*arguments), skipkeys=True, default=plain)
    except (Exception, SystemExit) as error:  # it may raise anything
        return json.dumps({"error": f"{type(error).__name__}: {error}"})


def plain(thing: Any) -> Any:
    """What JSON has no form for: an int or a list, if it is like one, or else words."""
    if hasattr(thing, "__index__"):
        return int(thing)
    return [*thing] if hasattr(thing, "__iter__") else repr(thing)


def serve(file: str) -> None:
    """Write which functions a file has, then answer questions about them, line by line."""
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # so that what the file prints is not taken for an answer
    sys.argv[:] = [file]
    sys.path.insert(0, dirname(file))
    module = sys.modules["checked"] = ModuleType("checked")  # pickle looks there

    def load() -> list[str]:
        # It is exactly this file, whatever its name.
        vars(module).update(run_path(file, run_name="checked"))
        return [name for name in FUNCTIONS if hasattr(module, name)]

    print(as_line(load), file=answers, flush=True)
    for question in questions:
        name, position = json.loads(question)
        function = getattr(module, name)
        print(as_line(reply, name, function, position), file=answers, flush=True)


# The process that asks.


class Program:
    """A process that answers each line by one line, both in JSON."""

    def __init__(self, command: Any, seconds: int) -> None:
        self.seconds = seconds
        # In a session of its own: Ctrl-C ends the checker, which then ends the process.
        self.process: Any = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        self.lines: Queue[str] = Queue(1000)
        Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Queue the lines that it writes, and "" when there are no more."""
        while line := self.process.stdout.readline(100_000):
            if line.strip():
                self.lines.put(line.decode(errors="replace").strip())
        self.lines.put("")

    def ask(self, name: str, position: Any) -> Any:
        """Like `reply`, or the `error` for which there is no answer. The name may be ""."""
        with suppress(OSError):  # if it has ended, listen() will say so
            question = json.dumps([name, position] if name else position)
            self.process.stdin.write(question.encode() + b"\n")
            self.process.stdin.flush()
        said = self.listen()
        return said.get("answer", said) if name else said

    def listen(self) -> dict[str, Any]:
        """The `answer` on the next line that it writes, or an `error`."""
        try:
            if line := self.lines.get(timeout=self.seconds):
                return {"answer": json.loads(line)}
            why = f"It ended with exit code {self.process.wait(1)}."
        except Empty:
            why = f"No answer within {self.seconds} s."
        except TimeoutExpired:
            why = "It closed its output."
        except (ValueError, RecursionError):
            why = f"It wrote a line that isn't JSON: {line[:80]}"
        return {"error": why}

    def end(self) -> None:
        """End it, and what it has started."""
        with suppress(OSError, AttributeError):  # no killpg on Windows
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        with suppress(OSError):
            self.process.stdin.close()


class Check:
    """The check of one search, by its name, which is "" for a program in any language."""

    def __init__(
        self, name: str, ask: Callable[[str, Any], Any], seconds: int = 10
    ) -> None:
        self.name, self.ask, self.seconds = name, ask, seconds
        self.answers: list[tuple[Any, Any]] = []

    def run(self, cases: list[Any]) -> int:
        """Ask about the cases, print what is found, and return the exit code."""
        shown = start = monotonic()
        position = cases[0]
        try:
            for position in cases:
                now = monotonic()
                if now > start + 4 * self.seconds:
                    break
                if now > shown + 0.2 and sys.stderr.isatty():
                    shown = now  # whatever is printed next is longer
                    print(f"{len(self.answers):,} answers", end="\r", file=sys.stderr)
                reply = self.ask(self.name, as_lists(position))
                found = self.fault(position, reply)
                if "answer" in reply:
                    self.answers.append((position, reply["answer"]))
                if found:
                    self.tell(position, found)
                    if "answer" in reply:
                        self.explain(position, cases[len(self.answers) :])
                    return 1
        except KeyboardInterrupt:
            print()  # after the ^C of the terminal
            self.tell(position, f"Stopped here. {len(self.answers):,} answers were right.")
            return 130
        print(f"{self.name or 'program'}: nothing found in {len(self.answers):,} cases.")
        if len(self.answers) < len(cases):
            print("Larger ones would take too long. --seconds allows for more.")
        return 0

    def tell(self, position: Any, what: str) -> None:
        """Print a case, and what there is to say of it."""
        turn = ": X to move" if is_high(position) else ": O to move"
        asked = f"{self.name or 'program'}({self.shown(as_lists(position))})"
        print(f"{asked}{turn * isinstance(position, str)}\n{what}")

    def fault(self, position: Any, reply: dict[str, Any]) -> str:
        """What is wrong with a reply, "" if nothing is."""
        if "error" in reply:
            late = not self.name and "within" in reply["error"]
            return f"{reply['error']}{' Does it flush each line?' * late}"
        value, right = best(position)
        if fits(position, reply["answer"], right):
            return ""
        every, chosen = named(position, reply["answer"])
        said = reply["answer"] if None in chosen else chosen if every else chosen[0]
        answer = f"Answer: {self.shown(said)}\nRight: "
        if None in chosen:
            return f"{answer}among {self.shown([*after(position)])}."
        wrong = [move for move in chosen if move not in right]
        if not wrong:
            missing = [move for move in right if move not in chosen]
            return f"{answer}{self.shown(missing[0])}, too."
        high = is_high(position)
        worse, _ = search(after(position)[wrong[0]], not high, high, not high)
        answer += f"{self.shown(right[0])}, worth {value:g}. "
        answer += f"{self.shown(wrong[0])} is worth {worse:g}."
        read = reply["seen"][wrong[0]] if reply.get("seen") else inf
        most, _ = search(as_tree(read), False, True, False)
        if worse < most < inf:
            shown = str(read).replace("inf", "?")
            answer += f" Of it the search had read {shown}: at most {most:g}, a bound."
        return answer

    def explain(self, position: Any, cases: list[Any]) -> None:
        """Print how often it errs, and what all its answers fit, after some more."""
        first, end = len(self.answers), monotonic() + self.seconds
        with suppress(KeyboardInterrupt):
            for case in [position] * 9 + cases[:300]:
                reply = self.ask(self.name, as_lists(case))
                if "answer" not in reply or monotonic() > end:
                    break
                self.answers.append((case, reply["answer"]))
        right = [fits(case, answer, best(case)[1]) for case, answer in self.answers]
        again, wrong = right[first : first + 9], right.count(False)
        if True in again:
            print(f"Of {len(again)} more answers to this, {again.count(True)} are right.")
        print(f"It errs in {wrong:,} of {len(right):,} answers.")
        for slip, (words, _) in enumerate(slips(position)):
            if wrong > 2 and all(fits(*it, slips(it[0])[slip][1]) for it in self.answers):
                print(f"All of them fit a search that {words}.")
                if "cut" in words:
                    value, _ = best(position)
                    bound = f"at {'most' if is_high(position) else 'least'} {value:g}"
                    print(f"Of the worse move above, it knows only a bound: {bound}.")
                break

    def shown(self, thing: Any) -> str:
        """A move, position or answer, as the search would write it."""
        return str(thing) if self.name else json.dumps(thing)


def main() -> int:
    """Check a file or a program; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    split = str if os.name == "nt" else shlex.split
    add = parser.add_argument
    add("file", nargs="?", type=abspath, help="your search in Python")
    add("--run", type=split, metavar="COMMAND", help="your search in any language")
    add("--boards", action="store_true", help="ask --run about boards")
    add("--cases", type=int, metavar="N", default=4520, help="the most cases (4520)")
    words = "the limit for an answer, four times as many for all (10)"
    add("--seconds", type=int, metavar="N", default=10, help=words)
    options = parser.parse_args()
    if bool(options.file) == bool(options.run) or (options.file and options.boards):
        parser.error("name a file, or a program by --run, to which --boards belongs")
    if not all(0 < it <= 100_000 for it in (options.cases, options.seconds)):
        parser.error("--cases and --seconds must be from 1 to 100,000")
    if options.file and not isfile(options.file):
        parser.error(f"there is no file {options.file}")
    own = [sys.executable, "-uB", __file__, "--serve", options.file]
    try:
        program = Program(options.run or own, options.seconds)
    except OSError as error:
        parser.error(f"can't run it: {error}")
    try:
        said = {"answer": [""]} if options.run else program.listen()
        names: Any = said.get("answer", said)
        if "error" in names:
            parser.error(f"{options.file} can't be imported: {names['error']}")
        if not names:
            parser.error(f"{options.file} has none of the functions {', '.join(FUNCTIONS)}")
        for name in names:
            make = boards if options.boards or name == "minimax" else trees
            check = Check(name, program.ask, options.seconds)
            if code := check.run(make(options.cases)):
                return code
        return 0
    except KeyboardInterrupt:
        return 130
    finally:
        program.end()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    else:
        try:
            code = main()
            sys.stdout.flush()
        except BrokenPipeError:  # whoever reads what it prints has read enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            code = 1
        sys.exit(code)
