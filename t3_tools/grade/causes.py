"""What a submission's wrong actions have in common.

A submission is compared with searches that have one error each (imitation.py). One of them
is named if it plays as the submission does, wrong actions included, on half of the cases,
and then on the other half too, from which it was not chosen.
"""

from collections.abc import Sequence
from typing import NamedTuple

from t3_play.inputs import parse_action
from t3_player import LOSS, T3Player
from t3_state import TURNS, T3Action, T3State
from t3_tools.grade.cases import CATEGORIES
from t3_tools.grade.imitation import Slip, by_depth, imitate
from t3_tools.grade.questions import CHOOSE
from t3_tools.grade.results import Result

ENOUGH = 5
"""So many wrong actions may be worth a sentence about the side to move."""

ALIKE = 0.9
"""The share that a slip must play of the right and of the wrong actions of each half."""

ONE_SIDED = 0.8
"""The share of wrong actions with one side to move that is worth a sentence."""


class Played(NamedTuple):
    """A legal action that a submission chose in a case."""

    result: Result
    action: T3Action

    @classmethod
    def of(cls, result: Result) -> "Played | None":
        """The legal action that was chosen in a case, if one was asked for and chosen."""
        if result.category == "pruning":  # to imitate a search without it takes long
            return None
        if result.verdict.action:
            return cls(result, parse_action(result.verdict.action))
        if not result.verdict.failed and CATEGORIES[result.category].question == CHOOSE:
            best = T3Player().choose(T3State.from_notation(result.position))
            return cls(result, best) if best else None
        return None

    @property
    def is_wrong(self) -> bool:
        """Whether it is not the right action."""
        return bool(self.result.verdict.action)

    @property
    def turn(self) -> str:
        """The side that chose it."""
        return self.result.position.split()[1]

    def is_of(self, slip: Slip) -> bool:
        """Whether a search with this slip chooses it, too."""
        return imitate(self.result.position, slip) == self.action


def _utility(utility: int, depth: int) -> tuple[int, ...]:
    return (utility,)


def _longest(utility: int, depth: int) -> tuple[int, ...]:
    return utility, depth


def _longest_loss(utility: int, depth: int) -> tuple[int, ...]:
    return utility, depth if utility == LOSS else -depth


def _worst(utility: int, depth: int) -> tuple[int, ...]:
    return -utility, -depth


def _nothing(utility: int, depth: int) -> tuple[int, ...]:
    return ()


def _pruned_or_not(slip: Slip) -> list[Slip]:
    return [slip, slip._replace(prunes=True)]


SLIPS: dict[str, list[Slip]] = {
    "took the first action that there is": [Slip(_nothing)],
    "took the last action that there is": [Slip(_nothing, last=True)],
    "pruned as the textbook does, and compared depths that a cut may have made wrong": [
        Slip(prunes=True)
    ],
    "compared no depths": [Slip(_utility)],
    "kept the last of equal actions, not the first, as with <= in place of <": (
        _pruned_or_not(Slip(last=True))
    ),
    "compared no depths, and kept the last of equal actions, as with <= in place of <": (
        _pruned_or_not(Slip(_utility, last=True))
    ),
    "tried the cells by row before column": _pruned_or_not(Slip(by_row=True)),
    "preferred the longest game": _pruned_or_not(Slip(_longest)),
    "preferred the longest game where it loses": _pruned_or_not(Slip(_longest_loss)),
    "compared depths for its own side only, not for the opponent": (
        _pruned_or_not(Slip(theirs=_utility))
    ),
    "let the opponent prefer the longest game": _pruned_or_not(Slip(theirs=_longest)),
    "took the worst outcome for the best, as with a wrong sign": [
        Slip(_worst, by_depth),
        *_pruned_or_not(Slip(_worst)),
        Slip(by_depth, _worst),
    ],
    **{
        f"looked only {plies} plies ahead": [
            *_pruned_or_not(Slip(plies=plies)),
            Slip(_utility, plies=plies),
        ]
        for plies in (1, 2, 3, 4, 5)
    },
}
"""The slips, by what a submission does that plays so. The first of equally good ones is
named."""


def causes(results: Sequence[Result]) -> list[str]:
    """Likely causes of wrong actions, as sentences."""
    played = [it for it in map(Played.of, results) if it]
    told = _cause(played)
    if told:
        return [f"It plays as if it {told}"]
    wrong = [it for it in played if it.is_wrong]
    sentences = []
    for turn in TURNS.values():
        these = [it for it in wrong if it.turn == turn]
        if len(these) >= ENOUGH and len(these) >= ONE_SIDED * len(wrong):
            sentences.append(
                f"{len(these)} of the {len(wrong)} wrong actions are with {turn} to move."
            )
        told = _cause([it for it in played if it.turn == turn])
        if told:
            sentences.append(f"With {turn} to move, it plays as if it {told}")
    return sentences


def _cause(played: Sequence[Played]) -> str:
    """The slip that these actions have in common, and what speaks for it; empty if none."""
    # The halves have the same categories and sides.
    halves = [[it for it in played if it.result.number // 2 % 2 == half] for half in (0, 1)]
    first, second = halves
    candidates = [(slip, words) for words, slips in SLIPS.items() for slip in slips]
    likely = [(_matches(slip, first), words, slip) for slip, words in candidates]
    most = max(matches for matches, *_ in likely)
    equal = [(words, slip) for matches, words, slip in likely if matches == most > 0]
    confirmed = [(_matches(slip, second), words, slip) for words, slip in equal]
    matches, words, slip = max(confirmed, key=lambda it: it[0], default=(0, "", Slip()))
    if not matches:
        return ""
    wrong = [it for it in second if it.is_wrong]
    right = sum(it.is_of(slip) for it in wrong)
    return (
        f"{words}. Guessed from half of the cases, this explains {right} of the "
        f"{len(wrong)} wrong actions in the other half."
    )


def _matches(slip: Slip, played: Sequence[Played]) -> int:
    """How many of these actions a search with the slip plays; 0 if not about all."""
    wrong = [it for it in played if it.is_wrong]
    right = [it for it in played if not it.is_wrong]
    if not wrong:
        return 0
    matches = 0
    for group in (wrong, right):  # the wrong ones tell slips apart soonest
        left = (1 - ALIKE) * len(group)
        for it in group:
            if it.is_of(slip):
                matches += 1
            else:
                left -= 1
                if left < 0:
                    return 0
    return matches
