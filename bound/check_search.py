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
import re
import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib.machinery import SourceFileLoader
from itertools import product
from math import inf
from queue import Empty, Queue
from random import Random
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from time import monotonic
from types import ModuleType
from typing import Any

FUNCTIONS = ["best_moves", "best_move", "minimax"]
CLEAR = "\r" + " " * 40 + "\r" if sys.stdout.isatty() else ""
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]

# Positions: a tree is a tuple of ints and trees here, a board nine of X, O and ".".


def random_tree(random: Random, leaves: int, most: int, tall: float, known: Any) -> Any:
    """A tree of about so many leaves, each from -most to most.

    `tall` is the share of nodes with one child. Some subtrees come again, from `known`:
    first those of the same mover, then those of the other.
    """
    if random.random() < tall:
        return (random_tree(random, leaves, most, tall, known[::-1]),)
    if leaves == 1:
        return random.randint(-most, most)
    if known[0] and random.random() < 0.4:
        return random.choice(known[0])
    sizes: list[int] = []
    while left := leaves - sum(sizes):
        sizes.append(random.randint(1, left if sizes else left - 1))
    known[0].append(
        tuple(random_tree(random, size, most, tall, known[::-1]) for size in sizes)
    )
    return known[0][-1]


def trees(number: int) -> list[Any]:
    """Random trees, those with few leaves first."""
    random, trees = Random(0), []
    for at in range(number):
        leaves, tall = 2 + 39 * at // number, 0.5 if at % 2 else 0.05
        trees.append(random_tree(random, leaves, 1 + at % 3, tall, ([], [])))
    return trees


def boards(number: int) -> list[Any]:
    """Unfinished boards that can be reached, the fullest first. There are 4,520."""
    layer, unfinished = ["." * 9], []
    while layer:
        unfinished += [board for board in layer if after(board)]
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


@lru_cache(100_000)
def search(
    position: Any,
    high: bool,
    other: bool,
    cuts: Any = None,
    alpha: Any = -inf,
    beta: Any = inf,
) -> tuple[float, list[Any]]:
    """The value and the best moves by minimax, or what alpha-beta with `cuts` returns.

    `high` and `other` tell whether the mover and the opponent want a high value, `cuts` in
    which order alpha-beta tries the moves, and whether it is fail-hard.
    """
    best, (order, hard) = -inf if high else inf, cuts or (list, False)
    kept: list[Any] = []
    children = after(position)
    for move in order(children):
        found, _ = search(children[move], other, high, cuts, alpha, beta)
        if found > best if high else found < best:
            best, kept = found, []
        kept += [move] * (found == best)
        if cuts and high:
            alpha = max(alpha, best)
        elif cuts:
            beta = min(beta, best)
        if alpha >= beta:
            return (alpha if high else beta) if hard else best, kept
    return (best, kept) if children else (worth(position), [])


def values(position: Any, first: bool, second: bool) -> dict[Any, float]:
    """The value of each move, if who moves next wants a high value, and who moves then."""
    return {move: search(it, first, second)[0] for move, it in after(position).items()}


def best(position: Any, high: bool, first: bool, second: bool) -> list[Any]:
    """The moves with the highest of these values, or the lowest."""
    worths = values(position, first, second)
    wanted = (max if high else min)(worths.values())
    return [move for move in worths if worths[move] == wanted]


def slips(position: Any) -> dict[Any, list[Any]]:
    """What wrong searches do, and the moves that each of them may choose."""
    high, may = is_high(position), {}
    for way in product((list, set, reversed), (False, True)):
        kept = search(position, high, not high, way)[1]
        may["keeps the last of the moves that look equal after a cut", way] = kept[-1:]
        may["keeps all moves that look equal after a cut", way] = kept
    for words, *wanted in (
        ("takes whoever moves first for X", True, False, True),
        ("wants for O what X wants", True, not high, high),
        ("wants what the opponent wants", not high, not high, high),
        ("lets the mover move twice", high, high, not high),
        ("lets both sides want a high value after the first move", high, True, True),
        ("lets both sides want a low value after the first move", high, False, False),
    ):
        may[words, (list, False)] = best(position, *wanted)
    return may


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

    def __repr__(self) -> str:
        return repr([*self])

    def copy(self) -> list[Any]:
        """Its children, all of them read."""
        return [*self]

    def seen(self) -> list[Any]:
        """The tree as plain lists, with None for each leaf that was not read."""
        return [
            it.seen() if isinstance(it, Node) else it if at in self.read else None
            for at, it in enumerate(super().__iter__())
        ]


