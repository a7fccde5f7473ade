"""Judging what a submission answered, by our rules and the exact player."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from t3_play.descriptions import in_words
from t3_player import LOSS, WIN, Evaluation, T3Player
from t3_state import T3Action, T3State
from t3_tools.grade.cases import Case


class Kind(str, Enum):
    """What a verdict may be, in the order of the tables."""

    EXACT = "exact"
    DEPTH = "depth tie-break"
    ACTION = "action tie-break"
    BLUNDER = "blunder"
    WRONG = "wrong"
    ILLEGAL = "illegal"
    CRASH = "crash"
    TIMEOUT = "timeout"
    COULD_NOT_RUN = "could not run"

    __str__ = str.__str__


STATES_AHEAD = 2
"""A generator may be at work on one state beside the one it has just yielded."""

SOONEST = {WIN: "wins, but not as soon as it could", LOSS: "loses, and not the soonest way"}
"""What is said of a depth that is not the least, by utility; all ties end alike."""

REASON_LIMIT = 500
"""Characters of a reason that are kept."""


class Verdict(NamedTuple):
    """How a submission did in a case."""

    kind: Kind
    reason: str = ""
    """What was wrong, and what would be right."""
    excused: bool = False
    """Whether it is not the submission's fault."""
    hint: str = ""
    """The reason without the position, the right answer or what the submission says; empty
    if the reason itself tells none of these."""
    action: str = ""
    """The action that was chosen, if it is legal and not the best."""

    @property
    def failed(self) -> bool:
        """Whether it costs marks."""
        return self.kind != Kind.EXACT and not self.excused


def judge(case: Case, answer: str | Verdict) -> Verdict:
    """The verdict on an answer; where there is none, the one that says why."""
    verdict = answer
    if isinstance(verdict, str):
        try:
            verdict = QUESTIONS[case.question].judge(case, verdict)
        except ValueError:  # only by a submission that writes where the answers go
            hint = "sends what is no answer"
            verdict = Verdict(Kind.WRONG, f"{hint}: {answer}", hint=hint)
    return verdict._replace(reason=verdict.reason[:REASON_LIMIT])


def _choose(case: Case, answer: str) -> Verdict:
    state = case.state
    best = case.best or T3Player().evaluate(state)
    if answer == "None":
        if best.action is None:
            return Verdict(Kind.EXACT)
        return Verdict(Kind.ILLEGAL, "returns None, and the game is not over")
    if answer.startswith("other "):
        reason = f"returns {answer[6:]}, which is not a T3Action of ints"
        return Verdict(Kind.ILLEGAL, reason, hint="returns what is not a T3Action of ints")
    col, row, move = map(int, answer.split())
    action = T3Action(col, row, move)
    if best.action is None:
        hint = "plays on, and the game is over"
        return Verdict(Kind.ILLEGAL, f"plays {action}, and the game is over", hint=hint)
    why = state.why_illegal(action)
    if why is not None:
        hint = "plays what the rules forbid"
        return Verdict(Kind.ILLEGAL, f"plays {action}: {why}", hint=hint)
    return _compare(state, action, best)


def _compare(state: T3State, action: T3Action, best: Evaluation) -> Verdict:
    """The verdict on a legal action, rung by rung."""
    if action == best.action:
        return Verdict(Kind.EXACT)
    child = state.get_next_state(action)
    reply = T3Player().evaluate(child)
    found = reply.before(action)
    if found.utility < best.utility:
        given_away = "win" if best.utility == WIN else "tie"
        after = f", after the reply {reply.action}" if reply.action else ""
        return Verdict(
            Kind.BLUNDER,
            f"plays {action} and gives away a {given_away} in {best.depth} by "
            f"{best.action}: it {in_words(found)}{after}",
            hint=f"gives away a {given_away}",
            action=str(action),
        )
    if found.depth > best.depth:
        return Verdict(
            Kind.DEPTH,
            f"plays {action}, which {in_words(found)}; {best.action} {in_words(best)}",
            hint=SOONEST[best.utility],
            action=str(action),
        )
    return Verdict(
        Kind.ACTION,
        f"plays {action}, which {in_words(found)}; so does {best.action}, "
        "and it comes first",
        hint="plays an action as good as the best, but not the first of them",
        action=str(action),
    )


