"""Marks, the reports on them, and the record of --resume."""

import csv
import io
import json
from itertools import chain, repeat
from pathlib import Path

import pytest

pytest.importorskip("rich")
pytest.importorskip("jinja2")

from click import UsageError
from rich.console import Console

from handed_in import cases
from t3_state import T3State
from t3_tools.grade.cases import CATEGORIES, Case
from t3_tools.grade.marks import Marked, weighed
from t3_tools.grade.pages import class_report, report
from t3_tools.grade.reports import details, gradescope, overview, rows
from t3_tools.grade.results import Record, Result
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.printing import as_csv

BLOCK, TRAP, MYPY = cases("block")[0], cases("trap")[0], Case("mypy", 0, T3State(True))
EXACT, CRASH = Verdict(Kind.EXACT), Verdict(Kind.CRASH, "why")
POINTS = weighed()


def marked(asked: list[Case], *verdicts: Verdict, name: str = "x") -> Marked:
    """A submission with these verdicts, the last of them in all further cases."""
    pairs = zip(asked, chain(verdicts, repeat(verdicts[-1])))
    results = [Result.of(case, verdict) for case, verdict in pairs]
    return Marked.of(Submission(name, {}), results, POINTS)


def test_the_points_add_up_to_100() -> None:
    assert sum(POINTS.values()) == 100
    assert sum(weighed([("trap", 25), ("choose", 0)]).values()) == pytest.approx(100)
    everything = [*cases(), MYPY]
    assert marked(everything, EXACT).mark == 100
    assert marked(everything, CRASH).mark == 0
    assert marked(everything, EXACT).parts() == {
        "T3State": "35 of 35",
        "choose": "60 of 60",
        "types": "5 of 5",
    }


def test_cases_share_the_points_of_their_category() -> None:
    """A category's points do not depend on the number of its cases."""
    transitions = cases("transitions")
    assert marked(transitions, EXACT).mark == POINTS["transitions"]
    assert marked(transitions, EXACT, CRASH).mark == POINTS["transitions"] / 2


def test_a_player_that_fails_costs_nothing_of_t3state() -> None:
    everything = [*cases(), MYPY]
    verdicts = [
        EXACT if CATEGORIES[case.category].part == "T3State" else CRASH
        for case in everything
    ]
    assert marked(everything, *verdicts).mark == 35


def test_weights() -> None:
    """A category and a part can have others. A part's categories keep their proportions."""
    assert POINTS["trap"] == 0
    assert weighed([("trap", 25)])["trap"] == 20
    half = weighed([("choose", 30)])
    assert half["block"] / half["pruning"] == POINTS["block"] / POINTS["pruning"]
    assert (
        half["transitions"] / half["block"] == 2 * POINTS["transitions"] / POINTS["block"]
    )
    assert weighed([("choose", 0), ("choose", 60)])["trap"] > 0
    with pytest.raises(ValueError, match="nothing is worth"):
        weighed([("T3State", 0), ("choose", 0), ("types", 0)])


@pytest.mark.parametrize("name", ["=1+1", "+x", "-x", "@x"])
def test_names_that_a_spreadsheet_would_run(name: str) -> None:
    text = as_csv(rows([marked([BLOCK], EXACT, name=name)], POINTS))
    _, cells = csv.DictReader(io.StringIO(text))
    assert cells["Student"] == f"'{name}"
    assert rows([marked([BLOCK], EXACT, name="class/x")], POINTS)[1]["Student"] == "class/x"


def test_the_rows_of_a_table() -> None:
    """What is possible, then each submission with its points, number and remarks."""
    late = marked([BLOCK, MYPY], EXACT, CRASH)
    known = late.submission._replace(number="123", late=True, notes=("two players",))
    possible, row = rows([late._replace(submission=known)], POINTS)
    assert possible["T3"] == "100"
    assert (possible["block"], row["block"]) == ("5 (read only)", "5")
    assert (possible["types"], row["types"]) == ("5 (read only)", "0")
    assert [row[name] for name in ("ID", "LATE", "T3")] == ["123", "LATE", "5"]
    assert row["remarks"] == "two players"