def reply(name: str, function: Callable[[Any], Any], position: list[Any]) -> dict[str, Any]:
    """The `error` that a function raises, or its `answer`.

    Beside it `seen` is what it read of a tree, and `left` the position as it is then.
    """
    asked = [[*row] for row in position] if name == "minimax" else Node(position)
    try:
        answer = function(asked)
        answer = (
            [*answer] if name == "best_moves" and hasattr(answer, "__iter__") else answer
        )
    except (Exception, SystemExit) as error:  # it may raise anything
        return {"error": f"{type(error).__name__}: {error}"}
    seen = asked.seen() if isinstance(asked, Node) else None
    return {"answer": answer, "seen": seen, "left": asked}


def serve(file: str) -> None:
    """Write which functions a file has, then answer questions about them, line by line."""
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # so that what the file prints is not taken for an answer

    def write(said: dict[str, Any]) -> None:
        print(json.dumps(said, skipkeys=True, default=plain), file=answers, flush=True)

    sys.argv[:] = [file]
    sys.path.insert(0, dirname(file))
    loader = SourceFileLoader("checked", file)
    module = sys.modules["checked"] = ModuleType("checked")
    try:
        loader.exec_module(module)
    except (Exception, SystemExit) as error:
        return write({"error": f"{type(error).__name__}: {error}"})
    write({"functions": [name for name in FUNCTIONS if hasattr(module, name)]})
    vars(json.encoder)["c_make_encoder"] = (
        None  # the encoder in C would read a Node unnoticed
    )
    for question in questions:
        name, position = json.loads(question)
        write(reply(name, getattr(module, name), position))


def plain(thing: Any) -> Any:
    """What JSON has no form for: an int, if it is like one, or else words."""
    return int(thing) if hasattr(thing, "__index__") else repr(thing)


class NoAnswerError(Exception):
    """Why a program gave no answer."""


