"""The benchmarks measure what they say."""

import io

import pytest
from rich.console import Console

from benchmarks.audit import audit, by_engine
from benchmarks.figures import BLOCK, PAGE, moved
from benchmarks.positions import careful, scattered
from benchmarks.signature import signature
from commands import ROOT, run
from t3_play.match import game_with
from t3_player import T3Player


def test_signature() -> None:
    """Fails if a search makes more or fewer positions. A commit may change the numbers."""
    assert list(signature().values()) == [1_785, 20_931, 66_957]


def test_sets_of_positions() -> None:
    for states, holes in ((careful(4, 3, 10), 13), (scattered(4, 6, 10), 6)):
        assert [len(state.get_open_tiles()) for state in states] == [holes] * 10
        for state in states:
            assert not state.is_win()
            assert not any(child.is_win() for _, child in state.get_transitions())
    assert careful(4, 3, 10) == careful(4, 3, 10)


@pytest.mark.parametrize("asked", ["player", "engine"])
def test_audit_of_a_small_game(asked: str) -> None:
    evaluate = by_engine if asked == "engine" else T3Player().evaluate
    counts, wrong = audit(game_with(7), 2, Console(file=io.StringIO()), evaluate)
    assert wrong == 0
    assert counts == {1: 456, -1: 2}
    of_each, wrong = audit(game_with(7), 2, Console(file=io.StringIO()), evaluate, most=1)
    assert wrong == 0
    assert counts.total() / 8 <= of_each.total() < counts.total()


def test_speed_prints_its_tables() -> None:
    done = run("benchmarks.speed", "--sizes=3", "--count=1", "--limit=0")
    assert "1 careful 3 x 3, 1 placed" in done.stdout
    assert "empty 3 x 3, evens" in done.stdout
    assert done.stdout.endswith("of 36 other games solved in 0 s each\n")


def test_times_are_left_out_of_the_comparison() -> None:
    before = "name  nodes  time\n ────\na     1,000  9.5 s\n"
    longer = "name  nodes  time \n ─────\na     1,000  12.5 s\n"
    assert moved(before, longer) == []
    assert moved(before, longer.replace("1,000", "1,001")) == ["- a 1,000", "+ a 1,001"]


def test_the_page_of_figures_names_benchmarks() -> None:
    names = [name for name, _, _ in BLOCK.findall(PAGE.read_text(encoding="utf-8"))]
    assert names
    assert all((ROOT / "benchmarks" / f"{name}.py").exists() for name in names)
