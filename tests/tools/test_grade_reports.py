"""The reports on marked submissions: text, CSV, JSON for Gradescope, and HTML pages."""

import io
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from rich.console import Console, RenderableType

from handed_in import ODDS, cases
from t3_tools.grade.command import _marked
from t3_tools.grade.judging.asks import in_json
from t3_tools.grade.judging.cases import Case, Result
from t3_tools.grade.judging.causes import Cause
from t3_tools.grade.judging.faults import ADVICE, faults, figures
from t3_tools.grade.judging.marks import Marked, weighed
from t3_tools.grade.judging.verdicts import Kind, Sign, Verdict
from t3_tools.grade.pages import class_page, file_names, page
from t3_tools.grade.reports import details, gradescope, overview, rows
from t3_tools.grade.submission import Submission
from t3_tools.printing import as_csv

POINTS = weighed()
TUPLE = json.dumps(in_json((0, 1, 2))).replace(", ", ",")


def mark(name: str, results: list[Result], **known: Any) -> Marked:
    """A submission with these results."""
    return Marked.of(name, results, POINTS, **known)


def judged(text: str) -> list[Result]:
    """Results, as in `lazy exact, block2 out of time`: for a category's cases, or for one.

    The reason is `why`, but differs in wrong ones. Instead of a verdict, an answer may
    stand there, in JSON.
    """
    found = []
    for name, _, kind in (it.partition(" ") for it in text.split(", ")):
        for it in [*cases(), Case("mypy", 0, "")]:
            if name in (it.category, f"{it.category}{it.number + 1}"):
                reason = {"exact": "", "wrong": f"why {it.number + 1}"}.get(kind, "why")
                answer = (
                    json.loads(kind) if kind[0] in "[{" else Verdict(Kind(kind), reason)
                )
                found.append(it.judge(answer))
    return found


def class_() -> list[Marked]:
    """A naive player, one that does not compile, and a PDF."""
    naive = "lazy exact, tie crash, block1 [2,2,1], block2 exact, mypy exact"
    naive = f"{naive}, trap1 exact, trap2 exact, trap3 [0,1,6]"
    broken = "lazy exact, block crash, tie crash, trap crash, mypy wrong"
    unread = "lazy could not run, block could not run, tie could not run"
    return [
        mark("alice", judged(naive), number="123", remarks=("two players",)),
        mark("=bob", judged(broken)),
        mark("class/carol", judged(unread), remarks=("why",)),
    ]


def printed(report: RenderableType) -> str:
    """What is printed, without empty lines and spaces at the ends of lines."""
    text = io.StringIO()
    Console(file=text, width=100, force_terminal=False).print(report)
    return re.sub(r"\s*\n", "\n", text.getvalue())


def test_text(snapshot: object) -> None:
    reports = [*map(details, class_()[::2]), overview(class_())]
    assert "\n".join(map(printed, reports)) == snapshot


def test_csv(snapshot: object) -> None:
    """No spreadsheet runs a name, or anything else in a cell."""
    text = as_csv(rows(class_()))
    assert text == snapshot
    for name in ("=1", "+1", "-1", "@1", "\uff1d1", "\uff0b1", "\uff0d1", "\uff201"):
        assert rows([mark(name, [])])[0]["student"] == f"'{name}"


def test_gradescope(snapshot: object) -> None:
    """Students see the mark, one position of each category, and no remarks."""
    reports = [gradescope(it) for it in class_()]
    tests = map(json.dumps, reports[0]["tests"])
    assert "\n".join([*tests, json.dumps(reports[2])]) == snapshot
    for report in reports[:2]:
        assert sum(it.get("score", 0) for it in report["tests"]) == report["score"]
        now = json.dumps(report)
        assert report["stdout_visibility"] == "after_due_date"
        assert not any(
            "visibility" in it for it in report["tests"]
        )  # it would hide the mark
        shown = [it.category for it in class_()[0].results if it.position in now]
        assert shown == [*dict.fromkeys(it.category for it in class_()[0].results)]
        assert "two players" not in now


def test_a_likely_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reaches everyone, with all it explains; advice on the rest doesn't deny it."""
    asked = cases("trap", "tie", "block")
    answers = [list(it.state.get_transitions())[-1][0] for it in asked]
    results = [it.judge([at.col(), at.row(), at.move()]) for it, at in zip(asked, answers)]
    assert all(it.verdict.failed for it in results)
    *explained, other = results
    cause = Cause("errs", tuple(explained), "It errs.")
    for module in ("judging.faults", "reports"):
        monkeypatch.setattr(f"t3_tools.grade.{module}.causes", lambda _: [cause])
    marked = mark("x", results)
    text = page(marked)
    for report in (printed(details(marked)), text, gradescope(marked)["output"]):
        assert "It errs." in report
    assert all(f"{it.position}: " in text for it in explained)
    assert f"{other.position}: " not in text
    assert ADVICE["other wrong actions"] in text
    assert not any(ADVICE[it] in text for it in ("blunder", "trap"))
    alone = page(mark("x", [it for it in results if it.category == "trap"]))
    assert alone.index(ADVICE["trap"]) < alone.index("<h3>It errs. (costs nothing)")


def test_what_comes_first() -> None:
    """T3State, which the rest may depend on, and each cause before what comes of it."""
    results = judged("lazy wrong, block out of time, tie timeout")
    topics = [it.topic for it in faults(mark("x", results))]
    assert topics == ["T3State", "T3State", "timeout", "out of time"]
    assert "explained at the end" not in page(mark("x", judged("lazy crash")))
    missing = mark("x", judged("lazy not tried, block crash"))
    assert "T3State" not in [it.topic for it in faults(missing)]


