"""What bound.html tells of a search, run by Node.js: each sentence is true.

An independent minimax and alpha-beta judge it.
"""

import itertools
import json
import random
import re
import subprocess
from collections import Counter
from dataclasses import dataclass
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
const search = new Search(">=");
const told = asked.map((cells) => {
  const root = search.root(position(cells.replaceAll(".", "-"), "O", cells.indexOf("X")));
  return root.equals.map((child) => [[child.place.name], tell(storyOfMove(root, child))]);
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


@dataclass(eq=False)
class Place:
    """A place in a game: who moves, and the moves by name, or the value."""

    is_max: bool
    moves: dict[str, "Place"]
    value: float = 0

    def best(self, *values: float) -> float:
        """What the side to move wants of these."""
        return (max if self.is_max else min)(values)


ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "middle", "right")
CELLS = [f"{row} {column}" for row in ROWS for column in COLUMNS]
CELLS[4] = "centre"


@cache
def position(board: str) -> Place:
    """A board of tic-tac-toe, of which O is Max."""
    mark = classic.mover(board)
    if classic.is_over(board):
        return Place(mark == "O", {}, -classic.value(board))
    after = {at: position(classic.after(board, at)) for at in classic.free(board)}
    return Place(mark == "O", {f"{mark} {CELLS[at]}": it for at, it in after.items()})


def tree(nested: Any, is_max: bool, name: str = "", level: int = 0) -> Place:
    """A tree of numbers and lists, whose moves are A, A1, A1a and so on."""
    if not isinstance(nested, list):
        return Place(is_max, {}, nested)
    labels = "123456789" if level % 2 else "abcdefghi" if level else "ABCDEFGHI"
    names = [name + label for label in labels]
    below = zip(names, nested, strict=False)
    return Place(is_max, {it: tree(at, not is_max, it, level + 1) for it, at in below})


@cache
def truth(place: Place) -> float:
    """Plain minimax."""
    return place.best(*map(truth, place.moves.values())) if place.moves else place.value


Seen = dict[str, tuple[float, float, float]]
"""By name, the window that each move was given, and its result."""


@cache
def search(place: Place, alpha: float, beta: float, cut: str) -> tuple[float, Seen]:
    """Fail-soft alpha-beta: the result, and what it saw."""
    seen: Seen = {}
    for name, child in place.moves.items():
        result, _ = search(child, alpha, beta, cut)
        seen[name] = alpha, beta, result
        best = place.best(*(it for *_, it in seen.values()))
        alpha, beta = (max(alpha, best), beta) if place.is_max else (alpha, min(beta, best))
        if alpha > beta or (cut == ">=" and alpha == beta):
            break
    return (best if seen else place.value), seen


def shown(value: float) -> str:
    """A number as the page writes it."""
    return f"{value:g}".replace("-", "\u2212").replace("inf", "∞")


def listed(names: list[str]) -> str:
    """Names as the page lists them."""
    return ", ".join([*names[:-2], " and ".join(names[-2:])])


def meanings(place: Place, result: float) -> dict[str, bool]:
    """What a result can mean, and whether it does."""
    value = shown(result)
    return {
        f"{value}, and that is exact": truth(place) == result,
        f"{value}, which means “at most {value}”": truth(place) <= result,
        f"{value}, which means “at least {value}”": truth(place) >= result,
    }


class Judge:
    """What may be told of a search, with the names of Max and Min."""

    def __init__(self, root: Place, cut: str, top: str, low: str) -> None:
        self.root, self.cut, self.top, self.low = root, cut, top, low
        self.value, seen = search(root, -inf, inf, cut)
        self.equals = [it for it, (*_, result) in seen.items() if result == self.value]

    def worth(self, place: Place) -> str:
        """The value of a place, and what it stands for."""
        value, words = truth(place), ["X wins", "a tie", "O wins"]
        return shown(value) + (f" ({words[int(value) + 1]})" if self.top == "O" else "")

    def at(self, path: str) -> tuple[Place, tuple[float, float]]:
        """A place, and the window that it is given."""
        place, window = self.root, (-inf, inf)
        for name in path.split("/")[1:]:
            seen = search(place, *window, self.cut)[1]
            window = seen.get(name, window)[:2]
            place = place.moves[name]
        return place, window

    def of_move(self, path: str) -> dict[str, bool]:
        """The sentences about a move, and whether they are true."""
        above, _, name = path.rpartition("/")
        (place, (alpha, beta)), (parent, _) = self.at(path), self.at(above)
        result, seen = search(place, alpha, beta, self.cut)
        unseen = [it for it in place.moves if it not in seen]
        best = parent.best(edge := alpha if parent.is_max else beta, result)
        at = f" at {above.rpartition('/')[2]}" if above else ""
        given = f"given α {shown(alpha)} and β {shown(beta)}"
        now = (max(alpha, result), beta) if place.is_max else (alpha, min(beta, result))
        names, limit = (self.top, self.low), beta if place.is_max else alpha
        mover, other = names if place.is_max else names[::-1]
        window = f"α {shown(now[0])} {self.cut} β {shown(now[1])}"
        reached = best != edge and parent.best(truth(parent), best) == truth(parent)
        true = {
            f"{name}: {mover} moves, {given}.": bool(place.moves),
            f"{name}, {given}, is a leaf: {self.worth(place)}.": not place.moves,
            f"So α{at} rises to {shown(best)}: there, {self.top} can get that.": (
                parent.is_max and reached
            ),
            f"So β{at} falls to {shown(best)}: there, {self.low} can hold {self.top} "
            "to that.": not parent.is_max and reached,
            f"{'α' if parent.is_max else 'β'}{at} stays {shown(edge)}.": best == edge,
            f"{window}: {name} can't be better for {other} than {shown(limit)}.": (
                bool(unseen) and place.best(truth(place), limit) == truth(place)
            ),
            f"So the search cuts {listed(unseen)}.": bool(unseen),
        }
        for meaning, is_true in meanings(place, result).items():
            true[f"{name} returns {meaning}."] = is_true
            true[f"{name}, {given}, returns {meaning}."] = is_true
        return true

    def of_top(self, about: list[str], wrong: list[str]) -> dict[str, bool]:
        """The sentences at the beginning and the end, and whether they are true."""
        be = "is" if len(wrong or about) == 1 else "are"
        verb = "looks" if len(about) == 1 else "look"
        verdict = f"but {listed(wrong)} {be} not" if wrong else f"and {be}"
        verdict = "but is not" if wrong == about and len(about) == 1 else verdict
        value, mover = shown(self.value), self.top if self.root.is_max else self.low
        true = {
            f"At the top, {mover} moves, given α \u2212∞ and β ∞: "
            "nothing is known yet.": True,
            f"The top returns {value}, and that is exact.": truth(self.root) == self.value,
            f"{listed(about)} {verb} best, {verdict}.": {*about} <= {*self.equals},
        }
        for name in wrong:
            true |= self.why(f"/{name}", self.value)
        return true

    def why(self, path: str, result: float) -> dict[str, bool]:
        """The sentences that can explain a move that returned something wrong."""
        place, window = self.at(path)
        name = path.rpartition("/")[2]
        _, seen = search(place, *window, self.cut)
        claim = f"{name} is worth {self.worth(place)}, not {shown(result)}."
        true = {claim: True}
        for meaning, is_true in meanings(place, result).items():
            true[f"{name} is worth {self.worth(place)}, but returned {meaning}."] = is_true
        for it, child in place.moves.items():
            if it not in seen:
                unseen = f"{it}, which was cut, is worth {self.worth(child)}."
                true |= {unseen: True, f"{unseen} So {claim}": truth(child) == truth(place)}
            elif truth(child) != seen[it][2]:
                true |= self.why(f"{path}/{it}", seen[it][2])
        return true

    def mark(self, path: str, result: str) -> bool:
        """Whether the result that is written at a place is true."""
        true = truth(self.at(path)[0])
        value, _, worth = result.partition(", is ")
        number = float(value.split()[-1].replace("\u2212", "-"))
        holds = {"≤": true <= number, "≥": true >= number}.get(value[0], true == number)
        return holds and worth in ("", shown(true))

    def check(self, about: list[str], steps: list[dict[str, Any]]) -> None:
        """Every sentence is true, and so is what is written in the drawing."""
        wrong = [it for it in about if truth(self.root.moves[it]) != truth(self.root)]
        of_top = self.of_top(about, wrong)
        for path, text, marks in map(dict.values, steps):
            true = self.of_move(path) if path else of_top
            for said in re.split(r"(?<=\.) (?!So .* is worth)", text):
                assert true.get(said), (path, said)
            for place, mark in marks.items():
                assert "result" not in mark or self.mark(place, mark["result"])
        assert text.count(", which was cut, is worth ") == len(wrong)


@pytest.mark.long
def test_each_position_of_tic_tac_toe() -> None:
    """What is told of each move that looks best, where O is to move."""
    boards = [board for board in classic.UNFINISHED if classic.mover(board) == "O"]
    assert len(boards) == 2097
    ways = Counter[str]()
    for board, stories in zip(boards, told(OF_POSITIONS, boards), strict=True):
        judge = Judge(position(board), ">=", "O", "X")
        assert [name for [name], _ in stories] == judge.equals
        for about, steps in stories:
            judge.check(about, steps)
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
        judge = Judge(tree(json.loads(text), is_max), cut, "Max", "Min")
        assert about == judge.equals
        judge.check(about, steps)


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
