"""An exam of a teacher's own: its positions and points, as text."""

import re
import time

from t3_state import T3State
from t3_tools.grade import limits
from t3_tools.grade.judging.cases import CATEGORIES, Case, in_order
from t3_tools.grade.judging.marks import Exam, weighed

POINTS = r"(?P<points>\d{1,4}(\.\d{1,2})?)"
LINE = re.compile(rf"(?P<name>[\w-]+) +{POINTS} +(?P<boards>(odds|evens) .+)")

MOST_EMPTY, MOST_TO_PRUNE = 9, 7
"""The most empty cells where choose is asked: searches in Python take minutes for more. In
pruning, the positions that plain minimax meets are counted, which takes seconds."""


def own_exam(text: str, tried: bool = False) -> Exam:
    """Read an exam, and perhaps try it on our own player, which must pass it in time.

    A line has a category, the points of all its cases, and boards, each after the word odds
    or evens for the side to move; mypy has no boards. A line `seconds N` sets the computing
    time for a case. Lines that begin with # are comments. The points are scaled to 100.

    Raises ValueError, which names the line, if something is wrong.

    >>> exam = own_exam("tie 1 odds 400/540/104 evens 050/413/062 004/030/251")
    >>> [case.position for case in exam.cases]
    ['400/540/104 odds', '050/413/062 evens', '004/030/251 evens']
    """
    cases: list[Case] = []
    lines: dict[str, int] = {}
    weights = dict.fromkeys(CATEGORIES, 0.0)
    seconds = limits.SECONDS
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if limit := re.fullmatch(r"seconds +([1-9]\d{0,3})", line.strip()):
                seconds = int(limit[1])
            elif line.strip() and not line.startswith("#"):
                category, points, found = _of_line(line.strip())
                if any(case.category == category for case in cases):
                    raise ValueError(f"{category} has a line already")
                weights[category], lines[category] = points, number
                cases += found
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    if not cases:
        raise ValueError("there is no position in it")
    for case in cases if tried else []:
        if reason := _unfair(case, seconds):
            line = f"line {lines[case.category]}: {case.category}, {case.position}"
            raise ValueError(f"{line}: our own player fails: {reason}")
    return Exam(in_order(cases), weighed(weights.items()), seconds)


def _unfair(case: Case, seconds: int) -> str:
    """Why our own player does not pass a case; empty if it does."""
    if case.ask is None:
        return ""
    began = time.process_time()
    try:
        verdict = case.judge(case.ask(case.state)).verdict
    except StopIteration:
        return "on this board, there is no number that it can take away"
    if time.process_time() - began > seconds:
        return f"it needs more than {seconds} s"
    return verdict.reason


def _of_line(line: str) -> tuple[str, float, list[Case]]:
    """The category, the points and the cases of a line."""
    if match := re.fullmatch(f"mypy +{POINTS}", line):
        return "mypy", float(match["points"]), [Case("mypy", 0, "")]
    match = LINE.fullmatch(line)
    if not match:
        raise ValueError("not CATEGORY POINTS odds BOARD... evens BOARD...")
    name, turn, cases = match["name"], "", list[Case]()
    names = [it for it, category in CATEGORIES.items() if category.ask]
    if name not in names:
        raise ValueError(f"{name!r} is not one of {', '.join(names)}")
    for word in match["boards"].split():
        if word in ("odds", "evens"):
            turn = word
            continue
        state = T3State.from_notation(f"{word} {turn}")
        is_over, empty = state.is_over(), len(state.get_open_tiles())
        most = MOST_TO_PRUNE if name == "pruning" else MOST_EMPTY
        if CATEGORIES[name].part == "choose" and empty > most and not is_over:
            raise ValueError(f"{word} has more than {most} empty cells")
        if (name == "terminal") != is_over and name != "game-over":
            raise ValueError(f"in {word} the game is {'' if is_over else 'not '}over")
        cases.append(Case(name, len(cases), state.notation()))
    if not cases:
        raise ValueError(f"{name} has no position")
    return name, float(match["points"]), cases
