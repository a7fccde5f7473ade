"""Pages to hand back: one for each submission, and one about all for who marks them.

Each is one HTML file that loads nothing and runs no script.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import count, groupby

from t3_play.descriptions import in_words
from t3_play.sums import threats
from t3_player import LOSS, T3Player
from t3_state import TURNS, Line, T3Action, T3State
from t3_tools.grade.cases import CATEGORIES
from t3_tools.grade.causes import Played, causes
from t3_tools.grade.examination import Result
from t3_tools.grade.marks import FULL_MARK, Marked, Weights, cost, scale
from t3_tools.grade.verdicts import Kind
from t3_tools.output import brief
from t3_tools.pictures.boards import board
from t3_tools.pictures.svg import Picture

PAGE = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 66rem; margin: auto }}
body {{ padding: 1rem }}
h1, h2, h3 {{ line-height: 1.2 }}
section {{ border-top: 1px solid #8888; break-inside: avoid }}
table {{ border-collapse: collapse; width: 100% }}
th, td {{ padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top }}
.number {{ text-align: right; white-space: nowrap }}
th, td {{ border-bottom: 1px solid #8884 }}
figure {{ display: inline-block; margin: 0 .5rem .5rem 0; max-width: 100% }}
svg {{ max-width: 100%; height: auto }}
progress {{ width: 100%; min-width: 6rem }}
p, li, td, h1, h3 {{ overflow-wrap: anywhere }}
@media (max-width: 40rem) {{ figure {{ width: 48%; margin: 0 }} }}
@media print {{
  body {{ font-size: 11pt; max-width: none }}
  h2, h3 {{ break-after: avoid }}
  figure {{ width: 24%; margin: 0 }}
}}
</style>
{body}
</html>
"""

RULES = """\
<p>The game: odds place 1, 3 or 5 and evens 2, 4 or 6, in turn, on any empty cell. Who makes
a row, a column or a diagonal add up to 13 wins at once. Columns and rows count from 0, from
the left and from the top: (2,0)&nbsp;=&nbsp;5 is a 5 in the third cell of the top row. The
right action has the best outcome that the other side cannot prevent: a win before a tie
before a loss; of those with that outcome it is one that ends the game in the fewest plies
(actions by either side); and of these the first by column, row and number. What wins in 3
is the first of three plies, and wins with the third.</p>
<p>In the pictures odd numbers are in circles and even ones in squares. The number that was
placed last has a thick frame, a line that adds up to 13 a green band. A dashed line is one
with which the other side can win in its next turn.</p>
"""

ADVICE = {
    Kind.DEPTH: "Of the actions with the best outcome, choose one that ends the game in "
    "the fewest plies, also when losing. Does the search count plies, and compare them at "
    "every node, for both sides?",
    Kind.ACTION: "Of the actions with the best outcome in the fewest plies, choose the "
    "first by column, row and number. Is a later one kept only if it is better, not if it "
    "is as good?",
    Kind.BLUNDER: "The search does not see what follows. Does it go on until the game is "
    "over, does each side take what is best for itself, and is nothing pruned too soon?",
    Kind.WRONG: "What is told differs from the rules, or from what was asked for. Compare "
    "the function that is named with its docstring; what mypy complains of has its line.",
    Kind.ILLEGAL: "What is chosen must be an action that the rules allow, and None only if "
    "the game is over.",
    Kind.CRASH: "It stops with an error. The line that is named is where to look.",
    Kind.TIMEOUT: "It takes too long, or does not end. Does it prune, and does every loop "
    "end?",
    Kind.COULD_NOT_RUN: "It could not even be started, so nothing else could be tried.",
}
"""What may have to be mended, by verdict."""


def report(marked: Marked, weights: Weights) -> str:
    """The page of a submission."""
    return _page(
        f"{marked.name}: {marked.mark:g} of {FULL_MARK}",
        [
            f"<p>{scale(marked.results, weights)}</p>",
            *_in_common(marked.results),
            _categories(marked.results, weights),
            *_faults(marked, weights),
        ],
    )


