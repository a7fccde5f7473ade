"""The cases of an exam: positions of each category, drawn from a seed.

A category tests one thing. Most ask `choose` for the best action. If they do not test a
tie-break, only one action has the best utility, so a wrong tie-break costs nothing there.
On their positions, except in `trap`, the textbook's pruned search also gives the exact
answer, and visits at most MOST_NODES positions.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from t3_play.analysis import evaluate_actions
from t3_play.program import printable
from t3_play.sums import threats
from t3_player import LOSS, TIE, WIN, Evaluation, T3Player
from t3_state import T3State
from t3_tools.grade.questions import (
    CHOOSE,
    LAZY,
    TERMINAL,
    TRANSITIONS,
    UNCHANGED,
    Question,
)
from t3_tools.grade.sandbox.cell import Json
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.textbook import Found, TextbookPlayer

REASON_LIMIT = 500
"""The most characters of a reason."""

MOST_NODES = 20_000
"""The textbook search takes about half a second for this many, by the methods of T3State.
"""

TIE_BREAK_TRAPS = (
    "564/002/001 010/326/040 161/202/000 402/000/161 120/216/000 020/010/546 000/216/410 "
    "162/001/004 000/204/211 100/600/102 401/000/261 462/003/001 423/020/500 216/010/200 "
    "125/040/600 210/036/200 501/600/400 000/626/130 623/300/040 061/005/204 100/020/146 "
)
"""Boards where the textbook errs in a tie-break only, odds to move."""

BLUNDER_TRAPS = (
    "261/001/000 010/216/000 010/416/000 411/004/000 010/001/220 404/000/101 010/202/001 "
    "410/004/001 002/000/361 010/010/420 401/004/001 001/402/010 001/000/362 201/002/001 "
    "010/010/240 000/411/020 040/100/021 240/001/010 000/211/020 010/410/020 001/000/461 "
)
"""Boards where the textbook throws a won game away, evens to move.

