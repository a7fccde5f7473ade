"""Marks, and the record of --resume."""

import fcntl
import json
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from commands import python
from handed_in import cases
from t3_state import T3Action
from t3_tools.grade.intake.submissions import Submission
from t3_tools.grade.judging.cases import Case
from t3_tools.grade.judging.marks import Marked, categories, weighed
from t3_tools.grade.judging.verdicts import Kind, Sign, Verdict
from t3_tools.grade.record import Record
from t3_tools.refused import RefusedError

EXACT, CRASH = Verdict(Kind.EXACT), Verdict(Kind.CRASH, "why")
POINTS = weighed()


def test_points_of_each_part_are_earned_there_alone() -> None:
    asked = [*cases(), Case("mypy", 0, "")]
    for exact, mark, shares in [
        ("", 0, "0 of 28, 0 of 67, 0 of 5"),
        ("T3State", 28, "28 of 28, 0 of 67, 0 of 5"),
        ("choose", 67, "0 of 28, 67 of 67, 0 of 5"),
        ("T3State choose types", 100, "28 of 28, 67 of 67, 5 of 5"),
    ]:
        right = [it.part in exact.split() for it in asked]
        results = [it.judge(EXACT if it_is else CRASH) for it, it_is in zip(asked, right)]
        marked = Marked.of("x", results, POINTS)
        assert (marked.mark, ", ".join(marked.parts().values())) == (mark, shares)


def test_cases_share_the_points_of_their_category() -> None:
    """A category's points do not depend on the number of its cases."""
    one, other = cases("transitions")
    for verdict, earned in ((EXACT, 13), (CRASH, 6.5)):
        results = [one.judge(EXACT), other.judge(verdict)]
        marked = Marked.of("x", results, POINTS)
        assert (marked.mark, marked.share("transitions")) == (earned, f"{earned} of 13")


def test_weights() -> None:
    """A category and a part can have others. A part's categories keep their proportions."""
    assert POINTS["trap"] == 0
    assert weighed([("trap", 25)])["trap"] == 20
    half = weighed([("choose", 30)])
    assert half["block"] / half["pruning"] == pytest.approx(
        POINTS["block"] / POINTS["pruning"]
    )
    share = sum(half[it] for it in categories("choose")) / sum(half.values())
    assert share == pytest.approx(30 / (28 + 30 + 5))
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
    """It has results for the same files, under any name."""
    again = Record(path, {**SETTINGS, "seed": None})
    assert again.settings == SETTINGS
    assert again.results == {ALICE._replace(name="another name").digest(): RESULTS}
    last = again.results[ALICE.digest()][-1].verdict
    assert isinstance(last.kind, Kind)
    assert last.action == T3Action(0, 1, 6)
    others = [BOB, ALICE._replace(files={**ALICE.files, "x.py": b""})]
    assert not again.results.keys() & {it.digest() for it in others}
    again.add(BOB, RESULTS[:1])
    failed = Verdict(Kind.COULD_NOT_RUN, "this machine failed")
    again.add(ALICE._replace(fault="y"), [BLOCK.judge(failed)])
    both = {ALICE.digest(): RESULTS, BOB.digest(): RESULTS[:1]}
    assert Record(path, SETTINGS).results == both


def test_two_runs_with_one_record(path: Path) -> None:
    """Each keeps what the other adds. An unfinished line costs nothing else."""
    one, two = Record(path, SETTINGS), Record(path, SETTINGS)
    one.add(BOB, RESULTS[:1])
    two.add(BOB._replace(fault="x"), RESULTS)
    path.write_text(path.read_text() + '["unfinish')
    again = Record(path, SETTINGS)
    again.add(BOB._replace(fault="y"), RESULTS)
    assert len(again.results) == len(Record(path, SETTINGS).results) == 4


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