class Program:
    """A process that answers each line by one line, both in JSON."""

    def __init__(self, command: Any, seconds: int) -> None:
        self.seconds = seconds
        # In a session of its own: Ctrl-C ends the checker, which then ends the process.
        self.process = Popen(command, stdin=PIPE, stdout=PIPE, start_new_session=True)
        assert self.process.stdin
        assert self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.lines: Queue[str] = Queue(1000)
        Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Queue the lines that it writes, and "" when there are no more."""
        while line := self.output.readline(100_000):
            if line.strip():
                self.lines.put(line.decode(errors="replace").strip())
        self.lines.put("")
        self.output.close()

    def reply(self, name: str, position: Any) -> dict[str, Any]:
        """Like `reply`; the name is "" with --run. May raise NoAnswerError."""
        if not self.lines.empty():
            if line := self.lines.get():
                raise NoAnswerError(f"It wrote a line before it was asked: {line[:80]}")
            self.lines.put("")  # it has ended, and listen() will say so
        with suppress(OSError):  # the same
            question = [name, position] if name else position
            self.input.write(json.dumps(question).encode() + b"\n")
            self.input.flush()
        return self.listen() if name else {"answer": self.listen()}

    def listen(self) -> Any:
        """What it writes on the next line. May raise NoAnswerError."""
        try:
            if line := self.lines.get(timeout=self.seconds):
                return json.loads(line)
            raise NoAnswerError(f"It ended with exit code {self.process.wait(1)}.")
        except Empty:
            why = f"No answer within {self.seconds} seconds."
        except TimeoutExpired:
            why = "It closed its output."
        except (ValueError, RecursionError):
            why = f"It wrote a line that isn't JSON: {line[:80]}"
        raise NoAnswerError(why)

    def functions(self) -> list[str]:
        """Which functions a file has. Raises ImportError if there are none."""
        try:
            said = self.listen()
        except NoAnswerError as error:
            said = {"error": error}
        if "error" in said:
            raise ImportError(f"can't be imported: {said['error']}")
        if not said["functions"]:
            raise ImportError(f"has none of the functions {', '.join(FUNCTIONS)}")
        return [*said["functions"]]

    def end(self) -> None:
        """End it, and what it has started."""
        with suppress(OSError, TimeoutExpired):
            self.input.close()
            self.process.wait(0.5)
        with suppress(OSError, AttributeError):  # no killpg on Windows
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()


def as_lists(position: Any) -> Any:
    """A position as searches get it."""
    if not isinstance(position, str):
        return [*map(as_lists, position)] if isinstance(position, tuple) else position
    cells = [None if mark == "." else mark for mark in position]
    return [cells[:3], cells[3:6], cells[6:]]


@dataclass
class Check:
    """The check of one search, by its name, which is "" for another's program."""

    name: str
    ask: Callable[[str, Any], dict[str, Any]]  # given name and position, as reply() returns
    cases: list[Any]  # the smallest first
    seconds: int = 10  # for an answer
    position: Any = None  # the case that is asked

    def replies(self, times: int, budget: float) -> Iterator[dict[str, Any]]:
        """The replies to all cases, so many times, but within so many seconds.

        Cases that would take too long go off the list.
        """
        shown = start = now = monotonic()
        for turn in range(times):
            for at, position in enumerate(self.cases):
                took, now = monotonic() - now, monotonic()
                # One more empty cell takes a search without cuts up to ten times as long.
                grows = at and str(position).count(".") > str(self.position).count(".")
                if (grows and 10 * took > self.seconds) or now > start + budget:
                    self.cases = self.cases[: None if turn else at]
                    break
                if now > shown + 0.2 and sys.stderr.isatty():
                    shown = now
                    progress = f"{at:,} of {len(self.cases):,}, round {turn + 1} of {times}"
                    print(f"\r{progress}", end="", file=sys.stderr, flush=True)
                self.position = position
                yield self.ask(self.name, as_lists(position))

    def errs(self, times: int = 5, budget: float = 45) -> bool:
        """Whether it errs in some case. Prints the first, or what was asked."""
        total, right, changed, seen = len(self.cases), 0, "", ""
        asked: dict[Any, dict[str, Any]] = {}
        replies = self.replies(times, budget)
        try:
            for reply in replies:
                if wrong := self.fault(reply):
                    answer = reply.get("error") or self.shown(reply["answer"])
                    self.tell(f"Answer: {answer}\n{wrong}")
                    if None not in self.named(reply)[1]:
                        self.explain(reply, asked, replies, right + 1)
                    return True
                right += 1
                asked[self.position] = reply
                if "left" not in reply or reply["left"] == as_lists(self.position):
                    seen += json.dumps(reply.get("seen"))
                elif not changed:
                    left = self.shown(reply["left"])
                    changed = f"{self.case()}\nIt changed the position to {left}."
                if changed and right == len(self.cases):
                    break
        except NoAnswerError as error:
            flush = " Does it flush each line?" * (not self.name and "within" in str(error))
            self.tell(f"{error}{flush}")
            return True
        except KeyboardInterrupt:
            self.tell(f"Stopped here. {right:,} answers before were right.")
            sys.exit(130)
        if changed:
            print(f"{CLEAR}{changed}")
            return True
        often = right // len(self.cases)
        turns = "once" if often == 1 else f"{often} times each"
        asked_of = f"{len(self.cases):,} cases, asked {turns}"
        print(f"{CLEAR}{self.name or 'program'}: nothing found in {asked_of}.")
        if len(self.cases) < total:
            print("Larger ones would take too long. --seconds and --budget allow for more.")
        if read := len(re.findall(r"\d+", seen)):
            unread = seen.count("null")
            words = (
                "It prunes" if unread else "It does not prune, or reads whole lists first"
            )
            print(f"{words}: of {read + unread:,} leaves it read {read:,}.")
        return False

    def explain(self, reply: Any, asked: dict[Any, Any], replies: Any, number: int) -> None:
        """Print what a wrong answer has in common with all `asked` before, and 300 more.

        `number` is how many answers there were with it.
        """
        first, high, wrong = self.position, is_high(self.position), 1
        again = [self.fault(self.ask(self.name, as_lists(first))) for _ in range(9)]
        if "" in again:
            print(f"Of 9 more answers to this, {again.count('')} are right.")
        suspects, end = self.suspects(reply), monotonic() + 10
        for other, _ in zip(replies, range(300)):
            wrong += self.fault(other) != ""
            number += 1
            asked[self.position] = other
            if monotonic() > end:
                break
        print(f"{CLEAR}It errs in {wrong:,} of {number:,} answers.")
        for self.position, other in asked.items():
            suspects = suspects and suspects & self.suspects(other)
        words = [it for it, _ in slips(first) if any(it == slip for slip, _ in suspects)]
        if words and wrong > 2:
            print(f"All of them fit a search that {words[0]}.")
            if "cut" in words[0]:
                value, _ = search(first, high, not high)
                bound = f"at {'most' if high else 'least'} {value:g}"
                print(f"Of the worse move above, it knows only a bound: {bound}.")

    def tell(self, what: str) -> None:
        """Print what there is to say of this case."""
        print(f"{CLEAR}{self.case()}\n{what}")

    def named(self, reply: dict[str, Any]) -> tuple[bool, list[Any]]:
        """Whether an answer names every best move, and its moves, None for what is none."""
        moves = {json.dumps(move): move for move in after(self.position)}
        answer, every = reply.get("answer"), self.name == "best_moves"
        if not self.name:
            every = isinstance(answer, list) and json.dumps(answer) not in moves
        several = answer if every and isinstance(answer, list) else [answer]
        return every, [moves.get(json.dumps(it)) for it in several or [None]]

    def suspects(self, reply: dict[str, Any]) -> set[Any]:
        """The slips that an answer can come from."""
        every, named = self.named(reply)
        return {
            slip
            for slip, moves in slips(self.position).items()
            if ({*named} == {*moves} if every else named[0] in moves)
        }

    def fault(self, reply: dict[str, Any]) -> str:
        """What is wrong with an answer, "" if nothing is."""
        every, named = self.named(reply)
        high = is_high(self.position)
        worths = values(self.position, not high, high)
        right = best(self.position, high, not high, high)
        if None in named:
            return f"Right: among {self.shown([*worths])}."
        for move in named:
            if move not in right:
                first = f"Right: {self.shown(right[0])}, worth {worths[right[0]]:g}."
                worse = f"{self.shown(move)} is worth {worths[move]:g}."
                return f"{first} {worse}{bound(reply, move, worths[move])}"
        missing = [move for move in right if every and move not in named]
        return f"Right: {self.shown(missing[0])}, too." if missing else ""

    def case(self) -> str:
        """The case that is asked, and whose turn it is on a board."""
        turn = ": X to move" if is_high(self.position) else ": O to move"
        asked = self.shown(as_lists(self.position))
        return f"{self.name or 'program'}({asked}){turn * isinstance(self.position, str)}"

    def shown(self, thing: Any) -> str:
        """A move, position or answer, as the search would write it."""
        return str(thing) if self.name else json.dumps(thing)


