"""Draw the positions that `grade` asks about: t3_tools/grade/judging/positions.txt.

`python -m benchmarks.drawing` prints such a file. That takes days: fewer than one in ten
thousand random positions is of some kinds. `python -m benchmarks.drawing CATEGORY` prints a
line of it. A line has a category, whose turn it is, and boards. If the turn stands there
again, boards of another kind follow, and an exam takes a board of each kind in turn. Some
lines there are older than this way of drawing. Their boards fit, but it draws others.

Only the line about `trap` is not drawn. Of all 669,672 unfinished positions with 4 or 5
empty cells that play can reach on the 3x3 board, the naive search throws a won game away in
94, and errs in a tie-break in 3,508. Evens are to move in those chosen of the first kind,
odds in those of the other.

A position tests one rung of the ladder: utility, depth or order. Searches with a slip on
another rung choose right, even if they prune. Depth comes with order, though: of a
million positions where all actions lose, 23 were such that order does not matter. And where
the best action wins at ply 3, and an earlier one later, the naive search erred on 4x4
and 5x5, in all 143 found, and with odds to move 3x3 has none.
"""

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from operator import attrgetter
from typing import NamedTuple

from t3_engine import Value
from t3_play.sums import threats
from t3_player import LOSS, TIE, WIN, can_win
from t3_state import T3State, lines, numbers
from t3_tools.grade.judging.cases import MOST_NODES
from t3_tools.grade.judging.causes import LONGEST, LONGEST_LOSS, NO_DEPTH, Slip, imitate
from t3_tools.grade.judging.questions import MOST_TAKEN
from t3_tools.naive import NaivePlayer
from t3_tools.values import evaluate_actions

DEPTH_SLIPS = [Slip(NO_DEPTH), Slip(LONGEST)]
ONE_SIDE_SLIPS = [Slip(theirs=NO_DEPTH), Slip(theirs=LONGEST)]
FIRST_SLIPS = [Slip(NO_DEPTH), Slip(by_row=True)]
ORDER_SLIPS = [Slip(last=True), Slip(by_row=True)]
LOST_SLIPS = [*DEPTH_SLIPS, Slip(by_row=True)]
SLIPS = [*DEPTH_SLIPS, *ORDER_SLIPS, Slip(LONGEST_LOSS), Slip(NO_DEPTH, last=True)]
"""Searches with a slip in depth or order; the last has both."""


class Puzzle(NamedTuple):
    """A position that is not over, with the values of its actions."""

    state: T3State
    values: list[Value]
    """Those of all actions, in action order."""
    best: Value
    """That of the best action."""

    def equals(self) -> list[Value]:
        """The values with the best utility."""
        return [value for value in self.values if value.utility == self.best.utility]

    def one_best(self, depth: int = 1) -> bool:
        """Whether only one action has the best utility, not the first, and not sooner."""
        first = self.best == self.values[0]
        return len(self.equals()) == 1 and not first and self.best.depth >= depth

    def later_wins(self) -> bool:
        """Whether an action before the best one wins, but later."""
        earlier = self.values[: self.values.index(self.best)]
        return any(value.utility == WIN for value in earlier)

    def equal_actions(self) -> bool:
        """Whether the best of several equal actions is the first of its utility alone."""
        first, *others = self.equals()
        equal = any(other.depth == first.depth for other in others)
        return equal and first == self.best != self.values[0] and first.depth > 1

    def passes(self, slip: Slip) -> bool:
        """Whether a search with this slip chooses the best action."""
        return imitate(self.state, slip) == self.best.action


def pruning(puzzle: Puzzle) -> bool:
    """One action is best, and a search that does not prune takes too many transitions."""
    if puzzle.best.utility == LOSS or not (puzzle.one_best(2) and solved(puzzle)):
        return False
    level, taken = [puzzle.state], 0
    while level:
        level = [state for state in level if not state.is_over()]
        taken += sum(len(it.get_open_tiles()) * len(it.get_moves()) for it in level)
        if taken > MOST_TAKEN + 50_000:
            return True
        level = [*{child for it in level for _, child in it.get_transitions()}]
    return False


