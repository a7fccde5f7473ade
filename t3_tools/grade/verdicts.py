"""Judging a submission's answers, by our rules and the exact player."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from t3_play.analysis import before
from t3_play.descriptions import in_words
from t3_player import Evaluation, T3Player
from t3_state import T3Action, T3State
from t3_tools.grade.cases import Case


class Kind(StrEnum):
    """The kinds of verdicts, as tables list them.

    TIMEOUT: it used too much CPU time. LATE: too much time passed on the clock. HARM: it
    stopped or killed the process that examines it, or overwrote its output. COULD_NOT_RUN:
    its files can't be read, or hold no player, say.
    """

    EXACT = "exact"
    DEPTH = "depth tie-break"
    ACTION = "action tie-break"
    BLUNDER = "blunder"
    WRONG = "wrong"
    ILLEGAL = "illegal"
    CRASH = "crash"
    TIMEOUT = "timeout"
    LATE = "late"
    HARM = "harm"
    COULD_NOT_RUN = "could not run"

    __str__ = str.__str__


STATES_AHEAD = 2
"""The most states of get_transitions that may be in memory when it yields the first
transition: with more it is not lazy."""

REASON_LIMIT = 500
"""The most characters of a reason."""


class Verdict(NamedTuple):
    """The verdict on a submission in one case."""

    kind: Kind
    reason: str = ""
    """What was wrong and what would be right."""
    action: str = ""
    """The chosen action, if it is legal but not the best."""

    @property
    def failed(self) -> bool:
        """Whether the answer is not exact."""
        return self.kind != Kind.EXACT


def judge(case: Case, answer: str | Verdict) -> Verdict:
    """The verdict on an answer, with at most REASON_LIMIT characters of reason.

    `answer` may already be a verdict, such as a crash.
    """
    verdict = answer
    if isinstance(verdict, str):
        try:
            verdict = QUESTIONS[case.question](case, verdict)
        except ValueError:  # the submission forged it
            verdict = Verdict(Kind.WRONG, f"sends something that is no answer: {answer}")
    return verdict._replace(reason=verdict.reason[:REASON_LIMIT])


def _choose(case: Case, answer: str) -> Verdict:
    state = case.state
    best = T3Player().evaluate(state)
    if answer == "None":
        if best.action is None:
            return Verdict(Kind.EXACT)
        return Verdict(Kind.ILLEGAL, "returns None, and the game is not over")
    if answer.startswith("other "):
        told = f"returns {answer[6:]}, which is not a T3Action of ints"
        return Verdict(Kind.ILLEGAL, told)
    col, row, move = map(int, answer.split())
    action = T3Action(col, row, move)
    if best.action is None:
        return Verdict(Kind.ILLEGAL, f"plays {action}, and the game is over")
    why = state.why_illegal(action)
    if why is not None:
        return Verdict(Kind.ILLEGAL, f"plays {action}: {why}")
    if action == best.action:
        return Verdict(Kind.EXACT)
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


def _terminal(case: Case, answer: str) -> Verdict:
    won, tied, choice = answer.split(" ", 2)
    for name, told, right in [
        ("is_win", won, case.state.is_win()),
        ("is_tie", tied, case.state.is_tie()),
    ]:
        if told != str(right):
            return Verdict(Kind.WRONG, f"{name}() is {told}, and should be {right}")
    return _choose(case, choice)


def _transitions(case: Case, answer: str) -> Verdict:
    pairs = case.state.get_transitions()
    right = [f"{action} to {child.notation()}" for action, child in pairs]
    told = answer.split(";") if answer else []
    for place, (one, other) in enumerate(zip(told, right)):
        if one != other:
            reason = f"transition {place} is {one}, and should be {other}"
            return Verdict(Kind.WRONG, reason)
    if len(told) != len(right):
        reason = f"there are {len(told)} transitions, not {len(right)}"
        return Verdict(Kind.WRONG, reason)
    return Verdict(Kind.EXACT)


def _lazy(case: Case, answer: str) -> Verdict:
    kind, built = answer.split()
    if kind != "generator":
        reason = f"get_transitions() returns a {kind}, not a generator"
        return Verdict(Kind.WRONG, reason)
    if int(built) > STATES_AHEAD:
        reason = f"get_transitions() has {built} states in memory when it yields the first"
        return Verdict(Kind.WRONG, f"{reason}: at most {STATES_AHEAD} are allowed")
    return Verdict(Kind.EXACT)


def _unchanged(case: Case, answer: str) -> Verdict:
    for name, after in zip(("get_transitions", "choose"), answer.split(";"), strict=True):
        if after != case.state.notation():
            return Verdict(Kind.WRONG, f"{name}() changes the state, to {after}")
    return Verdict(Kind.EXACT)


QUESTIONS: dict[str, Callable[[Case, str], Verdict]] = {
    "choose": _choose,
    "terminal": _terminal,
    "transitions": _transitions,
    "lazy": _lazy,
    "unchanged": _unchanged,
}
"""The judge of each question. It may raise ValueError if the text is no answer to it.

sandbox/cell.py, which asks the questions, has the same keys.
"""

OF_STATE = ("transitions", "lazy")
"""The questions that do not need t3_player.py."""