def test_gradescope_hides_positions_until_the_due_date() -> None:
    """Only first cases show position and reason at once. The points of all tests add up."""
    asked = cases("block", "lost", "trap")
    verdict = Verdict(Kind.BLUNDER, "plays POSITION, RIGHT")
    told = gradescope(marked([*cases("lazy"), *asked], EXACT, EXACT, verdict))
    assert sum(test.get("score", 0) for test in told["tests"]) == told["score"] == 10
    now = [test for test in told["tests"] if test["visibility"] == "visible"]
    later = [test for test in told["tests"] if test["visibility"] == "after_due_date"]
    for case in asked:
        shown_now = case.position in json.dumps(now)
        assert shown_now == (case.number == 0)
        assert shown_now or case.position in json.dumps(later)
    assert json.dumps(now).count("RIGHT") == 3


def test_gradescope_tells_students_the_causes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("t3_tools.grade.reports.causes", lambda results: ["one", "two"])
    assert gradescope(marked(cases("lazy"), EXACT))["output"] == "one\ntwo"


def test_the_teacher_alone_sees_second_tries_and_notes() -> None:
    """Tables and the page about the class show them, the student's page does not."""
    late = Result.of(cases("block")[1], EXACT)._replace(note="tried again")
    one = Marked.of(Submission("x", {}, notes=("two players",)), [late], POINTS)
    shown = Console(file=io.StringIO(), width=100)
    shown.print(details(one), overview([one, one]))
    told = [shown.file.getvalue(), class_report([one], ["x.html"])]  # type: ignore[attr-defined]
    for text in told:
        assert "block 2: tried again" in text
        assert "two players" in text
    assert "tried again" not in report(one)
    *shown_to_students, hidden = gradescope(one)["tests"]
    assert "tried again" not in json.dumps(shown_to_students)
    assert hidden["output"] == "two players\nblock 2: tried again"
    assert hidden["visibility"] == "hidden"


def test_what_fails_a_whole_part_is_told_once() -> None:
    """Code that does not compile has one heading, and no board."""
    crash = Verdict(Kind.CRASH, "SyntaxError: expected ':' (t3_player.py, line 3)")
    mypy = Verdict(Kind.WRONG, "t3_player.py:3: error: expected ':'  [syntax]")
    asked = [MYPY, *cases("lazy"), *cases("block", "tie", "lost")]
    failed = marked(asked, mypy, EXACT, EXACT, crash)
    shown = Console(file=io.StringIO(), width=100)
    shown.print(details(failed))
    text: str = shown.file.getvalue()  # type: ignore[attr-defined]
    assert text.count("SyntaxError") == text.count("all 6 cases of choose") == 1
    assert BLOCK.position not in text
    page = report(failed)
    assert page.count("SyntaxError") == page.count("all 6 cases of choose") == 1
    assert "[syntax]" not in text + page
    assert '<table class="board">' not in page


SETTINGS = {"seed": 7, "count": 1}
ALICE = Submission("alice", {"t3_player.py": b"1"})
BOB = Submission("bob", {"t3_player.py": b"2"})
RESULTS = [Result.of(BLOCK, CRASH), Result.of(TRAP, EXACT)]


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    record = Record(path, SETTINGS)
    assert record.find(ALICE) is None
    record.add(ALICE, RESULTS)
    again = Record(path, {**SETTINGS, "seed": None})
    assert again.settings == SETTINGS
    found = again.find(ALICE)
    assert found == RESULTS
    assert isinstance(found[0].verdict.kind, Kind)
    again.add(BOB, RESULTS[:1])
    assert [Record(path, SETTINGS).find(it) for it in (ALICE, BOB)] == [
        RESULTS,
        RESULTS[:1],
    ]


def test_other_files_have_no_results(tmp_path: Path) -> None:
    record = Record(tmp_path / "results.json", SETTINGS)
    record.add(ALICE, RESULTS)
    assert record.find(ALICE._replace(name="another name")) == RESULTS
    assert record.find(BOB) is None
    assert record.find(ALICE._replace(files={**ALICE.files, "x.py": b""})) is None


def test_a_record_of_other_settings(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    Record(path, SETTINGS).add(ALICE, RESULTS)
    with pytest.raises(UsageError, match="has results of another seed: 7"):
        Record(path, {**SETTINGS, "seed": 8})


@pytest.mark.parametrize(
    "text",
    [
        "name,mark\n",
        "[]",
        "{}",
        "[1, 2]",
        '[{"seed": 7}, {}]',
        '[{"seed": 7, "count": 1}, {"x": [1]}]',
    ],
)
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    """Record raises UsageError, and leaves the file as it is."""
    path = tmp_path / "results.json"
    path.write_text(text)
    with pytest.raises(UsageError, match="was not written by --resume"):
        Record(path, SETTINGS)
    assert path.read_text() == text