def solved(puzzle: Puzzle) -> bool:
    """Whether the naive search finds the best action in MOST_NODES nodes."""
    try:
        chosen = NaivePlayer(MOST_NODES).choose(puzzle.state)
    except TimeoutError:
        return False
    return chosen == puzzle.best.action


TESTS: dict[str, Callable[[Puzzle], bool]] = {
    "immediate-win": lambda it: it.one_best() and it.best.depth == 1,
    "forced-win": lambda it: it.one_best(2) and it.best.utility == WIN,
    "block": lambda it: (
        it.one_best(2)
        and it.best.utility >= TIE
        and bool(threats(it.state, not it.state.odd_turn))
    ),
    "tie": lambda it: it.one_best() and it.best.utility == TIE,
    "deep": lambda it: (
        it.one_best()
        and it.best.utility == TIE
        and not it.passes(Slip(plies=5, prunes=True))
    ),
    "lost": lambda it: it.best.utility == LOSS and it.values[0].depth > it.best.depth,
    "depth-tie-break": lambda it: (
        it.best[:2] == (WIN, 1 if it.state.odd_turn else 3) and it.later_wins()
    ),
    "action-tie-break": lambda it: it.best.utility >= TIE and it.equal_actions(),
    "depth-of-both": lambda it: (
        it.equals()[0] == it.best and it.best.depth > 1 and len(it.equals()) > 1
    ),
    "again": lambda it: it.one_best(2),
    "4x4": lambda it: it.one_best(2),
    "5x5": lambda it: it.one_best(2),
    "pruning": pruning,
}
"""What the categories about the choice of an action test, as CATEGORIES of `grade` says."""

AT_ONCE = "immediate-win", "depth-tie-break"
"""Those found only where the side to move may win at once."""


def is_puzzle(
    category: str, wrong: Sequence[Slip], right: Sequence[Slip], state: T3State
) -> bool:
    """Whether a position tests what its category says, and the naive search solves it.

    Searches with the `wrong` slips fail even if they prune, and pruned ones with the
    `right` slips do not.
    """
    if state.is_over() or (category not in AT_ONCE and can_win(state)):
        return False
    ranked = evaluate_actions(state)
    puzzle = Puzzle(state, sorted(ranked, key=attrgetter("action")), ranked[0])
    fails = (it._replace(prunes=prunes) for it in wrong for prunes in (False, True))
    return (
        TESTS[category](puzzle)
        and all(puzzle.passes(it._replace(prunes=True)) for it in [Slip(), *right])
        and not any(map(puzzle.passes, fails))
        and solved(puzzle)
    )


def is_open(state: T3State) -> bool:
    """Whether the game is not over."""
    return not state.is_over()


def is_won_with_a_hole(state: T3State) -> bool:
    """Whether a line with an empty cell has won."""
    return any({*line} & {*state.get_open_tiles()} for line in state.winning_lines())


def is_won_in(diagonals: bool, state: T3State) -> bool:
    """Whether the game is won by diagonals alone, or by rows and columns alone."""
    sizes = [[len({*it}) for it in zip(*line)] for line in state.winning_lines()]
    return {cols == rows for cols, rows in sizes} == {diagonals}


def is_past_the_target(state: T3State) -> bool:
    """Whether the game is not over, and a line has more than the target."""
    sums = [sum(state.board[row][col] for col, row in it) for it in lines(state.size)]
    return is_open(state) and max(sums) > state.WIN_TARGET


class Kind(NamedTuple):
    """Which positions to draw, and how many for each side."""

    size: int
    holes: Sequence[int]
    """Possible numbers of empty cells."""
    fits: Callable[[T3State], bool]
    number: int = 16


def puzzles(
    category: str,
    size: int,
    *holes: int,
    wrong: Sequence[Slip] = (),
    right: Sequence[Slip] = SLIPS,
) -> Kind:
    """The kind of position that tests the choice of an action."""
    number = 8 if category in ("deep", "pruning") else 16  # these take long to find
    return Kind(size, holes, partial(is_puzzle, category, wrong, right), number)


