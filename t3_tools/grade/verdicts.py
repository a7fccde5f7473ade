"""Judging what a submission answered, by our rules and the exact player."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from t3_play.words import in_words
from t3_player import WIN, Evaluation, T3Player
from t3_state import TURNS, T3Action, T3State


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

REASON_LIMIT = 500
"""Characters of a reason that are kept."""


class Verdict(NamedTuple):
    """How a submission did in a case."""

    kind: Kind
    reason: str = ""
    """What was wrong, and what would be right."""
    excused: bool = False
    """Whether it is not the submission's fault."""

    @property
    def failed(self) -> bool:
        """Whether it costs marks."""
        return self.kind != Kind.EXACT and not self.excused


def judge(question: str, state: T3State, answer: str | Verdict) -> Verdict:
    """The verdict on an answer; where there is none, the one that says why."""
    verdict = answer
    if isinstance(verdict, str):
        try:
            verdict = QUESTIONS[question].judge(state, verdict)
        except ValueError:  # only by a submission that writes where the answers go
            verdict = Verdict(Kind.WRONG, f"sends what is no answer: {answer}")
    return verdict._replace(reason=verdict.reason[:REASON_LIMIT])


def _choose(state: T3State, answer: str) -> Verdict:
    best = T3Player().evaluate(state)
    if answer == "None":
        if best.action is None:
            return Verdict(Kind.EXACT)
        return Verdict(Kind.ILLEGAL, "returns None, and the game is not over")
    if answer.startswith("other "):
        return Verdict(
            Kind.ILLEGAL, f"returns {answer[6:]}, which is not a T3Action of ints"
        )
    col, row, move = map(int, answer.split())
    action = T3Action(col, row, move)
    if best.action is None:
        return Verdict(Kind.ILLEGAL, f"plays {action}, and the game is over")
    why = state.why_illegal(action)
    if why is not None:
        return Verdict(Kind.ILLEGAL, f"plays {action}: {why}")
    return _compare(state, action, best)


def _compare(state: T3State, action: T3Action, best: Evaluation) -> Verdict:
    """The verdict on a legal action, rung by rung."""
    child = state.get_next_state(action)
    reply = T3Player().evaluate(child)
    found = reply.before(action)
    if found.utility < best.utility:
        given_away = "win" if best.utility == WIN else "tie"
        return Verdict(
            Kind.BLUNDER,
            f"plays {action} and gives away a {given_away} in {best.depth} by "
            f"{best.action}: {_refutation(child, reply)}",
        )
    if found.depth > best.depth:
        return Verdict(
            Kind.DEPTH,
            f"plays {action}, which {in_words(found)}; {best.action} {in_words(best)}",
        )
    if action != best.action:
        return Verdict(
            Kind.ACTION,
            f"plays {action}, which {in_words(found)}; so does {best.action}, "
            "and it comes first",
        )
    return Verdict(Kind.EXACT)


def _refutation(state: T3State, reply: Evaluation) -> str:
    """What follows a blunder: the opponent's best reply."""
    if reply.action is None:
        return "the game ends in a tie"
    verb = "win" if reply.utility == WIN else "tie"
    return f"{TURNS[state.odd_turn]} reply {reply.action} and {verb} in {reply.depth}"


def _terminal(state: T3State, answer: str) -> Verdict:
    won, tied, choice = answer.split(" ", 2)
    for name, told, right in [
        ("is_win", won, state.is_win()),
        ("is_tie", tied, state.is_tie()),
    ]:
        if told != str(right):
            return Verdict(Kind.WRONG, f"{name}() is {told}, and should be {right}")
    return _choose(state, choice)


def _transitions(state: T3State, answer: str) -> Verdict:
    right = [f"{action} to {child.notation()}" for action, child in state.get_transitions()]
    told = answer.split(";") if answer else []
    for place, (one, other) in enumerate(zip(told, right)):
        if one != other:
            return Verdict(
                Kind.WRONG,
                f"transition {place} is {one}, and should be {other}",
            )
    if len(told) != len(right):
        return Verdict(Kind.WRONG, f"there are {len(told)} transitions, not {len(right)}")
    return Verdict(Kind.EXACT)


def _lazy(state: T3State, answer: str) -> Verdict:
    kind, built = answer.split()
    if kind != "generator":
        return Verdict(Kind.WRONG, f"get_transitions() returns a {kind}, not a generator")
    if int(built) > STATES_AHEAD:
        return Verdict(
            Kind.WRONG,
            f"when one transition has been asked for, get_transitions() has built {built}",
        )
    return Verdict(Kind.EXACT)


def _legality(state: T3State, answer: str) -> Verdict:
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
    )


def _unchanged(state: T3State, answer: str) -> Verdict:
    for name, after in zip(("get_transitions", "choose"), answer.split(";")):
        if after != state.notation():
            return Verdict(Kind.WRONG, f"{name}() changes the state, to {after}")
    return Verdict(Kind.EXACT)


class Question(NamedTuple):
    """What is asked of a submission; how it is asked says grade/runner.py, by its name."""

    judge: Callable[[T3State, str], Verdict]
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
