"""What bound.html tells of a search, run by Node.js: each sentence is true.

An independent minimax and alpha-beta judge it.
"""

import itertools
import json
import random
import re
import subprocess
from collections import Counter
from functools import cache
from math import inf
from typing import Any

import pytest

import classic
from commands import ROOT
from save_checker import script

pytestmark = pytest.mark.needs("node")

FILES = [ROOT / "bound" / f"{name}.js" for name in ("places", "search", "telling")]

OF_POSITIONS = """
const search = new Search(">=", 1);
const told = asked.map((cells) => {
  const root = search.root(position(cells.replaceAll(".", "-"), "O", cells.indexOf("X")));
  return root.equals.map((child) => {
    return [[child.place.name], tell(storyOfMove(root, child))];
  });
});"""

OF_TREES = """
const told = asked.map(([text, isMax, cut]) => {
  const root = new Search(cut).root(placeInTree(readTree(text), isMax));
  return [root.equals.map(({ place }) => place.name), tell(storyOfTree(root))];
});"""


def told(script: str, asked: object) -> Any:
    """What the page's scripts tell when asked: moves, and the steps about them."""
    own = "\n".join(it.read_text(encoding="utf-8") for it in FILES)
    given = f"{own}\nconst asked = {json.dumps(asked)};\n{script}"
    done = subprocess.run(
        ["node", "-"],
        input=f"{given}\nconsole.log(JSON.stringify(told));",
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


class Node:
    """A place in a game: who moves, and the moves by name, or the value."""

    def __init__(self, is_max: bool, moves: dict[str, "Node"], value: float = 0) -> None:
        self.is_max, self.moves, self.value = is_max, moves, value
        self.best = max if is_max else min


ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "middle", "right")
CELLS = [f"{row} {column}" for row in ROWS for column in COLUMNS]
CELLS[4] = "centre"


@cache
def position(board: str) -> Node:
    """A board of tic-tac-toe, of which O is Max."""
    mark = "XO"[board.count("X") > board.count("O")]
    if classic.is_over(board):
        return Node(mark == "O", {}, -classic.value(board))
    after = {at: board[:at] + mark + board[at + 1 :] for at in range(9) if board[at] == "."}
    moves = {f"{mark} {CELLS[at]}": position(it) for at, it in after.items()}
    return Node(mark == "O", moves)


def tree(nested: Any, is_max: bool, name: str = "", level: int = 0) -> Node:
    """A tree of numbers and lists, whose moves are A, A1, A1a and so on."""
    if not isinstance(nested, list):
        return Node(is_max, {}, nested)
    labels = "123456789" if level % 2 else "abcdefghi" if level else "ABCDEFGHI"
    below = zip(labels, nested, strict=False)
    moves = {
        name + it: tree(child, not is_max, name + it, level + 1) for it, child in below
    }
    return Node(is_max, moves)


@cache
def truth(node: Node) -> float:
    """Plain minimax."""
    return node.best(map(truth, node.moves.values())) if node.moves else node.value


@cache
def search(node: Node, alpha: float, beta: float, cut: str) -> tuple[float, dict[str, Any]]:
    """Fail-soft alpha-beta: the result, and by name what each move it saw was given."""
    if not node.moves:
        return node.value, {}
    given, results = {}, []
    for name, child in node.moves.items():
        given[name] = alpha, beta
        results.append(search(child, alpha, beta, cut)[0])
        best = node.best(results)
        alpha, beta = (max(alpha, best), beta) if node.is_max else (alpha, min(beta, best))
        if alpha > beta or (cut == ">=" and alpha == beta):
            break
    return node.best(results), given


def shown(value: float) -> str:
    """A number as the page writes it."""
    return f"{value:g}".replace("-", "\u2212").replace("inf", "∞")


def listed(names: list[str]) -> str:
    """Names as the page lists them."""
    return ", ".join([*names[:-2], " and ".join(names[-2:])])


