"""What a submission's wrong actions have in common.

A submission is compared with searches that have one error each, SLIPS. One of them is named
if it plays as the submission does, wrong actions included. Other mistakes show in the
answers themselves.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from t3_player import LOSS, WIN, T3Player, outcome
from t3_state import TURNS, T3Action, T3State, lines, numbers
from t3_tools.grade.judging import asks
from t3_tools.grade.judging.cases import Result
from t3_tools.grade.judging.verdicts import Sign

NO_BOUND, LATE = 3, 99
"""Beyond any utility, and any depth."""

ENOUGH = 0.9
"""The least share of the wrong actions that a cause must explain. A search with it may err
where the submission is right in as many cases as it may leave unexplained."""

FEW = 4
"""Fewer wrong actions leave a cause in doubt."""

MOST_EMPTY = 6
"""The most empty cells where actions are compared: some slips visit every position, which
takes a second for seven, and minutes for nine."""

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

    mine: Rank = RIGHT  # for the side to move at the root, which all its nodes use
    theirs: Rank | None = None  # for the other side; None if it is the same
    last: bool = False  # takes a later action that ranks as high as an earlier one
    by_chance: bool = False  # takes any of the actions that rank highest
    prunes: bool = False  # cuts as the naive search does, and compares what cuts leave
    plies: int = LATE  # after so many it takes an unfinished game for a tie
    by_row: bool = False  # tries cells by row, then column
    descending: bool = False  # tries the highest number first
    overlooks: tuple[int, ...] = ()  # lines, counted from the end: diagonals come last
    or_more: bool = False  # takes a line past the target for a win
    tie: int = 0  # the utility of a tie for the side to move at the root
    full_first: bool = False  # takes a full board for a tie, even if it is won
    keeps_sign: bool = False  # takes what is good for one side as good for the other
    enough: int = NO_BOUND  # looks no further after an action of at least this utility
    exchanges: bool = False  # returns its action with column and row exchanged
    from_zero: bool = False  # its best utility begins at 0, with no action
    remembers: bool = False  # keeps in its memo what cuts leave
    exceeds: bool = False  # if it prunes, it cuts only where alpha exceeds beta
    player: type[T3Player] | None = None  # plays in place of the search of `imitate`


class Forgetful(T3Player):
    """T3Player, but its memo has no window, so that it keeps bounds as values."""

    def alpha_beta(self, state: T3State, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility that it finds, or one that it remembers."""
        call = state, LOSS, WIN  # whatever the window is
        if call not in self.memo:
            self.memo[call] = self.search(state, alpha, beta)
        return self.memo[call]

    search = T3Player.alpha_beta


