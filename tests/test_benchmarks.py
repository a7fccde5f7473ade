"""The benchmarks measure what they say."""

import re
from pathlib import Path

import pytest

from benchmarks import bound, gains, speed, trap
from benchmarks.audit import audit, by_engine
from benchmarks.positions import careful, empty
from benchmarks.signature import nodes_of_player, signature
from positions import game_with
from t3_player import T3Player

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


def test_signature() -> None:
    """Fails if a search makes more or fewer positions. A commit may change the numbers."""
    assert list(signature().values()) == [2_045, 18_190, 65_239]


def test_gains(tmp_path: Path) -> None:
    """Each idea is still where it is taken out, and engine.md has what is printed."""
    for idea in gains.WITHOUT:
        gains.without(idea, tmp_path)
    gains.without("double threats at sight", tmp_path)
    shown = (DOCS / "engine.md").read_text(encoding="utf-8")
    row = re.search(r"double threats at sight +([0-9,]+)", shown)
    assert row
    assert f"{gains.nodes(tmp_path, gains.SETS['20 on 4 x 4']):,}" == row[1]


def test_versions_are_measured_in_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The other counts seven positions wherever one asks."""
    other = tmp_path / "benchmarks"
    other.mkdir()
    (other / "positions.py").write_text("def empty(size, odd): return 7")
    (other / "signature.py").write_text("nodes_of_player = nodes_of_engine = int")
    speed.compare([ROOT, tmp_path], [("t3_engine", 3, True)])
    row = capsys.readouterr().out
    assert re.findall(r" (\d+) +[\d.]+ s +[\d.]+ x", row) == ["135", "7"]


def test_sets_of_positions() -> None:
    states = careful(4, 3, 10)
    assert [len(state.get_open_tiles()) for state in states] == [13] * 10
    for state in states:
        assert not state.is_win()
        assert not any(child.is_win() for _, child in state.get_transitions())
    assert careful(4, 3, 10) == states


@pytest.mark.parametrize("asked", ["player", "engine"])
def test_audit_of_a_small_game(asked: str) -> None:
    evaluate = by_engine if asked == "engine" else T3Player().evaluate
    seven_wins = game_with(7)
    counts, wrong = audit(seven_wins, 2, evaluate)
    assert wrong == 0
    assert counts == {1: 456, -1: 2}
    of_each, wrong = audit(seven_wins, 2, evaluate, one=True)
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
    """As bound/README.md and bound/teaching.md say."""
    assert bound.mistakes(bound.CURES[-1]) == 2261
    assert not any(bound.mistakes(it._replace(hard=True)) for it in bound.CURES[1:5])
    row = r"^\| fail-[^|]*\| ([\d,]+) \| ([\d,]+) \| (\d) \|$"
    page = ROOT / "bound" / "teaching.md"
    table = rows(page, row)
    assert f"it errs in {table[0][1]}." in page.read_text(encoding="utf-8")
    assert [row for row in table for _ in ("alpha-beta", "PVS")] == [
        [bound.mistakes(search, it) for it in bound.CHOICES.values()]
        for search in bound.SEARCHES
    ]
    assert len({*bound.UNFINISHED}) == 4520
    readme = (ROOT / "bound" / "README.md").read_text(encoding="utf-8")
    told = map(int, re.findall(r" in (\d+)%", readme))
    for x, last in {"random": 28, "sensible": 100}.items():
        chances = [bound.chance(x, choice) for choice in bound.CHOICES]
        assert [round(100 * it) for it in chances] == [next(told), last, 0]


@pytest.mark.long
@pytest.mark.timeout(600)
def test_the_cost_of_each_cure() -> None:
    found = [[bound.mistakes(cure), bound.nodes(cure)] for cure in bound.CURES[:-1]]
    assert of_tic_tac_toe() == found


def of_the_trap() -> list[list[int]]:
    """How the naive search answers, by how many numbers are placed."""
    return rows(DOCS / "figures.md", r"^(\d) +500 +(\d+) +(\d+) +(\d+)$")


@pytest.mark.long
def test_what_the_naive_search_loses() -> None:
    """As docs/figures.md says. What is left out takes a minute."""
    for placed, *counts in of_the_trap()[1:]:
        assert trap.counts(placed) == counts


def test_the_nodes_of_the_player() -> None:
    """As docs/figures.md says."""
    found = [[nodes_of_player(empty(3, odd))] for odd in (True, False)]
    assert rows(DOCS / "figures.md", r"^t3_player\.py .* (\d+) ") == found


def figures(page: str) -> set[str]:
    """Shares, and numbers of three digits and more, save in positions, sizes and names."""
    text = (ROOT / page).read_text(encoding="utf-8")
    others = r",(?=\d{3})|[\d/]+ (?=odds|evens)|[A-Z]+ \d+|#\w+|!\[.*?\]"
    return set(re.findall(r"\d{3,}|\d+%", re.sub(others, "", text)))


@pytest.mark.parametrize("page", ["README.md", "docs/slides.md"])
def test_figures_are_those_that_tests_hold(page: str) -> None:
    held = map(figures, ("bound/README.md", "docs/search.md", "docs/figures.md"))
    of_trap = {str(sum(map(sum, (it[1:] for it in of_the_trap()))))}
    assert figures(page) <= of_trap.union(*held)
    worse = sum(it[-1] for it in of_the_trap())
    assert f"{worse} of 1,500 positions" in (ROOT / page).read_text(encoding="utf-8")


def test_the_page_has_the_same_figures() -> None:
    page = ROOT / "bound" / "bound.html"
    assert rows(page, r"<td>([\d,]+)" * 2) == of_tic_tac_toe()
    shares = rows(ROOT / "bound" / "README.md", r"(\d+)% of games")
    assert rows(page, r"(\d+)% of its games") == shares
