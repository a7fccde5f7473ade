"""HTML pages: one to hand back for each submission, and one about the class.

Each page is one file that loads nothing and runs no script. Jinja2 fills in templates/ and
escapes all text. This module collects what to fill in.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from click import UsageError

from t3_play.analysis import before, best_play
from t3_play.inputs import parse_action
from t3_player import Clock, T3Player
from t3_state import TURNS, T3Action, T3State
from t3_tools.extras import to_install
from t3_tools.grade.judging.cases import CATEGORIES, PARTS
from t3_tools.grade.judging.causes import causes
from t3_tools.grade.judging.marks import Marked
from t3_tools.grade.judging.verdicts import Kind
from t3_tools.grade.reports import Fault, faults, passed, title
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


def page(marked: Marked) -> str:
    """The page for a submission."""
    template = templates().get_template("report.html")
    return str(
        template.render(
            title=title(marked),
            parts=marked.parts(),
            causes=causes(marked.results),
            categories=[
                {
                    "name": name,
                    "tests": CATEGORIES[name].tests,
                    "passed": passed(marked.of_category(name)),
                    "points": marked.share(name),
                }
                for name in dict.fromkeys(it.category for it in marked.results)
            ],
            faults=[(it, _figures(it)) for it in faults(marked)],
        )
    )


def class_page(class_: Sequence[Marked], files: Sequence[str]) -> str:
    """The page about the class, with a link to each submission's page."""
    template = templates().get_template("class.html")
    return str(
        template.render(
            title=f"{len(class_)} submissions",
            submissions=list(zip(class_, files)),
            parts=PARTS,
            hardest=_hardest(class_),
            remarks=[(it.name, remark) for it in class_ for remark in it.remarks],
        )
    )


def file_names(class_: Sequence[Marked]) -> list[str]:
    """A file name for each page. No two are equal, even if case is ignored."""
    taken = Counter(["index"])
    names = []
    for marked in class_:
        plain = re.sub(r"[^\w.]+", "_", marked.name).strip("._") or "submission"
        number = taken[plain.casefold()]
        taken[plain.casefold()] += 1
        names.append(f"{plain}~{number}.html" if number else f"{plain}.html")
    return names


def _hardest(class_: Sequence[Marked]) -> list[Fields]:
    """The categories, those that most submissions fail first."""
    verdicts: dict[str, list[bool]] = {}
    for result in (result for marked in class_ for result in marked.results):
        verdicts.setdefault(result.category, []).append(result.verdict.failed)
    return [
        {
            "name": name,
            "tests": CATEGORIES[name].tests,
            "failed": sum(failed),
            "asked": len(failed),
        }
        for name, failed in sorted(
            verdicts.items(), key=lambda it: -sum(it[1]) / len(it[1])
        )
    ]


def _figures(fault: Fault) -> list[Fields]:
    """The position of a fault, what comes of the action played, and of the right one."""
    result = fault.result
    if fault.is_everywhere or not result.position:
        return []
    state = T3State.from_notation(result.position)
    turn = "the game is over" if state.is_over() else f"{TURNS[state.odd_turn]} to move"
    figures = [_figure(state, f"{result.category} {result.number + 1}: {turn}")]
    best = T3Player().evaluate(state)
    if result.verdict.action:
        action = parse_action(result.verdict.action)
        reply = T3Player().evaluate(state.get_next_state(action))
        figures.append(_line(state, action, f"Played: {in_words(before(reply, action))}"))
    if best.action and (result.verdict.action or result.verdict.kind == Kind.ILLEGAL):
        figures.append(_line(state, best.action, f"Right: {in_words(best)}"))
    return figures


def _line(state: T3State, action: T3Action, caption: str) -> Fields:
    """The end of the game if the action and then best play follow."""
    after = state.get_next_state(action)
    actions = [action, *best_play(after, Clock())]
    for each in actions[1:]:
        after = after.get_next_state(each)
    return _figure(after, f"{caption} by {', '.join(map(str, actions))}", actions)


def _figure(state: T3State, caption: str, actions: Sequence[T3Action] = ()) -> Fields:
    """A board for a template, with the cells to highlight."""
    return {
        "caption": caption,
        "board": state.board,
        "placed": [(it.col(), it.row()) for it in actions],
        "won": [cell for line in state.winning_lines() for cell in line],
    }