def _terminal(case: Case, answer: str) -> Verdict:
    state = case.state
    won, tied, choice = answer.split(" ", 2)
    for name, told, right in [
        ("is_win", won, state.is_win()),
        ("is_tie", tied, state.is_tie()),
    ]:
        if told != str(right):
            reason = f"{name}() is {told}, and should be {right}"
            return Verdict(Kind.WRONG, reason, hint=f"{name}() is wrong")
    return _choose(case, choice)


def _transitions(case: Case, answer: str) -> Verdict:
    state = case.state
    right = [f"{action} to {child.notation()}" for action, child in state.get_transitions()]
    told = answer.split(";") if answer else []
    for place, (one, other) in enumerate(zip(told, right)):
        if one != other:
            return Verdict(
                Kind.WRONG,
                f"transition {place} is {one}, and should be {other}",
                hint="a transition is wrong, or not in its place",
            )
    if len(told) != len(right):
        reason = f"there are {len(told)} transitions, not {len(right)}"
        return Verdict(Kind.WRONG, reason, hint="the number of transitions is wrong")
    return Verdict(Kind.EXACT)


def _lazy(case: Case, answer: str) -> Verdict:
    kind, built = answer.split()
    if kind != "generator":
        reason = f"get_transitions() returns a {kind}, not a generator"
        return Verdict(Kind.WRONG, reason, hint="get_transitions() is no generator")
    if int(built) > STATES_AHEAD:
        return Verdict(
            Kind.WRONG,
            f"when one transition has been asked for, get_transitions() has built {built}",
            hint="get_transitions() builds states before it is asked for them",
        )
    return Verdict(Kind.EXACT)


def _legality(case: Case, answer: str) -> Verdict:
    state = case.state
    span = range(-1, state.size + 1)
    moves = range(state.MAX_MOVE + 2)
    actions = [T3Action(col, row, move) for col in span for row in span for move in moves]
    told = {}
    for each in answer.split():
        numbers, said = each.split(":")
        col, row, move = map(int, numbers.split(","))
        told[T3Action(col, row, move)] = said
    wrong = [
        action
        for action in actions
        if told.get(action) != str(state.is_valid_action(action))
    ]
    if not wrong:
        return Verdict(Kind.EXACT)
    action = wrong[0]
    why = state.why_illegal(action) or "it is legal"
    return Verdict(
        Kind.WRONG,
        f"is_valid_action({action}) is {told.get(action)}: {why}; "
        f"{len(wrong)} of {len(actions)} actions are judged wrong",
        hint=f"is_valid_action() is wrong about {len(wrong)} of {len(actions)} actions",
    )


def _unchanged(case: Case, answer: str) -> Verdict:
    state = case.state
    for name, after in zip(("get_transitions", "choose"), answer.split(";")):
        if after != state.notation():
            reason = f"{name}() changes the state, to {after}"
            return Verdict(Kind.WRONG, reason, hint=f"{name}() changes the state")
    return Verdict(Kind.EXACT)


class Question(NamedTuple):
    """What is asked of a submission; how it is asked says grade/runner.py, by its name."""

    judge: Callable[[Case, str], Verdict]
    """The verdict on an answer; raises ValueError if it is none."""
    asks_player: bool
    """Whether t3_player.py is needed for it, and not only the state."""


QUESTIONS = {
    "choose": Question(_choose, asks_player=True),
    "terminal": Question(_terminal, asks_player=True),
    "transitions": Question(_transitions, asks_player=False),
    "lazy": Question(_lazy, asks_player=False),
    "legality": Question(_legality, asks_player=False),
    "unchanged": Question(_unchanged, asks_player=True),
}
