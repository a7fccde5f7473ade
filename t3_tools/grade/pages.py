"""HTML pages: one to hand back for each submission, and one about the class.

Each page is one file that loads nothing and runs no script. Jinja2 fills in templates/ and
escapes all text. This module collects what to fill in.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from click import UsageError

from t3_play.analysis import before, best_play
from t3_play.inputs import parse_action
from t3_player import Clock, T3Player
from t3_state import TURNS, Cell, T3Action, T3State, is_odds
from t3_tools.extras import to_install
from t3_tools.grade.cases import CATEGORIES, PARTS
from t3_tools.grade.causes import causes
from t3_tools.grade.marks import FULL_MARK, Marked
from t3_tools.grade.reports import by_category, faults, parts_of, remarks
from t3_tools.grade.results import Result
from t3_tools.grade.verdicts import Kind
from t3_tools.values import in_words

Fields = Mapping[str, Any]
"""The values for a template, by name."""


def templates() -> Any:
    """The Jinja2 environment; raises UsageError if Jinja2 is not installed."""
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


def report(marked: Marked) -> str:
    """The page for a submission."""
    return _page(
        "report.html",
        title=f"{marked.name}: {marked.mark:g} of {FULL_MARK}",
        parts=marked.parts(),
        common=causes(marked.results),
        categories=[
            {
                "name": name,
                "tests": CATEGORIES[name].tests,
                "passed": sum(not result.verdict.failed for result in results),
                "asked": len(results),
                "points": marked.share([name]),
            }
            for name, results in by_category(marked.results)
        ],
        faults=[_section(alike, marked) for alike in faults(marked.results)],
        only_traps=_only_traps(marked.results),
    )


def _only_traps(results: Sequence[Result]) -> set[Kind]:
    """The kinds of wrong actions that occur in traps alone."""
    wrong = {result.verdict.kind for result in results if result.verdict.action}
    return wrong - {it.verdict.kind for it in results if it.category != "trap"}


def class_report(marked: Sequence[Marked], files: Sequence[str]) -> str:
    """The page about the class, with a link to each submission's page."""
    return _page(
        "class.html",
        title=f"{len(marked)} submissions",
        submissions=[
            {"file": file, "name": each.name, "mark": f"{each.mark:g}", **each.parts()}
            for each, file in zip(marked, files)
        ],
        parts=PARTS,
        hardest=list(_hardest(marked)),
        remarks=[(each.name, remark) for each in marked for remark in remarks(each)],
    )


def file_names(marked: Sequence[Marked]) -> list[str]:
    """A file name for each page. No two are equal, even if case is ignored."""
    taken = Counter(["index"])
    found = []
    for each in marked:
        plain = re.sub(r"[^\w.]+", "_", each.name).strip("._") or "submission"
        number = taken[plain.casefold()]
        taken[plain.casefold()] += 1
        found.append(f"{plain}~{number}.html" if number else f"{plain}.html")
    return found


def _page(template: str, **fields: Any) -> str:
    return str(templates().get_template(template).render(fields))


def _hardest(marked: Sequence[Marked]) -> Iterator[Fields]:
    failed, asked = Counter[str](), Counter[str]()
    for result in (result for each in marked for result in each.results):
        asked[result.category] += 1
        failed[result.category] += result.verdict.failed
    for category in sorted(asked, key=lambda it: -failed[it] / asked[it]):
        yield {
            "name": category,
            "tests": CATEGORIES[category].tests,
            "failed": failed[category],
            "asked": asked[category],
        }


def _section(alike: list[Result], marked: Marked) -> Fields:
    """One fault, with all cases that share it. The page draws the first of them."""
    first = alike[0]
    points = sum(map(marked.worth, alike))
    chosen = first.verdict.action or first.verdict.kind == Kind.ILLEGAL
    whole = parts_of(alike, marked.results)
    asked = Counter(result.category for result in marked.results)
    cases = [f"all {number} cases of {part}" for part, number in whole.items()]
    for category, same in by_category(alike):
        if CATEGORIES[category].part not in whole:
            all_of_it = len(same) == asked[category] > 1
            numbered = [f"{category} {result.number + 1}" for result in same]
            cases += [category] if all_of_it else numbered
    drawn = first.position and not whole
    return {
        "kind": first.verdict.kind,
        "cases": cases,
        "points": f" (-{points:.3g})" if points else "",
        "reason": f"It {first.verdict.reason}." if chosen else first.verdict.reason,
        "drawn": list(_drawn(first)) if drawn else [],
        "example": f"{first.category} {first.number + 1}" if drawn and alike[1:] else "",
    }


def _drawn(result: Result) -> Iterator[tuple[str, list[Fields]]]:
    """Text and boards for a fault: the position, the line played, and the right line."""
    state = T3State.from_notation(result.position)
    best = T3Player().evaluate(state)
    lines = []
    if result.verdict.action:
        action = parse_action(result.verdict.action)
        reply = T3Player().evaluate(state.get_next_state(action))
        lines.append(("Played", action, before(reply, action)))
    if best.action is not None and (lines or result.verdict.kind == Kind.ILLEGAL):
        lines.append(("Right", best.action, best))
    turn = "The game is over" if state.is_over() else f"{TURNS[state.odd_turn]} to move"
    yield "", [_board(state, turn.capitalize())]
    for told, action, value in lines:
        sentence = f"{told}: {action}, which {in_words(value)} by best play:"
        yield sentence, list(_line(state, action))


def _line(state: T3State, action: T3Action) -> Iterator[Fields]:
    """A board after the action, and after each ply of best play that follows."""
    after = best_play(state.get_next_state(action), Clock())
    for ply, played in enumerate([action, *after], 1):
        caption = f"{ply}. {TURNS[state.odd_turn]} {played}"
        state = state.get_next_state(played)
        yield _board(state, caption, played)


def _board(state: T3State, caption: str, last: T3Action | None = None) -> Fields:
    """A board for a template: each cell's number and CSS classes."""
    styles: dict[Cell, list[str]] = defaultdict(list)
    for line in state.winning_lines():
        for cell in line:
            styles[cell].append("won")
    if last:
        styles[last.col(), last.row()].append("last")
    rows = [
        [
            (number, " ".join(["odds" if is_odds(number) else "evens", *styles[col, row]]))
            for col, number in enumerate(numbers)
        ]
        for row, numbers in enumerate(state.board)
    ]
    return {"caption": caption, "rows": rows}
