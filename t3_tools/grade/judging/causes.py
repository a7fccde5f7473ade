"""What a submission's wrong actions have in common.

A submission is compared with searches that have one error each, SLIPS. One of them is named
if it plays as the submission does, wrong actions included. Other mistakes show in the
answers themselves.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from t3_play.inputs import parse_action
from t3_state import TURNS, T3Action, T3State, lines, numbers
from t3_tools.grade.judging.cases import CATEGORIES
from t3_tools.grade.judging.questions import CHOOSE, evaluate
from t3_tools.grade.judging.verdicts import Kind, Result

NO_BOUND = 3
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
    """Whether it cuts as the naive search does, and compares what the cuts leave."""
    plies: int = 99
    """After this many plies it takes an unfinished game for a tie."""
    by_row: bool = False
    """Whether it tries cells by row, then column."""
    tie: int = 0
    """The utility of a tie for the side to move at the root."""
    full_first: bool = False
    """Whether it takes a full board for a tie, even if it is won."""
    keeps_sign: bool = False
    """Whether what is good for one side is good for the other."""
    enough: int = NO_BOUND
    """Whether it looks no further after an action of at least this utility."""


AS_EQUAL = ", as if >= (or <=) stood where > (or <) belongs"
AS_SIGN = " (wrong sign)"

SLIPS = {
    "pruned as the naive search does (a cut may make depths wrong)": Slip(prunes=True),
    "compared no depths": Slip(NO_DEPTH),
    f"kept the last of equal actions, not the first{AS_EQUAL}": Slip(last=True),
    f"compared no depths, and kept the last of equal actions{AS_EQUAL}": (
        Slip(NO_DEPTH, last=True)
    ),
    "tried the cells by row before column": Slip(by_row=True),
    "preferred the longest game": Slip(LONGEST),
    "preferred the longest game where it loses": Slip(LONGEST_LOSS),
    "compared depths for its own side only, not for the opponent": Slip(theirs=NO_DEPTH),
    "let the opponent prefer the longest game": Slip(theirs=LONGEST),
    f"took the worst outcome for the best{AS_SIGN}": Slip(WORST),
    f"minimised where it should maximise{AS_SIGN}": Slip(WORST, RIGHT),
    f"let the opponent take the worst outcome{AS_SIGN}": Slip(RIGHT, WORST),
    "took a tie for a loss": Slip(tie=-1),
    "took a tie for worse than a loss": Slip(tie=-2),
    "asked if the board is full before it asked if the game is won": Slip(full_first=True),
    "counted its opponent's gain as its own (a lost sign)": Slip(keeps_sign=True),
    "looked no further after an action that does not lose (a cut too soon)": Slip(enough=0),
    "looked no further after a win (a cut too soon)": Slip(enough=1),
    "looked only 1 ply ahead": Slip(plies=1),
    **{f"looked only {plies} plies ahead": Slip(plies=plies) for plies in range(2, 6)},
    "took the first legal action": Slip((0, 0, 0)),
    "took the last legal action": Slip((0, 0, 0), last=True),
}
"""The slips, by what a submission does that plays so, with pruning or without. If two are
equally good, both are named."""


@cache
def imitate(state: T3State, slip: Slip) -> T3Action:
    """The action that a search with this slip chooses in a state that is not over.

    It is negamax alpha-beta over bare numbers, many times as fast as over T3State.
    """
    span, target = range(state.size), state.WIN_TARGET
    cells = [(col, row) for col in span for row in span]
    if slip.by_row:
        cells.sort(key=lambda cell: cell[::-1])
    through = {cell: [it for it in lines(state.size) if cell in it] for cell in cells}
    board = {(col, row): state.board[row][col] for col, row in cells}
    moves = {odd: numbers(odd, state.MAX_MOVE) for odd in (True, False)}
    known: dict[tuple[int, ...], tuple[int, int, int, int, int]] = {}

    def search(alpha: int, beta: int, ply: int) -> tuple[int, int, int, int, int]:
        """The utility and depth for the side to move; column, row and number."""
        key = tuple(board.values())
        if not slip.prunes and key in known:
            return known[key]
        by_utility, by_depth, by_lost_depth = (ply % 2 and slip.theirs) or slip.mine
        best, highest = None, (0, 0)
        empty = [cell for cell in cells if not board[cell]]
        is_last = len(empty) == 1
        for cell in empty:
            winning = [target - sum(map(board.__getitem__, it)) for it in through[cell]]
            for move in moves[state.odd_turn == (ply % 2 == 0)]:
                if move in winning and not (is_last and slip.full_first):
                    utility, depth = 1, 1
                elif is_last:
                    utility, depth = slip.tie * (-1) ** ply, 1
                elif ply + 1 == slip.plies:
                    utility, depth = 0, 1
                else:
                    board[cell] = move
                    utility, depth, *_ = search(-beta, -alpha, ply + 1)
                    utility = utility if slip.keeps_sign else -utility
                    depth += 1
                    board[cell] = 0
                weight = by_lost_depth if utility < 0 else by_depth
                rank = (by_utility * utility, weight * depth)
                if best is None or rank > highest or (slip.last and rank == highest):
                    best, highest = (utility, depth, *cell, move), rank
                alpha = max(alpha, utility)
                if (slip.prunes and alpha >= beta) or utility >= slip.enough:
                    return best
        assert best is not None, "the game is not over"
        known[key] = best
        return best

    return T3Action(*search(-NO_BOUND, NO_BOUND, 0)[2:])


Played = tuple[Result, T3Action]
"""A result, and the legal action that was chosen."""


class Cause(NamedTuple):
    """What wrong answers have in common."""

    sentence: str
    results: tuple[Result, ...]
    """Those explained by it."""


@cache
def causes(results: tuple[Result, ...]) -> list[Cause]:
    """Likely causes of wrong actions."""
    asked = [it for it in results if CATEGORIES[it.category].question == CHOOSE]
    # Most slips fail on positions where they cost little.
    asked.sort(key=lambda it: it.position.count("0"))
    played = [(it, action) for it in asked if (action := _action(it))]
    if found := list(_seen(asked, results)) or list(_alike(played, "It")):
        return found
    for turn in TURNS.values():
        of_turn = [it for it in played if it[0].position.endswith(turn)]
        found += _alike(of_turn, f"With {turn} to move, it")
    return found


def _seen(asked: Sequence[Result], results: Sequence[Result]) -> Iterator[Cause]:
    """Causes that show in the answers themselves."""
    wrong = [it for it in asked if it.verdict.failed and it.category != "trap"]
    tuples = [it for it in wrong if re.match(r"returns [(\[]\d", it.verdict.reason)]
    if tuples:
        yield Cause("It returns a tuple or a list, not a T3Action.", tuple(tuples))
    changed = tuple(it for it in results if "after choose()" in it.verdict.reason)
    if changed:
        yield Cause("It changes the state given to it: a move is not undone.", changed)


def _action(result: Result) -> T3Action | None:
    """The legal action that was chosen in a case; None if there is none."""
    if result.verdict.kind == Kind.ILLEGAL:
        return None
    if result.verdict.action:
        return parse_action(result.verdict.action)
    if result.verdict.failed:
        return None
    return evaluate(result.state).action


def _alike(played: Sequence[Played], who: str) -> Iterator[Cause]:
    """The slips that these actions have in common, if any, as one cause."""
    wrong = [it for it in played if it[0].verdict.failed]
    right = [it for it in played if not it[0].verdict.failed]
    if len(wrong) < 2:
        return  # many slips would explain it
    matches = {
        # The wrong ones come first: they tell slips apart soonest.
        (words, each): _matches(each, [wrong, right])
        for words, slip in SLIPS.items()
        for each in (slip, slip._replace(prunes=True))
    }
    most = max(matches.values())
    if most == 0:
        return
    best = [it for it, number in matches.items() if number == most]
    slip = best[0][1]
    explained = [it for it, action in wrong if imitate(it.state, slip) == action]
    share = f"{len(explained)} of the {len(wrong)}"
    share = f"all {len(wrong)}" if len(explained) == len(wrong) else share
    named = 1 if slip == Slip(prunes=True) else 2  # what is asked needs no other name
    words = ", or ".join([*dict.fromkeys(words for words, _ in best)][:named])
    sentence = f"{who} plays as if it {words}. This explains {share} wrong actions."
    yield Cause(sentence, tuple(explained))


def _matches(slip: Slip, groups: Sequence[Sequence[Played]]) -> int:
    """How many of the actions a search with the slip plays; 0 if under 90% of a group."""
    matches = 0
    for group in groups:
        missed = 0
        for it, action in group:
            missed += imitate(it.state, slip) != action
            if missed > len(group) / 10:
                return 0
        matches += len(group) - missed
    return matches
