"""Marks, what is told of them, what is suspected, and what is kept."""

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("rich")

from handed_in import COURSE, cases
from t3_tools.grade.cases import Case, Recipe, make
from t3_tools.grade.examination import Result
from t3_tools.grade.marks import WEIGHTS, mark, scale
from t3_tools.grade.record import Record, settings_of
from t3_tools.grade.reports import costs_of, gradescope, junit, row
from t3_tools.grade.submissions import Submission
from t3_tools.grade.suspicion import suspicions
from t3_tools.grade.verdicts import Kind, Verdict
from t3_tools.options import UsageError
from t3_tools.output import as_csv
from t3_tools.starter.command import files

BLOCK, TRAP = cases("block")[0], cases("trap")[0]
EXACT = Verdict(Kind.EXACT)


def points(kind: Kind, case: Case = BLOCK, *more: tuple[str, float]) -> float:
    """What such a fault costs."""
    return 100 - mark("x", [Result.of(case, Verdict(kind))], {**WEIGHTS, **dict(more)}).mark


def test_a_mark_is_not_below_0() -> None:
    failed = [Result.of(BLOCK, Verdict(Kind.CRASH))] * 51
    assert mark("x", failed[:49], WEIGHTS).mark == 2
    assert mark("x", failed, WEIGHTS).mark == 0
    excused = Result.of(BLOCK, Verdict(Kind.COULD_NOT_RUN, "", excused=True))
    assert mark("x", [excused], WEIGHTS).mark == 100


def test_what_costs_nothing_unless_asked_for() -> None:
    for category in ("legality", "trap"):
        (case, *_) = cases(category)
        assert points(Kind.WRONG, case) == 0
        assert points(Kind.WRONG, case, (category, 2)) == 2


def test_partial_credit() -> None:
    """A fault costs what is said of it, but never more than its category."""
    assert points(Kind.BLUNDER) == points(Kind.DEPTH) == points(Kind.ACTION) == 2
    partly = [("blunder", 1.5), ("tie-break", 0.5)]
    assert points(Kind.BLUNDER, BLOCK, *partly) == 1.5
    assert points(Kind.DEPTH, BLOCK, *partly) == points(Kind.ACTION, BLOCK, *partly) == 0.5
    assert points(Kind.CRASH, BLOCK, *partly) == 2
    assert points(Kind.BLUNDER, TRAP, *partly) == 0
    assert points(Kind.BLUNDER, BLOCK, ("blunder", 9)) == 2


def test_what_remains_if_all_cases_are_failed_is_said() -> None:
    """With few cases, who fails them all still has a mark that looks like one."""
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


def test_junit() -> None:
    skipped = Verdict(Kind.COULD_NOT_RUN, "no mypy", excused=True)
    verdicts = [EXACT, Verdict(Kind.CRASH, "<a> & b"), skipped]
    results = [Result.of(case, it, 1) for case, it in zip([BLOCK, *cases("tie")], verdicts)]
    text = junit([mark("bob", results, WEIGHTS), mark("carol", [], WEIGHTS)])
    bob, carol = ElementTree.fromstring(text)
    assert bob.attrib == {"name": "bob", "tests": "3", "failures": "1", "time": "3.00"}
    assert [[inner.tag for inner in test] for test in bob] == [[], ["failure"], ["skipped"]]
    assert bob[1][0].attrib == {"type": "crash", "message": "<a> & b"}
    assert carol.attrib["tests"] == "0"


def test_gradescope_shows_no_position_but_of_samples() -> None:
    """Before the due date; and the points add up to the score."""
    asked = cases("block", "lost", "trap")
    verdict = Verdict(Kind.BLUNDER, "plays POSITION, RIGHT", hint="gives away a win")
    marked = mark("x", [Result.of(it, verdict) for it in asked], WEIGHTS)
    told = gradescope(marked, WEIGHTS, reveal=False)
    assert sum(test.get("score", 0) for test in told["tests"]) == told["score"] == 92
    now = [test for test in told["tests"] if test["visibility"] == "visible"]
    later = [test for test in told["tests"] if test["visibility"] == "after_due_date"]
    for case in asked:
        shown_now = case.position in json.dumps(now)
        assert shown_now == (case.number == 0)
        assert shown_now or case.position in json.dumps(later)
    assert json.dumps(now).count("RIGHT") == 3


def suspected(**players: str) -> dict[str, list[str]]:
    """What is suspected of submissions with these players."""
    found = [
        Submission(name, {"t3_player.py": it.encode()}) for name, it in players.items()
    ]
    return dict(zip(players, suspicions(found, [[] for _ in found])))


