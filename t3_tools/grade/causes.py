"""What the wrong actions of a submission have in common, as far as the cases prove it.

First come slips: a player that knows what every action is worth, and has the slip, plays
just these wrong actions, and the right ones. Then what the other wrong actions overlook.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from t3_play.inputs import parse_action
from t3_player import LOSS, WIN, Evaluation, T3Player
from t3_state import T3Action, T3State
from t3_tools.grade.cases import PUZZLES
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind
from t3_tools.textbook import TextbookPlayer

FEWEST = 2
"""So many wrong actions of a kind are told, if they are half of those not told yet."""


@cache
def values(position: str) -> list[Evaluation]:
    """What every action in a position is worth, the best first."""
    return T3Player().evaluate_actions(T3State.from_notation(position))


class Played(NamedTuple):
    """A legal action that a submission has chosen in a case."""

    position: str
    action: T3Action
    is_trap: bool

    @classmethod
    def of(cls, result: Result) -> "Played | None":
        """What it has chosen in a case, if it was asked for that."""
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
        """What would have been right."""
        return values(self.position)[0]

    @property
    def is_right(self) -> bool:
        """Whether that is what was chosen."""
        return self.action == self.best.action

    @property
    def value(self) -> Evaluation:
        """What its own action is worth."""
        return next(it for it in values(self.position) if it.action == self.action)


Plays = Callable[[Played], T3Action | None]
"""What another player would have chosen."""


def _by(key: Callable[[int, int, T3Action], Any]) -> Plays:
    """The choice of a player that takes the least by this key of utility, depth, action."""

    def of(value: Evaluation) -> Any:
        assert value.action is not None
        return key(value.utility, value.depth, value.action)

    return lambda case: min(values(case.position), key=of).action


def _last(action: T3Action) -> tuple[int, int, int]:
    return -action.col(), -action.row(), -action.move()


def _textbook(case: Played) -> T3Action | None:
    if not case.is_trap:  # there it is right
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
    "takes the worst outcome for the best, as if a sign were wrong": _by(
        lambda u, d, a: (u, d, a)
    ),
    "takes the first action that there is": _by(lambda u, d, a: a),
    "takes the last action that there is": _by(lambda u, d, a: _last(a)),
    "prunes as the textbook does: where it cuts it knows only a bound, and compares its "
    "depth with others all the same": _textbook,
}
"""What may be wrong with a player, and what it then plays."""

OVERSIGHTS: dict[str, Callable[[Played], bool]] = {
    "are played where another wins at once: is it seen that a position is won?": (
        lambda it: (it.best.utility, it.best.depth) == (WIN, 1)
    ),
    "let the other side win at once, where another does not: is every reply looked at?": (
        lambda it: (
            it.best.utility > LOSS and (it.value.utility, it.value.depth) == (LOSS, 2)
        )
    ),
    "lose, as all do there, but not in the fewest plies: does a lost side, too, prefer the "
    "shortest game?": (lambda it: it.best.utility == LOSS),
}
"""What wrong actions may be, and when."""


def causes(results: Sequence[Result]) -> list[str]:
    """What the wrong actions have in common, in sentences."""
    played = [it for it in map(Played.of, results) if it]
    right = [it for it in played if it.is_right]
    wrong = [it for it in played if not it.is_right]
    told, left = _slips(wrong, right)
    other = "other " if told else ""
    for oversight, holds in OVERSIGHTS.items():
        seen = list(filter(holds, left))
        if len(seen) >= max(FEWEST, len(left) / 2):
            told.append(f"{_part(seen, left)} {other}wrong actions {oversight}")
    return told


def _slips(
    wrong: Sequence[Played], right: Sequence[Played]
) -> tuple[list[str], Sequence[Played]]:
    """What slips explain wrong actions, and the wrong actions that are left."""
    likely = {
        slip: plays
        for slip, plays in SLIPS.items()
        if all(plays(it) == it.action for it in right)
    }
    told: list[str] = []
    while likely and wrong:
        found = {
            slip: [it for it in wrong if plays(it) == it.action]
            for slip, plays in likely.items()
        }
        slip = max(found, key=lambda it: len(found[it]))
        if len(found[slip]) < max(FEWEST, len(wrong) / 2):
            break
        these = f"{_part(found[slip], wrong)} {'other ' if told else ''}wrong actions"
        told.append(f"{these} are those of a player that {slip}.")
        wrong = [it for it in wrong if it not in found[slip]]
    return told, wrong


def _part(these: Sequence[Played], of: Sequence[Played]) -> str:
    return f"All {len(of)}" if len(these) == len(of) else f"{len(these)} of the {len(of)}"
