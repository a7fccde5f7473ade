"""The benchmarks measure what they say."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks import bound, gains, speed
from benchmarks.audit import audit, by_engine
from benchmarks.positions import careful, scattered
from benchmarks.signature import signature
from t3_player import T3Player
from t3_state import T3State

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def test_signature() -> None:
    """Fails if a search makes more or fewer positions. A commit may change the numbers."""
    assert list(signature().values()) == [1_785, 20_931, 162_821]


def test_gains(tmp_path: Path) -> None:
    """Each idea is still where it is taken out, and engine.md has what is printed."""
    for idea in gains.WITHOUT:
        gains.without(idea, tmp_path)
    gains.without("double threats at sight", tmp_path)
    shown = (DOCS / "engine.md").read_text(encoding="utf-8")
    row = re.search(r"double threats at sight +([0-9,]+)", shown)
    assert row
    assert f"{gains.nodes(tmp_path, gains.SETS['20 on 4 x 4']):,}" == row[1]


@pytest.mark.needs("git")
def test_versions_are_measured_in_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project, unpacked = tmp_path / "project", tmp_path / "unpacked"
    unpacked.mkdir()
    for folder in ("benchmarks", "t3_engine", "t3_play"):
        shutil.copytree(ROOT / folder, project / folder)
    for file in ROOT.glob("t3_*.py"):
        shutil.copy(file, project)
    who = ["-c", "user.name=T3", "-c", "user.email=t3@example.org"]
    for command in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "all"]):
        subprocess.run(["git", "-C", str(project), *command], check=True)
    monkeypatch.setattr(speed, "ROOT", project)
    versions = [speed.checkout("HEAD", unpacked), speed.checkout(str(project), unpacked)]
    speed.compare(versions, [("t3_engine", 3, True)])
    *names, row = capsys.readouterr().out.splitlines()
    assert re.search(r"HEAD \([0-9a-f]+\)", names[1])
    assert str(project) in names[2]
    assert re.findall(r" (135) +[\d.]+ s +[\d.]+ x", row) == ["135", "135"]
    for version in ("nonsense", str(unpacked.parent)):
        with pytest.raises(ValueError, match=re.escape(repr(version))):
            speed.checkout(version, unpacked)


def test_sets_of_positions() -> None:
    for states, holes in ((careful(4, 3, 10), 13), (scattered(4, 6, 10), 6)):
        assert [len(state.get_open_tiles()) for state in states] == [holes] * 10
        for state in states:
            assert not state.is_win()
            assert not any(child.is_win() for _, child in state.get_transitions())
    assert careful(4, 3, 10) == careful(4, 3, 10)


class Seven(T3State):
    """The game in which 7 wins."""

    WIN_TARGET = 7


@pytest.mark.parametrize("asked", ["player", "engine"])
def test_audit_of_a_small_game(asked: str) -> None:
    evaluate = by_engine if asked == "engine" else T3Player().evaluate
    counts, wrong = audit(Seven, 2, evaluate)
    assert wrong == 0
    assert counts == {1: 456, -1: 2}
    of_each, wrong = audit(Seven, 2, evaluate, one=True)
    assert wrong == 0
    assert counts.total() / 8 <= of_each.total() < counts.total()


def rows(path: Path, figures: str) -> list[list[int]]:
    """The figures in the rows of a table, each a group of the pattern of a row."""
    found = re.finditer(figures, path.read_text(encoding="utf-8"), re.MULTILINE)
    return [[int(it.replace(",", "")) for it in row.groups()] for row in found]


def of_tic_tac_toe() -> list[list[int]]:
    """What each cure costs, as bound/README.md says."""
    row = r"^\|[^|]+\| ([\d,]+) \| ([\d,]+) \|"
    return rows(ROOT / "bound" / "README.md", row)


@pytest.mark.long
def test_players_that_take_a_bound_for_a_value() -> None:
    """As bound/README.md says."""
    assert [*map(bound.mistakes, [bound.NONE, *bound.HARD])] == [1130, 2261, 2261]
    for x, shares in {"random": [18, 28, 0], "sensible": [71, 100, 0]}.items():
        chances = [bound.chance(bound.OPPONENTS[x], it) for it in bound.CHOICES.values()]
        assert [round(100 * it) for it in chances] == shares


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_cost_of_each_cure() -> None:
    of_t3 = rows(DOCS / "search.md", r"^[a-z>][^>].* {2}([\d,]+)$")
    assert [[*row, *t3] for row, t3 in zip(of_tic_tac_toe(), of_t3, strict=True)] == [
        [
            bound.mistakes(cure),
            bound.nodes([bound.EMPTY], cure),
            bound.nodes(bound.of_random_play(), cure),
        ]
        for cure in bound.CURES
    ]


def test_the_page_has_the_same_figures() -> None:
    page = ROOT / "bound" / "bound.html"
    assert rows(page, r"<td>([\d,]+)" * 2) == of_tic_tac_toe()
