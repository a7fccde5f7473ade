"""What a submission's wrong actions have in common.

A *slip* is an error in comparing the values of actions. It explains a wrong action if an
exact player with that slip would play it. Only slips that also agree with all the right
actions count.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from t3_play.analysis import evaluate_actions
from t3_play.inputs import parse_action
from t3_player import LOSS, Evaluation
from t3_state import T3Action, T3State
from t3_tools.grade.cases import PUZZLES
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind
from t3_tools.textbook import TextbookPlayer

FEWEST = 2
"""A slip is reported if it explains at least this many wrong actions, and at least half of
those that no slip reported before it explains."""


@cache
def values(position: str) -> list[Evaluation]:
    """The value of each action in a position, the best first."""
    return evaluate_actions(T3State.from_notation(position))


class Played(NamedTuple):
    """A legal action that a submission chose in a case."""

    position: str
    action: T3Action
    is_trap: bool

    @classmethod
    def of(cls, result: Result) -> "Played | None":
        """The legal action that was chosen in a case, if one was asked for and chosen."""
        category, _, position, verdict, *_ = result
        if verdict.action:
            return cls(position, parse_action(verdict.action), category == "trap")
        if verdict.kind == Kind.EXACT and category in (*PUZZLES, "trap"):
            best = values(position)[0].action
            assert best is not None
            return cls(position, best, category == "trap")
        return None

    @property
    def best(self) -> Evaluation:
        """The value of the right action."""
        return values(self.position)[0]

    @property
    def is_right(self) -> bool:
        """Whether the action is the right one."""
        return self.action == self.best.action

    @property
    def value(self) -> Evaluation:
        """The value of the action."""
        return next(it for it in values(self.position) if it.action == self.action)


Plays = Callable[[Played], T3Action | None]
"""The action that another player would choose in the same case."""


def _by(key: Callable[[int, int, T3Action], Any]) -> Plays:
    """A player that chooses the action with the least key of utility, depth and action."""

    def of(value: Evaluation) -> Any:
        assert value.action is not None
        return key(value.utility, value.depth, value.action)

    return lambda case: min(values(case.position), key=of).action


def _last(action: T3Action) -> tuple[int, int, int]:
    return -action.col(), -action.row(), -action.move()


def _textbook(case: Played) -> T3Action | None:
    if not case.is_trap:  # elsewhere the textbook is right
        return case.best.action
    return TextbookPlayer().choose(T3State.from_notation(case.position))


SLIPS: dict[str, Plays] = {
    "does not compare depths": _by(lambda u, d, a: (-u, a)),
    "keeps the last of equal actions, not the first": _by(
        lambda u, d, a: (-u, d, _last(a))
    ),
    "neither compares depths nor keeps the first of equal actions": _by(
        lambda u, d, a: (-u, _last(a))
    ),
    "orders equal actions by row before column": _by(
        lambda u, d, a: (-u, d, a.row(), a.col(), a.move())
    ),
    "prefers the longest game": _by(lambda u, d, a: (-u, -d, a)),
    "prefers the longest game when it loses": _by(
        lambda u, d, a: (-u, -d if u == LOSS else d, a)
    ),
    "takes the worst outcome for the best, as with a wrong sign": _by(
        lambda u, d, a: (u, d, a)
    ),
    "takes the first action that there is": _by(lambda u, d, a: a),
    "takes the last action that there is": _by(lambda u, d, a: _last(a)),
    "prunes as the textbook does, and compares depths that a cut may have made wrong": (
        _textbook
    ),
}
"""Each slip, in words, and the player that has it."""


def causes(results: Sequence[Result]) -> list[str]:
    """The slips that explain wrong actions, as sentences. The first explains most."""
    played = [it for it in map(Played.of, results) if it]
    wrong = [it for it in played if not it.is_right]
    likely = {
        slip: plays
        for slip, plays in SLIPS.items()
        if all(plays(it) == it.action for it in played if it.is_right)
    }
    told: list[str] = []
    while likely and wrong:
        found = {
            slip: [it for it in wrong if plays(it) == it.action]
            for slip, plays in likely.items()
        }
        slip = max(found, key=lambda it: len(found[it]))
        these = found[slip]
        if len(these) < max(FEWEST, len(wrong) / 2):
            break
        part = "All" if len(these) == len(wrong) else f"{len(these)} of the"
        other = " other" if told else ""
        told.append(
            f"{part} {len(wrong)}{other} wrong actions have one likely cause: the search "
            f"{slip}."
        )
        wrong = [it for it in wrong if it not in these]
    return told
