"""Draw the positions that `grade` asks about: t3_tools/grade/judging/positions.txt.

`python -m benchmarks.drawing` prints such a file. That takes days: fewer than one in ten
thousand random positions is of some kinds. `python -m benchmarks.drawing CATEGORY` prints a
line of it. A line has a category, whose turn it is, and boards. If the turn stands there
again, boards of another kind follow, and an exam takes a board of each kind in turn.

A position tests one rung of the ladder: utility, depth or order. Searches with a slip on
another rung choose right, even if they prune. Depth comes with order, though: of a
million positions where all actions lose, 23 were such that order does not matter. And where
the best action wins at ply 3, and an earlier one later, the textbook's search erred on 4x4
and 5x5, in all 143 found, and with odds to move 3x3 has none.
"""

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import NamedTuple

from t3_play.sums import threats
from t3_player import LOSS, TIE, WIN, Evaluation
from t3_state import Line, T3State, lines, numbers
from t3_tools.grade.judging.cases import MOST_NODES
from t3_tools.grade.judging.causes import LONGEST, LONGEST_LOSS, NO_DEPTH, Slip, imitate
from t3_tools.grade.judging.questions import MOST_TAKEN
from t3_tools.textbook import TextbookPlayer
from t3_tools.values import evaluate_actions

FEWEST_TRANSITIONS = MOST_TAKEN + 50_000
"""The transitions below a pruning case, of all states that play can reach."""

DEPTH_SLIPS = [Slip(NO_DEPTH), Slip(LONGEST)]
ORDER_SLIPS = [Slip(last=True), Slip(by_row=True)]
LOST_SLIPS = [*DEPTH_SLIPS, Slip(by_row=True)]
SLIPS = [*DEPTH_SLIPS, *ORDER_SLIPS, Slip(LONGEST_LOSS), Slip(NO_DEPTH, last=True)]
"""Searches with a slip in depth or order; the last has both."""

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


Tests = Callable[[Puzzle], bool]


def immediate_win(puzzle: Puzzle) -> bool:
    """One action wins at once."""
    return puzzle.one_best() and puzzle.best.depth == 1


def forced_win(puzzle: Puzzle) -> bool:
    """One action wins, not at once."""
    return puzzle.one_best_later() and puzzle.best.utility == WIN


def block(puzzle: Puzzle) -> bool:
    """The opponent threatens to win, and one action answers it."""
    state = puzzle.state
    return (
        puzzle.best.utility >= TIE
        and puzzle.one_best_later()
        and bool(threats(state, not state.odd_turn))
    )


def tie(puzzle: Puzzle) -> bool:
    """One action ties, the others lose."""
    return puzzle.best.utility == TIE and puzzle.one_best()


def deep(puzzle: Puzzle) -> bool:
    """One action ties, and another loses only after five plies."""
    return tie(puzzle) and not passes(puzzle, Slip(plies=5, prunes=True))


def lost(puzzle: Puzzle) -> bool:
    """All actions lose, and an earlier one than the best loses later."""
    return puzzle.best.utility == LOSS and puzzle.values[0].depth > puzzle.best.depth


def depth_tie_break(puzzle: Puzzle) -> bool:
    """The best action wins at ply 3, or for odds at once, and an earlier one wins later."""
    slower = any(value.utility == WIN for value in puzzle.earlier())
    soonest = 1 if puzzle.state.odd_turn else 3
    return puzzle.best[:2] == (WIN, soonest) and slower


def action_tie_break(puzzle: Puzzle) -> bool:
    """Several actions have the best utility and depth, but not the first of all."""
    first, *others = puzzle.equals()
    equal = any(other.depth == first.depth for other in others)
    later = first == puzzle.best != puzzle.values[0] and first.depth > 1
    return puzzle.best.utility >= TIE and later and equal


def pruning(puzzle: Puzzle) -> bool:
    """One action is best, and a search that does not prune takes too many transitions."""
    return (
        puzzle.best.utility >= TIE
        and puzzle.one_best_later()
        and transitions_below(puzzle.state) >= FEWEST_TRANSITIONS
    )


def transitions_below(start: T3State) -> int:
    """The number of transitions of all states that play from a state can reach."""
    cells, places = start.get_open_tiles(), lines(start.size)
    through = [[at for at, line in enumerate(places) if cell in line] for cell in cells]
    sums = [sum(start.board[row][col] for col, row in line) for line in places]
    # By the numbers on these cells: the sums of all lines. Four times as fast as T3State.
    level = {(0,) * len(cells): sums}
    taken, odd = 0, start.odd_turn
    while level:
        following: dict[tuple[int, ...], list[int]] = {}
        for placed, sums in level.items():
            for at in (at for at, number in enumerate(placed) if not number):
                for number in numbers(odd, start.MAX_MOVE):
                    taken += 1
                    after = sums.copy()
                    for line in through[at]:
                        after[line] += number
                    if start.WIN_TARGET not in after:
                        following[(*placed[:at], number, *placed[at + 1 :])] = after
        level, odd = following, not odd
    return taken


def solved(puzzle: Puzzle) -> bool:
    """Whether the textbook search finds the best action in MOST_NODES nodes."""
    try:
        chosen = TextbookPlayer(MOST_NODES).choose(puzzle.state)
    except TimeoutError:
        return False
    return chosen == puzzle.best.action


def fails(puzzle: Puzzle, slip: Slip) -> bool:
    """Whether a search with this slip chooses another action, even if it prunes."""
    return not any(passes(puzzle, slip._replace(prunes=it)) for it in (False, True))