def class_report(marked: Sequence[Marked], files: Sequence[str], costs: str) -> str:
    """The page about all submissions, which links to their files."""
    names = [each.name for each in marked]
    rows = [
        (
            f'<a href="{escape(file)}">{escape(brief(each.name, names))}</a>',
            f"{each.mark:g}",
        )
        for each, file in zip(marked, files)
    ]
    suspicions = [
        f"<li>{escape(brief(each.name, names))}: {escape(suspicion)}</li>"
        for each in marked
        for suspicion in each.suspicions
    ]
    body = [
        "<h2>Marks</h2>",
        _table(["submission", "mark"], rows),
        "<h2>How many have which mark</h2>",
        _histogram(marked),
        "<h2>The hardest categories</h2>",
        _hardest(marked),
    ]
    if suspicions:
        body += ["<h2>To be looked at</h2>", "<p>No points were lost by it.</p>"]
        body += [f"<ul>{''.join(suspicions)}</ul>"]
    body += ["<h2>What the time was used for</h2>", f"<p>{escape(costs)}</p>"]
    return _page(f"{len(marked)} submissions", body)


def _histogram(marked: Sequence[Marked]) -> str:
    tens = Counter(min(int(each.mark // 10), 9) for each in marked)
    rows = [
        (
            f"{10 * ten} to {10 * ten + 9 if ten < 9 else FULL_MARK}",
            f"{tens[ten]}",
            _bar(tens[ten], len(marked)),
        )
        for ten in reversed(range(10))
    ]
    return _table(["mark", "submissions", ""], rows)


def _hardest(marked: Sequence[Marked]) -> str:
    failed, asked = Counter[str](), Counter[str]()
    for result in (result for each in marked for result in each.results):
        asked[result.category] += 1
        failed[result.category] += result.verdict.failed
    rows = [
        (
            _named(category),
            f"{failed[category]} of {asked[category]}",
            _bar(failed[category], asked[category]),
        )
        for category in sorted(asked, key=lambda it: -failed[it] / asked[it])
    ]
    return _table(["category", "failed", ""], rows)


def file_names(marked: Sequence[Marked]) -> list[str]:
    """The name of a file for each page, all different."""
    found: list[str] = []
    names = [each.name for each in marked]
    for name in names:
        plain = re.sub(r"[^\w.]+", "_", brief(name, names)).strip("._") or "submission"
        number = sum(re.sub(r"~\d+$", "", stem) == plain for stem in found)
        found.append(f"{plain}~{number + 1}" if number or plain == "index" else plain)
    return [f"{stem}.html" for stem in found]


def _in_common(results: Sequence[Result]) -> Iterator[str]:
    told = causes(results)
    if told:
        yield "<h2>What the faults have in common</h2>"
        yield from (f"<p>{escape(sentence)}</p>" for sentence in told)


def _page(title: str, body: Sequence[str]) -> str:
    heading = f"<h1>{escape(title)}</h1>"
    return PAGE.format(title=escape(title), body="\n".join([heading, *body]))


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells in HTML; a column with numbers in it is set as one of numbers."""
    number = re.compile(r"-?[\d.]+( of \d+)?")
    kinds = [
        ' class="number"' if any(number.fullmatch(cell) for cell in column) else ""
        for column in zip(headings, *rows)
    ]
    lines = [
        "".join(f"<{tag}{kind}>{cell}</{tag}>" for cell, kind in zip(cells, kinds))
        for tag, cells in [("th", headings), *(("td", row) for row in rows)]
    ]
    return "<table>" + "".join(f"<tr>{line}</tr>\n" for line in lines) + "</table>"


def _bar(number: int, of: int) -> str:
    return f'<progress max="{of}" value="{number}"></progress>'


def _categories(results: Sequence[Result], weights: Weights) -> str:
    rows = []
    for category, group in groupby(results, lambda result: result.category):
        its = list(group)
        lost = sum(cost(result, weights) for result in its)
        points = f"-{lost:g}" if lost else "" if weights[category] else "no weight"
        passed = len([result for result in its if not result.verdict.failed])
        faults = " ".join(
            f'<a href="#{_anchor(result)}">{result.number + 1}</a>'
            for result in sorted(its, key=lambda result: result.number)
            if result.verdict.kind != Kind.EXACT
        )
        rows.append((_named(category), f"{passed} of {len(its)}", points, faults))
    return _table(["category", "passed", "points", "faults"], rows)


def _named(category: str) -> str:
    return f"{category}<br><small>{escape(CATEGORIES[category])}</small>"


def _anchor(result: Result) -> str:
    """What the case is called within the page."""
    return f"{result.category}-{result.number + 1}"


def _faults(marked: Marked, weights: Weights) -> Iterator[str]:
    """What was not exact, those of one verdict together, and what may have to be mended."""
    faults = [result for result in marked.results if result.verdict.kind != Kind.EXACT]
    if not faults:
        yield "<p>Everything is exact.</p>"
        return
    yield "<h2>What to mend</h2>"
    yield RULES
    order = list(Kind)
    faults.sort(key=lambda result: order.index(result.verdict.kind), reverse=True)
    for kind, group in groupby(faults, lambda result: result.verdict.kind):
        yield f"<h2>{kind}</h2>\n<p>{ADVICE[kind]}</p>"
        alike: dict[tuple[str, str], list[Result]] = {}
        for result in group:
            # What is said of an action is said of its position.
            position = result.position if result.verdict.action else ""
            alike.setdefault((result.verdict.reason, position), []).append(result)
        for results in alike.values():
            yield from _section(results, weights)


def _section(results: Sequence[Result], weights: Weights) -> Iterator[str]:
    """A fault, in the cases where it is the same; the first of them is drawn."""
    first = results[0]
    points = sum(cost(result, weights) for result in results)
    costs = f" (-{points:g})" if points else ""
    names = [
        f'<span id="{_anchor(it)}">{it.category} {it.number + 1}</span>' for it in results
    ]
    if len(names) == 1:
        yield f"<section><h3>{names[0]}{costs}</h3>"
    else:
        yield f"<section><h3>{len(names)} cases{costs}</h3><p>{', '.join(names)}</p>"
    reason = escape(first.verdict.reason)
    chosen = first.verdict.action or first.verdict.kind == Kind.ILLEGAL
    yield f"<p>It {reason}.</p>" if chosen else f"<p>{reason}</p>"
    if len(names) > 1 and first.position:
        yield f"<p>This is {first.category} {first.number + 1}:</p>"
    yield from _drawn(first)
    yield "</section>"


def _drawn(result: Result) -> Iterator[str]:
    """The position of a fault, what was played, and what is right."""
    if not result.position:
        return
    state = T3State.from_notation(result.position)
    best = T3Player().evaluate(state)
    lines, dashed = [], []
    played = Played.of(result)
    if played:
        lines.append(("Played", played.action, played.value))
        if played.value.rank() == (-LOSS, 2):
            dashed = _threats(state, not state.odd_turn)
    if best.action is not None and (played or result.verdict.kind == Kind.ILLEGAL):
        lines.append(("Right", best.action, best))
    turn = "The game is over" if state.is_over() else f"{TURNS[state.odd_turn]} to move"
    yield _figure(board(state, caption=turn.capitalize(), threats=dashed))
    for told, action, value in lines:
        yield f"<p>{told}: {action}, which {in_words(value)} by best play:</p>"
        yield from _line(state, action)


def _line(state: T3State, action: T3Action) -> Iterator[str]:
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


def _figure(picture: Picture) -> str:
    return f"<figure>{picture.svg()}</figure>"