class Telling:
    """A search that is told, with the names of Max and Min."""

    def __init__(self, root: Node, cut: str, top: str, low: str) -> None:
        self.root, self.cut, self.top, self.low = root, cut, top, low

    def mover(self, node: Node) -> str:
        """Who moves at a place."""
        return self.top if node.is_max else self.low

    def worth(self, value: float) -> str:
        """What a value stands for."""
        words = ["X wins", "a tie", "O wins"]
        return shown(value) + (f" ({words[int(value) + 1]})" if self.top == "O" else "")

    def at(self, path: str) -> tuple[Node, tuple[float, float]]:
        """A place, and the window that it is given."""
        node, window = self.root, (-inf, inf)
        for name in path.split("/")[1:]:
            window = search(node, *window, self.cut)[1][name]
            node = node.moves[name]
        return node, window

    def meanings(self, node: Node, result: float) -> dict[str, bool]:
        """What a result can mean, and whether it does."""
        value = shown(result)
        return {
            f"{value}, and that is exact": truth(node) == result,
            f"{value}, which means “at most {value}”": truth(node) <= result,
            f"{value}, which means “at least {value}”": truth(node) >= result,
        }

    def of_move(self, path: str) -> dict[str, bool]:
        """The sentences about a move, and whether they are true."""
        above, _, name = path.rpartition("/")
        (node, (alpha, beta)), (parent, _) = self.at(path), self.at(above)
        result, seen = search(node, alpha, beta, self.cut)
        unseen = [it for it in node.moves if it not in seen]
        best = parent.best(edge := alpha if parent.is_max else beta, result)
        place = above.rpartition("/")[2]
        at = f" at {place}" if place else ""
        given = f"given α {shown(alpha)} and β {shown(beta)}"
        now = (max(alpha, result), beta) if node.is_max else (alpha, min(beta, result))
        other, limit = (self.low, beta) if node.is_max else (self.top, alpha)
        changes, cuts = best != edge, bool(unseen)
        value = self.worth(node.value)
        window = f"α {shown(now[0])} {self.cut} β {shown(now[1])}"
        reached = parent.best(truth(parent), best) == truth(parent)
        held = f"{self.low} can hold {self.top} to that"
        returned = {
            f"{start} {meaning}.": is_true
            for meaning, is_true in self.meanings(node, result).items()
            for start in (f"{name} returns", f"{name}, {given}, returns")
        }
        return returned | {
            f"{name}: {self.mover(node)} moves, {given}.": bool(node.moves),
            f"{name}, {given}, is a leaf: {value}.": not node.moves,
            f"So α{at} rises to {shown(best)}: there, {self.top} can get that.": (
                parent.is_max and changes and reached
            ),
            f"So β{at} falls to {shown(best)}: there, {held}.": (
                not parent.is_max and changes and reached
            ),
            f"{'α' if parent.is_max else 'β'}{at} stays {shown(edge)}.": not changes,
            f"{window}: {name} can't be better for {other} than {shown(limit)}.": (
                cuts and node.best(truth(node), limit) == truth(node)
            ),
            f"So the search cuts {listed(unseen)}.": cuts,
        }

    def best(self) -> tuple[float, list[str]]:
        """What the search returns, and the moves that look best."""
        best, seen = search(self.root, -inf, inf, self.cut)
        moves = self.root.moves.items()
        results = {
            it: search(child, *seen[it], self.cut)[0] for it, child in moves if it in seen
        }
        return best, [it for it, result in results.items() if result == best]

    def of_top(self, about: list[str]) -> dict[str, bool]:
        """The sentences at the beginning and the end, and whether they are true."""
        best, equals = self.best()
        wrong = [it for it in about if truth(self.root.moves[it]) != best]
        be = "is" if len(wrong or about) == 1 else "are"
        verb = "looks" if len(about) == 1 else "look"
        verdict = f"but {listed(wrong)} {be} not" if wrong else f"and {be}"
        verdict = "but is not" if wrong == about and len(about) == 1 else verdict
        true = {
            f"At the top, {self.mover(self.root)} moves, given α \u2212∞ and β ∞: "
            "nothing is known yet.": True,
            f"The top returns {shown(best)}, and that is exact.": truth(self.root) == best,
            f"{listed(about)} {verb} best, {verdict}.": {*about} <= {*equals},
        }
        for name in wrong:
            true |= self.why(f"/{name}", best)
        return true

    def why(self, path: str, result: float) -> dict[str, bool]:
        """The sentences that can explain a move that returned something wrong."""
        node, window = self.at(path)
        name = path.rpartition("/")[2]
        seen = search(node, *window, self.cut)[1]
        claim = f"{name} is worth {self.worth(truth(node))}, not {shown(result)}."
        true = {claim: True}
        for meaning, is_true in self.meanings(node, result).items():
            said = f"{name} is worth {self.worth(truth(node))}, but returned {meaning}."
            true[said] = is_true and truth(node) != result
        for it, child in node.moves.items():
            if it not in seen:
                unseen = f"{it}, which was cut, is worth {self.worth(truth(child))}."
                true[unseen] = True
                true[f"{unseen} So {claim}"] = truth(child) == truth(node)
            elif truth(child) != (found := search(child, *seen[it], self.cut)[0]):
                true |= self.why(f"{path}/{it}", found)
        return true

    def mark(self, path: str, result: str) -> bool:
        """Whether the result that is written at a place is true."""
        node = self.root
        for name in path.split("/")[1:]:
            node = node.moves[name]
        value, _, worth = result.partition(", is ")
        number, true = float(value.split()[-1].replace("\u2212", "-")), truth(node)
        holds = {"≤": true <= number, "≥": true >= number}.get(value[0], true == number)
        return holds and worth in ("", shown(true))

    def check(self, about: list[str], steps: list[dict[str, Any]]) -> None:
        """Every sentence is true, and so is what is written in the drawing."""
        of_top = self.of_top(about)
        for path, text, marks in map(dict.values, steps):
            true = self.of_move(path) if path else of_top
            for said in re.split(r"(?<=\.) (?!So .* is worth)", text):
                assert true.get(said), (path, said)
            for place, mark in marks.items():
                assert "result" not in mark or self.mark(place, mark["result"])
        wrong = [it for it in about if truth(self.root.moves[it]) != truth(self.root)]
        assert text.count(", which was cut, is worth ") == len(wrong)