Play can reach 669,672 positions with 4 or 5 empty cells on the 3x3 board. 94 of them are of
this kind, 3,508 of the other.
"""


class Recipe(NamedTuple):
    """All that determines a case: the seed, the category, and its number there, from 0."""

    seed: int
    category: str
    number: int

    @property
    def odd_turn(self) -> bool:
        """Whether odds are to move: in every other case, from the first."""
        return self.number % 2 == 0


class Category(NamedTuple):
    """What an exam asks several times, about different positions."""

    tests: str
    """What a case tests, for people."""
    draw: Callable[[Recipe], T3State]
    """The position of a case. The same recipe gives the same position."""
    question: Question | None = CHOOSE
    """What is asked about it; None for mypy, which has no position."""
    points: float = 2
    """What a failed case costs by default."""


class Case(NamedTuple):
    """A position of a category."""

    category: str
    number: int
    """Counted from 0 in each category."""
    state: T3State

    @property
    def question(self) -> Question | None:
        """What is asked about the position; None for mypy."""
        return CATEGORIES[self.category].question

    @property
    def position(self) -> str:
        """The state in one line; empty for mypy."""
        return self.state.notation() if self.question else ""

    def judge(self, answer: Json | Verdict) -> Verdict:
        """The verdict on an answer. It may already be one, such as a crash."""
        verdict = answer
        if not isinstance(verdict, Verdict):
            assert self.question
            try:
                verdict = self.question.judge(self.state, answer)
            except Exception:  # the submission forged it
                reason = f"sends something that is no answer: {answer}"
                verdict = Verdict(Kind.WRONG, reason)
        # The addresses of objects differ from run to run.
        reason = printable(re.sub(" at 0x[0-9a-f]+", "", verdict.reason))
        return verdict._replace(reason=reason[:REASON_LIMIT])


def recipes(seed: int, each: int) -> list[Recipe]:
    """The recipe of mypy, then of each category's first case, then of each second one, ...

    `each` is the number of cases in a category. It does not change the cases themselves.
    """
    names = [name for name in CATEGORIES if name != "mypy"]
    found = [Recipe(seed, name, number) for number in range(each) for name in names]
    # First, because code of the submission could change what mypy reads.
    return [Recipe(seed, "mypy", 0), *found]


def make(recipe: Recipe) -> Case:
    """The case of a recipe."""
    _, category, number = recipe
    return Case(category, number, CATEGORIES[category].draw(recipe))


def _drawn(
    recipe: Recipe, size: int, holes: Sequence[int], fits: Callable[[T3State], bool]
) -> T3State:
    """A random position that fits, with one of these numbers of holes.

    The sides have placed in turn.
    """
    dice = random.Random(f"{recipe.seed} {recipe.category} {recipe.number}")
    while True:
        count = dice.choice(holes)
        board = [[0] * size for _ in range(size)]
        cells = [(col, row) for col in range(size) for row in range(size)]
        odd = not recipe.odd_turn  # the side that placed last
        for col, row in dice.sample(cells, len(cells) - count):
            board[row][col] = dice.choice(T3State(odd).get_moves())
            odd = not odd
        state = T3State(recipe.odd_turn, board)
        if fits(state):
            return state


def _terminal(recipe: Recipe) -> T3State:
    # The first four cases have all four kinds, and so have the next four, with the other
    # side to move.
    number = recipe.number
    kinds: list[tuple[int, Sequence[int], Callable[[T3State], bool]]] = [
        (3, range(1, 9), T3State.is_win),
        (4, range(16), _is_won_with_a_hole),
        (3, [0], T3State.is_tie),
        (3, [0], T3State.is_win),
    ]
    return _drawn(recipe, *kinds[(number + number // 4) % 4])


def _is_won_with_a_hole(state: T3State) -> bool:
    won = [cell for line in state.winning_lines() for cell in line]
    return any(state.board[row][col] == 0 for col, row in won)


def _is_open(state: T3State) -> bool:
    return not state.is_over()


def _open_of_any_size(recipe: Recipe) -> T3State:
    size = 3 + recipe.number // 2 % 3
    return _drawn(recipe, size, range(3, size * size - 2), _is_open)


def _open_with_few_holes(recipe: Recipe) -> T3State:
    return _drawn(recipe, 3, [4], _is_open)


def _trap(recipe: Recipe) -> T3State:
    """A trap. No trap comes twice before all have come."""
    odd = recipe.odd_turn
    text, turn = (TIE_BREAK_TRAPS, "odds") if odd else (BLUNDER_TRAPS, "evens")
    boards = text.split()
    shuffled = random.Random(f"{recipe.seed} {turn}").sample(boards, len(boards))
    return T3State.from_notation(f"{shuffled[recipe.number // 2 % len(boards)]} {turn}")


class _FivePlies(TextbookPlayer):
    """The textbook search, but a game not over after five plies counts as a tie."""

    def search(self, state: T3State, *args: Any, **kwargs: Any) -> Found:
        if args[3:] == (5,) and not state.is_over():
            return Found(TIE, 5, None)
        return super().search(state, *args, **kwargs)


class Puzzle(NamedTuple):
    """A position that is not over, with the values of its actions."""

    state: T3State
    values: list[Evaluation]
    """Those of all actions, in action order."""
    best: Evaluation
    """That of the best action."""

    def equals(self) -> list[Evaluation]:
        """The values with the best utility."""
        return [value for value in self.values if value.utility == self.best.utility]

    def earlier(self) -> list[Evaluation]:
        """The values of the actions before the best one."""
        return self.values[: self.values.index(self.best)]

    def one_best(self) -> bool:
        """Whether only one action has the best utility, and it is not the first."""
        return len(self.equals()) == 1 and self.best != self.values[0]

    def one_best_later(self) -> bool:
        """The same, and that action does not win at once."""
        return self.one_best() and self.best.depth > 1


def _immediate_win(puzzle: Puzzle) -> bool:
    return puzzle.one_best() and puzzle.best.depth == 1


def _block(puzzle: Puzzle) -> bool:
    state = puzzle.state
    return puzzle.one_best_later() and bool(threats(state, not state.odd_turn))


def _deep(puzzle: Puzzle) -> bool:
    chooses = _FivePlies(MOST_NODES).choose
    return puzzle.one_best() and chooses(puzzle.state) != puzzle.best.action


def _lost(puzzle: Puzzle) -> bool:
    return puzzle.values[0].depth > puzzle.best.depth


def _depth_tie_break(puzzle: Puzzle) -> bool:
    soonest = [value for value in puzzle.equals() if value.depth == puzzle.best.depth]
    slower = any(value.utility == WIN for value in puzzle.earlier())
    return soonest == [puzzle.best] and slower


def _action_tie_break(puzzle: Puzzle) -> bool:
    first, *others = puzzle.equals()
    equal = any(other.depth == first.depth for other in others)
    return first == puzzle.best != puzzle.values[0] and equal


@dataclass(frozen=True)
class Puzzles:
    """Draws positions that test the choice of an action."""

    size: int
    holes: Sequence[int]
    """Possible numbers of empty cells."""
    worth: Sequence[int]
    """Possible utilities of the position."""
    tests: Callable[[Puzzle], bool]
    """Whether a position tests what its category says."""

    def __call__(self, recipe: Recipe) -> T3State:
        """A position for a recipe."""
        return _drawn(recipe, self.size, self.holes, self._fits)

    def _fits(self, state: T3State) -> bool:
        """Whether a position is such a puzzle, and the textbook search solves it."""
        if not _is_open(state) or T3Player().evaluate(state).utility not in self.worth:
            return False
        ranked = evaluate_actions(state)
        best, found = ranked[0], {value.action: value for value in ranked}
        values = [found[action] for action, _ in state.get_transitions()]
        try:
            tests = self.tests(Puzzle(state, values, best))
            return tests and TextbookPlayer(MOST_NODES).choose(state) == best.action
        except TimeoutError:
            return False


CATEGORIES = {
    "terminal": Category(
        "is_win, is_tie, and None from choose, when the game is over", _terminal, TERMINAL
    ),
    "transitions": Category(
        "get_transitions: all actions in order, with the right states",
        _open_of_any_size,
        TRANSITIONS,
    ),
    "lazy": Category("get_transitions is a generator", _open_of_any_size, LAZY),
    "unchanged": Category(
        "neither get_transitions nor choose changes the state",
        _open_with_few_holes,
        UNCHANGED,
    ),
    "immediate-win": Category(
        "one action wins at once", Puzzles(3, [3, 4, 5], [WIN], _immediate_win)
    ),
    "forced-win": Category(
        "one action wins, not at once", Puzzles(3, [3, 4, 5], [WIN], Puzzle.one_best_later)
    ),
    "block": Category(
        "the opponent threatens to win, and one action answers it",
        Puzzles(3, [3, 4, 5], [WIN, TIE], _block),
    ),
    "tie": Category(
        "one action ties, the others lose", Puzzles(3, [3, 4, 5], [TIE], Puzzle.one_best)
    ),
    "deep": Category(
        "one action ties, another loses only after five plies",
        Puzzles(3, [6], [TIE], _deep),
    ),
    "lost": Category(
        "all actions lose; the first in order is not the soonest",
        Puzzles(3, [3, 4, 5], [LOSS], _lost),
    ),
    "depth-tie-break": Category(
        "several actions win; the first in order is not the soonest",
        Puzzles(3, [3, 4, 5], [WIN], _depth_tie_break),
    ),
    "action-tie-break": Category(
        "several actions have the same utility and depth",
        Puzzles(3, [3, 4, 5], [WIN, TIE], _action_tie_break),
    ),
    "4x4": Category(
        "4x4, partly filled: one action is best, and no win at once",
        Puzzles(4, [4, 5], [WIN, TIE], Puzzle.one_best_later),
    ),
    "5x5": Category(
        "the same on 5x5", Puzzles(5, [4, 5], [WIN, TIE], Puzzle.one_best_later)
    ),
    "trap": Category("the textbook's pruned search errs", _trap, points=0),
    "mypy": Category(
        "mypy has no complaint, with the settings of the course",
        lambda _: T3State(True),
        None,
        points=5,
    ),
}
"""All categories by name, in the order of reports. An exam has one mypy case, and the same
number of cases from every other category."""

PUZZLES = {
    name: category.draw
    for name, category in CATEGORIES.items()
    if isinstance(category.draw, Puzzles)
}
"""How to draw the positions, for each category that has puzzles."""
