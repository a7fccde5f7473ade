"""Marks, and the record of --resume."""

import fcntl
import json
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from commands import python
from handed_in import cases
from t3_state import T3Action
from t3_tools.grade.judging.cases import Case
from t3_tools.grade.judging.marks import Marked, categories, weighed
from t3_tools.grade.judging.verdicts import Kind, Sign, Verdict
from t3_tools.grade.record import Record
from t3_tools.grade.submission import Submission
from t3_tools.refused import RefusedError

EXACT, CRASH = Verdict(Kind.EXACT), Verdict(Kind.CRASH, "why")
POINTS = weighed()


@pytest.mark.parametrize(
    ("exact", "shares", "mark"),
    [
        ("", "0 of 28, 0 of 67, 0 of 5", 0),
        ("T3State", "28 of 28, 0 of 67, 0 of 5", 28),
        ("choose", "0 of 28, 67 of 67, 0 of 5", 67),
        ("T3State choose types", "28 of 28, 67 of 67, 5 of 5", 100),
        # A category's points do not depend on the number of its cases.
        ("transitions0", "6.5 of 28, 0 of 67, 0 of 5", 6.5),
    ],
)
def test_points_are_earned_by_part_and_case(exact: str, shares: str, mark: float) -> None:
    results = []
    for it in [*cases(), Case("mypy", 0, "")]:
        passes = {it.part, f"{it.category}{it.number}"} & {*exact.split()}
        results.append(it.judge(EXACT if passes else CRASH))
    marked = Marked.of("x", results, POINTS)
    assert (", ".join(marked.parts().values()), marked.mark) == (shares, mark)


def test_weights() -> None:
    """A category and a part can have others. A part's categories keep their proportions."""
    assert POINTS["trap"] == 0
    assert weighed([("trap", 25)])["trap"] == 20
    half = weighed([("choose", 30)])
    for it in categories("choose"):
        assert half[it] == pytest.approx(POINTS[it] * 30 / 67 * 100 / (28 + 30 + 5))
    equal = weighed([("choose", 0), ("choose", 60)])
    assert equal["trap"] == equal["block"] == pytest.approx(60 / 16 * 100 / (28 + 60 + 5))
    with pytest.raises(ValueError, match="nothing is worth"):
        weighed([("T3State", 0), ("choose", 0), ("types", 0)])


SETTINGS = {"seed": 7, "count": 1, "version": "1"}
ALICE = Submission("alice", {"t3_player.py": b"1"})
BOB = Submission("bob", {"t3_player.py": b"2"})
BLOCK, TRAP = cases("block")[0], cases("trap")[2]
CHANGES = Verdict(Kind.WRONG, "why", sign=Sign.CHANGES)
RESULTS = [*map(BLOCK.judge, (CRASH, EXACT, CHANGES)), TRAP.judge([0, 1, 6])]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A record of ALICE's results."""
    Record(tmp_path / "results.json", SETTINGS).add(ALICE, RESULTS)
    return tmp_path / "results.json"


def test_a_record_is_read_as_it_was_written(path: Path) -> None:
    """It has results for the same files, under any name. Two runs may add to it.

    An unfinished line costs nothing else, and a failure of the machine is not kept.
    """
    one, two = Record(path, {**SETTINGS, "seed": None}), Record(path, SETTINGS)
    assert one.settings == SETTINGS
    assert one.results == {ALICE._replace(name="another name").digest(): RESULTS}
    last = one.results[ALICE.digest()][-1].verdict
    assert (type(last.kind), last.action) == (Kind, T3Action(0, 1, 6))
    others = [BOB, ALICE._replace(files={"x.py": b""}), BOB._replace(fault="x")]
    one.add(others[0], RESULTS[:1])
    two.add(others[1], RESULTS)
    path.write_text(path.read_text() + '["unfinish')
    three = Record(path, SETTINGS)
    three.add(others[2], RESULTS)
    failed = Verdict(Kind.COULD_NOT_RUN, "this machine failed")
    three.add(ALICE._replace(fault="y"), [BLOCK.judge(failed)])
    digests = [it.digest() for it in [ALICE, *others]]
    known = dict(zip(digests, [RESULTS, RESULTS[:1], RESULTS, RESULTS]))
    assert Record(path, SETTINGS).results == known


def test_a_line_that_another_run_is_writing(path: Path) -> None:
    """It is waited for, not taken for unfinished."""
    line = path.read_text().splitlines()[1].replace(ALICE.digest(), BOB.digest())
    with path.open("a") as other, ThreadPoolExecutor() as threads:
        fcntl.flock(other, fcntl.LOCK_EX)
        print(line[:9], end="", file=other, flush=True)
        reading = threads.submit(Record, path, SETTINGS)
        assert not wait([reading], timeout=0.5).done
        print(line[9:], file=other, flush=True)
        fcntl.flock(other, fcntl.LOCK_UN)
    assert reading.result().results[BOB.digest()] == RESULTS


@pytest.mark.parametrize(
    ("setting", "before", "value"), [("seed", 7, 8), ("version", "1", "2")]
)
def test_a_record_of_other_settings(
    path: Path, setting: str, before: object, value: object
) -> None:
    advice = f"{setting} {before}, not {value}: give --resume another file"
    with pytest.raises(RefusedError, match=f"has results of {advice}$"):
        Record(path, {**SETTINGS, setting: value})


@pytest.mark.parametrize(
    "text",
    [
        *("name,mark\n", "\xff", "[]", "{}", "[1, 2]", '{"seed": 7}\n'),
        f"{json.dumps(SETTINGS)}\n{json.dumps(['x', [1]])}\n",
    ],
)
def test_what_is_no_record(path: Path, text: str) -> None:
    """Record raises RefusedError, and leaves the file as it is."""
    path.write_text(text, encoding="latin-1")
    with pytest.raises(RefusedError, match="was not written by --resume"):
        Record(path, SETTINGS)
    assert path.read_text(encoding="latin-1") == text


def test_judging_knows_no_process_file_or_option() -> None:
    """So it can also run in a browser."""
    code = (
        "import sys, t3_tools.grade.judging.causes, t3_tools.grade.judging.marks\n"
        "print({'click', 'rich', 'subprocess', 'tempfile', 'zipfile'} & {*sys.modules})"
    )
    assert python("-c", code).stdout == "set()\n"
