"""Verdicts on what a submission answers to the code in asks.py, and their judges.

An answer is an action, or a list of facts in words, which must be what the same code finds
of our own state and player. A submission can forge its answer: it may be any JSON.
"""

import json
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from t3_engine import Clock, Search, Value
from t3_state import T3Action, T3State
from t3_tools.grade import limits
from t3_tools.grade.judging import asks
from t3_tools.grade.judging.asks import Json
from t3_tools.values import before, in_words


class Kind(StrEnum):
    """The kinds of verdicts, as tables list them.

    TIMEOUT: it used too much CPU time. STALLED: too much time passed on the clock. HARM: it
    stopped or killed the process that watches it, or wrote over its output. NOT_TRIED: the
    file asked about is missing. OUT_OF_TIME: the cases before took too long. COULD_NOT_RUN:
    its files can't be read, say.
    """

    EXACT = "exact"
    DEPTH = "depth tie-break"
    ACTION = "action tie-break"
    BLUNDER = "blunder"
    WRONG = "wrong"
    ILLEGAL = "illegal"
    CRASH = "crash"
    OUT_OF_TIME = "out of time"
    TIMEOUT = "timeout"
    STALLED = "stalled"
    HARM = "harm"
    NOT_TRIED = "not tried"
    COULD_NOT_RUN = "could not run"


class Sign(StrEnum):
    """Mistakes that an answer shows by itself, by what the submission does."""

    NO_ACTION = "returns a tuple or a list, not a T3Action"
    NOTHING = "returns None though the game is not over"
    CHANGES = "changes the state given to it: a move is not undone"
    VARIES = "answers differently when asked again"
    KEEPS_TURN = "does not switch turns in get_transitions"
    IMPORTS = "runs code of its own when its files are imported, without end"


class Verdict(NamedTuple):
    """What an answer is worth, and why."""

    kind: Kind
    reason: str = ""
    """What was wrong and what would be right, for people."""
    action: T3Action | None = None
    """The chosen action, legal or not, if it is one."""
    sign: Sign | None = None
    """The mistake that the answer shows."""

    @property
    def failed(self) -> bool:
        """Whether the answer is not exact."""
        return self.kind != Kind.EXACT


Ask = Callable[[Any], Json]
"""A function of asks.py."""

EXACT = Verdict(Kind.EXACT)

MOST_MET = 0.95
"""Of the distinct positions that plain minimax meets, what a search may meet in a pruning
case. On the boards of positions.txt, alpha-beta that cuts where alpha reaches beta, or only
where it exceeds beta, meets at most 0.89 in each order tried, with any root window."""


@cache
def evaluate(state: T3State) -> Value:
    """The exact value of a state of ours, and the right action."""
    return Search(Clock()).evaluate(state)


@cache
def count_positions(state: T3State) -> int:
    """The distinct positions below a state that plain minimax meets.

    >>> count_positions(T3State.from_notation("532/215/500 evens"))
    21
    """
    met, ply = set[T3State](), {state}
    while ply:
        unfinished = (it for it in ply if not it.is_over())
        ply = {child for it in unfinished for _, child in it.get_transitions()}
        met |= ply
    return len(met)


def judge_choose(state: T3State, answer: Json) -> Verdict:
    """An action is [column, row, number]; what is not one has a type, and words."""
    right = evaluate(state)
    if answer is None:
        if right.action is None:
            return EXACT
        return Verdict(Kind.ILLEGAL, Sign.NOTHING, sign=Sign.NOTHING)
    if isinstance(answer, dict):
        needed = "a T3Action with three ints of at most 9 digits"
        reason = f"returns {answer['shown']}, which is not {needed}"
        sign = Sign.NO_ACTION if answer["type"] in ("tuple", "list") else None
        return Verdict(Kind.ILLEGAL, reason, sign=sign)
    col, row, move = answer
    if any(type(it) is not int or abs(it) >= 10**9 for it in answer):
        raise TypeError("not three ints of this size")
    action = T3Action(col, row, move)
    if right.action is None:
        return Verdict(Kind.ILLEGAL, f"plays {action}, but the game is over")
    why = state.why_illegal(action)
    if why is not None:
        return Verdict(Kind.ILLEGAL, f"plays {action}: {why}", action)
    if action == right.action:
        return Verdict(Kind.EXACT, action=action)
    return Verdict(*_compare(state, action, right), action)


def _compare(state: T3State, action: T3Action, right: Value) -> tuple[Kind, str]:
    """How a legal action falls short of the right one, and the reason in words."""
    reply = evaluate(state.get_next_state(action))
    found = before(reply, action)
    played = f"plays {action}, which {in_words(found)}"
    if found.utility < right.utility:
        after = f" after the reply {reply.action}" if reply.action else ""
        return Kind.BLUNDER, f"{played}{after}; {right.action} {in_words(right)}"
    if found.depth > right.depth:
        return Kind.DEPTH, f"{played}; {right.action} {in_words(right)}, which is sooner"
    return Kind.ACTION, f"{played}; {right.action} does too, and comes first"


def judge_pruned(state: T3State, answer: Json) -> Verdict:
    """The answer is an action and the number of distinct positions met to find it."""
    action, met = answer
    verdict = judge_choose(state, action)
    plain = count_positions(state)
    if verdict.failed or met <= MOST_MET * plain:
        return verdict
    many = f"plays the right action, but looks at {met:,} different positions"
    most = (
        f"the limit is {MOST_MET:.0%} of the {plain:,} that minimax without pruning meets"
    )
    return Verdict(Kind.WRONG, f"{many}; {most}")


SIGNS: dict[tuple[Ask, int], Sign] = {
    (asks.transitions, 1): Sign.KEEPS_TURN,
    (asks.unchanged, 0): Sign.CHANGES,
    (asks.unchanged, 1): Sign.VARIES,
}
"""What a fact shows if it is wrong, by its place in the answer."""


def judge(ask: Ask, state: T3State, answer: Json) -> Verdict:
    """The verdict on an answer about a position. It may raise any error."""
    if ask in (asks.choose, asks.again):
        return judge_choose(state, answer)
    if ask is asks.pruned:
        return judge_pruned(state, answer)
    if not all(isinstance(fact, str) for fact in answer):
        raise TypeError("not in words")
    facts = zip_longest(answer, ask(state), fillvalue="no more transitions")
    for place, (fact, right) in enumerate(facts):
        if fact != right:
            sign = SIGNS.get((ask, place))
            return Verdict(Kind.WRONG, f"{fact}. Right: {right}", sign=sign)
    return EXACT


def answer_in(line: str) -> Json | Verdict:
    """The answer in a line that a submission's process sent, or the verdict on it."""
    try:
        if line.count("[") + line.count("{") > limits.BRACKETS:
            raise ValueError("nested too deeply")
        reply = json.loads(line)
        if "answer" in reply:
            return reply["answer"]
        return Verdict(Kind.CRASH, str(reply["error"]))
    except (ValueError, TypeError, LookupError):
        return Verdict(Kind.WRONG, f"sends {line[:300]!r}, which is not an answer")


def late(kind: Kind, limit: str, imported: bool) -> Verdict:
    """The verdict, TIMEOUT or STALLED, on a submission that did not answer in time."""
    during = "" if imported else " when its files are imported: they run code of their own"
    sign = None if imported else Sign.IMPORTS
    return Verdict(kind, f"no answer in {limit}{during}", sign=sign)