TIED = Kind(3, [0], T3State.is_tie, 8)
OPEN = [Kind(size, range(3, size * size - 2), is_open, 12) for size in (3, 4, 5)]
WAYS_TO_END = [
    Kind(3, [0], partial(is_won_in, True), 8),  # which is no tie, though it is full
    TIED,
    Kind(4, range(12), partial(is_won_in, False), 8),
    Kind(4, range(12), partial(is_won_in, True), 8),
    Kind(3, range(3, 6), is_past_the_target, 8),
]
CATEGORIES: dict[str, list[Kind]] = {
    "game-over": WAYS_TO_END,
    "transitions": OPEN,
    "lazy": OPEN,
    "terminal": [
        Kind(3, range(1, 9), T3State.is_win, 8),
        TIED,
        Kind(4, range(16), is_won_with_a_hole, 8),
        Kind(3, [0], T3State.is_win, 8),
    ],
    "unchanged": [Kind(3, [4], is_open)],
    "immediate-win": [puzzles("immediate-win", 3, 3, 4, 5)],
    "forced-win": [puzzles("forced-win", 3, 4, 5)],
    "block": [puzzles("block", 3, 3, 4, 5)],
    "tie": [puzzles("tie", 3, 3, 4, 5)],
    "deep": [puzzles("deep", 5, 6)],
    "lost": [
        puzzles("lost", 3, 4, 5, wrong=LOST_SLIPS, right=[]),
        puzzles("lost", 4, 4, wrong=LOST_SLIPS, right=[]),
    ],
    "depth-tie-break": [
        puzzles("depth-tie-break", 3, 3, 4, 5, wrong=DEPTH_SLIPS, right=[])
    ],
    "depth-of-both": [
        puzzles("depth-of-both", 3, 4, 5, wrong=ONE_SIDE_SLIPS, right=FIRST_SLIPS)
    ],
    "again": [puzzles("again", 3, 3, 4)],
    "action-tie-break": [
        puzzles("action-tie-break", 3, 3, 4, 5, wrong=ORDER_SLIPS, right=DEPTH_SLIPS)
    ],
    "4x4": [puzzles("4x4", 4, 4, 5)],
    "5x5": [puzzles("5x5", 5, 4, 5)],
    "pruning": [puzzles("pruning", 5, 7, right=[Slip(last=True)])],
}


def filled(odd_turn: bool, size: int, holes: int, dice: random.Random) -> T3State:
    """A random position with this number of empty cells. The sides have placed in turn."""
    board = [[0] * size for _ in range(size)]
    cells = [(col, row) for col in range(size) for row in range(size)]
    odd = not odd_turn  # the side that placed last
    for col, row in dice.sample(cells, len(cells) - holes):
        board[row][col] = dice.choice(numbers(odd, T3State.MAX_MOVE))
        odd = not odd
    return T3State(odd_turn, board)


def draw(category: str, odd_turn: bool, kind: Kind, number: int) -> T3State:
    """The random position that these determine."""
    dice = random.Random(f"{category} {odd_turn} {kind.size} {number}")
    while True:
        state = filled(odd_turn, kind.size, dice.choice(kind.holes), dice)
        if kind.fits(state):
            return state


def drawn(category: str) -> str:
    """The line of the file about a category."""
    kinds = CATEGORIES[category]
    words = [category]
    for odd_turn in (True, False):
        # The other side begins with another kind, so few cases have all kinds.
        for kind in kinds if odd_turn else [*kinds[2:], *kinds[:2]]:
            states = (draw(category, odd_turn, kind, number) for number in count())
            boards: dict[str, None] = {}
            while len(boards) < kind.number:
                boards[next(states).notation().split()[0]] = None
            words += ["odds" if odd_turn else "evens", *boards]
    return " ".join(words)


if __name__ == "__main__":
    for category in sys.argv[1:] or CATEGORIES:
        print(drawn(category), flush=True)