class Checked(HTMLParser):
    """Fails if a page is not well-formed, runs a script, or loads anything."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        """What it says, a table in a line, with cells placed as `5*` and won as `5!`."""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "object", "b", "i")
        assert not any(name.startswith("on") or name == "src" for name, _ in attrs)
        if tag == "br":
            self.text += ": "
        elif tag not in ("meta", "input"):
            self.open.append(f"{tag} {dict(attrs).get('class', '')}")

    def handle_endtag(self, tag: str) -> None:
        opened, *classes = self.open.pop().split()
        assert opened == tag
        self.text += "*" * ("placed" in classes) + "!" * ("won" in classes)
        self.text += " / " if tag == "tr" else " "

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style "]:
            is_between = any(it.startswith("table") for it in self.open)
            self.text += data.strip() if is_between else data


def said(page: str) -> str:
    """What a page says, without the rules, which never change."""
    text = Checked(page).text.partition("Odds place 1, 3 or 5")[0]
    return re.sub(r" *\n[ \n]*", "\n", text)


def test_pages(snapshot: object) -> None:
    listed = class_page(class_(), file_names(class_()))
    pages = [*map(page, class_()), listed, class_page(class_())]
    # Of a crash the position, of an illegal action the right one, too; else all three.
    assert [len(figures(it)) for it in faults(class_()[0])] == [1, 2, 3]
    trap = [it for it in class_()[0].results if it.category == "trap"]
    known = [*map(said, pages), said(page(mark("al", trap)))]
    assert "\n".join([known[-1], known[-2]]) == snapshot


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"><b>', "&lt;i&gt;", "'"])
def test_text_of_a_submission_is_escaped(text: str) -> None:
    crash = cases("block")[0].judge(Verdict(Kind.CRASH, f"KeyError: {text}"))
    marked = mark(text, [crash], remarks=(text,))
    assert f"KeyError: {text}" in Checked(page(marked)).text
    assert f" {text} \n" in Checked(page(marked)).text  # the remark
    assert text in Checked(class_page([marked], file_names([marked]))).text


def test_file_names() -> None:
    """They differ even if case is ignored. None is a device on Windows, or too long.

    They stay the same if a student comes after, so no page is left under another name.
    """
    names = [
        "a/x",
        "a/../x",
        "index",
        "b/-y z",
        "b/\u202e",
        "c/..",
        ".hidden",
        "Ann",
        "ANN",
    ]
    names += ["con", "nul.tar.gz", "lpt\xb2", "\u540d" * 100, f"x.{'y' * 199}"]
    files = file_names([mark(name, []) for name in names])
    assert len({name.lower() for name in files}) == len(files)
    assert all(re.fullmatch(r"[\w~-]+\.html", name) for name in files)
    assert all(len(name.encode()) <= 255 for name in files)
    assert files[2] == "index~1.html"
    assert files[7:11] == ["Ann.html", "ANN~1.html", "con~1.html", "nul_tar_gz.html"]
    assert files[11] == "lpt\xb2~1.html"


@pytest.mark.parametrize(
    ("results", "costs"),
    [
        ("lazy crash, tie exact", "2 of 2 cases of T3State: crash (-8): why"),
        ("lazy exact, block crash", "2 of 2 cases of choose: crash (-6): why"),
        ("lazy exact, transitions wrong", "2 of 4 cases of T3State: wrong (-13): why 1"),
        ("lazy wrong, transitions exact, tie exact, block wrong, lost exact", ""),
        (f"lazy exact, block {TUPLE}, tie {TUPLE}", f"It {Sign.NO_ACTION}. (-12)"),
        # A remark has told the reason already.
        ("lazy exact, block not tried", ""),
        # How many cases were not tried is told whatever they cost.
        ("tie exact, block out of time", "2 of 4 cases of choose: out of time (-6): why"),
    ],
)
def test_what_cost_most(results: str, costs: str) -> None:
    """What costs 10 points, or a whole part, is told beside the mark, with a reason."""
    told = Submission("x", {}, remarks=("why",))
    marked = _marked(told, judged(results), POINTS)
    assert "".join(marked.costs) == costs
    assert costs in printed(overview([marked]))


def test_a_report_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs only its own row, which is not graded and says why."""
    monkeypatch.setattr("t3_tools.grade.command.figures", lambda _: 1 / 0)
    marked = _marked(Submission("x", {}), [ODDS.judge([0, 1, 6])], POINTS)
    assert marked.costs == ("no report on it: ZeroDivisionError: division by zero",)
    assert marked.ungraded
    assert marked.costs[0] in page(marked)


def test_what_a_class_shares() -> None:
    """Who fell into the trap, and how many have the same cause."""
    tuples = [mark(name, judged(f"block {TUPLE}, tie {TUPLE}")) for name in ("dan", "eve")]
    known = [*tuples, class_()[0], class_()[2]]
    for text, trapped, others in (
        (class_page(known), " 1 of 3", " 2 of 3"),
        (class_page(known, ["a", "b", "c", "d"]), ": alice", ": dan, eve"),
    ):
        shared = " ".join(Checked(text).text.partition("What they share")[2].split())
        assert f"Fell into the trap: a cut leaves a bound, not a value{trapped}" in shared
        assert f"Returns a tuple or a list, not a T3Action{others}" in shared
        assert any(it in text for it in ("alice", "carol")) == (trapped == ": alice")


def test_nobody_is_graded() -> None:
    """No mark is made of that, even if some cases could be asked."""
    partly = mark("x", judged("lazy exact, block could not run"))
    assert rows([partly])[0]["mark"] == ""
    assert "Marks" not in Checked(class_page([partly])).text
    assert "score" not in gradescope(partly)
    assert "why" in gradescope(partly)["output"]
    assert " of " not in printed(overview([partly]))
