"""What to report on a marked submission: its faults, with advice and boards."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from t3_state import TURNS, T3Action, T3State
from t3_tools.grade.judging.cases import PARTS, Result
from t3_tools.grade.judging.causes import Cause, causes
from t3_tools.grade.judging.marks import FULL_MARK, Marked, categories, rounded
from t3_tools.grade.judging.verdicts import Kind, evaluate
from t3_tools.values import before, in_words

ADVICE = {
    "T3State": "Correct this first: cases of choose may fail because of it.",
    "other wrong actions": "Correct the likely cause first. It does not explain these, "
    "or was not compared with them (as in pruning).",
    "trap": "Even the naive search errs here: a cut leaves a bound, not an exact value.",
    "depth tie-break": "Compare depths at every node, for both sides, even if one loses.",
    "action tie-break": "Replace the best action so far only by one strictly better.",
    "blunder": "Does each side take what is best for itself, to the end of the game?",
    "wrong": "Compare the function with its docstring. Errors of mypy name their lines.",
    "timeout": "Does the search prune, and does every loop end?",
}
"""What to do about the topics of faults."""

GRAVE = 10
"""The points, of 100, from which on a mistake is told beside the mark."""

UNASKED = (Kind.NOT_TRIED, Kind.OUT_OF_TIME, Kind.COULD_NOT_RUN)
"""Verdicts that say nothing of the file asked about."""


class Fault(NamedTuple):
    """Failed cases with the same cause or verdict."""

    heading: str
    """The cause, or the cases, and the points that they cost."""
    results: list[Result]
    topic: str
    """What to advise about, perhaps in ADVICE."""
    cause: Cause | None = None
    """What explains them, where their verdicts differ."""
    is_everywhere: bool = False
    """Whether a whole part fails so, as with code that does not compile. That has nothing
    to do with the position."""

    @property
    def reasons(self) -> list[str]:
        """What was wrong: in each case, or once, if it was the same in all."""
        if len({it.verdict.reason for it in self.results}) > 1:
            return [
                f"{it.category} {it.number + 1}, {it.position}: {it.verdict.reason}"
                for it in self.results
            ]
        return [self.results[0].verdict.reason]


def faults(marked: Marked) -> list[Fault]:
    """The failed cases, T3State first, traps last, with those of one cause in one."""
    explained = {
        result: it for it in causes(tuple(marked.results)) for result in it.results
    }
    groups: dict[object, list[Result]] = {}
    for result in marked.results:
        if result.verdict.failed:
            position = result.position if result.verdict.action else ""
            key = explained.get(result, (result.verdict, position))
            groups.setdefault(key, []).append(result)
    found = [_fault(alike, marked, explained) for alike in groups.values()]
    worst, places = [*Kind][::-1], {"T3State": 0, "likely cause": 1, "trap": 3}

    def order(fault: Fault) -> tuple[int, int]:
        return places.get(fault.topic, 2), worst.index(fault.results[0].verdict.kind)

    return sorted(found, key=order)


def _fault(alike: list[Result], marked: Marked, explained: Mapping[Result, Cause]) -> Fault:
    first, cause = alike[0], explained.get(alike[0])
    names = []
    is_everywhere = False
    for part in PARTS:
        asked = marked.about(part)
        if len(asked) > 1 and all(it in alike for it in asked):
            names.append(f"every case of {part}")
            is_everywhere = True
            continue
        for name in categories(part):
            numbers = [it.number + 1 for it in alike if it.category == name]
            is_whole = len(numbers) == len(marked.about(name)) > 1
            names += [name] if is_whole else [f"{name} {number}" for number in numbers]
    points = sum(map(marked.worth, alike))
    cost = f"-{rounded(points)}" if points else "costs nothing"
    cost = marked.outcome if marked.ungraded else cost
    heading = f"{cause.sentence if cause else ', '.join(names)} ({cost})"
    topic: str = first.verdict.kind
    if first.verdict.action and all(it.category == "trap" for it in alike):
        topic = "trap"
    elif first.part == "T3State" and first.verdict.kind not in UNASKED:
        topic = "T3State"
    elif cause:
        topic = "likely cause"
    elif explained and first.verdict.kind in (Kind.DEPTH, Kind.ACTION, Kind.BLUNDER):
        topic = "other wrong actions"
    return Fault(heading, alike, topic, cause, is_everywhere)


def grave(found: Sequence[Fault], marked: Marked) -> list[str]:
    """What cost GRAVE points, or a whole part: causes, and the other cases by kind."""
    groups: dict[tuple[str, Cause | Kind], list[Result]] = {}
    for fault in found:
        for it in fault.results:
            groups.setdefault((it.part, fault.cause or it.verdict.kind), []).append(it)
    told = []
    for (part, alike), results in groups.items():
        asked = len(marked.about(part))
        cost, reason = sum(map(marked.worth, results)), results[0].verdict.reason
        is_grave = cost >= GRAVE or len(results) == asked > 1
        if alike in (Kind.NOT_TRIED, Kind.COULD_NOT_RUN):
            told += [reason] * (is_grave or alike == Kind.COULD_NOT_RUN)
        elif is_grave or alike == Kind.OUT_OF_TIME:
            share = f"{len(results)} of {asked} cases of {part}"
            words = alike.sentence if isinstance(alike, Cause) else f"{share}: {alike}"
            why = "" if isinstance(alike, Cause) else f": {reason}"
            told.append(f"{words} (-{rounded(cost)}){why}")
    return [*dict.fromkeys(told)]


def title(marked: Marked) -> str:
    """The name and the mark."""
    most = "" if marked.ungraded else f" of {FULL_MARK}"
    return f"{marked.name}: {marked.outcome}{most}"


class Figure(NamedTuple):
    """A board, with the cells to highlight: columns and rows."""

    caption: str
    board: Sequence[Sequence[int]]
    placed: list[tuple[int, int]]
    won: list[tuple[int, int]]


def figures(fault: Fault) -> list[Figure]:
    """The position of a fault, what comes of the action played, and of the right one.

    There are none if the fault has nothing to do with a position.
    """
    result = fault.results[0]
    if fault.is_everywhere or not result.position:
        return []
    state, chosen = result.state, result.verdict.action
    turn = "the game is over" if state.is_over() else f"{TURNS[state.odd_turn]} to move"
    found = [_figure(state, f"{result.category} {result.number + 1}: {turn}")]
    is_illegal = result.verdict.kind == Kind.ILLEGAL
    yours = None if is_illegal else chosen
    right = evaluate(state).action if chosen or is_illegal else None
    for whose, action in (("Yours", yours), ("Right", right)):
        if action:
            after = state.get_next_state(action)
            value, line = in_words(before(evaluate(after), action)), [action]
            while reply := evaluate(after).action:
                line.append(reply)
                after = after.get_next_state(reply)
            played = ", ".join(map(str, line))
            found.append(_figure(after, f"{whose}: {value} by {played}", line))
    return found


def _figure(state: T3State, caption: str, actions: Sequence[T3Action] = ()) -> Figure:
    placed = [(it.col(), it.row()) for it in actions]
    won = [cell for line in state.winning_lines() for cell in line]
    return Figure(caption, state.board, placed, won)