def passes(puzzle: Puzzle, slip: Slip) -> bool:
    """Whether a search with this slip chooses the best action."""
    return imitate(puzzle.state.notation(), slip) == puzzle.best.action


def is_puzzle(
    tests: Tests, wrong: Sequence[Slip], right: Sequence[Slip], state: T3State
) -> bool:
    """Whether a position tests what is wanted, and the textbook search solves it.

    Searches with the `wrong` slips fail, and pruned ones with the `right` slips do not.
    """
    if state.is_over():
        return False
    ranked = evaluate_actions(state)
    found = {value.action: value for value in ranked}
    values = [found[action] for action, _ in state.get_transitions()]
    puzzle = Puzzle(state, values, ranked[0])
    return (
        tests(puzzle)
        and all(passes(puzzle, it._replace(prunes=True)) for it in [Slip(), *right])
        and all(fails(puzzle, it) for it in wrong)
        and solved(puzzle)
    )


def is_open(state: T3State) -> bool:
    """Whether the game is not over."""
    return not state.is_over()


def is_won_with_a_hole(state: T3State) -> bool:
    """Whether a line with an empty cell has won."""
    won = [cell for line in state.winning_lines() for cell in line]
    return any(state.board[row][col] == 0 for col, row in won)


def is_won_in(line_is: Callable[[Line], bool], state: T3State) -> bool:
    """Whether the game is won, by lines of one sort alone."""
    won = [*state.winning_lines()]
    return bool(won) and all(map(line_is, won))


def is_diagonal(line: Line) -> bool:
    """Whether a line is a diagonal."""
    return len({col for col, _ in line}) == len({row for _, row in line})


def is_straight(line: Line) -> bool:
    """Whether a line is a row or a column."""
    return not is_diagonal(line)


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
    size: int,
    holes: Sequence[int],
    tests: Tests,
    number: int = 16,
    wrong: Sequence[Slip] = (),
    right: Sequence[Slip] = SLIPS,
) -> Kind:
    """The kind of position that tests the choice of an action."""
    return Kind(size, holes, partial(is_puzzle, tests, wrong, right), number)


WON = Kind(3, range(1, 9), T3State.is_win, 8)
WON_WITH_A_HOLE = Kind(4, range(16), is_won_with_a_hole, 8)
TIED = Kind(3, [0], T3State.is_tie, 8)
FULL_AND_WON = Kind(3, [0], T3State.is_win, 8)
OPEN = [Kind(size, range(3, size * size - 2), is_open, 12) for size in (3, 4, 5)]
WAYS_TO_END = [
    Kind(3, range(5), partial(is_won_in, is_diagonal), 8),
    TIED,
    Kind(4, range(12), partial(is_won_in, is_straight), 8),
    Kind(4, range(12), partial(is_won_in, is_diagonal), 8),
    Kind(3, range(3, 6), is_past_the_target, 8),
]
CATEGORIES: dict[str, list[Kind]] = {
    "game-over": WAYS_TO_END,
    "transitions": OPEN,
    "lazy": OPEN,
    "terminal": [WON, TIED, WON_WITH_A_HOLE, FULL_AND_WON],
    "unchanged": [Kind(3, [4], is_open)],
    "immediate-win": [puzzles(3, [3, 4, 5], immediate_win)],
    "forced-win": [puzzles(3, [4, 5], forced_win)],
    "block": [puzzles(3, [3, 4, 5], block)],
    "tie": [puzzles(3, [3, 4, 5], tie)],
    "deep": [puzzles(5, [6], deep, 8)],
    "lost": [
        puzzles(3, [4, 5], lost, wrong=LOST_SLIPS, right=[]),
        puzzles(4, [4], lost, wrong=LOST_SLIPS, right=[]),
    ],
    "depth-tie-break": [
        puzzles(3, [3, 4, 5], depth_tie_break, wrong=DEPTH_SLIPS, right=[])
    ],
    "action-tie-break": [
        puzzles(3, [3, 4, 5], action_tie_break, wrong=ORDER_SLIPS, right=DEPTH_SLIPS)
    ],
    "4x4": [puzzles(4, [4, 5], Puzzle.one_best_later)],
    "5x5": [puzzles(5, [4, 5], Puzzle.one_best_later)],
    "pruning": [puzzles(5, [7], pruning, 8, right=[Slip(last=True)])],
}


def draw(category: str, odd_turn: bool, kind: Kind, number: int) -> T3State:
    """The random position that these determine. The sides have placed in turn."""
    dice = random.Random(f"{category} {odd_turn} {kind.size} {number}")
    while True:
        holes = dice.choice(kind.holes)
        board = [[0] * kind.size for _ in range(kind.size)]
        cells = [(col, row) for col in range(kind.size) for row in range(kind.size)]
        odd = not odd_turn  # the side that placed last
        for col, row in dice.sample(cells, len(cells) - holes):
            board[row][col] = dice.choice(T3State(odd).get_moves())
            odd = not odd
        state = T3State(odd_turn, board)
        if kind.fits(state):
            return state


def drawn(category: str) -> str:
    """The line of the file about a category."""
    if category == "trap":
        return f"trap odds {TIE_BREAK_TRAPS}evens {BLUNDER_TRAPS}".strip()
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
    for category in sys.argv[1:] or [*CATEGORIES, "trap"]:
        print(drawn(category), flush=True)
