"""The HTML pages: complete and harmless, each with a file name of its own."""

import re
from html.parser import HTMLParser

import pytest

pytest.importorskip("rich")
pytest.importorskip("jinja2")

from handed_in import cases
from t3_tools.grade.cases import Case, make, recipes
from t3_tools.grade.marks import Marked, weighed
from t3_tools.grade.pages import class_report, file_names, report
from t3_tools.grade.results import Result
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind, Verdict

VOID = {"meta", "br"}


class Checked(HTMLParser):
    """Fails if a page is not well-formed, runs a script, or loads anything."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "object", "b", "i")
        names = dict(attrs)
        assert not {name for name in names if name.startswith("on")} | {"src"} & set(names)
        if tag not in VOID:
            self.open.append(tag)
        if "href" in names:
            self.links.append(str(names["href"]))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "desc", "title"):
            self.text += f"{data} "


def mark(name: str, results: list[Result]) -> Marked:
    """A submission with these results."""
    return Marked.of(Submission(name, {}), results, weighed())


def marked(name: str, case: Case, answer: list[int] | Verdict) -> Marked:
    """A marked submission that gave `answer` in its only case."""
    return mark(name, [Result.of(case, case.judge(answer))])


def boards(page: str) -> list[str]:
    """The boards on a page, by rows. `!` marks a number that won, `+` the last placed."""
    cell = re.compile(
        '<td(?: class="(?:odds|evens)((?: won)*)(?: (last))?")?>([1-6]?)</td>'
    )
    return [
        "/".join(
            "".join(
                (number or "0") + "!" * bool(won) + "+" * bool(last)
                for won, last, number in cell.findall(row)
            )
            for row in table.split("<tr>")[2:]
        )
        for table in page.split('<table class="board">')[1:]
    ]


def test_a_blunder_is_refuted() -> None:
    trap = cases("trap")[2]
    page = report(marked("alice", trap, [0, 1, 6]))
    text = " ".join(Checked(page).text.split())
    assert "alice: 0 of 100" in text
    assert "It plays (0,1) = 6, which loses in 2 after the reply (0,2) = 5;" in text
    assert "Played: (0,1) = 6, which loses in 2 by best play: 1. evens (0,1) = 6" in text
    assert "Right: (0,1) = 2, which wins in 3 by best play: 1. evens (0,1) = 2" in text
    assert boards(page) == [
        "261/001/000",
        "261/6+01/000",
        "2!61/6!01/5!+00",
        "261/2+01/000",
        "261/21+1/000",
        "26!1/21!1/06!+0",
    ]


def test_an_illegal_action_is_reported_with_the_right_one() -> None:
    page = report(marked("alice", cases("block")[0], [2, 2, 1]))
    text = " ".join(Checked(page).text.split())
    assert "alice: 0 of 100" in text
    assert "block 1 (-5) It plays (2,2) = 1: the cell (2,2) is taken: it holds 3" in text
    assert "Played" not in text
    assert "Right: " in text


def test_every_verdict_has_advice() -> None:
    case = cases("unchanged")[0]
    for kind in Kind:  # a submission may forge any kind, with any reason
        text = Checked(report(marked("x", case, Verdict(kind, "so")))).text
        assert ("What to fix" in text) == (kind != Kind.EXACT)


def test_a_trap_alone_is_no_reason_to_doubt_the_search() -> None:
    """The advice of a verdict is about traps only if no other case has that verdict."""
    trap, block = cases("trap")[0], cases("block")[0]
    for asked, kind, said in [
        ([trap], Kind.BLUNDER, "teach errs, too"),
        ([trap, block], Kind.BLUNDER, "does not see what"),
        ([trap], Kind.TIMEOUT, "takes too long"),
    ]:
        results = []
        for case in asked:
            action, _ = next(case.state.get_transitions())
            chosen = str(action) if kind == Kind.BLUNDER else ""
            results.append(Result.of(case, Verdict(kind, "so", chosen)))
        assert said in Checked(report(mark("x", results))).text


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", '"><b>', "&lt;i&gt;", "'"])
def test_text_of_a_submission_is_escaped(text: str) -> None:
    crash = Verdict(Kind.CRASH, f"KeyError: {text}")
    one = marked(text, cases("block")[0], crash)
    one = one._replace(submission=one.submission._replace(notes=(text,)))
    page = Checked(report(one))
    assert f"{text}: 0 of 100" in page.text
    assert f"KeyError: {text}" in page.text
    overview = Checked(class_report([one], file_names([one])))
    assert text in overview.text


def test_the_page_about_a_class() -> None:
    exact = Verdict(Kind.EXACT)
    block, lazy = cases("block")[0], cases("lazy")[0]
    class_ = [
        mark(name, [Result.of(block, one), Result.of(lazy, other)])
        for name, one, other in [
            ("alice", exact, exact),
            ("bob", Verdict(Kind.CRASH), exact),
            ("carol", Verdict(Kind.CRASH), Verdict(Kind.WRONG)),
        ]
    ]
    two_players = class_[1].submission._replace(notes=("two players",))
    class_[1] = class_[1]._replace(submission=two_players)
    page = Checked(class_report(class_, file_names(class_)))
    text = " ".join(page.text.split())
    assert page.links == ["alice.html", "bob.html", "carol.html"]
    for points in ("alice 15 10 of 35 5 of 60", "bob 10 10", "carol 0 0 of 35"):
        assert points in text
    hard = text.partition("The hardest categories")[2]
    assert hard.index("block") < hard.index("2 of 3") < hard.index("lazy")
    assert "bob: two players" in text
    assert "two players" not in Checked(report(class_[1])).text


def test_file_names() -> None:
    names = ["a/x", "a/../x", "b/x", "index", "b/-y z", "b/\u202e", "c/..", "c/.hidden"]
    names += ["d/ann", "d/Ann", "d/ANN", "d/Index"]
    names = file_names([mark(name, []) for name in names])
    # On a file system that ignores case, one page must not replace another.
    assert len({name.lower() for name in names}) == len(names)
    assert all(re.fullmatch(r"\w[\w.~]*\.html", name) for name in names)
    assert "index.html" not in names


def action_of(case: Case) -> list[int]:
    """The answer that plays the first action."""
    action, _ = next(case.state.get_transitions())
    return [action.col(), action.row(), action.move()]


def test_the_same_error_is_reported_once() -> None:
    """A category that it fails as a whole is named without numbers."""
    crash = Verdict(Kind.CRASH, "KeyError: 1")
    results = [Result.of(case, crash) for case in cases("block", "tie")]
    results[3:] = [Result.of(cases("tie")[1], Verdict(Kind.EXACT))]
    page = report(mark("x", results))
    checked = Checked(page)
    text = " ".join(checked.text.split())
    assert "block, tie 1 (-7.5) KeyError: 1 This is block 1:" in text
    assert checked.text.count("KeyError: 1") == 1
    assert len(boards(page)) == 1


def test_what_wrong_actions_have_in_common() -> None:
    asked = [
        make(recipe) for recipe in recipes(3, 4) if recipe.category in ("tie", "block")
    ]
    wrong = [Result.of(case, case.judge(action_of(case))) for case in asked]
    assert "<p>It plays as if it took the first action" in report(mark("x", wrong))