def test_files_that_are_nearly_the_same() -> None:
    """Names, comments, texts and the order of lines aside."""
    copy = (
        COURSE.replace("utility", "worth").replace("best", "top").replace("seen", "known")
    )
    copy = copy.replace("        self.known.add(state)\n", "        # I wrote this\n")
    other = "def choose(state):\n" + "".join(
        f"    x{at} = [{at} * y for y in range({at})]\n" for at in range(20)
    )
    found = suspected(alice=COURSE, bob=copy, carol=other, dan="def f(:")
    assert found["carol"] == found["dan"] == []
    (told,) = found["alice"]
    assert re.fullmatch(r"its code is nearly, or all, that of bob \(9\d%\)", told)
    assert len(found["bob"]) == 1


def test_what_all_have() -> None:
    told = suspected(**{f"s{at}": COURSE for at in range(8)})["s7"]
    named = ", ".join(f"s{at} (100%)" for at in range(5))
    assert told == [f"its code is nearly, or all, that of {named} and 2 more"]


def test_what_was_handed_out_is_no_copy() -> None:
    stub = files()["t3_player.py"]
    assert suspected(alice=stub, bob=stub) == {"alice": [], "bob": []}


def test_who_knows_all_traps() -> None:
    submission = Submission("x", {})
    traps = [Result.of(case, EXACT) for case in cases("trap")]
    (told,) = suspicions([submission], [traps])
    assert told[0].startswith("answers every trap exactly")
    failed = [*traps, Result.of(TRAP, Verdict(Kind.DEPTH))]
    assert suspicions([submission], [failed]) == [[]]
    assert suspicions([submission], [[Result.of(BLOCK, EXACT)]]) == [[]]


SETTINGS = {"seed": 7, "count": 1}
ALICE = Submission("alice", {"t3_player.py": b"1"})
CRASH = Verdict(Kind.CRASH, "why", hint="so")
RESULTS = [Result.of(BLOCK, CRASH, 1.5), Result.of(TRAP, EXACT)]


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    record = Record(path, SETTINGS)
    assert record.find(ALICE) is None
    record.add(ALICE, RESULTS)
    assert settings_of(path) == SETTINGS
    found = Record(path, SETTINGS).find(ALICE)
    assert found == RESULTS
    assert isinstance(found[0].verdict.kind, Kind)


def test_other_files_have_no_results(tmp_path: Path) -> None:
    record = Record(tmp_path / "results.jsonl", SETTINGS)
    record.add(ALICE, RESULTS)
    again = Record(tmp_path / "results.jsonl", SETTINGS)
    assert again.find(ALICE._replace(files={"t3_player.py": b"2"})) is None
    assert again.find(ALICE._replace(files={**ALICE.files, "x.py": b""})) is None
    assert again.find(ALICE._replace(name="bob")) is None


def test_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    record = Record(path, SETTINGS)
    record.add(ALICE, RESULTS)
    record.add(ALICE._replace(name="bob"), RESULTS)
    path.write_text(path.read_text()[:-10])
    again = Record(path, SETTINGS)
    assert again.find(ALICE) == RESULTS
    assert again.find(ALICE._replace(name="bob")) is None
    again.add(ALICE._replace(name="carol"), RESULTS)
    assert Record(path, SETTINGS).find(ALICE._replace(name="carol")) == RESULTS


def test_a_record_of_other_settings(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    Record(path, SETTINGS)
    with pytest.raises(UsageError, match="has results of another seed: 7"):
        Record(path, {**SETTINGS, "seed": 8})


@pytest.mark.parametrize(
    "text", ["name,mark\n", "[]\n", "{}\n", '{"seed": 7}\n{"name": 1}\n']
)
def test_what_is_no_record(tmp_path: Path, text: str) -> None:
    """It stays as it is."""
    path = tmp_path / "results.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError):
        Record(path, settings_of(path) or {"seed": 7})
    assert path.read_text() == text


def test_what_the_time_was_used_for() -> None:
    mypy = make(Recipe(1, "mypy", 0))
    results = [Result.of(BLOCK, EXACT, 5), Result.of(TRAP, EXACT, 3)]
    results.append(Result.of(mypy, EXACT, 2))
    told = "The submissions' own play took 8 s{}, and mypy 2 s; by the clock it took 6 s."
    assert costs_of(results, 6, 12.5) == told.format(", 64% of all that was computed")
    assert costs_of(results, 6, None) == told.format("")
    assert costs_of(results, 6, 1) == told.format(", 80% of all that was computed")
    assert costs_of([], 6, 1) == "All results were known."
