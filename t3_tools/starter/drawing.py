"""Which positions an exam asks about, and how to draw them, in any game.

A position tests one rung of the ladder: utility, depth or order. Searches with a slip on
another rung choose right, even if they prune. Depth comes with order, though: of a
million positions where all actions lose, 23 were such that order does not matter. And where
the best action wins at ply 3, and an earlier one later, the textbook's search erred on 4x4
and 5x5, in all 143 found, and with odds to move 3x3 has none.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from t3_engine import Value
from t3_play.sums import threats
from t3_player import LOSS, TIE, WIN, can_win
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

    def earlier(self) -> list[Value]:
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
        and solved(puzzle)
        and has_transitions(puzzle.state, FEWEST_TRANSITIONS)
    )


def has_transitions(start: T3State, fewest: int) -> bool:
    """Whether the states that play from a state can reach have as many transitions."""
    cells, places = start.get_open_tiles(), lines(start.size)
    through = [[at for at, line in enumerate(places) if cell in line] for cell in cells]
    sums = [sum(start.board[row][col] for col, row in line) for line in places]
    # By the numbers on these cells: the sums of all lines. Four times as fast as T3State.
    level = {(0,) * len(cells): sums}
    taken, odd = 0, start.odd_turn
    while level and taken < fewest:
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
    return taken >= fewest


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
    return imitate(puzzle.state, slip) == puzzle.best.action


AT_ONCE = (immediate_win, depth_tie_break)
"""What is found only where the side to move may win at once."""


@lru_cache(maxsize=1)  # several kinds are looked for in one position
def puzzle_of(state: T3State) -> Puzzle:
    """The position with its values."""
    ranked = evaluate_actions(state)
    found = {value.action: value for value in ranked}
    values = [found[action] for action, _ in state.get_transitions()]
    return Puzzle(state, values, ranked[0])


def is_puzzle(
    tests: Tests, wrong: Sequence[Slip], right: Sequence[Slip], state: T3State
) -> bool:
    """Whether a position tests what is wanted, and the textbook search solves it.

    Searches with the `wrong` slips fail, and pruned ones with the `right` slips do not.
    """
    if state.is_over() or (tests not in AT_ONCE and can_win(state)):
        return False
    puzzle = puzzle_of(state)
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


def kinds_in(game: type[T3State]) -> dict[str, list[Kind]]:
    """CATEGORIES for a game, but for "deep", which takes too long to find.

    With more numbers, fewer empty cells need pruning, and with few, too many would.
    """
    kinds = {name: kinds for name, kinds in CATEGORIES.items() if name != "deep"}
    if game.MAX_MOVE < 6:
        del kinds["pruning"]
    elif game.MAX_MOVE > 8:
        kinds["pruning"] = [puzzles(5, [6], pruning, right=[Slip(last=True)])]
    return kinds


def filled(
    game: type[T3State], odd_turn: bool, size: int, holes: int, dice: random.Random
) -> T3State:
    """A random position with this number of empty cells. The sides have placed in turn."""
    board = [[0] * size for _ in range(size)]
    cells = [(col, row) for col in range(size) for row in range(size)]
    odd = not odd_turn  # the side that placed last
    for col, row in dice.sample(cells, len(cells) - holes):
        board[row][col] = dice.choice(numbers(odd, game.MAX_MOVE))
        odd = not odd
    return game(odd_turn, board)


class Wanted(NamedTuple):
    """A position to look for."""

    category: str
    odd_turn: bool
    kind: Kind


TRIES = {3: 30_000, 4: 10_000, 5: 50_000}
"""How many random positions to look at, by the size of the board: a minute in all."""


def found(
    game: type[T3State], wanted: Sequence[Wanted], tries: dict[int, int] = TRIES
) -> Iterator[tuple[Wanted, T3State]]:
    """Yield the positions of a game that this many tries find, each of them once."""
    for size, most in tries.items():
        dice = random.Random(f"{game.WIN_TARGET} {game.MAX_MOVE} {size}")
        left = [it for it in wanted if it.kind.size == size]
        seen = set[T3State]()
        for _ in range(most):
            if not left:
                break
            odd_turn = dice.random() < 0.5
            holes = dice.choice(sorted({holes for it in left for holes in it.kind.holes}))
            state = filled(game, odd_turn, size, holes, dice)
            if state in seen:
                continue
            for it in left:
                if (
                    it.odd_turn == odd_turn
                    and holes in it.kind.holes
                    and it.kind.fits(state)
                ):
                    yield it, state
                    seen.add(state)
                    left.remove(it)
                    break
