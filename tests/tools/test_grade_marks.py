"""Marks, the reports on them, suspicions, and the record of --resume."""

import csv
import io
import json
from pathlib import Path

import pytest

pytest.importorskip("rich")
pytest.importorskip("jinja2")

from click import UsageError
from rich.console import Console

from handed_in import cases
from t3_tools.grade.marks import WEIGHTS, mark, scale, suspicions
from t3_tools.grade.pages import class_report, report
from t3_tools.grade.reports import details, gradescope, overview, row
from t3_tools.grade.results import Record, Result
from t3_tools.grade.submissions import Submission
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.printing import as_csv

BLOCK, TRAP = cases("block")[0], cases("trap")[0]
EXACT = Verdict(Kind.EXACT)


def test_a_mark_is_not_below_0() -> None:
    failed = [Result.of(BLOCK, Verdict(Kind.CRASH))] * 51
    assert mark("x", failed[:49], WEIGHTS).mark == 2
    assert mark("x", failed, WEIGHTS).mark == 0


def test_traps_cost_nothing_by_default() -> None:
    failed = [Result.of(TRAP, Verdict(Kind.BLUNDER))]
    assert mark("x", failed, WEIGHTS).mark == 100
    assert mark("x", failed, {**WEIGHTS, "trap": 3}).mark == 97


def test_the_lowest_possible_mark() -> None:
    """scale() reports the lowest possible mark if it is above 0, as with few cases."""
    failed = [Result.of(BLOCK, Verdict(Kind.CRASH))]
    assert mark("x", failed * 14, WEIGHTS).mark == 72
    assert "With these 14 cases no mark is below 72." in scale(failed * 14, WEIGHTS)
    assert "below 0." in scale(failed * 50, WEIGHTS)
    assert "With these" not in scale(failed * 50, WEIGHTS)


@pytest.mark.parametrize("name", ["=1+1", "+x", "-x", "@x"])
def test_names_that_a_spreadsheet_would_run(name: str) -> None:
    text = as_csv([row(mark(name, [], WEIGHTS))])
    (cells,) = csv.DictReader(io.StringIO(text))
    assert cells["submission"] == f"'{name}"
    assert row(mark("class/x", [], WEIGHTS))["submission"] == "class/x"


def test_gradescope_hides_positions_until_the_due_date() -> None:
    """Only first cases show position and reason at once. The points of all tests add up."""
    asked = cases("block", "lost", "trap")
    verdict = Verdict(Kind.BLUNDER, "plays POSITION, RIGHT")
    marked = mark("x", [Result.of(it, verdict) for it in asked], WEIGHTS)
    told = gradescope(marked, WEIGHTS)
    assert sum(test.get("score", 0) for test in told["tests"]) == told["score"] == 92
    now = [test for test in told["tests"] if test["visibility"] == "visible"]
    later = [test for test in told["tests"] if test["visibility"] == "after_due_date"]
    for case in asked:
        shown_now = case.position in json.dumps(now)
        assert shown_now == (case.number == 0)
        assert shown_now or case.position in json.dumps(later)
    assert json.dumps(now).count("RIGHT") == 3


def test_every_report_shows_a_note() -> None:
    """Tables and pages show the note on a case, even if the verdict is exact."""
    late = Result.of(cases("block")[1], EXACT)._replace(note="tried again")
    marked = mark("x", [late], WEIGHTS)
    shown = Console(file=io.StringIO(), width=100)
    shown.print(details(marked, WEIGHTS), overview([marked, marked], WEIGHTS))
    told = [shown.file.getvalue(), report(marked, WEIGHTS)]  # type: ignore[attr-defined]
    told += [class_report([marked], ["x.html"])]
    assert ["tried again" in text for text in told] == [True] * 3
    assert told[0].count("block 2: tried again") == 3


def test_exact_answers_in_all_traps_are_suspicious() -> None:
    traps = [Result.of(case, EXACT) for case in cases("trap")]
    (told,) = mark("x", traps, WEIGHTS).suspicions
    assert told.startswith("answers every trap exactly")
    assert suspicions([*traps, Result.of(TRAP, Verdict(Kind.DEPTH))]) == []
    assert suspicions([Result.of(BLOCK, EXACT)]) == []


SETTINGS = {"seed": 7, "count": 1}
ALICE = Submission("alice", {"t3_player.py": b"1"})
BOB = Submission("bob", {"t3_player.py": b"2"})
CRASH = Verdict(Kind.CRASH, "why")
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
    with pytest.raises(UsageError, match="is no file of --resume"):
        Record(path, SETTINGS)
    assert path.read_text() == text
