"""Marks, and the record of --resume."""

import json
from pathlib import Path

import pytest

pytest.importorskip("rich")

from click import UsageError

from handed_in import cases
from t3_state import T3State
from t3_tools.grade.cases import CATEGORIES, Case
from t3_tools.grade.marks import Marked, weighed
from t3_tools.grade.results import Kind, Record, Verdict
from t3_tools.grade.submissions import Submission

EXACT, CRASH = Verdict(Kind.EXACT), Verdict(Kind.CRASH, "why")
POINTS = weighed()
EVERYTHING = [*cases(), Case("mypy", 0, T3State(True))]


def marked(**verdicts: Verdict) -> Marked:
    """A submission with these verdicts for the cases of parts, by default a crash."""
    results = [
        it.judge(verdicts.get(CATEGORIES[it.category].part, CRASH)) for it in EVERYTHING
    ]
    return Marked.of(Submission("x", {}), results, POINTS)


def test_points() -> None:
    """They add up to 100. Those of each part are earned there alone."""
    assert sum(POINTS.values()) == 100
    assert (marked().mark, marked(T3State=EXACT).mark, marked(choose=EXACT).mark) == (
        *(0, 35, 60),
    )
    full = marked(T3State=EXACT, choose=EXACT, types=EXACT)
    assert full.mark == 100
    assert [*full.parts().values()] == ["35 of 35", "60 of 60", "5 of 5"]


def test_cases_share_the_points_of_their_category() -> None:
    """A category's points do not depend on the number of its cases."""
    one, other = cases("transitions")
    for verdict, earned in ((EXACT, 20), (CRASH, 10)):
        results = [one.judge(EXACT), other.judge(verdict)]
        assert Marked.of(Submission("x", {}), results, POINTS).mark == earned


def test_weights() -> None:
    """A category and a part can have others. A part's categories keep their proportions."""
    assert POINTS["trap"] == 0
    assert weighed([("trap", 25)])["trap"] == 20
    half = weighed([("choose", 30)])
    assert half["block"] / half["pruning"] == POINTS["block"] / POINTS["pruning"]
    assert half["transitions"] / half["block"] == 8
    assert weighed([("choose", 0), ("choose", 60)])["trap"] > 0
    with pytest.raises(ValueError, match="nothing is worth"):
        weighed([("T3State", 0), ("choose", 0), ("types", 0)])


SETTINGS = {"seed": 7, "count": 1, "version": "1"}
ALICE = Submission("alice", {"t3_player.py": b"1"})
BOB = Submission("bob", {"t3_player.py": b"2"})
BLOCK, TRAP = cases("block")[0], cases("trap")[0]
*_, LAST = [action for action, _ in TRAP.state.get_transitions()]  # not the best
PLAYED = TRAP.judge([LAST.col(), LAST.row(), LAST.move()])
RESULTS = [BLOCK.judge(CRASH), BLOCK.judge(EXACT), PLAYED]


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    """It has results for the same files, under any name."""
    path = tmp_path / "results.json"
    Record(path, SETTINGS).add(ALICE, RESULTS)
    again = Record(path, {**SETTINGS, "seed": None})
    assert again.settings == SETTINGS
    assert again.results == {ALICE._replace(name="another name").digest(): RESULTS}
    assert isinstance(RESULTS[0].verdict.kind, Kind)
    others = [BOB, ALICE._replace(files={**ALICE.files, "x.py": b""})]
    assert not again.results.keys() & {it.digest() for it in others}
    again.add(BOB, RESULTS[:1])
    results = [ALICE.digest(), BOB.digest()]
    assert Record(path, SETTINGS).results == dict(zip(results, [RESULTS, RESULTS[:1]]))


@pytest.mark.parametrize(
    ("setting", "value", "advice"),
    [
        ("seed", 8, "seed 7, not 8: type --seed 7, or give --resume another file"),
        ("count", 4, "count 1, not 4: type --count 1, or give --resume another file"),
        ("version", "2", "version 1, not 2: give --resume another file"),
    ],
)
def test_a_record_of_other_settings(
    tmp_path: Path, setting: str, value: object, advice: str
) -> None:
    path = tmp_path / "results.json"
    Record(path, SETTINGS).add(ALICE, RESULTS)
    with pytest.raises(UsageError, match=f"has results of {advice}$"):
        Record(path, {**SETTINGS, setting: value})


@pytest.mark.parametrize(
    "content",
    ["", "name,mark\n", [], {}, [1, 2], [{"seed": 7}, {}], [SETTINGS, {"x": [1]}]],
)
def test_what_is_no_record(tmp_path: Path, content: object) -> None:
    """Record raises UsageError, and leaves the file as it is."""
    text = content if isinstance(content, str) else json.dumps(content)
    path = tmp_path / "results.json"
    path.write_text(text)
    with pytest.raises(UsageError, match="was not written by --resume"):
        Record(path, SETTINGS)
    assert path.read_text() == text
