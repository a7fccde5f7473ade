"""What a submission's wrong actions have in common.

A submission is compared with searches that have one error each, SLIPS. One of them is named
if it plays as the submission does, wrong actions included, on each half of the cases.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from t3_play.inputs import parse_action
from t3_player import T3Player
from t3_state import TURNS, T3Action, T3State, lines, numbers
from t3_tools.grade.judging.cases import CATEGORIES
from t3_tools.grade.judging.questions import CHOOSE
from t3_tools.grade.judging.verdicts import Result

ALIKE = 0.9
"""The share that a slip must play of the right and of the wrong actions of each half."""

ENOUGH, ONE_SIDED = 5, 0.8
"""Wrong actions that are worth a sentence about the side to move: how many, and the share
with that side."""

NO_BOUND = 2
"""Beyond any utility."""

Rank = tuple[int, int, int]
"""How good an outcome is to the side that chooses: the weights of its utility, its depth,
and its depth where that side loses."""

RIGHT: Rank = (1, -1, -1)
NO_DEPTH: Rank = (1, 0, 0)
LONGEST: Rank = (1, 1, 1)
LONGEST_LOSS: Rank = (1, -1, 1)
WORST: Rank = (-1, -1, -1)


class Slip(NamedTuple):
    """How a search goes wrong. By default, it does not."""

    mine: Rank = RIGHT
    """The rank for the side to move at the root, which all its nodes use."""
    theirs: Rank | None = None
    """The rank for the other side; None if it is the same."""
    last: bool = False
    """Whether it takes a later action that ranks as high as an earlier one."""
    prunes: bool = False
    """Whether it cuts as the textbook does, and compares what the cuts leave."""
    plies: int = 99
    """After so many plies it takes an unfinished game for a tie."""
    by_row: bool = False
    """Whether it tries cells by row, then column."""


SLIPS = {
    "took the first action that there is": Slip((0, 0, 0)),
    "took the last action that there is": Slip((0, 0, 0), last=True),
    "pruned as the textbook does, and compared depths that a cut may have made wrong": (
        Slip(prunes=True)
    ),
    "compared no depths": Slip(NO_DEPTH),
    "kept the last of equal actions, not the first, as with <= in place of <": (
        Slip(last=True)
    ),
    "compared no depths, and kept the last of equal actions, as with <= in place of <": (
        Slip(NO_DEPTH, last=True)
    ),
    "tried the cells by row before column": Slip(by_row=True),
    "preferred the longest game": Slip(LONGEST),
    "preferred the longest game where it loses": Slip(LONGEST_LOSS),
    "compared depths for its own side only, not for the opponent": Slip(theirs=NO_DEPTH),
    "let the opponent prefer the longest game": Slip(theirs=LONGEST),
    "took the worst outcome for the best, as with a wrong sign": Slip(WORST),
    "took its own worst outcome for the best, as with a wrong sign": Slip(WORST, RIGHT),
    "let the opponent take the worst outcome, as with a wrong sign": Slip(RIGHT, WORST),
    **{f"looked only {plies} plies ahead": Slip(plies=plies) for plies in range(1, 6)},
}
"""The slips, by what a submission does that plays so, with pruning or without. The first of
equally good ones is named."""


@cache
def imitate(position: str, slip: Slip) -> T3Action:
    """The action that a search with this slip chooses in a position that is not over.

    It is negamax alpha-beta over bare numbers, about ten times as fast as over T3State.
    """
    state = T3State.from_notation(position)
    span, target = range(state.size), state.WIN_TARGET
    cells = [(col, row) for col in span for row in span]
    if slip.by_row:
        cells = [(col, row) for row in span for col in span]
    places = lines(state.size)
    through = {
        cell: [at for at, line in enumerate(places) if cell in line] for cell in cells
    }
    sums = [sum(state.board[row][col] for col, row in line) for line in places]
    board = {(col, row): state.board[row][col] for col, row in cells}
    moves = {odd: numbers(odd, state.MAX_MOVE) for odd in (True, False)}
    known: dict[object, tuple[int, int, T3Action]] = {}

    def search(alpha: int, beta: int, ply: int) -> tuple[int, int, T3Action]:
        """The utility and depth for the side to move, and the action."""
        key = tuple(board.values()), ply
        if not slip.prunes and key in known:
            return known[key]
        by_utility, by_depth, by_lost_depth = (ply % 2 and slip.theirs) or slip.mine
        best: tuple[int, int, T3Action] | None = None
        highest = (0, 0)
        empty = [cell for cell in cells if not board[cell]]
        for cell in empty:
            for move in moves[state.odd_turn == (ply % 2 == 0)]:
                if any(sums[line] + move == target for line in through[cell]):
                    utility, depth = 1, 1
                elif len(empty) == 1 or ply + 1 == slip.plies:
                    utility, depth = 0, 1
                else:
                    board[cell] = move
                    for line in through[cell]:
                        sums[line] += move
                    utility, depth, _ = search(-beta, -alpha, ply + 1)
                    utility, depth = -utility, depth + 1
                    board[cell] = 0
                    for line in through[cell]:
                        sums[line] -= move
                weight = by_lost_depth if utility < 0 else by_depth
                rank = (by_utility * utility, weight * depth)
                if best is None or rank > highest or (slip.last and rank == highest):
                    best, highest = (utility, depth, T3Action(*cell, move)), rank
                alpha = max(alpha, utility)
                if slip.prunes and alpha >= beta:
                    return best
        assert best is not None, "the game is not over"
        known[key] = best
        return best

    return search(-NO_BOUND, NO_BOUND, 0)[2]


class Played(NamedTuple):
    """A legal action that a submission chose in a case."""

    result: Result
    action: T3Action

    @property
    def is_wrong(self) -> bool:
        """Whether it is not the right action."""
        return self.result.verdict.failed

    @property
    def turn(self) -> str:
        """The side that chose it."""
        return self.result.position.split()[1]


def causes(results: Sequence[Result]) -> list[str]:
    """Likely causes of wrong actions, as sentences."""
    played = [
        Played(it, action)
        for it in results
        # To imitate a search without pruning takes long there.
        if it.category != "pruning" and (action := _action(it))
    ]
    # Most slips fail on positions where they cost little.
    played.sort(key=lambda it: it.result.position.count("0"))
    if cause := _cause(played):
        return [f"It plays as if it {cause}"]
    wrong = [it for it in played if it.is_wrong]
    sentences = []
    for turn in TURNS.values():
        number = sum(it.turn == turn for it in wrong)
        if number >= max(ENOUGH, ONE_SIDED * len(wrong)):
            sentences.append(
                f"{number} of the {len(wrong)} wrong actions are with {turn} to move."
            )
        if cause := _cause([it for it in played if it.turn == turn]):
            sentences.append(f"With {turn} to move, it plays as if it {cause}")
    return sentences


def _action(result: Result) -> T3Action | None:
    """The legal action that was chosen in a case; None if there is none."""
    if result.verdict.action:
        return parse_action(result.verdict.action)
    if result.verdict.failed or CATEGORIES[result.category].question != CHOOSE:
        return None
    return T3Player().choose(T3State.from_notation(result.position))


def _cause(played: Sequence[Played]) -> str:
    """The slip that these actions have in common, and what it explains; empty if none."""
    # The wrong ones come first: they tell slips apart soonest. Each half has the same
    # categories and sides.
    groups = [
        [it for it in played if it.is_wrong == wrong and it.result.number // 2 % 2 == half]
        for wrong in (True, False)
        for half in (0, 1)
    ]
    if not (groups[0] and groups[1]):
        return ""
    slips = [
        (slip._replace(prunes=prunes or slip.prunes), words)
        for words, slip in SLIPS.items()
        for prunes in (False, True)
    ]
    matches = [_matches(slip, groups) for slip, _ in slips]
    slip, words = slips[matches.index(max(matches))]
    if not any(matches):
        return ""
    wrong = [it for it in played if it.is_wrong]
    explained = sum(imitate(it.result.position, slip) == it.action for it in wrong)
    return f"{words}. This explains {explained} of the {len(wrong)} wrong actions."


def _matches(slip: Slip, groups: Sequence[Sequence[Played]]) -> int:
    """How many of the actions a search with the slip plays; 0 if too few of a group."""
    matches = 0
    for group in groups:
        missed = 0
        for it in group:
            missed += imitate(it.result.position, slip) != it.action
            if missed > (1 - ALIKE) * len(group):
                return 0
        matches += len(group) - missed
    return matches
