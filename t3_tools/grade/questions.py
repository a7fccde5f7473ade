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


def _terminal(state: Any) -> Json:
    won, tied = bool(state.is_win()), bool(state.is_tie())
    return {"is_win": won, "is_tie": tied, "choose": in_json(chosen(state))}


def _judge_terminal(state: T3State, answer: Json) -> Verdict:
    for name, right in {"is_win": state.is_win(), "is_tie": state.is_tie()}.items():
        if answer[name] is not right:
            reason = f"{name}() is {answer[name]}, and should be {right}"
            return Verdict(Kind.WRONG, reason)
    return _judge_choose(state, answer["choose"])


TERMINAL = Question(_terminal, _judge_terminal)


def _transitions(state: Any) -> Json:
    return [
        f"({action.col()},{action.row()}) = {action.move()} to {notation(child)}"
        for action, child in first(state.get_transitions())
    ]


def _judge_transitions(state: T3State, answer: Json) -> Verdict:
    right = [f"{act} to {child.notation()}" for act, child in state.get_transitions()]
    for place, (one, other) in enumerate(zip(answer, right)):
        if one != other:
            reason = f"transition {place} is {one}, and should be {other}"
            return Verdict(Kind.WRONG, reason)
    if len(answer) != len(right):
        reason = f"there are {len(answer)} transitions, not {len(right)}"
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
    for _ in first(state.get_transitions()):
        pass
    after_transitions = notation(state)
    chosen(state)
    return {"get_transitions": after_transitions, "choose": notation(state)}


def _judge_unchanged(state: T3State, answer: Json) -> Verdict:
    for name in ("get_transitions", "choose"):
        if answer[name] != state.notation():
            reason = f"{name}() changes the state, to {answer[name]}"
            return Verdict(Kind.WRONG, reason)
    return EXACT


UNCHANGED = Question(_unchanged, _judge_unchanged)