def bound(reply: dict[str, Any], move: Any, worth: float) -> str:
    """What a search had read of a move, if by this it can be worth more than it is."""
    read = reply["seen"][move] if reply.get("seen") else None
    most, _ = search(as_tree(read), False, True)
    if not worth < most < inf:
        return ""
    return f" Of it the search had read {read}: at most {most:g}, a bound.".replace(
        "None", "?"
    )


def as_tree(seen: Any) -> Any:
    """What was read of a tree, as a tree where each leaf that was not is infinite."""
    if isinstance(seen, list):
        return tuple(map(as_tree, seen))
    return inf if seen is None else seen


def whole(text: str) -> int:
    """A number from 1 to a million, of an option."""
    if not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to 1,000,000")
    return int(text)


def main() -> int:
    """Check a file or a program; return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", type=abspath, help="your search in Python")
    parser.add_argument("--run", metavar="COMMAND", help="your search in any language")
    parser.add_argument("--boards", action="store_true", help="ask --run about boards")
    for name, default, words in (
        ("--cases", 4520, "trees or boards"),
        ("--times", 5, "how often to ask of each"),
        ("--seconds", 10, "the limit for an answer"),
        ("--budget", 45, "the seconds after which no more is asked"),
    ):
        words += f" ({default})"
        parser.add_argument(name, type=whole, default=default, help=words, metavar="N")
    options = parser.parse_args()
    options.run = (options.run or "").strip()
    if bool(options.file) == bool(options.run) or (options.file and options.boards):
        parser.error("name a file, or a program by --run, to which --boards belongs")
    if options.file and not isfile(options.file):
        parser.error(f"there is no file {options.file}")
    own = [sys.executable, "-B", __file__, "--serve", options.file]
    try:
        run = options.run if os.name == "nt" else shlex.split(options.run)
        program = Program(run or own, options.seconds)
    except (OSError, ValueError) as error:
        parser.error(f"can't run {options.run}: {error}")
    try:
        names = [""] if options.run else program.functions()
        for name in names:
            make = boards if options.boards or name == "minimax" else trees
            check = Check(name, program.reply, make(options.cases), options.seconds)
            if check.errs(options.times, options.budget):
                return 1
        return 0
    except ImportError as error:
        parser.error(f"{options.file} {error}")
    finally:
        program.end()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    else:
        sys.exit(main())