class InOrder(Forgetful):
    """It tries the actions in their order."""

    def search(self, state: T3State, alpha: int = LOSS, beta: int = WIN) -> int:
        """The utility, or a bound on it."""
        if (ended := outcome(state)) is not None:
            return ended
        best = LOSS
        for _, child in state.get_transitions():
            best = max(best, -self.alpha_beta(child, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


AS_EQUAL = ", as if >= (or <=) stood where > (or <) belongs"
AS_SIGN = " (wrong sign)"
ZERO = "began with a best utility of 0 (not minus infinity)"
BOUNDS = "kept bounds as values in its memo"
LOOKS = "that only look equal (a cut leaves a bound, not a value)"

SLIPS = {
    Slip((0, 0, 0)): "took the first legal action",
    Slip((0, 0, 0), last=True): "took the last legal action",
    Slip(prunes=True): "pruned as the naive search does (a cut may make depths wrong)",
    Slip(NO_DEPTH): "compared no depths",
    Slip(last=True): f"kept the last of equal actions, not the first{AS_EQUAL}",
    Slip(NO_DEPTH, last=True): (
        f"compared no depths, and kept the last of equal actions{AS_EQUAL}"
    ),
    Slip(plies=1): "looked only 1 ply ahead",
    **{Slip(plies=plies): f"looked only {plies} plies ahead" for plies in range(2, 6)},
    Slip(by_row=True): "tried the cells by row before column",
    Slip(descending=True): "tried the highest number first",
    Slip(exchanges=True): "exchanged column and row in its action",
    Slip(overlooks=(-2, -1)): "forgot the diagonals",
    Slip(overlooks=(-2,)): "forgot the diagonal from the top left",
    Slip(overlooks=(-1,)): "forgot the diagonal from the top right",
    Slip(or_more=True): "took a line past 13 for a win, as if >= stood where == belongs",
    Slip(LONGEST): "preferred the longest game",
    Slip(LONGEST_LOSS): "preferred the longest game where it loses",
    Slip(theirs=NO_DEPTH): "compared depths for its own side only, not for the opponent",
    Slip(theirs=LONGEST): "let the opponent prefer the longest game",
    Slip(keeps_sign=True): "counted its opponent's gain as its own (a lost sign)",
    Slip(WORST): f"took the worst utility for the best{AS_SIGN}",
    Slip(WORST, RIGHT): f"minimised where it should maximise{AS_SIGN}",
    Slip(RIGHT, WORST): f"let the opponent take the worst utility{AS_SIGN}",
    Slip(tie=-1): "took a tie for a loss",
    Slip(tie=-2): "took a tie for worse than a loss",
    Slip(full_first=True): "asked if the board is full before it asked if the game is won",
    Slip(enough=0): "looked no further after an action that does not lose (a cut too soon)",
    Slip(enough=1): "looked no further after a win (a cut too soon)",
    Slip(from_zero=True): ZERO,
    Slip(NO_DEPTH, from_zero=True): ZERO,
    Slip(prunes=True, remembers=True): BOUNDS,
    Slip(prunes=True, remembers=True, exceeds=True): BOUNDS,
    Slip(prunes=True, player=Forgetful): BOUNDS,
    Slip(prunes=True, player=InOrder): BOUNDS,
    Slip(last=True, prunes=True): f"kept the last of actions {LOOKS}",
    Slip(NO_DEPTH, last=True, prunes=True): (
        f"compared no depths, and kept the last of actions {LOOKS}"
    ),
}
"""What a submission does that plays with each slip, the simplest first."""

BY_CHANCE = {
    Slip(rank, by_chance=True, prunes=prunes): f"{depths}chose at random among {which}"
    for which, prunes in (("equal actions", False), (f"actions {LOOKS}", True))
    for depths, rank in (("", RIGHT), ("compared no depths, and ", NO_DEPTH))
}
"""Those of a submission that answers differently when asked again."""

Found = tuple[int, int, list[T3Action | None]]
"""The utility and depth for the side to move, and the actions with them."""


@cache
def imitate(state: T3State, slip: Slip) -> list[T3Action | None]:
    """The actions that a search with this slip may choose: one, except by chance.

    The state is not over. It is negamax alpha-beta over bare numbers, many times as fast as
    over T3State.
    """
    if slip.player:
        return [slip.player().choose(state)]
    span, target = range(state.size), state.WIN_TARGET
    cells = [(col, row) for col in span for row in span]
    if slip.by_row:
        cells.sort(key=lambda cell: cell[::-1])
    every = lines(state.size)
    seen = [it for at, it in enumerate(every, -len(every)) if at not in slip.overlooks]
    through = {cell: [it for it in seen if cell in it] for cell in cells}
    board = {(col, row): state.board[row][col] for col, row in cells}
    order = -1 if slip.descending else 1
    moves = {odd: numbers(odd, state.MAX_MOVE)[::order] for odd in (True, False)}
    known: dict[tuple[int, ...], Found] = {}

    def search(alpha: int, beta: int, ply: int) -> Found:
        key = tuple(board.values())
        if key in known:
            return known[key]
        by_utility, by_depth, by_lost_depth = (ply % 2 and slip.theirs) or slip.mine
        ranked: list[tuple[tuple[int, int], Found]] = []
        if slip.from_zero:
            ranked.append(((0, by_depth * LATE), (0, LATE, [None])))
        completing = {
            cell: [target - sum(map(board.__getitem__, it)) for it in through[cell]]
            for cell in cells
            if not board[cell]
        }
        is_last = len(completing) == 1
        for cell, move in product(completing, moves[state.odd_turn == (ply % 2 == 0)]):
            needed = completing[cell]
            is_won = move in needed or (slip.or_more and move > min(needed))
            if is_won and not (is_last and slip.full_first):
                utility, depth = 1, 1
            elif is_last:
                utility, depth = slip.tie * (-1) ** ply, 1
            elif ply + 1 == slip.plies:
                utility, depth = 0, 1
            else:
                board[cell] = move
                utility, depth, _ = search(-beta, -alpha, ply + 1)
                utility = utility if slip.keeps_sign else -utility
                depth += 1
                board[cell] = 0
            weight = by_lost_depth if utility < 0 else by_depth
            rank = (by_utility * utility, weight * depth)
            ranked.append((rank, (utility, depth, [T3Action(*cell, move)])))
            alpha = max(alpha, utility)
            if (slip.prunes and alpha >= beta + slip.exceeds) or utility >= slip.enough:
                break
        highest, _ = max(ranked, key=itemgetter(0))
        equal = [found for rank, found in ranked if rank == highest]
        best = equal[-1 if slip.last else 0]
        if slip.by_chance:
            best = *best[:2], [action for *_, (action,) in equal]
        if slip.remembers or not slip.prunes:
            known[key] = best
        return best

    found = search(-NO_BOUND, NO_BOUND, 0)[2]
    if slip.exchanges:
        found = [T3Action(it.row(), it.col(), it.move()) for it in found if it]
    return found


class Cause(NamedTuple):
    """What wrong answers have in common."""

    words: str
    """What the submission does, to count in a class."""
    results: tuple[Result, ...]
    """Those explained by it."""
    sentence: str
    """What to tell the student."""


@cache
def causes(results: tuple[Result, ...]) -> list[Cause]:
    """Likely causes of wrong answers."""
    shown = {it: tuple(each for each in results if each.verdict.sign == it) for it in Sign}
    found = [Cause(it, wrong, f"It {it}.") for it, wrong in shown.items() if wrong]
    slips = BY_CHANCE if shown[Sign.VARIES] else SLIPS
    played = [
        it
        for it in results
        if it.ask in (asks.choose, asks.again)
        and (it.verdict.action or it.verdict.sign == Sign.NOTHING)
        and it.position.count("0") <= MOST_EMPTY
        and not it.state.is_over()
    ]
    # Most slips fail on positions where they cost little.
    played.sort(key=lambda it: it.position.count("0"))
    if alike := _alike(played, slips):
        return [*found, alike]
    for turn in TURNS.values():
        of_turn = [it for it in played if it.position.endswith(turn)]
        if alike := _alike(of_turn, slips, turn):
            found.append(alike)
    return found


def _alike(
    played: Sequence[Result], slips: Mapping[Slip, str], turn: str = ""
) -> Cause | None:
    """The slips that these actions have in common, if any, as one cause.

    `turn` says whose they are, if not both sides'.
    """
    wrong = [it for it in played if it.verdict.failed]
    right = [it for it in played if not it.verdict.failed]
    if len(wrong) < 2:
        return None  # many slips would explain it
    variants = {
        each: words
        for slip, words in slips.items()
        for each in (slip, slip._replace(prunes=True))
    }
    matches = {slip: _matches(slip, wrong, right) for slip in variants}
    most = max(matches.values())
    if most == 0:
        return None
    best = [slip for slip in variants if matches[slip] == most]
    explained = tuple(it for it in wrong if _plays(best[0], it))
    share = "all" if len(explained) == len(wrong) else f"{len(explained)} of the"
    # What is asked, and what any choice fits, need no other name.
    named = 1 if best[0] == Slip(prunes=True) or best[0].by_chance else 3
    words = ", or ".join([*dict.fromkeys(variants[it] for it in best)][:named])
    plays, doubt = "plays", ""
    if len(wrong) < FEW:
        plays, doubt = "may play", ", too few to be sure"
    when = f"With {turn} to move, it" if turn else "It"
    extent = f"This explains {share} {len(wrong)} wrong actions compared{doubt}."
    sentence = f"{when} {plays} as if it {words}. {extent}"
    return Cause(f"{words}, as {turn}" if turn else words, explained, sentence)


def _plays(slip: Slip, result: Result) -> bool:
    """Whether a search with the slip may choose this action."""
    return result.verdict.action in imitate(result.state, slip)


def _matches(slip: Slip, wrong: Sequence[Result], right: Sequence[Result]) -> int:
    """How many of the actions a search with the slip may play; 0 if it misses too many."""
    matches, most = 0, len(wrong) - ENOUGH * len(wrong)
    for group in wrong, right:  # the wrong ones tell slips apart soonest
        missed = 0
        for it in group:
            missed += not _plays(slip, it)
            if missed > most:
                return 0
        matches += len(group) - missed
    return matches
