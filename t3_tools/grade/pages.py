"""Pages to hand back: one for each submission, and one about all for who marks them.

Each is one HTML file that loads nothing and runs no script. Jinja2 fills in templates/, and
escapes every text on the way; this file finds what to fill in.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from t3_play.descriptions import in_words
from t3_play.sums import threats
from t3_player import T3Player
from t3_state import TURNS, Line, T3Action, T3State
from t3_tools.grade.cases import CATEGORIES
from t3_tools.grade.causes import Played, causes
from t3_tools.grade.marks import FULL_MARK, Marked, Weights, cost, scale
from t3_tools.grade.reports import by_category, faults, notes, remarks
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind
from t3_tools.options import UsageError, to_install
from t3_tools.pictures.boards import board
from t3_tools.pictures.svg import Picture
from t3_tools.printing import brief

Fields = Mapping[str, Any]
"""What a template fills in, by name."""


def templates() -> Any:
    """What fills in templates; raises UsageError if Jinja2 is not installed."""
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ModuleNotFoundError:
        raise UsageError(f"--reports needs Jinja2: {to_install('tools')}") from None
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def report(marked: Marked, weights: Weights) -> str:
    """The page of a submission."""
    return _page(
        "report.html",
        title=f"{marked.name}: {marked.mark:g} of {FULL_MARK}",
        scale=scale(marked.results, weights),
        common=causes(marked.results),
        notes=notes(marked.results),
        categories=list(_categories(marked.results, weights)),
        faults=[_section(alike, weights) for alike in faults(marked.results)],
    )


def class_report(marked: Sequence[Marked], files: Sequence[str]) -> str:
    """The page about all submissions, which links to their files."""
    names = [each.name for each in marked]
    return _page(
        "class.html",
        title=f"{len(marked)} submissions",
        submissions=[
            {"file": file, "name": brief(each.name, names), "mark": f"{each.mark:g}"}
            for each, file in zip(marked, files)
        ],
        histogram=list(_histogram(marked)),
        hardest=list(_hardest(marked)),
        remarks=remarks(marked, names),
    )


def file_names(marked: Sequence[Marked]) -> list[str]:
    """The name of a file for each page, all different, also where case is ignored."""
    names = [each.name for each in marked]
    taken = Counter(["index"])
    found = []
    for name in names:
        plain = re.sub(r"[^\w.]+", "_", brief(name, names)).strip("._") or "submission"
        number = taken[plain.casefold()]
        taken[plain.casefold()] += 1
        found.append(f"{plain}~{number}.html" if number else f"{plain}.html")
    return found


def _page(template: str, **fields: Any) -> str:
    return str(templates().get_template(template).render(fields))


def _histogram(marked: Sequence[Marked]) -> Iterator[Fields]:
    tens = Counter(min(int(each.mark // 10), 9) for each in marked)
    for ten in reversed(range(10)):
        name = f"{10 * ten} to {10 * ten + 9 if ten < 9 else FULL_MARK}"
        number = tens[ten]
        yield {"name": name, "told": number, "number": number, "most": len(marked)}


def _hardest(marked: Sequence[Marked]) -> Iterator[Fields]:
    failed, asked = Counter[str](), Counter[str]()
    for result in (result for each in marked for result in each.results):
        asked[result.category] += 1
        failed[result.category] += result.verdict.failed
    for category in sorted(asked, key=lambda it: -failed[it] / asked[it]):
        yield {
            "name": category,
            "tests": CATEGORIES[category],
            "told": f"{failed[category]} of {asked[category]}",
            "number": failed[category],
            "most": asked[category],
        }


def _categories(results: Sequence[Result], weights: Weights) -> Iterator[Fields]:
    for category, group, points in by_category(results, weights):
        its = sorted(group, key=lambda result: result.number)
        yield {
            "name": category,
            "tests": CATEGORIES[category],
            "passed": sum(not result.verdict.failed for result in its),
            "asked": len(its),
            "points": points,
            "faults": [_case(it) for it in its if it.verdict.failed],
        }


def _case(result: Result) -> Fields:
    """What a case is called, also within the page."""
    number = result.number + 1
    return {
        "number": number,
        "name": f"{result.category} {number}",
        "anchor": f"{result.category}-{number}",
    }


def _section(results: Sequence[Result], weights: Weights) -> Fields:
    """A fault, in the cases where it is the same; the first of them is drawn."""
    first = results[0]
    points = sum(cost(result, weights) for result in results)
    reason = first.verdict.reason
    chosen = first.verdict.action or first.verdict.kind == Kind.ILLEGAL
    return {
        "kind": first.verdict.kind,
        "cases": [_case(result) for result in results],
        "points": f" (-{points:g})" if points else "",
        "reason": f"It {reason}." if chosen else reason,
        "drawn": list(_drawn(first)) if first.position else [],
    }


def _drawn(result: Result) -> Iterator[tuple[str, list[Any]]]:
    """The position of a fault, what was played, and what is right: a text and boards."""
    state = T3State.from_notation(result.position)
    best = T3Player().evaluate(state)
    lines, dashed = [], []
    played = Played.of(result)
    if played:
        lines.append(("Played", played.action, played.value))
        if played.loses_at_once:
            dashed = _threats(state, not state.odd_turn)
    if best.action is not None and (played or result.verdict.kind == Kind.ILLEGAL):
        lines.append(("Right", best.action, best))
    turn = "The game is over" if state.is_over() else f"{TURNS[state.odd_turn]} to move"
    yield "", [_figure(board(state, caption=turn.capitalize(), threats=dashed))]
    for told, action, value in lines:
        sentence = f"{told}: {action}, which {in_words(value)} by best play:"
        yield sentence, list(_line(state, action))


def _line(state: T3State, action: T3Action) -> Iterator[Any]:
    """An action and best play after it, board by board."""
    following: T3Action | None = action
    for ply in count(1):
        if following is None:
            return
        caption = f"{ply}. {TURNS[state.odd_turn]} {following}"
        state = state.get_next_state(following)
        dashed = _threats(state, state.odd_turn) if ply == 1 else []
        yield _figure(board(state, following, caption=caption, threats=dashed))
        following = T3Player().evaluate(state).action


def _threats(state: T3State, odd: bool) -> list[Line]:
    """The lines with which a side, odds if `odd`, can win at once."""
    return [] if state.is_over() else [it.line for it in threats(state, odd)]


def _figure(picture: Picture) -> Any:
    """A picture for a template, which it puts in as it is."""
    from markupsafe import Markup

    return Markup(picture.svg())
