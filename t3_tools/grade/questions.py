"""What is asked of a submission: the code that asks, and the judge of the answer.

`ask` runs in the submission's process. Its source is sent there, so it may use only
builtins, its parameter, and the names imported from sandbox/cell.py. It returns what JSON
can hold.

`judge` runs here, by our rules and the exact player. A submission can forge its answer: it
may be any JSON.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from t3_play.analysis import before
from t3_play.descriptions import in_words
from t3_player import Evaluation, T3Player
from t3_state import T3Action, T3State
from t3_tools.grade.sandbox.cell import Json, chosen, first, in_json, notation
from t3_tools.grade.verdicts import Kind, Verdict

EXACT = Verdict(Kind.EXACT)


class Question(NamedTuple):
    """A question about a position."""

    ask: Callable[[Any], Json]
    """The answer of the submission, given the position as its own T3State."""
    judge: Callable[[T3State, Json], Verdict]
    """The verdict on an answer about a position. It may raise any error if the answer is
    none to this question."""
    of_state: bool = False
    """Whether it needs t3_state.py only, not t3_player.py."""


def _choose(state: Any) -> Json:
    return in_json(chosen(state))


def _judge_choose(state: T3State, answer: Json) -> Verdict:
    """An action is [column, row, number]. Text describes what is not an action."""
    best = T3Player().evaluate(state)
    if answer is None:
        if best.action is None:
            return EXACT
        return Verdict(Kind.ILLEGAL, "returns None, and the game is not over")
    if isinstance(answer, str):
        reason = f"returns {answer}, which is not a T3Action of ints"
        return Verdict(Kind.ILLEGAL, reason)
    col, row, move = answer
    if [*map(type, answer)] != [int, int, int]:
        raise TypeError("not three ints")
    action = T3Action(col, row, move)
    if best.action is None:
        return Verdict(Kind.ILLEGAL, f"plays {action}, and the game is over")
    why = state.why_illegal(action)
    if why is not None:
        return Verdict(Kind.ILLEGAL, f"plays {action}: {why}")
    if action == best.action:
        return EXACT
    return Verdict(*_compare(state, action, best), action=str(action))


def _compare(state: T3State, action: T3Action, best: Evaluation) -> tuple[Kind, str]:
    """How a legal action falls short of the best, and the reason in words."""
    reply = T3Player().evaluate(state.get_next_state(action))
    found = before(reply, action)
    played = f"plays {action}, which {in_words(found)}"
    if found.utility < best.utility:
        after = f" after the reply {reply.action}" if reply.action else ""
        return Kind.BLUNDER, f"{played}{after}; {best.action} {in_words(best)}"
    if found.depth > best.depth:
        return Kind.DEPTH, f"{played}; {best.action} {in_words(best)}"
    return Kind.ACTION, f"{played}; {best.action} does too, and comes first"


CHOOSE = Question(_choose, _judge_choose)


def _over(state: Any) -> Json:
    return {"is_win": bool(state.is_win()), "is_tie": bool(state.is_tie())}


def _judge_over(state: T3State, answer: Json) -> Verdict:
    for name, right in {"is_win": state.is_win(), "is_tie": state.is_tie()}.items():
        if answer[name] is not right:
            reason = f"{name}() is {answer[name]}, and should be {right}"
            return Verdict(Kind.WRONG, reason)
    return EXACT


OVER = Question(_over, _judge_over, of_state=True)


def _transitions(state: Any) -> Json:
    found = [
        f"({action.col()},{action.row()}) = {action.move()} to {notation(child)}"
        for action, child in first(state.get_transitions())
    ]
    return {"transitions": found, "state": notation(state)}


def _judge_transitions(state: T3State, answer: Json) -> Verdict:
    found, after = answer["transitions"], answer["state"]
    right = [f"{act} to {child.notation()}" for act, child in state.get_transitions()]
    if after != state.notation():
        return Verdict(Kind.WRONG, f"get_transitions() changes the state, to {after}")
    for place, (one, other) in enumerate(zip(found, right)):
        if one != other:
            reason = f"transition {place} is {one}, and should be {other}"
            return Verdict(Kind.WRONG, reason)
    if len(found) != len(right):
        reason = f"there are {len(found)} transitions, not {len(right)}"
        return Verdict(Kind.WRONG, reason)
    return EXACT


TRANSITIONS = Question(_transitions, _judge_transitions, of_state=True)


def _lazy(state: Any) -> Json:
    return type(state.get_transitions()).__name__


def _judge_lazy(_: T3State, answer: Json) -> Verdict:
    if answer != "generator":
        reason = f"get_transitions() returns a {answer}, not a generator"
        return Verdict(Kind.WRONG, reason)
    return EXACT


LAZY = Question(_lazy, _judge_lazy, of_state=True)


def _unchanged(state: Any) -> Json:
    chosen(state)
    return notation(state)


def _judge_unchanged(state: T3State, answer: Json) -> Verdict:
    if answer != state.notation():
        return Verdict(Kind.WRONG, f"choose() changes the state, to {answer}")
    return EXACT


UNCHANGED = Question(_unchanged, _judge_unchanged)