@pytest.mark.long
def test_each_position_of_tic_tac_toe() -> None:
    """What is told of each move that looks best, where O is to move."""
    boards = [board for board in classic.UNFINISHED if classic.mover(board) == "O"]
    assert len(boards) == 2097
    ways = Counter[str]()
    for board, stories in zip(boards, told(OF_POSITIONS, boards), strict=True):
        telling = Telling(position(board), ">=", "O", "X")
        assert [name for [name], _ in stories] == telling.best()[1]
        for about, steps in stories:
            telling.check(about, steps)
            worth = re.findall(r"is worth (\S+)", steps[-1]["text"])
            if worth:
                alike = "alike" if worth[0] == worth[-1] else "unlike"
                ways["five nodes" if len(worth) == 2 else alike] += 1
    assert ways == {"five nodes": 579, "alike": 38}


def nested(rng: random.Random, levels: int) -> Any:
    """A random tree."""
    if levels == 0 or rng.random() < 0.2:
        return rng.randint(0, 3)
    return [nested(rng, levels - 1) for _ in range(rng.randint(1, 3))]


def test_random_trees() -> None:
    """What is told of each search of a tree."""
    rng = random.Random(81)
    trees = [[1, [[[1, 3, 1], [2]]]], [3, [3, 2]]]
    while len(trees) < 100:
        if isinstance(it := nested(rng, 5), list) and str(it).count(",") < 40:
            trees.append(it)
    asked = [*itertools.product(map(str, trees), (True, False), (">=", ">"))]
    for (text, is_max, cut), (about, steps) in zip(
        asked, told(OF_TREES, asked), strict=True
    ):
        telling = Telling(tree(json.loads(text), is_max), cut, "Max", "Min")
        assert about == telling.best()[1]
        telling.check(about, steps)


def test_no_name_is_taken_twice() -> None:
    """The scripts share one scope, in which a function silently replaces another."""
    pattern = r"^(?:function\*?|const|let|class) (\w+)"
    scripts = [it.read_text(encoding="utf-8") for it in (ROOT / "bound").glob("*.js")]
    names = re.findall(pattern, "\n".join(scripts), re.MULTILINE)
    assert "play" in names
    assert sorted(names) == sorted({*names})


def test_the_page_has_the_checker() -> None:
    """As `python tests/bound/save_checker.py` writes it."""
    assert (ROOT / "bound" / "save.js").read_text(encoding="utf-8") == script()
