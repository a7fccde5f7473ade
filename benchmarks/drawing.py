"""Draw the positions that `grade` asks about: t3_tools/grade/judging/positions.txt.

`python -m benchmarks.exam` prints that file. It takes about 20 minutes. A line has a
category, whose turn it is, and boards. If the turn stands there again, boards of another
kind follow, and an exam takes a board of each kind in turn.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import count
from typing import Any, NamedTuple

from t3_play.analysis import evaluate_actions
from t3_play.sums import threats
from t3_player import LOSS, TIE, WIN, Evaluation
from t3_state import T3State
from t3_tools.grade.judging.cases import MOST_NODES
from t3_tools.textbook import Result, TextbookPlayer

FEWEST_NODES = 4_000_000
"""The nodes of a plain minimax in a pruning case: more than Python visits in 15 s."""

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


class FivePlies(TextbookPlayer):
    """The textbook search, but a game not over after five plies counts as a tie."""

    def search(self, state: T3State, *args: Any, **kwargs: Any) -> Result:
        """The result for a position."""
        if args[3:] == (5,) and not state.is_over():
            return Result(TIE, 5, None)
        return super().search(state, *args, **kwargs)


def deep(puzzle: Puzzle) -> bool:
    """One action ties, and another loses only after five plies."""
    return tie(puzzle) and FivePlies().choose(puzzle.state) != puzzle.best.action


def lost(puzzle: Puzzle) -> bool:
    """All actions lose, and the first is not the soonest."""
    return puzzle.best.utility == LOSS and puzzle.values[0].depth > puzzle.best.depth


def depth_tie_break(puzzle: Puzzle) -> bool:
    """Several actions win, one of them soonest, after another in order."""
    soonest = [value for value in puzzle.equals() if value.depth == puzzle.best.depth]
    slower = any(value.utility == WIN for value in puzzle.earlier())
    return soonest == [puzzle.best] and puzzle.best.utility == WIN and slower


def action_tie_break(puzzle: Puzzle) -> bool:
    """Several actions have the best utility and depth, but not the first of all."""
    first, *others = puzzle.equals()
    equal = any(other.depth == first.depth for other in others)
    return puzzle.best.utility >= TIE and first == puzzle.best != puzzle.values[0] and equal


def pruning(puzzle: Puzzle) -> bool:
    """One action is best, and minimax that does not prune takes too long to find it."""
    if not (puzzle.best.utility >= TIE and puzzle.one_best_later() and solved(puzzle)):
        return False
    nodes.cache_clear()
    return nodes(puzzle.state) >= FEWEST_NODES


@cache
def nodes(state: T3State) -> int:
    """The nodes that minimax visits without pruning."""
    if state.is_over():
        return 1
    return 1 + sum(nodes(child) for _, child in state.get_transitions())


def solved(puzzle: Puzzle) -> bool:
    """Whether the textbook search finds the best action in MOST_NODES nodes."""
    try:
        chosen = TextbookPlayer(MOST_NODES).choose(puzzle.state)
    except TimeoutError:
        return False
    return chosen == puzzle.best.action


def is_puzzle(tests: Tests, state: T3State) -> bool:
    """Whether a position tests what is wanted, and the textbook search solves it."""
    if state.is_over():
        return False
    ranked = evaluate_actions(state)
    found = {value.action: value for value in ranked}
    values = [found[action] for action, _ in state.get_transitions()]
    puzzle = Puzzle(state, values, ranked[0])
    return tests(puzzle) and solved(puzzle)


def is_open(state: T3State) -> bool:
    """Whether the game is not over."""
    return not state.is_over()


def is_won_with_a_hole(state: T3State) -> bool:
    """Whether a line with an empty cell has won."""
    won = [cell for line in state.winning_lines() for cell in line]
    return any(state.board[row][col] == 0 for col, row in won)


class Kind(NamedTuple):
    """Which positions to draw, and how many for each side."""

    size: int
    holes: Sequence[int]
    """Possible numbers of empty cells."""
    fits: Callable[[T3State], bool]
    number: int = 32


def puzzles(size: int, holes: Sequence[int], tests: Tests, number: int = 32) -> list[Kind]:
    """The kind of position that tests the choice of an action."""
    return [Kind(size, holes, partial(is_puzzle, tests), number)]


WON = Kind(3, range(1, 9), T3State.is_win, 8)
WON_WITH_A_HOLE = Kind(4, range(16), is_won_with_a_hole, 8)
TIED = Kind(3, [0], T3State.is_tie, 8)
FULL_AND_WON = Kind(3, [0], T3State.is_win, 8)
OPEN = [Kind(size, range(3, size * size - 2), is_open, 12) for size in (3, 4, 5)]

CATEGORIES: dict[str, list[Kind]] = {
    "game-over": [WON, TIED, WON_WITH_A_HOLE, *OPEN],
    "transitions": OPEN,
    "lazy": OPEN,
    "terminal": [WON, TIED, WON_WITH_A_HOLE, FULL_AND_WON],
    "unchanged": [Kind(3, [4], is_open)],
    "immediate-win": puzzles(3, [3, 4, 5], immediate_win),
    "forced-win": puzzles(3, [3, 4, 5], forced_win),
    "block": puzzles(3, [3, 4, 5], block),
    "tie": puzzles(3, [3, 4, 5], tie),
    "deep": puzzles(3, [6], deep, 12),  # there are few
    "lost": puzzles(3, [3, 4, 5], lost),
    "depth-tie-break": puzzles(3, [3, 4, 5], depth_tie_break),
    "action-tie-break": puzzles(3, [3, 4, 5], action_tie_break),
    "4x4": puzzles(4, [4, 5], Puzzle.one_best_later),
    "5x5": puzzles(5, [4, 5], Puzzle.one_best_later),
    "pruning": puzzles(5, [7], pruning, 8),
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


def drawn() -> Iterator[str]:
    """The lines of the file."""
    for category, kinds in CATEGORIES.items():
        words = [category]
        for odd_turn in (True, False):
            # The other side begins with another kind, so few cases have all kinds.
            ordered = kinds if odd_turn else [*kinds[2:], *kinds[:2]]
            for kind in ordered:
                states = (draw(category, odd_turn, kind, number) for number in count())
                boards: dict[str, None] = {}
                while len(boards) < kind.number:
                    boards[next(states).notation().split()[0]] = None
                words += ["odds" if odd_turn else "evens", *boards]
        yield " ".join(words)
    yield f"trap odds {TIE_BREAK_TRAPS}evens {BLUNDER_TRAPS}".strip()


if __name__ == "__main__":
    for line in drawn():
        print(line, flush=True)
